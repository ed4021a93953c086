"""The commands of sluice-bpe that are not about documents alone: train, compare, convert, inspect, count --text."""

import json
import random
import shutil

from harness import SOURCE, Case

WORDS = ("water", "Straße", "l'été", "東京都", "🙂", "crawl", "tokenizer", "of", "the", "2024", "don't", "Ünïcödé", "мир")


def text_of(rng, count):
    """Words, known and made up, with all kinds of white space between them."""

    def word():
        return rng.choice(WORDS) if rng.random() < 0.5 else "".join(rng.choices("aeioulmnrst", k=rng.randint(2, 9)))

    return "".join(word() + rng.choice((" ", " ", " ", "\n", "  ", "\n\n", ", ", "\t")) for _ in range(count))


class BpeCase(Case):
    @classmethod
    def applies_to(cls, tool):
        return tool.name == "bpe_count"

    def bpe(self, *words):
        return self.succeed(*words, command=("sluice-bpe",))

    def refused(self, code, *words):
        return self.refuse(code, *words, command=("sluice-bpe",))

    def count(self, *words):
        """The tokens that count --text prints, the last line's."""
        return json.loads(self.bpe("count", "--text", *words).out.splitlines()[-1])["tokens"]

    def write_texts(self, files=4, words=3000):
        rng = random.Random(7)
        for number in range(files):
            (self.folder / f"t{number}.txt").write_text(text_of(rng, words))
        return [f"t{number}.txt" for number in range(files)]

    def write_documents(self, count=400):
        rng = random.Random(9)
        lines = (json.dumps({"id": f"d{n}", "text": text_of(rng, rng.randint(0, 80)), "source": f"s{n % 3}",
                             "metadata": {"language": ("en", "de")[n % 2]}}) for n in range(count))
        (self.folder / "in.jsonl").write_text("\n".join(lines) + "\n")


