"""Inputs for the cases: documents that differ in every way that a tool might stumble over, and bad lines.

A corpus, as JsonLines here and Wet in crawl.py, is what a row of tools.py names for what its tool reads.
"""

import gzip
import json
import random
import re
import subprocess

LANGUAGES = ("en", "de", "fr", "ja")
WORDS = ("water", "Straße", "l’été", "東京", "🙂", "crawl", "a", "of", "\u0000", "tab\t", 'quote"', "\\")


def document(number, rng):
    """One line, without line end. Key order, number spelling and white space vary, since all must survive."""
    words = rng.choices(WORDS, k=rng.randint(0, 60))
    ensure_ascii = rng.random() < 0.5
    metadata = {
        "language": rng.choice(LANGUAGES),
        "language_score": round(rng.random(), 4),
        "url": f"https://example.org/{number}",
        "dump": f"CC-MAIN-2025-0{number % 3}",
        "token_count": len(words),
        "tokenizer": "words@1",
    }
    fields = {"id": f"doc-{number}", "text": " ".join(words), "source": "web" if number % 2 else "books"}
    if number % 7 == 0:
        fields["id"] = number  # a number is an id too
    if number % 11 == 0:
        fields = dict(reversed(fields.items()))
    line = json.dumps({**fields, "metadata": metadata}, ensure_ascii=ensure_ascii)
    if number % 5 == 0:
        line = line[:-1] + ', "unknown": [1.50, -0.0, 1E+2, {"k": null}, 12345678901234567890123] }'
    # A key of c4, so that --id-key url has something to find.
    if number % 13 == 0:
        line = " " + line
    return (line[:-1].rstrip() + f', "url": "https://example.org/{number}"}}').encode()


def lines(count, seed=1, first=0):
    rng = random.Random(seed)
    return [document(first + number, rng) for number in range(count)]


def as_zstd(data, *options):
    return subprocess.run(["zstd", "-q", "-c", *options], input=data, stdout=subprocess.PIPE,
                          check=True, timeout=120).stdout


def as_gzip(data):
    return gzip.compress(data, 6, mtime=0)


def compressed_for(name, data):
    if name.endswith(".gz"):
        return as_gzip(data)
    if name.endswith(".zst"):
        return as_zstd(data)
    return data


class JsonLines:
    """Documents as lines of JSON."""

    JSON_LINES = True  # lines that tools hand on as they came
    CRAWL = False
    OPTIONS = ("--text-key", "--id-key")  # that tools have which read it
    UNITS = ("documents", "bytes", "tokens")  # of the ledger, that tools count
    BAD, DAMAGED, WRONG_CHECKSUM, TRUNCATED = "bad_json", "damaged_stream", "damaged_stream", "truncated_input"
    GZIP_RATIO = 3  # about

    @property
    def odd_lines(self):
        """That are good documents."""
        return ODD_LINES

    def each_document(self, count, seed=1, first=0):
        """Each with its line end."""
        return [line + b"\n" for line in lines(count, seed, first)]

    def document(self, id, text):
        return json.dumps({"id": id, "text": text}).encode() + b"\n"

    def bad(self, count):
        return b"not JSON\n" * count

    def large(self, size, raw=False):
        """A document that takes `size` bytes of --max-document-bytes; `raw`: what --errors holds of it."""
        return b"".join(self.large_parts(size))

    def large_parts(self, size):
        head, tail = b'{"id":"large","text":"', b'"}\n'
        yield from parts_of(head, size - len(head) - len(tail) + 1, tail)

    def packed(self, name, data):
        """Compressed as the name says."""
        return compressed_for(name, data)

    def found(self, out):
        """The documents of an output, as a list to compare."""
        return out.splitlines(keepends=True)

    def expected(self, given):
        return given.splitlines(keepends=True)

    def unlabelled(self, line):
        """A line of the output without what the tool says of a document that it keeps."""
        return line

    def mixture(self, count=1500):
        """Documents with bad lines of all kinds among them, blank ones, CRLF, long ones, no last newline."""
        rng = random.Random(5)
        parts = []
        for number, line in enumerate(lines(count)):
            parts.append(line + (b"\r\n" if number % 50 == 0 else b"\n"))
            if rng.random() < 0.05:
                parts.append(rng.choice(BAD_LINES)[1] + b"\n")
            if rng.random() < 0.02:
                parts.append(b"\n")
            if number % 400 == 7:
                parts.append(b'{"id":"long","text":"' + b"z" * rng.randint(30_000, 200_000) + b'"}\n')
        return b"".join(parts)[:-1]


