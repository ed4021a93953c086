"""Chains: as the shell's pipe if all ends well; if any process does not, nothing is published."""

import os
import pathlib
import shutil
import signal
import subprocess
import threading

import corpora
from harness import TIMEOUT, Case, await_that, exit_code

HERE = pathlib.Path(__file__).resolve().parent


class Chains(Case):
    document_tools_only = False

    @classmethod
    def applies_to(cls, tool):
        return tool.name == "chain"

    def chain(self, stages, *arguments, **options):
        return self.run_tool(stages, *arguments, command=("sluice", "chain"), **options)

    def start_chain(self, stages, *arguments, **options):
        return self.start(stages, *arguments, command=("sluice", "chain"), **options)

    def assert_nothing_new(self, killed=0):
        """No new file, but for what the process that was killed had pending: that stays, by design."""
        new = [name for name in self.tree() if name not in self.given]
        self.assertEqual([name for name in new if not name.endswith(f"-{killed}.tmp")], [])

    def setUp(self):
        super().setUp()
        self.write("in.jsonl", self.documents(3000))
        self.given = set(self.tree())

    def with_fake(self):
        """A folder of the programs with sluice-fake (fake_stage.py) among them."""
        programs = self.folder / "bin"
        programs.mkdir()
        for name in ("sluice", "sluice-cat"):
            shutil.copy2(self.bin / name, programs / name)
        fake = programs / "sluice-fake"
        fake.write_bytes((HERE / "fake_stage.py").read_bytes())
        fake.chmod(0o755)
        self.bin = programs
        self.given = set(self.tree())

    def children(self, process, count=3):
        """The chain's processes in order, once all of them run their programs."""
        def started():
            pids = [int(pid) for pid in pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()]
            own = os.readlink(f"/proc/{process.pid}/exe")
            try:
                running = [pid for pid in pids if os.readlink(f"/proc/{pid}/exe") != own]
                return pids if len(running) == count else None
            except OSError:
                return None
        return await_that(started, "the chain's processes")


