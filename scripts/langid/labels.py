"""Labels of the training text: which language a path names, in which script it is written.

A label is a BCP 47 tag: a language, with its script where several are in use and the label would not
say which (sr-Cyrl, uz-Latn, zh-Hant). Where one script is by far the usual one, the language alone
stands for it (kk, az, tg) and the others are named (kk-Latn, az-Cyrl, pa-Arab).
"""

import re
import unicodedata

# Codes of the packages that are names of something else, or of one language under several names. None:
# no language, or no single one.
ALIASES = {
    "nb": "no", "nob": "no", "nno": "nn", "fil": "tl", "iw": "he", "in": "id", "ji": "yi", "kmr": "ku", "kur": "ku", "mo": "ro",
    "als": "gsw", "roa-rup": "rup", "bat-smg": "sgs", "fiu-vro": "vro", "roa-tara": None, "map-bms": None,
    "cbk-zam": "cbk", "zh-classical": "lzh", "zh-min-nan": "nan", "zh-yue": "yue", "be-tarask": "be",
    "be-x-old": "be", "nds-nl": "nds-NL", "eml": "egl", "gug": "gn", "zlm": "ms", "khk": "mn", "pes": "fa", "prs": "fa",
    "ekk": "et", "ike": "iu", "lvs": "lv", "ydd": "yi", "quz": "qu", "que": "qu", "plt": "mg", "swh": "sw", "swa": "sw", "uzn": "uz", "azj": "az",
    "pbt": "ps", "ory": "or", "npi": "ne", "arb": "ar", "zsm": "ms", "cmn": "zh", "nrm": None, "simple": None, "qqq": None,
    "sh": None, "hbs": None, "ber": None, "mul": None, "root": None, "x-test": None, "quot": None, "boldquot": None, "shaw": None,
    "cnr": None, "tlh": None, "tokipona": "tok", "son": "ses", "aeb": "aeb", "gom": "gom", "ltg": "ltg",
    "cn": "zh", "jp": "ja", "gr": "el", "ua": "uk", "cz": "cs", "dk": "da", "kr": None, "tw": None, "br": "br", "all": None,
}
ISO_639_3 = """afr af amh am ara ar asm as aze az bel be ben bn bod bo bos bs bre br bul bg cat ca ces cs cos co cym cy dan da
    deu de div dv dzo dz ell el eng en epo eo est et eus eu fao fo fas fa fin fi fra fr fry fy gla gd gle ga glg gl guj gu hat ht
    heb he hin hi hrv hr hun hu hye hy iku iu ind id isl is ita it jav jv jpn ja kan kn kat ka kaz kk khm km kir ky kor ko lao lo
    lat la lav lv lit lt ltz lb mal ml mar mr mkd mk mlt mt mon mn mri mi msa ms mya my nep ne nld nl nor no oci oc ori or pan pa
    pol pl por pt pus ps ron ro rus ru san sa sin si slk sk slv sl snd sd som so spa es sqi sq srp sr sun su swe sv tam ta tat tt
    tel te tgk tg tha th tir ti ton to tur tr uig ug ukr uk urd ur uzb uz vie vi wol wo yid yi yor yo zho zh zul zu xho xh
    srd sc arg an""".split()
ALIASES.update(zip(ISO_639_3[::2], ISO_639_3[1::2]))

