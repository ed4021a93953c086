"""Help, version, options and configuration files."""

import os
import re
import shlex
import subprocess

from harness import SOURCE, TIMEOUT, Case

SHARED_OPTIONS = ("--output", "--threads", "--stats", "--rejects", "--errors", "--max-errors",
                  "--max-document-bytes", "--tokenizer", "--compression-level", "--resume", "--progress", "--quiet",
                  "--verbose", "--config", "--version", "--help")


class Usage(Case):
    document_tools_only = False
    about_documents = False

    def help(self):
        # `sluice chain` has its own help, so the chain itself is left away.
        command = [word for word in self.tool.command if "|" not in word]
        result = self.succeed("--help", command=command)
        self.assert_silent(result.err)
        return result.out.decode()

    def options_of_help(self):
        return dict(re.findall(r"^  (?:-\w,)?(--[a-z-]+)(?:[ ,]\S+)? +(\S.*)$", self.help(), re.MULTILINE))

    def test_help_documents_every_option(self):
        options = self.options_of_help()
        for line in self.help().splitlines():
            if line.startswith("  -"):
                name = re.search(r"--[a-z-]+", line).group()
                self.assertGreater(len(options.get(name, "")), 8, f"what does it do? {line}")
        if self.tool.document_tool:
            shared = (*SHARED_OPTIONS, *self.corpus.OPTIONS)
            self.assertEqual([name for name in shared if name not in options], [])

    def test_help_has_examples_that_run(self):
        text = self.help()
        examples = [line.strip() for line in text[text.index("Examples:"):].splitlines()[1:] if line.strip()]
        self.assertGreaterEqual(len(examples), 2)
        for name, content in self.tool.example_files.items():
            self.write(name, content if isinstance(content, bytes) else self.documents(content))
        for name, script in self.tool.example_programs.items():
            self.write("programs/" + name, script).chmod(0o755)
        path = f"{self.folder}/programs:{self.bin}:{os.environ['PATH']}"
        for example in examples:
            with self.subTest(example=example):
                done = subprocess.run(["bash", "-c", "set -o pipefail\n" + example], cwd=self.folder, timeout=TIMEOUT,
                                      env=self.environment(PATH=path), stdin=subprocess.DEVNULL, capture_output=True)
                self.assertEqual(done.returncode, 0, done.stderr.decode())
                words = shlex.split(example.split(" | ")[-1] if "chain" not in example else example)
                if "-o" in words:
                    self.assertTrue(list(self.folder.glob(words[words.index("-o") + 1].replace("{}", "*"))), "no output")
                else:
                    self.assertNotEqual(done.stdout, b"")

    def test_man_page_has_every_option(self):
        program = self.tool.command[0]
        pages = list((SOURCE / "docs").rglob(program + ".md"))
        self.assertEqual(len(pages), 1, f"docs/ has no page {program}.md")
        page = pages[0].read_text()
        self.assertEqual([name for name in self.options_of_help() if name not in page], [])

    def test_version(self):
        result = self.succeed("--version", command=self.tool.command[:1])
        self.assertRegex(result.out.decode(), r"^sluice(-[a-z]+)? \d+\.\d+\.\d+\S*\n$")
        self.assert_silent(result.err)

    def test_help_to_a_full_device_is_an_error(self):
        with open("/dev/full", "wb") as full:
            process = self.start("--help", command=self.tool.command[:1], stdout=full)
            self.assertEqual(process.wait(TIMEOUT), 3)

    def test_unknown_option(self):
        wrong, right = self.tool.bad_option
        result = self.refuse(2, wrong, "x", "-o", "out.jsonl")
        self.assertIn(f"'{wrong}'", result.err)
        self.assertIn(f"'{right}'", result.err)
        self.assertEqual(result.out, b"")
        self.assert_nothing_published("out.jsonl")

    def test_unknown_option_with_its_value(self):
        wrong, right = self.tool.bad_option
        result = self.refuse(2, f"{wrong}=1")
        self.assertIn(f"'{right}'", result.err)

    def test_bad_values(self):
        bad = [*self.tool.bad_values, ("-j", "-1"), ("-j", "two"), ("-j",), ("--output",)]
        if self.tool.document_tool:
            bad += [("--max-errors", "2.5"), ("--max-errors", "-1"), ("--max-errors", "few"), ("--max-errors", "101%"),
                    ("--batch-bytes", "0"), ("--batch-bytes", "1XB"), ("--tokenizer", "words"),
                    ("--max-document-bytes", "-5"), ("--progress", "often"), ("--fetch", "cat"),
                    ("--compression-level", "23", "-o", "o.zst"), ("--compression-level", "13", "-o", "o.gz"),
                    ("--resume",)]
            bad += [(option, value) for option in self.corpus.OPTIONS for value in ("", "a..b")]
        for arguments in bad:
            with self.subTest(arguments=arguments):
                result = self.refuse(2, *arguments, input=self.documents(3))
                # The message names the option, or what was wrong with it.
                named = [word for word in (*arguments, "--threads") if len(word) > 2]
                self.assertTrue(any(word.lstrip("-") in result.err for word in named), result.err)
                self.assertEqual(result.out, b"")
                self.assertEqual([line for line in result.err.splitlines() if not line.startswith("sluice")], [])
                self.assert_no_dot_files()

    def test_bad_usage_comes_before_input_is_read(self):
        """Standard input stays open and silent: a tool that read first would wait for ever."""
        process = self.start(self.tool.bad_option[0], stdin=subprocess.PIPE)
        self.assertEqual(process.wait(TIMEOUT), 2)


