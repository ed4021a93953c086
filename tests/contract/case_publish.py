"""Outputs appear whole or not at all: unwritable places, full disks, kill -9, --resume."""

import os
import pwd
import random
import shutil
import signal
import subprocess
import time

from harness import LONG, SANITIZED, TIMEOUT, Case, await_that, exit_code, folder_in_memory


class Unwritable(Case):
    document_tools_only = False

    def refused(self, output, **options):
        process = self.start("-o", output, stdin=subprocess.PIPE, **options)
        # Found before any input is read: standard input stays open and silent.
        self.assertEqual(exit_code(process.wait(TIMEOUT)), 3)
        err = process.stderr.read().decode()
        self.assertTrue(output in err or output.rpartition("/")[0] in err, err)

    def test_output_below_a_file(self):
        self.write("file", b"")
        self.refused("file/out.jsonl")

    def test_output_with_too_long_a_name(self):
        self.refused("n" * 300)

    def test_output_in_an_unsearchable_folder(self):
        options = self.as_nobody()
        (self.folder / "locked").mkdir()
        (self.folder / "locked").chmod(0o666)
        self.addCleanup((self.folder / "locked").chmod, 0o755)
        self.refused("locked/out.jsonl", **options)

    def test_output_in_proc(self):
        self.refused("/proc/out.jsonl")

    def test_output_is_a_directory(self):
        if not self.tool.document_tool:
            self.skipTest("a directory takes a file for each input")
        (self.folder / "s").mkdir()
        self.write("in.jsonl", self.documents(3))
        self.refuse(2, "in.jsonl", "--stats", "s/", "-o", "out.jsonl")
        self.assert_nothing_published("out.jsonl")

    def as_nobody(self):
        """Options that run a tool as a user without rights, if there is one and he can get at the program."""
        if os.getuid() != 0:
            return {}
        nobody = pwd.getpwnam("nobody")
        options = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        try:
            code = self.run_tool("--version", command=self.tool.command[:1], **options).code
        except OSError:
            code = 126
        if code != 0:
            self.skipTest("user nobody cannot get at the programs")
        return options

    def test_read_only_folder(self):
        options = self.as_nobody()
        self.write("locked/out.jsonl", b"of an earlier run\n")
        (self.folder / "locked").chmod(0o555)
        self.addCleanup((self.folder / "locked").chmod, 0o755)
        self.refused("locked/out.jsonl", **options)
        self.assertEqual(self.read("locked/out.jsonl"), b"of an earlier run\n")

    def test_unreadable_input(self):
        options = self.as_nobody()
        self.write("in.jsonl", self.documents(3)).chmod(0o000)
        result = self.refuse(3, "in.jsonl", **options)
        self.assertIn("in.jsonl", result.err)
        self.assertEqual(result.out, b"")


class Collisions(Case):
    document_tools_only = False

    def test_output_over_an_input(self):
        data = self.documents(10)
        self.write("in.jsonl", data)
        self.refuse(2, "in.jsonl", "-o", "./in.jsonl")
        self.assertEqual(self.read("in.jsonl"), data)

    def test_one_output_spelled_in_two_ways(self):
        """Neither file is there yet."""
        if not self.tool.document_tool:
            self.skipTest("its tools have rejects of their own")
        self.write("in.jsonl", self.documents(3))
        for output, rejects in [("out.jsonl", "./out.jsonl"), (self.folder / "out.jsonl", "out.jsonl")]:
            result = self.refuse(2, "in.jsonl", "-o", output, "--rejects", rejects)
            self.assertIn("out.jsonl", result.err)
            self.assert_nothing_published("out.jsonl")

    def test_output_over_a_number_of_the_rolling_output(self):
        if self.tool.name != "cat":
            self.skipTest("only sluice-cat cuts shards")
        self.write("in.jsonl", self.documents(3))
        for pattern, rejects in [("part-{}.jsonl", "part-00003.jsonl"), ("part-{}.jsonl", "./part-00003.jsonl"),
                                 ("./part-{}.jsonl", "part-00003.jsonl"), ("new/part-{}.jsonl", "new/part-00003.jsonl")]:
            result = self.refuse(2, "in.jsonl", "-o", pattern, "--rejects", rejects, "--shard-bytes", "100")
            self.assertIn("part-00003.jsonl", result.err)
            self.assert_nothing_published("part-00000.jsonl")

    def test_shards_that_have_no_number_of_their_own(self):
        if self.tool.name != "cat":
            self.skipTest("only sluice-cat cuts shards")
        self.write("in.jsonl", self.documents(3))
        for pattern in ("part.jsonl", "part-{}-{}.jsonl", "{}/part-{}.jsonl", "{}/part.jsonl"):
            for shards in (("--shards", "2"), ("--shard-bytes", "100")):
                result = self.refuse(2, "in.jsonl", "-o", pattern, *shards)
                self.assertIn("{}", result.err)

    def test_two_shards_of_one_name(self):
        """They would overwrite each other."""
        self.write("a/x.jsonl", self.documents(3))
        self.write("b/x.jsonl", self.documents(4))
        result = self.refuse(2, "a/x.jsonl", "b/x.jsonl", "-o", "out/")
        self.assertIn("x.jsonl", result.err)
        self.assert_nothing_published("out/x.jsonl")


