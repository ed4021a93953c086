"""Closed pipes and signals: the exit code says so, and nothing is left under a final name."""

import itertools
import os
import signal
import subprocess
import threading

from harness import TIMEOUT, Case, await_that, exit_code


class Interrupt(Case):
    document_tools_only = False
    MUCH = 8 << 20  # more than all pipes on the way hold: once it is written, the tool has begun to read

    def feed(self, process, amount=None):
        """Writes documents into the tool's standard input, for ever in the background or up to an amount."""
        written = 0
        try:
            for number in itertools.count():  # others each time: copies might be dropped
                if amount is not None and written >= amount:
                    break
                written += process.stdin.write(self.documents(500, first=500 * number))
            process.stdin.flush()
        except (BrokenPipeError, ValueError):  # it has ended
            pass

    def feed_for_ever(self, process):
        threading.Thread(target=self.feed, args=(process,), daemon=True).start()

    def start_that_writes(self, *arguments):
        """One that goes on to write to standard output: it is fed for ever, or with more than a pipe holds, to the end
        of its input, if it writes nothing before."""
        if self.tool.passes == 1:
            process = self.start(*arguments, stdin=subprocess.PIPE)
            self.feed_for_ever(process)
            return process
        self.write("in.jsonl", self.documents(4000))
        with open(self.folder / "in.jsonl", "rb") as file:
            return self.start(*arguments, stdin=file)

    def outputs(self):
        if self.tool.document_tool:
            return ("-o", "out.jsonl.zst", "--stats", "s.json", "--rejects", "r.jsonl", "--errors", "e.jsonl")
        return ("-o", "out.jsonl.zst", "--stats", "s")

    def assert_interrupted(self, process, number, err=True):
        self.assertEqual(exit_code(process.wait(TIMEOUT)), 128 + number)
        self.assert_nothing_published("out.jsonl.zst", "s.json", "r.jsonl", "e.jsonl")
        self.assertEqual([path for path in self.folder.glob("s/*")], [])

    def test_closed_pipe(self):
        """As under `| head -1`: exit 141, no message."""
        process = self.start_that_writes()
        self.assertTrue(process.stdout.readline())
        process.stdout.close()
        err = process.stderr.read().decode()
        self.assertEqual(exit_code(process.wait(TIMEOUT)), 141)
        self.assert_silent(err)

    def test_pipe_closed_before_anything_is_written(self):
        reader, writer = os.pipe()
        os.close(reader)
        self.write("in.jsonl", self.documents(5000))
        process = self.start("in.jsonl", stdout=writer)
        os.close(writer)
        err = process.stderr.read().decode()
        self.assertEqual(exit_code(process.wait(TIMEOUT)), 141)
        self.assert_silent(err)

    def test_closed_pipe_publishes_no_other_output(self):
        if not self.tool.document_tool:
            self.skipTest("has one output only")
        process = self.start_that_writes("--stats", "s.json", "--rejects", "r.jsonl")
        self.assertTrue(process.stdout.readline())
        process.stdout.close()
        self.assertEqual(exit_code(process.wait(TIMEOUT)), 141)
        self.assert_nothing_published("s.json", "r.jsonl")

    def test_signal_while_waiting_for_input(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                process = self.start(*self.outputs(), stdin=subprocess.PIPE)
                await_that(self.pending_files, "the pending output, or what is kept of the input")
                process.send_signal(number)
                self.assert_interrupted(process, number)

    def test_signal_while_waiting_for_more_input(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number):
                process = self.start(*self.outputs(), stdin=subprocess.PIPE)
                self.feed(process, self.MUCH)
                process.send_signal(number)
                self.assert_interrupted(process, number)

    def test_signal_while_busy(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number):
                process = self.start(*self.outputs(), stdin=subprocess.PIPE)
                self.feed(process, self.MUCH)
                self.feed_for_ever(process)
                process.send_signal(number)
                self.assert_interrupted(process, number)

    def test_signal_to_the_whole_group(self):
        """As Ctrl-C in a terminal does it."""
        process = self.start(*self.outputs(), stdin=subprocess.PIPE)
        self.feed(process, self.MUCH)
        os.killpg(process.pid, signal.SIGINT)
        self.assert_interrupted(process, signal.SIGINT)

    def test_signal_while_downstream_does_not_read(self):
        process = self.start_that_writes()
        self.assertTrue(process.stdout.read(10))  # it writes; and then nobody reads on
        process.send_signal(signal.SIGTERM)
        self.assertEqual(exit_code(process.wait(TIMEOUT)), 143)

    def test_signal_while_a_fetch_hangs(self):
        self.write("in.jsonl", self.documents(10))
        process = self.start("in.jsonl", "--fetch", "cat {}; echo $$ > fetch.pid; exec sleep 1000", *self.outputs())
        pid = int(await_that(lambda: (self.folder / "fetch.pid").exists() and (self.folder / "fetch.pid").read_text(),
                             "the fetch command"))
        process.send_signal(signal.SIGTERM)
        self.assert_interrupted(process, signal.SIGTERM)
        await_that(lambda: not os.path.exists(f"/proc/{pid}") or
                   " Z " in open(f"/proc/{pid}/stat").read(), "the end of the fetch command")

    def test_signal_leaves_an_earlier_output_alone(self):
        self.write_raw("out.jsonl.zst", b"of an earlier run")
        process = self.start("-o", "out.jsonl.zst", stdin=subprocess.PIPE)
        self.feed(process, self.MUCH)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(exit_code(process.wait(TIMEOUT)), 143)
        self.assertEqual((self.folder / "out.jsonl.zst").read_bytes(), b"of an earlier run")
        self.assert_no_dot_files()
