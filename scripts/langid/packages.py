"""The packages that sources.txt names, a line each: `apt-cache pkgnames | packages.py SOURCES`.

Globs stand for the names read from standard input, but not for packages without text of their own (WITHOUT_TEXT).
"""

import fnmatch
import pathlib
import re
import sys

WITHOUT_TEXT = re.compile(r"-l10n-(all|en-.*)$|^hunspell-(tools|en-med|de-med)$|^manpages-posix|^aspell-doc$|-dbgsym$")


def named(sources, names):
    """Of `names` those that a rule takes; a name that is no glob must exist."""
    wanted = set()
    for line in sources.splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        for pattern in words[3:]:
            if "*" in pattern:
                wanted.update(name for name in fnmatch.filter(names, pattern) if not WITHOUT_TEXT.search(name))
            elif pattern in names:
                wanted.add(pattern)
            else:
                raise SystemExit(f"packages.py: there is no package {pattern}")
    return sorted(wanted)


def main():
    names = set(sys.stdin.read().split())
    print("\n".join(named(pathlib.Path(sys.argv[1]).read_text(), names)))


if __name__ == "__main__":
    main()
