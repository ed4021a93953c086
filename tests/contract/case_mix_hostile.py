"""sluice-mix where things are not as it would have them: outputs in the way of each other, inputs and
parts that are others than they were, one document of which there is too much."""

import json
import os
import shutil
import subprocess
import sys
import unittest

import case_scale
from case_mix import MixCase, as_lines, documents, tokens_of
from harness import SANITIZED, TIMEOUT

MIB = 1 << 20


class Outputs(MixCase):
    def test_mix_leaves_nothing_else_among_its_files(self):
        self.two_sources()
        for option, path in (("--rejects", "out/train/r.jsonl"), ("--errors", "./out/../out/validation/e"),
                             ("--stats", "out/map/s.json"), ("--rejects", "out/train/00000-of-00008.jsonl")):
            err = self.refused(2, option, path)
            self.assertIn(f"{option} {path}: would be taken for a part of the mix", err)
        for option in ("--rejects", "--errors", "--stats"):
            self.assertIn("written twice", self.refused(2, option, "out/manifest.json"))
        self.assertEqual(self.tree("out"), {})

    def test_mix_writes_over_no_plan_and_no_source(self):
        self.two_sources()
        (self.folder / "out/train").mkdir(parents=True)
        for name in ("plan.toml", "web.jsonl"):
            shutil.copy(self.folder / name, self.folder / "out/manifest.json")
            self.plan(self.source("web", "out/manifest.json"), name="own.toml")
            plan = "out/manifest.json" if name == "plan.toml" else "own.toml"
            self.assertIn("over an input", self.refuse(2, plan, "-o", "out").err)
            self.assertEqual(self.read("out/manifest.json"), self.read(name))
        (self.folder / "out/manifest.json").unlink()
        # A link is followed by who writes to it.
        os.symlink("../../web.jsonl", self.folder / "out/train/00000-of-00001.jsonl")
        self.plan(self.source("web"), shard_tokens=10**9, name="link.toml")
        before = self.read("web.jsonl")
        self.assertIn("over an input", self.refused(2, plan="link.toml"))
        self.assertEqual(self.read("web.jsonl"), before)

    def test_mix_finds_a_folder_it_cannot_write_to_before_it_reads(self):
        self.write("web.jsonl", b"no document\n")
        self.plan(self.source("web"))
        self.write("file", b"")
        for options in (("-o", "file/out"), ("-o", "out", "--stats", "file/s.json")):
            err = self.refuse(3, "plan.toml", *options).err
            self.assertIn("Not a directory", err)
            self.assertNotIn("web.jsonl", err)

    def test_mix_resumes_what_is_asked_for_now(self):
        self.two_sources()
        options = ("--stats", "s.json", "--resume")
        for asked in (("-o", "one"), ("-o", "two"), ("-o", "two", "--rejects", "r.jsonl"),
                      ("-o", "three", "--extension", "jsonl"), ("-o", "four", "--extension", "jsonl.gz")):
            self.assertNotIn("done before", self.succeed("plan.toml", *asked, *options).err)
            self.assertTrue((self.folder / asked[1] / "manifest.json").exists())
            self.assertIn("done before", self.succeed("plan.toml", *asked, *options).err)
        self.assertIn("done before", self.succeed("plan.toml", "-o", "four/", "--extension", "jsonl.gz", *options).err)
        self.assertTrue((self.folder / "r.jsonl").exists())


class Sources(MixCase):
    def test_mix_resumes_none_whose_files_are_of_other_sources(self):
        """The same files in the same order, but the second one is of the other source."""
        for name in ("a", "b", "c"):
            self.write(f"{name}.jsonl", as_lines(documents(name, 20)))
        options = ("--stats", "s.json", "--resume")
        self.plan(self.source("one", "a.jsonl", "b.jsonl"), self.source("two", "c.jsonl"))
        self.mix(*options)
        self.assertIn("done before", self.mix(*options).err)
        self.plan(self.source("one", "a.jsonl"), self.source("two", "b.jsonl", "c.jsonl"))
        self.assertNotIn("done before", self.mix(*options).err)
        self.assertEqual(self.by_source()["one"]["documents"], 20)

    def test_mix_reads_no_file_of_a_source_twice(self):
        self.two_sources()
        os.symlink("web.jsonl", self.folder / "link.jsonl")
        for other in ("./web.jsonl", str(self.folder / "web.jsonl"), "link.jsonl", "l*.jsonl"):
            self.plan(self.source("web", "web.jsonl", other))
            self.assertIn("is named twice", self.refused(2))

    def test_mix_says_what_is_wrong_with_patterns(self):
        for pattern in ("x" * 300 + "*", "nowhere/*.jsonl"):
            self.plan(self.source("web", pattern))
            err = self.refused(2)
            self.assertIn("source 'web': files: " + pattern, err)

    def test_mix_refuses_sources_that_change_between_its_passes(self):
        """Between the stages' own checks, which go by name, size and time."""
        self.two_sources(validation=0)
        (self.folder / "st").mkdir()
        self.stage("count")
        self.stage("plan")
        status = os.stat(self.folder / "web.jsonl")
        changed = documents("web", 600)
        for document in changed[:300]:
            document["metadata"]["token_count"] = min(99, document["metadata"]["token_count"] + 1)
        data = as_lines(changed)
        self.write("web.jsonl", data[:-1] + b" " * (status.st_size - len(data)) + b"\n")
        self.assertEqual(os.stat(self.folder / "web.jsonl").st_size, status.st_size)
        os.utime(self.folder / "web.jsonl", ns=(status.st_atime_ns, status.st_mtime_ns))
        self.stage("scatter")
        err = self.refused_stage(1, "gather", "-o", "out")
        self.assertRegex(err, "source 'web': there are .* were planned: its files were changed")
        self.assertEqual(self.tree("out"), {})


