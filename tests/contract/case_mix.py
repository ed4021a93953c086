"""sluice-mix and its stages: quotas kept, documents found again, the same bytes however it is run."""

import collections
import json
import os
import random
import resource
import shutil
import signal
import subprocess

from harness import SANITIZED, SOURCE, Case, await_that, exit_code, folder_in_memory

MODULUS = 1 << 128
QUOTAS_DOCUMENT = 200  # tokens: more than any document made here has, where none is said


def documents(prefix, count, seed=1, words=(1, 150)):
    """Documents that tell how many tokens they have."""
    rng = random.Random(f"{prefix} {seed}")
    made = []
    for number in range(count):
        tokens = rng.randint(*words)
        made.append({"id": f"{prefix}{number}", "text": " ".join(f"w{rng.randrange(1000)}" for _ in range(tokens)),
                     "metadata": {"token_count": tokens, "tokenizer": "words@1"}})
    return made


def as_lines(made):
    return b"".join(json.dumps(document).encode() + b"\n" for document in made)


def tokens_of(made):
    return sum(document["metadata"]["token_count"] for document in made)


class MixCase(Case):
    @classmethod
    def applies_to(cls, tool):
        return tool.name == "mix"

    def scratch(self):
        return folder_in_memory()

    # Plans.

    def source(self, name, *files, **keys):
        lines = [f'name = "{name}"', f"files = {json.dumps(files or [f'{name}.jsonl'])}"]
        return "[[source]]\n" + "\n".join(lines + [f"{key} = {value}" for key, value in keys.items()]) + "\n"

    def plan(self, *sources, name="plan.toml", **keys):
        keys = {"shard_tokens": 5000, **keys}
        text = "[mix]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items()) + "".join(sources)
        return self.write(name, text.encode())

    def two_sources(self, **keys):
        """Of 600 and 300 documents, mixed half and half."""
        self.made = {"web": documents("web", 600), "books": documents("books", 300)}
        for name, made in self.made.items():
            self.write(f"{name}.jsonl", as_lines(made))
        self.plan(self.source("web", weight=1), self.source("books", weight=1),
                  **{"tokens": 40_000, "validation": 0.05, **keys})

    # Runs.

    def mix(self, *options, out="out", plan="plan.toml", **more):
        return self.succeed(plan, "-o", out, "--extension", "jsonl", *options, **more)

    def refused(self, code, *options, out="out", plan="plan.toml", **more):
        result = self.refuse(code, plan, "-o", out, "--extension", "jsonl", *options, **more)
        self.assertFalse((self.folder / out / "manifest.json").exists())
        self.assertEqual(self.dot_files(out), [])
        return result.err

    def stage(self, name, *arguments, plan="plan.toml", work="st", **more):
        return self.succeed(plan, "--work", work, *arguments, command=("sluice-mix", name), **more)

    def refused_stage(self, code, name, *arguments, plan="plan.toml", work="st", **more):
        return self.refuse(code, plan, "--work", work, *arguments, command=("sluice-mix", name), **more).err

    def run_stages(self, parts=5, files=3, out="staged"):
        for part in reversed(range(parts)):
            self.stage("count", "--part", f"{part}/{parts}")
        self.stage("plan")
        for part in range(parts):
            self.stage("scatter", "--part", f"{part}/{parts}", "--stats", f"scatter{part}.json",
                       "--rejects", f"scatter{part}.jsonl")
        for part in reversed(range(files)):
            self.stage("gather", "--part", f"{part}/{files}", "-o", out, "--extension", "jsonl")

    # What they left.

    def files(self, out="out"):
        """By name below the folder."""
        return {name.split("/", 1)[1]: data for name, data in self.tree(out).items()}

    def split(self, name, out="out"):
        """The documents of a split, in order."""
        return [json.loads(line) for file, data in sorted(self.files(out).items()) if file.startswith(f"{name}/")
                for line in data.splitlines()]

    def ids(self, split="train", out="out"):
        return [document["id"] for document in self.split(split, out)]

    def manifest(self, out="out"):
        return json.loads(self.read(f"{out}/manifest.json"))

    def by_source(self, out="out"):
        return {source["name"]: source for source in self.manifest(out)["sources"]}

    def assert_quotas(self, requested, largest=QUOTAS_DOCUMENT, out="out"):
        """Each source has what was asked of it and less than a document more: by its own documents."""
        mixed = collections.Counter()
        for document in self.split("train", out):
            mixed[document["metadata"]["mix"]["source"]] += document["metadata"]["token_count"]
        for name, source in self.by_source(out).items():
            self.assertEqual(source["requested_tokens"], requested[name], name)
            self.assertEqual(source["tokens"], mixed[name], name)
            self.assertTrue(0 <= mixed[name] - requested[name] < largest, (name, mixed[name], requested[name]))


