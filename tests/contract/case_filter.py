"""sluice-filter: which rules drop what, what is told of it, what becomes of the counts."""

import json
import re

from case_langid import tiny_model
from harness import SOURCE, Case

RULES = SOURCE / "testdata/filter"
PROSE = ("The mill by the river is old, and it was built to grind the corn of the whole valley. Every morning the miller has "
         "to be up before the sun, while his wife bakes the bread that people eat with their soup. They have a dog, which lives "
         "in a house of its own by the door.\nIn winter the wheel stands still, since ice would break it. Then the family mends "
         "sacks and tools, and neighbours come to tell stories about the year that has gone. Nobody minds that they have heard "
         "most of them before.\nWhen spring returns, water runs down from the hills again. The stones turn, flour dust fills "
         "the air, and carts stand in a long row along the road.\n")
CODE = "#include <stdio.h>\n#define MAX 10\n#ifdef DEBUG\n# define LOG(x) printf(x)\n#endif\nint main(void) {\n  return MAX;\n}\n"
POEM = "Tyger Tyger,\nburning bright\nIn the forests\nof the night\n\n" * 3
TABLE = "Year | Sheep | Goats\n1901 | 12 | 3\n1902 | 15 | 4\n1903 | 11 | 9\n"
CHINESE = "水从山上流下来。磨坊很旧，它是为整个山谷磨粮食而建的。每天早晨磨坊主必须在太阳升起之前起床。\n" * 2
THAI = "โรงสีริมแม่น้ำเก่าแล้ว มันถูกสร้างขึ้นเพื่อบดข้าวโพดของทั้งหุบเขา\n" * 3
ODD = {"empty": "", "blank": " \n\n\t", "word": "word", "symbol": "#", "mark": "…", "line end": "\n", "nul": "\0", "repeated": "so " * 500,
       "code": CODE, "poem": POEM, "table": TABLE, "chinese": CHINESE, "thai": THAI, "double-spaced": PROSE.replace("\n", "\n\n"),
       "numbers": "1 2 3 4 5 " * 30, "combining": "\u0301" * 40, "emoji": "\U0001f642" * 60}


class FilterCase(Case):
    @classmethod
    def applies_to(cls, tool):
        return tool.name == "filter"

    def filter(self, *arguments, **options):
        """Without the row's own profile."""
        return self.succeed(*arguments, command=("sluice-filter",), **options)

    def refuse_filter(self, code, *arguments):
        return self.refuse(code, *arguments, command=("sluice-filter",)).err

    def write_texts(self, texts, name="in.jsonl", **metadata):
        """`texts`: by id."""
        lines = (json.dumps({"id": id, "text": text, "metadata": metadata}, ensure_ascii=False) for id, text in texts.items())
        self.write(name, "".join(line + "\n" for line in lines).encode())

    def write_documents(self, documents, name="in.jsonl"):
        self.write(name, "".join(json.dumps(document) + "\n" for document in documents).encode())

    def documents_of(self, name="out.jsonl"):
        return [json.loads(line) for line in self.lines(name)]

    def run_all(self, *options, name="in.jsonl"):
        """Kept and rejected documents by id, and the details of the stats file."""
        self.filter(name, "-o", "out.jsonl", "--rejects", "r.jsonl", "--stats", "s.json", *options)
        kept, rejected = ({document["id"]: document for document in self.documents_of(file)} for file in ("out.jsonl", "r.jsonl"))
        return kept, rejected, self.stats("s.json")["details"]

    def rules(self, name, text):
        (self.folder / name).write_text(text)
        return name


STRICT = RULES / "strict.toml"


