"""sluice-report: reports from stats files of real tools and from plans alone, and the way back to documents."""

import json
import re
import shutil
import subprocess

from harness import SOURCE, Case

REPORT = SOURCE / "testdata" / "report"
STATS = tuple(str(path) for path in sorted((REPORT / "stats").iterdir()))
PLAN = str(REPORT / "plan.toml")


class Report(Case):
    about_documents = False

    @classmethod
    def applies_to(cls, tool):
        return tool.name == "report"

    def report(self, *arguments):
        self.succeed(*arguments, "-o", "r.json")
        return json.loads((self.folder / "r.json").read_text())

    @staticmethod
    def results(report):
        return {one["id"]: one for section in report["sections"] for one in section["results"]}

    def test_every_number_tells_its_formula_label_and_inputs(self):
        report = self.report(*STATS, "--plan", PLAN)
        self.assertEqual(report["schema"], "sluice.report/1")
        results = self.results(report)
        self.assertGreater(len(results), 20)
        for name, one in results.items():
            self.assertIn(one["formula"], report["formulas"], name)
            self.assertIn(one["label"], ("grounded", "extrapolated", "rough", "absent"), name)
            self.assertTrue(one["source"], name)
        compute = results["budget.compute"]
        product = 6
        for given in compute["inputs"]:
            product *= given["value"]
        self.assertEqual(compute["value"], product)

    def test_order_and_grouping_of_files_do_not_matter(self):
        one = self.succeed(*STATS, "--plan", PLAN, "--no-guess").out
        other = self.succeed(*reversed(STATS), "--plan", PLAN, "--no-guess", "-j", "1").out
        self.assertEqual(one, other)
        self.assertEqual(self.succeed(str(REPORT / "stats"), "--plan", PLAN, "--no-guess").out, one)

    def test_outputs_of_all_kinds_in_one_run(self):
        self.succeed("--plan", PLAN, *(word for end in ("txt", "md", "json", "html") for word in ("-o", f"r.{end}")))
        self.assertTrue((self.folder / "r.html").read_text().startswith("<!DOCTYPE html>"))
        self.assertTrue((self.folder / "r.md").read_text().startswith("# "))
        self.assertNotIn("\x1b", (self.folder / "r.txt").read_text())

    def test_check_ends_with_1_if_the_plan_does_not_fit(self):
        given = ("--params", "8e9", "--tokens", "15e12", "--hw", "h100-sxm", "--gpus", "64")
        self.succeed(*given, "--days", "400", "--check")
        result = self.refuse(1, *given, "--days", "30", "--check", "-o", "r.md")
        self.assertIn("the plan does not fit: calendar: 329.1 days of 30 days", result.err)
        self.assertTrue((self.folder / "r.md").exists())

    def test_a_stage_that_misses_a_shard_is_found(self):
        stats = [path for path in STATS if "langid" not in path]
        documents = json.loads((REPORT / "stats" / "dedup.json").read_text())
        self.assertTrue(documents["ledger"]["in"]["documents"])
        self.succeed(*stats)  # langid drops nothing: the others join
        part = self.folder / "part"
        part.mkdir()
        self.write("one.jsonl", b'{"id":"other","text":"A text."}\n')
        self.succeed("one.jsonl", "-o", "o.jsonl", "--stats", "part/cat.json", command=("sluice-cat",))
        result = self.refuse(1, *stats, "part/cat.json")
        self.assertIn("is not what came into", result.err)

    def test_user_tables_of_hardware(self):
        self.write("ours.toml", b"[x1]\nbf16_tflops = 1000\nmemory_gb = 100\nbandwidth_tbps = 4\n")
        given = ("--params", "1e9", "--tokens", "1e12", "--gpus", "1", "--hw", "x1", "--hardware", "ours.toml")
        results = self.results(self.report(*given))
        self.assertAlmostEqual(results["budget.gpu_hours"]["value"], 6e21 / 1e15 / 0.4 / 3600)
        self.write("sparse.toml", b"[h100-sxm]\nbf16_tflops = 1979\n")
        result = self.refuse(2, "--params", "1e9", "--hardware", "sparse.toml")
        self.assertIn("sparse.toml:2: [h100-sxm]: 'bf16_tflops' 1979 is the figure of", result.err)

    def test_hf_config_beside_the_plan(self):
        config = {"model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32,
                  "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256}
        (self.folder / "plans").mkdir()
        self.write("plans/config.json", json.dumps(config).encode())
        self.write("plans/plan.toml", b"[model]\nhf_config = \"config.json\"\n[run]\ntokens = 15e12\n")
        results = self.results(self.report("--plan", "plans/plan.toml"))
        self.assertEqual(results["budget.parameters"]["value"], 8030261248)

    def test_stats_beside_the_plan(self):
        shutil.copytree(REPORT / "stats", self.folder / "plans" / "stats")
        self.write("plans/plan.toml", b"[corpus]\nstats = [\"stats\"]\n")
        there = self.report("--plan", "plans/plan.toml")
        self.assertEqual(self.results(there)["data.unique"], self.results(self.report(*STATS))["data.unique"])

    def test_locate_finds_the_documents_of_a_step(self):
        words = "water mill stone river "
        lines = [json.dumps({"id": f"doc-{i}", "text": words * (i % 7 + 1)}) + "\n" for i in range(60)]
        for number in range(2):
            self.write(f"in/{number}.jsonl", "".join(lines[30 * number:30 * number + 30]).encode())
        self.succeed("encode", "in/", "-o", "tokens/", "--format", "npy", "--tokenizer",
                     str(SOURCE / "testdata" / "bpe" / "tiny.json"), command=("sluice-bpe",))
        manifest = json.loads((self.folder / "tokens" / "manifest.json").read_text())
        stream = []  # of which document each token is
        for shard in manifest["shards"]:
            for line in (self.folder / "tokens" / shard["map"]).read_text().splitlines():
                document = json.loads(line)
                stream += [document["id"]] * document["length"]
        self.assertEqual(len(stream), manifest["tokens"])
        batch = 100
        for step in (0, 1, 7, len(stream) // batch):
            found = self.succeed("locate", "tokens/manifest.json", "--step", step, "--batch-tokens", batch)
            ids = [json.loads(line.split("\t")[3]) for line in found.out.decode().splitlines()]
            seen = [stream[place % len(stream)] for place in range(step * batch, step * batch + batch)]
            self.assertEqual(ids, list(dict.fromkeys(seen)))
            self.assertIn("if training reads the shards in the manifest's order", found.err)
        self.refuse(2, "locate", "tokens/manifest.json", "--step", "1")
        self.refuse(2, "locate", "in/0.jsonl", "--step", "1", "--batch-tokens", "5")
        help_text = self.succeed("help", "locate").out.decode()
        page = (SOURCE / "docs" / "sluice-report.md").read_text()
        for option in ("--step", "--batch-tokens"):
            self.assertIn(option, help_text)
            self.assertIn(option, page)


# Runs in the page: what fails there, the guess, the slider, and what a narrow screen does.
PROBE = """<script>
addEventListener("load", () => setTimeout(() => {
  const results = document.getElementById("results"), guess = document.getElementById("guess");
  const say = (name, value) => document.body.setAttribute("data-" + name, String(value));
  say("asked", !results.open && document.getElementById("size").disabled);
  guess.value = "much";
  document.querySelector("#ask button").click();
  say("refused", !results.open);
  guess.value = "3e9";
  document.querySelector("#ask button").click();
  say("opened", results.open && document.getElementById("answer").textContent.includes("times the best size"));
  const size = document.getElementById("size");
  say("best", document.getElementById("at").textContent);
  size.value = size.max;
  size.dispatchEvent(new Event("input"));
  say("moved", document.getElementById("at").textContent);
  say("drawn", [...document.querySelectorAll("figure svg")].every((one) => one.getBoundingClientRect().height > 40));
  say("overflow", document.documentElement.scrollWidth - innerWidth);
}, 0));
addEventListener("error", (event) => document.body.setAttribute("data-error", event.message));
addEventListener("securitypolicyviolation", (event) => document.body.setAttribute("data-error", event.blockedURI));
</script>"""


class Page(Case):
    """The HTML report in a browser, where there is one."""

    about_documents = False

    @classmethod
    def applies_to(cls, tool):
        return tool.name == "report"

    def probe(self, name, width):
        command = [shutil.which("chromium"), "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={self.folder}/profile",
                   f"--window-size={width},900", "--virtual-time-budget=2000", "--dump-dom",
                   f"file://{self.folder}/{name}"]
        done = subprocess.run(command, capture_output=True, timeout=120, check=True)
        body = re.search(r"<body([^>]*)>", done.stdout.decode()).group(1)
        return dict(re.findall(r'data-([a-z]+)="([^"]*)"', body))

    def test_page_in_a_browser(self):
        if not shutil.which("chromium"):
            self.skipTest("no chromium")
        self.succeed(*STATS, "--plan", PLAN, "-o", "r.html")
        page = (self.folder / "r.html").read_text()
        self.write("probed.html", page.replace("<script>", PROBE + "<script>", 1).encode())
        for width in (500, 1400):
            with self.subTest(width=width):
                found = self.probe("probed.html", width)
                self.assertNotIn("error", found)
                for name in ("asked", "refused", "opened", "drawn"):
                    self.assertEqual(found[name], "true", name)
                self.assertIn("the best", found["best"])
                self.assertIn("nats a token above the best", found["moved"])
                self.assertLessEqual(int(found["overflow"]), 0)