class SameBytes(MixCase):
    def test_mix_is_the_same_for_any_threads_memory_and_batches(self):
        # More than the runs of the least memory hold.
        self.write("web.jsonl", as_lines(documents("web", 1500, words=(500, 2500))))
        self.write("books.jsonl", as_lines(documents("books", 300)))
        self.plan(self.source("web", weight=0.97), self.source("books", weight=0.03), tokens=1_500_000,
                  validation=0.02, shard_tokens=200_000)
        self.mix("-j", "1")
        expected = self.files()
        self.assertGreater(len(expected), 10)
        for number, options in enumerate((("-j", "4", "--memory", "16MiB"), ("-j", "3", "--batch-bytes", "1000"),
                                          ("-j", "1", "--memory", "2GiB", "--batch-bytes", "64MiB"))):
            self.mix(*options, out=f"out{number}")
            self.assertEqual(self.files(f"out{number}"), expected, options)
        self.assert_no_dot_files()

    def test_mix_is_the_same_however_inputs_are_cut(self):
        self.two_sources()
        self.mix()
        expected = self.files()
        lines = self.lines("web.jsonl")
        random.Random(2).shuffle(lines)  # nor does their order matter
        for number in range(7):
            self.write(f"web/{number}.jsonl.zst", b"".join(lines[number::7]))
        self.plan(self.source("web", "web/*.zst", weight=1), self.source("books", weight=1), tokens=40_000,
                  validation=0.05)
        self.mix(out="cut")
        cut = self.files("cut")
        self.assertEqual(list(cut), list(expected))
        for name, data in expected.items():
            if name.startswith(("train/", "validation/")):
                self.assertEqual(cut[name], data, name)
            elif name.startswith("map/"):
                places = [[{**json.loads(line), "file": None} for line in file.splitlines()] for file in (cut[name], data)]
                self.assertEqual(*places)
        self.assertEqual(self.manifest("cut")["train"], self.manifest()["train"])

    def test_mix_is_the_same_in_stages_and_parts(self):
        self.two_sources(tokens=100_000)
        for number in range(5):
            self.write(f"more/{number}.jsonl.gz", as_lines(documents(f"more{number}.", 100)))
        self.plan(self.source("web", "web.jsonl", "more", weight=1), self.source("books", weight=1), tokens=100_000,
                  validation=0.05)
        self.mix("--stats", "whole.json", "--rejects", "whole.jsonl")
        for parts, files in ((5, 3), (1, 1), (9, 23)):  # more parts than files, too
            shutil.rmtree(self.folder / "st", ignore_errors=True)
            shutil.rmtree(self.folder / "staged", ignore_errors=True)
            (self.folder / "st").mkdir()
            self.run_stages(parts, files)
            self.assertEqual(self.files("staged"), self.files())
        whole = self.stats("whole.json")["ledger"]
        parts = [self.stats(f"scatter{part}.json")["ledger"] for part in range(9)]
        for side in ("in", "repeated", "out"):
            for unit in ("documents", "bytes", "tokens"):
                self.assertEqual(sum(part[side][unit] or 0 for part in parts), whole[side][unit])
        rejects = b"".join(self.read(f"scatter{part}.jsonl") for part in range(9))
        self.assertEqual(sorted(rejects.splitlines()), sorted(self.read("whole.jsonl").splitlines()))
        self.assert_no_dot_files()

    def test_mix_stages_may_be_run_again(self):
        self.two_sources()
        (self.folder / "st").mkdir()
        self.run_stages()
        before = self.tree("st", "staged")
        self.run_stages()
        self.assertEqual(self.tree("st", "staged"), before)

    def test_mix_of_another_seed_is_in_another_order(self):
        self.two_sources(tokens=2 * tokens_of(documents("books", 300)), validation=0)
        orders = []
        for seed in (1, 2, 3):
            self.plan(self.source("books", weight=1), tokens=2 * tokens_of(self.made["books"]), seed=seed)
            self.mix(out=f"out{seed}")
            orders.append(self.ids(out=f"out{seed}"))
        self.assertEqual(len({tuple(order) for order in orders}), 3)
        for order in orders:  # of whole epochs
            self.assertEqual(collections.Counter(order), {document["id"]: 2 for document in self.made["books"]})
        self.mix(out="again")
        self.assertEqual(self.ids(out="again"), orders[-1])

    def test_mix_validation_is_the_same_for_all_plans(self):
        self.two_sources()
        splits = []
        for number, (weight, tokens, seed) in enumerate(((1, 40_000, 1), (0.1, 10_000, 1), (7, 90_000, 5))):
            self.plan(self.source("web", weight=weight), self.source("books", weight=1), tokens=tokens, seed=seed,
                      validation=0.05, shard_tokens=3000 + number)
            self.mix(out=f"out{number}")
            held_out = self.ids("validation", f"out{number}")
            self.assertEqual(len(held_out), len(set(held_out)))
            self.assertTrue(set(held_out).isdisjoint(self.ids("train", f"out{number}")))
            splits.append(sorted(held_out))
        self.assertTrue(20 < len(splits[0]) < 80, len(splits[0]))
        self.assertEqual(splits[0], splits[1])
        self.assertEqual(splits[0], splits[2])


