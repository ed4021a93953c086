"""Files of a Debian package, taken by rules without installing it.

A file of rules has a line a rule: READER LABEL PATTERN PACKAGE… (scripts/*/sources.txt tell what each
means); `#` begins a comment.
"""

import collections
import fnmatch
import pathlib
import subprocess
import tarfile
import tempfile

import sampling

Rule = collections.namedtuple("Rule", "reader limit label pattern")


def rules_of(sources, package):
    rules = []
    for line in pathlib.Path(sources).read_text().splitlines():
        words = line.split()
        if words and not line.startswith("#") and any(fnmatch.fnmatchcase(package, name) for name in words[3:]):
            reader, _, limit = words[0].partition(":")
            rules.append(Rule(reader, int(limit) * 1_000_000 if limit else None, words[1], words[2]))
    return rules


def members(rules, deb, part="fsys"):
    """(rule, path, bytes) of the files that the rules take: each file by every rule that matches it, down to the
    first "skip". `part`: fsys, or ctrl for the package's control files. A reader in OUTSIDE limits what
    is within its archives itself."""
    with tempfile.TemporaryFile() as file:
        subprocess.run(["dpkg-deb", f"--{part}-tarfile", deb], stdout=file, check=True)
        file.seek(0)
        with tarfile.open(fileobj=file) as tar:
            taken = collections.defaultdict(list)
            for member in tar:
                for rule in rules:
                    if member.isfile() and fnmatch.fnmatchcase(member.name, rule.pattern):
                        if rule.reader == "skip":
                            break
                        taken[rule].append((member.name, member.size, member))
            for rule in rules:
                # An archive's own limit is that of the files within.
                outer = None if rule.reader in ("tar", "zip") else rule.limit
                for path, _, member in sampling.chosen(taken.pop(rule, []), outer):
                    yield rule, path, tar.extractfile(member).read()
