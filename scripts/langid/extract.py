"""Takes from one Debian package the segments that sources.txt names.

    extract.py SOURCES PACKAGE.deb OUTPUT.tsv      a line "#", version, licences; then a line a segment: family,
                                                   label, script, key (clean.key_of), text
"""

import collections
import hashlib
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "packages"))

import catalogues
import clean
import labels
import lexicons
import package
import readers

READERS = {**readers.READERS, **catalogues.READERS, **lexicons.READERS}
NO_LANGUAGE = "zxx"
MOST_OF_A_FILE = 12_000  # characters of code
CONTROL = ("templates", "sums")  # readers of control files
# Words of English prose: where they are frequent, a piece of code is a comment.
ENGLISH = frozenset("the of and to in is that for it you this be are with on as by or have not if can will from an".split())


def code_pieces(name, text):
    """Runs of lines of 30 to 600 characters, of changing length, on one line each."""
    start, random = 0, hashlib.sha256(name.encode()).digest() * (MOST_OF_A_FILE // 30)
    for size in random:
        if start >= min(len(text), MOST_OF_A_FILE):
            break
        end = start + 30 + size * 570 // 255
        newline = text.rfind("\n", start + 30, end)
        end = newline if newline > 0 else end
        piece = " ".join(text[start:end].split())
        words = re.findall("[a-z]+", piece.lower())
        if len(piece) >= 20 and 8 * sum(word in ENGLISH for word in words) <= len(words):
            yield NO_LANGUAGE, "Zyyy", piece
        start = end


def read(rule, path, data):
    """(label, script, text) of each segment of one file."""
    reader = rule.reader.rpartition("/")[2]
    if reader in catalogues.IN_MANY_LANGUAGES:
        for code, text in catalogues.IN_MANY_LANGUAGES[reader](path, data):
            language = labels.base_of(code)
            for line in text.split("\n") if language else ():
                yield from clean.segments(language, line)
        return
    if rule.label == NO_LANGUAGE:
        yield from code_pieces(path, readers.decode(readers.unpacked(path, data)))
        return
    language = labels.language_of(path) if rule.label in ("*", "~") else rule.label
    if language is None or language == "en" and rule.label != "en" or language in labels.RICH and rule.label == "~":
        return
    for text in READERS[reader](path, data):
        for line in text.split("\n"):
            yield from clean.segments(language, line)


def extracted(sources, deb):
    """The package's segments, each once, as lines."""
    rules = package.rules_of(sources, pathlib.Path(deb).name.split("_")[0])
    control = [rule for rule in rules if rule.reader.rpartition("/")[2] in CONTROL]
    files = [rule for rule in rules if rule not in control]
    seen = set()
    for part, some in (("ctrl", control), ("fsys", files)):
        for rule, path, data in package.members(some, deb, part) if some else ():
            family = rule.reader.rpartition("/")[0]
            try:
                for label, script, text in read(rule, path, data):
                    key = clean.key_of(text)
                    if (label, key) not in seen:
                        seen.add((label, key))
                        yield f"{family}\t{label}\t{script}\t{key}\t{text}"
            except Exception as error:
                raise RuntimeError(f"{pathlib.Path(deb).name}: {path}") from error


def licences(deb):
    """The names of licences in the package's copyright file, the most frequent first."""
    rule = package.Rule("copyright", None, None, "*/doc/*/copyright")
    counts = collections.Counter()
    for _, _, data in package.members([rule], deb):
        counts.update(name.strip() for name in re.findall(r"^License: *(\S[^\n]*)", readers.decode(data), re.M))
    names = [name for name, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]
    return "; ".join(names[:4] + ["…"] * (len(names) > 4)) or "see its copyright file"


def main():
    sources, deb, output = sys.argv[1:]
    temporary = output + ".part"
    with open(temporary, "w", encoding="utf-8", errors="replace") as out:
        version = subprocess.run(["dpkg-deb", "-f", deb, "Version"], capture_output=True, text=True, check=True).stdout.strip()
        out.write(f"#\t{version}\t{licences(deb)}\n")
        for line in extracted(sources, deb):
            out.write(re.sub("[\r\n]", " ", line) + "\n")
    os.replace(temporary, output)


if __name__ == "__main__":
    main()