class Quotas(MixCase):
    def test_mix_has_what_was_asked_for(self):
        self.two_sources(tokens=60_001)
        self.mix("--stats", "s.json", "--rejects", "r.jsonl")
        self.assert_quotas({"web": 30_001, "books": 30_000})
        for name, source in self.by_source().items():
            train = [d for d in self.split("train") if d["metadata"]["mix"]["source"] == name]
            first = {document["id"]: document for document in train}
            self.assertEqual((source["documents"], source["bytes"], source["unique_documents"], source["unique_tokens"]),
                             (len(train), sum(len(d["text"].encode()) for d in train), len(first),
                              tokens_of(first.values())))
            self.assertEqual(source["validation_tokens"], tokens_of(
                d for d in self.split("validation") if d["metadata"]["mix"]["source"] == name))
            # Whole epochs come before any repetition.
            times = collections.Counter(document["id"] for document in train)
            self.assertLessEqual(max(times.values()) - min(times.values()), 1)
            for document in train:
                self.assertLess(document["metadata"]["mix"]["epoch"], times[document["id"]])
        self.assertEqual(self.by_source()["books"]["unique_documents"],
                         300 - self.by_source()["books"]["validation_documents"])

    def test_mix_ledger_balances(self):
        """By what lies in the files."""
        self.two_sources(tokens=60_001)
        self.mix("--stats", "s.json", "--rejects", "r.jsonl")
        ledger = self.stats("s.json")["ledger"]
        out = self.split("train") + self.split("validation")
        rejected = [json.loads(line) for line in self.lines("r.jsonl")]
        self.assertEqual({document["metadata"]["reject"]["reason"] for document in rejected}, {"over_quota"})
        given = {document["id"]: document for made in self.made.values() for document in made}
        times = collections.Counter(document["id"] for document in out + rejected)
        self.assertEqual(set(times), set(given))
        self.assertTrue({d["id"] for d in out}.isdisjoint(d["id"] for d in rejected))
        again = [given[one] for one, count in times.items() for _ in range(count - 1)]
        self.assertGreater(len(again), 100)
        sides = {"in": list(given.values()), "repeated": again, "out": out}
        for side, made in sides.items():
            for unit, count in (("documents", len(made)), ("tokens", tokens_of(made)),
                                ("bytes", sum(len(document["text"].encode()) for document in made))):
                self.assertEqual(ledger[side][unit], count, (side, unit))
        tally = ledger["rejects"]["over_quota"]
        self.assertEqual((tally["documents"], tally["tokens"]), (len(rejected), tokens_of(rejected)))
        ids = {side: int(ledger[side]["ids"], 16) for side in sides}
        self.assertEqual((ids["in"] + ids["repeated"] - ids["out"] - int(tally["ids"], 16)) % MODULUS, 0)
        details = self.stats("s.json")["details"]["mix"]["sources"]
        for name, source in self.by_source().items():
            for key in ("documents", "bytes", "tokens", "unique_tokens", "validation_tokens"):
                self.assertEqual(details[name][key], source[key], (name, key))

    def test_mix_maps_lead_to_the_documents(self):
        self.two_sources(tokens=70_000)
        self.mix()
        given = {name: {d["id"]: d for d in made} for name, made in self.made.items()}
        for split in ("train", "validation"):
            at = 0
            for file in self.manifest()[split]["files"]:
                lines = [json.loads(line) for line in self.lines(f"out/{file['path']}")]
                places = [json.loads(line) for line in self.lines(f"out/{file['map']}")]
                self.assertEqual((file["first_token"], file["documents"], len(places)), (at, len(lines), len(lines)))
                self.assertEqual(file["bytes"], (self.folder / "out" / file["path"]).stat().st_size)
                for line, place in zip(lines, places):
                    label = line["metadata"].pop("mix")
                    self.assertEqual(line, given[place["source"]][place["id"]])
                    self.assertEqual(place["file"], f"{place['source']}.jsonl")
                    self.assertEqual(label, {"source": place["source"], "epoch": place["epoch"]})
                    self.assertEqual((place["token"], place["tokens"]), (at, line["metadata"]["token_count"]))
                    at += place["tokens"]
            self.assertEqual(self.manifest()[split]["tokens"], at)

    def test_mix_of_300_sources(self):
        sources = []
        for number in range(300):
            self.write(f"s{number}.jsonl", as_lines(documents(f"s{number}.", 3, words=(50, 100))))
            sources.append(self.source(f"s{number}", weight=0.001 * (number + 1)))
        self.plan(*sources, tokens=45_150, epochs=100)
        self.mix()
        self.assert_quotas({f"s{number}": number + 1 for number in range(300)}, largest=101)

    def test_mix_of_sources_that_overlap(self):
        self.write("a.jsonl", as_lines(documents("a", 200)))
        self.plan(self.source("one", "a.jsonl"), self.source("two", "a.jsonl"), validation=0.1)
        self.mix("--stats", "s.json")
        orders = {name: [d["id"] for d in self.split("train") if d["metadata"]["mix"]["source"] == name]
                  for name in ("one", "two")}
        self.assertEqual(sorted(orders["one"]), sorted(orders["two"]))
        self.assertNotEqual(orders["one"], orders["two"])
        held_out = collections.Counter(self.ids("validation"))
        self.assertEqual(set(held_out.values()), {2})
        self.assertTrue(set(held_out).isdisjoint(orders["one"]))
        self.assertEqual(self.stats("s.json")["ledger"]["in"]["documents"], 400)

    def test_mix_of_empty_sources(self):
        self.write("none.jsonl", b"")
        self.write("a.jsonl", as_lines(documents("a", 20)))
        self.plan(self.source("none"), self.source("a"))
        self.mix()
        self.assertEqual(len(self.ids()), 20)
        self.assertEqual(self.by_source()["none"]["documents"], 0)
        self.plan(self.source("none"))
        self.mix(out="nothing")
        self.assertEqual(self.ids(out="nothing"), [])
        self.assertEqual(self.manifest("nothing")["train"]["documents"], 0)
        self.plan(self.source("none", weight=1), self.source("a", weight=1), tokens=100)
        self.assertIn("none: 50 of 0 tokens; has no tokens", self.refused(1, out="refused"))

    def test_mix_of_a_document_of_20_mb(self):
        large = {"id": "large", "text": "x " * 10_000_000,
                 "metadata": {"token_count": 10_000_000, "tokenizer": "words@1"}}
        self.write("a.jsonl", as_lines(documents("a", 50) + [large]))
        self.plan(self.source("a", epochs=2), shard_tokens=1_000_000)
        self.mix("--memory", "16MiB", "-j", "2")
        self.assertEqual(sorted(self.ids()), sorted(["large"] + [f"a{number}" for number in range(50)]))
        self.assertEqual(next(d for d in self.split("train") if d["id"] == "large")["text"], large["text"])

    def test_mix_takes_nothing_of_weight_zero(self):
        self.two_sources()
        self.plan(self.source("web", weight=0), self.source("books", weight=3), tokens=20_000, validation=0.1)
        self.mix("--rejects", "r.jsonl")
        self.assert_quotas({"web": 0, "books": 20_000})
        self.assertEqual({d["metadata"]["mix"]["source"] for d in self.split("train") + self.split("validation")}, {"books"})
        self.assertEqual(sum(json.loads(line)["id"].startswith("web") for line in self.lines("r.jsonl")), 600)

    def test_mix_reads_large_clusters_more_often(self):
        made = documents("a", 100)
        for number, document in enumerate(made):
            document["metadata"]["dedup"] = {"size": number % 10}
        self.write("a.jsonl", as_lines(made))
        steps = "".join(f"[[source.copies]]\nfrom = {first}\ncopies = {copies}\n" for first, copies in ((5, 2), (9, 3)))
        self.plan(self.source("a") + steps)
        self.mix("--stats", "s.json")
        expected = {f"a{number}": 3 if number % 10 == 9 else 2 if number % 10 >= 5 else 1 for number in range(100)}
        self.assertEqual(collections.Counter(self.ids()), expected)
        self.assertEqual(self.stats("s.json")["ledger"]["repeated"]["documents"], 60)

    def test_mix_of_more_than_there_is_is_refused_with_what_is_possible(self):
        self.two_sources()
        available = tokens_of(self.made["books"])
        self.plan(self.source("web", weight=1), self.source("books", weight=9), tokens=5 * available, validation=0)
        err = self.refused(1, "--stats", "s.json")
        self.assertIn("books: ", err)
        self.assertIn("at most 4", err)
        self.assertFalse((self.folder / "s.json").exists())
        possible = int(err.split("largest mix has tokens = ")[1].split()[0])
        self.plan(self.source("web", weight=1), self.source("books", weight=9), tokens=possible)
        self.mix()
        self.assertAlmostEqual(self.by_source()["books"]["tokens"] / available, 4, places=2)
        self.plan(self.source("web", weight=1), self.source("books", weight=9), tokens=possible + 1)
        self.refused(1, out="more")

    def test_mix_warns_of_sources_that_are_read_often(self):
        self.two_sources()
        books = tokens_of(self.made["books"])
        self.plan(self.source("books", weight=1), tokens=5 * books, epochs=6)
        self.assertIn("source 'books' is read 5.00 times", self.mix().err)

    def test_mix_shares_by_temperature_and_unimax(self):
        self.two_sources()
        web, books = (tokens_of(self.made[name]) for name in ("web", "books"))
        for keys, shares in (({"shares": "unimax"}, (1, 1)), ({"shares": "temperature", "alpha": 0}, (1, 1)),
                             ({"shares": "temperature"}, (web**0.5, books**0.5)), ({"shares": "proportional"}, (web, books))):
            self.plan(self.source("web"), self.source("books"), tokens=30_000, **keys)
            self.mix()
            for name, share in zip(("web", "books"), shares):
                self.assertAlmostEqual(self.by_source()[name]["requested_tokens"], 30_000 * share / sum(shares), delta=1)
            shutil.rmtree(self.folder / "out")

    def test_mix_dry_run_writes_nothing(self):
        self.two_sources()
        before = self.tree()
        for options in ((), ("-o", "out", "--stats", "s.json", "--rejects", "r.jsonl", "--errors", "e.jsonl")):
            err = self.succeed("plan.toml", "--dry-run", *options).out.decode()
            self.assertRegex(err, r"(?m)^web +20,000 +20,\d\d\d ")
            self.assertEqual(self.tree(), before)
        self.assertFalse((self.folder / "out").exists())


