"""Exact deduplication: what is kept, in one pass and in two, in one go and in stages; the yield curve; explanations."""

import json
import random

from harness import Case

WORDS = ("mill", "river", "Straße", "東京", 'quo"te', "a", "b")


def line(**fields):
    return json.dumps(fields, ensure_ascii=False).encode() + b"\n"


def corpus(count, seed):
    """Documents of which about every third is a copy of another one."""
    rng = random.Random(seed)
    documents = []
    for number in range(count):
        text = " ".join(rng.choices(WORDS, k=rng.randint(0, 6)))
        metadata = {"url": f"http://Example.org/{rng.randrange(count)}", "dump": f"d{number % 2}",
                    "quality": round(rng.random(), 2), "token_count": len(text.split()), "tokenizer": "words@1"}
        documents.append(line(id=f"doc-{number}", text=text, metadata=metadata))
    return documents


class Exact(Case):
    @classmethod
    def applies_to(cls, tool):
        return tool.name == "dedup_exact"

    def exact(self, *arguments, command="exact"):
        return self.succeed(*arguments, command=("sluice-dedup", command))

    def objects(self, name):
        return [json.loads(one) for one in self.lines(name)]

    def ids(self, name):
        return [document["id"] for document in self.objects(name)]

    def write_lines(self, name, documents):
        self.write(name, b"".join(documents))

    def test_the_first_of_each_text_is_kept_whatever_threads_and_batches(self):
        documents = corpus(3000, 1)
        self.write_lines("in.jsonl", documents)
        seen, expected = {}, []
        for one in documents:
            document = json.loads(one)
            if not document["text"] or seen.setdefault(document["text"], document["id"]) == document["id"]:
                expected.append(one)
        self.exact("--keep", "first", "in.jsonl", "-o", "out.jsonl", "--rejects", "r.jsonl", "--stats", "s.json")
        self.assertEqual(self.read("out.jsonl"), b"".join(expected))
        for document in self.objects("r.jsonl"):
            reject = document["metadata"]["reject"]
            self.assertEqual(reject, {"tool": "sluice-dedup", "reason": "duplicate", "detail": seen[document["text"]]})
        for options in (("-j", "1", "--batch-bytes", "300"), ("-j", "2", "--batch-bytes", "5000")):
            self.exact("--keep", "first", "in.jsonl", "-o", "o.jsonl", "--rejects", "q.jsonl", *options)
            self.assertEqual(self.read("o.jsonl"), self.read("out.jsonl"))
            self.assertEqual(self.read("q.jsonl"), self.read("r.jsonl"))
        sizes = self.stats("s.json")["details"]["cluster_sizes"]
        self.assertEqual(sum(size["documents"] for size in sizes.values()), len(expected))
        self.assertEqual(sum(int(key) * size["documents"] for key, size in sizes.items()), len(documents))

    def best(self, documents, group=None):
        """Ids that are kept where quality decides; the copies share their length, and hashes decide between equals, so
        several ids are possible then."""
        by_text = {}
        for one in map(json.loads, documents):
            if one["text"]:
                by_text.setdefault((one["text"], group and one["metadata"][group]), []).append(one)
        chosen = []
        for copies in by_text.values():
            most = max(one["metadata"]["quality"] for one in copies)
            chosen.append({one["id"] for one in copies if one["metadata"]["quality"] == most})
        return chosen

    def assert_best(self, kept, documents, group=None):
        texts = {json.loads(one)["id"]: json.loads(one)["text"] for one in documents}
        chosen = self.best(documents, group)
        with_text = [id for id in kept if texts[id]]
        self.assertEqual(len(with_text), len(chosen))
        for ids in chosen:
            self.assertEqual(len(ids.intersection(with_text)), 1, ids)
        self.assertEqual(sorted(id for id in texts if not texts[id]), sorted(id for id in kept if not texts[id]))

    def test_in_two_passes_the_survivor_depends_on_standing_alone(self):
        documents = corpus(2000, 2)
        self.write_lines("in.jsonl", documents)
        self.exact("--quality-field", "metadata.quality", "in.jsonl", "-o", "out.jsonl", "--rejects", "r.jsonl")
        kept = self.ids("out.jsonl")
        self.assert_best(kept, documents)
        self.assertEqual(sorted(kept + self.ids("r.jsonl")), sorted(json.loads(one)["id"] for one in documents))
        # In another order, over shards, with little memory.
        random.Random(3).shuffle(documents)
        for number in range(4):
            self.write_lines(f"shards/{number}.jsonl", documents[number::4])
        self.exact("--quality-field", "metadata.quality", "shards/", "-o", "kept/", "--memory", "16MiB", "-j", "2",
                   "--batch-bytes", "700")
        again = [id for number in range(4) for id in self.ids(f"kept/{number}.jsonl")]
        self.assertEqual(sorted(again), sorted(kept))

    def test_a_kept_document_tells_its_cluster(self):
        self.write_lines("in.jsonl", [line(id="a", text="x y"), line(id="b", text="other"), line(id="c", text="x y z"),
                                      line(id="d", text="x y")])
        self.exact("in.jsonl", "-o", "out.jsonl", "--rejects", "r.jsonl", "--keep-clusters", "c.jsonl")
        kept = {one["id"]: one for one in self.objects("out.jsonl")}
        survivor = "a" if "a" in kept else "d"
        self.assertEqual(kept[survivor]["metadata"]["dedup"], {"cluster": survivor, "size": 2})
        self.assertEqual([id for id in kept if "metadata" in kept[id]], [survivor])
        self.assertEqual(self.objects("r.jsonl")[0]["metadata"]["reject"]["detail"], survivor)
        self.assertEqual(self.objects("c.jsonl"), [{"cluster": survivor, "size": 2, "members": ["a", "d"]}])

    def test_run_twice_it_drops_nothing_more(self):
        self.write_lines("in.jsonl", corpus(500, 4))
        for keep in ("first", "longest"):
            self.exact("--keep", keep, "in.jsonl", "-o", "once.jsonl")
            self.exact("--keep", keep, "once.jsonl", "-o", "twice.jsonl")
            self.assertEqual(self.ids("twice.jsonl"), self.ids("once.jsonl"))

    def test_what_is_in_a_reference_is_dropped_and_the_reference_stays_as_it_is(self):
        self.write_lines("a.jsonl", [line(id="a1", text="x"), line(id="a2", text="x"), line(id="a3", text="y")])
        self.write_lines("b.jsonl", [line(id="b1", text="z"), line(id="b2", text="x"), line(id="b3", text="z")])
        for keep in ("first", "longest"):
            self.exact("--keep", keep, "--against", "a.jsonl", "b.jsonl", "-o", "out.jsonl", "--rejects", "r.jsonl")
            self.assertEqual([id for id in self.ids("out.jsonl") if id not in ("b1", "b3")], [])
            self.assertEqual(len(self.ids("out.jsonl")), 1)
            by_id = {one["id"]: one["metadata"]["reject"]["detail"] for one in self.objects("r.jsonl")}
            self.assertIn(by_id["b2"], ("a1", "a2"))

    def test_only_documents_of_a_group_meet(self):
        documents = corpus(1000, 5)
        self.write_lines("in.jsonl", documents)
        self.exact("--group-by", "metadata.dump", "--quality-field", "metadata.quality", "in.jsonl", "-o", "out.jsonl")
        self.assert_best(self.ids("out.jsonl"), documents, "dump")

    def test_addresses_are_compared_in_one_spelling(self):
        urls = ("http://example.org/a", "HTTP://EXAMPLE.org:80/./a#top", "http://example.org/b", "")
        self.write_lines("in.jsonl", [line(id=n, text="t", metadata={"url": url}) for n, url in enumerate(urls)])
        self.exact("--keep", "first", "--by", "url", "in.jsonl", "-o", "out.jsonl")
        self.assertEqual(self.ids("out.jsonl"), [0, 2, 3])

    def test_texts_are_compared_byte_for_byte_unless_they_are_normalised(self):
        texts = ("A mill.", "a mill", "a  mill", "...", "!")
        self.write_lines("in.jsonl", [line(id=n, text=text) for n, text in enumerate(texts)])
        for options, kept in (((), [0, 1, 2, 3, 4]), (("--normalize", "none"), [0, 1, 3, 4]),
                              (("--normalize", "lower,punctuation"), [0, 3, 4])):
            self.exact("--keep", "first", *options, "in.jsonl", "-o", "out.jsonl")
            self.assertEqual(self.ids("out.jsonl"), kept)

    def staged(self, shards, partitions):
        for shard in shards:
            self.exact(f"shards/{shard}.jsonl", "-o", "prints/", command="fingerprint")
        files = []
        for part in reversed(range(partitions)):
            files += ["--join", f"part-{part}.clusters"]
            self.exact("--sketches", "prints/", "--partition", f"{part}/{partitions}", "-o", files[-1], command="match")
        self.exact("--sketches", "prints/", *files, "-o", "run.clusters", command="match")
        for shard in shards:
            self.exact("--sketches", "prints/", "--clusters", "run.clusters", f"shards/{shard}.jsonl", "-o", "staged/",
                       "--rejects", "staged-r/", command="apply")

    def test_in_stages_over_shards_and_partitions_it_gives_the_same_bytes(self):
        shards = range(5)
        for shard in shards:
            self.write_lines(f"shards/{shard}.jsonl", corpus(300, 6 + shard))
        self.write("shards/empty.jsonl", b"")
        (self.folder / "prints").mkdir()
        (self.folder / "staged").mkdir()
        (self.folder / "staged-r").mkdir()
        shards = [*shards, "empty"]
        self.staged(shards, 7)
        self.exact("shards/", "-o", "go/", "--rejects", "go-r/")
        self.assertGreater(sum(len(self.lines(f"go-r/{shard}.jsonl")) for shard in shards), 400)
        for shard in shards:
            self.assertEqual(self.read(f"staged/{shard}.jsonl"), self.read(f"go/{shard}.jsonl"))
            self.assertEqual(self.read(f"staged-r/{shard}.jsonl"), self.read(f"go-r/{shard}.jsonl"))

        match = ("sluice-dedup", "match")
        some = ("--join", "part-0.clusters", "--join", "part-2.clusters")
        self.assertIn("partition", self.refuse(2, "--sketches", "prints/", *some, "-o", "x.clusters", command=match).err)
        apply = ("sluice-dedup", "apply")
        part = ("--sketches", "prints/", "--clusters", "part-0.clusters", "shards/0.jsonl", "-o", "x.jsonl")
        self.assertIn("--join", self.refuse(2, *part, command=apply).err)
        # Other fingerprints, and files that are cut short.
        self.exact("--by", "url", "shards/1.jsonl", "-o", "prints/", command="fingerprint")
        self.refuse(2, "--sketches", "prints/", "-o", "x.clusters", command=match)
        whole = self.read("prints/0.jsonl.sketch")
        self.write("prints/1.jsonl.sketch", whole[:-1])
        self.refuse(3, "--sketches", "prints/", "-o", "x.clusters", command=match)

    def test_the_yield_of_stats_files_is_that_of_their_sum(self):
        self.write_lines("a.jsonl", corpus(400, 20))
        self.write_lines("b.jsonl", corpus(400, 21))
        self.exact("a.jsonl", "-o", "o.jsonl", "--stats", "stats/a.json")
        self.exact("b.jsonl", "-o", "o.jsonl", "--stats", "stats/b.json")
        kept = sum(self.stats(f"stats/{name}.json")["ledger"]["out"]["documents"] for name in "ab")
        out = self.exact("stats/", "--svg", "y.svg", "--steps", "4", "--ascii", command="yield").out.decode()
        self.assertIn(f"800 documents, of which deduplication keeps {kept} ", out)
        self.assertIn("tokens kept", out)
        rows = [row for row in out.splitlines() if row.endswith("%  extrapolated")]
        self.assertEqual(len(rows), 4)
        self.assertTrue(self.read("y.svg").startswith(b"<svg"))
        self.write("other.json", self.read("stats/a.json").replace(b"cluster_sizes", b"other"))
        self.assertIn("cluster sizes", self.refuse(2, "other.json", command=("sluice-dedup", "yield")).err)

    def test_an_explanation_shows_partners_and_where_they_differ(self):
        text = " ".join(f"word{n}" for n in range(120))
        self.write_lines("in.jsonl", [line(id="a", text=text), line(id="b", text=text.replace("word60", "other")),
                                      line(id="c", text="nothing of that at all in these few words")])
        out = self.exact("a", "in.jsonl", command="explain").out.decode()
        self.assertIn("[word60]", out)
        self.assertIn("[other]", out)
        row = next(row.split() for row in out.splitlines() if row.split()[-1:] == ["b"])
        self.assertAlmostEqual(float(row[0]), 111 / 121, places=4)
        self.assertNotIn("nothing", out)
        self.assertIn("nothing", self.exact("a", "--with", "c", "in.jsonl", command="explain").out.decode())
        explain = ("sluice-dedup", "explain")
        self.assertIn("no document has the id x", self.refuse(1, "x", "in.jsonl", command=explain).err)
        self.refuse(2, "in.jsonl", command=("sluice-dedup", "explain", "a", "-"))
        self.refuse(2, command=explain)
