#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that source files state their name and licence.

C, C++ and TableGen files begin with LLVM's header in 80 columns, with their own
name. Scripts and Python files have the SPDX line among their first three. CMake
files, data files and lit tests need neither, as in upstream.
"""

import argparse
import os
import re
import sys

from source_files import source_files

SPDX = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
RULE = "//===" + "-" * 70 + "===//"
LICENCE = [
    "//",
    "// Part of the Reduce project, under the Apache License v2.0 with LLVM",
    "// Exceptions. See LICENSE for license information.",
    "// " + SPDX,
    "//",
    RULE,
]
# Mode lines for editors, where the file name does not determine the language.
MODES = {".h": "-*- C++ -*-", ".td": "-*- tablegen -*-"}
WITH_HEADER = (".h", ".c", ".cpp", ".td", ".def")


def title_error(name, line):
    """Returns what is wrong with a file's first line, or None."""
    mode = MODES.get(os.path.splitext(name)[1], "")
    title = rf"//===- {re.escape(name)} - \S.*? -+{re.escape(mode)}===//"
    if not re.fullmatch(title, line):
        return f"expected '//===- {name} - description ---{mode}===//'"
    if len(line) != 80:
        return f"expected 80 columns, got {len(line)}"
    return None


def check_header(name, lines):
    """Yields (line number, error) for a file with LLVM's header."""
    error = title_error(name, lines[0] if lines else "")
    if error:
        yield 1, error
    for number, expected in enumerate(LICENCE, start=2):
        # A comment on the whole file may follow the licence.
        line = lines[number - 1] if len(lines) >= number else ""
        if line != expected:
            yield number, f"expected '{expected}', got '{line}'"
            return


def check(path, name):
    """Yields (line number, error) for the file at `path`."""
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    if name.endswith(WITH_HEADER):
        if not any(re.match(r"// RUN: ", line) for line in lines):
            yield from check_header(name, lines)
    elif name.endswith((".py", ".sh")) or (lines and lines[0].startswith("#!")):
        if "# " + SPDX not in lines[:3]:
            yield 1, f"expected '# {SPDX}' in the first three lines"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    default = os.path.join(os.path.dirname(__file__), "..")
    parser.add_argument("root", metavar="ROOT", nargs="?", default=default)
    root = parser.parse_args().root

    files = source_files(root)
    if not files:
        print(f"check_headers.py: error: no file to check in {root}")
        return 1
    failed = False
    for file in files:
        path = os.path.join(root, file)
        for number, error in check(path, os.path.basename(file)):
            print(f"{file}:{number}: error: {error}")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
