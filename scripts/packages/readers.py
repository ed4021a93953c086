"""How a packaged file becomes text. Every reader takes a file's bytes and yields documents (str)."""

import bz2
import gzip
import html.parser
import json
import lzma
import re
import struct
import zlib

# Pieces into which books, dictionaries and catalogues are cut, in characters.
PIECE = 6_000
# Words taken of a list, the most frequent.
MOST_WORDS = 50_000


def decode(data):
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            pass
    return data.decode("latin-1")


def unpacked(name, data):
    """Dictzip (.dz) is gzip too."""
    if name.endswith((".gz", ".dz")):
        return gzip.decompress(data)
    return data


def pieces(paragraphs, limit=PIECE):
    """Joins paragraphs to documents of about `limit` characters."""
    piece, size = [], 0
    for paragraph in paragraphs:
        piece.append(paragraph)
        size += len(paragraph)
        if size >= limit:
            yield "\n".join(piece)
            piece, size = [], 0
    if piece:
        yield "\n".join(piece)


def unwrapped(text, parted=r"\n\s*\n"):
    """Paragraphs (parted by blank lines) on one line each."""
    for paragraph in re.split(parted, text):
        line = " ".join(paragraph.split())
        if line:
            yield line


class MarkupText(html.parser.HTMLParser):
    """The text of HTML, DocBook or Mallard: a line a block, white space folded except in <pre>."""

    SKIPPED = {"script", "style", "head", "nav", "svg", "noscript", "info", "button", "form"}
    INLINE = {"a", "abbr", "acronym", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "font", "i",
              "img", "ins", "kbd", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "tt", "u",
              "var", "wbr", "app", "cmd", "file", "gui", "guiseq", "input", "key", "keyseq", "link", "output", "sys",
              "application", "command", "emphasis", "filename", "guibutton", "guilabel", "guimenu", "guimenuitem",
              "keycap", "option", "userinput", "note", "w", "divinename", "transchange", "seg"}

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.lines, self.line, self.skipped, self.pre = [], [], [], 0

    def flush(self):
        text = "".join(self.line)
        self.line = []
        if self.pre:
            self.lines.extend(line.rstrip() for line in text.split("\n") if line.strip())
        else:
            text = " ".join(text.split())
            if text:
                self.lines.append(text)

    def handle_starttag(self, tag, attrs):
        if tag in self.SKIPPED:
            self.skipped.append(tag)
        elif tag not in self.INLINE:
            self.flush()
            self.pre += tag in ("pre", "screen", "programlisting")

    def handle_startendtag(self, tag, attrs):
        if tag not in self.INLINE:
            self.flush()

    def handle_endtag(self, tag):
        if tag in self.skipped:
            while self.skipped.pop() != tag:
                pass
        elif tag not in self.INLINE:
            self.flush()
            if tag in ("pre", "screen", "programlisting"):
                self.pre = max(0, self.pre - 1)

    def handle_data(self, data):
        if not self.skipped:
            self.line.append(data)


def markup_lines(text):
    parser = MarkupText()
    parser.feed(text)
    parser.close()
    parser.flush()
    return parser.lines


def read_html(name, data):
    yield from pieces(markup_lines(decode(unpacked(name, data))))


def read_text(name, data):
    text = decode(unpacked(name, data))
    yield from pieces(line.rstrip() for line in text.splitlines())


def read_rst(name, data):
    """reStructuredText without its directives' options and targets."""
    lines = [line.rstrip() for line in decode(unpacked(name, data)).splitlines()]
    yield from pieces(line for line in lines if not re.match(r"\s*(\.\. |:[\w-]+:)|\s*[=~^\"'*#+-]{4,}$", line))


def read_man(name, data):
    """A manual page's words: requests dropped, macros of text kept, escapes resolved."""
    text = decode(unpacked(name, data))
    if text.startswith(".so "):
        return
    text = re.sub(r"\\(f\[\w*\]|f\(..|f.|s[+-]?\d|[&/,|^%:]|[mM]\[\w*\])", "", text)
    text = re.sub(r"\\\((em|en|hy|aq|dq|bu|co|lq|rq|oq|cq|ga|ti|ha|rs|la|ra)|\\\[(\w+)\]", " ", text)
    text = text.replace("\\-", "-").replace("\\ ", " ").replace("\\e", "\\").replace("\\(", "")
    paragraphs, line = [], []
    for raw in text.splitlines():
        macro = re.match(r"[.']\s*(\w*)\s*(.*)", raw)
        if macro is None:
            line.append(raw.strip())
            continue
        if macro[1] in ("B", "I", "BR", "IR", "RB", "RI", "BI", "IB", "SM", "UR", "MT"):
            words = re.findall(r'"([^"]*)"|(\S+)', macro[2])
            line.append(("" if len(macro[1]) == 2 else " ").join(a or b for a, b in words))
        elif macro[1] not in ("\\", ""):
            paragraphs.append(" ".join(line))
            line = [macro[2].replace('"', "")] if macro[1] in ("SH", "SS") else []
    paragraphs.append(" ".join(line))
    yield from pieces(" ".join(p.split()) for p in paragraphs if p.strip())


def catalogue(data):
    """(msgid, msgstr) of a GNU message catalogue; plurals are parted by NUL."""
    order = "<" if data[:4] == b"\xde\x12\x04\x95" else ">"
    count, ids, strings = struct.unpack(order + "3I", data[8:20])
    for i in range(count):
        size, at = struct.unpack(order + "2I", data[ids + 8 * i:ids + 8 * i + 8])
        msgid = data[at:at + size]
        size, at = struct.unpack(order + "2I", data[strings + 8 * i:strings + 8 * i + 8])
        yield msgid, data[at:at + size]