class ChainResults(Chains):
    STAGES = "cat --where 'metadata.language != de' | cat --sample 0.5 --seed 3 | cat --drop metadata.url"

    def by_the_shell(self, data="in.jsonl"):
        a, b, c = (f"sluice-{stage.strip()}" for stage in self.STAGES.split("|"))
        return subprocess.run(["bash", "-c", f"set -o pipefail; {a} {data} | {b} | {c}"], cwd=self.folder, check=True,
                              env=self.environment(), capture_output=True, timeout=TIMEOUT).stdout

    def test_chain_equals_the_pipe(self):
        expected = self.by_the_shell()
        self.assertEqual(self.succeed_chain(self.STAGES, "in.jsonl").out, expected)
        self.succeed_chain(self.STAGES, "in.jsonl", "-o", "out.jsonl.zst", "--stats", "s")
        self.assertEqual(self.read("out.jsonl.zst"), expected)
        ledgers = [self.stats(f"s/chain.{i}-cat.stats.json")["ledger"] for i in (1, 2, 3)]
        for left, right in zip(ledgers, ledgers[1:]):
            self.assertEqual(left["out"], right["in"])

    def succeed_chain(self, *arguments, **options):
        result = self.chain(*arguments, **options)
        self.assertEqual(result.code, 0, result.err)
        return result

    def test_chain_from_stdin_to_stdout(self):
        data = self.documents(3000)
        self.assertEqual(self.succeed_chain(self.STAGES, input=data).out, self.by_the_shell())
        self.assertEqual(self.succeed_chain("cat", input=data).out, data)

    def test_chain_of_empty_input(self):
        self.succeed_chain("cat | cat", "-o", "out.jsonl.gz", input=b"")
        self.assertEqual(self.read("out.jsonl.gz"), b"")

    def test_chain_of_large_input(self):
        """More than all pipes hold."""
        data = self.documents(40_000)
        self.assertEqual(self.succeed_chain("cat | cat | cat", "-j", "2", input=data).out, data)

    def test_chain_over_a_directory(self):
        for i in range(3):
            self.write(f"in/{i}.jsonl.gz", self.documents(200, first=200 * i))
        self.write("sub/in.jsonl", b"")
        stages = "cat --rejects 'r/{shard}' --sample 0.5 | cat"
        arguments = (stages, "in", "-o", "out/", "--stats", "s", "--extension", "jsonl.zst")
        self.succeed_chain(*arguments)
        for i in range(3):
            self.succeed(f"in/{i}.jsonl.gz", "--sample", "0.5", "-o", "one.jsonl", "--rejects", "one-r.jsonl",
                         command=("sluice-cat",))
            self.assertEqual(self.read(f"out/{i}.jsonl.zst"), self.read("one.jsonl"))
            self.assertEqual(self.read(f"r/{i}.jsonl.zst"), self.read("one-r.jsonl"))
            self.assertTrue((self.folder / f"s/{i}.jsonl.zst.2-cat.stats.json").exists())
        before = {name: content for name, content in self.tree("out", "r").items()}
        self.assertIn("3 shards skipped", self.succeed_chain(*arguments, "--resume").err)
        (self.folder / "out/1.jsonl.zst").unlink()
        self.assertIn("2 shards skipped", self.succeed_chain(*arguments, "--resume").err)
        self.assertEqual(self.tree("out", "r"), before)

    def test_chain_resumes_with_another_configuration(self):
        self.write("in/a.jsonl", self.documents(50))
        arguments = ("in", "-o", "out/", "--stats", "s", "--resume")
        self.succeed_chain("cat | cat", *arguments)
        self.assertIn("skipped", self.succeed_chain("cat | cat", *arguments).err)
        self.assertNotIn("skipped", self.succeed_chain("cat | cat --sample 0.5", *arguments).err)
        self.assertLess(len(self.lines("out/a.jsonl")), 50)

    def test_chain_resumes_after_a_kill_between_commits(self):
        """The first tool's files are those of a new run, the second one's those of the run before."""
        arguments = ("in.jsonl", "-o", "out.jsonl", "--stats", "s")
        self.succeed_chain("cat | cat", *arguments)
        clean = "cat --sample 0.5 | cat"
        self.succeed_chain(clean, "in.jsonl", "-o", "clean.jsonl", "--stats", "clean")
        shutil.copy2(self.folder / "clean/chain.1-cat.stats.json", self.folder / "s/chain.1-cat.stats.json")
        self.assertNotIn("skipped", self.succeed_chain(clean, *arguments, "--resume").err)
        self.assertEqual(self.read("out.jsonl"), self.read("clean.jsonl"))

    def test_lists_of_stages_leave_standard_input_alone(self):
        for stages in ("cat --ids - | cat", "cat | cat --not-ids -"):
            self.assertIn("standard input", self.refuse(2, stages, command=("sluice", "chain"), input=b"doc-1\n").err)

    def test_chain_shares_threads(self):
        self.succeed_chain("cat | cat | cat", "in.jsonl", "-o", "out.jsonl", "-j", "7", "--stats", "s")
        shares = []
        for i in (1, 2, 3):
            command = self.stats(f"s/chain.{i}-cat.stats.json")["run"]["command"]
            shares.append(int(command[command.index("--threads") + 1]))
        self.assertEqual(shares, [3, 2, 2])

    def test_chain_fetches(self):
        self.succeed_chain("cat | cat", "in.jsonl", "--fetch", "cat {}", "-o", "out.jsonl")
        self.assertEqual(self.read("out.jsonl"), self.documents(3000))

    def test_chain_quoting(self):
        self.succeed_chain("cat --where 'source = \"web\"' | cat --rejects \"with space.jsonl\" --sample 0",
                           "in.jsonl", "-o", "out.jsonl")
        self.assertEqual(len(self.lines("with space.jsonl")), 1500)