class Documents(MixCase):
    def test_mix_tells_of_bad_records_once(self):
        made = documents("a", 100)
        self.write("a.jsonl", as_lines(made[:50]) + b"no JSON\n" + as_lines(made[50:]) + b'{"id":"x"}\n')
        self.plan(self.source("a"))
        err = self.mix("--errors", "e.jsonl", "--max-errors", "10", "--stats", "s.json").err
        self.assertEqual(err.count("record 51"), 1, err)
        self.assertEqual(len(self.ids()), 100)
        self.assertEqual(len(self.lines("e.jsonl")), 2)
        self.assertEqual(sum(self.stats("s.json")["bad_records"].values()), 2)
        self.refused(1, "--max-errors", "1", out="refused")

    def test_mix_needs_token_counts(self):
        made = documents("a", 30)
        del made[17]["metadata"]["token_count"]
        self.write("a.jsonl", as_lines(made))
        self.plan(self.source("a"))
        err = self.refused(1)
        self.assertIn('document "a17" in a.jsonl has no token count', err)
        self.assertIn("--tokenizer sluice-64k", err)
        self.mix("--tokenizer", SOURCE / "testdata/bpe/tiny.json")
        counts = [document["metadata"]["token_count"] for document in self.split("train")]
        self.assertEqual((len(counts), sum(counts)), (30, self.manifest()["train"]["tokens"]))

    def test_mix_refuses_counts_that_cannot_be_true(self):
        made = documents("a", 3)
        for count in (1 << 32, 1 << 50, (1 << 64) - 1):
            made[1]["metadata"]["token_count"] = count
            self.write("a.jsonl", as_lines(made))
            self.plan(self.source("a"))
            self.assertIn(f'document "a1" in a.jsonl says that it has {count:,} tokens', self.refused(1))
        for count in (-1, 1.5, "7", None):
            made[1]["metadata"]["token_count"] = count
            self.write("a.jsonl", as_lines(made))
            self.assertIn('document "a1" in a.jsonl has no token count', self.refused(1))

    def test_mix_refuses_counts_of_two_tokenizers(self):
        made = {"a": documents("a", 30), "b": documents("b", 30)}
        for document in made["b"]:
            document["metadata"]["tokenizer"] = "other@2"
        self.write("a.jsonl", as_lines(made["a"]))
        self.write("b.jsonl", as_lines(made["b"]))
        self.write("both.jsonl", as_lines(made["a"] + made["b"]))
        for sources in ([self.source("a"), self.source("b")], [self.source("both")]):
            self.plan(*sources)
            self.assertIn("several tokenizers; name what counts them all", self.refused(1, "--batch-bytes", "1000"))
        (self.folder / "st").mkdir()
        self.plan(self.source("a"), self.source("b"))
        for part in range(2):
            self.stage("count", "--part", f"{part}/2")
        self.assertIn("several tokenizers", self.refused_stage(1, "plan"))

    def test_mix_replaces_labels_of_an_earlier_mix(self):
        self.two_sources()
        self.mix()
        first = self.split("train")
        self.plan(self.source("again", "out/train"))
        self.mix(out="second")
        self.assertEqual({json.dumps(d["metadata"]["mix"]) for d in self.split("train", "second")},
                         {'{"source": "again", "epoch": 0}'})
        self.assertEqual(len(self.ids(out="second")), len(first))

    def test_mix_files_are_as_the_extension_says(self):
        self.two_sources()
        self.mix()
        expected = self.files()
        for extension in ("jsonl.gz", "jsonl.zst"):
            self.succeed("plan.toml", "-o", extension, "--extension", extension, "--compression-level", "1")
            for name, data in expected.items():
                if name.endswith(".jsonl"):
                    self.assertEqual(self.read(f"{extension}/{name.removesuffix('.jsonl')}.{extension}"), data)


