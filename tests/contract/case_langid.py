"""sluice-langid: what documents are given, which are kept, where they go; evaluation of labelled rows."""

import json
import shutil
import struct

from harness import SOURCE, Case

ROWS = [line.split("\t") for line in (SOURCE / "testdata/langid/sentences.tsv").read_text().splitlines()]
TEXTS = dict(ROWS)
CODES = [code for code, _ in ROWS]
OWNED = ("language", "language_score", "languages", "language_candidates")


class LangidCase(Case):
    @classmethod
    def applies_to(cls, tool):
        return tool.name == "langid"

    def write_texts(self, name="in.jsonl", repeat=1, **more):
        lines = (json.dumps({"id": f"{code}-{n}", "text": text, **more}) for n in range(repeat) for code, text in ROWS)
        self.write(name, "".join(line + "\n" for line in lines).encode())

    def documents_of(self, name="out.jsonl"):
        return [json.loads(line) for line in self.lines(name)]

    def metadata(self, *options, name="in.jsonl"):
        self.succeed(name, "-o", "out.jsonl", *options)
        return [document["metadata"] for document in self.documents_of()]

    def codes_of(self, name="out.jsonl"):
        """What write_texts() says of these documents."""
        return [document["id"].rsplit("-", 1)[0] for document in self.documents_of(name)]

    def kept(self, *options):
        self.succeed("in.jsonl", "-o", "out.jsonl", "--rejects", "r.jsonl", "--stats", "s.json", *options)
        return self.codes_of()


