"""Readers of the messages of programs, of CLDR and of books within code. As those of packages/readers.py: each takes a file's
name and bytes and yields documents, a message a line."""

import gzip
import html
import io
import itertools
import json
import re
import struct
import zipfile

import readers


class Prose(readers.MarkupText):
    """The text of markup without what is shown as typed: programs and their output."""

    SKIPPED = readers.MarkupText.SKIPPED | {"pre", "screen", "programlisting", "literallayout", "synopsis", "cmdsynopsis", "code",
                                            "funcsynopsis", "abstract", "authorgroup", "legalnotice"}
    INLINE = readers.MarkupText.INLINE - {"code"}


def read_prose(name, data):
    parser = Prose()
    parser.feed(readers.decode(readers.unpacked(name, data)))
    parser.close()
    parser.flush()
    yield "\n".join(line.removeprefix("Title is: ") for line in parser.lines)


FLUENT_FIELD = re.compile(r"^(?:-?[a-zA-Z][\w-]*|\s+\.[\w-]+|\s*\*?\[[\w-]+\])\s*=?\s*(.*)")


def fluent(text):
    """The patterns of Mozilla's Fluent: `id = text`, attributes, variants and lines that go on."""
    for line in text.splitlines():
        if line.startswith("#") or re.match(r"\s*\.?[\w-]*(?:accesskey|commandkey|key|style|width)\s*=", line):
            continue
        found = FLUENT_FIELD.match(line)
        line = found[1] if found else line.strip()
        if line and not re.match(r"[{}]|-?brand", line):
            yield re.sub(r"\{[^{}]*\}", " ", line)


def properties(text):
    for line in text.splitlines():
        if line[:1] in "#!;[" or "=" not in line:
            continue
        key, _, value = line.partition("=")
        if not re.search(r"(?:accesskey|commandkey|\.key|charset|style|size|width|height|url)\s*$", key, re.I):
            yield re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), value.strip())


def read_xpi(name, data):
    """Language packs of Firefox and Thunderbird: archives of .ftl, .properties and .dtd files."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for member in sorted(archive.namelist()):
            suffix = member.rpartition(".")[2]
            if suffix not in ("ftl", "properties", "dtd") or re.search(r"region|css\.prop|layout_errors|webaudio|timezones", member):
                continue
            text = archive.read(member).decode("utf-8", "replace")
            if suffix == "ftl":
                yield "\n".join(fluent(text))
            elif suffix == "properties":
                yield "\n".join(properties(text))
            else:
                pairs = re.findall(r'<!ENTITY\s+(\S+)\s+"([^"]*)"', text)
                yield "\n".join(" ".join(value.split()) for key, value in pairs if not key.endswith("key"))


def read_qm(name, data):
    """Qt's compiled translations: sections of a tag, a size and records; of the messages, tag 3 is the
    translation (UTF-16), an empty one where nobody translated."""
    if data[:4] != bytes.fromhex("3cb86418"):
        return
    at, lines = 16, []
    while at + 5 <= len(data):
        tag, size = struct.unpack(">BI", data[at:at + 5])
        section, at = data[at + 5:at + 5 + size], at + 5 + size
        if tag != 0x69:
            continue
        i = 0
        while i < len(section):
            kind = section[i]
            i += 1
            if kind == 1:
                continue
            if kind == 5:
                i += 4
                continue
            size = struct.unpack(">I", section[i:i + 4])[0]
            i += 4
            if size == 0xffffffff:
                continue
            if kind == 3:
                lines.append(section[i:i + size].decode("utf-16-be", "replace"))
            i += size
    yield "\n".join(readers.plain_message(re.sub("[\x9c\n]+", "\n", line)) for line in lines)


def read_pak(name, data):
    """Chromium's resources: version, encoding, count, then (id, offset) of each; the texts follow."""
    version, encoding, count = struct.unpack("<IIH", data[:10])
    if version != 5 or encoding & 255 != 1:
        return
    entries = [struct.unpack("<HI", data[12 + 6 * i:18 + 6 * i]) for i in range(count + 1)]
    lines = []
    for (_, start), (_, end) in zip(entries, entries[1:]):
        text = data[start:end]
        if text[:2] == b"\x1f\x8b":
            text = gzip.decompress(text)
        text = text.decode("utf-8", "replace")
        # ICU's choices: {COUNT, plural, =1 {…} other {…}}
        if re.match(r"\s*\{[A-Z_0-9]+, *(?:plural|select)", text):
            text = "\n".join(re.findall(r"(?:=\d+|zero|one|two|few|many|other|\w+) *\{((?:[^{}]|\{[^{}]*\})*)\}", text))
        lines.append(text)
    yield "\n".join(lines)


