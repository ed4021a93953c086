"""Decontamination: what is dropped, cut out and told; indexes, background counts, reports of shards."""

import json
import random
import unicodedata

from harness import Case
from tools import EVALS

MILLS = str(EVALS / "mills.jsonl")
ITEMS = [json.loads(line) for line in open(MILLS, encoding="utf-8")]
SETS = ("--set", MILLS, "--field", "question,answer")
FILLER = ("The weir was built of oak and stone, and nobody knows by whom.", "Herons come in spring.",
          "In dry years the wheel stands still from June on, so that no grain is milled.")


def line(**fields):
    return json.dumps(fields, ensure_ascii=False).encode() + b"\n"


def planted(item):
    return item["question"] + "\n" + item["answer"]


class Decontaminate(Case):
    @classmethod
    def applies_to(cls, tool):
        return tool.name == "decontaminate"

    def scan(self, *arguments, sets=SETS, command=("sluice-decontaminate",)):
        return self.succeed(*sets, *arguments, command=command)

    def objects(self, name):
        return [json.loads(one) for one in self.lines(name)]

    def corpus_of(self, count, seed=1):
        """Documents, every fourth of which holds one of the first two items; ids tell which."""
        rng = random.Random(seed)
        documents = []
        for number in range(count):
            text = " ".join(rng.choices(FILLER, k=rng.randint(1, 5)))
            name = "clean"
            if number % 4 == 0:
                name = rng.randrange(2)
                text += "\n\n" + planted(ITEMS[name]) + "\n" + rng.choice(FILLER)
            metadata = {"token_count": len(text.split()), "tokenizer": "words@1"}
            documents.append(line(id=f"{name}-{number}", text=text, metadata=metadata))
        return documents

    def write_lines(self, name, documents):
        self.write(name, b"".join(documents))

    def test_items_are_found_however_they_are_wrapped(self):
        ways = {"as it is": str, "in capitals": str.upper, "decomposed": lambda text: unicodedata.normalize("NFD", text),
                "a word a line": lambda text: text.replace(" ", "\n"), "quoted": lambda text: text.replace(" ", "\n> "),
                "dashed": lambda text: text.replace(",", " —").replace(".", "!"), "full width": lambda text:
                text.replace("?", "？")}
        documents = [line(id=f"{number} {way}", text="Mills.\n" + change(planted(item)) + "\nMore mills.")
                     for way, change in ways.items() for number, item in enumerate(ITEMS[:-1])]
        clean = [line(id="clean", text=" ".join(FILLER)), line(id="", text=""), line(id=7, text="7")]
        self.write_lines("in.jsonl", documents + clean)
        self.scan("in.jsonl", "-o", "out.jsonl", "--rejects", "r.jsonl")
        self.assertEqual(self.read("out.jsonl"), b"".join(clean))
        for document in self.objects("r.jsonl"):
            reject = document["metadata"]["reject"]
            detail = json.loads(reject["detail"])
            self.assertEqual((reject["tool"], reject["reason"]), ("sluice-decontaminate", "contaminated"))
            self.assertEqual((detail["set"], detail["item"]), ("mills", str(int(document["id"].split()[0]) + 1)))
            self.assertEqual((detail["score"], detail["items"]), (1, 1), document)

    def test_what_is_too_short_or_a_part_is_no_finding(self):
        texts = [planted(ITEMS[-1]), ITEMS[2]["question"], ITEMS[3]["answer"], ITEMS[0]["question"][:70]]
        documents = [line(id=number, text=text) for number, text in enumerate(texts)]
        self.write_lines("in.jsonl", documents)
        self.scan("in.jsonl", "-o", "out.jsonl", "--report", "report.json")
        self.assertEqual(self.read("out.jsonl"), b"".join(documents))
        report = json.loads(self.read("report.json"))
        self.assertEqual(report["splits"][0]["undetectable"], [str(len(ITEMS))])

    def test_an_index_gives_what_its_sets_give(self):
        self.write_lines("in.jsonl", self.corpus_of(200))
        self.scan("in.jsonl", "-o", "a.jsonl", "--rejects", "ra.jsonl", "--stats", "a.json")
        more = ("--set", str(EVALS / "crawl.jsonl"))
        for name, sets in (("one.index", (*SETS, *more)), ("two.index", (*more, *SETS))):
            self.succeed(*sets, "-o", name, command=("sluice-decontaminate", "index"))
        self.assertEqual(self.read("one.index"), self.read("two.index"))
        self.succeed(*SETS, "-q", "-o", "mills.index", command=("sluice-decontaminate", "index"))
        self.scan("in.jsonl", "-o", "b.jsonl", "--rejects", "rb.jsonl", "--stats", "b.json",
                  sets=("--index", "mills.index"))
        self.assertEqual(self.read("b.jsonl"), self.read("a.jsonl"))
        self.assertEqual(self.read("rb.jsonl"), self.read("ra.jsonl"))
        self.assertEqual(self.stats_but_run("b.json"), self.stats_but_run("a.json"))

    def test_a_damaged_index_is_refused(self):
        self.succeed(*SETS, "-q", "-o", "mills.index", command=("sluice-decontaminate", "index"))
        self.write_lines("in.jsonl", self.corpus_of(4))
        whole = self.read("mills.index")
        for name, content in (("cut.index", whole[:-1]), ("other.index", whole[:300] + bytes([whole[300] ^ 1]) + whole[301:])):
            self.write(name, content)
            result = self.refuse(2, "--index", name, "in.jsonl", "-o", "out.jsonl", command=("sluice-decontaminate",))
            self.assertIn(name, result.err)
            self.assertEqual(len(result.err.splitlines()), 1)

    def test_reports_of_shards_are_the_report_of_all(self):
        documents = self.corpus_of(300)
        self.write_lines("in.jsonl", documents)
        self.scan("in.jsonl", "-o", "out.jsonl", "--report", "all.json")
        for number in range(3):
            self.write_lines(f"shards/{number}.jsonl", documents[number::3])
            self.scan(f"shards/{number}.jsonl", "-o", f"{number}.jsonl", "--report", f"reports/{number}.json", "-j", "1")
        self.scan("shards/", "-o", "kept/", "--report", "sharded.json", "--batch-bytes", "500")
        self.assertEqual(self.read("sharded.json"), self.read("all.json"))
        report = ("sluice-decontaminate", "report")
        self.succeed("reports/", "-o", "joined.json", command=report)
        self.assertEqual(self.read("joined.json"), self.read("all.json"))
        page = self.succeed("reports/2.json", "reports/0.json", "reports/1.json", command=report).out.decode()
        self.assertIn("| mills |", page)
        self.assertIn("75 (25.00 %) hold items", page)
        self.scan("in.jsonl", "-o", "out.jsonl", "--report", "all.md")
        self.assertEqual(self.read("all.md").decode(), page)

    def test_a_report_never_replaces_what_is_read_or_written(self):
        self.write_lines("in.json", self.corpus_of(8))
        self.write_lines("shards/1.json", self.corpus_of(4))
        self.write("set.json", open(MILLS, "rb").read())
        sets = ("--set", "set.json", "--field", "question,answer")
        self.succeed(*sets, "-q", "-o", "index.json", command=("sluice-decontaminate", "index"))
        self.succeed("--index", "index.json", "in.json", "-o", "df.json", command=("sluice-decontaminate", "df"))
        (self.folder / "link.json").symlink_to("in.json")
        before = self.tree(".")
        for *options, report in (
            (*sets, "in.json", "-o", "out.json", "in.json"),
            (*sets, "in.json", "-o", "out.json", "link.json"),
            (*sets, "in.json", "-o", "out.json", "set.json"),
            (*sets, "in.json", "-o", "out.json", "./out.json"),
            (*sets, "in.json", "-o", "out.json", "--stats", "s.json", "s.json"),
            (*sets, "in.json", "-o", "out.json", "--rejects", "s.json", "s.json"),
            (*sets, "shards/", "-o", "out/", "shards/1.json"),
            (*sets, "shards/", "-o", "out/", "--stats", "s.json", "s.json"),
            ("--index", "index.json", "in.json", "-o", "out.json", "index.json"),
            ("--index", "index.json", "--df", "df.json", "in.json", "-o", "out.json", "df.json"),
            (*sets, "in.json", "-"),
        ):
            err = self.refuse(2, *options, "--report", report, command=("sluice-decontaminate",)).err
            self.assertIn("would be written twice or over an input", err)
            self.assertEqual(self.tree("."), before)
        page = self.succeed(*sets, "in.json", "-o", "out.json", "--report", "-", command=("sluice-decontaminate",)).out
        self.assertTrue(page.startswith(b"# Contamination"))

    def test_a_chain_knows_of_reports(self):
        self.write_lines("shards/1.jsonl", self.corpus_of(8, seed=1))
        self.write_lines("shards/2.jsonl", self.corpus_of(12, seed=2))
        chain = f"cat | decontaminate --set {MILLS} --field question,answer --report "
        ways = ("--stats", "stats/", "--resume", "-o", "out/")
        command = ("sluice", "chain")
        result = self.refuse(2, chain + "r.json", "shards/", *ways, command=command)
        self.assertIn("put {shard} into the name", result.err)
        for _ in range(2):
            result = self.succeed(chain + "reports/{shard}.json", "shards/", *ways, command=command)
        self.assertIn("2 shards skipped", result.err)
        counts = [json.loads(self.read(f"reports/{number}.jsonl.json"))["documents"] for number in (1, 2)]
        self.assertEqual(counts, [8, 12])

    def test_reports_that_do_not_add_up(self):
        self.write_lines("in.jsonl", self.corpus_of(8))
        self.scan("in.jsonl", "-o", "out.jsonl", "--report", "a.json")
        self.scan("in.jsonl", "-o", "out.jsonl", "--report", "b.json", "--policy", "any")
        self.scan("in.jsonl", "-o", "out.jsonl", "--stats", "stats.json")
        report = ("sluice-decontaminate", "report")
        self.assertIn("different policies", self.refuse(2, "a.json", "b.json", command=report).err)
        self.assertIn("schema", self.refuse(2, "stats.json", command=report).err)
        result = self.refuse(2, *SETS, "in.jsonl", "-o", "o/", "--stats", "s/", "--resume", "--report", "r.json",
                             command=("sluice-decontaminate",))
        self.assertIn("--resume", result.err)

    def test_trimmed_texts_lose_the_items_and_are_counted_again(self):
        before, after = "Mills stand here. ", "\nNothing else does."
        item = planted(ITEMS[0])
        documents = [line(id="mixed", text=before + item + after, metadata={"token_count": 1, "tokenizer": "words@1"}),
                     line(id="only", text="…" + item)]
        self.write_lines("in.jsonl", documents)
        self.scan("in.jsonl", "-o", "out.jsonl", "--rejects", "r.jsonl", "--stats", "s.json", "--action", "trim")
        [kept] = self.objects("out.jsonl")
        self.assertEqual(kept["text"], before + "." + after)  # the full stop is no word
        self.assertTrue(kept["metadata"]["tokenizer"].startswith("sluice-64k@"))
        self.assertEqual([document["id"] for document in self.objects("r.jsonl")], ["only"])
        ledger = self.stats("s.json")["ledger"]
        self.assertEqual(ledger["changed"]["bytes"], -len(item.encode()) + 1)

    def test_trimmed_texts_hold_no_item(self):
        item = planted(ITEMS[0])
        words = planted(ITEMS[5]).split()
        torn = " ".join(words[:9]) + "\n" + item + "\n" + " ".join(words[9:])
        documents = [line(id="often", text=(item + "\n") * 6000 + "Herons come."),
                     line(id="torn", text="Herons come. " + torn)]
        self.write_lines("in.jsonl", documents)
        for policy in ("score", "any", "llama3"):
            options = ("--policy", policy, "--tokenizer", "none")
            self.scan("in.jsonl", "-o", "out.jsonl", "--action", "trim", *options)
            self.assertEqual([document["id"] for document in self.objects("out.jsonl")], ["often", "torn"])
            for document in self.objects("out.jsonl"):
                self.assertIn("Herons come.", document["text"])
            self.scan("out.jsonl", "-o", "again.jsonl", *options)
            self.assertEqual(self.read("again.jsonl"), self.read("out.jsonl"))

    def test_gpt3_cuts_two_hundred_characters_around(self):
        text = "b" * 500 + " " + planted(ITEMS[0]) + " " + "a" * 300
        self.write_lines("in.jsonl", [line(id="x", text=text)])
        self.scan("in.jsonl", "-o", "out.jsonl", "--policy", "gpt3")
        self.assertEqual(self.objects("out.jsonl")[0]["text"], "b" * 301)
        self.scan("in.jsonl", "-o", "out.jsonl", "--policy", "gpt3", "--action", "drop")
        self.assertEqual(self.read("out.jsonl"), b"")

    def test_annotated_documents_tell_where_items_are(self):
        text = "Früher: " + planted(ITEMS[0]) + " Später: " + planted(ITEMS[5])
        documents = [line(id="a", text=text), line(id="b", text="clean")]
        self.write_lines("in.jsonl", documents)
        self.scan("in.jsonl", "-o", "out.jsonl", "--action", "annotate")
        first, second = self.lines("out.jsonl")
        self.assertEqual(second, documents[1])
        document = json.loads(first)
        found = {one["item"]: one for one in document["metadata"]["contamination"]}
        self.assertEqual(set(found), {"1", "6"})
        for number in (0, 5):
            [[begin, end]] = found[str(number + 1)]["spans"]
            self.assertEqual(text.encode()[begin:end].decode(), planted(ITEMS[number]).removesuffix("."))
        self.assertEqual(json.loads(first.replace(b',"metadata":', b',"x":'))["text"], text)

    def test_background_counts_add_up_and_weigh(self):
        index, df = ("sluice-decontaminate", "index"), ("sluice-decontaminate", "df")
        self.succeed(*SETS, "-q", "-o", "mills.index", command=index)
        documents = self.corpus_of(90)
        self.write_lines("in.jsonl", documents)
        self.succeed("--index", "mills.index", "in.jsonl", "-o", "all.df", command=df)
        for number in range(2):
            self.write_lines(f"{number}.jsonl", documents[number::2])
            self.succeed("--index", "mills.index", f"{number}.jsonl", "-o", f"{number}.df", "-j", "1", command=df)
        self.succeed("--index", "mills.index", "--merge", "0.df", "--merge", "1.df", "-o", "sum.df", command=df)
        self.assertEqual(self.read("sum.df"), self.read("all.df"))
        self.scan("in.jsonl", "-o", "out.jsonl", "--df", "all.df", "--stats", "s.json", sets=("--index", "mills.index"))
        self.assertRegex(self.stats("s.json")["details"]["contamination"]["frequencies"], "^[0-9a-f]{32}$")
        self.succeed(*SETS, "--set", str(EVALS / "crawl.jsonl"), "-q", "-o", "other.index", command=index)
        result = self.refuse(2, "--index", "other.index", "--df", "all.df", "in.jsonl", "-o", "o.jsonl",
                             command=("sluice-decontaminate",))
        self.assertIn("other evaluation sets", result.err)

    def test_stats_count_by_set(self):
        self.write_lines("in.jsonl", self.corpus_of(100))
        self.scan("in.jsonl", "-o", "out.jsonl", "--stats", "s.json")
        stats = self.stats("s.json")
        found = stats["details"]["contamination"]
        rejected = stats["ledger"]["rejects"]["contaminated"]
        self.assertEqual(found["documents"], 25)
        self.assertEqual(found["sets"], {"mills": {"documents": 25, "tokens_removed": rejected["tokens"]}})
        self.assertEqual(found["tokens_removed"], rejected["tokens"])

    def test_tokens_that_no_document_has_are_none(self):
        counts = (10, 2**40 + 1, 10**18, 2**63, 2**64 - 1, -1, "many")
        self.write_lines("in.jsonl", [line(id=number, text="Mills. " + planted(ITEMS[0]),
                                           metadata={"token_count": count, "tokenizer": "words@1"})
                                      for number, count in enumerate(counts)])
        for action in ("drop", "annotate"):
            self.scan("in.jsonl", "-o", "out.jsonl", "--report", "r.json", "--stats", "s.json", "--action", action)
            self.assertEqual(json.loads(self.read("r.json"))["tokens"], 10)
            self.assertEqual(self.stats("s.json")["details"]["contamination"]["tokens_removed"], 10 if action == "drop" else 0)
        page = self.scan("in.jsonl", "-o", "out.jsonl", "--report", "-", "--tokenizer", "none").out.decode()
        self.assertIn("nobody counted their tokens", page)

    def test_sets_of_folders_are_named_after_them(self):
        self.write("evals/gsm8k/test.jsonl.gz", open(MILLS, "rb").read())
        self.write("evals/gsm8k/LICENSE", b"MIT\n")
        self.write("evals/notes.txt", ITEMS[4]["question"].encode() + b"\n\n" + ITEMS[5]["question"].encode() + b"\n")
        self.write_lines("in.jsonl", [line(id="a", text=planted(ITEMS[4])), line(id="b", text="clean")])
        result = self.scan("in.jsonl", "-o", "out.jsonl", "--report", "r.json", sets=("--set", "evals/"))
        self.assertIn("1 file passed over", result.err)
        report = json.loads(self.read("r.json"))
        self.assertEqual([(one["set"], one["split"], one["items"], len(one["contaminated"])) for one in report["splits"]],
                         [("gsm8k", "test", len(ITEMS), 1), ("notes", "", 2, 1)])

    def test_files_of_one_set_keep_their_items_apart(self):
        half = len(ITEMS) // 2
        for name, items in (("a", ITEMS[:half]), ("b", ITEMS[half:])):
            self.write(f"evals/{name}_test.jsonl", b"\xef\xbb\xbf" + b"".join(line(**one) for one in items))
        documents = [line(id=number, text=planted(one)) for number, one in enumerate(ITEMS[:-1])]
        self.write_lines("in.jsonl", documents)
        sets = ("--field", "question,answer", "--set")
        self.scan("in.jsonl", "-o", "out.jsonl", "--report", "r.json", sets=(*sets, "mine=evals/"))
        [split] = json.loads(self.read("r.json"))["splits"]
        self.assertEqual(len(split["contaminated"]), len(documents))
        self.assertLessEqual({"a:1", "b:1"}, {one["item"] for one in split["contaminated"]})

    def test_a_set_in_the_current_folder_is_called_after_it(self):
        self.write("mine/test.jsonl", open(MILLS, "rb").read())
        self.write_lines("mine/in.docs", [line(id=1, text=planted(ITEMS[0]))])
        for name in ("test.jsonl", "."):
            self.succeed("--set", name, "--field", "question,answer", "in.docs", "-o", "out.docs", "--report", "../r.json",
                         command=("sluice-decontaminate",), cwd=self.folder / "mine")
            self.assertEqual(json.loads(self.read("r.json"))["splits"][0]["set"], "mine")

    def test_sets_that_cannot_be_read_say_what_would_be_right(self):
        self.write_lines("in.jsonl", [line(id="b", text="clean")])
        self.write("set.csv", b"question,answer\n1,2\n")
        self.write("mine.jsonl", b'{"stem":"x"}\n')
        self.write("gsm8k.jsonl", b'{"question":"x","answer":"y"}\n{"question":"x"}\n')
        for sets, message in ((("--set", "set.csv"), "neither JSON Lines nor called .txt"),
                              (("--set", "mine.jsonl"), "name its fields (--field question,answer)"),
                              (("--set", "gsm8k.jsonl"), "gsm8k.jsonl: record 2: has not the fields"),
                              (("--set", "mine.jsonl", "--format", "mlmu"), "did you mean 'mmlu'"),
                              ((), "--set FILE, or --index FILE")):
            result = self.refuse(2, *sets, "in.jsonl", "-o", "out.jsonl", command=("sluice-decontaminate",))
            self.assertIn(message, result.err)
            self.assertEqual(len(result.err.splitlines()), 1, result.err)

    def test_own_templates_and_roles(self):
        self.write("mine.jsonl", line(stem=ITEMS[2]["question"], options={"text": ["A kite.", "The grey heron."]}, key="B"))
        self.write("t.toml", b'[mine]\n[[mine.shape]]\nquestion = "stem"\nchoices = "options.text"\nanswer = "key"\n')
        self.write_lines("in.jsonl", [line(id="a", text=planted(ITEMS[2]))])
        self.scan("in.jsonl", "-o", "out.jsonl", sets=("--set", "mine.jsonl", "--template", "t.toml"))
        self.assertEqual(self.read("out.jsonl"), b"")

    def test_stands_in_a_chain(self):
        self.write_lines("in.jsonl", self.corpus_of(40))
        chain = f"cat | decontaminate --set {MILLS} --field question,answer"
        self.succeed("in.jsonl", "-o", "out.jsonl", command=("sluice", "chain", chain))
        self.assertEqual(len(self.lines("out.jsonl")), 30)