class BpeTrain(BpeCase):
    def test_bpe_train_is_the_same_for_any_threads_and_order(self):
        texts = self.write_texts()
        shapes = ((texts, "1", "1MiB"), (texts, "2", "1000"), (texts[::-1], "8", "77"), (texts[2:] + texts[:2], "3", "1"))
        for number, (order, threads, batch) in enumerate(shapes):
            self.bpe("train", "--text", "--vocab-size", "700", "-j", threads, "--batch-bytes", batch, *order,
                     "-o", f"v{number}.json")
        self.assertEqual(len({self.read(f"v{number}.json") for number in range(4)}), 1)

    def test_bpe_train_on_lines_stops_at_line_ends(self):
        (self.folder / "a.txt").write_text("x\n\n\n\n" * 500)
        merges = {}
        for unit in ("--text", "--lines"):
            self.bpe("train", unit, "--vocab-size", "300", "a.txt", "-o", "v.json")
            merges[unit] = json.loads(self.read("v.json"))["model"]["merges"]
        self.assertIn(["Ċ", "Ċ"], [list(pair) if isinstance(pair, list) else pair.split(" ") for pair in merges["--text"]])
        self.assertEqual(merges["--lines"], [])

    def test_bpe_train_writes_every_format_with_equal_counts(self):
        texts = self.write_texts()
        for output in ("v.json", "v.tiktoken", "v/"):
            self.bpe("train", "--text", "--pre-tokenizer", "gpt2", "--vocab-size", "600", *texts, "-o", output)
        counts = {self.count("--tokenizer", name, *texts) for name in ("v.json", "v.tiktoken:gpt2", "v")}
        self.assertEqual(len(counts), 1)

    def test_bpe_train_tells_what_a_format_cannot_say(self):
        """Before anything is read: training takes long."""
        refused = self.refused(2, "train", "--text", "missing.txt", "-o", "v/")
        self.assertIn("write a tokenizer.json instead (or train with --pre-tokenizer gpt2)", refused.err)
        self.assertFalse((self.folder / "v").exists())
        said = self.refused(3, "train", "--text", "--special", "<|pad|>", "missing.txt", "-o", "v.tiktoken").err
        self.assertIn("v.tiktoken leaves out the pre-tokenizer: read it as v.tiktoken:cl100k; and 1 special token", said)

    def test_bpe_train_special_tokens_take_the_first_ids(self):
        self.write_texts(1)
        self.bpe("train", "--text", "--vocab-size", "300", "--special", "<|endoftext|>", "--special", "<|pad|>", "t0.txt",
                 "-o", "v.json")
        added = {token["content"]: token["id"] for token in json.loads(self.read("v.json"))["added_tokens"]}
        self.assertEqual(added, {"<|endoftext|>": 0, "<|pad|>": 1})

    def test_bpe_train_says_what_it_cannot_do(self):
        self.write_texts(1)
        (self.folder / "empty.txt").write_text("")
        (self.folder / "latin1.txt").write_bytes(b"caf\xe9\n")
        for code, words, said in (
            (2, ("t0.txt", "-o", "v.txt"), "the name tells no format"),
            (2, ("t0.txt", "--vocab-size", "100", "-o", "v.json"), "256"),
            (2, ("t0.txt", "--pre-tokenizer", "cl100", "-o", "v.json"), "cl100k"),
            (2, ("t0.txt", "--sample", "0.5", "-o", "v.json"), "--sample"),
            (2, ("t0.txt", "--seed", "3", "-o", "v.json"), "--seed"),
            (2, ("t0.txt", "-o", "t0.txt/v.json"), ""),
            (1, ("empty.txt", "-o", "v.json"), "no text"),
            (1, ("latin1.txt", "-o", "v.json"), "latin1.txt: invalid UTF-8 at byte 3"),
            (3, ("missing.txt", "-o", "v.json"), "missing.txt"),
        ):
            with self.subTest(words=words):
                process = self.run_tool("train", "--text", *words, command=("sluice-bpe",))
                self.assertIn(process.code, (code, 3) if words[-1] == "t0.txt/v.json" else (code,), process.err)
                self.assertIn(said, process.err)
                self.assert_nothing_published("v.json")

    def test_bpe_train_limit_is_the_same_for_any_threads(self):
        self.write_documents()
        for number, (threads, batch) in enumerate((("1", "1MiB"), ("2", "100"), ("8", "5000"))):
            self.bpe("train", "--vocab-size", "400", "--limit-bytes", "30k", "-j", threads, "--batch-bytes", batch,
                     "in.jsonl", "-o", f"v{number}.json", "--stats", f"s{number}.json")
        self.assertEqual(len({self.read(f"v{number}.json") for number in range(3)}), 1)
        read = self.stats("s0.json")["ledger"]["in"]["documents"]
        lines = self.lines("in.jsonl")
        begins = [sum(map(len, lines[:number])) for number in range(len(lines))]
        self.assertEqual(read, sum(begin < 30_000 for begin in begins))