class Parts(MixCase):
    def test_mix_counts_no_part_twice(self):
        self.two_sources()
        self.plan(self.source("web"), self.source("books"))
        (self.folder / "st").mkdir()
        for stage in ("counts", "lines"):
            self.run_stages(parts=2, files=1)
            shutil.rmtree(self.folder / "staged")
            shutil.copy(self.folder / f"st/{stage}-0-of-2", self.folder / f"st/{stage}-1-of-2")
            if stage == "counts":
                self.stage("plan")
                for part in range(2):
                    self.stage("scatter", "--part", f"{part}/2")
            self.assertIn("part of a stage", self.refused_stage(1, "gather", "-o", "staged"))
            self.assertEqual(self.tree("staged"), {})

    def test_mix_takes_no_other_files_for_parts(self):
        self.two_sources()
        for name in ("counts-0-of-0", "counts-0-of-99999999999", "counts-0-of-x", ".counts-0-of-1.tmp", "counts"):
            self.write(f"st/{name}", b"")
        self.assertIn("there are no counts files", self.refused_stage(1, "plan"))

    def test_mix_manifest_is_there_when_all_files_are(self):
        self.two_sources()
        (self.folder / "st").mkdir()
        self.run_stages(parts=1, files=1)
        whole = self.tree("staged")
        shutil.rmtree(self.folder / "staged")
        for part in (2, 0, 1):
            self.assertFalse((self.folder / "staged/manifest.json").exists())
            self.stage("gather", "--part", f"{part}/3", "-o", "staged", "--extension", "jsonl")
        self.assertEqual(self.tree("staged"), whole)
        self.stage("gather", "--part", "1/3", "-o", "staged", "--extension", "jsonl")  # again
        self.assertEqual(self.tree("staged"), whole)

    def test_mix_parts_do_not_join_another_mix(self):
        self.two_sources(shard_tokens=25_000)
        self.mix(out="staged")
        other = self.tree("staged")
        self.two_sources(shard_tokens=25_000, seed=2)
        (self.folder / "st").mkdir()
        self.stage("count")
        self.stage("plan")
        self.stage("scatter")
        gather = ("gather", "-o", "staged", "--extension", "jsonl")
        self.assertIn("is of another mix", self.refused_stage(1, *gather, "--part", "0/2"))
        self.assertEqual(self.tree("staged"), other)
        self.stage(*gather)  # one job replaces all of it
        self.assertNotEqual(self.tree("staged"), other)


class Sizes(MixCase):
    def peak(self, *arguments):
        command = [sys.executable, "-I", "-S", "-c", case_scale.Memory.MEASURE, *self.argv(*arguments)]
        done = subprocess.run(command, cwd=self.folder, env=self.environment(), capture_output=True, timeout=TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return int(done.stdout) * 1024

    @unittest.skipIf(SANITIZED, "sanitizers take memory of their own")
    def test_mix_memory_does_not_grow_with_copies_or_long_documents(self):
        """150 MB of the mix, in lines that each fill a run."""
        long = {"id": "long", "text": "word " * 300_000, "metadata": {"token_count": 300_000, "tokenizer": "words@1"}}
        self.write("many.jsonl", b"".join(as_lines([{**long, "id": f"long{number}"}]) for number in range(100)))
        self.write("one.jsonl", as_lines([long]))
        copies = "[[source.copies]]\nfrom = 0\ncopies = 50\n"
        self.plan(self.source("many"), shard_tokens=10**9)
        self.plan(self.source("one") + copies, tokens=30_000_000, shard_tokens=10**9, name="copies.toml")
        for plan in ("plan.toml", "copies.toml"):
            peak = self.peak(plan, "-o", "out", "--memory", "16MiB", "-j", "2", "--extension", "jsonl")
            self.assertEqual(self.manifest()["train"]["documents"], 100)
            self.assertLess(peak, 80 * MIB, plan)

    def test_mix_copies_differ_in_their_epoch_alone(self):
        """Also where the document says what the label says."""
        label = {"source": "one", "epoch": 0}
        made = [{"id": "a", "text": json.dumps(label), "mix": label, "metadata": {"mix": [label], "token_count": 3,
                                                                                  "tokenizer": "words@1"}},
                {"id": "b", "text": "b", "metadata": {"token_count": 3, "tokenizer": "words@1"}, "epoch": 1}]
        self.write("one.jsonl", as_lines(made))
        self.plan(self.source("one", epochs=12), tokens=12 * tokens_of(made))
        self.mix()
        expected = [{**d, "metadata": {**d["metadata"], "mix": {"source": "one", "epoch": epoch}}}
                    for d in made for epoch in range(12)]
        self.assertEqual(sorted(map(json.dumps, self.split("train"))), sorted(map(json.dumps, expected)))
