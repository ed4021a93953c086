"""Many shards with few descriptors; memory that does not grow with the input."""

import os
import subprocess
import sys
import unittest

from harness import LONG, SANITIZED, TIMEOUT, Case, long_only

MIB = 1 << 20
not_sanitized = unittest.skipIf(SANITIZED, "the sanitizers' own memory is larger than what is measured")


class ManyShards(Case):
    """Thousands of shards under `ulimit -n 64`."""

    @property
    def COUNT(self):
        return 1_000 if SANITIZED else 10_000 if LONG or self.tool.name == "cat" else 3_000

    def scratch(self):
        return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # fsync on a disk would take minutes

    def make_inputs(self):
        (self.folder / "in").mkdir()
        for number, document in enumerate(self.corpus.each_document(self.COUNT)):
            (self.folder / f"in/{number:05}.jsonl").write_bytes(document)

    def test_many_shards_joined(self):
        self.make_inputs()
        self.assert_holds(self.succeed("in", files=64).out, self.documents(self.COUNT))

    def test_many_shards_to_shards(self):
        self.make_inputs()
        resume = ("--resume",) if self.tool.resumes_shards else ()
        arguments = ("in", "-o", "out/", "--stats", "s/", *resume, "-j", "2")
        self.succeed(*arguments, files=64)
        self.assertEqual(len(list((self.folder / "out").iterdir())), self.COUNT)
        out = b"".join((self.folder / f"out/{number:05}.jsonl").read_bytes() for number in range(self.COUNT))
        self.assert_holds(out, self.documents(self.COUNT))
        self.assert_no_dot_files()
        if not resume:
            return
        # Done already: all skipped, and not by looking at every file for every shard.
        self.assertIn(f"{self.COUNT:,} shards skipped", self.succeed(*arguments, files=64).err)
        self.assert_no_dot_files()

    def test_many_shards_cut(self):
        if self.tool.name != "cat":
            self.skipTest("only sluice-cat cuts shards")
        self.write("in.jsonl", self.documents(2 * self.COUNT))
        self.succeed("in.jsonl", "-o", "out/part-{}.jsonl.zst", "--shards", self.COUNT, "--stats", "s.json", files=64)
        self.assertEqual(len(list((self.folder / "out").iterdir())), self.COUNT)
        self.assertEqual(self.stats("s.json")["ledger"]["out"]["documents"], 2 * self.COUNT)
        self.succeed("out", "-o", "joined.jsonl", files=64)
        self.assertEqual(sorted(self.lines("joined.jsonl")), sorted(self.lines("in.jsonl")))


