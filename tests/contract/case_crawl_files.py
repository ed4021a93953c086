"""Real crawl files with oddities (warc/ below SLUICE_DATA): what --list shows of each, and what is lost."""

import collections
import os
import pathlib
import typing

from case_crawl import CrawlCase

EXAMPLE = "http://example.com/"


class Expected(typing.NamedTuple):
    """Of a file: lines of --list as "count kind type status", some or all of their URLs, losses, and the exit code."""

    lines: tuple
    urls: tuple = ()
    bad: dict = {}
    code: int = 0
    allowed: int = 0  # the exit code with --allow-truncated


EXAMPLE_LINES = ("2 warcinfo - -", "1 response text/html 200", "2 request - -", "1 revisit - -")

FILES = {
    "jwarc/cc.warc.gz": Expected(("1 response text/html 200",), ("http://commoncrawl.org/",)),
    # Extra field and subfields in the gzip header.
    "jwarc/gzip_extra_sl.warc.gz": Expected(("1 warcinfo - -",)),
    # Records of exactly a reader's block, of an unknown type.
    "resiliparse/block-sized-records.warc.gz": Expected(("3 other - -",)),
    # One member, cut off.
    "resiliparse/clipped.warc.gz": Expected((), (), {"truncated_member": 1}, code=3, allowed=1),
    # WARC/0.18; line feeds alone; bodies said to be gzip that are not.
    "resiliparse/clueweb-quirk.warc.gz": Expected(("1 warcinfo - -", "29 response text/html 200")),
    "resiliparse/warcfile.warc.gz": Expected(
        ("1 warcinfo - -", "17 request - -", "16 response text/html 200", "16 metadata - -"),
        ("http://003338.cn/l41/481397.html", "http://01spb.ru/company/")),
    # Lengths of -1 and "abc", and dates of 18 digits; one record between them is good.
    "warcio/bad.arc": Expected(
        ("1 warcinfo - -", "1 response text/plain -", "2 response text/html -"), (EXAMPLE,), {"bad_length": 3}),
    # All records in one gzip member.
    "warcio/example-bad-non-chunked.warc.gz": Expected(EXAMPLE_LINES, (EXAMPLE,)),
    "warcio/example-digest.warc": Expected(("4 request - -",), (EXAMPLE,)),
    # A chunked body.
    "warcio/example-iana.org-chunked.warc": Expected(
        ("1 warcinfo - -", "1 response text/html 200", "1 request - -"), ("http://www.iana.org/",)),
    "warcio/example-resource.warc.gz": Expected(("2 warcinfo - -", "1 resource text/html -"), (EXAMPLE,)),
    "warcio/example-space-in-target-uri.warc.gz": Expected(
        ("1 warcinfo - -", "1 resource image/png -"), ("file:///example with spaces.png",)),
    # Spaces in the URL; and its last record is 12 bytes short.
    "warcio/example-space-in-url.arc": Expected(
        ("1 warcinfo - -", "1 response text/html 200"), ("filedesc://live-web-example.arc.gz",),
        {"truncated_record": 1}, code=3),
    # The block of a response is cut, and the next record follows.
    "warcio/example-trunc.warc": Expected(
        ("2 warcinfo - -", "1 response text/html 200", "1 request - -"), (EXAMPLE,), {"bad_length": 1}),
    # <…> around target URIs.
    "warcio/example-wget-bad-target-uri.warc.gz": Expected(
        ("1 warcinfo - -", "1 request - -", "1 response text/html 200", "1 metadata - -", "2 resource text/plain -"),
        (EXAMPLE, "metadata://gnu.org/software/wget/warc/wget.log")),
    # The body is not in the chunks that its header announces.
    "warcio/example-wrong-chunks.warc.gz": Expected(("1 response text/html 200", "1 request - -"), (EXAMPLE,)),
    "warcio/example.arc": Expected(("1 warcinfo - -", "1 response text/html 200"), (EXAMPLE,)),
    "warcio/example.arc.gz": Expected(("1 warcinfo - -", "1 response text/html 200"), (EXAMPLE,)),
    "warcio/example.warc": Expected(EXAMPLE_LINES, (EXAMPLE,)),
    "warcio/example.warc.gz": Expected(EXAMPLE_LINES, (EXAMPLE,)),
    "warcio/post-test.warc.gz": Expected(
        ("3 response application/json 200", "3 request - -"), ("http://httpbin.org/post?foo=bar",)),
}


class CrawlFiles(CrawlCase):
    def test_real_crawl_files(self):
        data = os.environ.get("SLUICE_DATA")
        if not data:
            self.skipTest("needs SLUICE_DATA, the folder of development data")
        folder = pathlib.Path(data) / "warc"
        for name, expected in FILES.items():
            with self.subTest(file=name):
                self.check(str(folder / name), expected)

    def check(self, path, expected):
        self.assertEqual(self.run_tool(path, "-q", "--list").code, expected.code)
        outputs = ("-q", "--list", "--allow-truncated", "-o", "list.tsv", "--stats", "s.json")
        if expected.allowed != 0:
            self.refuse(expected.allowed, path, *outputs)
            return
        self.succeed(path, *outputs)
        rows = [line.split("\t") for line in self.read("list.tsv").decode().splitlines()]
        counted = collections.Counter(" ".join(row[1:4]) for row in rows)
        self.assertEqual({line: count for line, count in counted.items()},
                         {line.split(" ", 1)[1]: int(line.split(" ", 1)[0]) for line in expected.lines})
        self.assertLessEqual(set(expected.urls), {row[4] for row in rows})
        self.assertEqual(self.stats("s.json")["bad_records"], expected.bad)
        # Documents come of the same records: each candidate that is whole is kept or rejected.
        self.succeed(path, "-q", "--allow-truncated", "-o", "out.jsonl", "--rejects", "r.jsonl")
        judged = len(self.lines("out.jsonl")) + len(self.lines("r.jsonl"))
        candidates = sum(row[1] in ("response", "resource", "conversion") for row in rows)
        self.assertLessEqual(judged, candidates)
        self.assertGreaterEqual(judged, candidates - sum(expected.bad.values()))