class FullDisk(Case):
    document_tools_only = False

    def on_a_small_disk(self, output, size="2m"):
        """Runs the tool with a small file system mounted at small/, seen by nobody else; and what is on it then."""
        namespace = ["unshare", "-m"] if os.getuid() == 0 else ["unshare", "-r", "-m"]
        mount = f"mount -t tmpfs -o size={size} tmpfs small"
        (self.folder / "small").mkdir()
        if not shutil.which("unshare") or subprocess.run([*namespace, "sh", "-c", mount], cwd=self.folder,
                                                         capture_output=True).returncode != 0:
            self.skipTest("cannot mount a small file system in a name space of its own")
        rng = random.Random(3)  # does not compress
        self.write("in.jsonl", b"".join(self.corpus.document(str(i), rng.randbytes(2000).hex()) for i in range(4000)))
        script = f'{mount} || exit 99; "$@"; code=$?; ls -A small > listing; exit $code'
        done = subprocess.run([*namespace, "sh", "-c", script, "sh", *self.argv("in.jsonl", "-o", output)],
                              cwd=self.folder, capture_output=True, timeout=TIMEOUT, env=self.environment())
        return done.returncode, done.stderr.decode(), (self.folder / "listing").read_text()

    def test_full_disk(self):
        code, err, listing = self.on_a_small_disk("small/out.jsonl")
        self.assertIn("small/out.jsonl", err)
        self.assertIn("space", err)
        self.assertEqual((code, listing), (3, ""))

    def test_full_disk_compressed(self):
        code, err, listing = self.on_a_small_disk("small/out.jsonl.zst")
        self.assertIn("small/out.jsonl.zst", err)
        self.assertEqual((code, listing), (3, ""))

    def test_full_standard_output(self):
        self.write("in.jsonl", self.documents(5000))
        with open("/dev/full", "wb") as full:
            process = self.start("in.jsonl", stdout=full)
            self.assertEqual(process.wait(TIMEOUT), 3)