class BpeCount(BpeCase):
    def test_bpe_count_of_text_as_documents_says_how_to_read_it(self):
        self.write_texts(1)
        for command in (("count", "t0.txt", "-o", "out.jsonl"), ("train", "t0.txt", "-o", "out.jsonl.json")):
            self.assertIn("if it is plain text, give --text", self.refused(1, *command).err)

    def test_bpe_count_of_text_does_not_depend_on_how_it_is_cut(self):
        texts = self.write_texts()
        counts = {self.count("-j", threads, "--batch-bytes", batch, *texts)
                  for threads, batch in (("1", "1MiB"), ("2", "1"), ("8", "333"))}
        self.assertEqual(len(counts), 1)

    def test_bpe_count_of_documents_is_the_number_of_ids(self):
        self.write_documents()
        self.bpe("count", "in.jsonl", "-o", "counted.jsonl", "--stats", "s.json")
        self.bpe("encode", "in.jsonl", "-o", "ids.jsonl")
        counted = [json.loads(line)["metadata"] for line in self.lines("counted.jsonl")]
        ids = [len(json.loads(line)["tokens"]) for line in self.lines("ids.jsonl")]
        self.assertEqual([metadata["token_count"] for metadata in counted], ids)
        stats = self.stats("s.json")
        self.assertEqual(stats["ledger"]["out"]["tokens"], sum(ids))
        self.assertEqual({metadata["tokenizer"] for metadata in counted},
                         {stats["tokenizer"]["name"] + "@" + stats["tokenizer"]["digest"]})
        # A second count by the same tokenizer changes nothing, one by another counts again.
        self.bpe("count", "counted.jsonl", "-o", "again.jsonl")
        self.assertEqual(self.read("again.jsonl"), self.read("counted.jsonl"))
        self.bpe("count", "--tokenizer", SOURCE / "testdata/bpe/tiny.json", "counted.jsonl", "-o", "tiny.jsonl")
        self.assertTrue(all(json.loads(line)["metadata"]["tokenizer"].startswith("tiny@") for line in self.lines("tiny.jsonl")))

    def test_bpe_count_of_text_writes_no_documents(self):
        self.write_texts(1)
        for words in (("--rejects", "r.jsonl"), ("--stats", "s.json"), ("-o", "out/"), ("--id-key", "url"), ("--resume",)):
            self.assertIn("--text", self.refused(2, "count", "--text", "t0.txt", *words).err)

    def test_bpe_outputs_do_not_replace_what_is_read(self):
        self.write_texts(2)
        self.write_documents(10)
        tiny = (SOURCE / "testdata/bpe/tiny.json").read_bytes()
        (self.folder / "v.json").write_bytes(tiny)
        before = self.tree()
        for words in (
            ("count", "--text", "t0.txt", "-o", "t0.txt"),
            ("count", "--text", "--tokenizer", "v.json", "t0.txt", "-o", "./v.json"),
            ("count", "--tokenizer", "v.json", "in.jsonl", "-o", "v.json"),
            ("train", "--text", "t0.txt", "-o", "v.json", "--stats", "v.json"),
            ("train", "in.jsonl", "-o", "v.json", "--record", "in.jsonl"),
            ("compare", "--text", "t0.txt", "--parallel", "en=t1.txt", "--json", "t1.txt"),
            ("compare", "--text", "t0.txt", "--tokenizer", "v.json", "--chart", "v.json"),
            ("inspect", "--tokenizer", "v.json", "-o", "v.json"),
            ("convert", "v.json", "-o", "v.json"),
        ):
            with self.subTest(words=words):
                self.assertIn("written twice or over an input", self.refused(2, *words).err)
                self.assertEqual(self.tree(), before)


