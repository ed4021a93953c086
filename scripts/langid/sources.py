"""The table of sources for the model card, in Markdown, from what corpus.py counted.

    sources.py SOURCES.txt SOURCES.tsv >sources.md

Packages that one glob of sources.txt names, of one version and with the same licences, stand in one row.
"""

import collections
import csv
import fnmatch
import pathlib
import sys

HEAD = """# The language identifier's training text: sources

The Debian packages from whose text the language identifier is trained, built by `scripts/make-langid-text`; `scripts/langid/sources.txt` says
which files. "Taken" is what was left after cleaning, removal of duplicates and the limits on each language, before rows that a translation left in
English were taken out, and without the packages' descriptions and the names of people in their copyright files. Licences are the names most often given in the package's `/usr/share/doc/*/copyright`, which decides.

| source | packages | version | taken, characters | licences named in the copyright file |
|---|---|---|---|---|
"""


def globs_of(sources):
    return sorted({word for line in sources.splitlines() if not line.startswith("#") for word in line.split()[3:] if "*" in word})


def rows(globs, table):
    """(family, packages, version, characters, licences), grouped."""
    groups = collections.defaultdict(list)
    for row in table:
        pattern = next((glob for glob in globs if fnmatch.fnmatchcase(row["package"], glob)), row["package"])
        groups[row["family"], pattern, row["version"], row["licences"]].append(row)
    for (family, pattern, version, licences), some in sorted(groups.items()):
        name = pattern if len(some) > 1 else some[0]["package"]
        count = f" ({len(some)})" if len(some) > 1 else ""
        yield family, f"{name}{count}", version, sum(int(row["characters"]) for row in some), licences


def main():
    sources, table = map(pathlib.Path, sys.argv[1:])
    with open(table, encoding="utf-8", newline="") as lines:
        found = list(rows(globs_of(sources.read_text()), csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)))
    print(HEAD, end="")
    for family, packages, version, characters, licences in found:
        print(f"| {family} | {packages} | {version} | {characters:,} | {licences.replace('|', '/')} |")


if __name__ == "__main__":
    main()