class Identify(LangidCase):
    def test_langid_finds_the_language_of_clear_texts(self):
        self.write_texts()
        found = self.metadata()
        self.assertEqual([metadata["language"] for metadata in found], CODES)
        for metadata in found:
            self.assertGreater(metadata["language_score"], 0.5)
            self.assertLessEqual(metadata["language_score"], 1)

    def test_langid_calls_text_without_letters_undetermined(self):
        for text in ("", " \n", "404 -- 12:30, 7.5 % !!! ???", "\U0001f642\U0001f642", "\u0000\u0001"):
            self.write("in.jsonl", json.dumps({"id": "1", "text": text}).encode())
            for system in ("bcp47", "iso639-3", "fineweb2", "lid176"):
                self.assertEqual(self.metadata("--labels", system)[0]["language"], "und", repr(text))

    def test_langid_names_languages_as_asked(self):
        self.write_texts()
        for system, names in (("bcp47", ("en", "de", "zh-Hans")), ("iso639-3", ("eng", "deu", "cmn")),
                              ("fineweb2", ("eng_Latn", "deu_Latn", "cmn_Hani")), ("lid176", ("en", "de", "zh"))):
            found = [metadata["language"] for metadata in self.metadata("--labels", system)]
            self.assertEqual((found[0], found[1], found[-1]), names)

    def test_langid_owns_its_fields_and_leaves_others(self):
        old = {"language": "xx", "url": "https://example.org/", "languages": {"xx": 1}, "language_candidates": [1],
               "language_score": "high"}
        self.write("in.jsonl", json.dumps({"id": "1", "text": TEXTS["en"], "n": 1.50, "metadata": old}).encode())
        (metadata,) = self.metadata()
        self.assertEqual({key: metadata[key] for key in metadata if key not in OWNED}, {"url": old["url"]})
        self.assertEqual(metadata["language"], "en")
        self.assertNotIn("language_candidates", metadata)
        self.succeed("out.jsonl", "-o", "again.jsonl")
        self.assertEqual(self.read("again.jsonl"), self.read("out.jsonl"))

    def test_langid_tells_shares_of_mixed_texts(self):
        """Whole pages of each, so that windows of any size see both."""
        text = "\n".join([TEXTS["en"]] * 20 + [TEXTS["ru"]] * 20)
        self.write("in.jsonl", json.dumps({"id": "1", "text": text}).encode())
        (metadata,) = self.metadata("--text-bytes", "1MiB")
        shares = metadata["languages"]
        self.assertEqual(set(list(shares)[:2]), {"en", "ru"})
        self.assertEqual(list(shares.values()), sorted(shares.values(), reverse=True))
        self.assertTrue(0.98 < sum(shares.values()) < 1.001, shares)
        self.assertGreater(min(shares["en"], shares["ru"]), 0.25)

    def test_langid_top_k_tells_the_next_best(self):
        self.write_texts()
        for system in ("bcp47", "lid176"):
            plain = self.metadata("--labels", system)
            for metadata, other in zip(self.metadata("--labels", system, "--top-k", "3"), plain, strict=True):
                candidates = metadata.pop("language_candidates")
                self.assertTrue(1 <= len(candidates) <= 3)
                self.assertEqual(candidates[0], {"language": metadata["language"], "score": metadata["language_score"]})
                scores = [one["score"] for one in candidates]
                self.assertEqual(scores, sorted(scores, reverse=True))
                self.assertEqual(metadata, other)

    def test_langid_scores_of_languages_that_share_a_name_add_up(self):
        """Letters that both Chinese scripts have, with priors under which neither is certain."""
        self.write("in.jsonl", json.dumps({"id": "1", "text": "今天早上我去公司上班"}).encode())

        def scores(*options):
            (found,) = self.metadata("--top-k", "9", "--und-below", "0", *options)
            return {one["language"]: one["score"] for one in found["language_candidates"] if one["language"].startswith("zh-")}
        alone = scores()
        even = ("--prior-weight", f"zh-Hant={alone['zh-Hans'] / max(alone['zh-Hant'], 1e-4):g}")
        both = scores(*even)
        self.assertLess(max(both.values()), sum(both.values()) - 0.1)
        for k in ("1", "3"):
            (found,) = self.metadata("--labels", "lid176", "--top-k", k, *even)
            self.assertAlmostEqual(found["language_score"], sum(both.values()), places=3)
            self.assertEqual(found["language_candidates"][0], {"language": "zh", "score": found["language_score"]})
        least = str(max(both.values()) + 0.05)
        self.assertEqual(len(self.metadata("--labels", "fineweb2", "--min-score", least, *even)), 1)
        self.assertEqual(len(self.metadata("--min-score", least, *even)), 0)

    def test_langid_und_below_asks_for_certainty(self):
        text = TEXTS["en"] + "\n" + TEXTS["ru"]
        self.write("in.jsonl", json.dumps({"id": "1", "text": text}).encode())
        self.assertEqual(self.metadata("--und-below", "1")[0]["language"], "und")
        self.assertIn(self.metadata("--und-below", "0")[0]["language"], ("en", "ru"))

    def test_langid_hint_is_asked_for_and_need_not_be_a_language(self):
        for declared in ("de-AT", "x-klingon", "", "und", 7, None):
            self.write_texts(metadata={"html_language": declared})
            found = self.metadata("--hint-field", "metadata.html_language")
            self.assertEqual([metadata["language"] for metadata in found], CODES, declared)


    def test_langid_hints_and_priors_make_languages_likelier(self):
        """Danish or Norwegian: each option moves what the words leave open."""
        self.write("in.jsonl", json.dumps({"id": "1", "text": "Vi er her", "metadata": {"da": "da-DK", "no": "no"}}).encode())

        def danish(*options):
            (found,) = self.metadata("--top-k", "100", *options)
            return {one["language"]: one["score"] for one in found["language_candidates"]}["da"]
        alone = danish()
        self.assertGreater(danish("--hint-field", "metadata.da"), alone + 0.05)
        self.assertLess(danish("--hint-field", "metadata.no"), alone - 0.05)
        self.assertEqual(danish("--hint-field", "metadata.none"), alone)
        self.assertGreater(danish("--prior-weight", "da=9"), alone + 0.05)
        self.assertLess(danish("--prior-weight", "da=0.1"), alone - 0.05)
        self.assertLess(danish("--prior-weight", "en=2,no=9"), alone - 0.05)
        self.assertNotEqual(danish("--prior", "uniform"), alone)
        self.assertEqual(danish("--prior", "web"), alone)