class ChainFailures(Chains):
    def refuse_chain(self, code, *arguments, **options):
        result = self.chain(*arguments, **options)
        self.assertEqual(result.code, code, result.err)
        self.assert_nothing_new()
        return result.err

    def test_bad_chains(self):
        for stages, named in (("", "empty"), ("cat |", "empty"), ("| cat", "empty"), ("cat || cat", "empty"),
                              ("cat 'x", "quote"), ("cat | dog", "dog"), ("cta", "'cat'")):
            with self.subTest(stages=stages):
                self.assertIn(named, self.refuse_chain(2, stages, "in.jsonl", "-o", "out.jsonl"))

    def test_bad_options_of_a_stage(self):
        """Each as if the tool had been called alone: exit 2, and the message is the tool's."""
        for stages in ("cat --smaple 1 | cat", "cat | cat --smaple 1", "cat | cat --sample 2 | cat"):
            with self.subTest(stages=stages):
                err = self.refuse_chain(2, stages, "in.jsonl", "-o", "out.jsonl", "--stats", "s")
                self.assertIn("--sample", err)

    def test_bad_records_stop_a_chain(self):
        self.write("bad.jsonl", b"not JSON\n" * 50)
        self.given = set(self.tree())
        err = self.refuse_chain(1, "cat --rejects r.jsonl | cat", "bad.jsonl", "-o", "out.jsonl", "--stats", "s")
        self.assertIn("1-cat", err)

    def test_last_stage_cannot_write(self):
        err = self.refuse_chain(3, "cat --rejects r.jsonl | cat", "in.jsonl", "-o", "/proc/out.jsonl", "--stats", "s")
        self.assertIn("2-cat", err)

    def test_chain_reports_one_culprit(self):
        """The neighbours that end since it ended say nothing."""
        err = self.refuse_chain(1, "cat | cat --text-key nothing | cat", "in.jsonl", "-o", "out.jsonl")
        self.assertIn("2-cat", err.splitlines()[-1])
        self.assertNotIn("1-cat", err)
        self.assertNotIn("3-cat", err)

    def test_truncated_input_of_a_chain(self):
        self.write_raw("cut.gz", corpora.as_gzip(self.documents(2000))[:-50])
        self.given = set(self.tree())
        self.assertIn("cut.gz", self.refuse_chain(3, "cat | cat", "cut.gz", "-o", "out.jsonl"))

    def test_chain_over_its_own_input(self):
        self.refuse_chain(2, "cat | cat", "in.jsonl", "-o", "in.jsonl")
        self.assertEqual(self.read("in.jsonl"), self.documents(3000))

    def test_stages_that_write_one_file(self):
        self.refuse_chain(2, "cat --rejects r.jsonl | cat --rejects r.jsonl", "in.jsonl", "-o", "out.jsonl")

    def test_rejects_of_a_directory_without_shard(self):
        """Every shard would overwrite the last one's rejects."""
        self.write("in/a.jsonl", self.documents(5))
        self.write("in/b.jsonl", self.documents(5))
        self.given = set(self.tree())
        self.assertIn("{shard}", self.refuse_chain(2, "cat --rejects r.jsonl --sample 0.5 | cat", "in", "-o", "out/"))