# What a text in this script is labelled, if its language is written in several. Scripts not named are another language's
# leftovers; so is Latin where it is unusual, unless the path says that it is meant (MARKED).
WRITTEN_IN = {
    "sr": {"Cyrl": "sr-Cyrl"}, "uz": {"Latn": "uz-Latn", "Cyrl": "uz-Cyrl"},
    "kk": {"Cyrl": "kk", "Arab": "kk-Arab"}, "ks": {"Arab": "ks-Arab", "Deva": "ks-Deva"},
    "tt": {"Cyrl": "tt"}, "crh": {"Latn": "crh", "Cyrl": "crh-Cyrl"},
    "az": {"Latn": "az", "Cyrl": "az-Cyrl", "Arab": "azb"}, "pa": {"Guru": "pa", "Arab": "pa-Arab"},
    "pnb": {"Arab": "pa-Arab"}, "ku": {"Latn": "ku", "Arab": "ckb"}, "ug": {"Arab": "ug", "Cyrl": "ug-Cyrl"},
    "tg": {"Cyrl": "tg"}, "mn": {"Cyrl": "mn", "Mong": "mn-Mong"}, "tk": {"Latn": "tk", "Cyrl": "tk-Cyrl"},
    "ky": {"Cyrl": "ky"}, "ha": {"Latn": "ha", "Arab": "ha-Arab"}, "sd": {"Arab": "sd", "Deva": "sd-Deva"},
    "ms": {"Latn": "ms", "Arab": "ms-Arab"}, "bs": {"Latn": "bs"}, "sat": {"Olck": "sat"}, "iu": {"Cans": "iu"},
    "mni": {"Mtei": "mni", "Beng": "mni-Beng"}, "gom": {"Deva": "gom", "Latn": "gom-Latn"}, "kok": {"Deva": "gom", "Latn": "gom-Latn"},
    "shi": {"Latn": "shi", "Tfng": "shi-Tfng"}, "zgh": {"Tfng": "zgh"}, "lad": {"Latn": "lad", "Hebr": "lad-Hebr"},
    "jv": {"Latn": "jv", "Java": "jv-Java"}, "ff": {"Latn": "ff", "Adlm": "ff-Adlm"}, "ro": {"Latn": "ro", "Cyrl": "ro-Cyrl"},
    "be": {"Cyrl": "be"}, "nan": {"Latn": "nan-Latn", "Hani": "nan-Hant"}, "hif": {"Latn": "hif", "Deva": "hif-Deva"},
    "cop": {"Copt": "cop"}, "tly": {"Latn": "tly", "Cyrl": "tly-Cyrl"}, "hi": {"Deva": "hi"},
}
MARKED = frozenset(("sr", "kk", "tt", "ug", "tg", "ky", "iu", "hi"))
SUBTAGS_KEPT = {"zh-hans": "zh-Hans", "zh-hant": "zh-Hant", "zh-cn": "zh-Hans", "zh-sg": "zh-Hans", "zh-my": "zh-Hans",
                "zh-tw": "zh-Hant", "zh-hk": "zh-Hant", "zh-mo": "zh-Hant", "zh": "zh-Hans"}

# Languages that messages and documentation give more text of than is taken.
RICH = frozenset("""ar bg ca cs da de el en es fi fr hu id it ja ko nl no pl pt ro ru sk sl sr sv tr uk vi zh-Hans zh-Hant""".split())

# Where paths name languages.
PLACES = [re.compile(p) for p in (
    r"/([^/]+)/LC_MESSAGES/", r"/i18n/(?:.*/)?([^/]+)\.json$", r"/languages/(?:[a-z-]+-)?([a-z]{2,3}(?:_[A-Z]{2})?)\.mo$",
    r"/help/([^/]+)/", r"/HTML/([^/]+)/", r"/man/([^/]+)/man", r"/debian-handbook/html/([^/]+)/",
    r"/installation-guide-\w+/([^/]+)/", r"/debian-reference/.*\.([a-z-]+)\.html$", r"/FAQ/([^/]+)/",
    r"/maint-guide-([a-z-]+)/", r"/manual/([^/]+)/", r"/translations/([^/]+)/",
    r"/_locales/(\w+)/", r"/locale/([\w-]+)\.json$", r"/langpack-([\w-]+)@", r"/locales/([\w-]+)\.pak$",
    r"/cldr/common/(?:annotations|annotationsDerived|main|rbnf)/([\w]+)\.xml$",
    r"/(?:hunspell|myspell/dicts)/([a-zA-Z_@-]+)\.(?:dic|aff)$", r"/tessdata/([\w]+)\.traineddata$",
    r"/Provider/([\w]+)/", r"/aspell/([a-z]{2,3})[\w-]*\.", r"/lang/([\w-]+)/", r"/localization/([\w]+)/",
    r"/aptitude/html/([\w-]+)/", r"/developers-reference/([\w-]+)/", r"/(?:doc|manual)/([a-z]{2}(?:[_-][A-Z]{2})?)/",
    r"[_.-]([a-z]{2,3}(?:[_-](?:[A-Z]{2}|br|cn|tw))?(?:@\w+)?)\.(?:qm|html|txt\.gz)$", r"/([a-z]{2,3}(?:[_-][A-Z]{2})?(?:@\w+)?)\.qm$")]