class Judge(FilterCase):
    DOCUMENTS = {"en-short": ("en", "one two"), "en-long": ("eng_Latn", "word " * 30), "en-numbers": ("en", "12 34 " * 20),
                 "both": ("en", "1 2"), "de": ("deu", "Wort " * 30), "ja": ("ja", "もじ"), "none": (None, "one two"), "odd": ("qqq", "one")}

    def write_in_languages(self):
        self.write_documents({"id": id, "text": text, "metadata": {"language": language}} for id, (language, text) in self.DOCUMENTS.items())

    def test_filter_counts_what_each_rule_would_drop_and_what_it_dropped_first(self):
        self.write_in_languages()
        kept, rejected, details = self.run_all("--profile", STRICT)
        self.assertEqual(list(kept), ["en-long", "ja"])
        reasons = {id: document["metadata"]["reject"]["reason"] for id, document in rejected.items()}
        self.assertEqual(reasons, {"en-short": "too_short", "en-numbers": "few_letters", "both": "too_short", "de": "too_short",
                                   "none": "too_short", "odd": "too_short"})
        self.assertEqual({reason: tally["documents"] for reason, tally in self.stats("s.json")["ledger"]["rejects"].items()},
                         {"too_short": 5, "few_letters": 1})

        short, letters = (details["rules"][f"strict/{rule}"] for rule in ("length/too_short", "words/few_letters"))
        self.assertEqual((short["signal"], short["comparison"], short["threshold"]), ("word_count", "below", "20"))
        self.assertEqual(set(short["languages"]), {"en", "de", "ja", "", "qqq"})
        self.assertEqual(short["languages"]["en"], {"documents": 4, "would_drop": 2, "dropped_first": 2, "dropped_first_bytes": 10})
        self.assertEqual((short["languages"]["de"]["comparison"], short["languages"]["de"]["threshold"]), ("below", "40"))
        self.assertEqual(short["languages"]["ja"], {"documents": 1, "comparison": "", "threshold": ""})
        english = letters["languages"]["en"]
        self.assertEqual((english["would_drop"], english["dropped_first"]), (2, 1))

        profile = details["profiles"]["strict"]
        self.assertEqual((profile["own_language"], profile["fall_back"], details["no_language"]), (2, 6, 1))
        self.assertIn("whitespace", profile["words"])
        self.assertIn("written for the tests", profile["source"])

    def test_filter_rejects_carry_rule_value_and_threshold(self):
        self.write_in_languages()
        _, rejected, _ = self.run_all("--profile", STRICT)
        self.assertEqual(rejected["both"]["metadata"]["reject"]["detail"], "length/too_short: word_count 2 is below 20")
        self.assertEqual(rejected["de"]["metadata"]["reject"]["detail"], "length/too_short: word_count 30 is below 40")
        self.assertEqual(rejected["both"]["text"], "1 2")
        _, rejected, _ = self.run_all("--profile", STRICT, "--all-reasons")
        self.assertEqual(rejected["both"]["metadata"]["reject"]["detail"],
                         "length/too_short: word_count 2 is below 20; words/few_letters: alphabetic_words_fraction 0 is below 0.7")
        self.assertEqual(rejected["both"]["metadata"]["reject"]["reason"], "too_short")
        self.assertEqual(rejected["en-short"]["metadata"]["reject"]["detail"], "length/too_short: word_count 2 is below 20")

    def test_filter_stats_are_those_of_all_documents_whatever_threads_and_shards(self):
        self.write("in.jsonl", self.documents(600))
        options = ("--profile", STRICT, "--profile", "gopher")
        details = []
        for threads, batch in (("1", "1MiB"), ("2", "300"), ("8", "5000")):
            *_, found = self.run_all(*options, "-j", threads, "--batch-bytes", batch)
            details.append(found)
        self.assertEqual(details[0], details[1])
        self.assertEqual(details[0], details[2])
        lines = self.lines("in.jsonl")
        for n in range(3):
            self.write(f"shards/{n}.jsonl", b"".join(lines[n::3]))
        self.filter("shards/", "-o", "out/", "--stats", "stats/", *options)
        self.succeed("stats", "merge", "stats/", "-o", "sum.json", command=("sluice",))
        self.assertEqual(self.stats("sum.json")["details"], details[0])

    def test_filter_languages_are_found_by_any_name(self):
        for name in ("de", "deu", "ger", "deu_Latn", "DE"):
            self.write_texts({"1": "Wort " * 30}, language=name)
            kept, _, details = self.run_all("--profile", STRICT)
            self.assertEqual(len(kept), 0, name)
            self.assertEqual(list(details["rules"]["strict/length/too_short"]["languages"]), ["de"])
        self.write_documents([{"id": "1", "text": "Wort " * 30, "lang": "de"}])
        self.assertEqual(len(self.run_all("--profile", STRICT)[0]), 1)
        self.assertEqual(len(self.run_all("--profile", STRICT, "--language-field", "lang")[0]), 0)

    def test_filter_stats_do_not_grow_with_what_documents_call_their_language(self):
        self.write_documents({"id": str(n), "text": "one", "metadata": {"language": "x" * 1_000_000 + str(n)}} for n in range(20))
        *_, details = self.run_all("--profile", "fineweb")
        for rule in details["rules"].values():
            self.assertEqual({language: tally["documents"] for language, tally in rule["languages"].items()}, {"x" * 200: 20})
        self.assertLess((self.folder / "s.json").stat().st_size, 100_000)

    def test_filter_reasons_that_steps_share_tell_the_step(self):
        rule = '\n[[step]]\nname = "{}"\n[[step.rule]]\nreason = "few"\nsignal = "{}"\ndrop_below = 3\n'
        self.rules("one.toml", '[profile]\nname = "one"\n' + rule.format("words", "word_count") + rule.format("lines", "line_count"))
        self.rules("two.toml", '[profile]\nname = "two"\n' + rule.format("words", "word_count"))
        self.write_texts({"a": "one", "b": "one two three four"})
        _, rejected, details = self.run_all("--profile", "one.toml")
        self.assertEqual([document["metadata"]["reject"]["reason"] for document in rejected.values()], ["words/few", "lines/few"])
        _, rejected, details = self.run_all("--profile", "two.toml", "--profile", "one.toml")
        self.assertEqual(rejected["a"]["metadata"]["reject"]["reason"], "two/words/few")
        self.assertEqual(set(details["rules"]), {"one/words/few", "one/lines/few", "two/words/few"})
        self.assertIn("twice", self.refuse_filter(2, "--profile", "two.toml", "--profile", "two.toml"))

    def test_filter_edits_change_texts_and_count_tokens_anew(self):
        self.write_texts({"1": "a crawl of snails", "2": "no such word"}, token_count=99, tokenizer="words@1")
        kept, rejected, _ = self.run_all("--profile", RULES / "edit.toml")
        self.assertEqual([document["text"] for document in kept.values()], ["a  of snails", "no such word"])
        ledger = self.stats("s.json")["ledger"]
        self.assertEqual(ledger["changed"]["bytes"], -5)
        self.assertLess(ledger["changed"]["tokens"], 0)
        self.assertNotEqual(kept["1"]["metadata"]["tokenizer"], "words@1")
        # Counts that no longer hold are not kept; others are.
        kept, *_ = self.run_all("--profile", RULES / "edit.toml", "--tokenizer", "stored")
        self.assertNotIn("token_count", kept["1"]["metadata"])
        self.assertEqual(kept["2"]["metadata"]["token_count"], 99)

    def test_filter_leaves_every_other_byte(self):
        line = b'{"id":7.0,  "text":"a\\u0062c", "n":1.50, "metadata":{"quality":{"mine":1},"x":[1e3]} }\n'
        self.write("in.jsonl", line)
        self.filter("in.jsonl", "-o", "out.jsonl", "--profile", RULES / "measure.toml", "--tokenizer", "stored")
        self.assertEqual(self.read("out.jsonl"), line)

    def test_filter_stands_in_a_chain(self):
        self.write_in_languages()
        self.succeed(f"cat | filter --profile {STRICT} | cat", "in.jsonl", "-o", "out.jsonl", command=("sluice", "chain"))
        self.assertEqual([document["id"] for document in self.documents_of()], ["en-long", "ja"])

    def test_filter_configuration_is_rules_and_not_their_names(self):
        self.write_in_languages()
        digests = []
        for name, text in (("a.toml", STRICT.read_text()), ("b.toml", STRICT.read_text()), ("c.toml", STRICT.read_text().replace("20", "21"))):
            self.rules(name, text)
            self.run_all("--profile", name)
            digests.append(self.stats("s.json")["config_digest"])
        self.run_all("--profile", "a.toml", "--all-reasons", "-j", "1")
        digests.append(self.stats("s.json")["config_digest"])
        self.assertEqual(digests[0], digests[1])
        self.assertNotEqual(digests[0], digests[2])
        self.assertEqual(digests[0], digests[3])

    def test_filter_without_rules_names_the_built_in_profiles(self):
        error = self.refuse_filter(2, "in.jsonl")
        for name in ("fineweb", "gopher", "c4"):
            self.assertIn(name, error)
        self.assertIn("did you mean 'fineweb'", self.refuse_filter(2, "--profile", "finweb"))


