"""People's names, of which no language can be told: those that packages' copyright files thank.

    names.py PACKAGE.deb… > rows.tsv       rows are source, label, text: some names each
"""

import re
import subprocess
import sys
import zlib

NAME = re.compile(r"(?:^|[\d,©)] )((?:[^\W\d_a-z]\w*[.’'-]?\w*\.? ){1,3}[^\W\d_a-z][\w’'-]+)(?= ?(?:<|\(|,|$))", re.M)
NO_NAMES = re.compile(r"\b(?:The|Inc|Ltd|Foundation|License|Corporation|Software|Copyright|University|Project|Public|Free|All|Rights|GmbH|Files|"
                      r"Team|Developers|Authors|Contributors|Systems|Group|Company|Debian|General|Version|Red|Hat|Google|Research|Institute|"
                      r"Licence|Technologies|Laboratory|Network|Apache|Open|Source|Limited|Association|Community|Center|Labs|Packaging)\b")


def names_in(package):
    """Of all copyright files of a package."""
    files = subprocess.run(["dpkg-deb", "--fsys-tarfile", package], capture_output=True, check=True).stdout
    shown = subprocess.run(["tar", "-xO", "--wildcards", "*/share/doc/*/copyright"], input=files, capture_output=True, check=False)
    for name in NAME.findall(shown.stdout.decode("utf-8", "ignore")):
        if not NO_NAMES.search(name):
            yield name


def main():
    names = sorted({name for package in sys.argv[1:] for name in names_in(package)}, key=lambda name: zlib.crc32(name.encode()))
    at = 0
    while at < len(names):
        size = 2 + zlib.crc32(names[at].encode()) % 9
        print("names", "zxx", ", ".join(names[at : at + size]), sep="\t")
        at += size


if __name__ == "__main__":
    main()
