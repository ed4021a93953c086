"""Puts together the training and held-out text of sluice-64k from what extract.py took.

    corpus.py RAW… OUTPUT     OUTPUT/{train,held-out}/<label>.txt, OUTPUT/corpus.tsv,
                              OUTPUT/sources.tsv

A line stands in the corpus once: templates repeat themselves by the thousand. Held out is 1 document of
40, by the hash of its name. The shares of languages and kinds of code (SHARES, WEIGHTS) are met by leaving
out documents where there is more text than is wanted, the sources of a label evenly, and by reading a
file up to MOST_REPEATS times where there is less (column "times").
"""

import collections
import hashlib
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "packages"))

import languages
import sampling

TOTAL = 280_000_000  # bytes, repeats counted
SHARES = {"en": 0.22, "en-docs": 0.10, "en-words": 0.14}
CODE_SHARE, WORDS_SHARE = 0.17, 0.10  # the rest is text in other languages
MOST_REPEATS = 3
MOST_OVER_LEAST = 20  # of words' repeats
# How a share grows with the text that there is.
EXPONENT = 0.3
# What a crawl of the web holds more of, and what of that code is written in.
WEIGHTS = {5: "de es fr ja ru zh-hans it pt pl nl",
           2: "ar bg bn ca cs da el fa fi he hi hr hu id ko no ro sk sv th tr uk vi zh-hant"}
CODE = {4: "python c cpp javascript java", 2: "go php typescript rust",
        1: "ruby perl shell html css json yaml lisp lua cmake erlang matlab vim tex"}
HELD_OUT = 40  # one of so many documents

WEIGHT_OF = {label: weight for weight, labels in WEIGHTS.items() for label in labels.split()}
CODE_WEIGHT = {label: weight for weight, labels in CODE.items() for label in labels.split()}

BOILERPLATE = re.compile(
    r"licen[sc]e|copyright|warrant|all rights reserved|redistribut|MERCHANTABILITY|SPDX|©|\(c\) *\d{4}", re.I)


def digest(text):
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()


def normalised(line):
    return re.sub(r"\d+", "0", line).strip().lower()


def prose(label, text, seen, english):
    """The lines that are new, in the language, and no boilerplate."""
    kept = []
    for line in text.split("\n"):
        key = digest(normalised(line))
        if key in seen or key in english or not line.strip():
            continue
        seen.add(key)
        if label in languages.SCRIPTS and label != "en" and not languages.is_in(label, line):
            continue
        if len(line) < 2000 and BOILERPLATE.search(line):
            continue
        kept.append(line.replace("\r", ""))
    return "\n".join(kept)


def code(text, seen):
    """The paragraphs that are new where they are long, and without notices at the head."""
    paragraphs = []
    for i, paragraph in enumerate(re.split(r"\n\s*\n", text)):
        key = digest(paragraph)
        if len(paragraph) > 200 and key in seen or i < 4 and BOILERPLATE.search(paragraph):
            continue
        seen.add(key)
        paragraphs.append(paragraph)
    return "\n\n".join(paragraphs)


def is_words(label):
    return label.endswith("-words")


def cleaned(documents):
    """By label the (package, name, text) that remain. `documents` in a fixed order."""
    by_label = collections.defaultdict(list)
    for label, name, text in documents:
        by_label[label].append((name, text))
    english, result = set(), {}
    for label in sorted(by_label, key=lambda label: (label not in ("en", "en-docs"), label)):
        seen = english if label in ("en", "en-docs") else set()
        kept = []
        for name, text in by_label.pop(label):
            if label in CODE_WEIGHT:
                text = code(text, seen)
            elif not is_words(label):
                text = prose(label, text, seen, english if seen is not english else ())
            if len(text) >= 40:
                kept.append((name.split(":")[0], name, text))
        result[label] = kept
    return result