class Complaints(FilterCase):
    """What users of other filters report."""

    def profiles(self):
        names, notes = zip(*(line.split("\t") for line in self.filter("--list-profiles").out.decode().splitlines()), strict=True)
        self.assertGreaterEqual(len(names), 8)
        self.assertTrue(all(notes))
        return [name for name in names if name != "fineweb2"]

    def test_filter_gives_every_text_a_verdict_under_every_profile(self):
        """Empty texts and single words too: no division by zero, no NaN, and a reason where one is dropped."""
        self.write_texts(ODD, language="en", language_score=0.9)
        for profile in self.profiles():
            with self.subTest(profile=profile):
                kept, rejected, details = self.run_all("--profile", profile)
                self.assertEqual(set(kept) | set(rejected), set(ODD))
                for id, document in rejected.items():
                    detail = document["metadata"]["reject"]["detail"]
                    self.assertRegex(detail, r"^\S+/\S+:( \S+)?( -?[0-9.e-]+ is (above|at least|below|at most) -?[0-9.e-]+| has no value| [0-9.e-]+)", id)
                    self.assertNotRegex(detail.lower(), r"\b(nan|inf)\b")
                self.filter("in.jsonl", "-o", "a.jsonl", "--profile", profile, "--annotate")
                for document in self.documents_of("a.jsonl"):
                    quality = document["metadata"]["quality"]
                    self.assertEqual(quality["keep"], document["id"] in kept, (document["id"], quality))
                    self.assertTrue(all(value is None or -1e12 < value < 1e12 for value in quality["values"].values()))
                for rule in details["rules"].values():
                    (tally,) = rule["languages"].values()
                    self.assertEqual(tally["documents"], len(ODD))
                self.assertEqual(sum(rule["languages"]["en"].get("dropped_first", 0) for rule in details["rules"].values()), len(rejected))

    def test_filter_does_not_take_blank_lines_for_copies(self):
        texts = {"single": PROSE, "double": PROSE.replace("\n", "\n\n"), "triple": PROSE.replace("\n", "\n\n\n")}
        self.write_texts(texts)
        kept, *_ = self.run_all("--profile", "datatrove/gopher_repetition")
        self.assertEqual(list(kept), list(texts))

    def test_filter_drops_braces_only_where_there_are_some(self):
        prose = "This line has words and an end. " * 8 + "\n"
        self.write_texts({"without": prose, "with": prose + "It opens { and this is it.\n"})
        kept, rejected, _ = self.run_all("--profile", "datatrove/c4")
        self.assertEqual(list(kept), ["without"])
        self.assertEqual(rejected["with"]["metadata"]["reject"]["reason"], "curly_bracket")


class Annotate(FilterCase):
    def test_filter_annotate_drops_nothing_and_tells_what_would_be(self):
        self.write("in.jsonl", self.documents(200))
        kept, rejected, details = self.run_all("--profile", STRICT, "--tokenizer", "stored")
        self.filter("in.jsonl", "-o", "a.jsonl", "--profile", STRICT, "--tokenizer", "stored", "--annotate", "--stats", "t.json")
        annotated = self.documents_of("a.jsonl")
        self.assertEqual(len(annotated), 200)
        for document in annotated:
            quality = document["metadata"].pop("quality")
            self.assertEqual(document, json.loads(self.lines("in.jsonl")[annotated.index(document)]))
            self.assertEqual(quality["keep"], document["id"] in kept)
            self.assertEqual(set(quality["values"]), {"too_short", "few_letters"})
            self.assertEqual(quality["values"]["too_short"], len(document["text"].split()))
            if not quality["keep"]:
                self.assertEqual(quality["drops"][0], rejected[document["id"]]["metadata"]["reject"]["reason"])
        self.assertEqual(self.stats("t.json")["details"], details)
        self.succeed("a.jsonl", "-o", "k.jsonl", "--where", "metadata.quality.keep = true", command=("sluice-cat",))
        self.assertEqual([document["id"] for document in self.documents_of("k.jsonl")], list(kept))

    def test_filter_annotate_replaces_what_an_earlier_run_said(self):
        self.write_texts({"1": "one"}, quality={"keep": "perhaps"})
        self.filter("in.jsonl", "-o", "a.jsonl", "--profile", STRICT, "--annotate")
        self.filter("a.jsonl", "-o", "b.jsonl", "--profile", STRICT, "--annotate")
        self.assertEqual(self.read("a.jsonl"), self.read("b.jsonl"))

    def test_filter_annotate_leaves_texts_unless_asked(self):
        self.write_texts({"1": "a crawl of snails"})
        for options, text in (((), "a crawl of snails"), (("--apply-edits",), "a  of snails")):
            self.filter("in.jsonl", "-o", "a.jsonl", "--profile", RULES / "edit.toml", "--annotate", *options)
            (document,) = self.documents_of("a.jsonl")
            self.assertEqual(document["text"], text)
            self.assertEqual(document["metadata"]["quality"]["values"], {"crawl": 1})

    def test_filter_explains_one_document(self):
        self.write_texts({"1": "a b", "2": "x " * 30 + "\ncrawl " + "y " * 30, "3": "c"}, language="de")
        out = self.filter("--explain", "2", "--profile", STRICT, "--profile", RULES / "edit.toml", "in.jsonl").out.decode()
        self.assertRegex(out, r"length/too_short +60? *< 40|length/too_short +61 +< 40")
        self.assertIn("language de", out)
        self.assertRegex(out, r"(?m)^- crawl y")
        self.assertRegex(out, r"(?m)^\+  y")
        out = self.filter("--explain", "1", "--profile", STRICT, "in.jsonl").out.decode()
        self.assertIn("dropped", out)
        self.assertIn("no document", self.refuse_filter(1, "--explain", "9", "--profile", STRICT, "in.jsonl"))
        for words in (("--stats", "s.json"), ("-o", "x.jsonl"), ("--annotate",)):
            self.assertIn(words[0].replace("-o", "--output"),
                          self.refuse_filter(2, "--explain", "1", "--profile", STRICT, "in.jsonl", *words))

    def test_filter_explanation_is_whole(self):
        self.write_texts({"1": PROSE}, language="en")
        profiles = [option for name in ("nemo", "dolma", "fineweb", "redpajama2") for option in ("--profile", name)]
        out = self.filter("--explain", "1", *profiles, "in.jsonl").out.decode()
        *_, details = self.run_all(*profiles)
        self.assertGreater(len(out.splitlines()), len(details["rules"]))
        self.assertRegex(out, r"(?m)^(kept|dropped);")

    def test_filter_explanation_stops_at_the_document(self):
        """Bad lines behind it are not met, nor control characters printed."""
        self.write("in.jsonl", json.dumps({"id": "1", "text": "\x1b[31m" + "crawl\n" * 3}).encode() + b"\n" + b"not JSON\n" * 100_000)
        out = self.filter("--explain", "1", "--profile", RULES / "edit.toml", "--batch-bytes", "1000", "--max-errors", "100%", "in.jsonl").out
        self.assertNotIn(b"\x1b", out)