class Memory(Case):
    """Peak resident memory, as the kernel counts it for the process."""

    # The kernel's mark of a process starts at what its parent has in memory, so the parent should be small.
    MEASURE = ("import os, sys\n"
               "pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)\n"
               "_, status, usage = os.wait4(pid, 0)\n"
               "print(usage.ru_maxrss)\n"
               "sys.exit(os.waitstatus_to_exitcode(status))\n")

    def peak(self, *arguments):
        arguments = self.argv(*arguments, *self.tool.memory)
        done = subprocess.run([sys.executable, "-I", "-S", "-c", self.MEASURE, *arguments], cwd=self.folder,
                              env=self.environment(), capture_output=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return int(done.stdout) * 1024

    def write_large(self, name, size):
        """`size` bytes of documents, written piece by piece so that this process stays small."""
        piece = self.documents(4000)
        if name.endswith(".gz"):
            piece, size = self.corpus.packed(name, piece), size // self.corpus.GZIP_RATIO
        with open(self.folder / name, "wb") as file:
            sink = file
            if name.endswith(".zst"):
                packer = subprocess.Popen(["zstd", "-q", "-1"], stdin=subprocess.PIPE, stdout=file)
                sink = packer.stdin
            written = 0
            while written < size:
                sink.write(piece)
                written += len(piece)
            if sink is not file:
                sink.close()
                self.assertEqual(packer.wait(TIMEOUT), 0)

    def check_flat(self, name, *arguments, megabytes=192, slack=0):
        if self.tool.passes > 1:
            self.skipTest("holds what grows with the corpus, up to --memory")
        peaks = {}
        for size in (32, 4096 if LONG else megabytes):
            self.write_large(name, size * MIB)
            # A short run meets the worst less often.
            peaks[size] = max(self.peak(name, *arguments) for _ in range(2 if size == 32 else 1))
        self.assertLess(max(peaks.values()), 1.1 * peaks[32] + slack, peaks)

    @not_sanitized
    def test_memory_is_flat(self):
        self.check_flat("in.jsonl", "-j", "2", "-o", "/dev/null", megabytes=256)

    @not_sanitized
    def test_memory_is_flat_with_compressed_input(self):
        self.check_flat("in.jsonl.zst", "-j", "2", "-o", "/dev/null")

    @not_sanitized
    def test_memory_is_flat_with_members(self):
        """Of gzip, a document each, as crawl files are; or many in each."""
        # How many batches hold the most at one time is a matter of luck, tried more often in a long run.
        self.check_flat("in.jsonl.gz", "-j", "2", "-o", "/dev/null", slack=12 * MIB)

    @not_sanitized
    def test_memory_is_flat_with_compressed_output(self):
        # How many of the six batches in flight hold a block of 1 MiB and its compressed form at one time is a
        # matter of luck, and a short run tries it less often.
        self.check_flat("in.jsonl", "-j", "2", "-o", "out.jsonl.zst", "--compression-level", "1", slack=12 * MIB)

    def write_with_one_large(self, name):
        """48 MB of small documents, and one of 128 MiB (the default limit) in their midst."""
        piece = self.documents(4000)
        with open(self.folder / name, "wb") as file:
            for number in range(48 * MIB // len(piece)):
                file.write(piece)
                if number == 10:  # exactly at the limit
                    file.writelines(self.corpus.large_parts(128 * MIB))

    @not_sanitized
    def test_memory_with_a_document_of_128_mib(self):
        self.write_with_one_large("in.jsonl")
        for output in ("/dev/null", "out.jsonl.zst"):
            with self.subTest(output=output):
                peak = self.peak("in.jsonl", "-j", "2", "-o", output, "--max-errors", "0")
                self.assertLess(peak / MIB, self.tool.large_document_mib)

    @not_sanitized
    def test_memory_with_a_document_over_the_limit(self):
        """Streamed past, never buffered."""
        self.write_with_one_large("in.jsonl")
        peak = self.peak("in.jsonl", "-j", "2", "-o", "/dev/null", "--errors", "e.jsonl", "--max-document-bytes", "1MiB",
                         "--stats", "s.json")
        self.assertEqual(self.stats("s.json")["bad_records"], {"document_too_large": 1})
        self.assertGreater((self.folder / "e.jsonl").stat().st_size, 120 * MIB)
        self.assertLess(peak / MIB, 80 + (64 if self.tool.passes > 1 else 0))  # --memory 64MiB

    @not_sanitized
    @long_only
    def test_memory_with_a_line_of_1_gb(self):
        with open(self.folder / "in.jsonl", "wb") as file:
            file.write(self.documents(100))
            file.writelines(self.corpus.large_parts(1024 * MIB))
            file.write(self.documents(100, first=100))
        self.assertLess(self.peak("in.jsonl", "-j", "2", "-o", "out.jsonl") / MIB, 400)

    @not_sanitized
    def test_memory_of_a_compressed_bomb(self):
        """One document of 2 GB in a small file."""
        with open(self.folder / "in.zst", "wb") as file:
            packer = subprocess.Popen(["zstd", "-q", "-1"], stdin=subprocess.PIPE, stdout=file)
            packer.stdin.write(self.documents(2000))
            packer.stdin.writelines(self.corpus.large_parts((2048 if LONG else 400) * MIB))
            packer.stdin.write(self.documents(2000))
            packer.stdin.close()
            self.assertEqual(packer.wait(TIMEOUT), 0)
        peak = self.peak("in.zst", "-j", "2", "-o", "/dev/null", "--max-errors", "1")
        self.assertLess(peak / MIB, 400)
