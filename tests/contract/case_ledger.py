"""Stats files, the ledger's arithmetic, and rejects: nothing is lost."""

import collections
import json
import os

import corpora
from harness import Case, json_lines_only

MODULUS = 1 << 128


def total_ids(*tallies):
    return sum(int(tally["ids"], 16) for tally in tallies) % MODULUS


def rejoined(line):
    """A rejected document as it came in: its JSON without metadata.reject."""
    value = json.loads(line)
    del value["metadata"]["reject"]
    return value


def without_empty_metadata(value):
    # A document without metadata gets one that holds nothing but the reject.
    return {key: item for key, item in value.items() if not (key == "metadata" and not item)}


class Stats(Case):
    def run_it(self, count=2000, bad=b"", options=(), name="s.json"):
        self.write("in.jsonl", self.documents(count) + bad)
        self.succeed("in.jsonl", "-o", "out.jsonl", "--rejects", "r.jsonl", "--errors", "e.jsonl", "--stats", name,
                     "--max-errors", "100%", *(options or (*self.tool.rejecting, *self.tool.editing)))
        return self.stats(name)

    def assert_balanced(self, stats):
        ledger = stats["ledger"]
        rejects = list(ledger["rejects"].values())
        for unit in self.corpus.UNITS:
            left = ledger["in"][unit] + ledger["repeated"][unit] + ledger["changed"].get(unit, 0)
            self.assertEqual(left, ledger["out"][unit] + sum(tally[unit] for tally in rejects), unit)
        self.assertEqual(total_ids(ledger["in"], ledger["repeated"]), total_ids(ledger["out"], *rejects))
        for side in ("in", "out"):
            if "tokens" in self.corpus.UNITS:
                for unit in ("documents", "tokens"):
                    self.assertEqual(sum(ledger[side]["lengths"][unit]), ledger[side][unit])
            for dimension, values in ledger["groups"].items():
                for unit in self.corpus.UNITS:
                    self.assertEqual(sum(group[side][unit] for group in values.values()), ledger[side][unit], dimension)

    def test_stats_schema(self):
        stats = self.run_it(bad=self.corpus.bad(1))
        self.assertEqual(list(stats), ["schema", "tool", "version", "config_digest", "tokenizer", "ledger",
                                       "bad_records", "details", "run"])
        self.assertEqual(stats["schema"], "sluice.stats/1")
        self.assertEqual(stats["tool"], self.tool.command[0])
        self.assertRegex(stats["config_digest"], "^[0-9a-f]{64}$")
        self.assertEqual(list(stats["ledger"]), ["in", "repeated", "out", "changed", "rejects", "groups"])
        self.assertEqual(list(stats["ledger"]["groups"]), ["language", "source", "dump"])
        self.assertEqual(stats["bad_records"], {self.corpus.BAD: 1})
        run = stats["run"]
        corpus = ["corpus"] if self.tool.passes > 1 else []
        self.assertEqual(list(run), ["command", "inputs", "outputs", "wall_s", "user_s", "system_s", "peak_rss_bytes",
                                     *corpus])
        self.assertEqual([os.path.basename(run["command"][0]), *run["command"][1:len(self.tool.command)]],
                         list(self.tool.command))
        self.assertEqual([file["path"] for file in run["inputs"]], ["in.jsonl"])
        self.assertEqual([file["path"] for file in run["outputs"]], ["r.jsonl", "e.jsonl", "out.jsonl"])
        for file in run["inputs"] + run["outputs"]:
            self.assertEqual(file["bytes"], (self.folder / file["path"]).stat().st_size)
        self.assertTrue(self.integers_only({**stats, "run": None}))

    def integers_only(self, value):
        if isinstance(value, dict):
            return all(self.integers_only(item) for item in value.values())
        if isinstance(value, list):
            return all(self.integers_only(item) for item in value)
        return not isinstance(value, float)

    def test_ledger_balances(self):
        stats = self.run_it(bad=self.corpus.bad(3))
        self.assert_balanced(stats)
        self.assertEqual(stats["ledger"]["in"]["documents"], 2000)
        if self.tool.rejecting or self.corpus.CRAWL:
            self.assertGreater(len(stats["ledger"]["rejects"]), 0)

    @json_lines_only
    def test_ledger_counts_what_is_in_the_files(self):
        """Documents, bytes of text, tokens, lengths and groups, counted again in Python."""
        stats = self.run_it()
        for name, side in (("in.jsonl", "in"), ("out.jsonl", "out")):
            documents = [json.loads(line) for line in self.lines(name)]
            tally = stats["ledger"][side]
            self.assertEqual(tally["documents"], len(documents))
            self.assertEqual(tally["bytes"], sum(len(d["text"].encode()) for d in documents))
            self.assertEqual(tally["tokens"], sum(d["metadata"]["token_count"] for d in documents))
            self.assertEqual(tally["lengths"]["documents"], self.histogram(documents))
            for dimension, key in (("language", "language"), ("dump", "dump")):
                counted = collections.Counter(d["metadata"][key] for d in documents)
                self.assertEqual({value: group[side]["documents"] for value, group in
                                  stats["ledger"]["groups"][dimension].items() if group[side]["documents"]}, counted)
        self.assertEqual(stats["tokenizer"], {"name": "words", "digest": "1", "vocab_size": None})
        by_reason = collections.Counter(json.loads(line)["metadata"]["reject"]["reason"] for line in self.lines("r.jsonl"))
        self.assertEqual({reason: tally["documents"] for reason, tally in stats["ledger"]["rejects"].items()}, by_reason)

    def histogram(self, documents):
        counts = []
        for document in documents:
            tokens = document["metadata"]["token_count"]
            # 1 + floor(4 log2(tokens)), in whole numbers: the bit length of tokens^4.
            bucket = (tokens**4).bit_length()
            counts += [0] * (bucket + 1 - len(counts))
            counts[bucket] += 1
        return counts

    def test_ids_are_the_same_when_outputs_are_read_again(self):
        """`ids` is a fingerprint of the multiset: other files with the same documents have the same."""
        ledger = self.run_it()["ledger"]
        for name, tallies in (("out.jsonl", [ledger["out"]]), ("r.jsonl", list(ledger["rejects"].values()))):
            self.succeed(name, "-o", "again.jsonl", "--stats", "again.json", command=("sluice-cat",))
            self.assertEqual(total_ids(self.stats("again.json")["ledger"]["in"]), total_ids(*tallies))

    @json_lines_only
    def test_rejects_and_kept_documents_are_the_input(self):
        """As multisets; and each in input order."""
        self.run_it(options=self.tool.rejecting)
        rejects = self.lines("r.jsonl")
        self.assertGreater(len(rejects), 100)
        kept = [json.loads(self.corpus.unlabelled(line)) for line in self.lines("out.jsonl")]
        both = [without_empty_metadata(value) for value in kept + [rejoined(line) for line in rejects]]
        given = [without_empty_metadata(json.loads(line)) for line in self.lines("in.jsonl")]
        key = lambda value: json.dumps(value, sort_keys=True)  # noqa: E731
        self.assertEqual(collections.Counter(map(key, both)), collections.Counter(map(key, given)))
        order = {key(value): place for place, value in enumerate(given)}
        for documents in (kept, [rejoined(line) for line in rejects]):
            places = [order[key(without_empty_metadata(document))] for document in documents]
            self.assertEqual(places, sorted(places))
        for line in rejects:
            reject = json.loads(line)["metadata"]["reject"]
            self.assertLessEqual({"tool", "reason"}, set(reject))
            self.assertEqual(reject["tool"], self.tool.command[0])

    @json_lines_only
    def test_rejected_lines_change_nowhere_else(self):
        """Byte for byte: the line without the spliced member is a line of the input."""
        self.run_it(options=self.tool.rejecting)
        given = set(self.lines("in.jsonl"))
        for line in self.lines("r.jsonl"):
            begin = line.index(b'"reject":')
            end = begin + len(b'"reject":')
            depth, in_string, escaped = 0, False, False
            while True:
                byte = line[end]
                if in_string:
                    in_string = escaped or byte != ord('"')
                    escaped = not escaped and byte == ord("\\")
                elif byte == ord('"'):
                    in_string = True
                elif byte in b"{}":
                    depth += 1 if byte == ord("{") else -1
                end += 1
                if depth == 0 and not in_string and byte == ord("}"):
                    break
            comma = line.rindex(b",", 0, begin)
            self.assertIn(line[:comma] + line[end:], given)

    @json_lines_only
    def test_kept_lines_are_input_lines(self):
        self.run_it(options=self.tool.rejecting)
        given = set(self.lines("in.jsonl"))
        kept = map(self.corpus.unlabelled, self.lines("out.jsonl"))
        self.assertEqual([line for line in kept if line not in given], [])

    @json_lines_only
    def test_errors_file_holds_the_raw_lines(self):
        rows = [line for _, line in corpora.BAD_LINES]
        self.run_it(bad=b"\n".join(rows) + b"\r\n")
        rows[-1] += b"\r"
        self.assertEqual(self.read("e.jsonl"), b"".join(row + b"\n" for row in rows))

    def test_tokenizer_none_means_null(self):
        ledger = self.run_it(options=("--tokenizer", "none"))["ledger"]
        self.assertIsNone(ledger["in"]["tokens"])
        self.assertIsNone(ledger["out"]["lengths"])
        self.assertIsNone(ledger["changed"]["tokens"])

    def test_config_digest(self):
        """Covers options that change results; not paths, threads, batches, verbosity."""
        digest = self.run_it(options=self.tool.rejecting)["config_digest"]
        same = self.run_it(options=(*self.tool.rejecting, "-j", "1", "--batch-bytes", "500", "-v"), name="t.json")
        self.assertEqual(same["config_digest"], digest)
        other = self.run_it(options=self.tool.other_config, name="u.json")
        self.assertNotEqual(other["config_digest"], digest)
        if self.tool.rejecting:
            self.assertNotEqual(self.run_it(options=("-q",), name="v.json")["config_digest"], digest)

    @json_lines_only
    def test_other_keys(self):
        """--text-key and --id-key, dotted, name what is counted and listed."""
        self.write("in.jsonl", b'{"meta":{"url":"u1"},"content":{"body":"four"}}\n{"id":"x","text":"t"}\n')
        self.succeed("in.jsonl", "-o", "out.jsonl", "--stats", "s.json", "--text-key", "content.body", "--id-key",
                     "meta.url", "--max-errors", "1")
        self.assertEqual(self.stats("s.json")["ledger"]["in"]["bytes"], 4)
        self.assertEqual(self.stats("s.json")["bad_records"], {"missing_text": 1})
