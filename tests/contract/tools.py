"""The tools under contract: one row each. A new tool adds a row (and nothing else)."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Tool:
    """What the cases must know of a tool. All tools here take and give documents."""

    name: str  # as in the test's name: contract.<name>.<case>
    command: tuple  # the program, and what always follows it
    rejecting: tuple = ()  # options that make it reject some documents of corpora.documents()
    editing: tuple = ()  # options that make it change documents, if it can
    bad_option: tuple = ("--stast", "--stats")  # a misspelled option, and what it should suggest
    bad_values: tuple = ()  # argument lists that are bad usage, besides those of the shared options
    config_key: tuple = ()  # (TOML line, the same as options), for the configuration file
    example_files: dict = dataclasses.field(default_factory=dict)  # for the examples of --help
    document_tool: bool = True  # has the options of cli::DocumentOptions


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
        name="chain",
        command=("sluice", "chain", "cat | cat"),
        bad_option=("--thraeds", "--threads"),
        bad_values=(("--threads", "many"),),
        example_files={"crawl.jsonl.gz": 50, "shards/a.jsonl": 50, "shards/b.jsonl.zst": 50},
        document_tool=False,
    ),
)