class ChainKill(Chains):
    STAGES = "cat --rejects r.jsonl | cat | cat"
    OUTPUTS = ("-o", "out.jsonl.zst", "--stats", "s")

    def feed(self, process, size):
        piece = self.documents(500)
        try:
            for _ in range(size // len(piece) + 1):
                process.stdin.write(piece)
            process.stdin.flush()
        except BrokenPipeError:
            pass

    def kill(self, process, pids, index):
        """Kills one process of the chain; the chain names it."""
        os.kill(pids[index], signal.SIGKILL)
        self.assertEqual(exit_code(process.wait(TIMEOUT)), 1)
        self.assertRegex(process.stderr.read().decode().splitlines()[-1], f"{index + 1}-[a-z]+ was killed by signal 9")
        self.assert_nothing_new(pids[index])
        for name in self.dot_files() + self.dot_files("s"):
            name.unlink()

    def test_kill_each_process_at_the_beginning(self):
        for index in range(3):
            with self.subTest(process=index):
                process = self.start_chain(self.STAGES, *self.OUTPUTS, stdin=subprocess.PIPE)
                self.kill(process, self.children(process), index)

    def test_kill_each_process_while_it_works(self):
        for index in range(3):
            with self.subTest(process=index):
                process = self.start_chain(self.STAGES, *self.OUTPUTS, stdin=subprocess.PIPE)
                pids = self.children(process)
                self.feed(process, 8 << 20)
                threading.Thread(target=self.feed, args=(process, 1 << 30), daemon=True).start()
                self.kill(process, pids, index)

    def waiting_chain(self, **options):
        """A chain whose last stage holds back its report, so that all before it wait to publish."""
        self.with_fake()
        self.succeed("in.jsonl", "-o", "/dev/null", "--stats", "whole.json", command=("sluice-cat",))
        ledger = self.stats("whole.json")["ledger"]["in"]
        self.given = set(self.tree()) | {"eof"}
        process = self.start_chain("cat --rejects r.jsonl --stats s1.json | cat --stats s2.json | "
                                   f"fake --documents 3000 --ids {ledger['ids']} --at-end eof --hold go",
                                   "in.jsonl", "-o", "out.jsonl", **options)
        pids = self.children(process)
        # The last stage sees the end of its input when those before it have closed theirs: all work is done.
        await_that(lambda: (self.folder / "eof").exists(), "the end of input")
        return process, pids

    def test_fake_stage_keeps_the_protocol(self):
        process, _ = self.waiting_chain()
        self.assertFalse((self.folder / "r.jsonl").exists())
        self.write("go", b"")
        self.assertEqual(process.wait(TIMEOUT), 0, process.stderr.read())
        self.assertEqual(self.read("out.jsonl"), self.documents(3000))
        self.assertEqual(self.read("r.jsonl"), b"")
        self.assert_no_dot_files()

    def kill_while_waiting(self, index):
        process, pids = self.waiting_chain()
        self.kill(process, pids, index)

    def test_kill_first_while_it_waits_to_publish(self):
        self.kill_while_waiting(0)

    def test_kill_second_while_it_waits_to_publish(self):
        self.kill_while_waiting(1)

    def test_kill_last_while_it_waits_to_publish(self):
        self.kill_while_waiting(2)

    def test_kill_the_chain_itself(self):
        process, pids = self.waiting_chain()
        os.kill(process.pid, signal.SIGKILL)
        process.wait(TIMEOUT)
        for pid in pids[:2]:
            await_that(lambda: not os.path.exists(f"/proc/{pid}"), "the end of the chain's processes")
        self.assert_nothing_new()

    def test_signal_to_a_waiting_chain(self):
        process, pids = self.waiting_chain()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(exit_code(process.wait(TIMEOUT)), 143)
        self.assertEqual([pid for pid in pids if os.path.exists(f"/proc/{pid}")], [])
        self.assert_nothing_new()


class ChainLedgers(Chains):
    """A stage that loses or changes a document on the way is found out, and named with its neighbour."""

    def run_with_fake(self, stages, code):
        self.with_fake()
        self.succeed("in.jsonl", "-o", "/dev/null", "--stats", "whole.json", command=("sluice-cat",))
        ids = self.stats("whole.json")["ledger"]["in"]["ids"]
        self.given = set(self.tree())
        result = self.chain(stages.replace("IDS", ids), "in.jsonl", "-o", "out.jsonl", "--stats", "s")
        self.assertEqual(result.code, code, result.err)
        return result.err

    def test_stage_that_drops_a_line(self):
        err = self.run_with_fake("cat | fake --documents 3000 --ids IDS --drop 7 | cat", 1)
        for text in ("2-fake", "3-cat", "3,000", "2,999"):
            self.assertIn(text, err)
        self.assert_nothing_new()

    def test_stage_that_repeats_a_line_and_drops_another(self):
        """The numbers agree, the ids do not."""
        err = self.run_with_fake("cat | fake --documents 3000 --ids IDS --drop 7 --repeat 9 | cat", 1)
        self.assertIn("ids", err)
        self.assert_nothing_new()

    def test_stage_that_reads_less_than_it_was_given(self):
        err = self.run_with_fake("cat | fake --documents 2999 --ids IDS | cat", 1)
        self.assertIn("1-cat", err)
        self.assertIn("2-fake", err)
        self.assert_nothing_new()

    def test_stage_that_speaks_no_protocol(self):
        self.run_with_fake("cat | fake --say nonsense --documents 3000 --ids IDS | cat", 1)
        self.assert_nothing_new()

    def test_stage_that_ends_without_a_report(self):
        err = self.run_with_fake("cat | fake --silent --documents 3000 --ids IDS | cat", 1)
        self.assertIn("2-fake", err)
        self.assert_nothing_new()

    def test_stage_that_fails_after_the_report(self):
        err = self.run_with_fake("cat | fake --documents 3000 --ids IDS --fail | cat", 1)
        self.assertIn("2-fake", err)