class Folders(MixCase):
    def test_mix_resume_does_nothing_twice(self):
        self.two_sources()
        options = ("--stats", "s.json", "--resume")
        self.assertNotIn("done before", self.mix(*options).err)
        before = self.tree()
        self.assertIn("done before", self.mix(*options).err)
        self.assertIn("done before", self.mix(*options, "-j", "1", "--memory", "64MiB").err)
        self.assertEqual(self.tree(), before)
        undone = {
            "an output is gone": lambda: (self.folder / "out/train/00000-of-00009.jsonl").unlink(),
            "the manifest is gone": lambda: (self.folder / "out/manifest.json").unlink(),
            "the stats file is gone": lambda: (self.folder / "s.json").unlink(),
            "the input is another": lambda: os.utime(self.folder / "web.jsonl", ns=(1, 1)),
        }
        for what, undo in undone.items():
            with self.subTest(what):
                undo()
                self.assertNotIn("done before", self.mix(*options).err)
                self.assertEqual(set(self.tree()), set(before))
        self.two_sources(seed=2)
        self.assertNotIn("done before", self.mix(*options).err)
        self.assertIn("--stats", self.refuse(2, "plan.toml", "-o", "x", "--resume").err)

    def test_mix_refuses_files_of_another_mix_in_its_folder(self):
        self.two_sources(tokens=60_000)
        self.mix()
        before = self.files()
        self.two_sources(tokens=20_000)  # fewer files, of other names
        err = self.refuse(1, "plan.toml", "-o", "out", "--extension", "jsonl").err
        self.assertIn("is no part of this mix; remove it, or name another folder", err)
        self.assertEqual(self.files(), before)
        for stray in ("out2/train/notes.txt", "out2/map/x.jsonl", "out2/validation/y"):
            self.write(stray, b"")
            self.assertIn(stray, self.refused(1, out="out2"))
            (self.folder / stray).unlink()
        self.mix(out="out2")
        self.mix(out="out2")  # its own files it replaces

    def test_mix_never_writes_over_what_it_reads(self):
        self.two_sources()
        (self.folder / "out/train").mkdir(parents=True)
        self.write("out/train/00000-of-00008.jsonl", as_lines(documents("a", 5)))
        self.plan(self.source("web"), self.source("own", "out/train"), name="own.toml")
        self.write("file", b"")
        before = self.tree()
        for plan, *options in (("plan.toml", "--stats", "plan.toml"), ("plan.toml", "--rejects", "./web.jsonl"),
                               ("plan.toml", "--errors", "books.jsonl"), ("plan.toml", "--errors", "x", "--rejects", "x"),
                               ("own.toml",)):
            self.refuse(2, plan, "-o", "out", *options)
            self.assertEqual(self.tree(), before, options)
        self.assertIn("is no folder", self.refuse(2, "plan.toml", "-o", "file").err)
        (self.folder / "st").mkdir()
        self.plan(self.source("st", "st/counts-0-of-1"))
        self.write("st/counts-0-of-1", as_lines(documents("a", 5)))
        self.refused_stage(2, "count")
        self.assertEqual(self.read("st/counts-0-of-1"), as_lines(documents("a", 5)))

    def test_mix_says_what_is_wrong_with_its_plan(self):
        self.two_sources()
        (self.folder / "folder").mkdir()
        self.write("empty.toml", b"")
        self.plan(self.source("web", wieght=1), name="typo.toml")
        self.plan(self.source("gone"), name="gone.toml")
        self.plan(self.source("web", "w*.csv"), name="pattern.toml")
        self.plan(self.source("web", "web.jsonl", "w*.jsonl"), name="twice.toml")
        for arguments, said in ((("folder",), "directory"), (("missing.toml",), "missing.toml"),
                                (("empty.toml",), "there is no [[source]]"), (("typo.toml",), "did you mean 'weight'?"),
                                (("gone.toml",), "gone.jsonl"), (("pattern.toml",), "w*.csv: there is no such file"),
                                (("twice.toml",), "web.jsonl: is named twice"), ((), "name one plan"),
                                (("plan.toml", "plan.toml"), "name one plan")):
            err = self.refuse(2, *arguments, "-o", "out").err
            self.assertIn(said, err)
            self.assertEqual(len(err.splitlines()), 1, err)
        for options, said in (((), "-o: name the folder"), (("-o", "o", "--tokenizer", "none"), "quotas are in tokens"),
                              (("-o", "o", "--memory", "1k"), "16MiB"), (("-o", "o", "--extension", "json"), "jsonl"),
                              (("-o", "o", "--compression-level", "23"), "1 to 22"), (("--dry-rum",), "--dry-run")):
            self.assertIn(said, self.refuse(2, "plan.toml", *options).err)
        self.assertFalse((self.folder / "out").exists() or (self.folder / "o").exists())

    def test_mix_reads_no_streams(self):
        os.mkfifo(self.folder / "pipe")
        self.plan(self.source("web", "pipe"))
        self.assertIn("is read twice, so it must be a file", self.refuse(2, "plan.toml", "-o", "out").err)

    def test_mix_commands_are_listed_and_helped(self):
        listed = self.succeed("--help").out.decode()
        for command in ("run", "count", "plan", "scatter", "gather"):
            self.assertRegex(listed, rf"(?m)^  {command} +\S")
            self.assertIn("Examples:", self.succeed(command, "--help").out.decode())
        self.assertEqual(self.succeed("run", "--help").out, self.succeed("help", "run").out)
        self.two_sources()
        self.assertEqual(self.succeed("run", "plan.toml", "-o", "out").code, 0)