class BpeCompare(BpeCase):
    def compared(self, *words):
        self.bpe("compare", *words, "--json", "c.json", "-q")
        return json.loads(self.read("c.json"))

    def test_bpe_compare_counts_what_smaller_vocabularies_would(self):
        """The curve of one vocabulary against vocabularies trained to each size."""
        texts = self.write_texts()
        self.bpe("train", "--text", "--vocab-size", "900", *texts, "-o", "v.json")
        sizes = (300, 500, 777)
        words = [word for size in sizes for word in ("--size", str(size))]
        found = {row["size"]: row["tokens"] for row in self.compared("--text", "--curve", "v.json", *words, *texts)["sizes"]}
        self.assertEqual(sorted(found), list(sizes))
        beyond = self.bpe("compare", "--text", "--curve", "v.json", "--size", "901", *texts)
        self.assertIn("no size 901", beyond.err)
        for size in sizes:
            self.bpe("train", "--text", "--vocab-size", str(size), *texts, "-o", "small.json")
            self.assertEqual(self.count("--tokenizer", "small.json", *texts), found[size])
            self.bpe("convert", "v.json", "--size", str(size), "-o", "cut.json")
            self.assertEqual(self.read("cut.json"), self.read("small.json"))

    def test_bpe_compare_is_the_same_for_any_threads(self):
        self.write_documents()
        outs = []
        for threads, batch in (("1", "1MiB"), ("2", "100"), ("8", "1000")):
            outs.append((self.bpe("compare", "--curve", "sluice-64k", "--tokenizer", SOURCE / "testdata/bpe/tiny.json",
                                  "--d-model", "64", "--layers", "2", "-j", threads, "--batch-bytes", batch, "in.jsonl", "--json",
                                  "c.json", "--chart", "c.svg", "--candidates", "c.toml").out,
                         *(self.read(name) for name in ("c.json", "c.svg", "c.toml"))))
        self.assertEqual(len(set(outs)), 1)

    def test_bpe_compare_says_what_its_model_is_worth(self):
        """12 L d^2 is rough; the optimum was fitted to 3e9 parameters, Llama 2 7B's shape lies beyond."""
        self.write_texts(1)
        for layers, width, said, label in (
                (12, 768, "layers: 84,934,656 parameters (12 L d², rough)\n"
                          "compute-optimal vocabulary for them (Tao et al. 2024): 9,022 entries\n", "grounded"),
                (32, 4096, "layers: 6,442,450,944 parameters (12 L d², rough)\n"
                           "compute-optimal vocabulary for them (Tao et al. 2024): 62,931 entries "
                           "(extrapolated: fitted on 33,000,000 to 3,000,000,000 parameters)\n", "extrapolated"),
                (1, 64, "(extrapolated: fitted", "extrapolated")):
            with self.subTest(layers=layers):
                words = ("--text", "t0.txt", "--d-model", str(width), "--layers", str(layers))
                self.assertIn(said, self.bpe("compare", *words).out.decode())
                model = self.compared(*words)["model"]
                self.assertEqual((model["layer_parameters_label"], model["optimal_vocabulary_label"]), ("rough", label))

    def test_bpe_compare_groups_add_up(self):
        self.write_documents()
        result = self.compared("in.jsonl")
        for groups, names in (("by_language", ["de", "en"]), ("by_source", ["s0", "s1", "s2"])):
            self.assertEqual(sorted(result[groups]), names)
            for unit in ("documents", "bytes", "words"):
                self.assertEqual(sum(group[unit] for group in result[groups].values()), result["text"][unit])
            tokens = sum(sum(group["tokens"].values()) for group in result[groups].values())
            self.assertEqual(tokens, result["vocabularies"][0]["tokens"])

    def test_bpe_compare_takes_what_train_left_out(self):
        self.write_documents()
        self.bpe("train", "--vocab-size", "400", "--held-out", "0.2", "in.jsonl", "-o", "v.json", "--record", "r.json",
                 "--stats", "s.json")
        words = ("compare", "--tokenizer", "v.json", "--record", "r.json", "in.jsonl", "--json", "c.json")
        apart = self.bpe(*words, "--held-out", "0.2")
        self.assertNotIn("warning", apart.err)
        held_out = json.loads(self.read("c.json"))["text"]["documents"]
        self.assertEqual(held_out + self.stats("s.json")["ledger"]["out"]["documents"], 400)
        self.assertTrue(40 < held_out < 120, held_out)
        self.assertIn("was trained on about", self.bpe(*words).err)

    def test_bpe_compare_premium_is_relative_to_english(self):
        (self.folder / "en.txt").write_text("the cat sat on the mat " * 10)
        (self.folder / "xx.txt").write_text("the cat sat on the mat " * 30)
        result = self.compared("--text", "en.txt", "--parallel", "en=en.txt", "--parallel", "xx=xx.txt")
        premium = result["vocabularies"][0]["premium"]
        self.assertEqual(premium["en"], 1)
        self.assertAlmostEqual(premium["xx"], 3, delta=0.05)
        self.refused(2, "compare", "--text", "en.txt", "--parallel", "xx=xx.txt")

    def test_bpe_compare_says_what_it_cannot_do(self):
        self.write_texts(1)
        (self.folder / "latin1.txt").write_bytes(b"caf\xe9\n")
        tiny = SOURCE / "testdata/bpe/tiny.json"
        for words, said in ((("--curve", "sluice-64k", "--size", "many"), "--size"),
                            (("--tokenizer", tiny, "--size", "300"), "--curve"),
                            (("--d-model", "64"), "--layers"),
                            (("--d-model", "-5", "--layers", "-3"), "1 to 1,000,000"),
                            (("--tied",), "--d-model"), (("--tokenizer", "missing.json"), "missing.json"),
                            (("--record", "t0.txt"), "--record"), (("--parallel", "en=missing.txt"), "missing.txt"),
                            (("--parallel", "en=latin1.txt"), "UTF-8"), (("--parallel", "latin1.txt"), "LANG=FILE")):
            with self.subTest(words=words):
                self.assertIn(said, self.refused(2, "compare", "--text", "t0.txt", *words).err)

    def test_bpe_compare_refuses_a_record_of_another_vocabulary(self):
        self.write_documents()
        self.bpe("train", "--vocab-size", "300", "in.jsonl", "-o", "v.json", "--record", "r.json")
        self.assertIn("r.json", self.refused(2, "compare", "--record", "r.json", "in.jsonl").err)


