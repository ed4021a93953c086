"""The tools under contract: one row each. A new tool adds a row (and nothing else)."""

import dataclasses
import pathlib

from corpora import Deduplicated, JsonLines, Recounted, Relabelled
from crawl import Wet

TESTDATA = pathlib.Path(__file__).resolve().parents[2] / "testdata"
BPE = TESTDATA / "bpe"
RULES = TESTDATA / "filter"
EVALS = TESTDATA / "decontaminate"
REPORT = TESTDATA / "report"


@dataclasses.dataclass(frozen=True)
class Tool:
    """What the cases must know of a tool. All tools here give documents; `corpus` is what they take."""

    name: str  # as in the test's name: contract.<name>.<case>
    command: tuple  # the program, and what always follows it
    corpus: object = JsonLines()
    rejecting: tuple = ()  # options that make it reject some documents, if it takes options for that
    editing: tuple = ()  # options that make it change documents, if it can
    bad_option: tuple = ("--stast", "--stats")  # a misspelled option, and what it should suggest
    bad_values: tuple = ()  # argument lists that are bad usage, besides those of the shared options
    other_config: tuple = ("--id-key", "url")  # options that change its configuration's digest
    config_key: tuple = ()  # (TOML line, the same as options), for the configuration file
    example_files: dict = dataclasses.field(default_factory=dict)  # for the examples of --help
    example_programs: dict = dataclasses.field(default_factory=dict)  # that they call and that should not be called
    memory: tuple = ()  # options that bound what would grow with the input
    large_document_mib: int = 400  # memory that a document of 128 MiB may take
    document_tool: bool = True  # has the options of cli::IoOptions
    takes_documents: bool = True  # else only what help, options and usage are like is shared
    resumes_shards: bool = True  # takes --resume with several inputs
    passes: int = 1  # how often it reads its inputs; more than one: all of them before it writes any document

    @property
    def by_front_door(self):
        """The same behind `sluice`."""
        return ("sluice", self.command[0].removeprefix("sluice-"), *self.command[1:])


CHAINED = b"".join(JsonLines().each_document(50))  # the examples of `sluice chain` are about documents