class Kill(Case):
    """kill -9 at random moments, and --resume."""

    SHARDS = 8

    def scratch(self):
        return folder_in_memory()

    def arguments(self, folder, *more):
        return ("in", "-o", f"{folder}/out/", "--rejects", f"{folder}/r/", "--errors", f"{folder}/e/", "--stats",
                f"{folder}/s/", "--extension", "jsonl.zst", "-j", "2", *self.tool.rejecting, *more)

    def results(self, folder):
        """Final files by name below the folder, the stats files without `run`."""
        found = {}
        for path in sorted((self.folder / folder).rglob("*")):
            name = str(path.relative_to(self.folder / folder))
            if path.is_file() and not path.name.startswith("."):
                found[name] = (self.stats_but_run(path.relative_to(self.folder)) if path.suffix == ".json"
                               else path.read_bytes())
        return found

    def make_inputs(self):
        data = self.documents(4000)
        for i in range(self.SHARDS):
            self.write(f"in/{i}.jsonl", self.documents(200, first=200 * i) + data + self.corpus.bad(1))

    def test_kill_and_resume(self):
        if not self.tool.resumes_shards:
            self.skipTest("takes --resume for one input alone")
        self.make_inputs()
        begin = time.monotonic()
        self.succeed(*self.arguments("clean"))
        whole = time.monotonic() - begin
        clean = self.results("clean")
        self.assertEqual(len(clean), 4 * self.SHARDS)
        rng = random.Random(11)
        killed = 0
        for _ in range(100 if LONG else 5 if SANITIZED else 10):
            # Of one that reads all before it writes, a run that was not killed has done all there is to do.
            if rng.random() < 0.2 or self.tool.passes > 1:
                shutil.rmtree(self.folder / "killed", ignore_errors=True)
            resume = ("--resume",) if rng.random() < 0.7 else ()
            process = self.start(*self.arguments("killed", *resume))
            try:
                process.wait(rng.uniform(0, 0.7 * whole))  # the random moment; nothing depends on it
            except subprocess.TimeoutExpired:
                process.kill()
                killed += 1
            process.wait(TIMEOUT)
            for name, content in self.results("killed").items():
                self.assertEqual(content, clean[name], f"{name} is not what a clean run makes")
        self.assertGreater(killed, 0)
        self.succeed(*self.arguments("killed", "--resume"))
        self.assertEqual(self.results("killed"), clean)
        self.assert_no_dot_files()

    def test_resume_removes_stale_pending_files(self):
        if not self.tool.resumes_shards:
            self.skipTest("takes --resume for one input alone")
        if self.tool.passes > 1:
            self.skipTest("publishes nothing before it has read all shards")
        self.write("in/0.jsonl", self.documents(5))
        os.mkfifo(self.folder / "in/1.jsonl")  # blocks the run, so that it is killed in its midst
        arguments = ("in/0.jsonl", "in/1.jsonl", "-o", "out/", "--stats", "s/", "--resume")
        process = self.start(*arguments)
        await_that(lambda: self.dot_files("out") and (self.folder / "out/0.jsonl").exists(), "the second shard's output")
        process.kill()
        process.wait()
        self.assertTrue(self.dot_files("out"))
        (self.folder / "in/1.jsonl").unlink()
        self.write("in/1.jsonl", self.documents(7))
        result = self.succeed(*arguments)
        self.assertIn("1 shard skipped", result.err)
        self.assert_holds(self.read("out/1.jsonl"), self.documents(7))
        self.assert_no_dot_files()

    def test_resume_removes_stale_pending_files_of_a_rolling_output(self):
        if self.tool.name != "cat":
            self.skipTest("only sluice-cat cuts shards")
        self.write("in/0.jsonl", self.documents(50))
        os.mkfifo(self.folder / "in/1.jsonl")
        arguments = ("in/0.jsonl", "in/1.jsonl", "-o", "out/part-{}.jsonl", "--shard-bytes", "500", "--batch-bytes", "64",
                     "--stats", "s.json", "--resume")
        process = self.start(*arguments)
        await_that(lambda: len(self.dot_files("out")) > 3, "several pending files")
        process.kill()
        process.wait()
        (self.folder / "in/1.jsonl").unlink()
        self.write("in/1.jsonl", self.documents(2))
        self.succeed(*arguments)
        self.assert_no_dot_files()

    def test_resume_does_again_what_is_not_the_same(self):
        if not self.tool.resumes_shards:
            self.skipTest("takes --resume for one input alone")
        for i in range(3):
            self.write(f"in/{i}.jsonl", self.documents(20, first=20 * i))
        arguments = ("in", "-o", "out/", "--stats", "s/", "--resume")
        self.succeed(*arguments)
        whole = self.results("out")
        self.assertIn("3 shards skipped", self.succeed(*arguments).err)
        self.assertIn("3 shards skipped", self.succeed(*arguments, "-j", "1", "--batch-bytes", "64").err)
        undone = {
            "an output is gone": lambda: (self.folder / "out/1.jsonl").unlink(),
            "an output has another size": lambda: self.write("out/1.jsonl", b"cut"),
            "the stats file is gone": lambda: (self.folder / "s/1.jsonl.stats.json").unlink(),
            "the stats file is cut": lambda: self.write("s/1.jsonl.stats.json", b'{"schema":"sluice.stats/1"'),
            "the input is another": lambda: os.utime(self.folder / "in/1.jsonl", ns=(1, 1)),
        }
        for what, undo in undone.items():
            with self.subTest(what):
                undo()
                err = self.succeed(*arguments).err
                if self.tool.passes == 1:
                    self.assertIn("2 shards skipped", err)
                else:  # what becomes of one depends on all
                    self.assertNotIn("skipped", err)
                self.assertEqual(self.results("out"), whole)
        self.assertNotIn("skipped", self.succeed(*arguments, *self.tool.other_config).err)

    def test_resume_makes_the_same_merged_stats(self):
        """One file and --resume: done or not done as a whole."""
        self.write("in.jsonl", self.documents(20))
        arguments = ("in.jsonl", "-o", "out.jsonl", "--stats", "s.json", "--resume")
        self.succeed(*arguments)
        first = (self.folder / "s.json").read_bytes()
        self.succeed(*arguments)
        self.assertEqual((self.folder / "s.json").read_bytes(), first)
        self.assert_holds(self.read("out.jsonl"), self.documents(20))

    def test_resume_counts_what_was_done_before(self):
        if not self.tool.resumes_shards:
            self.skipTest("takes --resume for one input alone")
        for number in range(3):
            self.write(f"in/{number}.jsonl", self.documents(20 + number, first=100 * number))
        arguments = ("in", "-o", "out/", "--stats", "s/", "--resume", "-v")
        first = self.succeed(*arguments).err
        (self.folder / "out/1.jsonl").unlink()
        second = self.succeed(*arguments).err
        self.assertEqual([l for l in first.splitlines() if l.startswith("in ")],
                         [l for l in second.splitlines() if l.startswith("in ")])

    def test_stats_are_the_commit_record(self):
        """Whenever a stats file is there, so are the outputs that it names."""
        self.make_inputs()
        process = self.start(*self.arguments("run"))
        await_that(lambda: list((self.folder / "run/s").glob("[0-9]*")), "the first stats file")
        process.kill()
        process.wait()
        files = list((self.folder / "run/s").glob("[0-9]*"))
        self.assertTrue(files)
        for file in files:
            for output in self.stats(file.relative_to(self.folder))["run"]["outputs"]:
                self.assertEqual((self.folder / output["path"]).stat().st_size, output["bytes"])
