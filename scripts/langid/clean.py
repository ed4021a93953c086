"""From a reader's lines to segments: running words of one language, without what programs put between them."""

import hashlib
import html
import re
import unicodedata

import labels

LONGEST = 600  # characters of a segment
# Scripts that set no spaces between words, or whose single letters are words.
SPACELESS = frozenset(("Hani", "Kore", "Thai", "Laoo", "Khmr", "Mymr", "Tibt"))

# Messages choose between forms: the last stands for all.
CHOICE = re.compile(r"\{\{\s*(?:#\w+|[A-Za-z]+)\s*:[^{}|]*(?:\|[^{}|]*)*?\|([^{}|]*)\}\}")
TEMPLATE = re.compile(r"\{\{[^{}]*\}\}|\{[^{}\s]{0,40}\}|\{ ?[$\-\w][^{}]{0,60}\}")
LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]|\[(?:https?:|mailto:|//|\$\d)\S*\s+([^\[\]]*)\]")
TAG = re.compile(r"<[/!?a-zA-Z][^<>]*>|&(?:amp;)?#?\w+;")
ADDRESS = re.compile(r"(?:\b[a-z][a-z+.-]*://|\bwww\.)[^\s<>\"')\]]+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b|(?<![\w.])[/~](?:[\w.+-]+/)+[\w.+-]*"
                     r"|\b[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|html?|txt|conf|png|jpe?g|svg|xml|json|exe|py|pl|sh|js|css|c|h|gz|deb)\b", re.I)
FORMAT = re.compile(r"%(?:\d+\$)?\([\w .]+\)[#0 +'-]*[\d.*]*[a-zA-Z]|%(?:\d+\$)?[#0+'-]*[\d.*]*(?:hh|h|ll|l|L|q|j|z|t|I64)?[diouxXeEfFgGaAcCsSpnmL@]"
                    r"|%\{[^{}]*\}|%\d+|%[A-Z]\b|%[A-Za-z_]{2,30}%|%%|\$\{[^{}]*\}|\$\([^()]*\)|\$\w+\$?|#\{[^{}]*\}|&\w+(?:[.-]\w+)*;|@[\w.-]+@"
                    r"|\[[a-z]{1,3}\d?\]|__\w+__|\\[nrtu\"'\\]")
SIGNS = re.compile(r"[%$#&@\[\\_]")  # what every format has
KEYS = re.compile(r"\b(?:Ctrl|Alt|Shift|Strg|Maj|Control|Cmd|Super|Meta)\s?[+-]\s?(?:\w+\s?[+-]\s?)*\w+")
OPTIONS = re.compile(r"(?<![\w-])--?[a-zA-Z][\w-]*(?:=[\w<>\[\]|-]+)?")
SHORTCUT = re.compile(r"\s*[(（][&_~^]?[A-Za-z0-9][)）](?=\s*(?:[.:…]+|$))")
MARK = re.compile(r"(?<!\w)[&~_](?=\w)|(?<=[^\W\d_])[&~](?=[^\W\d_])")
QUOTES = re.compile(r"'{2,5}|={2,6}|\*{2,}|`+|(?<!\w)\*(?=\w)|(?<=\w)\*(?!\w)|^[\s*#:;|>•·-]+")
INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
STATEMENT = re.compile(r";\s*\}|\)\s*\{|\w\(\)\s*;")
EMPTY = re.compile(r"[‘'\"“„«(\[<]\s*[’'\"”“»)\]>]")
NO_LETTERS = re.compile(r"[\W\d_]+")
SENTENCE = re.compile(r"(?<=[.!?…؟۔।॥])\s+|(?<=[。！？])")
# What no words of a language look like: code, identifiers, file names; text decoded wrongly, Arabic set letter by letter,
# Burmese in the encoding of old fonts.
CODE = re.compile(r"[{}\\]|;$|\(\)|=>|->|::|&&|\|\||[<>=]=|[\w]=[\"'\w]|</|/>|\w_\w|^\s*[#@$]\w")
IDENTIFIER = re.compile(r"^\S*(?:[a-z][A-Z]|[\d_/=@#]|\w\.\w)\S*$")
LETTERS_ALONE = re.compile(r"(?:[^\W\d_]{1,2}[\s,]+){7}(?:[^\W\d_]{1,2}(?:[\s,]+|$))+")  # alphabets, lists of codes
SPOILT = re.compile("[\ufffd\ufe70-\ufefc]|Ã.|â€|(?:^|[\\s(])[\u1031\u103b-\u103e]|\\?\\?\\?")


def plain(text):
    """One line without markup, templates, formats, addresses and marks of keys."""
    text = INVISIBLE.sub("", html.unescape(text) if "&" in text else text)
    if "{" in text:
        for _ in range(3):
            changed = CHOICE.sub(r"\1", text)
            if changed == text:
                break
            text = changed
        text = TEMPLATE.sub(" ", text)
    if "[" in text:
        text = LINK.sub(lambda found: found[1] if found[1] is not None else found[2], text)
    if "<" in text or "&" in text:
        text = TAG.sub(" ", text)
    if "/" in text or "." in text or "@" in text:
        text = ADDRESS.sub(" ", text)
    if SIGNS.search(text):
        text = FORMAT.sub(" ", text)
        text = EMPTY.sub(" ", text)
    if "+" in text or "-" in text:
        text = OPTIONS.sub(" ", KEYS.sub(" ", text))
    if "(" in text or "（" in text:
        text = SHORTCUT.sub("", text)
    if "&" in text or "_" in text or "~" in text:
        text = MARK.sub("", text)
    if text.count("_") == 1:
        text = text.replace("_", "")
    text = QUOTES.sub("", text)
    return unicodedata.normalize("NFC", " ".join(text.split())).strip(" |=-_,:;\"'«»“”„")


def parts(text):
    """Whole sentences of at most LONGEST characters together; a longer one is cut at a space."""
    if len(text) <= LONGEST:
        yield text
        return
    piece = ""
    for sentence in SENTENCE.split(text):
        if len(piece) + len(sentence) + 1 <= LONGEST:
            piece = f"{piece} {sentence}" if piece else sentence
            continue
        if piece:
            yield piece
        while len(sentence) > LONGEST:
            cut = sentence.rfind(" ", LONGEST // 2, LONGEST)
            cut = LONGEST if cut < 0 else cut
            yield sentence[:cut].strip()
            sentence = sentence[cut:].strip()
        piece = sentence
    if piece:
        yield piece


def script_in(text):
    """The script of most letters, its letters' count, and all letters'; None if there are no words."""
    counts = labels.scripts(text)
    if not counts:
        return None, 0, 0
    script = max(sorted(counts), key=counts.get)
    return script, counts[script], sum(counts.values())


def is_words(text, script, own, letters):
    """Whether this is text of some language at all."""
    if letters < 2 and script not in SPACELESS or 10 * own < 6 * letters:
        return False
    if 2 * letters < len(text) - text.count(" ") or script not in SPACELESS and LETTERS_ALONE.match(text):
        return False
    if SPOILT.search(text) or CODE.search(text) and (len(CODE.findall(text)) * 60 > len(text)):
        return False
    return not IDENTIFIER.match(text)


def key_of(text):
    """What segments that differ by case, digits and punctuation have in common."""
    letters = NO_LETTERS.sub("", text.lower())
    return hashlib.blake2b(letters.encode("utf-8", "replace"), digest_size=8).hexdigest()


def segments(language, line):
    """(label, script, text) of each segment of a line that is in `language`, as far as its script tells."""
    if len(line) > 20_000 or STATEMENT.search(line):
        return
    for text in parts(plain(line)):
        script, own, letters = script_in(text)
        if script is None or not is_words(text, script, own, letters):
            continue
        label = labels.labelled(language, script)
        if label:
            yield label, script, text