class Profiles(FilterCase):
    def test_filter_shows_profiles_that_can_be_used_as_files(self):
        self.write_texts({"prose": PROSE, **ODD}, language="en")
        for name in ("gopher", "datatrove/c4", "fineweb"):
            self.rules("mine.toml", self.filter("--show-profile", name).out.decode())
            by_file, by_name = (self.run_all("--profile", profile)[:2] for profile in ("mine.toml", name))
            self.assertEqual(by_file, by_name, name)
            self.rules("mine.toml", self.filter("--show-profile", name, "--expand").out.decode())
            by_expanded = self.run_all("--profile", "mine.toml")[:2]
            self.assertEqual(by_expanded, by_name, name)
        self.assertIn("no built-in profile", self.refuse_filter(2, "--show-profile", "mine"))
        self.assertIn("--expand", self.refuse_filter(2, "--expand", "--profile", "c4", "in.jsonl"))

    def test_filter_says_whose_scores_a_threshold_was_chosen_for(self):
        self.write_texts({"1": PROSE})
        said = self.filter("in.jsonl", "-o", "out.jsonl", "--profile", "fineweb", "--stats", "s.json").err
        self.assertIn("fineweb: language_score <= 0.65 was chosen for the scores of lid.176", said)
        self.assertEqual(self.stats("s.json")["details"]["rules"]["fineweb/language/language_score"]["model"], "lid.176")
        self.assertNotIn("scores of", self.filter("in.jsonl", "-o", "out.jsonl", "--profile", "gopher").err)

    def test_filter_words_take_the_place_of_the_profile_s(self):
        self.write_texts({"1": "don't stop, now."})
        counts = {}
        for words in ("whitespace", "uax29", "uax29_alnum", "wordpunct", "regex:[a-z]"):
            self.filter("in.jsonl", "-o", "a.jsonl", "--annotate", "--profile", RULES / "measure.toml", "--words", words, "--stats", "s.json")
            (document,) = self.documents_of("a.jsonl")
            counts[words] = document["metadata"]["quality"]["values"]["words"]
            self.assertIn(words, self.stats("s.json")["details"]["profiles"]["measure"]["words"])
        self.assertEqual(counts, {"whitespace": 3, "uax29": 5, "uax29_alnum": 3, "wordpunct": 7, "regex:[a-z]": 11})

    def test_filter_reads_rule_files_strictly(self):
        text = STRICT.read_text()
        for wrong, right, said in (("drop_below = 20", "drop_bellow = 20", "drop_below"), ("word_count", "word_cout", "word_count"),
                                   ("drop_below = 40", 'drop_below = "40"', "drop_below"), (".language.de", '.language."q q"', "q q")):
            self.rules("mine.toml", text.replace(wrong, right, 1))
            error = self.refuse_filter(2, "--profile", "mine.toml", "in.jsonl")
            self.assertIn("mine.toml:", error)
            self.assertIn(said, error)
        self.rules("mine.toml", text)
        self.write_texts({"1": "x"})
        self.assertIn("written twice or over an input", self.refuse_filter(2, "--profile", "mine.toml", "in.jsonl", "-o", "mine.toml"))


    def test_filter_takes_the_file_of_a_language_that_is_named_without_a_script(self):
        def configuration(newlines):
            top, duplicate = ("".join(f"- - {n}\n  - 1\n" for n in ns) for ns in ((2, 3, 4), range(5, 11)))
            return (f"dup_line_frac: 1\ndup_n_grams:\n{duplicate}language_score: 0\nline_punct_thr: -1\nmax_avg_word_length: 0\n"
                    f"max_non_alpha_words_ratio: 0\nmin_avg_word_length: 0\nnew_line_ratio: {newlines}\nstopwords:\n- x\ntop_n_grams:\n{top}")

        names = ("srp_Cyrl", "srp_Latn", "uzn_Latn", "deu_Latn")
        for n, name in enumerate(names):
            self.write(f"configs/{name}.yml", configuration(n + 1).encode())
        cyrillic, latin = "Воденица је на реци.", "Vodenica je na reci."
        expected = [("sr", cyrillic, 1), ("srp", latin, 2), ("srp_Latn", cyrillic, 2), ("uz", latin, 3), ("uzb", latin, 3), ("uzn", cyrillic, 3), ("de", latin, 4)]
        for language, text, newlines in expected:
            self.write_texts({"1": text}, language=language)
            _, rejected, _ = self.run_all("--profile", "fineweb2:configs", "--all-reasons")
            detail = rejected["1"]["metadata"]["reject"]["detail"]
            self.assertNotIn("no_configuration", detail, (language, text))
            self.write_texts({"1": text + "\n" * 100}, language=language)
            _, rejected, _ = self.run_all("--profile", "fineweb2:configs", "--all-reasons")
            self.assertRegex(rejected["1"]["metadata"]["reject"]["detail"], rf"newlines_per_word [0-9.]+ is above {newlines}\b", (language, text))
        for language in ("uz_Cyrl", "pa", "fr"):
            self.write_texts({"1": latin}, language=language)
            _, rejected, _ = self.run_all("--profile", "fineweb2:configs")
            self.assertRegex(rejected["1"]["metadata"]["reject"]["detail"], r"no configuration for language (uz-Cyrl|pa|fr)\b")


