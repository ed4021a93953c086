"""Text in a script that the sources lack, made from text in another, letter by letter.

    transliterate.py < text.tsv > more.tsv       rows are source, label, text

Azerbaijani and Uzbek in Cyrillic follow the official alphabets (1958 and 1940). Hindi
and Russian in Latin letters are what people type without a keyboard of their own: no standard, so
of each letter the usual spellings, chosen by the row's hash. The rows' source is
"transliterated".
"""

import re
import sys
import zlib

MOST_CHARACTERS = 400_000  # a language

AZERBAIJANI = dict(zip("abcçdeəfgğhxıijkqlmnoöprsştuüvyz",
                       "абҹчдеәфҝғһхыижкглмноөпрсштуүвјз"))
UZBEK = {"sh": "ш", "ch": "ч", "o'": "ў", "g'": "ғ", "yo": "ё", "yu": "ю", "ya": "я", "ye": "е",
         "ts": "ц", "'": "ъ", "y": "й",
         **dict(zip("abdefghijklmnopqrstuvxz", "абдефгҳижклмнопқрстувхз"))}
RUSSIAN = {"а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo e", "ж": "zh",
           "з": "z", "и": "i", "й": "y i j", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o",
           "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f", "х": "h kh", "ц": "c ts",
           "ч": "ch", "ш": "sh", "щ": "sch shch", "ъ": "", "ы": "y i", "ь": "' ", "э": "e",
           "ю": "yu u", "я": "ya ja"}
VOWELS = {"अ": "a", "आ": "aa a", "इ": "i", "ई": "ee i", "उ": "u", "ऊ": "oo u", "ऋ": "ri", "ए": "e",
          "ऐ": "ai", "ओ": "o", "औ": "au", "ऑ": "o", "ऍ": "e"}
SIGNS = {"ा": "a aa", "ि": "i", "ी": "i ee", "ु": "u", "ू": "u oo", "ृ": "ri", "े": "e", "ै": "ai",
         "ो": "o", "ौ": "au", "ॉ": "o", "ॅ": "e", "्": ""}
NASALS = {"ं": "n", "ँ": "n", "ः": "h"}
CONSONANTS = {"क": "k", "ख": "kh", "ग": "g", "घ": "gh", "ङ": "n", "च": "ch", "छ": "chh ch", "ज": "j",
              "झ": "jh", "ञ": "n", "ट": "t", "ठ": "th", "ड": "d", "ढ": "dh", "ण": "n", "त": "t",
              "थ": "th", "द": "d", "ध": "dh", "न": "n", "प": "p", "फ": "ph f", "ब": "b", "भ": "bh",
              "म": "m", "य": "y", "र": "r", "ल": "l", "व": "v w", "श": "sh", "ष": "sh", "स": "s",
              "ह": "h", "क़": "q", "ख़": "kh", "ग़": "g", "ज़": "z", "ड़": "d r", "ढ़": "dh rh", "फ़": "f"}


def by_table(text, table):
    """The longest match first."""
    pattern = re.compile("|".join(sorted(map(re.escape, table), key=len, reverse=True)))
    return pattern.sub(lambda match: table[match.group()], text)


def azerbaijani(text, _):
    return by_table(text.replace("I", "ı").replace("İ", "i").lower(), AZERBAIJANI)


def uzbek(text, _):
    text = re.sub("[ʻʼ‘’`]", "'", text.lower())
    return by_table(re.sub(r"\be", "э", text), UZBEK)


def chosen(spellings, choice):
    options = spellings.split(" ")
    return options[choice % len(options)]


def russian(text, choice):
    return "".join(chosen(RUSSIAN[c], choice) if c in RUSSIAN else c for c in text.lower())


def hindi_word(word, choice):
    """Consonants carry an a unless a sign follows; it is silent at the end, and inside between a
    vowel's consonant and one with a vowel of its own."""
    word = re.sub("(.)़", lambda m: m.group() if m.group() in CONSONANTS else m.group(1), word)
    units = []  # consonant or nothing, vowel, nasal; "?" is an a that may be silent
    for c in re.findall(".़|.", word):
        if c in CONSONANTS:
            units.append([chosen(CONSONANTS[c], choice), "?", ""])
        elif c in SIGNS and units:
            units[-1][1] = chosen(SIGNS[c], choice)
        elif c in VOWELS:
            units.append(["", chosen(VOWELS[c], choice), ""])
        elif c in NASALS and units:
            units[-1][2] = NASALS[c]
        else:
            units.append([c, "", ""])
    for i, unit in enumerate(units):
        if unit[1] != "?":
            continue
        last = i + 1 == len(units)
        inside = (0 < i < len(units) - 1 and units[i - 1][1] not in ("", "?")
                  and units[i + 1][1] not in ("", "?"))
        unit[1] = "" if (last and len(units) > 1 and not unit[2]) or inside else "a"
    return "".join("".join(unit) for unit in units)


def hindi(text, choice):
    text = text.translate(str.maketrans("०१२३४५६७८९।", "0123456789."))
    return re.sub("[\u0900-\u0963]+", lambda match: hindi_word(match.group(), choice), text)


WAYS = {
    "az": ("az-Cyrl", azerbaijani),
    "uz-Latn": ("uz-Cyrl", uzbek),
    "ru": ("ru-Latn", russian),
    "hi": ("hi-Latn", hindi),
}


def main():
    texts = {label: [] for label in WAYS}
    for line in sys.stdin:
        _, label, text = line.rstrip("\n").split("\t")
        if label in texts:
            texts[label].append((zlib.crc32(text.encode()), text))
    for label, (new_label, way) in WAYS.items():
        left = MOST_CHARACTERS
        for choice, text in sorted(texts[label]):
            made = way(text, choice)
            left -= len(made)
            if left < 0:
                break
            print("transliterated", new_label, made, sep="\t")


if __name__ == "__main__":
    main()
