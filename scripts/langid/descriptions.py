"""Packages' own descriptions: short English headlines about software, and a paragraph each.

    descriptions.py PACKAGE.deb… > rows.tsv       rows are source, label, text
"""

import subprocess
import sys


def paragraphs(description):
    """The headline, then what lines that begin with a space say, up to a line with a full stop alone."""
    lines = description.split("\n")
    yield lines[0]
    paragraph = []
    for line in [*(line.strip() for line in lines[1:]), "."]:
        if line == ".":
            if paragraph:
                yield " ".join(paragraph)
            paragraph = []
        else:
            paragraph.append(line)


def main():
    for package in sys.argv[1:]:
        shown = subprocess.run(["dpkg-deb", "--field", package, "Description"], capture_output=True, text=True, check=True)
        for text in paragraphs(shown.stdout.rstrip("\n")):
            print("descriptions", "en", text.replace("\t", " "), sep="\t")


if __name__ == "__main__":
    main()