class Lists(FilterCase):
    def test_filter_drops_by_address(self):
        urls = {"host": "https://bad.example/page", "word": "https://good.example/win-casino", "two": "https://good.example/free/bonus",
                "one": "https://good.example/free", "part": "https://good.example/jack-pot-now", "good": "https://good.example/mill"}
        self.write_documents([{"id": id, "text": PROSE, "metadata": {"url": url}} for id, url in urls.items()] + [{"id": "none", "text": PROSE}])
        for name, content in (("ut1/adult/domains", "bad.example\n"), ("words", "casino\n"), ("soft", "free\nbonus\n"), ("parts", "jackpot\n")):
            self.write(name, content.encode())
        lists = ("--url-blocklist", "ut1", "--banned-words", "words", "--soft-words", "soft", "--banned-substrings", "parts")
        kept, rejected, details = self.run_all(*lists)
        self.assertEqual(list(kept), ["one", "good", "none"])
        reasons = {id: document["metadata"]["reject"]["reason"] for id, document in rejected.items()}
        self.assertEqual(reasons, {"host": "blocked_url", "word": "banned_url_word", "two": "soft_url_words", "part": "banned_url_substring"})
        self.assertIn("bad.example", rejected["host"]["metadata"]["reject"]["detail"])
        self.assertEqual(details["rules"]["url/blocked_url/blocked_url"]["languages"][""]["undefined"], 1)
        kept, *_ = self.run_all(*lists, "--url-field", "metadata.canonical_url")
        self.assertEqual(len(kept), 7)

    def test_filter_drops_bad_words_by_language(self):
        self.write("all", b"damn\n")
        self.write("de", "mist\n".encode())
        self.write("ja", "悪\n".encode())
        texts = {"en-damn": ("en", "oh Damn it"), "en-mist": ("en", "a mist rises"), "de-mist": ("de", "so ein Mist"), "de-damn": ("de", "damn"),
                 "ja": ("ja", "最悪だ"), "part": ("en", "damned")}
        self.write_documents({"id": id, "text": text, "metadata": {"language": language}} for id, (language, text) in texts.items())
        kept, *_ = self.run_all("--bad-words", "all", "--bad-words", "deu_Latn=de", "--bad-words", "ja=ja")
        self.assertEqual(list(kept), ["en-mist", "part"])
        kept, _, details = self.run_all("--bad-words", "de=de")
        self.assertEqual(list(kept), ["en-damn", "en-mist", "de-damn", "ja", "part"])
        # A list of one language measures no other.
        (rule,), (histogram,) = (details[key].values() for key in ("rules", "histograms"))
        self.assertEqual({language: tally.get("undefined", 0) for language, tally in rule["languages"].items()}, {"de": 0, "en": 3, "ja": 1})
        self.assertEqual(set(histogram["languages"]), {"de"})

    def test_filter_replaces_or_annotates_personal_data(self):
        self.write_texts({"1": "Write to ann@mail.example.net or 8.8.8.8 now.", "2": "Nobody."})
        kept, *_ = self.run_all("--pii", "replace")
        self.assertNotIn("ann@", kept["1"]["text"])
        self.assertNotIn("8.8.8.8", kept["1"]["text"])
        self.assertRegex(kept["1"]["text"], r"^Write to \S+@example\.\w+ or [0-9.]+ now\.$")
        kept, *_ = self.run_all("--pii", "annotate")
        self.assertEqual(kept["1"]["metadata"]["pii"], {"email": [[9, 29]], "ip": [[33, 40]]})
        self.assertEqual(kept["1"]["text"], "Write to ann@mail.example.net or 8.8.8.8 now.")
        self.assertNotIn("pii", kept["2"]["metadata"])

    def test_filter_tells_places_of_the_text_that_is_written(self):
        addresses = {"email": "ann@mail.example.net", "ip": "8.8.8.8"}
        self.write_texts({"1": "a crawl, é: {email}\ncrawl {ip} crawl".format(**addresses), "2": "a crawl of nobody"}, pii="of an earlier run")
        annotate = '\n[[step]]\nname = "{}"\nedit = "pii"\nmode = "annotate"\n'
        edit = (RULES / "edit.toml").read_text()
        self.rules("before.toml", edit.replace("[[step]]", annotate.format("first") + "[[step]]"))
        self.rules("behind.toml", edit + annotate.format("last"))
        for rules in (("--profile", RULES / "edit.toml", "--pii", "annotate"), ("--profile", "before.toml"), ("--profile", "behind.toml"),
                      ("--profile", "before.toml", "--pii", "annotate")):
            for options, edited in (((), True), (("--annotate",), False), (("--annotate", "--apply-edits"), True)):
                with self.subTest(rules=rules, options=options):
                    kept, *_ = self.run_all(*rules, *options)
                    self.assertEqual("crawl" not in kept["1"]["text"], edited)
                    found = {kind: [kept["1"]["text"][begin:end] for begin, end in places] for kind, places in kept["1"]["metadata"]["pii"].items()}
                    self.assertEqual(found, {kind: [address] for kind, address in addresses.items()})
                    self.assertNotIn("pii", kept["2"]["metadata"])

    def test_filter_places_are_those_of_steps_that_annotate_alone(self):
        """Whatever reasons rules have that do not."""
        self.rules("mine.toml", '[profile]\nname = "mine"\n[[step]]\nname = "lists"\n[[step.rule]]\nreason = "pii_words"\n'
                                'signal = "bad_words"\nlists = ["words"]\ndrop_at_least = 1\n')
        self.write("words", b"secret\n")
        self.write_texts({"1": "a secret of ann@mail.example.net"})
        self.filter("in.jsonl", "-o", "a.jsonl", "--profile", "mine.toml", "--pii", "annotate", "--annotate")
        (document,) = self.documents_of("a.jsonl")
        self.assertEqual(document["metadata"]["pii"], {"email": [[12, 32]]})
        self.assertEqual(document["metadata"]["quality"]["details"], {"pii_words": "secret"})

    def test_filter_drops_by_a_classifier(self):
        self.write_raw("m.bin", tiny_model({"hq": ("good", "well"), "cc": ("bad", "ill")}))
        self.write_texts({"good": "good\nwell", "bad": "bad ill", "mixed": "good bad"})
        model = ("--classifier", "m.bin", "--label", "__label__hq")
        kept, rejected, details = self.run_all(*model, "--min", "0.6")
        self.assertEqual(list(kept), ["good"])
        self.assertEqual(rejected["bad"]["metadata"]["reject"]["reason"], "classifier")
        self.assertEqual(len(self.run_all(*model, "--min", "0.001")[0]), 3)
        self.write_texts({str(n): "good bad" for n in range(2000)})
        kept, *_ = self.run_all(*model, "--pareto", "1")
        self.assertTrue(100 < len(kept) < 1900, len(kept))
        self.assertEqual(set(self.run_all(*model, "--pareto", "1", "-j", "1")[0]), set(kept))
        self.assertNotEqual(set(self.run_all(*model, "--pareto", "1", "--seed", "2")[0]), set(kept))
        self.assertIn("written twice or over an input", self.refuse_filter(2, *model, "--min", "0.5", "in.jsonl", "-o", "m.bin"))
        self.write_texts({"good": "good well", "bad": "bad ill"})
        kept, _, details = self.run_all(*model)
        self.assertEqual(list(kept), ["good", "bad"])
        self.assertEqual(details["rules"]["options/classifier/classifier"]["comparison"], "")
        self.assertEqual(len(details["histograms"]["options/classifier/classifier"]["languages"][""]["buckets"]), 2)
        for words, said in (((*model, "--min", "1", "--pareto", "1"), "--min"), (("--classifier", "m.bin", "--min", "1"), "--label"),
                            (("--classifier", "m.bin", "--label", "xx", "--min", "1"), "xx")):
            self.assertIn(said, self.refuse_filter(2, *words, "in.jsonl"))


    LISTS = ("--url-blocklist", "--banned-words", "--soft-words", "--banned-substrings", "--bad-words")

    def test_filter_refuses_lists_in_other_encodings(self):
        """As Windows saves "Unicode": they would never match."""
        self.write("utf16.txt", "darn.example\n".encode("utf-16"))
        self.write("bare.txt", "darn.example\n".encode("utf-16-le"))
        self.write("marked.txt", "darn.example\n".encode("utf-8-sig"))
        self.write_documents([{"id": "1", "text": "darn.example", "metadata": {"url": "https://darn.example/darnexample"}}])
        for option in self.LISTS:
            for name in ("utf16.txt", "bare.txt"):
                self.assertEqual(self.refuse_filter(2, option, name, "in.jsonl").strip(), f"sluice-filter: {option}: {name}: line 1: not UTF-8")
        for option in ("--url-blocklist", "--banned-substrings", "--bad-words"):
            self.assertEqual(list(self.run_all(option, "marked.txt")[0]), [], option)

    def test_filter_messages_about_lists_tell_option_and_file(self):
        self.write("empty.txt", b"")
        self.write("blank.txt", b" \n\n")
        self.write("some.txt", b"word\n")
        for option in self.LISTS:
            for name in ("empty.txt", "blank.txt"):
                error = self.refuse_filter(2, option, "some.txt", option, name, "in.jsonl")
                self.assertEqual(error.strip(), f"sluice-filter: {option}: {name}: holds no entries")
            self.assertIn(f"{option}: missing.txt", self.refuse_filter(2, option, "missing.txt", "in.jsonl"))
        self.assertIn("--bad-words: de= names no file", self.refuse_filter(2, "--bad-words", "de="))
        self.assertIn("--bad-words: empty.txt", self.refuse_filter(2, "--bad-words", "some.txt", "--bad-words", "de=empty.txt", "in.jsonl"))
        self.assertIn("fineweb2: names no folder", self.refuse_filter(2, "--profile", "fineweb2:"))
        self.write("configs/deu_Latn.yml", b"[" * 10_000)
        self.assertIn("configs/deu_Latn.yml:1: nests too deeply", self.refuse_filter(2, "--profile", "configs"))
        self.rules("own.toml", '[profile]\nname = "own"\n[[step]]\nname = "s"\n[[step.rule]]\nreason = "r"\nsignal = "bad_words"\nlists = [""]\n')
        self.assertIn("own.toml:8: [rule]: the name of a file is empty", self.refuse_filter(2, "--profile", "own.toml"))

    def test_filter_options_are_given_or_not_and_never_empty(self):
        for option in ("--explain", "--classifier", "--label", "--words", "--sentences", "--config", "--fetch", "--extension", "--show-profile",
                       "--profile", "--language-field", "--url-field", "--inputs", *self.LISTS):
            error = self.refuse_filter(2, "--profile", STRICT, "in.jsonl", option, "")
            self.assertEqual(error.strip(), f"sluice-filter: {option}: the name is empty")

    def test_filter_thresholds_are_on_the_scale_of_what_they_bound(self):
        text = STRICT.read_text()
        self.rules("percent.toml", text.replace("0.7", "70"))
        self.assertRegex(self.refuse_filter(2, "--profile", "percent.toml"), r"percent\.toml:\d+: .*is of a share, 0 to 1; is 0\.7 meant\?")
        for least in ("80", "-0.5", "1.01"):
            self.assertIn("--min: must be a probability, 0 to 1",
                          self.refuse_filter(2, "--classifier", "m.bin", "--label", "__label__hq", f"--min={least}"))


