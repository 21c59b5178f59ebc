#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the committed reference pages match newly generated ones."""

import argparse
import difflib
import glob
import os
import sys


def read_lines(path):
    """Returns the lines of a file; none if there is no such file."""
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("generated", help="folder of pages generated now")
    parser.add_argument("committed", help="folder of pages to check")
    arguments = parser.parse_args()

    pages = sorted(glob.glob(os.path.join(arguments.generated, "*.md")))
    if not pages:
        print(f"check_pages.py: error: no page in {arguments.generated}")
        return 1
    failed = False
    for generated in pages:
        name = os.path.basename(generated)
        committed = os.path.join(arguments.committed, name)
        difference = list(
            difflib.unified_diff(
                read_lines(committed),
                read_lines(generated),
                "committed",
                "generated",
                lineterm="",
            )
        )
        if difference:
            print("\n".join(difference))
            print(f"{name}: error: out of date, run ninja reduce-docs")
            failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
