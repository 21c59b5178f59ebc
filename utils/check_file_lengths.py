#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that no source file has grown beyond what one concept needs."""

import argparse
import os
import sys

from source_files import source_files

FOLDERS = ("include/", "lib/", "tools/")
MAX_LINES = 500


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    default = os.path.join(os.path.dirname(__file__), "..")
    parser.add_argument("root", metavar="ROOT", nargs="?", default=default)
    root = parser.parse_args().root

    files = [file for file in source_files(root) if file.startswith(FOLDERS)]
    if not files:
        print(f"check_file_lengths.py: error: no file to check in {root}")
        return 1
    failed = False
    for file in files:
        with open(os.path.join(root, file), "rb") as content:
            lines = len(content.read().splitlines())
        if lines > MAX_LINES:
            print(f"{file}: error: {lines} lines, at most {MAX_LINES} allowed")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