class Choose(LangidCase):
    def test_langid_keeps_and_drops_by_any_name(self):
        self.write_texts()
        self.assertEqual(self.kept("--keep", "en,de", "--keep", "cmn_Hani"), ["en", "de", "zh-Hans"])
        self.assertEqual(self.kept("--keep", "eng, DEU"), ["en", "de"])
        self.assertEqual(self.kept("--drop", "zh,iw"), [code for code in CODES if code not in ("zh-Hans", "he")])
        self.assertEqual(self.kept("--keep", "en,de", "--drop", "de"), ["en"])
        self.assertEqual(self.kept("--keep", "zh-Hant"), [])

    def test_langid_groups_are_those_that_it_found(self):
        self.write_texts(repeat=3, metadata={"language": "xx"})
        self.kept("--keep", "en")
        groups = self.stats("s.json")["ledger"]["groups"]["language"]
        self.assertEqual({code: (group["in"]["documents"], group["out"]["documents"]) for code, group in groups.items()},
                         {code: (3, 3 if code == "en" else 0) for code in CODES})

    def test_langid_rejects_by_language_then_by_score(self):
        texts = {"mixed": TEXTS["en"] + "\n" + TEXTS["ru"], "en": TEXTS["en"], "fr": TEXTS["fr"]}
        self.write("in.jsonl", "".join(json.dumps({"id": f"{name}-0", "text": text}) + "\n" for name, text in texts.items()).encode())
        scores = [metadata["language_score"] for metadata in self.metadata("--und-below", "0")]
        self.assertLess(scores[0], min(scores[1:]))
        least = round(scores[0] + 0.0001, 4)
        self.assertEqual(self.kept("--und-below", "0", "--keep", "en,ru", "--min-score", str(least)), ["en"])
        rejects = [document["metadata"]["reject"] for document in self.documents_of("r.jsonl")]
        self.assertEqual([reject["reason"] for reject in rejects], ["score", "language"])
        self.assertEqual(rejects[1]["detail"], f"fr {scores[2]:g}")

    def test_langid_rejects_are_as_they_came(self):
        self.write_texts(metadata={"language": "xx"})
        self.kept("--keep", "en")
        for document in self.documents_of("r.jsonl"):
            self.assertEqual(list(document["metadata"]), ["language", "reject"])
            self.assertEqual(document["metadata"]["language"], "xx")

    def test_langid_refuses_unknown_codes_before_it_reads(self):
        for words, said in ((("--keep", "gernan"), "did you mean de (German)?"), (("--keep", "en,qqz"), "'qqz'"),
                            (("--drop", "englisch"), "en (English)"), (("--route", "r", "--route-languages", "xx-Xxxx"), "xx-Xxxx"),
                            (("--prior-weight", "gernan=2"), "de (German)"), (("--keep", "und", "--drop", "und"), "no language")):
            result = self.refuse(2, "missing.jsonl", *words)
            self.assertIn(said, result.err)
            self.assertIn(words[-2], result.err)