class StageFiles(MixCase):
    STAGES = {
        "plan": (),
        "scatter": ("--part", "1/2"),
        "gather": ("-o", "staged", "--extension", "jsonl"),
    }
    READ_BY = {"counts-0-of-2": "plan", "choice": "scatter", "lines-1-of-2": "gather"}

    def staged(self):
        self.two_sources(tokens=5000)
        (self.folder / "st").mkdir()
        self.run_stages(parts=2, files=1)

    def test_mix_tells_of_damaged_stage_files(self):
        self.staged()
        rng = random.Random(3)
        for name, reader in self.READ_BY.items():
            path = self.folder / "st" / name
            whole = path.read_bytes()
            before = self.tree("st", "staged")
            for at in (0, 20, 199, len(whole) - 1, *(rng.randrange(len(whole)) for _ in range(3))):
                flipped = bytearray(whole)
                flipped[at] ^= 0x10
                for data in (whole[:at], bytes(flipped), whole + b"x"):
                    path.write_bytes(data)
                    result = self.run_tool("plan.toml", "--work", "st", *self.STAGES[reader],
                                           command=("sluice-mix", reader))
                    self.assertIn(result.code, (2, 3), f"{name}: byte {at} of {len(whole)}: {result.err}")
                    self.assertIn(name, result.err)
                    self.assertEqual({**self.tree("st", "staged"), f"st/{name}": whole}, before)
            path.write_bytes(whole)

    def test_mix_refuses_stage_files_of_others(self):
        self.staged()
        shutil.copytree(self.folder / "st", self.folder / "kept")
        self.two_sources(tokens=5000, seed=2)
        for name in ("plan", "scatter", "gather"):
            self.assertIn("same options", self.refused_stage(2, name, *self.STAGES[name]))
        self.two_sources(tokens=5000)  # the files are others, by their times
        self.assertIn("same options", self.refused_stage(2, "plan"))
        os.replace(self.folder / "st/choice", self.folder / "st/counts-0-of-2")
        self.assertIn("kind", self.refused_stage(2, "plan"))

    def test_mix_names_the_parts_that_are_missing(self):
        self.staged()
        (self.folder / "st/counts-1-of-2").unlink()
        self.assertIn("st/counts-1-of-2: is missing", self.refused_stage(1, "plan"))
        self.stage("count", "--part", "0/3")
        self.assertIn("different numbers of parts", self.refused_stage(1, "plan"))
        (self.folder / "empty").mkdir()
        self.assertIn("there are no counts files", self.refused_stage(1, "plan", work="empty"))
        self.assertIn("choice", self.refused_stage(3, "scatter", work="empty"))
        for part in ("2/2", "1", "0/0", "a/b", "-1/2", "0/9999999"):
            self.assertIn("--part", self.refused_stage(2, "count", f"--part={part}"))
        self.assertIn("--work", self.refuse(2, "plan.toml", command=("sluice-mix", "plan")).err)


