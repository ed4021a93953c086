"""Takes from one Debian package the text that sources.txt names.

    extract.py SOURCES PACKAGE.deb OUTPUT.jsonl      lines {"label", "name", "text"}, sorted by name
"""

import io
import json
import os
import pathlib
import sys
import tarfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "packages"))

import languages
import package
import readers
import sampling

CODE_IN_ARCHIVE = {"c": (".c", ".h"), "java": (".java",)}


def archived(reader, label, limit, data):
    """The source files of an archive within the package."""
    suffixes = CODE_IN_ARCHIVE[label]
    if reader == "zip":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(m.filename, m.file_size) for m in archive.infolist() if m.filename.endswith(suffixes)]
            for name, _ in sorted(sampling.chosen(members, limit)):
                yield name, archive.read(name)
        return
    # Once for the names, once for the files: an .xz cannot be entered in its middle.
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:xz") as archive:
        members = [(m.name, m.size) for m in archive if m.isfile() and m.name.endswith(suffixes)]
    wanted = {name for name, _ in sampling.chosen(members, limit)}
    with tarfile.open(fileobj=io.BytesIO(data), mode="r|xz") as archive:
        for member in archive:
            if member.name in wanted:
                yield member.name, archive.extractfile(member).read()


def documents(rules, deb):
    """(label, name, text) of each document."""
    name_of_package = pathlib.Path(deb).name.split("_")[0]
    for rule, path, data in package.members(rules, deb):
        label = rule.label if rule.label != "*" else languages.language_of(path)
        if label is None:
            continue
        if rule.reader in ("tar", "zip"):
            files, reader = archived(rule.reader, label, rule.limit, data), "code"
        else:
            files, reader = [(path, data)], rule.reader
        for name, content in files:
            for piece, text in enumerate(readers.READERS[reader](name, content)):
                yield label, f"{name_of_package}:{rule.reader}:{name.removeprefix('./')}#{piece:04}", text


def main():
    sources, deb, output = sys.argv[1:]
    rules = package.rules_of(sources, pathlib.Path(deb).name.split("_")[0])
    found = sorted(documents(rules, deb), key=lambda document: document[1])
    temporary = output + ".part"
    with open(temporary, "w", encoding="utf-8", errors="replace") as out:
        for label, name, text in found:
            out.write(json.dumps({"label": label, "name": name, "text": text}, ensure_ascii=False) + "\n")
    os.replace(temporary, output)


if __name__ == "__main__":
    main()