class Route(LangidCase):
    def files(self, folder="r"):
        return {str(path.relative_to(self.folder / folder)) for path in (self.folder / folder).rglob("*") if path.is_file()}

    def test_langid_routes_to_files_of_languages_that_come(self):
        self.write_texts(repeat=5)
        self.succeed("in.jsonl", "--route", "r", "--stats", "s.json")
        self.assertEqual(self.files(), {f"{code}.jsonl.zst" for code in CODES})
        for code in CODES:
            self.assertEqual([document["id"] for document in self.documents_of(f"r/{code}.jsonl.zst")],
                             [f"{code}-{n}" for n in range(5)])
        self.assertEqual({file["path"] for file in self.stats("s.json")["run"]["outputs"]}, {f"r/{name}" for name in self.files()})

    def test_langid_routes_the_tail_together(self):
        self.write_texts()
        self.succeed("in.jsonl", "--route", "r/", "--route-languages", "en,zh,ar", "--drop", "th")
        self.assertEqual(self.files(), {"en.jsonl.zst", "zh-Hans.jsonl.zst", "other.jsonl.zst"})
        others = [document["metadata"]["language"] for document in self.documents_of("r/other.jsonl.zst")]
        self.assertEqual(others, [code for code in CODES if code not in ("en", "zh-Hans", "th")])

    def test_langid_routes_shards_to_folders_of_languages(self):
        self.write_texts("in/a.jsonl")
        self.write_texts("in/b.jsonl.gz", repeat=2)
        self.succeed("in", "--route", "r", "--stats", "s/", "--extension", "jsonl.zst", "--keep", "en,el")
        self.assertEqual(self.files(), {f"{code}/{shard}.jsonl.zst" for code in ("en", "el") for shard in "ab"})
        self.assertEqual(len(self.lines("r/el/b.jsonl.zst")), 2)

    def test_langid_routes_to_folders_however_many_files_a_directory_holds(self):
        self.write_texts("in/a.jsonl")
        self.write_texts("b.jsonl")
        self.write("list", b"b.jsonl\n")
        for words, shard in ((("in",), "a"), (("b.jsonl", "--stats", "s/"), "b"), (("b.jsonl", "--rejects", "d/"), "b"), (("--inputs", "list"), "b")):
            self.succeed(*words, "--route", "r", "--keep", "en,el")
            self.assertEqual(self.files(), {f"{code}/{shard}.jsonl" for code in ("en", "el")}, words)
            shutil.rmtree(self.folder / "r")
        self.assertIn("--route", self.refuse(2, "in", "--route", "r", "--rejects", "one.jsonl").err)

    def test_langid_routes_are_the_same_whatever_threads_and_batches(self):
        self.write_texts(repeat=40)
        trees = []
        for n, (threads, batch) in enumerate((("1", "1MiB"), ("2", "700"), ("8", "5000"))):
            self.succeed("in.jsonl", "--route", f"r{n}", "-j", threads, "--batch-bytes", batch)
            trees.append({name.split("/", 1)[1]: data for name, data in self.tree(f"r{n}").items()})
        self.assertEqual(trees[0], trees[1])
        self.assertEqual(trees[0], trees[2])

    def test_langid_routes_resume(self):
        self.write_texts("in/a.jsonl")
        self.write_texts("in/b.jsonl")
        words = ("in", "--route", "r", "--stats", "s/", "--resume")
        self.succeed(*words)
        self.assertIn("2 shards skipped", self.succeed(*words, "-v").err)
        (self.folder / "r/en/a.jsonl").unlink()
        self.assertIn("1 shard skipped", self.succeed(*words, "-v").err)
        self.assertEqual(len(self.lines("r/en/a.jsonl")), 1)
        self.succeed("in", "--route", "q", "--stats", "s/", "--resume")
        self.assertEqual(self.files("q"), self.files("r"))

    def test_langid_routes_leave_no_files_of_earlier_runs(self):
        self.write_texts()
        self.succeed("in.jsonl", "--route", "r")
        before = self.tree("r")
        self.assertIn("left of an earlier run", self.refuse(2, "in.jsonl", "--route", "r", "--keep", "en").err)
        self.write("english.jsonl", json.dumps({"id": "1", "text": TEXTS["en"]}).encode())
        self.assertIn("left of an earlier run", self.refuse(1, "english.jsonl", "--route", "r").err)
        self.assertEqual(self.tree("r"), before)
        self.succeed("in.jsonl", "--route", "r")

    def test_langid_routes_and_output_do_not_go_together(self):
        self.assertIn("--route", self.refuse(2, "--route", "r", "-o", "out.jsonl").err)
        self.assertIn("--route-languages", self.refuse(2, "--route-languages", "en").err)

    def test_langid_routes_to_nowhere_else_when_it_fails(self):
        self.write("in.jsonl", b"not JSON\n" * 50)
        self.refuse(1, "in.jsonl", "--route", "r")
        self.assertEqual([path for path in self.folder.rglob("*") if path.is_file()], [self.folder / "in.jsonl"])


