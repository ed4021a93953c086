"""Languages of the corpus: which one a path names, and which script its lines must be in."""

import re

LATIN = ("a-zA-Z\u00aa\u00ba\u00c0-\u024f\u0250-\u02af\u1e00-\u1eff",)
CYRILLIC = ("\u0400-\u052f",)
ARABIC = ("\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff",)
DEVANAGARI = ("\u0900-\u097f",)
HAN = ("\u3400-\u9fff",)
SCRIPTS = {
    "am": ("\u1200-\u139f",), "ti": ("\u1200-\u139f",), "ar": ARABIC, "fa": ARABIC, "ps": ARABIC, "sd": ARABIC,
    "ug": ARABIC, "ur": ARABIC, "as": ("\u0980-\u09ff",), "bn": ("\u0980-\u09ff",), "be": CYRILLIC, "bg": CYRILLIC,
    "kk": CYRILLIC, "ky": CYRILLIC, "mk": CYRILLIC, "mn": CYRILLIC, "ru": CYRILLIC, "sr": CYRILLIC, "tg": CYRILLIC,
    "tt": CYRILLIC, "uk": CYRILLIC, "bo": ("\u0f00-\u0fff",), "dz": ("\u0f00-\u0fff",),
    "el": ("\u0370-\u03ff\u1f00-\u1fff",), "gu": ("\u0a80-\u0aff",), "he": ("\u0590-\u05ff",),
    "yi": ("\u0590-\u05ff",), "hi": DEVANAGARI, "mr": DEVANAGARI, "ne": DEVANAGARI, "sa": DEVANAGARI,
    "hy": ("\u0530-\u058f",), "ja": ("\u3040-\u30ff\u3400-\u9fff",), "ka": ("\u10a0-\u10ff\u1c90-\u1cbf",),
    "km": ("\u1780-\u17ff",), "kn": ("\u0c80-\u0cff",), "ko": ("\u1100-\u11ff\uac00-\ud7af",),
    "lo": ("\u0e80-\u0eff",), "ml": ("\u0d00-\u0d7f",), "my": ("\u1000-\u109f",), "or": ("\u0b00-\u0b7f",),
    "pa": ("\u0a00-\u0a7f",), "si": ("\u0d80-\u0dff",), "ta": ("\u0b80-\u0bff",), "te": ("\u0c00-\u0c7f",),
    "th": ("\u0e00-\u0e7f",), "zh-hans": HAN, "zh-hant": HAN,
}
LATIN_LANGUAGES = """af az bs ca cs cy da de en eo es et eu fi fr ga gd gl hr hu id is it ku la lt lv ms mt nl no oc
    pl pt ro sk sl so sq sr-latn sv sw tk tl tr uz vi xh yo zu""".split()
SCRIPTS.update({language: LATIN for language in LATIN_LANGUAGES})

ALIASES = {
    "zh": "zh-hans", "zh-cn": "zh-hans", "zh-sg": "zh-hans", "zh-tw": "zh-hant", "zh-hk": "zh-hant",
    "nb": "no", "nn": "no", "kmr": "ku", "ku-latn": "ku", "sr-ec": "sr", "sr-cyrl": "sr", "sr-el": "sr-latn",
    "sr@latin": "sr-latn", "sr-latin": "sr-latn", "sr-ijekavianlatin": "sr-latn", "sr@ijekavianlatin": "sr-latn",
    "az-latn": "az", "uz-latn": "uz", "tg-cyrl": "tg", "tt-cyrl": "tt", "kk-cyrl": "kk", "ug-arab": "ug", "fil": "tl",
    "pnb": None, "uz@cyrillic": None, "ca@valencia": "ca",
}

# Where paths name languages: …/ja/LC_MESSAGES/, /help/ja/, /man/ja/, languages/admin-ja.mo, …
PLACES = [re.compile(p) for p in (
    r"/([^/]+)/LC_MESSAGES/", r"/i18n/(?:.*/)?([^/]+)\.json$", r"/languages/(?:[a-z-]+-)?([a-z]{2,3}(?:_[A-Z]{2})?)\.mo$",
    r"/help/([^/]+)/", r"/HTML/([^/]+)/", r"/man/([^/]+)/man", r"/debian-handbook/html/([^/]+)/",
    r"/installation-guide-\w+/([^/]+)/", r"/debian-reference/.*\.([a-z-]+)\.html$", r"/FAQ/([^/]+)/",
    r"/maint-guide-([a-z-]+)/", r"/manual/([^/]+)/", r"/translations/([^/]+)/")]


def language_of(path):
    """The corpus's name of the language that `path` names, or None. English is None too: translations
    into it repeat the original."""
    for place in PLACES:
        found = place.search(path)
        if found:
            code = found[1].split(".")[0].replace("_", "-").lower()
            code = ALIASES.get(code, code)
            if code is not None and code not in SCRIPTS:
                code = re.split(r"[-@]", code)[0]
                code = ALIASES.get(code, code)
            return code if code in SCRIPTS and code != "en" else None
    return None


LETTERS = re.compile(r"[^\W\d_]")
IN_SCRIPT = {language: re.compile("[" + "".join(ranges) + "]") for language, ranges in SCRIPTS.items()}


def is_in(language, line):
    """Whether at least half of the line's letters are in the language's script: translations are
    full of what nobody translated."""
    letters = len(LETTERS.findall(line))
    return 2 * len(IN_SCRIPT[language].findall(line)) >= letters