CLDR_LEAF = re.compile(r"<(language|script|territory|variant|key|type|month|day|dayPeriod|displayName|relative|annotation|exemplarCity|"
                       r"standard|daylight|generic|unitPattern|relativeTimePattern|era|quarter|keyword|characterLabelPattern|characterLabel)"
                       r"\b([^<>]*)>([^<>]*)</\1>")


def read_cldr(name, data):
    """Names of languages, countries, cities, units, days and emoji, with the words that emoji are looked for by; names
    of one kind six a line."""
    found = {}
    for kind, attributes, text in CLDR_LEAF.findall(readers.decode(data)):
        text = html.unescape(text).replace(" | ", ", ")
        if re.search(r'alt="|draft="unconfirmed|type="(?:narrow|short)', attributes) or len(text) < 2 or "↑" in text or text.isupper():
            continue
        found.setdefault(kind, []).append(re.sub(r"\{\d\}", " ", text))
    lines = []
    for kind, texts in sorted(found.items()):
        texts = list(dict.fromkeys(texts))
        step = 2 if kind == "annotation" else 6
        lines.extend(", ".join(texts[i:i + step]) for i in range(0, len(texts), step))
    yield "\n".join(lines)


def read_templates(name, data):
    """(language, text) of debconf's questions: `Description-de.UTF-8: …` and the indented lines behind it."""
    for field, text in re.findall(r"^(?:Description|Choices)(-[\w@]+\.UTF-8)?: *((?:.*\n)(?:[ \t].*\n)*)", data.decode("utf-8", "replace") + "\n", re.M):
        first, _, rest = text.partition("\n")
        paragraphs = [" ".join(paragraph.split()) for paragraph in re.split(r"\n ?\.\n", rest)]
        yield field[1:].removesuffix(".UTF-8") or "en", "\n".join([first] + paragraphs)


def strings_of(pool):
    """Android's string pool: offsets, then texts with their lengths, in UTF-8 or UTF-16."""
    count, _, flags, start = struct.unpack("<4I", pool[8:24])
    wide = not flags & 0x100
    for offset in struct.unpack(f"<{count}I", pool[28:28 + 4 * count]):
        at = start + offset
        if wide:
            size = struct.unpack("<H", pool[at:at + 2])[0]
            if size & 0x8000:
                size, at = (size & 0x7fff) << 16 | struct.unpack("<H", pool[at + 2:at + 4])[0], at + 2
            yield pool[at + 2:at + 2 + 2 * size].decode("utf-16-le", "replace")
        else:
            at += 2 if pool[at] & 0x80 else 1
            size, at = ((pool[at] & 0x7f) << 8 | pool[at + 1], at + 2) if pool[at] & 0x80 else (pool[at], at + 1)
            yield pool[at:at + size].decode("utf-8", "replace")


def chunks(data, at, end):
    """(type, size of header, chunk) of Android's compiled resources."""
    while at + 8 <= end:
        kind, head, size = struct.unpack("<HHI", data[at:at + 8])
        yield kind, head, data[at:at + size]
        at += max(size, 8)


def locale_of(config):
    """The language of a configuration: two letters, or three packed into 15 bits; with the script if it is named."""
    if config[8] & 0x80:
        bits = (config[8] & 0x7f) << 8 | config[9]
        code = "".join(chr(ord("a") + (bits >> shift & 31)) for shift in (0, 5, 10))
    else:
        code = config[8:10].decode("latin-1").strip("\0")
    country, script = config[10:12].decode("latin-1").strip("\0"), config[36:40].decode("latin-1").strip("\0")
    return "-".join(part for part in (code, script or (country if code == "zh" else "")) if part)