def base_of(code):
    """The language that a package's code means, as this file names it, or None."""
    code = code.lower().replace("_", "-").replace(".utf-8", "").split(".")[0]
    first = re.split("[-@]", code)[0]
    first = ALIASES.get(first, first)
    if re.search("latn|latin|^sr-el$", code) and first in MARKED:
        return f"{first}-Latn"
    code = code.split("@")[0]
    for known in (ALIASES, SUBTAGS_KEPT):
        if code in known:
            code = known[code]
            return code if code is None or code in SUBTAGS_KEPT.values() else SUBTAGS_KEPT.get(code, code)
    first, *rest = code.split("-")
    if first == "zh" and rest:
        return base_of("-".join(["zh", rest[0]])) if len(rest) > 1 else None
    if not re.fullmatch(r"[a-z]{2,3}", first):
        return None
    first = ALIASES.get(first, first)
    return SUBTAGS_KEPT.get(first, first)


def language_of(path):
    """The language that `path` names, or None."""
    for place in PLACES:
        found = place.search(path)
        language = base_of(found[1]) if found else None
        if language:
            return language
    return None


SCRIPT_NAMES = {
    "LATIN": "Latn", "CYRILLIC": "Cyrl", "ARABIC": "Arab", "HEBREW": "Hebr", "GREEK": "Grek", "ARMENIAN": "Armn", "GEORGIAN": "Geor",
    "DEVANAGARI": "Deva", "BENGALI": "Beng", "GURMUKHI": "Guru", "GUJARATI": "Gujr", "ORIYA": "Orya", "TAMIL": "Taml", "TELUGU": "Telu",
    "KANNADA": "Knda", "MALAYALAM": "Mlym", "SINHALA": "Sinh", "THAI": "Thai", "LAO": "Laoo", "TIBETAN": "Tibt", "MYANMAR": "Mymr",
    "KHMER": "Khmr", "ETHIOPIC": "Ethi", "CHEROKEE": "Cher", "CANADIAN": "Cans", "MONGOLIAN": "Mong", "THAANA": "Thaa",
    "SYRIAC": "Syrc", "NKO": "Nkoo", "TIFINAGH": "Tfng", "HANGUL": "Kore", "CJK": "Hani", "HIRAGANA": "Hani", "KATAKANA": "Hani",
    "BOPOMOFO": "Hani", "YI": "Yiii", "VAI": "Vaii", "OL": "Olck", "MEETEI": "Mtei", "JAVANESE": "Java", "BALINESE": "Bali",
    "SUNDANESE": "Sund", "COPTIC": "Copt", "GOTHIC": "Goth", "TAI": "Tale", "NEW": "Talu", "CHAKMA": "Cakm", "ADLAM": "Adlm",
    "SYLOTI": "Sylo", "LIMBU": "Limb", "LEPCHA": "Lepc", "BUGINESE": "Bugi", "KAYAH": "Kali", "HANIFI": "Rohg", "LISU": "Lisu",
}


class ScriptOf(dict):
    """The script of a letter by its code point, found out once; None for what is no letter."""

    def __missing__(self, character):
        script = None
        if character.isalpha() or unicodedata.category(character) in ("Mc", "Mn"):
            script = SCRIPT_NAMES.get(unicodedata.name(character, "?").split(" ")[0].split("-")[0])
        self[character] = script
        return script


script_of = ScriptOf()


def scripts(text):
    """Letters by script."""
    counts = {}
    for character in text:
        script = script_of[character]
        if script:
            counts[script] = counts.get(script, 0) + 1
    return counts


def labelled(language, script):
    """The label of a text of `language` in `script`, or None if nobody writes it so."""
    if language.endswith("-Latn"):
        return language if script == "Latn" else None
    written = WRITTEN_IN.get(language)
    return written.get(script) if written else language