class Evaluate(LangidCase):
    def evaluated(self, *words):
        self.succeed("--evaluate", *words, "-o", "e.json")
        return json.loads(self.read("e.json"))["evaluations"]

    def write_rows(self, rows, name="rows.tsv"):
        self.write(name, "".join(f"{label}\t{text}\n" for label, text in rows).encode())

    def test_langid_evaluates_rows_in_any_naming_system(self):
        self.write_rows((("en", TEXTS["en"]), ("deu", TEXTS["de"]), ("cmn_Hani", TEXTS["zh-Hans"]), ("iw", TEXTS["he"])))
        (whole,) = self.evaluated("rows.tsv")
        self.assertEqual((whole["rows"], whole["right"], whole["accuracy"], whole["macro_f1"]), (4, 4, 1, 1))

    def test_langid_evaluation_counts_what_is_wrong(self):
        """Two English texts called German, a label that nobody knows, and one that is no language."""
        self.write_rows([(code, TEXTS[code]) for code in ("en", "en", "de", "ru")] + [("de", TEXTS["en"])] * 2 +
                        [("qqz", TEXTS["el"]), ("und", "404 !!!")])
        (whole,) = self.evaluated("rows.tsv")
        self.assertEqual((whole["rows"], whole["labels"], whole["right"]), (8, 5, 5))
        self.assertAlmostEqual(whole["accuracy"], 5 / 8)
        labels = {label["label"]: label for label in whole["by_label"]}
        self.assertAlmostEqual(labels["en"]["precision"], 0.5)
        self.assertAlmostEqual(labels["de"]["recall"], 1 / 3, places=5)
        self.assertAlmostEqual(labels["de"]["f1"], 0.5)
        self.assertAlmostEqual(labels["en"]["false_share"], 2 / 8)
        self.assertFalse(labels["qqz"]["known"])
        self.assertAlmostEqual(whole["macro_f1"], (2 / 3 + 0.5 + 1 + 1 + 0) / 5, places=5)
        self.assertEqual(whole["known"]["rows"], 7)
        self.assertEqual(whole["confusions"][0], {"label": "de", "answer": "en", "rows": 2})
        self.assertEqual(sum(bin["rows"] for bin in whole["calibration"]["bins"]), 8)

    def test_langid_evaluates_beginnings_and_some_labels(self):
        self.write_rows(ROWS)
        whole, short = self.evaluated("rows.tsv", "--bytes", "48", "--only", "ja,ru,zh")
        self.assertEqual((whole["bytes"], short["bytes"]), (None, 48))
        self.assertEqual((whole["rows"], whole["right"]), (3, 3))
        self.assertEqual(short["rows"], 3)
        (first,) = [one for one in self.evaluated("rows.tsv", "--bytes", "1") if one["bytes"] == 1]
        self.assertLess(first["right"], len(ROWS))

    def test_langid_evaluates_at_a_mix(self):
        """As many rows of each, but the mix has nine English pages for a German one."""
        self.write_rows([("en", TEXTS["en"]), ("en", TEXTS["de"]), ("de", TEXTS["de"]), ("de", TEXTS["de"])])
        (self.folder / "mix.tsv").write_text("# pages\nen\t9\ndeu_Latn\t1\nfr\t90\n")
        (whole,) = self.evaluated("rows.tsv", "--mix", "mix.tsv")
        self.assertAlmostEqual(whole["mix"]["accuracy"], 0.9 * 0.5 + 0.1)
        self.assertAlmostEqual(whole["mix"]["covered"], 0.1)
        labels = {label["label"]: label for label in whole["by_label"]}
        self.assertAlmostEqual(labels["de"]["mix_precision"], 0.1 / (0.1 + 0.45), places=5)
        self.assertAlmostEqual(labels["de"]["precision"], 2 / 3, places=5)

    def test_langid_evaluation_is_the_same_whatever_threads_and_batches(self):
        self.write_rows(ROWS * 30, "rows.tsv.gz")
        results = set()
        for threads, batch in (("1", "1MiB"), ("2", "300"), ("8", "5000")):
            out = self.succeed("--evaluate", "rows.tsv.gz", "--bytes", "16,64", "-o", "e.json", "-j", threads, "--batch-bytes", batch).out
            results.add((out, self.read("e.json")))
        self.assertEqual(len(results), 1)

    def test_langid_evaluation_counts_bad_rows(self):
        rows = "".join(f"{label}\t{text}\n" for label, text in ROWS).encode()
        self.write("rows.tsv", rows + b"no tab here\n\tno label\nen\t\xff\n\n")
        self.assertIn("missing_label", self.refuse(1, "--evaluate", "rows.tsv", "--max-errors", "0").err)
        (whole,) = self.evaluated("rows.tsv", "--max-errors", "100%")
        self.assertEqual(whole["rows"], len(ROWS))

    def test_langid_evaluation_passes_over_byte_order_marks(self):
        self.write("rows.tsv", b"\xef\xbb\xbf" + f"en\t{TEXTS['en']}\n".encode())
        (whole,) = self.evaluated("rows.tsv")
        self.assertEqual((whole["rows"], whole["right"]), (1, 1))

    def test_langid_evaluation_of_what_is_no_rows_stops(self):
        self.write_rows((f"label{n}", "text") for n in range(10_001))
        self.assertIn("label, tab, text", self.refuse(1, "--evaluate", "rows.tsv").err)
        self.write("rows.tsv", b"just text\n" * 5)
        self.assertIn("missing_label", self.refuse(1, "--evaluate", "rows.tsv").err)

    def test_langid_evaluation_writes_no_documents(self):
        self.write_rows(ROWS)
        for words in (("--keep", "en"), ("--route", "r"), ("--rejects", "r.jsonl"), ("--stats", "s.json"), ("--min-score", "0.5")):
            self.assertIn("--evaluate", self.refuse(2, "--evaluate", "rows.tsv", *words).err)
        for words in (("--only", "en"), ("--bytes", "64"), ("--mix", "m.tsv")):
            self.assertIn("--evaluate", self.refuse(2, "rows.tsv", *words).err)
        self.assertIn("written twice or over an input", self.refuse(2, "--evaluate", "rows.tsv", "-o", "rows.tsv").err)
        self.assertIn("chain", self.refuse(2, "cat | langid --evaluate", command=("sluice", "chain")).err)

    def test_langid_evaluation_prints_no_control_characters(self):
        self.write_rows((("\x1b[31mx\x07", TEXTS["en"]), ("a\x9b31mb", TEXTS["en"]), ("en", TEXTS["en"])))
        out = self.succeed("--evaluate", "rows.tsv").out
        self.assertNotRegex(out, rb"[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]")
        self.assertIn(rb"a\x9b31mb", out)


