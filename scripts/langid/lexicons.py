"""Readers of word lists: spelling dictionaries, the dictionaries of OCR, bilingual dictionaries. They yield lines of eight words.

The words of a list come in the order of their hashes, so that no line is of one stem. Lists know no
frequencies: corpus.py takes few of them.
"""

import hashlib
import re
import struct

import readers

WORDS_A_LINE = 8
MOST_WORDS = 60_000
WORD = re.compile(r"[^\W\d_]+(?:['’ʼʻ-][^\W\d_]+)*['’ʼ]?|\w*[\u0300-\u036f\u0900-\u0dff\u0e00-\u109f\u1780-\u17ff\u200c\u200d\w]+")


def lines_of(words):
    """A document of the words, no capitals' acronyms, in the order of their hashes."""
    words = {word for word in words if len(word) > 1 and WORD.fullmatch(word) and not (word.isupper() and word.lower() != word)}
    words = sorted(words, key=lambda word: hashlib.blake2b(word.encode("utf-8", "replace"), digest_size=8).digest())[:MOST_WORDS]
    yield "\n".join(" ".join(words[i:i + WORDS_A_LINE]) for i in range(0, len(words), WORDS_A_LINE))


def read_hunspell(name, data):
    """Stems of a .dic: a count, then word/FLAGS a line, in the encoding that the .aff names: UTF-8, or found
    by trying."""
    for encoding in ("utf-8", ENCODINGS.get(re.sub(r".*/(\w\w)[^/]*$", r"\1", name), "cp1252"), "latin-1"):
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    yield from lines_of(re.split(r"[/\t ]", line, maxsplit=1)[0] for line in text.splitlines()[1:])


ENCODINGS = {"be": "cp1251", "bg": "cp1251", "ru": "koi8-r", "uk": "koi8-u", "mk": "cp1251", "sr": "cp1251", "cs": "iso8859-2",
             "sk": "iso8859-2", "pl": "iso8859-2", "hu": "iso8859-2", "hr": "iso8859-2", "sl": "iso8859-2", "ro": "iso8859-2",
             "bs": "iso8859-2", "et": "iso8859-15", "lt": "iso8859-13", "lv": "iso8859-13", "el": "iso8859-7", "he": "iso8859-8",
             "tr": "iso8859-9", "eo": "iso8859-3", "mt": "iso8859-3", "cy": "iso8859-14", "th": "tis-620"}
UNICHARSET, WORDS_OF = 21, 19  # components of a trained model: its characters, its words


def read_dawg(name, data):
    """The words of Tesseract's model: a graph of letters whose edges are 64 bits: letter, three flags (last of its node, backward,
    end of a word), next node."""
    count = struct.unpack("<i", data[:4])[0]
    offsets = struct.unpack(f"<{count}q", data[4:4 + 8 * count])
    ends = sorted(offset for offset in offsets if offset >= 0) + [len(data)]

    def component(i):
        start = offsets[i] if i < count else -1
        return b"" if start < 0 else data[start:ends[ends.index(start) + 1]]

    characters = [line.split(" ")[0] for line in component(UNICHARSET).decode("utf-8", "replace").split("\n")[1:]]
    graph = component(WORDS_OF)
    if not graph or not characters:
        return
    _, size, count = struct.unpack("<hii", graph[:10])
    edges = struct.unpack(f"<{count}Q", graph[10:10 + 8 * count])
    flags = max(1, (size).bit_length())
    letter, words, stack = (1 << flags) - 1, [], [(0, "")]
    while stack and len(words) < 10 * MOST_WORDS:
        edge, prefix = stack.pop()
        while True:
            value = edges[edge]
            word = prefix + (characters[value & letter] if value & letter < len(characters) else "")
            if value >> flags & 4:
                words.append(word)
            if value >> (flags + 3) and len(word) < 40:
                stack.append((value >> (flags + 3), word))
            if value >> flags & 1:
                break
            edge += 1
    yield from lines_of(words)


def read_headwords(name, data):
    """The left side of a bilingual dictionary: dictd's index."""
    heads = (line.split("\t")[0] for line in data.decode("utf-8", "replace").splitlines() if not line.startswith("00"))
    yield from lines_of(word for head in heads for word in head.split())


READERS = {"hunspell": read_hunspell, "dawg": read_dawg, "headwords": read_headwords}