class Trouble(MixCase):
    def test_mix_may_be_killed_anywhere_and_begun_again(self):
        """kill -9 after more and more time, then the same command: the same files, and no others."""
        self.write("web.jsonl", as_lines(documents("web", 2000)))
        self.plan(self.source("web"), tokens=400_000, shard_tokens=20_000)
        options = ("--stats", "s.json", "--rejects", "r.jsonl", "-j", "1")
        self.mix(*options)
        expected = self.files()
        shutil.rmtree(self.folder / "out")
        killed = 0
        for milliseconds in (4, 8, 15, 25, 40, 60, 90) if not SANITIZED else (50, 200):
            process = self.start("plan.toml", "-o", "out", "--extension", "jsonl", *options)
            try:
                process.wait(timeout=milliseconds / 1000)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
                killed += 1
            if (self.folder / "out/manifest.json").exists():  # the last of all
                self.assertEqual({name for name in self.files() if "/." not in name}, set(expected))
            self.mix(*options)
            self.assertEqual(self.files(), expected)
            self.assert_no_dot_files()
            shutil.rmtree(self.folder / "out")
        self.assertGreater(killed, 0)

    def test_mix_stages_may_be_killed_anywhere_and_begun_again(self):
        self.write("web.jsonl", as_lines(documents("web", 2000)))
        self.plan(self.source("web"), tokens=400_000, shard_tokens=20_000)
        (self.folder / "st").mkdir()
        self.run_stages(parts=1, files=1)
        expected = self.tree("st", "staged")
        for name, arguments in (("count", ()), ("plan", ()), ("scatter", ()),
                                ("gather", ("-o", "staged", "--extension", "jsonl"))):
            for milliseconds in (3, 10, 30):
                process = self.start("plan.toml", "--work", "st", *arguments, command=("sluice-mix", name))
                try:
                    process.wait(timeout=milliseconds / 1000)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
                self.stage(name, *arguments)
                self.assertEqual(self.tree("st", "staged"), expected, name)
                self.assert_no_dot_files()

    def test_mix_leaves_nothing_where_it_is_interrupted(self):
        self.write("web.jsonl", as_lines(documents("web", 20_000)))
        self.plan(self.source("web"), shard_tokens=50_000)
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.start("plan.toml", "-o", "out", "-j", "1", "--stats", "s.json")
            await_that(lambda: list(self.temporary.iterdir()), "the folder for temporary files")
            process.send_signal(number)
            self.assertEqual(exit_code(process.wait()), 128 + number)
            self.assertEqual(self.tree("out"), {})
            self.assert_nothing_published("s.json")

    def limited(self, size):
        """Options under which no file may be larger, as on a disk that is full."""

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

        return {"preexec_fn": limit, "restore_signals": False}

    def test_mix_on_a_full_disk_publishes_nothing(self):
        self.write("web.jsonl", as_lines(documents("web", 2000)))
        for shard_tokens, size in ((5000, 100_000), (10**9, 1_000_000), (5000, 1000)):
            self.plan(self.source("web"), tokens=400_000, shard_tokens=shard_tokens)
            err = self.refused(3, "--stats", "s.json", **self.limited(size))
            self.assertIn("File too large", err)
            self.assertEqual(self.tree("out"), {})
            self.assert_nothing_published("s.json")

    def test_mix_takes_few_descriptors(self):
        for number in range(1000):
            self.write(f"in/{number:04}.jsonl", as_lines(documents(f"{number}.", 1)))
        self.plan(self.source("in", "in"), shard_tokens=400)
        self.mix("-j", "4")
        expected = self.files()
        self.assertGreater(self.manifest()["train"]["documents"], 999)
        self.assertGreater(len(self.manifest()["train"]["files"]), 150)
        self.mix("-j", "4", out="few", files=64)
        self.assertEqual(self.files("few"), expected)