class Chain(LangidCase):
    def test_langid_stands_in_a_chain(self):
        self.write_texts(repeat=3)
        self.succeed("cat | langid --keep en,de | cat --where 'metadata.language = de'", "in.jsonl", "-o", "out.jsonl",
                     command=("sluice", "chain"))
        self.assertEqual(self.codes_of(), ["de"] * 3)

    def test_langid_configuration_is_what_changes_results(self):
        self.write_texts()
        digests = []
        for words in ((), ("-j", "1"), ("--route", "r"), ("--prior", "uniform"), ("--prior-weight", "de=2"), ("--text-bytes", "1000"),
                      ("--labels", "lid176"), ("--keep", "en"), ("--top-k", "2"), ("--und-below", "0.4")):
            self.succeed("in.jsonl", *(words if "--route" in words else ("-o", "out.jsonl", *words)), "--stats", "s.json")
            digests.append(self.stats("s.json")["config_digest"])
        self.assertEqual(len(set(digests[:3])), 1)
        self.assertEqual(len(set(digests)), len(digests) - 2)


def tiny_model(words):
    """A fastText model (version 12, softmax, dense) that knows words by label: {"de": ("der", "und"), …}."""
    labels, dim = list(words), len(words)
    entries = [(word, 0) for label in labels for word in words[label]]
    data = struct.pack("<2i", 793712314, 12)
    data += struct.pack("<12id", dim, 5, 1, 1, 5, 1, 3, 3, 0, 0, 0, 100, 1e-4)
    data += struct.pack("<3i2q", len(entries) + dim, len(entries), dim, 100, -1)
    for name, kind in entries + [(f"__label__{label}", 1) for label in labels]:
        data += name.encode() + b"\0" + struct.pack("<qb", 10, kind)
    rows = [[float(label == other) for other in labels] for label in labels for _ in words[label]]
    outputs = [[6.0 * (label == other) for other in labels] for label in labels]
    for matrix in (rows, outputs):
        data += struct.pack("<b2q", 0, len(matrix), dim) + b"".join(struct.pack(f"<{dim}f", *row) for row in matrix)
    return data


