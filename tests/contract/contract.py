#!/usr/bin/python3
"""The contract that every tool keeps, as a table of tools (tools.py) and cases (case_*.py).

    contract.py --bin build/release/bin                    every case of every tool
    contract.py --bin build/release/bin cat.closed_pipe    some of them (shell patterns)
    contract.py --list                                     their names, one a line

Exit code 77: everything that was asked for was skipped. SLUICE_LONG=1 adds the long cases, SLUICE_SANITIZED=1
leaves out those about memory.
"""

import argparse
import fnmatch
import importlib
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
# Compiled cases are kept where -X pycache_prefix says (ctest has them there), and never in the tree.
sys.dont_write_bytecode = sys.pycache_prefix is None
sys.path.insert(0, str(HERE))

from harness import Case  # noqa: E402
from tools import TOOLS  # noqa: E402


def case_classes():
    for path in sorted(HERE.glob("case_*.py")):
        module = importlib.import_module(path.stem)
        for value in vars(module).values():
            if isinstance(value, type) and issubclass(value, Case) and value.__module__ == path.stem:
                yield value


def concerns(patterns, tool):
    """False if no pattern can match a case of the tool, which then need not be made."""
    return not patterns or any("." not in p or fnmatch.fnmatchcase(tool.name, p.split(".")[0]) for p in patterns)


def all_cases(patterns=()):
    """Name and test, by tool: "cat.closed_pipe"."""
    cases = {}
    for tool in TOOLS:
        if not concerns(patterns, tool):
            continue
        for base in case_classes():
            if not base.applies_to(tool):
                continue
            bound = type(base.__name__, (base,), {"tool": tool, "__module__": base.__module__})
            for method in unittest.defaultTestLoader.getTestCaseNames(bound):
                if getattr(getattr(bound, method), "json_lines_only", False) and not tool.corpus.JSON_LINES:
                    continue
                name = f"{tool.name}.{method.removeprefix('test_')}"
                if name in cases:
                    raise ValueError(f"two cases are called {name}")
                cases[name] = bound(method)
    return cases


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, help="folder of the built programs")
    parser.add_argument("--list", action="store_true", help="print the names of all cases")
    parser.add_argument("names", nargs="*", help="patterns of cases to run")
    options = parser.parse_args()
    cases = all_cases(options.names)
    if options.list:
        print("\n".join(cases))
        return 0
    if not options.bin:
        parser.error("--bin is needed")
    Case.bin = options.bin.resolve()
    chosen = [case for name, case in cases.items()
              if not options.names or any(fnmatch.fnmatchcase(name, p) for p in options.names)]
    if not chosen:
        parser.error("no case has such a name")
    result = unittest.TextTestRunner(verbosity=2).run(unittest.TestSuite(chosen))
    if not result.wasSuccessful():
        return 1
    return 77 if len(result.skipped) == len(chosen) else 0


if __name__ == "__main__":
    sys.exit(main())
