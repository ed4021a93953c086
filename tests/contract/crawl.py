"""Crawl files for the cases: documents as records of WET and WARC files."""

import json
import random
import re

import corpora

WORDS = tuple(word for word in corpora.WORDS if "\0" not in word)  # with one it would be no text
RECORD = re.compile(rb"(?=WARC/1\.0\r\n)")
DATE = "2025-01-17T06:00:10Z"


def record(kind, id, block, media_type="text/plain", url=None):
    """A WARC record; one without a block has no Content-Length, and so is bad."""
    head = [
        "WARC/1.0",
        f"WARC-Type: {kind}",
        f"WARC-Record-ID: <urn:uuid:{id}>",
        f"WARC-Target-URI: {url or f'https://example.org/{id}'}",
        f"WARC-Date: {DATE}",
        f"Content-Type: {media_type}",
        *([] if block is None else [f"Content-Length: {len(block)}"]),
    ]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + (block or b"") + b"\r\n\r\n"


def response(id, body, status="200 OK", media_type="text/plain; charset=utf-8"):
    head = f"HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\nContent-Length: {len(body)}\r\n\r\n"
    return record("response", id, head.encode() + body, "application/http; msgtype=response")


# Candidates of a ledger that give no document, and the reason.
REJECTED = (
    ("empty", lambda id, text: record("conversion", id, b" \r\n\t")),
    ("http_status", lambda id, text: response(id, text, "404 Not Found")),
    ("media_type", lambda id, text: response(id, b"%PDF-1.7\n" + text, media_type="application/pdf")),
    ("media_type", lambda id, text: record("resource", id, b"\x89PNG\r\n\x1a\n" + text, "image/png")),
    ("charset", lambda id, text: response(id, text + b"\x82\xa0", media_type="text/plain; charset=iso-2022-kr")),
)


def candidate(number, rng):
    """A record of which the ledger takes note: mostly a conversion, and each tenth is rejected."""
    id = f"{number:08x}"
    text = "a " + " ".join(rng.choices(WORDS, k=rng.randint(0, 60)))
    if number % 10 == 3:
        return REJECTED[number // 10 % len(REJECTED)][1](id, text.encode())
    if number % 10 == 7:
        return response(id, text.encode())
    return record("conversion", id, text.encode())


def split(data):
    """Records, with whatever is between each and the next."""
    return [piece for piece in RECORD.split(data) if piece]


class Wet:
    """Conversions of a WET file, and responses and resources of a WARC file among them; a gzip member or zstd frame
    each."""

    JSON_LINES = False
    CRAWL = True
    OPTIONS = ()
    UNITS = ("documents", "bytes")
    BAD, DAMAGED, WRONG_CHECKSUM, TRUNCATED = "bad_length", "damaged_member", "bad_crc", "truncated_member"
    GZIP_RATIO = 1  # small members hardly shrink

    def each_document(self, count, seed=1, first=0):
        rng = random.Random(seed)
        return [candidate(first + number, rng) for number in range(count)]

    def document(self, id, text):
        return record("conversion", id, text.encode())

    def bad(self, count):
        return record("conversion", "bad", None) * count

    def large(self, size, raw=False):
        whole = b"".join(self.large_parts(size))
        return whole.removesuffix(b"\r\n\r\n") if raw else whole

    def large_parts(self, size):
        head = record("conversion", "large", b"").removesuffix(b"\r\n\r\n")
        yield from corpora.parts_of(head.replace(b"Content-Length: 0", b"Content-Length: %d" % size), size, b"\r\n\r\n")

    def packed(self, name, data):
        if not name.endswith((".gz", ".zst")):
            return data
        if name.endswith(".zst") and data:  # a process for each frame would take too long
            pieces = split(data)
            few = max(1, len(pieces) // 20)
            pieces = [b"".join(pieces[at : at + few]) for at in range(0, len(pieces), few)]
        else:
            pieces = split(data) or [data]
        return b"".join(corpora.compressed_for(name, piece) for piece in pieces)

    def found(self, out):
        """What does not depend on where the record was: not the file's name and the offset."""
        documents = []
        for line in out.splitlines():
            document = json.loads(line)
            metadata = document["metadata"]
            documents.append((document["id"], document["text"], metadata["url"], metadata["date"], metadata.get("reject")))
        return documents

    def expected(self, given):
        """What the records say, read again in a few lines of Python."""
        documents = []
        for piece in split(given):
            head, _, rest = piece.partition(b"\r\n\r\n")
            fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
            if "Content-Length" not in fields:
                continue
            text = rest[: int(fields["Content-Length"])]
            if fields["WARC-Type"] == "response":
                http, _, text = text.partition(b"\r\n\r\n")
                if not http.startswith(b"HTTP/1.1 200") or b"text/plain; charset=utf-8" not in http:
                    continue
            elif fields["WARC-Type"] != "conversion" or not text.strip():
                continue
            documents.append((fields["WARC-Record-ID"], text.decode(), fields["WARC-Target-URI"],
                              fields["WARC-Date"], None))
        return documents

    def mixture(self, count=1500):
        """With records that are no candidates, bad ones, garbage and blanks between, long ones."""
        rng = random.Random(5)
        parts = [record("warcinfo", "info", b"software: test\r\n", "application/warc-fields")]
        for number, document in enumerate(self.each_document(count)):
            id = f"{number:08x}"
            if number % 3 == 0:
                parts.append(record("request", id + "-q", b"GET / HTTP/1.1\r\n\r\n", "application/http; msgtype=request"))
            parts.append(document)
            if rng.random() < 0.05:
                parts.append(rng.choice((self.bad(1), b"garbage between records\r\n", document[:-40])))
            if rng.random() < 0.02:
                parts.append(b"\r\n\r\n")
            if number % 400 == 7:
                parts.append(record("conversion", "long", b"z" * rng.randint(30_000, 200_000)))
        return b"".join(parts)[:-2]