class Charts(FilterCase):
    def measure(self, *options, documents=600):
        """Words in many lengths, in two languages of which one has texts twice as long."""
        self.write_documents({"id": str(n), "text": "word " * (n % 100 + 1) * (1 if n % 2 else 2) + "1 " * (n % 7),
                              "metadata": {"language": "en" if n % 2 else "de", "language_score": 0.5 + n % 50 / 100}} for n in range(documents))
        self.filter("in.jsonl", "-o", "out.jsonl", "--stats", "s.json", "--annotate", "--profile", STRICT, *options)

    def test_filter_histogram_draws_values_and_thresholds(self):
        self.measure()
        out = self.filter("histogram", "s.json").out.decode()
        rules = re.findall(r"(?m)^(strict/\S+)$", out)
        self.assertEqual(rules, ["strict/length/too_short", "strict/words/few_letters"])
        self.assertRegex(out, r"(?m)<- today's threshold, drops \d+\.\d %$")
        self.assertIn("600 documents", out)
        out = self.filter("histogram", "s.json", "--rule", "too_short", "--language", "deu").out.decode()
        self.assertIn("strict/length/too_short, de", out)
        self.assertIn("300 documents", out)
        self.assertIn("40", out)  # the threshold of German

    def test_filter_histogram_writes_pictures(self):
        self.measure()
        self.filter("histogram", "s.json", "--rule", "too_short", "-o", "one.svg")
        self.assertTrue(self.read("one.svg").startswith(b"<svg"))
        self.filter("histogram", "s.json", "--language", "all", "-o", "charts/")
        self.assertEqual(sorted(path.name for path in (self.folder / "charts").iterdir()),
                         sorted(f"strict-{rule}-{code}.svg" for rule in ("length-too_short", "words-few_letters") for code in ("en", "de")))
        self.assertIn("charts.svg/", self.refuse_filter(2, "histogram", "s.json", "-o", "charts.svg"))

    def test_filter_languages_that_are_no_codes_become_no_files(self):
        odd = ("../../evil", "../evil", "/evil", "..", "a b", "x" * 300, "\x1b[31m")
        codes = ("zzz_Latn", "en")
        self.write_documents({"id": f"{code}{n}", "text": "word " * (n + 1), "metadata": {"language": code}} for code in (*codes, *odd) for n in range(9))
        self.filter("in.jsonl", "-o", "out.jsonl", "--stats", "s.json", "--annotate", "--profile", STRICT)
        below = self.folder / "below"
        below.mkdir()
        fit = ("fit", "s.json", "--min-documents", "5", "--method", "tail")
        for words in ((*fit, "-o", "below/fit/"), ("histogram", "s.json", "--language", "all", "-o", "below/charts/")):
            said = self.filter(*words).err
            self.assertIn("7 languages left out, whose names are no codes: ", said)
            self.assertNotIn("\x1b", said)
        files = sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.suffix in (".yml", ".svg"))
        self.assertEqual(files, sorted([f"below/charts/strict-{rule}-{code}.svg" for rule in ("length-too_short", "words-few_letters") for code in codes]
                                       + ["below/fit/eng_Latn.yml", "below/fit/zzz_Latn.yml"]))
        fitted = self.filter(*fit, "--profile", STRICT).out.decode()
        self.assertEqual(re.findall(r"(?m)^\[step\.rule\.language\.(.*)\]$", fitted), ["de", "ja", "en", "zzz_Latn"])
        self.rules("mine.toml", fitted)
        *_, details = self.run_all("--profile", "mine.toml")
        self.assertEqual(details["profiles"]["strict-fitted"]["own_language"], 18)

    def test_filter_counts_too_many_languages_together(self):
        self.write_documents({"id": str(n), "text": "word " * (n % 50), "metadata": {"language": f"l{n}"}} for n in range(4097))
        self.filter("in.jsonl", "-o", "out.jsonl", "--stats", "many.json", "--annotate", "--profile", STRICT)
        self.measure()
        self.succeed("stats", "merge", "s.json", "many.json", "-o", "sum.json", command=("sluice",))
        for files in (("many.json",), ("s.json", "many.json"), ("sum.json",)):
            documents = "4,097" if files == ("many.json",) else "4,697"
            self.assertIn(f"{documents} documents", self.filter("histogram", *files, "--rule", "too_short").out.decode())
            for words in (("fit", *files, "--min-documents", "1"), ("histogram", *files, "--language", "en")):
                self.assertIn("more than 4,096", self.refuse_filter(1, *words))

    def test_filter_histogram_adds_up_files_and_refuses_others(self):
        self.measure()
        self.write("t.json", self.read("s.json"))
        self.assertIn("1,200 documents", self.filter("histogram", "s.json", "t.json", "--rule", "too_short").out.decode())
        self.succeed("in.jsonl", "-o", "out.jsonl", "--stats", "cat.json", command=("sluice-cat",))
        self.assertIn("sluice-cat", self.refuse_filter(2, "histogram", "cat.json"))
        self.assertIn("did you mean 'too_short'", self.refuse_filter(2, "histogram", "s.json", "--rule", "to_short"))
        self.assertIn("no stats file", self.refuse_filter(2, "histogram"))
        self.assertIn("no document", self.refuse_filter(1, "histogram", "s.json", "--language", "fr"))
        self.assertIn("written twice or over an input", self.refuse_filter(2, "histogram", "s.json", "--rule", "too_short", "-o", "s.json"))

    def test_filter_fit_writes_profiles_that_can_be_used(self):
        self.measure()
        fit = ("fit", "s.json", "--min-documents", "100", "--profile", STRICT)
        out = self.filter(*fit, "--method", "tail", "--tail", "0.25").out.decode()
        letters = out[out.index("few_letters"):]
        self.assertEqual(re.findall(r"(?m)^\[step\.rule\.language\.(\w+)\]", letters), ["de", "en"])
        self.assertIn("[step.rule.language.de]\ndrop_below = 40\n", out)  # counts stay as they are
        thresholds = dict(zip(("de", "en"), map(float, re.findall(r"(?m)^drop_below = (\S+)  #", letters)), strict=True))
        values = {code: sorted(len([w for w in text.split() if w == "word"]) / len(text.split()) for text, language in
                               ((d["text"], d["metadata"]["language"]) for d in self.documents_of()) if language == code) for code in thresholds}
        for code, threshold in thresholds.items():
            self.assertAlmostEqual(threshold, values[code][len(values[code]) // 4], delta=0.01)
        quantile = self.filter(*fit, "--rule", "too_short", "--method", "quantile").out.decode()
        self.assertRegex(quantile, r"language\.de\]\ndrop_below = 3[0-9]\b")  # texts are about twice as long as the English
        self.rules("mine.toml", out)
        *_, details = self.run_all("--profile", "mine.toml")
        for code, tally in details["rules"]["strict-fitted/words/few_letters"]["languages"].items():
            self.assertAlmostEqual(tally["would_drop"] / tally["documents"], 0.25, delta=0.05)

    def test_filter_fit_expands_what_a_profile_uses(self):
        """The lists that it names are found from wherever the new file lies."""
        self.write("rules/lists/bad", b"damn\n")
        self.rules("rules/used.toml", '[profile]\nname = "used"\n[[step]]\nname = "bad"\n[[step.rule]]\nreason = "bad"\nsignal = "bad_words"\n'
                   'lists = ["lists/bad"]\ndrop_at_least = 1\n')
        self.rules("rules/mine.toml", '[profile]\nname = "mine"\n[[step]]\nuse = "used.toml"\n[[step]]\nuse = "datatrove/gopher_quality"\n')
        self.write_texts({str(n): "the mill and the " + "word " * n + "1 " * (n % 9) for n in range(200)}, language="en")
        self.filter("in.jsonl", "-o", "out.jsonl", "--annotate", "--profile", "rules/mine.toml", "--stats", "s.json")
        self.assertIn("--profile", self.refuse_filter(2, "fit", "s.json", "--min-documents", "100"))
        said = self.filter("fit", "s.json", "--min-documents", "100", "--profile", "rules/mine.toml", "-o", "new/thr.toml").err
        self.assertRegex(said, r"only measure: .*gopher_too_many_hashes \(en\)")
        fitted = self.read("new/thr.toml").decode()
        self.assertRegex(fitted, r"drop = false  # no threshold of 200 documents: all values are alike\n")
        self.assertNotIn("use =", fitted)
        self.assertIn("written twice or over an input",
                      self.refuse_filter(2, "fit", "s.json", "--min-documents", "100", "--profile", "rules/mine.toml", "-o", "rules/mine.toml"))
        for words, said in ((("--profile", STRICT), "no rule of these stats"), (("--profile", "fineweb2"), "no rule file"),
                            (("--profile", "rules/mine.toml", "-o", "y/"), "--profile"), (("--profile", "none"), "none")):
            self.assertIn(said, self.refuse_filter(2, "fit", "s.json", "--min-documents", "100", *words))
        self.write_texts({"1": "damn", "2": "word"}, language="en")
        kept, rejected, details = self.run_all("--profile", "new/thr.toml")
        self.assertEqual(rejected["1"]["metadata"]["reject"]["reason"], "bad")
        self.assertIn("mine-fitted/gopher_quality/gopher_short_doc", details["rules"])

    def test_filter_fit_tells_what_it_leaves_out(self):
        self.measure()
        said = self.filter("fit", "s.json", "--reference", "fr", "--min-documents", "100", "--profile", STRICT).err
        self.assertIn("--reference 'fr'", said)
        self.assertIn("no documents", self.refuse_filter(1, "fit", "s.json", "--reference", "fr", "--method", "mean-std", "--min-documents", "100"))
        self.assertIn("--min-documents: de, en", self.refuse_filter(1, "fit", "s.json"))
        for words in (("--tail", "0"), ("--method", "best"), ("--stop-words", "x")):
            self.assertIn(words[0], self.refuse_filter(2, "fit", "s.json", "--min-documents", "100", *words))

    def test_filter_fit_writes_configurations_that_can_be_read(self):
        texts = ((code, n, " ".join(f"{word}{n * k % 61}" for k in range(60 + n % 9)) + ".\n" + f"{word} {n}\n" * (n % 4))
                 for code, word in (("en", "mill"), ("de", "muehle")) for n in range(150))
        self.write_documents({"id": f"{code}{n}", "text": text, "metadata": {"language": code, "language_score": 0.9}} for code, n, text in texts)
        self.filter("in.jsonl", "-o", "out.jsonl", "--annotate", "--profile", "fineweb", "--stats", "s.json")
        stop = "stopwords:\n- und\n- \"f\\xFCr\"\n"
        self.write("old/deu_Latn.yml", ("dup_line_frac: 0.1\n" + stop + "top_n_grams:\n- - 2\n  - 0.1\n").encode())
        self.write("old/eng_Latn.yml", b"stopwords:\n- the\n- of\n")
        self.filter("fit", "s.json", "--min-documents", "100", "--stop-words", "old", "-o", "new/")
        german = self.read("new/deu_Latn.yml").decode()
        self.assertIn(stop, german)
        keys = re.findall(r"(?m)^(\w+):", german)
        self.assertEqual(keys, ["dup_line_frac", "dup_n_grams", "language_score", "line_punct_thr", "max_avg_word_length",
                                "max_non_alpha_words_ratio", "min_avg_word_length", "new_line_ratio", "stopwords", "top_n_grams"])
        *_, details = self.run_all("--profile", "fineweb2:new")
        (profile,) = details["profiles"].values()
        self.assertEqual((profile["own_language"], profile["fall_back"]), (300, 0))
        said = self.filter("fit", "s.json", "--min-documents", "100", "-o", "bare/").err
        self.assertIn("without stop words", said)
        *_, details = self.run_all("--profile", "fineweb2:bare")
        self.assertEqual(details["rules"]["fineweb2/gopher_quality/gopher_enough_stop_words"]["languages"]["de"]["comparison"], "")
        self.assertIn("stopwords: null\n", self.read("bare/deu_Latn.yml").decode())
        # Other languages: dropped, or judged by one's thresholds.
        self.write_texts({"1": PROSE}, language="fr", language_score=0.9)
        _, rejected, _ = self.run_all("--profile", "fineweb2:new")
        self.assertEqual(rejected["1"]["metadata"]["reject"]["reason"], "no_configuration")
        self.filter("in.jsonl", "-o", "a.jsonl", "--annotate", "--profile", "fineweb2:new@de", "--stats", "t.json")
        (document,) = self.documents_of("a.jsonl")
        self.assertNotIn("no_configuration", document["metadata"]["quality"]["drops"])
        longest = float(re.search(r"max_avg_word_length: (\S+)", german)[1])
        rule = self.stats("t.json")["details"]["rules"]["fineweb2/gopher_quality/gopher_above_avg_threshold"]
        self.assertEqual((float(rule["threshold"]), rule["languages"]["fr"].get("threshold")), (longest, None))
        self.assertIn("'it'", self.refuse_filter(2, "--profile", "fineweb2:new@it", "in.jsonl"))
        self.assertIn("no language behind '@'", self.refuse_filter(2, "--profile", "fineweb2:new@", "in.jsonl"))

    def test_filter_manual_tells_every_signal(self):
        page = (SOURCE / "docs/rule-sets.md").read_text()
        signals = [line.split("\t") for line in self.filter("--list-signals").out.decode().splitlines()]
        rows = [f"| `{name}` | {scale} | {summary} |" for name, scale, summary in signals]
        self.assertEqual([row for row in rows if row not in page], [])

    def test_filter_commands_have_help(self):
        for words in (("histogram", "--help"), ("help", "histogram")):
            self.assertIn(b"--width", self.filter(*words).out)
        for words in (("fit", "--help"), ("help", "fit")):
            self.assertIn(b"--tail", self.filter(*words).out)
        self.assertIn(b"--profile", self.filter("help").out)
        page = (SOURCE / "docs/sluice-filter.md").read_text()
        for command in ("histogram", "fit"):
            options = re.findall(r"(?m)^  (?:-\w,)?(--[a-z][a-z-]+)", self.filter(command, "--help").out.decode())
            self.assertEqual([option for option in options if option not in page], [])