class Deduplicated(JsonLines):
    """The same for a tool that drops copies: no document resembles another one, whatever their numbers and seeds, so
    that all are kept where no option says otherwise. Then only ("rejecting") are kept ones labelled: as one of others.
    """

    LABEL = re.compile(rb',"dedup":\{"cluster":("(?:[^"\\]|\\.)*"|\d+),"size":\d+\}')

    @property
    def odd_lines(self):
        return ODD_LINES[:-1]  # the last is a copy

    def each_document(self, count, seed=1, first=0):
        # As many words as the others have, and some that no other document has, however short it is.
        documents = super().each_document(count, f"{seed} {first}", first)
        return [self.told_apart(document, f"{seed}x{first + number}") for number, document in enumerate(documents)]

    @staticmethod
    def told_apart(document, name):
        words = " ".join(f"{name}{letter}" for letter in "abcdef")
        return document.replace(b'"text": "', f'"text": "{words} '.encode(), 1)

    def unlabelled(self, line):
        return self.LABEL.sub(b"", line, count=1)


class Recounted(JsonLines):
    """The same for a tool that counts tokens: what documents say of them becomes its own."""

    JSON_LINES = False
    UNITS = ("documents", "bytes")

    def found(self, out):
        documents = []
        for line in out.splitlines():
            document = json.loads(line)
            for key in ("token_count", "tokenizer"):
                document.get("metadata", {}).pop(key, None)
            if document.get("metadata") == {}:
                del document["metadata"]
            documents.append(document)
        return documents

    def expected(self, given):
        return self.found(given)


class Relabelled(JsonLines):
    """The same for a tool that identifies languages: what documents say of them becomes its own."""

    JSON_LINES = False
    OWNED = ("language", "language_score", "languages", "language_candidates")

    def found(self, out):
        documents = []
        for line in out.splitlines():
            document = json.loads(line)
            metadata = {key: value for key, value in document.pop("metadata", {}).items() if key not in self.OWNED}
            documents.append({**document, "metadata": metadata})
        return documents

    def expected(self, given):
        return self.found(given)


def parts_of(head, size, tail):
    """`size` bytes of text between two others, piece by piece."""
    yield head
    for _ in range(size >> 20):
        yield b"large " * ((1 << 20) // 6) + b"size"
    yield b"x" * (size & ((1 << 20) - 1))
    yield tail


# One bad record of every kind that a line can show, and the reason that it is counted under.
BAD_LINES = (
    ("byte_order_mark", b'\xef\xbb\xbf{"id":"b","text":"t"}'),
    ("invalid_utf8", b'{"id":"b","text":"caf\xe9"}'),
    ("invalid_utf8", b'{"id":"b","text":"t","x":"\xed\xa0\x80"}'),  # a surrogate in UTF-8
    ("invalid_utf8", b'{"id":"b","text":"\xc0\x80"}'),  # an overlong NUL
    ("bad_json", b'{"id":"b","text":"t"'),
    ("bad_json", b'{"id":"b","text":"t"} {}'),
    ("bad_json", b'{"id":"b","text":"t","x":01}'),
    ("bad_json", b'{"id":"b","text":"t","x":[1,]}'),
    ("bad_json", b'{"id":"b","text":"t","x":nul}'),
    ("bad_json", b'{"id":"b","text":"a\x00b"}'),
    ("bad_json", b"\x00\x00\x00\x00"),
    ("bad_json", b'{"id":"b","text":"\\x"}'),
    ("bad_json", b"<html>not JSON</html>"),
    ("too_deep", b'{"id":"b","text":"t","x":' + b"[" * 100 + b"]" * 100 + b"}"),
    ("lone_surrogate", b'{"id":"b","text":"\\ud800"}'),
    ("lone_surrogate", b'{"id":"b","text":"t","x":{"y":"\\udc00 \\ud83d\\ude00"}}'),
    ("duplicate_key", b'{"id":"b","text":"t","text":"u"}'),
    ("duplicate_key", b'{"id":"b","text":"t","x":{"k":1,"\\u006b":2}}'),
    ("not_an_object", b'["id","text"]'),
    ("not_an_object", b"42"),
    ("missing_text", b'{"id":"b"}'),
    ("bad_text", b'{"id":"b","text":null}'),
    ("bad_text", b'{"id":"b","text":["t"]}'),
    ("missing_id", b'{"text":"t"}'),
    ("bad_id", b'{"id":{},"text":"t"}'),
    ("bad_id", b'{"id":true,"text":"t"}'),
    ("bad_metadata", b'{"id":"b","text":"t","metadata":"none"}'),
)

# Odd lines that are good documents.
ODD_LINES = (
    b'{"id":"nul","text":"a\\u0000b"}',
    b'{"id":17,"text":"a number as id"}',
    b'{"id":1.50e3,"text":"and how it is spelled"}',
    b'{"id":"","text":""}',
    b'{"text":"order","id":"o"}',
    b'\t{ "id" : "space" , "text" : "s" , "metadata" : null } ',
    b'{"id":"pair","text":"\\ud83d\\ude00","x":"\xf4\x8f\xbf\xbf"}',
    b'{"id":"same","text":"1"}',
    b'{"id":"same","text":"1"}',
)
