"""The process around a tool: closed descriptors, ignored signals, hostile bytes in messages, lists that outputs would replace."""

import os
import signal
import subprocess
import unittest

from harness import SANITIZED, TIMEOUT, Case, await_that, json_lines_only


class Process(Case):
    @classmethod
    def applies_to(cls, tool):
        return tool.document_tool

    def shell(self, line, **options):
        return subprocess.run(["/bin/sh", "-c", line], cwd=self.folder, env=self.environment(), timeout=TIMEOUT,
                              capture_output=True, **options)

    def command_line(self):
        return " ".join(str(word) for word in self.argv())

    @json_lines_only
    def test_closed_descriptors(self):
        """A closed standard descriptor must not become an output's, or messages are written into documents."""
        data = self.documents(50)
        self.write("in.jsonl", b"bad\n" + data)
        for closed in (">&-", "2>&-", ">&- 2>&-", "<&-", "<&- >&- 2>&-"):
            with self.subTest(closed):
                result = self.shell(f"{self.command_line()} in.jsonl -o out.jsonl --max-errors 9 {closed}")
                self.assertEqual(result.returncode, 0)
                self.assertEqual(self.read("out.jsonl"), data)

    def test_closed_standard_output_is_an_error(self):
        """What was to be written there must not vanish with exit code 0."""
        self.write("in.jsonl", self.documents(50))
        result = self.shell(f"{self.command_line()} in.jsonl --stats s.json >&-")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assert_nothing_published("s.json")

    @unittest.skipIf(SANITIZED, "the sanitizers need descriptors of their own")
    def test_few_descriptors_are_an_error(self):
        self.write("in.jsonl", self.documents(50))
        for number in range(3, 9):
            with self.subTest(number):
                result = self.run_tool("in.jsonl", "-o", "out.jsonl", files=number)
                # 2: of a rule file or model, which is configuration.
                self.assertIn(result.code, (0, 2, 3, 127) if {"--profile", "--set"} & set(self.tool.command) else (0, 3, 127), result.err)
                self.assertNotIn("terminate called", result.err)

    @json_lines_only
    def test_no_input_at_all(self):
        self.assertEqual(self.shell(f"{self.command_line()} <&- -o out.jsonl").returncode, 0)
        self.assertEqual(self.read("out.jsonl"), b"")

    @json_lines_only
    def test_ignored_signals_stay_ignored(self):
        """nohup, and background jobs of scripts."""
        os.mkfifo(self.folder / "in")
        before = [signal.signal(number, signal.SIG_IGN) for number in (signal.SIGHUP, signal.SIGINT)]
        try:
            process = self.start("in", "-o", "out.jsonl")
        finally:
            for number, action in zip((signal.SIGHUP, signal.SIGINT), before):
                signal.signal(number, action)
        with open(self.folder / "in", "wb") as pipe:
            await_that(self.pending_files, "the pending output, or what is kept of the input")
            process.send_signal(signal.SIGHUP)
            process.send_signal(signal.SIGINT)
            pipe.write(self.documents(3))
        self.assertEqual(process.wait(TIMEOUT), 0)
        self.assertEqual(self.read("out.jsonl"), self.documents(3))

    @json_lines_only
    def test_messages_cannot_command_a_terminal(self):
        key = b"\\u001b[31m" + b"x" * 100_000
        self.write("in.jsonl", b'{"id":1,"text":"t","' + key + b'":1,"' + key + b'":2}\n' + self.documents(3))
        err = self.succeed("in.jsonl", "-o", "out.jsonl", "--max-errors", "5").err
        self.assertNotIn("\x1b", err)
        self.assertLess(len(err), 10_000)

    def test_outputs_do_not_replace_lists(self):
        self.write("list.txt", b"in.jsonl\n")
        self.write("in.jsonl", self.documents(3))
        self.write("c.toml", b"threads = 1\n")
        self.refuse(2, "--inputs", "list.txt", "-o", "list.txt")
        self.refuse(2, "in.jsonl", "--config", "c.toml", "-o", "c.toml")
        self.assertEqual(self.read("list.txt"), b"in.jsonl\n")


class Cat(Case):
    """What sluice-cat's own options must not do."""

    @classmethod
    def applies_to(cls, tool):
        return tool.name == "cat"

    def test_dropping_the_text_is_refused(self):
        self.write("in.jsonl", b'{"id":1,"content":{"body":"t"}}\n')
        for field in ("content", "content.body", "id"):
            with self.subTest(field):
                self.refuse(2, "in.jsonl", "--text-key", "content.body", "--drop", field)

    def test_standard_input_is_no_list(self):
        self.write("in.jsonl", self.documents(3))
        for option in ("--ids", "--not-ids"):
            self.refuse(2, "in.jsonl", option, "-", input=b"doc-1\n")

    def test_outputs_do_not_replace_id_lists(self):
        self.write("in.jsonl", self.documents(3))
        self.write("ids.txt", b"doc-1\n")
        self.refuse(2, "in.jsonl", "--not-ids", "ids.txt", "-o", "ids.txt")
        self.assertEqual(self.read("ids.txt"), b"doc-1\n")
