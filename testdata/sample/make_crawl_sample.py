#!/usr/bin/python3
"""Writes crawl.warc.gz and crawl.warc.wet.gz beside itself (or into the folder named): the documents of
documents.jsonl as a crawler would have stored them, and their text as the crawl's WET file has it.

The bytes depend on nothing but documents.jsonl and the version of zlib.
"""

import html
import json
import pathlib
import struct
import sys
import uuid
import zlib

HERE = pathlib.Path(__file__).resolve().parent
DATE = "2026-11-30T08:00:00Z"
ENCODINGS = {"fr": "windows-1252", "es": "iso-8859-1", "pl": "iso-8859-2", "ru": "windows-1251", "ja": "shift_jis"}


def member(data):
    """One gzip member without time and name."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = packer.compress(data) + packer.flush()
    return b"\x1f\x8b\x08\0\0\0\0\0\x02\xff" + body + struct.pack("<II", zlib.crc32(data), len(data))


def record_id(name):
    return f"<urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, name)}>"


def record(kind, id, media_type, block, url=None, date=DATE, more=()):
    lines = ["WARC/1.0", f"WARC-Type: {kind}", f"WARC-Record-ID: {id}", f"WARC-Date: {date}"]
    if url:
        lines.append(f"WARC-Target-URI: {url}")
    lines += [*more, f"Content-Type: {media_type}", f"Content-Length: {len(block)}"]
    return member("\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n")


def warcinfo(name):
    block = "isPartOf: SAMPLE-2026-48\r\nsoftware: make_crawl_sample.py\r\nformat: WARC File Format 1.0\r\n"
    return record("warcinfo", record_id(name), "application/warc-fields", block.encode(),
                  more=(f"WARC-Filename: {name}",))


def page(document, encoding):
    """HTML with what surrounds a text on most sites."""
    language = document["metadata"]["language"]
    site = document["metadata"]["url"].split("/")[2]
    paragraphs = "\n".join(f"<p>{html.escape(line, quote=False)}</p>" for line in document["text"].split("\n"))
    return (f'<!doctype html>\n<html lang="{language}">\n<head><meta charset="{encoding}"><title>{site}</title></head>\n'
            f'<body>\n<nav><a href="/">Home</a> <a href="/about">About</a></nav>\n<article>\n{paragraphs}\n</article>\n'
            f"<footer>{site}</footer>\n</body>\n</html>\n").encode(encoding)


def chunked(body, size=100):
    pieces = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def response(head, body):
    return "\r\n".join(head).encode() + b"\r\n\r\n" + body


def fetched(number, url, date, id, message):
    """What a crawler writes of one page: request, response, metadata."""
    host, _, path = url.removeprefix("https://").partition("/")
    request = f"GET /{path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: sample\r\n\r\n".encode()
    return (record("request", record_id(f"{url} request"), "application/http; msgtype=request", request, url, date)
            + record("response", id, "application/http; msgtype=response", message, url, date)
            + record("metadata", record_id(f"{url} metadata"), "application/warc-fields",
                     f"fetchTimeMs: {100 + number}\r\n".encode(), url, date))


def page_message(number, document):
    """One in five bodies is chunked, one in five gzipped, as servers send them."""
    encoding = ENCODINGS.get(document["metadata"]["language"], "utf-8")
    body = page(document, encoding)
    head = ["HTTP/1.1 200 OK", f"Content-Type: text/html; charset={encoding}"]
    if number % 5 == 1:
        head.append("Transfer-Encoding: chunked")
        body = chunked(body)
    elif number % 5 == 2:
        head.append("Content-Encoding: gzip")
        body = member(body)
    else:
        head.append(f"Content-Length: {len(body)}")
    return response(head, body)


# What else a crawl finds: a page that is gone, one that moved, plain text, an image.
EXTRAS = (
    ("https://locks.example/gone.html", response(["HTTP/1.1 404 Not Found", "Content-Type: text/html"], b"<h1>Gone</h1>")),
    ("https://bread.example/", response(["HTTP/1.1 301 Moved Permanently", "Location: /2.html"], b"")),
    ("https://mills.example/robots.txt", response(["HTTP/1.1 200 OK", "Content-Type: text/plain"],
                                                  b"User-agent: *\nDisallow: /private/\n")),
    ("https://maps.example/dot.png", response(
        ["HTTP/1.1 200 OK", "Content-Type: image/png"],
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\0\0\0\0:~\x9bU")),
)


def documents():
    """Those lines of documents.jsonl that are documents with a URL."""
    for line in (HERE / "documents.jsonl").read_text(encoding="utf-8").splitlines():
        try:
            document = json.loads(line)
        except ValueError:
            continue
        if "text" in document:
            yield document


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    warc, wet = warcinfo("crawl.warc.gz"), warcinfo("crawl.warc.wet.gz")
    for number, document in enumerate(documents()):
        url, date = document["metadata"]["url"], document["metadata"]["date"]
        response_id = record_id(f"{url} response")
        warc += fetched(number, url, date, response_id, page_message(number, document))
        wet += record("conversion", document["id"], "text/plain", document["text"].encode() + b"\n", url, date,
                      more=(f"WARC-Refers-To: {response_id}",))
    for number, (url, message) in enumerate(EXTRAS):
        warc += fetched(number, url, DATE, record_id(f"{url} response"), message)
    (folder / "crawl.warc.gz").write_bytes(warc)
    (folder / "crawl.warc.wet.gz").write_bytes(wet)


if __name__ == "__main__":
    main()
