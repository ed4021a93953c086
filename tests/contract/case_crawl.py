"""What the contract says of documents and lines, for tools that read crawl files: records, rejects, the index."""

import collections
import json
import random
import re

import corpora
import crawl
from case_ledger import total_ids
from harness import SANITIZED, Case

OUTPUTS = ("-o", "out.jsonl", "--rejects", "r.jsonl", "--errors", "e.warc", "--stats", "s.json")


class CrawlCase(Case):
    @classmethod
    def applies_to(cls, tool):
        return tool.document_tool and tool.corpus.CRAWL

    def extract(self, *arguments):
        return self.succeed(*arguments, *OUTPUTS, "--max-errors", "100%")


class CrawlLedger(CrawlCase):
    def test_candidates_are_kept_or_rejected(self):
        """Every candidate by its id, in input order, kept with its text or rejected under its reason without one."""
        self.write("in.warc.gz", self.documents(1000))
        self.extract("in.warc.gz")
        kept, rejects = (self.corpus.found(self.read(name)) for name in ("out.jsonl", "r.jsonl"))
        self.assertEqual([f"<urn:uuid:{n:08x}>" for n in range(1000) if n % 10 != 3], [id for id, *_ in kept])
        self.assertEqual([(f"<urn:uuid:{n:08x}>", "", crawl.REJECTED[n // 10 % len(crawl.REJECTED)][0])
                          for n in range(3, 1000, 10)],
                         [(id, text, reject["reason"]) for id, text, _, _, reject in rejects])
        self.assertEqual({reject["tool"] for *_, reject in rejects}, {self.tool.command[0]})
        ledger = self.stats("s.json")["ledger"]
        self.assertEqual({reason: tally["documents"] for reason, tally in ledger["rejects"].items()},
                         collections.Counter(reject["reason"] for *_, reject in rejects))
        self.assertEqual(ledger["out"]["bytes"], sum(len(text.encode()) for _, text, *_ in kept))

    def test_rejects_have_the_ids_of_the_ledger(self):
        self.write("in.warc.gz", self.documents(1000))
        self.extract("in.warc.gz")
        ledger = self.stats("s.json")["ledger"]
        for name, tallies in (("out.jsonl", [ledger["out"]]), ("r.jsonl", list(ledger["rejects"].values()))):
            self.succeed(name, "-o", "again.jsonl", "--stats", "again.json", command=("sluice-cat",))
            self.assertEqual(total_ids(self.stats("again.json")["ledger"]["in"]), total_ids(*tallies))

    def test_records_that_are_no_candidates_are_counted_by_kind(self):
        kinds = ("warcinfo", "request", "metadata", "revisit", "continuation", "unheard-of")
        self.write("in.warc", b"".join(crawl.record(kind, f"{i}", b"text") for i, kind in enumerate(kinds)))
        self.extract("in.warc")
        stats = self.stats("s.json")
        self.assertEqual(stats["details"]["records"], dict.fromkeys((*kinds[:-1], "other"), 1))
        self.assertEqual(stats["ledger"]["in"]["documents"], 0)
        self.assertEqual(stats["bad_records"], {})

    def test_dump_of_the_path_is_a_group(self):
        path = "crawl-data/CC-MAIN-2025-05/wet/CC-MAIN-20250117060010-20250117090010-00042.warc.wet.gz"
        self.write(path, self.documents(20))
        self.extract(path)
        document = json.loads(self.lines("out.jsonl")[0])
        self.assertEqual(document["metadata"]["dump"], "CC-MAIN-2025-05")
        self.assertEqual(document["metadata"]["file_path"], path)
        groups = self.stats("s.json")["ledger"]["groups"]["dump"]
        self.assertEqual({name: group["in"]["documents"] for name, group in groups.items()}, {"CC-MAIN-2025-05": 20})

    def test_offsets_lead_to_the_records(self):
        """As a CDX's do: one member or record there, and no more, is that document."""
        data = self.documents(50)
        for name in ("in.warc", "in.warc.gz", "in.warc.zst"):
            with self.subTest(name=name):
                stored = self.write(name, data).read_bytes()
                self.extract(name)
                for line in self.lines("out.jsonl")[:: 9 if SANITIZED else 1]:
                    document = json.loads(line)
                    self.write_raw("there", stored[document["metadata"]["warc_offset"] :])
                    first = self.succeed("there", "--list").out.splitlines()[0]
                    self.assertTrue(first.startswith(b"0\t"), first)
                    there = self.succeed("there", "--tokenizer", "none").out.splitlines()
                    self.assertIn(document["id"], [json.loads(other)["id"] for other in there[:3]])


class CrawlRecords(CrawlCase):
    def damaged(self):
        """Reason, and what is stored between good members: one bad record each."""
        good = crawl.record("conversion", "lost", b"lost " * 400)
        member = bytearray(corpora.as_gzip(crawl.record("conversion", "lost", random.Random(1).randbytes(3000).hex().encode())))
        wrong_checksum = bytearray(member)
        wrong_checksum[-6] ^= 1
        for at in range(len(member) // 2, len(member) // 2 + 40):
            member[at] ^= 0x55
        return (
            ("bad_length", corpora.as_gzip(crawl.record("conversion", "lost", None))),
            ("bad_length", corpora.as_gzip(good.replace(b"Content-Length: 2000", b"Content-Length: many"))),
            ("bad_length", corpora.as_gzip(good.replace(b"Content-Length: 2000", b"Content-Length: 1000"))),
            ("bad_length", corpora.as_gzip(good.replace(b"Content-Length: 2000", b"Content-Length: 3000"))),
            ("garbage", corpora.as_gzip(b"<html>not a record</html>\r\n")),
            ("garbage", b"bytes that are no member"),
            ("bad_crc", bytes(wrong_checksum)),
            ("damaged_member", bytes(member)),
        )

    def test_each_kind_of_damage(self):
        """Counted under its reason, described with its place; every other record is delivered."""
        before, after = self.documents(3), self.documents(3, first=100)
        packed = self.corpus.packed("x.gz", before)
        for reason, piece in self.damaged():
            with self.subTest(reason=reason, piece=piece[:80]):
                self.write_raw("in.warc.gz", packed + piece + self.corpus.packed("x.gz", after))
                result = self.extract("in.warc.gz")
                self.assertEqual(self.stats("s.json")["bad_records"], {reason: 1})
                self.assert_holds(self.read("out.jsonl"), before + after)
                self.assertRegex(result.err, rf"in\.warc\.gz: record 4 at stored byte {len(packed):,}: {reason}\b")

    def test_errors_file_holds_the_lost_bytes(self):
        lost = (b"garbage between records\r\n", self.corpus.bad(2), b"\x01\xff\r\n")
        parts = [self.documents(2, first=10 * i) for i in range(4)]
        data = b"".join(part + piece for part, piece in zip(parts, (*lost, b"")))
        for name in ("in.warc", "in.warc.zst"):
            self.write(name, data)
            self.extract(name)
            self.assertEqual(self.read("e.warc").replace(b"\r\n\r\n", b"\r\n"),
                             b"".join(lost).replace(b"\r\n\r\n", b"\r\n"))
            self.assert_holds(self.read("out.jsonl"), b"".join(parts))

    def test_compression_of_the_whole_file_changes_nothing(self):
        """Offsets apart, the same as plain: damage inside too."""
        data = self.corpus.mixture()
        results = []
        for name, pack in (("in.warc", bytes), ("in.gz", corpora.as_gzip), ("in.zst", corpora.as_zstd)):
            self.write_raw(name, pack(data))
            self.extract(name)
            results.append((self.stats_but_run("s.json"), self.read("e.warc"),
                            *(self.corpus.found(self.read(name)) for name in ("out.jsonl", "r.jsonl"))))
        self.assertTrue(results[0] == results[1])
        self.assertTrue(results[0] == results[2])

    def test_line_feeds_alone(self):
        data = b"".join(piece.replace(b"\r\n", b"\n") for piece in self.corpus.each_document(3))
        self.write("in.warc", data)
        self.succeed("in.warc", *OUTPUTS, "--max-errors", "0")
        self.assertEqual(len(self.lines("out.jsonl")), 3)

    def test_arc(self):
        page = b"HTTP/1.0 200 OK\nContent-Type: text/plain\n\nThe mill turns."
        about = b"1 0 Crawler\nURL IP-address Archive-date Content-type Archive-length\n"
        records = [b"filedesc://a.arc 0.0.0.0 20140216050221 text/plain %d\n%s\n" % (len(about), about),
                   b"http://example.org/a b 127.0.0.1 20140216050222 text/html %d\n%s\n" % (len(page), page)]
        offset = len(corpora.as_gzip(records[0]))
        self.write_raw("a.arc.gz", b"".join(map(corpora.as_gzip, records)))
        self.extract("a.arc.gz", "--tokenizer", "none")
        self.assertEqual([json.loads(line) for line in self.lines("out.jsonl")], [
            {"id": f"arc:a.arc.gz:{offset}", "text": "The mill turns.",
             "metadata": {"url": "http://example.org/a b", "date": "20140216050222", "file_path": "a.arc.gz",
                          "warc_offset": offset, "http_status": 200}}])


    def test_documents_have_their_tokens_counted(self):
        """What documents have stands under `changed`: payloads are bytes and have no tokens."""
        self.write("in.warc", self.documents(300))
        self.extract("in.warc")
        counted = [json.loads(line)["metadata"] for line in self.lines("out.jsonl")]
        tokens = sum(metadata["token_count"] for metadata in counted)
        self.assertEqual({metadata["tokenizer"].split("@")[0] for metadata in counted}, {"sluice-64k"})
        ledger = self.stats("s.json")["ledger"]
        self.assertEqual((ledger["in"]["tokens"], ledger["changed"]["tokens"], ledger["out"]["tokens"]), (0, tokens, tokens))


class CrawlList(CrawlCase):
    def test_list(self):
        data = crawl.record("warcinfo", "w", b"software: x", "application/warc-fields") + crawl.record(
            "request", "q", b"GET / HTTP/1.1\r\n\r\n", "application/http", url="https://example.org/a\tb") + b"".join(
                make(f"{i}", b"text") for i, (_, make) in enumerate(crawl.REJECTED))
        pieces = crawl.split(data)
        at = [sum(map(len, pieces[:i])) for i in range(len(pieces))]
        self.write("in.warc", data)
        rows = [line.split("\t") for line in self.succeed("in.warc", "--list").out.decode().splitlines()]
        self.assertEqual([[*row[:4], row[4].removeprefix("https://example.org/")] for row in rows], [
            [str(at[0]), "warcinfo", "-", "-", "w"],
            [str(at[1]), "request", "-", "-", "a%09b"],
            [str(at[2]), "conversion", "text/plain", "-", "0"],
            [str(at[3]), "response", "text/plain", "404", "1"],
            [str(at[4]), "response", "application/pdf", "200", "2"],
            [str(at[5]), "resource", "image/png", "-", "3"],
            [str(at[6]), "response", "text/plain", "200", "4"],
        ])
        lengths = [int(re.search(rb"Content-Length: (\d+)", piece).group(1)) for piece in pieces]
        self.assertEqual([int(row[5]) for row in rows], lengths)

    def test_list_is_the_same_whatever_threads_and_batches(self):
        self.write("in.warc.gz", self.corpus.mixture())
        lists = {self.succeed("in.warc.gz", "--list", "-q", "--max-errors", "100%", "-j", threads, "--batch-bytes", batch).out
                 for threads in "18" for batch in ("100", "4096", "1MiB")}
        self.assertEqual(len(lists), 1)
        self.assertGreater(len(lists.pop().splitlines()), 1900)


class ChainOfExtract(Case):
    document_tools_only = False

    @classmethod
    def applies_to(cls, tool):
        return tool.name == "chain_extract"

    def test_chain_from_a_crawl_file_equals_the_pipe(self):
        self.write("in.warc.gz", self.documents(3000))
        self.succeed("in.warc.gz", "-o", "direct.jsonl", command=("sluice-extract",))
        expected = self.succeed("direct.jsonl", "--sample", "0.5", command=("sluice-cat",)).out
        self.succeed("extract --rejects r.jsonl | cat --sample 0.5", "in.warc.gz", "-o", "out.jsonl.zst", "--stats", "s",
                     command=("sluice", "chain"))
        self.assertEqual(self.read("out.jsonl.zst"), expected)
        self.assertEqual(len(self.lines("r.jsonl")), 300)
        ledgers = [self.stats(f"s/chain.{stage}.stats.json")["ledger"] for stage in ("1-extract", "2-cat")]
        for key in ("documents", "bytes", "ids"):
            self.assertEqual(ledgers[0]["out"][key], ledgers[1]["in"][key])

    def test_truncated_crawl_file_stops_a_chain(self):
        packed = self.corpus.packed("x.gz", self.documents(2000))
        self.write_raw("cut.warc.gz", packed[:-50])
        self.assertIn("cut.warc.gz", self.refuse(3, "cut.warc.gz", "-o", "out.jsonl").err)
        self.assert_nothing_published("out.jsonl")
