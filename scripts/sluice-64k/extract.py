"""Takes from one Debian package the text that sources.txt names.

    extract.py SOURCES PACKAGE.deb OUTPUT.jsonl      lines {"label", "name", "text"}, sorted by name
"""

import collections
import fnmatch
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import languages
import readers

CODE_IN_ARCHIVE = {"c": (".c", ".h"), "java": (".java",)}
Rule = collections.namedtuple("Rule", "reader limit label pattern")


def rules_of(sources, package):
    rules = []
    for line in pathlib.Path(sources).read_text().splitlines():
        words = line.split()
        if words and not line.startswith("#") and package in words[3:]:
            reader, _, limit = words[0].partition(":")
            rules.append(Rule(reader, int(limit) * 1_000_000 if limit else None, words[1], words[2]))
    return rules


def by_hash(name):
    return hashlib.sha256(name.encode()).digest()


def chosen(members, limit):
    """Of (name, size, …): all, or so many bytes of them in the order of their names' hashes."""
    if limit is None:
        return members
    kept = []
    for member in sorted(members, key=lambda member: by_hash(member[0])):
        if limit < 0:
            break
        limit -= member[1]
        kept.append(member)
    return kept


def archived(reader, label, limit, data):
    """The source files of an archive within the package."""
    suffixes = CODE_IN_ARCHIVE[label]
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        if reader == "zip":
            with zipfile.ZipFile(file) as archive:
                members = [(m.filename, m.file_size) for m in archive.infolist() if m.filename.endswith(suffixes)]
                for name, _ in sorted(chosen(members, limit)):
                    yield name, archive.read(name)
            return
        # Once for the names, once for the files: an .xz cannot be entered in its middle.
        with tarfile.open(fileobj=file, mode="r:xz") as archive:
            members = [(m.name, m.size) for m in archive if m.isfile() and m.name.endswith(suffixes)]
        wanted = {name for name, _ in chosen(members, limit)}
        file.seek(0)
        with tarfile.open(fileobj=file, mode="r|xz") as archive:
            for member in archive:
                if member.name in wanted:
                    yield member.name, archive.extractfile(member).read()


def documents(rules, deb):
    """(label, name, text) of each document."""
    package = pathlib.Path(deb).name.split("_")[0]
    with tempfile.TemporaryFile() as file:
        subprocess.run(["dpkg-deb", "--fsys-tarfile", deb], stdout=file, check=True)
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
                for path, _, member in chosen(taken.pop(rule, []), outer):
                    label = rule.label if rule.label != "*" else languages.language_of(path)
                    if label is None:
                        continue
                    data = tar.extractfile(member).read()
                    if rule.reader in ("tar", "zip"):
                        files, reader = archived(rule.reader, label, rule.limit, data), "code"
                    else:
                        files, reader = [(path, data)], rule.reader
                    for name, content in files:
                        for piece, text in enumerate(readers.READERS[reader](name, content)):
                            yield label, f"{package}:{rule.reader}:{name.removeprefix('./')}#{piece:04}", text


def main():
    sources, deb, output = sys.argv[1:]
    rules = rules_of(sources, pathlib.Path(deb).name.split("_")[0])
    found = sorted(documents(rules, deb), key=lambda document: document[1])
    temporary = output + ".part"
    with open(temporary, "w", encoding="utf-8", errors="replace") as out:
        for label, name, text in found:
            out.write(json.dumps({"label": label, "name": name, "text": text}, ensure_ascii=False) + "\n")
    os.replace(temporary, output)


if __name__ == "__main__":
    main()
