#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that no test passes without having tried anything: a line that expects
0 failures must print the number of cases, and expect at least one."""

import argparse
import os
import re
import sys

from source_files import source_files

# Counts in test output that should be 0.
BAD = "failures|differences|differ|errors|mistakes|wrong"
CHECK = re.compile(r"^\W*([A-Z][A-Z0-9_-]*): (.*)$")
NONE_BAD = re.compile(rf"\b0 (of .*)?({BAD})\b")
# A nonzero number, or an expression for one, and the noun that it counts.
SOME = re.compile(r"(?<![\w.])(\{\{\^?)?(\[[1-9]-9\](\[0-9\][*+]?)*|[1-9][0-9]*)\S* [a-z]")
# Expressions that also match 0.
MAYBE_NONE = re.compile(r"(?<![0-9])(\{\{\^?)(\[0-9\]|\\d)[*+]?(\}\}|\S* [a-z])")


def find_error(line):
    """Returns what is wrong with a line of a test, or None."""
    check = CHECK.match(line)
    if not check or not NONE_BAD.search(check[2]):
        return None
    rest = NONE_BAD.sub(r"\1", check[2])
    if MAYBE_NONE.search(rest):
        return "accepts a count of 0"
    if not SOME.search(rest):
        return "does not say how many cases were checked"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    default = os.path.join(os.path.dirname(__file__), "..")
    parser.add_argument("root", metavar="ROOT", nargs="?", default=default)
    root = parser.parse_args().root

    files = [file for file in source_files(root) if file.startswith("test/")]
    files = [file for file in files if file.endswith((".test", ".mlir"))]
    if not files:
        print(f"check_counts.py: error: no test in {root}")
        return 1
    failed = False
    for file in files:
        with open(os.path.join(root, file), encoding="utf-8") as content:
            for number, line in enumerate(content, 1):
                error = find_error(line)
                if error:
                    print(f"{file}:{number}: error: {error}: {line.strip()}")
                    failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