TOOLS = (
    Tool(
        name="cat",
        command=("sluice-cat",),
        rejecting=("--where", "metadata.language = en", "--sample", "0.6"),
        editing=("--drop", "metadata.url"),
        bad_option=("--smaple", "--sample"),
        bad_values=(
            ("--sample", "1.5"),
            ("--sample", "few"),
            ("--seed", "3"),  # of nothing
            ("--where", "language ~ en"),
            ("--shards", "3"),  # no {} in the output
            ("--drop", "text"),
            ("--count", "--shards", "2", "-o", "p-{}.jsonl"),
            ("--ids", "/nonexistent/ids.txt"),
        ),
        config_key=("sample = 0.5", ("--sample", "0.5")),
        example_files={
            "crawl/a.jsonl.zst": 50,
            "crawl/b.jsonl.zst": 50,
            "corpus/a.jsonl.zst": 50,
            "corpus/b.jsonl.gz": 50,
            "takedown.txt": b"doc-3\n",
            "c4-00.json.gz": 50,
            "c4-01.json.gz": 50,
        },
    ),
    Tool(
        name="extract",
        command=("sluice-extract",),
        corpus=Wet(),
        bad_option=("--lits", "--list"),
        bad_values=(
            ("--text-key", "text"),
            ("--mode", "most"),
            ("--profile", "best"),
            ("--comments", "yes"),
            ("--format", "html"),
            ("--min-text-bytes", "few"),
            ("--url-blocklist", "/nonexistent/list"),
        ),
        other_config=("--profile", "recall"),
        config_key=("list = true", ("--list",)),
        example_files={
            "CC-MAIN-20250117060010-20250117090010-00042.warc.gz": 50,
            "CC-MAIN-20250117060010-20250117090010-00043.warc.gz": 50,
            "crawl.warc.gz": 50,
            "a.warc.gz": 50,
            "b.warc.gz": 50,
            "warc.paths": b"a.warc.gz\nb.warc.gz\n",
            "ut1/adult/domains": b"bad.example\n",
            "saved-pages/index.html": b"<p>The mill turns.\n",
        },
        example_programs={"curl": b'#!/bin/sh\ncat "${2#https://data.example/}"\n'},
    ),
    Tool(
        name="bpe_count",
        command=("sluice-bpe", "count"),
        corpus=Recounted(),
        bad_option=("--tokeniser", "--tokenizer"),
        bad_values=(("--text", "--tokenizer", "none"), ("--text", "--rejects", "r.jsonl")),
        other_config=("--tokenizer", str(BPE / "tiny.json")),
        config_key=('tokenizer = "none"', ("--tokenizer", "none")),
        example_files={
            "llama3/tokenizer.json": (BPE / "tiny.json").read_bytes(),
            "gpt2/vocab.json": (BPE / "tiny" / "vocab.json").read_bytes(),
            "gpt2/merges.txt": (BPE / "tiny" / "merges.txt").read_bytes(),
            "in.jsonl.zst": 50,
            "books/a.txt": b"Some text.\n",
            "books/b.txt": b"More text.\n",
        },
    ),
    Tool(
        name="langid",
        command=("sluice-langid",),
        corpus=Relabelled(),
        rejecting=("--drop", "und"),
        bad_option=("--kepe", "--keep"),
        bad_values=(
            ("--min-score", "1.5"),
            ("--und-below", "half"),
            ("--labels", "iso"),
            ("--text-bytes", "191"),
            ("--top-k", "1001"),
            ("--prior", "mine"),
            ("--prior-weight", "de"),
            ("--prior-weight", "de=-1"),
            ("--hint-field", "text.language"),
            ("--hint-field", "metadata.language"),
            ("--prior-weight", "de=3,deu=4"),
            ("--prior-weight", "de=1e-300"),
            ("--model", "/nonexistent/model.ftz"),
            ("--mix", "/nonexistent/mix.tsv"),
            ("--evaluate", "--bytes", "0"),
        ),
        other_config=("--min-score", "0.1"),
        config_key=("top-k = 2", ("--top-k", "2")),
        example_files={
            "crawl.jsonl.gz": 50,
            "shards/a.jsonl.zst": 50,
            "shards/b.jsonl.zst": 50,
            "labelled.tsv": b"en\tThe mill by the river is old.\nde\tDas ist die alte M\xc3\xbchle.\n",
        },
    ),
    Tool(
        name="filter",
        command=("sluice-filter", "--profile", str(RULES / "measure.toml")),
        corpus=Recounted(),
        rejecting=("--profile", str(RULES / "strict.toml")),
        editing=("--profile", str(RULES / "edit.toml")),
        bad_option=("--profiel", "--profile"),
        bad_values=(
            ("--profile", "finewebb"),
            ("--profile", "/nonexistent/rules.toml"),
            ("--profile", "fineweb2:/nonexistent"),
            ("--show-profile", "finewebb"),
            ("--words", "letters"),
            ("--sentences", "regex:("),
            ("--language-field", ""),
            ("--url-field", "text.url"),
            ("--url-blocklist", "/nonexistent/list"),
            ("--banned-words", "/nonexistent/list"),
            ("--bad-words", "xx-none=/nonexistent/list"),
            ("--classifier", "/nonexistent/model.bin", "--label", "__label__hq", "--min", "0.5"),
            ("--label", "__label__hq"),
            ("--min", "0.5"),
            ("--pareto", "9"),
            ("--pii", "maybe"),
            ("--apply-edits",),
            ("--first-reason", "--all-reasons"),
            ("--annotate", "--all-reasons"),
        ),
        other_config=("--words", "uax29"),
        large_document_mib=1000,  # the words of a text are kept while it is judged
        config_key=("annotate = true", ("--annotate",)),
        example_files={
            "crawl.jsonl.zst": 50,
            "shards/a.jsonl.zst": 50,
            "shards/b.jsonl.zst": 50,
            "mine.toml": (RULES / "strict.toml").read_bytes(),
        },
    ),
    Tool(
        name="dedup_fuzzy",
        command=("sluice-dedup", "fuzzy"),
        corpus=Deduplicated(),
        rejecting=("--ngram", "1", "--threshold", "0.2"),
        bad_option=("--treshold", "--threshold"),
        bad_values=(
            ("--threshold", "1.5"),
            ("--bands", "7"),  # without --rows
            ("--bands", "5000", "--rows", "1"),
            ("--ngram", "0"),
            ("--normalize", "lower,upper"),
            ("--words", "letters"),
            ("--hash", "xxhash"),  # without --profile fineweb
            ("--profile", "fineweb", "--threshold", "0.8"),
            ("--profile", "fineweb", "--cluster", "star"),
            ("--profile", "fineweb", "--priority-field", "score"),
            ("--keep", "newest", "--quality-field", "score"),
            ("--memory", "1k"),
            ("--tmp-dir", "/nonexistent/folder"),
        ),
        other_config=("--ngram", "6"),
        memory=("--memory", "64MiB"),
        large_document_mib=700,  # the text, its normal form and its shingles
        passes=2,  # texts are read again only where signatures do not tell
        config_key=("ngram = 7", ("--ngram", "7")),
        example_files={"crawl.jsonl.zst": 50, "published/a.jsonl": 50, "new/a.jsonl": 50},
    ),
    Tool(
        name="dedup_exact",
        resumes_shards=False,  # what the first of all is, is told by reading all
        command=("sluice-dedup", "exact", "--keep", "first", "--by", "url"),
        rejecting=("--url-field", "metadata.language"),
        bad_option=("--agianst", "--against"),
        bad_values=(
            ("--normalize", "lower"),  # of addresses
            ("--url-field", "metadata..url"),
            ("--against", "/nonexistent/ref.jsonl"),
            ("--memory", "1k"),
            ("--tmp-dir", "/nonexistent"),
            ("--quality-field", "metadata.quality"),  # the first is kept
            ("--keep-clusters", "c.jsonl"),
        ),
        other_config=("--group-by", "metadata.dump"),
        memory=("--memory", "64MiB"),
        config_key=('group-by = "metadata.language"', ("--group-by", "metadata.language")),
        example_files={"crawl.jsonl.zst": 50, "published/a.jsonl": 50, "new/b.jsonl.gz": 50},
    ),
    Tool(
        name="decontaminate",
        command=("sluice-decontaminate", "scan", "--set", str(EVALS / "mills.jsonl"), "--field", "question,answer"),
        rejecting=("--set", str(EVALS / "crawl.jsonl")),  # texts of JsonLines, every third
        bad_option=("--polcy", "--policy"),
        bad_values=(
            ("--policy", "gpt5"),
            ("--threshold", "0"),
            ("--threshold", "1.1"),
            ("--ngram", "7"),
            ("--action", "delete"),
            ("--set", "/nonexistent/set.jsonl"),
            ("--index", "/nonexistent/evals.index"),
            ("--index", str(EVALS / "mills.jsonl")),  # besides --set
            ("--template", "/nonexistent/templates.toml"),
            ("--format", "gsm8k"),  # besides --field
            ("--field", "a,b,c,d"),
            ("--df", "/nonexistent/evals.df"),
            ("--df", str(EVALS / "mills.jsonl")),
            ("--report", "report.html"),
        ),
        other_config=("--threshold", "0.9"),
        large_document_mib=700,  # the text, its normal form, and its words
        config_key=('policy = "any"', ("--policy", "any")),
        example_files={
            "crawl.jsonl.zst": 50,
            "shards/a.jsonl.zst": 50,
            "shards/b.jsonl.zst": 50,
            "gsm8k/test.jsonl": (EVALS / "mills.jsonl").read_bytes(),
            "mmlu/test.jsonl": b'{"question":"Who built the weir?","choices":["Monks","The river"],"answer":0}\n',
        },
    ),
    Tool(
        name="mix",
        command=("sluice-mix",),
        bad_option=("--dry-rum", "--dry-run"),
        bad_values=(
            ("--memory", "1k", "plan.toml"),
            ("--tmp-dir", "/nonexistent", "plan.toml"),
            ("--extension", "txt"),
            ("--threads", "many"),
            ("--tokenizer", "none", "plan.toml"),
        ),
        example_files={
            "plan.toml": b'[[source]]\nname = "a"\nfiles = ["a.jsonl"]\n',
            "a.jsonl": b'{"id":"1","text":"a b","metadata":{"token_count":2,"tokenizer":"words@1"}}\n',
        },
        document_tool=False,
        takes_documents=False,  # but a plan (case_mix.py)
    ),
    Tool(
        name="chain",
        command=("sluice", "chain", "cat | cat"),
        bad_option=("--thraeds", "--threads"),
        bad_values=(("--threads", "many"),),
        example_files={"crawl.jsonl.gz": 50, "shards/a.jsonl": 50, "shards/b.jsonl.zst": 50},
        document_tool=False,
    ),
    Tool(
        name="chain_extract",
        command=("sluice", "chain", "extract | cat"),
        corpus=Wet(),
        bad_option=("--thraeds", "--threads"),
        bad_values=(("--threads", "many"),),
        example_files={"crawl.jsonl.gz": CHAINED, "shards/a.jsonl": CHAINED},
        document_tool=False,
    ),
    Tool(
        name="report",
        command=("sluice-report",),
        bad_option=("--plna", "--plan"),
        bad_values=(
            ("--params", "-1"),
            ("--params", "many"),
            ("--mfu", "1.5", "--params", "7e9"),
            ("--gpus", "2.5", "--params", "7e9"),
            ("--hw", "h100", "--params", "7e9"),
            ("--peak-tflops", "1979", "--gpus", "8", "--params", "7e9"),
            ("--plan", "/nonexistent/plan.toml"),
            ("--model", "/nonexistent/config.json"),
            ("--output", "report.pdf", "--params", "7e9"),
            ("--guess", "big", "--params", "7e9"),
            ("--fit", "mine", "--params", "7e9"),
            ("--sweep", "tokens_per_parameter=9:5", "--params", "7e9"),
            ("--sweep", "gpus=5:9", "--params", "7e9"),
            ("--compare", "/nonexistent/plan.toml", "--params", "7e9"),
        ),
        example_files={
            "plan.toml": (REPORT / "plan.toml").read_bytes(),
            "stats/dedup.json": (REPORT / "stats" / "dedup.json").read_bytes(),
            "stats/extract.json": (REPORT / "stats" / "extract.json").read_bytes(),
            "stats/langid.json": (REPORT / "stats" / "langid.json").read_bytes(),
        },
        document_tool=False,
        takes_documents=False,
    ),
)