class Model(LangidCase):
    WORDS = {"de": ("der", "und"), "en": ("the", "and"), "als": ("dr", "isch")}

    def write_model(self, name="m.bin", **more):
        self.write_raw(name, tiny_model({**self.WORDS, **more}))

    def write_documents(self, *texts):
        self.write("in.jsonl", "".join(json.dumps({"id": str(n), "text": text}) + "\n" for n, text in enumerate(texts)).encode())

    def languages(self, *options, model="m.bin"):
        return [metadata["language"] for metadata in self.metadata("--model", model, *options)]

    def test_langid_model_names_languages_as_it_does_or_as_asked(self):
        self.write_model()
        self.write_model("quality.bin", hq=("well",))
        self.write_documents("der und", "the and", "dr isch", "well")
        self.assertEqual(self.languages()[:3], ["de", "en", "als"])
        # All labels are lid.176's, whose als is Alemannic; else it is ISO 639-3's.
        self.assertEqual(self.languages("--labels", "bcp47")[:3], ["de", "en", "gsw"])
        self.assertEqual(self.languages("--labels", "fineweb2", model="quality.bin"), ["deu_Latn", "eng_Latn", "als_Latn", "hq"])
        self.assertEqual(self.languages("--labels", "lid176")[:3], ["de", "en", "als"])

    def test_langid_model_keeps_labels_of_several_names(self):
        """lid.176's zh is either script, its sr too: no name of one of them is true."""
        self.write_model(zh=("hao", "ma"), sr=("dobar", "dan"))
        self.write_documents("der", "hao ma", "dobar dan")
        self.assertEqual(self.languages("--labels", "bcp47"), ["de", "zh", "sr"])
        self.assertEqual(self.languages("--labels", "iso639-3"), ["deu", "cmn", "srp"])
        self.assertEqual(self.languages("--labels", "fineweb2"), ["deu_Latn", "cmn_Hani", "sr"])

    def test_langid_model_adds_up_labels_of_one_name(self):
        """German in two spellings of its code, which together are likelier than English."""
        self.write_raw("m.bin", tiny_model({"de": ("der",), "deu": ("und",), "en": ("the",)}))
        self.write_documents("der und the " * 4 + "the")
        self.assertEqual(self.languages("--und-below", "0"), ["en"])
        for k in ("1", "2", "3"):
            (found,) = self.metadata("--model", "m.bin", "--labels", "bcp47", "--top-k", k)
            self.assertEqual(found["language"], "de")
            self.assertEqual(found["language_candidates"][0], {"language": "de", "score": found["language_score"]})
            self.assertEqual(len(found["language_candidates"]), min(int(k), 2))
        self.assertAlmostEqual(sum(one["score"] for one in found["language_candidates"]), 1, places=3)

    def test_langid_model_takes_line_ends_for_spaces(self):
        self.write_model()
        self.write_documents("der\nund the", "der und the", "der\r\nund\nthe\n")
        found = self.metadata("--model", "m.bin")
        self.assertEqual(len({json.dumps(metadata) for metadata in found}), 1)
        self.assertEqual(found[0]["language"], "de")
        self.assertNotIn("languages", found[0])

    def test_langid_model_that_knows_nothing_of_a_text_says_und(self):
        self.write_model()
        self.write_documents("neither", "", "der neither")
        self.assertEqual(self.languages(), ["und", "und", "de"])

    def test_langid_model_is_chosen_by_as_the_identifier_is(self):
        self.write_model(hq=("well",))
        self.write_documents("der und", "the and", "well well", "der the")
        self.succeed("in.jsonl", "--model", "m.bin", "--keep", "deu_Latn,hq", "--und-below", "0.6", "-o", "out.jsonl", "--rejects", "r.jsonl")
        self.assertEqual([document["id"] for document in self.documents_of()], ["0", "2"])
        self.assertEqual([document["metadata"]["reject"]["detail"].split()[0] for document in self.documents_of("r.jsonl")], ["en", "und"])
        self.succeed("in.jsonl", "--model", "m.bin", "--route", "r")
        self.assertTrue((self.folder / "r/hq.jsonl.zst").exists())
        self.assertIn("no language that the model", self.refuse(2, "--model", "m.bin", "--keep", "fr").err)

    def test_langid_model_looks_at_the_beginning_if_asked(self):
        self.write_model()
        self.write_documents("der " + "the " * 50)
        self.assertEqual(self.languages(), ["en"])
        self.assertEqual(self.languages("--text-bytes", "5"), ["de"])

    def test_langid_model_is_configuration_by_content(self):
        self.write_documents("der und")
        self.write_model("a.bin")
        self.write_model("b.bin")
        self.write_model("c.bin", hq=("well",))
        digests = []
        for name in ("a.bin", "b.bin", "c.bin"):
            self.succeed("in.jsonl", "--model", name, "-o", "out.jsonl", "--stats", "s.json")
            digests.append(self.stats("s.json")["config_digest"])
        self.assertEqual(digests[0], digests[1])
        self.assertNotEqual(digests[0], digests[2])

    def test_langid_model_that_is_none_is_refused(self):
        self.write_documents("der und")
        whole = tiny_model(self.WORDS)
        for data in (b"", b"text\n" * 100, whole[:-9], whole[:60], b"\x1f\x8b" + whole):
            self.write_raw("m.bin", data)
            self.assertIn("--model: m.bin", self.refuse(2, "in.jsonl", "--model", "m.bin").err)
        self.write_model()
        for words in (("--prior", "uniform"), ("--prior-weight", "de=2"), ("--hint-field", "metadata.x")):
            self.assertIn(words[0], self.refuse(2, "in.jsonl", "--model", "m.bin", *words).err)
        self.assertIn("written twice or over an input", self.refuse(2, "in.jsonl", "--model", "m.bin", "-o", "m.bin").err)

    def test_langid_model_is_evaluated(self):
        self.write_model()
        self.write("rows.tsv", "deu\tder und\ngsw\tdr isch\nsq\tthe\nund\tnothing\n".encode())
        self.succeed("--evaluate", "--model", "m.bin", "rows.tsv", "-o", "e.json")
        (whole,) = json.loads(self.read("e.json"))["evaluations"]
        self.assertEqual((whole["rows"], whole["right"], whole["known"]["rows"]), (4, 3, 3))