def plain_message(message):
    """Without marks of shortcut keys, markup and escapes of line ends."""
    message = re.sub(r"<[^<>]*>", "", message.split("\4")[-1])
    message = re.sub(r"(?<!\w)[&~_](?=\w)|(?<=\w)[&~](?=\w)|\(?&\w\)?$", "", message)
    return message.replace("\\n", "\n")


def read_mo(name, data):
    """A catalogue's translations."""
    lines = []
    for msgid, string in catalogue(data):
        if msgid and string != msgid:
            for form in string.split(b"\0"):
                lines.append(plain_message(form.decode("utf-8", "replace")))
    yield from pieces(lines)


def read_ids(name, data):
    """What a catalogue's translations are made from: English."""
    yield from pieces(plain_message(form.decode("utf-8", "replace"))
                      for msgid, _ in catalogue(data) for form in msgid.split(b"\0"))


def read_messages(name, data):
    """MediaWiki's i18n files: an object of messages."""
    try:
        messages = json.loads(data)
    except ValueError:
        return
    yield from pieces(plain_message(text) for key, text in messages.items()
                      if isinstance(text, str) and not key.startswith("@"))


def read_fortune(name, data):
    if name.endswith((".dat", ".u8")):
        return
    text = re.sub(r"\x1b\[[\d;]*m", "", decode(data))
    yield from pieces(text.replace("\n%\n", "\n\n").splitlines())


def read_dict(name, data):
    """dictd's databases: hard-wrapped articles, references in braces."""
    text = re.sub(r"\[(1913 Webster|PJC|WordNet 1\.5|Webster 1913 Suppl\.|\{?Jargon File\}?)[^\]]*\]|[{}]", "",
                  decode(unpacked(name, data)))
    yield from pieces(unwrapped(text, parted=r"\n\s*\n|\n(?=\S)"))


def read_quoted(name, data):
    """Endless Sky's missions: what is said stands in backquotes."""
    yield from pieces(line for line in re.findall(r"`\s*([^`\n]+)`", decode(data)) if " " in line)


def read_sword(name, data):
    """SWORD modules: zlib streams, here found by their headers, of text marked up in OSIS or ThML."""
    if not name.endswith((".bzz", ".czz")):
        return
    texts, end = [], 0
    for header in re.finditer(rb"\x78[\x01\x5e\x9c\xda]", data):
        if header.start() < end:
            continue
        stream = zlib.decompressobj()
        try:
            text = stream.decompress(data[header.start():])
        except zlib.error:
            continue
        if stream.eof:
            texts.append(text)
            end = len(data) - len(stream.unused_data)
    yield from pieces(markup_lines(re.sub(r"<note.*?</note>", "", decode(b"\n".join(texts)), flags=re.S)))


def read_rdb(name, data):
    """R's lazy-load database: compressed serialised vectors, of which the strings."""
    at = 0
    while at + 5 <= len(data):
        # Blocks lie one behind another; their sizes stand in an index beside the file, but streams
        # know where they end.
        kind, body = data[at + 4:at + 5], data[at + 5:]
        if kind == b"2":
            stream = bz2.BZ2Decompressor()
        elif kind == b"Z":
            stream = lzma.LZMADecompressor(format=lzma.FORMAT_RAW, filters=[
                {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME}])
        else:
            stream, body = zlib.decompressobj(), data[at + 4:]
        block = stream.decompress(body)
        at += len(data) - at - len(stream.unused_data)
        lines, end = [], 0
        # A CHARSXP: type 9 in the low byte of its flags, then its length.
        for found in re.finditer(rb"\x00[\x00-\x0f][\x00-\xff]\x09(\x00\x00[\x00-\x0f][\x00-\xff])", block):
            size = int.from_bytes(found[1], "big")
            if found.start() >= end:
                lines.append(block[found.end():found.end() + size].decode("utf-8", "replace"))
                end = found.end() + size
        yield from pieces(unwrapped("\n".join(lines)))


def read_words(name, data):
    """Lists of word and frequency, or of frequency and word (Onboard's models): lines of count, tab,
    word, for the corpus to repeat. Han stands without spaces, other words behind one."""
    found = {}
    for line in decode(data).split("\\2-grams:")[0].splitlines():
        first, second, *_ = line.split() + ["", ""]
        if second.isdigit() and re.fullmatch(r"[\u3400-\u9fff]{2,}", first):
            found[first] = int(second)
        elif first.isdigit() and not re.search(r"[<>\d]", second):
            found[" " + second] = int(first)
    top = sorted(found.items(), key=lambda item: (-item[1], item[0]))[:MOST_WORDS]
    yield "\n".join(f"{count}\t{word}" for word, count in top)


def read_code(name, data):
    """Source text as it stands; no minified files, nor what is not UTF-8."""
    data = unpacked(name, data)
    if len(data) > 400_000 or b"\0" in data:
        return
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return
    lines = text.split("\n")
    if len(text) > 150 * len(lines) or any(len(line) > 4000 for line in lines):
        return
    yield text


READERS = {"html": read_html, "page": read_html, "text": read_text, "rst": read_rst, "man": read_man, "mo": read_mo,
           "ids": read_ids, "messages": read_messages, "fortune": read_fortune, "dict": read_dict,
           "quoted": read_quoted, "sword": read_sword, "rdb": read_rdb, "words": read_words, "code": read_code}