class BpeOther(BpeCase):
    def label(self, name):
        return json.loads(self.bpe("inspect", "--tokenizer", name).out)["digest"]

    def test_bpe_convert_keeps_the_vocabulary(self):
        self.bpe("convert", SOURCE / "testdata/bpe/tiny.json", "-o", "again.json")
        self.assertEqual(self.label("again.json"), self.label(SOURCE / "testdata/bpe/tiny.json"))
        self.bpe("convert", "sluice-64k", "-o", "s.json")
        self.assertEqual(self.label("s.json"), self.label("sluice-64k"))
        texts = self.write_texts()
        self.assertEqual(self.count("--tokenizer", "s.json", *texts), self.count(*texts))
        self.refused(2, "convert", "s.json", "-o", "s.json")
        said = self.bpe("convert", "s.json", "-o", "s.tiktoken").err
        self.assertIn("s.tiktoken leaves out the pre-tokenizer: read it as s.tiktoken:cl100k", said)
        self.assertEqual(self.count("--tokenizer", "s.tiktoken:cl100k", *texts), self.count(*texts))
        self.assert_silent(self.bpe("convert", "-q", "s.json", "-o", "s.tiktoken").err)

    def test_bpe_replaces_no_half_of_the_vocabulary_it_reads(self):
        self.write_documents(5)
        shutil.copytree(SOURCE / "testdata/bpe/tiny", self.folder / "g")
        for words in (("count", "--tokenizer", "g/", "in.jsonl", "-o", "g/merges.txt"),
                      ("compare", "--tokenizer", "g/", "in.jsonl", "-o", "g/merges.txt"),
                      ("inspect", "--tokenizer", "g/", "-o", "g/merges.txt"), ("convert", "g/", "-o", "g/")):
            self.assertIn("it is an input", self.refused(2, *words).err)

    def test_bpe_inspect_tells_what_a_corpus_uses(self):
        (self.folder / "a.txt").write_text("water " * 200)
        told = json.loads(self.bpe("inspect", "--text", "a.txt", "--most", "5").out)
        self.assertEqual((told["size"], told["bytes_with_tokens"]), (65536, 256))
        self.assertEqual(len(told["longest"]), 5)
        used = told["size"] - told["added_tokens"] - told["corpus"]["unused"]["count"]
        self.assertEqual(told["corpus"]["tokens"], self.count("a.txt"))
        self.assertTrue(1 <= used <= 5, used)
        self.assertNotIn("corpus", json.loads(self.bpe("inspect").out))
        self.assertIn("--held-out", self.refused(2, "inspect", "--held-out", "0.5").err)

    def test_bpe_commands_are_listed_and_helped(self):
        listed = self.bpe("--help").out.decode()
        for command in ("train", "count", "encode", "decode", "compare", "convert", "inspect"):
            self.assertRegex(listed, rf"(?m)^  {command} +\S")
            helped = self.bpe(command, "--help").out.decode()
            self.assertEqual(self.bpe("help", command).out.decode(), helped)
            self.assertIn("Examples:", helped)
        self.assertIn("'train'", self.refused(2, "trian").err)
        self.assertIn("command", self.refused(2).err)

    def test_bpe_commands_without_documents_do_not_stand_in_a_chain(self):
        for words in ("train -o v.json", "compare", "inspect", "convert sluice-64k", "count --text"):
            result = self.refuse(2, f"cat | bpe {words}", command=("sluice", "chain"))
            self.assertIn("chain", result.err)
        self.write_documents(20)
        self.succeed("cat | bpe count", "in.jsonl", "-o", "out.jsonl", command=("sluice", "chain"))
        self.assertEqual(len(self.lines("out.jsonl")), 20)
