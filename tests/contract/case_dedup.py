"""sluice-dedup fuzzy and its stages: who is kept, what is said of the others, the same bytes however it is run."""

import json
import os
import random
import signal
import subprocess
import unittest

from harness import SANITIZED, Case


def shingles(text, n=5):
    words = text.lower().split()
    return {tuple(words[at:at + n]) for at in range(max(len(words) - n + 1, 1))} if words else set()


def jaccard(one, other):
    one, other = shingles(one), shingles(other)
    return len(one & other) / len(one | other) if one and other else 0


def words(rng, count):
    return [f"w{rng.randrange(5000)}" for _ in range(count)]


def families(count, seed=1):
    """Texts and edited copies of them, shuffled: documents with ids that tell which."""
    rng = random.Random(seed)
    found = []
    for family in range(count):
        original = words(rng, rng.randint(30, 300))
        for copy in range(rng.choice((1, 1, 1, 2, 3, 6))):
            text = list(original)
            for _ in range(rng.randint(0, max(1, len(text) // 25)) if copy else 0):
                text[rng.randrange(len(text))] = f"e{rng.randrange(10**6)}"
            found.append({"id": f"{family}.{copy}", "text": " ".join(text), "metadata": {"dump": f"d{copy % 2}"}})
    rng.shuffle(found)
    return found


def as_lines(documents):
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


class DedupCase(Case):
    LOWER = ("--normalize", "lower", "--words", "whitespace")
    SHARDS = 5

    @classmethod
    def applies_to(cls, tool):
        return tool.name == "dedup_fuzzy"

    def fuzzy(self, documents, *options, name="in.jsonl"):
        """Ids of those kept, and of those dropped each its detail."""
        self.write(name, as_lines(documents))
        self.succeed(name, "-o", "out.jsonl", "--rejects", "r.jsonl", "--stats", "s.json", *options)
        kept = [json.loads(line) for line in self.lines("out.jsonl")]
        dropped = [json.loads(line) for line in self.lines("r.jsonl")]
        for document in dropped:
            self.assertEqual(document["metadata"]["reject"]["reason"], "near_duplicate")
        self.labels = {document["id"]: document.get("metadata", {}).get("dedup") for document in kept}
        return ([document["id"] for document in kept],
                {document["id"]: document["metadata"]["reject"]["detail"] for document in dropped})

    def kept_of(self, texts, *options):
        documents = [{"id": str(number), "text": text} for number, text in enumerate(texts)]
        return self.fuzzy(documents, *options)[0]

    def stage(self, name, *arguments, **options):
        return self.succeed(*arguments, command=("sluice-dedup", name), **options)

    def shards(self, documents, folder="shards"):
        for shard in range(self.SHARDS):
            self.write(f"{folder}/{shard}.jsonl", as_lines(documents[shard::self.SHARDS]))

    def run_stages(self, documents="shards", *options):
        for shard in range(self.SHARDS):
            self.stage("sketch", f"{documents}/{shard}.jsonl", "-o", "sketches/", *options)
        sketches = ("--sketches", "sketches")
        self.stage("link", *sketches, "-o", "x.pairs", "--stats", "link.json")
        self.stage("verify", *sketches, "--pairs", "x.pairs", documents, "-o", "x.edges", "--stats", "verify.json",
                   *options)
        mode = ("--cluster", "components") if "fineweb" in options else ()
        self.stage("cluster", *sketches, "--edges", "x.edges", "-o", "x.clusters", "--keep-clusters", "c.jsonl",
                   "--stats", "cluster.json", *mode)
        for shard in range(self.SHARDS):
            self.stage("apply", *sketches, "--clusters", "x.clusters", f"{documents}/{shard}.jsonl", "-o", "staged/",
                       "--rejects", "staged.rejects/", "--stats", "staged.stats/", "--resume")

    def assert_same_in_one_go(self, *options):
        """The stages' documents, rejects, clusters and counts, byte for byte."""
        self.succeed("shards", "-o", "whole/", "--rejects", "whole.rejects/", "--stats", "whole.stats/",
                     "--keep-clusters", "w.jsonl", *options)
        for one, other in (("staged", "whole"), ("staged.rejects", "whole.rejects")):
            self.assertEqual({name.split("/")[1]: data for name, data in self.tree(one).items()},
                             {name.split("/")[1]: data for name, data in self.tree(other).items()})
        self.assertEqual(self.read("w.jsonl"), self.read("c.jsonl"))
        details = self.stats(min(self.tree("whole.stats")))["details"]["fuzzy"]
        for stage in ("link", "verify", "cluster"):
            self.assertEqual(self.stats(f"{stage}.json")["details"][stage], details[stage])


class Star(DedupCase):
    def test_dedup_drops_only_what_resembles_a_kept_document(self):
        """The guarantee: similarities are computed anew here."""
        documents = families(150)
        text = {document["id"]: document["text"] for document in documents}
        kept, dropped = self.fuzzy(documents, *self.LOWER, "--threshold", "0.7")
        self.assertGreater(len(dropped), 50)
        self.assertEqual(sorted(kept + list(dropped)), sorted(text))
        below = 0
        for one, detail in dropped.items():
            partner, *said, similarity = detail.split(" ")
            self.assertIn(partner, kept)
            exact = jaccard(text[one], text[partner])
            below += exact < 0.7
            if not said:
                self.assertAlmostEqual(float(similarity), exact, places=4)
        self.assertLessEqual(below * 100, len(dropped))

    def test_dedup_misses_no_more_than_signatures_do(self):
        documents = families(200, seed=2)
        kept, dropped = self.fuzzy(documents, *self.LOWER, "--bands", "14", "--rows", "8", "--threshold", "0.75")
        kept = [document for document in documents if document["id"] not in dropped]
        together, expected = 0, 0.0
        for at, one in enumerate(documents):
            for other in documents[:at]:
                if one["id"].split(".")[0] != other["id"].split(".")[0]:
                    continue
                similarity = jaccard(one["text"], other["text"])
                if similarity < 0.75:
                    continue
                expected += (1 - similarity**8) ** 14
                together += one["id"] not in dropped and other["id"] not in dropped
        self.assertLessEqual(together, expected + 4 * expected**0.5 + 1)

    def test_dedup_keeps_the_ends_of_a_chain(self):
        rng = random.Random(3)
        base = words(rng, 200)
        first, middle, last = list(base), list(base), list(base)
        first[:30] = words(rng, 30)
        last[-30:] = words(rng, 30)
        texts = [" ".join(text) for text in (first, middle, last)]
        self.assertGreater(jaccard(texts[0], texts[1]), 0.7)
        self.assertLess(jaccard(texts[0], texts[2]), 0.65)
        documents = [{"id": str(number), "text": text, "metadata": {"score": score}}
                     for number, (text, score) in enumerate(zip(texts, (3, 1, 2)))]
        options = ("--threshold", "0.68", "--bands", "30", "--rows", "4", "--priority-field", "metadata.score")
        kept, dropped = self.fuzzy(documents, *options)
        self.assertEqual((kept, list(dropped)), (["0", "2"], ["1"]))
        kept, dropped = self.fuzzy(documents, *options, "--cluster", "components")
        self.assertEqual((kept, list(dropped)), (["0"], ["1", "2"]))

    def test_dedup_says_what_a_cluster_was(self):
        text = " ".join(words(random.Random(4), 50))
        documents = [{"id": name, "text": text + tail, "n": 1.50} for name, tail in
                     (("short", ""), ("long", " more"), ("alone", ""))]
        documents[2]["text"] = "nothing like the others is said here at all"
        kept, dropped = self.fuzzy(documents, "--keep-clusters", "c.jsonl")
        self.assertEqual(kept, ["long", "alone"])
        self.assertEqual(self.labels, {"long": {"cluster": "long", "size": 2}, "alone": None})
        self.assertEqual([json.loads(line) for line in self.lines("c.jsonl")],
                         [{"cluster": "long", "size": 2, "members": ["short", "long"]}])
        sizes = self.stats("s.json")["details"]["cluster_sizes"]
        self.assertEqual({size: kept["documents"] for size, kept in sizes.items()}, {"1": 1, "2": 1})
        # Nothing more is found in what is left.
        self.succeed("out.jsonl", "-o", "again.jsonl")
        self.assertEqual(self.read("again.jsonl"), self.read("out.jsonl"))

    def test_dedup_keeps_who_stands_first(self):
        text = " ".join(words(random.Random(5), 60))
        documents = [{"id": str(number), "text": text + " tail" * number, "date": f"2025-0{date}-01", "score": score}
                     for number, (date, score) in enumerate(((3, 1), (1, 1), (2, 7.5)))]
        for options, expected in (((), "2"), (("--quality-field", "score"), "2"),
                                  (("--priority-field", "score"), "2"),
                                  (("--keep", "newest", "--date-field", "date"), "0"),
                                  (("--keep", "oldest", "--date-field", "date"), "1")):
            self.assertEqual(self.fuzzy(documents, *options)[0], [expected], options)

    def test_dedup_compares_dates_across_time_zones(self):
        text = " ".join(words(random.Random(22), 60))
        # In order: 21:00:10 of the day before, midnight, 05:00:00, 05:00:10.
        dates = ("2025-01-17T06:00:10+09:00", "2025-01-17T05:00:10Z", "2025-01-17", 1737090000, "no date")
        documents = [{"id": str(number), "text": text, "date": date} for number, date in enumerate(dates)]
        for keep, expected in (("newest", "1"), ("oldest", "0")):
            self.assertEqual(self.fuzzy(documents, "--keep", keep, "--date-field", "date")[0], [expected])

    def test_dedup_tells_of_fields_that_no_document_has(self):
        self.write("in.jsonl", as_lines([{"id": "a", "text": "one two", "score": "9"}]))
        for options in (("--group-by", "metadata.nope"), ("--priority-field", "score"), ("--quality-field", "nope"),
                        ("--keep", "newest", "--date-field", "score")):
            for command in (("sluice-dedup", "fuzzy"), ("sluice-dedup", "exact")):
                err = self.refuse(1, "in.jsonl", "-o", "out.jsonl", *options, command=command).err
                self.assertIn(f"{options[-2]} {options[-1]}: no document has", err)
                self.assertFalse((self.folder / "out.jsonl").exists())
        self.write("none.jsonl", b"")
        self.succeed("none.jsonl", "-o", "out.jsonl", "--group-by", "metadata.nope")

    def test_dedup_knows_ids_and_groups_by_their_content(self):
        text = " ".join(words(random.Random(23), 60))
        self.write("in.jsonl", b"".join(b'{"id":"%s","text":"%s","g":"%s"}\n' % (name, text.encode() + more, group)
                                        for name, more, group in ((b"a\\/\\u00e9\\\"q", b" more", b"x\\/y"),
                                                                  (b"b", b"", b"x/y"))))
        for command in (("sluice-dedup", "fuzzy"), ("sluice-dedup", "exact", "--by", "g")):
            self.succeed("in.jsonl", "-o", "out.jsonl", "--rejects", "r.jsonl", "--group-by", "g", command=command)
            self.assertEqual([json.loads(line)["id"] for line in self.lines("out.jsonl")], ['a/é"q'])
            detail = json.loads(self.lines("r.jsonl")[0])["metadata"]["reject"]["detail"]
            self.assertTrue(detail.startswith('a/é"q'), detail)

    def test_dedup_refuses_two_ways_to_decide(self):
        self.write("in.jsonl", b"")
        self.refuse(2, "in.jsonl", "--keep", "newest", "--quality-field", "score")


class Traps(DedupCase):
    def test_dedup_lets_empty_documents_alone(self):
        self.assertEqual(self.kept_of(["", "", " \n", "...", "!!!"]), ["0", "1", "2", "3", "4"])

    def test_dedup_finds_short_copies(self):
        self.assertEqual(len(self.kept_of(["Not found.", "not found", "Nothing found", "one two", "one  two"])), 3)

    def test_dedup_keeps_numbers_apart(self):
        rain = "on monday there will be {} mm of rain in the north and {} in the south"
        self.assertEqual(len(self.kept_of([rain.format(1, 2), rain.format(3, 4)])), 2)
        # Where numbers find candidates, they still decide.
        options = ("--normalize", "lower,digits,punctuation,marks")
        self.assertEqual(len(self.kept_of([rain.format(1, 2), rain.format(3, 4)], *options)), 2)
        counting = [" ".join(str(first + number) for number in range(100)) for first in (0, 1000)]
        self.assertEqual(len(self.kept_of(counting, *options)), 2)

    def test_dedup_reads_scripts_without_spaces(self):
        chinese = "磨坊坐落在河边已经很久了,水轮慢慢地转动,农民们从四面八方把粮食送来磨成面粉,孩子们在岸上奔跑玩耍。"
        thai = "โรงสีตั้งอยู่ริมแม่น้ำมานานแล้ว กังหันน้ำหมุนช้าๆ ชาวนานำข้าวมาจากทุกทิศทุกทาง เด็กๆ วิ่งเล่นบนฝั่ง"
        other = "春天来了花园里开满了各种颜色的花朵蜜蜂忙着采蜜老人坐在长椅上晒太阳聊天"
        self.assertEqual(len(self.kept_of([chinese, chinese + "真好", other, thai, thai + "มาก"])), 3)

    def test_dedup_keeps_what_a_template_differs_in(self):
        """Pages that share four fifths of their words, or fewer."""
        rng = random.Random(6)
        head = words(rng, 20)
        pages = [" ".join(head + words(rng, 40)) for _ in range(300)]
        self.assertEqual(len(self.kept_of(pages)), 300)

    def test_dedup_thins_a_bucket_of_thousands(self):
        rng = random.Random(7)
        head = words(rng, 60)
        pages = [" ".join(head + [f"n{number}"]) for number in range(3000)]
        self.assertEqual(len(self.kept_of(pages)), 1)
        link = self.stats("s.json")["details"]["fuzzy"]["link"]
        # Signatures see the one shingle of 57 that differs in an eighth of the bands or so.
        self.assertGreater(link["largest_bucket"], 2000)
        self.assertEqual(link["left"], 0)
        self.assertLess(link["comparisons"], 14 * 16 * 3000)

    def test_dedup_finds_copies_among_pages_that_differ_in_numbers(self):
        """In a bucket too large for all pairs, too, where numbers do not tell candidates apart."""
        head = " ".join(words(random.Random(21), 20))
        pages = [f"{head} {number} and {number * 7} and {number * 11} and {number * 13} and {number * 17}"
                 for number in range(1000, 1150)]
        pages = [page for page in pages for _ in range(2)]
        for options in ((), ("--normalize", "lower,digits,punctuation,marks")):
            self.assertEqual(len(self.kept_of(pages, *options)), 150)

    def test_dedup_numbers_documents_among_bad_lines(self):
        documents = families(40, seed=8)
        expected, _ = self.fuzzy(documents)
        rng = random.Random(9)
        lines = []
        for line in as_lines(documents).splitlines(keepends=True):
            lines += [rng.choice((b"\n", b"no JSON\n", b'{"id":1}\n', b" \n")) for _ in range(rng.randint(0, 2))]
            lines.append(line)
        self.write("mixed.jsonl", b"".join(lines))
        for batch in ("1", "999", "1MiB"):
            self.succeed("mixed.jsonl", "-o", "o.jsonl", "--max-errors", "100%", "--batch-bytes", batch, "-j", "2")
            self.assertEqual([json.loads(line)["id"] for line in self.lines("o.jsonl")], expected)


class Scope(DedupCase):
    def test_dedup_compares_within_groups(self):
        text = " ".join(words(random.Random(10), 50))
        documents = [{"id": str(number), "text": text, "metadata": {"dump": dump}}
                     for number, dump in enumerate(("a", "b", "a", "b"))]
        kept, _ = self.fuzzy(documents, "--group-by", "metadata.dump")
        self.assertEqual({documents[int(name)]["metadata"]["dump"] for name in kept}, {"a", "b"})
        self.assertEqual(len(kept), 2)

    def test_dedup_drops_what_a_reference_has(self):
        rng = random.Random(11)
        text, other = (" ".join(words(rng, 50)) for _ in range(2))
        self.write("a/1.jsonl", as_lines([{"id": "old", "text": text}, {"id": "old too", "text": text}]))
        documents = [{"id": "copy", "text": text + " and much more of it"}, {"id": "new", "text": other}]
        for reference in ("a", "a.sketch"):
            if reference.endswith("sketch"):
                self.stage("sketch", "a/1.jsonl", "-o", "a.sketch")
            kept, dropped = self.fuzzy(documents, "--against", reference)
            self.assertEqual(kept, ["new"])
            self.assertIn(dropped["copy"].split(" ")[0], ("old",))
        self.assertEqual(self.stats("s.json")["ledger"]["in"]["documents"], 2)


class Stages(DedupCase):
    def test_dedup_gives_the_same_bytes_in_stages_shards_and_threads(self):
        documents = families(120, seed=12)
        self.shards(documents)
        for options in ((), ("--profile", "fineweb"), ("--seed", "7"))[: 2 if SANITIZED else None]:
            self.run_stages("shards", *options)
            for threads in (1, 2):
                self.assert_same_in_one_go("-j", threads, *options)
            self.succeed(*(f"shards/{shard}.jsonl" for shard in range(self.SHARDS)), "-o", "joined.jsonl", *options)
            self.assertEqual(self.read("joined.jsonl"), b"".join(self.tree("whole").values()))

    def test_dedup_keeps_the_same_documents_whatever_their_order(self):
        documents = families(100, seed=13)
        expected = set(self.fuzzy(documents)[0])
        random.Random(14).shuffle(documents)
        self.assertEqual(set(self.fuzzy(documents)[0]), expected)

    def test_dedup_refuses_stage_files_of_others(self):
        documents = families(30, seed=15)
        self.shards(documents)
        self.run_stages()
        sketches = ("--sketches", "sketches")
        self.stage("sketch", "shards/0.jsonl", "-o", "other.sketch", "--ngram", "3")
        refused = lambda name, *arguments: self.refuse(2, *arguments, command=("sluice-dedup", name)).err
        self.assertIn("same options", refused("link", *sketches, "--sketches", "other.sketch", "-o", "y"))
        # The same sketches in another order are another numbering.
        order = ("--sketches", "sketches/1.jsonl.sketch", "--sketches", "sketches/0.jsonl.sketch")
        self.assertIn("x.edges", refused("cluster", *order, "--edges", "x.edges", "-o", "y"))
        self.assertIn("0.75", refused("verify", *sketches, "--pairs", "x.pairs", "shards", "-o", "y", "--threshold",
                                      "0.8", "--bands", "14", "--rows", "8"))
        self.assertIn("kind", refused("cluster", *sketches, "--edges", "x.pairs", "-o", "y"))
        self.stage("fingerprint", "shards/0.jsonl", "-o", "prints/")
        self.assertIn("holds fingerprints", refused("link", "--sketches", "prints", "-o", "y"))
        self.assertIn("holds sketches", refused("match", *sketches, "-o", "y"))
        self.assertIn("no stage file", refused("cluster", *sketches, "--edges", "shards/0.jsonl", "-o", "y"))
        self.assertIn("kind 'edges'", refused("apply", *sketches, "--clusters", "x.edges", "shards/0.jsonl"))
        some = [f"shards/{shard}.jsonl" for shard in range(1, self.SHARDS)]
        self.assertIn("0.jsonl.sketch", refused("verify", *sketches, "--pairs", "x.pairs", *some, "-o", "y"))
        self.assertIn("--pairs", refused("verify", *sketches, "shards", "-o", "y"))
        self.assertIn("no such sketch", refused("apply", *sketches, "--clusters", "x.clusters", "x.pairs"))
        self.assertFalse((self.folder / "y").exists())

    STAGES = {
        "link": ("-o", "y.pairs"),
        "verify": ("--pairs", "x.pairs", "shards", "-o", "y.edges"),
        "cluster": ("--edges", "x.edges", "-o", "y.clusters"),
        "apply": ("--clusters", "x.clusters", "shards", "-o", "y/"),
    }
    READ_BY = {
        "sketches/3.jsonl.sketch": tuple(STAGES),
        "x.pairs": ("verify",),
        "x.edges": ("cluster",),
        "x.clusters": ("apply",),
    }

    def results(self):
        return {name: data for name, data in self.tree(".").items() if name.startswith("y")}

    def test_dedup_tells_of_damaged_stage_files(self):
        """A stage that reads what is damaged refuses it; to one that does not it makes no difference."""
        self.shards(families(30, seed=16))
        self.run_stages()
        stages = {name: (*arguments, "--sketches", "sketches") for name, arguments in self.STAGES.items()}
        for name, arguments in stages.items():
            self.stage(name, *arguments)
        expected = self.results()
        rng = random.Random(20)
        for name, readers in self.READ_BY.items():
            whole = (self.folder / name).read_bytes()
            for at in (0, 20, len(whole) - 1, *(rng.randrange(len(whole)) for _ in range(3))):
                damaged = bytearray(whole)
                damaged[at] ^= 0x10
                for data in (whole[:at], bytes(damaged)):
                    (self.folder / name).write_bytes(data)
                    codes = set()
                    for reader in readers:
                        result = self.run_tool(*stages[reader], command=("sluice-dedup", reader))
                        codes.add(result.code)
                        self.assertIn(result.code, (0, 2, 3), result.err)
                        if result.code != 0:
                            self.assertIn(name, result.err)
                    self.assertEqual(self.results(), expected)
                    self.assertNotEqual(codes, {0}, f"{name}: byte {at} of {len(whole)}")
            (self.folder / name).write_bytes(whole)

    def test_dedup_stages_may_be_killed_anywhere_and_begun_again(self):
        """kill -9 after more and more time in each stage, then the same command: the same files, and no others."""
        self.shards(families(300, seed=19))
        self.run_stages()
        stages = {name: (*arguments, "--sketches", "sketches") for name, arguments in self.STAGES.items()}
        stages["sketch"] = ("shards", "-o", "y.sketches/")
        for name, arguments in stages.items():
            self.stage(name, *arguments)
            expected = self.results()
            for milliseconds in (3, 10, 20, 40):
                process = self.start(*arguments, command=("sluice-dedup", name))
                try:
                    process.wait(timeout=milliseconds / 1000)
                except subprocess.TimeoutExpired:
                    os.kill(process.pid, signal.SIGKILL)
                    process.wait()
                self.stage(name, *arguments)
                self.assertEqual(self.results(), expected)
                self.assert_no_dot_files()

    def test_dedup_never_writes_over_what_it_reads(self):
        self.shards(families(20, seed=24))
        self.run_stages()
        self.write("in.jsonl", as_lines(families(20, seed=25)))
        self.write("ref.jsonl", as_lines(families(5, seed=26)))
        self.stage("fingerprint", "ref.jsonl", "-o", "ref.print")
        before = self.tree(".")
        sketches = ("--sketches", "sketches")
        sketch = "sketches/3.jsonl.sketch"
        for command, *arguments in (
            ("fuzzy", "in.jsonl", "-o", "o", "--keep-clusters", "in.jsonl"),
            ("fuzzy", "in.jsonl", "-o", "o", "--keep-clusters", "./o"),
            ("fuzzy", "in.jsonl", "-o", "o", "--against", "ref.jsonl", "--keep-clusters", "ref.jsonl"),
            ("exact", "in.jsonl", "-o", "o", "--keep-clusters", "in.jsonl"),
            ("explain", "0.0", "in.jsonl", "-o", "in.jsonl"),
            ("link", *sketches, "-o", sketch),
            ("link", *sketches, "-o", "o", "--stats", sketch),
            ("verify", *sketches, "--pairs", "x.pairs", "shards", "-o", "x.pairs"),
            ("verify", *sketches, "--pairs", "x.pairs", "shards", "-o", "shards/3.jsonl"),
            ("cluster", *sketches, "--edges", "x.edges", "-o", "x.edges"),
            ("cluster", *sketches, "--edges", "x.edges", "-o", "o", "--keep-clusters", "o"),
            ("cluster", *sketches, "--edges", "x.edges", "-o", "o", "--keep-clusters", sketch),
            ("apply", *sketches, "--clusters", "x.clusters", "shards/3.jsonl", "-o", "o", "--rejects", sketch),
            ("match", "--sketches", "ref.print", "-o", "ref.print"),
        ):
            result = self.run_tool(*arguments, command=("sluice-dedup", command))
            self.assertEqual(result.code, 2, (command, arguments, result.err))
            err = result.err
            self.assertIn("would be written twice or over an input", err)
            self.assertEqual(self.tree("."), before)

    def test_dedup_refuses_references_that_can_be_read_once(self):
        self.write("in.jsonl", as_lines(families(3, seed=27)))
        os.mkfifo(self.folder / "pipe")
        for command in ("fuzzy", "exact", "exact --keep first"):
            name, *more = command.split()
            for reference in ("-", "pipe"):
                err = self.refuse(2, "in.jsonl", "-o", "o", *more, "--against", reference,
                                  command=("sluice-dedup", name)).err
                self.assertIn("--against", err)
        self.assertIn("pipe", self.refuse(2, "a", "pipe", command=("sluice-dedup", "explain")).err)

    def test_dedup_looks_at_references_before_it_skips_what_is_done(self):
        self.write("in.jsonl", as_lines([{"id": "a", "text": "one two three"}, {"id": "b", "text": "four five six"}]))
        for command in ("fuzzy", "exact", "exact --keep first"):
            name, *more = command.split()
            run = ("in.jsonl", "-o", "o", *more, "--against", "ref.jsonl", "--stats", "s.json", "--resume")
            for text, kept in (("none of it", 2), ("one two three", 1)):
                self.write("ref.jsonl", as_lines([{"id": "r", "text": text}]))
                self.succeed(*run, command=("sluice-dedup", name))
                self.assertEqual(len(self.lines("o")), kept, command)
                self.assertIn("skipped", self.succeed(*run, command=("sluice-dedup", name)).err)
        self.succeed("in.jsonl", "-o", "o", "--stats", "s.json", "--resume")
        self.succeed("in.jsonl", "-o", "o", "--stats", "s.json", "--resume", "--keep-clusters", "c.jsonl")
        self.assertEqual(self.read("c.jsonl"), b"")

    def test_dedup_refuses_a_shard_that_changed(self):
        documents = families(30, seed=17)
        self.shards(documents)
        self.run_stages()
        for changed in (documents[0::self.SHARDS][:-1], documents[0::self.SHARDS][::-1]):
            self.write("shards/0.jsonl", as_lines(changed))
            result = self.refuse(3, "--sketches", "sketches", "--clusters", "x.clusters", "shards/0.jsonl", "-o",
                                 "z.jsonl", command=("sluice-dedup", "apply"))
            self.assertIn("0.jsonl.sketch", result.err)
            self.assertFalse((self.folder / "z.jsonl").exists())
            result = self.refuse(3, "--sketches", "sketches", "--pairs", "x.pairs", "shards", "-o", "z.edges",
                                 command=("sluice-dedup", "verify"))
            self.assertIn("0.jsonl.sketch", result.err)
            self.assertFalse((self.folder / "z.edges").exists())

    def test_dedup_may_be_killed_anywhere_and_begun_again(self):
        """kill -9 after more and more time, then the same command with --resume: the same files."""
        documents = families(400, seed=18)
        self.shards(documents)
        options = ("shards", "--rejects", "rejects/", "--stats", "stats/", "-j", "1", "--tmp-dir", str(self.folder))
        self.succeed(*options, "-o", "expected/")
        expected = {name.split("/")[1]: data for name, data in self.tree("expected").items()}
        for milliseconds in (5, 20, 40, 60, 80, 100, 130):
            process = self.start(*options, "-o", "out/")
            try:
                process.wait(timeout=milliseconds / 1000)
            except subprocess.TimeoutExpired:
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
            self.succeed(*options, "-o", "out/", "--resume")
            self.assertEqual({name.split("/")[1]: data for name, data in self.tree("out").items()}, expected)
            self.assert_no_dot_files()
            left = [path.name for path in self.folder.glob(".sluice-dedup*")]
            self.assertEqual(left, [], "a work folder was left behind")

    def test_dedup_skips_what_is_done_unless_any_input_changed(self):
        self.shards(families(60, seed=19))
        options = ("shards", "-o", "out/", "--stats", "stats/", "--resume")
        self.succeed(*options)
        self.assertIn("5 shards skipped", self.succeed(*options).err)
        self.write("shards/4.jsonl", as_lines(families(60, seed=20)))
        self.assertNotIn("skipped", self.succeed(*options).err)

    def test_dedup_takes_few_descriptors(self):
        """One at a time for each stage file, however many there are."""
        documents = families(100, seed=21)
        for number, document in enumerate(documents):
            self.write(f"many/{number:04}.jsonl", as_lines([document]))
        self.succeed("many", "-o", "out/", "-j", "2", files=48)
        self.assertEqual(len(self.tree("out")), len(documents))
        self.write("one.jsonl", as_lines(documents))
        self.succeed("one.jsonl", "-o", "one.out.jsonl")
        self.assertEqual(b"".join(self.tree("out").values()), self.read("one.out.jsonl"))


@unittest.skipUnless(os.environ.get("SLUICE_DATA"), "SLUICE_DATA names no folder")
class RealData(DedupCase):
    def data(self, name):
        return os.path.join(os.environ["SLUICE_DATA"], "dedup", name)

    def documents(self):
        lines = subprocess.run(["zstd", "-dcq", self.data("bench20k.jsonl.zst")], stdout=subprocess.PIPE, check=True)
        return lines.stdout.splitlines()

    def test_dedup_removes_what_datatrove_removes(self):
        """Line by line: one id is there twice."""
        lines = self.documents()
        for hash_name in ("sha1", "xxhash"):
            peer = subprocess.run(["zstd", "-dcq", self.data(f"fineweb-minhash-{hash_name}.json.zst")],
                                  stdout=subprocess.PIPE, check=True)
            removed = set(json.loads(peer.stdout)["removed_lines"])
            for threads in (2,) if SANITIZED else (1, 2):
                self.succeed("--profile", "fineweb", "--words", "whitespace", "--hash", hash_name, "-j", threads,
                             self.data("bench20k.jsonl.zst"), "-o", "out.jsonl")
                kept = [json.loads(line)["id"] for line in self.lines("out.jsonl")]
                expected = [json.loads(line)["id"] for at, line in enumerate(lines) if at not in removed]
                self.assertEqual(kept, expected)

    def test_dedup_of_64_shards_in_processes_of_their_own_is_that_in_one_go(self):
        self.SHARDS = 8 if SANITIZED else 64
        self.shards([json.loads(line) for line in self.documents()[:5000 if SANITIZED else None]])
        self.run_stages()
        self.assertEqual(len(self.tree("staged")), self.SHARDS)
        self.assertGreater(sum(len(self.lines(name)) for name in self.tree("staged.rejects")), 100 if SANITIZED else 1000)
        self.assert_same_in_one_go()

    def test_dedup_drops_real_documents_only_for_a_kept_copy(self):
        self.succeed(self.data("bench20k.jsonl.zst"), "-o", "out.jsonl", "--rejects", "r.jsonl", *self.LOWER)
        kept = {json.loads(line)["id"]: json.loads(line)["text"] for line in self.lines("out.jsonl")}
        dropped = [json.loads(line) for line in self.lines("r.jsonl")]
        self.assertGreater(len(dropped), 1000)
        below = 0
        for document in dropped:
            partner = document["metadata"]["reject"]["detail"].split(" ")[0]
            below += jaccard(document["text"], kept[partner]) < 0.75
        self.assertLessEqual(below * 100, len(dropped))
