"""Runs tools in scratch folders and looks at what they leave behind."""

import collections
import gzip
import json
import os
import pathlib
import resource
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

LONG = os.environ.get("SLUICE_LONG") == "1"
SANITIZED = os.environ.get("SLUICE_SANITIZED") == "1"
TIMEOUT = 120 * (5 if SANITIZED or LONG else 1)
SOURCE = pathlib.Path(__file__).resolve().parents[2]

Result = collections.namedtuple("Result", "code out err")

def exit_code(status):
    """Of a process, as a shell sees it: 128 + signal for one that was killed."""
    return 128 - status if status < 0 else status


def folder_in_memory():
    """For cases that write many files, where fsync on a disk would be most of the time; None if there is none."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def long_only(test):
    return unittest.skipUnless(LONG, "long: runs with SLUICE_LONG=1")(test)


def await_that(condition, what, timeout=TIMEOUT):
    """Returns what `condition` returns once that is true."""
    end = time.monotonic() + timeout
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(f"waited {timeout} s in vain: {what}")
        select.select([], [], [], 0.002)


def json_lines_only(test):
    """Marks a case that is about lines of JSON, and so not for tools that read crawl files."""
    test.json_lines_only = True
    return test


class Case(unittest.TestCase):
    """One row's case: a scratch folder, and the row as self.tool."""

    bin = None  # folder of the programs, set by contract.py
    tool = None
    maxDiff = 2000
    document_tools_only = True  # for rows that have the options of document tools

    @classmethod
    def applies_to(cls, tool):
        return not tool.own_cases_only and (tool.document_tool or not cls.document_tools_only)

    # Inputs of the tool's kind. Their names say how they are compressed; what they are is found by content.

    @property
    def corpus(self):
        return self.tool.corpus

    def documents(self, count, seed=1, first=0):
        return b"".join(self.corpus.each_document(count, seed, first))

    def assert_holds(self, out, given):
        """`out` is what the tool makes of the documents `given`, where no option says that it drop any."""
        found, expected = self.corpus.found(out), self.corpus.expected(given)
        if found != expected:  # a difference of thousands of documents would be shown for minutes
            pairs = zip(found + [None], expected + [None])
            number, (one, other) = next((n, pair) for n, pair in enumerate(pairs) if pair[0] != pair[1])
            self.fail(f"{len(found)} documents, not {len(expected)}; number {number} is\n{one}\nnot\n{other}")

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sluice-contract-", dir=self.scratch()))
        self.folder.chmod(0o755)
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.temporary = self.folder / "tmp"  # of the tools
        self.temporary.mkdir()
        self.temporary.chmod(0o1777)

    def scratch(self):
        return None  # the system's

    # Running.

    def argv(self, *arguments, command=None):
        program, *rest = command or self.tool.command
        return [str(self.bin / program), *rest, *map(str, arguments)]

    def environment(self, **more):
        return {**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
                "TMPDIR": str(self.temporary), **more}

    def start(self, *arguments, command=None, files=None, environment=None, **options):
        """A Popen in the scratch folder, killed at the end of the case. `files`: limit of descriptors."""

        def limit():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if files:
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

        options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE,
                   "cwd": self.folder, "preexec_fn": limit, "start_new_session": True, **options}
        process = subprocess.Popen(self.argv(*arguments, command=command),
                                   env=self.environment(**(environment or {})), **options)
        self.addCleanup(self.stop, process)
        return process

    @staticmethod
    def stop(process):
        """Kills what is left of a process and its children (they share its process group)."""
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                try:
                    stream.close()
                except BrokenPipeError:
                    pass
        process.wait()

    def run_tool(self, *arguments, input=b"", command=None, timeout=TIMEOUT, **options):
        process = self.start(*arguments, command=command, stdin=subprocess.PIPE, **options)
        try:
            out, err = process.communicate(input, timeout=timeout)
        except subprocess.TimeoutExpired:
            self.fail(f"still running after {timeout} s: {self.argv(*arguments, command=command)}")
        return Result(exit_code(process.returncode), out, err.decode(errors="replace"))

    def succeed(self, *arguments, **options):
        result = self.run_tool(*arguments, **options)
        self.assertEqual(result.code, 0, result.err)
        return result

    def refuse(self, code, *arguments, **options):
        result = self.run_tool(*arguments, **options)
        self.assertEqual(result.code, code, result.err)
        self.assertNotIn("terminate called", result.err)
        return result

    # Files.

    def write(self, name, data):
        """Writes data, compressed as the name says."""
        return self.write_raw(name, self.corpus.packed(name, data))

    def write_raw(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def read(self, name):
        """The content, decompressed as the name says."""
        path = self.folder / name
        data = path.read_bytes()
        if path.name.endswith(".gz"):
            return gzip.decompress(data)
        if path.name.endswith(".zst"):
            return subprocess.run(["zstd", "-q", "-dc", "--long=31"], input=data, check=True,
                                  stdout=subprocess.PIPE, timeout=TIMEOUT).stdout
        return data

    def lines(self, name):
        return self.read(name).splitlines(keepends=True)

    def stats(self, name):
        return json.loads((self.folder / name).read_bytes())

    def stats_but_run(self, name):
        stats = self.stats(name)
        del stats["run"]
        return stats

    def tree(self, *names):
        """Every file below the named folders (default: all), dot-files too, with its bytes."""
        roots = [self.folder / name for name in names] or [self.folder]
        return {str(path.relative_to(self.folder)): path.read_bytes()
                for root in roots if root.exists()
                for path in ([root] if root.is_file() else sorted(root.rglob("*"))) if path.is_file()}

    def assert_nothing_published(self, *names):
        for name in names:
            self.assertFalse((self.folder / name).exists(), f"{name} was published")
        self.assert_no_dot_files()

    def assert_no_dot_files(self):
        left = [str(path) for path in self.folder.rglob(".*") if path.is_file()]
        self.assertEqual(left, [], "pending files were left behind")
        self.assertEqual(list(self.temporary.iterdir()), [], "temporary files were left behind")

    def dot_files(self, folder="."):
        return [path for path in (self.folder / folder).glob(".*") if path.is_file()]

    def pending_files(self):
        """What a tool makes first: of an output, or in the folder for temporary files."""
        return self.dot_files() or list(self.temporary.iterdir())

    def assert_silent(self, err):
        self.assertEqual(err, "", "there should be no message")
