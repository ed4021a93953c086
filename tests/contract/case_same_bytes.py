"""The same bytes out, whatever the threads, batches and compression of inputs."""

import hashlib

import corpora
from harness import SANITIZED, Case, json_lines_only

OUTPUTS = ("-o", "--rejects", "--errors", "--stats")


class SameBytes(Case):
    def input_data(self):
        return self.corpus.mixture(500 if SANITIZED else 1500)

    def found(self, *names):
        return [self.corpus.found(self.read(name)) for name in names]

    def outputs_of(self, arguments, ending=""):
        names = ["out.jsonl", "rejects.jsonl", "errors.jsonl"]
        result = self.succeed(*arguments, "-o", names[0] + ending, "--rejects", names[1] + ending, "--errors",
                              names[2] + ending, "--stats", "s.json", "--max-errors", "100%",
                              "--max-document-bytes", "100000", *self.tool.rejecting)
        stored = {name: hashlib.sha256((self.folder / (name + ending)).read_bytes()).hexdigest() for name in names}
        return stored, self.stats_but_run("s.json"), result.err

    def check(self, name, settings, ending=""):
        self.write(name, self.input_data())
        expected = self.outputs_of([name, "-j", "1"], ending)
        for threads, batch in settings:
            with self.subTest(threads=threads, batch=batch):
                self.assertEqual(self.outputs_of([name, "-j", threads, "--batch-bytes", batch], ending), expected)

    ALL = [(threads, batch) for threads in "128" for batch in ("100", "4096", "1MiB")] + [("2", "1")]
    if SANITIZED:
        ALL = [("2", "1"), ("8", "4096")]
    SOME = [("2", "100"), ("8", "4096"), ("2", "1MiB")]
    if SANITIZED:
        SOME = SOME[1:]

    def test_same_bytes_plain(self):
        self.check("in.jsonl", self.ALL)

    def test_same_bytes_gzip(self):
        self.check("in.jsonl.gz", self.SOME, ".gz")

    def test_same_bytes_zstd(self):
        self.check("in.jsonl.zst", self.SOME, ".zst")

    def test_same_bytes_from_damaged_streams(self):
        """Many members cut anywhere, some of them damaged: what is lost does not depend on threads or batches either."""
        data = self.input_data()
        for name, pack in (("in.gz", corpora.as_gzip), ("in.zst", corpora.as_zstd)):
            members = [bytearray(pack(data[at : at + 70_000])) for at in range(0, len(data), 70_000)]
            for member in members[1::3]:
                member[len(member) // 2] ^= 0x10
            self.write_raw(name, b"".join(members))
            expected = self.outputs_of([name, "-j", "1"])
            # Whether a bit breaks the stream or its checksum depends on what it means.
            lost = expected[1]["bad_records"]
            self.assertGreater(lost.get(self.corpus.DAMAGED, 0) + lost.get(self.corpus.WRONG_CHECKSUM, 0), 0)
            for threads, batch in self.SOME:
                with self.subTest(name=name, threads=threads, batch=batch):
                    self.assertEqual(self.outputs_of([name, "-j", threads, "--batch-bytes", batch]), expected)

    @json_lines_only  # where members end tells more of damaged crawl files
    def test_same_content_whatever_the_input_compression(self):
        data = self.input_data()
        results = []
        for name in ("in.jsonl", "in.jsonl.gz", "in.jsonl.zst"):
            self.write(name, data)
            results.append(self.outputs_of([name])[:2])
        self.assertEqual(results[1], results[0])
        self.assertEqual(results[2], results[0])

    def test_outputs_in_every_compression_hold_the_same(self):
        self.write("in.jsonl", self.input_data())
        arguments = ("in.jsonl", *self.tool.rejecting, "--max-errors", "100%")
        for name in ("a.jsonl", "a.jsonl.gz", "a.jsonl.zst"):
            self.succeed(*arguments, "-o", name)
        self.succeed(*arguments, "-o", "level.jsonl.zst", "--compression-level", "12")
        plain = self.read("a.jsonl")
        self.assertNotEqual(plain, b"")
        for name in ("a.jsonl.gz", "a.jsonl.zst", "level.jsonl.zst"):
            self.assertEqual(self.read(name), plain, name)
        self.assertEqual(self.succeed(*arguments).out, plain)

    def test_standard_input_gives_the_same(self):
        data = self.input_data()
        self.write("in.jsonl", data)
        arguments = (*self.tool.rejecting, "--max-errors", "100%")
        self.succeed("in.jsonl", *arguments, "--stats", "s.json", "-o", "out.jsonl")
        self.succeed(*arguments, "--stats", "t.json", "-o", "out2.jsonl", input=data)
        self.assertEqual(self.found("out.jsonl"), self.found("out2.jsonl"))
        self.assertEqual(self.stats_but_run("s.json"), self.stats_but_run("t.json"))

    def test_shards_joined_equal_the_joined_input(self):
        parts = [self.documents(200, seed=i, first=200 * i) for i in range(5)]
        for i, part in enumerate(parts):
            self.write(f"in/{i}.jsonl", part)
        self.write("whole.jsonl", b"".join(parts))
        options = (*self.tool.rejecting, *self.tool.editing)
        self.succeed("whole.jsonl", "-o", "out.jsonl", "--rejects", "r.jsonl", "--stats", "whole.json", *options)
        self.succeed("in", "-o", "out/", "--rejects", "r/", "--stats", "s/", *options)
        for folder, file in (("out", "out.jsonl"), ("r", "r.jsonl")):
            joined = [document for part in self.found(*(f"{folder}/{i}.jsonl" for i in range(5))) for document in part]
            self.assertEqual(joined, self.corpus.found(self.read(file)))
        self.succeed("merge", *(f"s/{i}.jsonl.stats.json" for i in range(5)), "-o", "merged.json",
                     command=("sluice", "stats"))
        self.assertEqual(self.stats_but_run("merged.json"), self.stats_but_run("whole.json"))
        # The merged stats of a sharded run say the same.
        self.succeed("in", "-o", "again/", "--stats", "one.json", *options)
        self.assertEqual(self.stats_but_run("one.json"), self.stats_but_run("whole.json"))