class FrontDoor(Case):
    """The tool by way of `sluice`."""

    def test_front_door_runs_the_tool(self):
        self.write("in.jsonl", self.documents(50))
        direct = self.succeed("in.jsonl", *self.tool.rejecting)
        by_sluice = self.succeed("in.jsonl", *self.tool.rejecting, command=self.tool.by_front_door)
        self.assertEqual(by_sluice.out, direct.out)
        self.refuse(2, self.tool.bad_option[0], command=self.tool.by_front_door)

    def test_front_door_helps(self):
        listed = self.succeed(command=("sluice", "help")).out.decode()
        name = self.tool.by_front_door[1]
        self.assertRegex(listed, rf"(?m)^  {name} +\S.{{10,}}$")
        self.assertEqual(self.succeed(command=("sluice",)).out.decode(), listed)
        self.assertEqual(self.succeed(name, command=("sluice", "help")).out.decode(), self.help_of_program())

    def help_of_program(self):
        return self.succeed("--help", command=self.tool.command[:1]).out.decode()

    def test_front_door_suggests_the_tool(self):
        name = self.tool.by_front_door[1]
        self.assertIn(f"'{name}'", self.refuse(2, command=("sluice", name[1] + name[0] + name[2:])).err)

    def test_stats_merge(self):
        for i in range(3):
            self.write(f"{i}.jsonl", self.documents(100, seed=i, first=100 * i))
            self.succeed(f"{i}.jsonl", "-o", "/dev/null", "--stats", f"{i}.json", *self.tool.rejecting)
        merge = {"command": ("sluice", "stats")}
        self.succeed("merge", "0.json", "1.json", "2.json", "-o", "all.json", **merge)
        self.succeed("merge", "2.json", "1.json", "-o", "some.json", **merge)
        self.succeed("merge", "some.json", "0.json", "-o", "again.json", **merge)
        self.assertEqual(self.stats_but_run("again.json"), self.stats_but_run("all.json"))
        self.assertEqual(self.stats("all.json")["ledger"]["in"]["documents"], 300)
        self.succeed("0.jsonl", "-o", "/dev/null", "--stats", "other.json", *self.tool.other_config)
        self.assertIn("other.json", self.refuse(1, "merge", "0.json", "other.json", "-o", "sum.json", **merge).err)
        self.assert_nothing_published("sum.json")


class ConfigFile(Case):
    def test_config_file(self):
        line, options = self.tool.config_key
        self.write("in.jsonl", self.documents(200))
        self.write("run.toml", f"# a comment\n{line}\nstats = 's.json'\n".encode())
        by_file = self.succeed("in.jsonl", "--config", "run.toml")
        by_options = self.succeed("in.jsonl", *options, "--stats", "t.json")
        self.assertEqual(by_file.out, by_options.out)
        self.assertEqual(self.stats_but_run("s.json"), self.stats_but_run("t.json"))

    def test_command_line_wins_over_config_file(self):
        self.write("in.jsonl", self.documents(20))
        self.write("run.toml", b"output = 'file.jsonl'\nstats = 'file.json'\nthreads = 1\n")
        self.succeed("in.jsonl", "--config", "run.toml", "-o", "line.jsonl")
        self.assertTrue((self.folder / "line.jsonl").exists())
        self.assertTrue((self.folder / "file.json").exists())
        self.assertFalse((self.folder / "file.jsonl").exists())

    def test_config_file_with_lists_and_flags(self):
        self.write("in.jsonl", self.documents(20))
        self.write("run.toml", b"quiet = true\nallow-truncated = false\nmax-errors = \"50%\"\nthreads = 2\n")
        self.succeed("in.jsonl", "--config", "run.toml")

    def test_bad_config_files(self):
        wrong, right = (name.removeprefix("--") for name in self.tool.bad_option)
        files = {
            f"\n\n{wrong} = 1\n": (":3:", f"'{wrong}'", f"'{right}'"),
            "threads = 'two'\n": (":1:", "threads"),
            "threads = -1\n": (":1:", "threads"),
            "\nbatch-bytes = true\n": (":2:", "batch-bytes"),
            "quiet = 'perhaps'\n": (":1:", "quiet"),
            "\nstats = {a = 1}\n": (":2:", "stats"),
            "threads = \n": (":1:",),
            "threads = 1\nthreads = 2\n": (":2:", "threads"),
            "config = 'other.toml'\n": (":1:", "config"),
            "max-errors = 'few'\n": ("max-errors",),
        }
        for content, expected in files.items():
            with self.subTest(content=content):
                self.write("bad.toml", content.encode())
                result = self.refuse(2, "--config", "bad.toml", "-o", "out.jsonl", input=self.documents(3))
                for text in expected:
                    self.assertIn(text, result.err)
                self.assertEqual(len(result.err.splitlines()), 1, result.err)
                self.assert_nothing_published("out.jsonl")

    def test_missing_config_file(self):
        result = self.refuse(2, "--config", "missing.toml", input=self.documents(3))
        self.assertIn("missing.toml", result.err)
        self.assertEqual(result.out, b"")