def read_apk(name, data):
    """(language, text) of an Android application's strings."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        data = archive.read("resources.arsc")
    strings, found = [], {}
    for kind, head, chunk in chunks(data, 12, len(data)):
        if kind == 1:
            strings = list(strings_of(chunk))
        for kind, head, chunk in chunks(chunk, head, len(chunk)) if kind == 0x200 else ():
            if kind != 0x201:
                continue
            count, start = struct.unpack("<2I", chunk[12:20])
            lines = found.setdefault(locale_of(chunk[20:20 + 40]), [])
            for offset in struct.unpack(f"<{count}I", chunk[head:head + 4 * count]):
                if offset == 0xffffffff or chunk[9] & 1:
                    continue
                at = start + offset
                complex_entry = struct.unpack("<H", chunk[at + 2:at + 4])[0] & 1
                values = struct.unpack("<I", chunk[at + 12:at + 16])[0] if complex_entry else 1
                for i in range(values):
                    value = at + 16 + 12 * i + 4 if complex_entry else at + 8
                    if chunk[value + 3] == 3:
                        lines.append(strings[struct.unpack("<I", chunk[value + 4:value + 8])[0]])
    for code, lines in sorted(found.items()):
        yield code or "en", "\n".join(" ".join(line.split()) for line in lines)


def read_stamps(name, data):
    """(language, text) of what a Tux Paint stamp shows: `sw.utf8=Paka mweusi.`"""
    for code, text in re.findall(r"^([\w@]+)\.utf8=(.*)$", readers.decode(data), re.M):
        yield code, text.strip()


def read_extension(name, data):
    """Messages of a browser's extension: {"key": {"message": …}}."""
    messages = json.loads(readers.decode(data))
    yield "\n".join(re.sub(r"\$\w+\$", " ", entry.get("message", "")) for key, entry in sorted(messages.items()))


def read_po(name, data):
    """A catalogue's source: the translations, their lines joined."""
    lines = []
    for entry in re.split(r"\n\s*\n", data.decode("utf-8", "replace"))[1:]:
        if "#, fuzzy" not in entry and not entry.startswith("#~"):
            for strings in re.findall(r'^msgstr(?:\[\d\])? ((?:"(?:[^"\\]|\\.)*"\s*)+)', entry, re.M):
                lines.append("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', strings)).replace('\\"', '"').replace("\\n", "\n"))
    yield "\n".join(readers.plain_message(line) for line in lines)


def read_php_text(name, data):
    """Faker's books: one long string in a heredoc."""
    for book in re.findall(r"<<<'?\"?(\w+)'?\"?\n(.*?)\n\s*\1;", data.decode("utf-8", "replace"), re.S):
        yield "\n".join(readers.unwrapped(book[1]))


def read_php_strings(name, data):
    """`$labels['x'] = '…';` and `'x' => '…'`, as web mail and wikis keep their messages."""
    text = data.decode("utf-8", "replace")
    found = re.findall(r"""(?:\]|=>?)\s*=?>?\s*'((?:[^'\\]|\\.)*)'\s*[;,]""", text) + re.findall(r"""\]\s*=>?\s*"((?:[^"\\]|\\.)*)"\s*[;,]""", text)
    yield "\n".join(value.replace("\\'", "'").replace("\\n", "\n") for value in found)


def read_wiki(name, data):
    """DokuWiki's pages: headings in ===, paragraphs parted by blank lines."""
    text = re.sub(r"<(code|file)\b.*?</\1>|~~\w+~~|%%|\\\\", " ", data.decode("utf-8", "replace"), flags=re.S)
    yield "\n".join(readers.unwrapped(re.sub(r"@\w+@", " ", text)))


def read_lyx(name, data):
    """LyX's manuals: the text of layouts of prose; insets are marked by lines that begin with a backslash."""
    text = readers.decode(readers.unpacked(name, data))
    paragraphs, skipped = [], 0
    for block in re.findall(r"\\begin_layout (?:Standard|Itemize|Enumerate|Description|Section|Subsection|Quotation)\n(.*?)\\end_layout", text, re.S):
        line = " ".join(itertools.filterfalse(lambda part: part.startswith("\\") or re.match(r"\w+ (?:true|false|\d)|status|arg |name ", part),
                                              block.split("\n")))
        skipped += not line
        paragraphs.append(" ".join(line.split()))
    yield "\n".join(paragraphs)


READERS = {"prose": read_prose, "xpi": read_xpi, "qm": read_qm, "pak": read_pak, "cldr": read_cldr, "php-text": read_php_text,
           "php": read_php_strings, "wiki": read_wiki, "lyx": read_lyx, "extension": read_extension, "po": read_po}
# Readers that tell the language of each document.
IN_MANY_LANGUAGES = {"templates": read_templates, "apk": read_apk, "stamps": read_stamps}
