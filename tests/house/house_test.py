"""The rules of the house, read off the tree: layers of lib/, headers that teach, sizes, man pages that tell every option."""

import gzip
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = [p for d in ("lib", "tools", "tests", "bench", "training") for p in sorted((ROOT / d).rglob("*.[ch]*"))
           if p.suffix in (".h", ".cpp")]


def folders_in_order():
    text = (ROOT / "CMakeLists.txt").read_text()
    return re.search(r"set\(SLUICE_FOLDERS ([^)]*)\)", text).group(1).split()


def includes(path):
    return re.findall(r'^#include "([^"]+)"', path.read_text(), re.M)


class Layers(unittest.TestCase):
    def test_a_folder_includes_only_folders_before_it(self):
        order = {name: i for i, name in enumerate(folders_in_order())}
        for path in (ROOT / "lib").rglob("*"):
            if path.suffix not in (".h", ".cpp"):
                continue
            folder = path.relative_to(ROOT / "lib").parts[0]
            for included in includes(path):
                other = included.split("/")[0]
                self.assertIn(other, order, f"{path}: {included} is in no folder of lib/")
                self.assertLessEqual(order[other], order[folder], f"{path} includes {included}")

    def test_every_folder_stands_in_the_list(self):
        for folder in (ROOT / "lib").iterdir():
            if folder.is_dir():
                self.assertIn(folder.name, folders_in_order())

    def test_only_the_pipeline_knows_threads_and_only_cli_the_command_line(self):
        for path in (ROOT / "lib").rglob("*.[ch]*"):
            folder = path.relative_to(ROOT / "lib").parts[0]
            text = path.read_text()
            if folder != "pipeline":
                self.assertNotRegex(text, r"#include <(oneapi/)?tbb/", str(path))
            if folder != "cli":
                self.assertNotIn("#include <CLI/", text, str(path))

    def test_headers_keep_heavy_libraries_out(self):
        for path in (ROOT / "lib").rglob("*.h"):
            self.assertNotRegex(path.read_text(), r"#include [<\"](simdjson|CLI/|toml\+\+|oneapi/)", str(path))


class Headers(unittest.TestCase):
    def test_a_header_opens_with_what_it_is_for(self):
        for path in SOURCES:
            if path.suffix != ".h":
                continue
            lines = path.read_text().splitlines()
            self.assertTrue(lines[0].startswith("// "), f"{path} opens without a comment")
            self.assertIn("#pragma once", lines, str(path))

    def test_nothing_is_left_unfinished(self):
        for path in SOURCES:
            for number, line in enumerate(path.read_text().splitlines(), 1):
                self.assertNotRegex(line, r"\b(TODO|FIXME|XXX|HACK)\b", f"{path}:{number}")


class FuzzTargets(unittest.TestCase):
    def test_every_fuzz_target_is_built_and_has_seeds(self):
        built = set()
        for path in (ROOT / "tests").rglob("CMakeLists.txt"):
            built.update(re.findall(r"(?m)^sluice_fuzz\((\w+) ", path.read_text()))
        self.assertEqual(built, {path.stem for path in (ROOT / "tests/fuzz").glob("*.cpp")})
        for target in built:
            seeds = ROOT / "testdata/fuzz" / target
            self.assertTrue(seeds.is_dir() and any(seeds.iterdir()), f"{seeds}: no seeds")


class Sizes(unittest.TestCase):
    def test_files_stay_readable(self):
        for path in SOURCES:
            if path.relative_to(ROOT).parts[0] not in ("lib", "tools", "training"):
                continue
            lines = path.read_text().splitlines()
            if lines[0].startswith("// Written by "):  # by a program, for no reader
                continue
            self.assertLessEqual(len(lines), 600, f"{path} asks for a split")
            for number, line in enumerate(lines, 1):
                self.assertLessEqual(len(line), 100, f"{path}:{number} is longer than 100 characters")


class Manuals(unittest.TestCase):
    def setUp(self):
        self.bin = pathlib.Path(os.environ.get("SLUICE_BIN", ROOT / "build/release/bin"))
        self.tools = sorted(p for p in self.bin.glob("sluice*") if os.access(p, os.X_OK))
        self.assertTrue(self.tools, f"no tools in {self.bin}")

    def help_of(self, *words):
        return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout

    def check(self, manual, help_text):
        text = (ROOT / "docs" / manual).read_text()
        declared = re.findall(r"^  (?:-\w,)?(--[a-z][a-z-]+)", help_text, re.M)
        self.assertGreater(len(declared), 2)
        for option in declared:
            self.assertTrue(option in text, f"docs/{manual} does not tell of {option}")

    def test_every_option_of_every_tool_is_told(self):
        for tool in self.tools:
            if tool.name == "sluice":
                self.check("sluice.md", self.help_of(tool, "chain", "--help"))
                self.check("sluice.md", self.help_of(tool, "stats", "--help"))
            elif tool.name in ("sluice-bpe", "sluice-dedup", "sluice-mix"):
                for command in re.findall(r"^  ([a-z]+) +\S", self.help_of(tool, "--help"), re.M):
                    self.check(tool.name + ".md", self.help_of(tool, command, "--help"))
            else:
                self.check(tool.name + ".md", self.help_of(tool, "--help"))

    def test_readme_names_every_tool_and_its_manual(self):
        readme = (ROOT / "README.md").read_text()
        for tool in self.tools:
            self.assertIn(f"docs/{tool.name}.md", readme)


class Samples(unittest.TestCase):
    def test_crawl_files_are_what_their_script_makes(self):
        sample = ROOT / "testdata" / "sample"
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, str(sample / "make_crawl_sample.py"), folder], check=True)
            for name in ("crawl.warc.gz", "crawl.warc.wet.gz"):
                made = (pathlib.Path(folder) / name).read_bytes()
                # Not byte by byte: another zlib may compress otherwise.
                self.assertTrue(gzip.decompress(made) == gzip.decompress((sample / name).read_bytes()),
                                f"{name} is not what make_crawl_sample.py makes of documents.jsonl")


if __name__ == "__main__":
    unittest.main()