def targets(sizes):
    """Bytes wanted of each label."""
    wanted = {label: share * TOTAL for label, share in SHARES.items()}
    groups = [(CODE_SHARE, {label: CODE_WEIGHT[label] for label in sizes if label in CODE_WEIGHT}),
              (WORDS_SHARE, {label: WEIGHT_OF.get(label.removesuffix("-words"), 1)
                             for label in sizes if is_words(label) and label not in SHARES}),
              (1 - CODE_SHARE - WORDS_SHARE - sum(SHARES.values()),
               {label: WEIGHT_OF.get(label, 1) for label in sizes if label in languages.SCRIPTS and label != "en"})]
    for share, weights in groups:
        scores = {label: weight * sizes[label] ** EXPONENT for label, weight in weights.items()}
        for label, score in scores.items():
            wanted[label] = share * TOTAL * score / sum(scores.values())
    return wanted


def sampled(documents, wanted):
    """So many bytes of documents, evenly from the packages, those whose names' hashes are lowest."""
    sizes = collections.Counter()
    for package, _, text in documents:
        sizes[package] += len(text.encode())
    most, given = sampling.level(sizes.values(), wanted), collections.Counter()
    kept = set()
    for package, name, text in sorted(documents, key=lambda document: digest(document[1])):
        if given[package] < most:
            given[package] += len(text.encode())
            kept.add(name)
    return [document for document in documents if document[1] in kept]


def running(words, wanted):
    """About so many bytes of words, each as often as its count says; but the more frequent ones, which
    the other text has anyway, at most MOST_OVER_LEAST times as often as the rarest."""
    counts = [line.split("\t") for line in words.split("\n")]
    least = min(int(count) for count, _ in counts)
    times = [min(int(count) / least, MOST_OVER_LEAST) for count, _ in counts]
    unit = wanted / sum(n * len(word.encode()) for n, (_, word) in zip(times, counts))
    lines = []
    for n, (_, word) in zip(times, counts):
        lines.extend([word] * round(n * unit) if word[0] != " " else [word * round(n * unit)])
    return "\n".join(line for line in lines if line)


def write(path, documents):
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(text + "\n\n" for _, _, text in documents)
    path.write_text(text, encoding="utf-8", newline="\n")
    return len(text.encode())


def main():
    *raw, output = map(pathlib.Path, sys.argv[1:])
    rows = []
    for path in sorted(raw, key=lambda path: path.name):
        with open(path, encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                rows.append((row["label"], row["name"], row["text"].encode("utf-8", "replace").decode()))
    documents = cleaned(rows)
    del rows
    train, held_out = {}, {}
    for label, all_of_it in documents.items():
        held_out[label] = [d for d in all_of_it if not is_words(label) and int.from_bytes(digest(d[1])[-4:], "big") % HELD_OUT == 0]
        out = {name for _, name, _ in held_out[label]}
        train[label] = [d for d in all_of_it if d[1] not in out]
    sizes = {label: sum(len(text.encode()) for _, _, text in docs) for label, docs in train.items()}
    sizes = {label: size for label, size in sizes.items() if size >= 20_000}
    wanted, by_source = targets(sizes), collections.Counter()
    with open(output / "corpus.tsv", "w") as table:
        table.write("label\tavailable\ttrain\ttimes\theld_out\n")
        for label in sorted(sizes):
            if is_words(label):
                docs = [(package, name, running(text, wanted[label])) for package, name, text in train[label]]
            else:
                docs = sampled(train[label], wanted[label])
            size = write(output / "train" / f"{label}.txt", docs)
            held = write(output / "held-out" / f"{label}.txt", held_out[label]) if held_out[label] else 0
            times = max(1, min(MOST_REPEATS, round(wanted[label] / size)))
            table.write(f"{label}\t{sizes[label]}\t{size}\t{times}\t{held}\n")
            for package, _, text in docs:
                by_source[package, label] += len(text.encode())
    with open(output / "sources.tsv", "w") as table:
        table.write("package\tlabel\ttrain\n")
        for (package, label), size in sorted(by_source.items()):
            table.write(f"{package}\t{label}\t{size}\n")


if __name__ == "__main__":
    main()
