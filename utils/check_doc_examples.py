#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the examples of the project's Markdown files.

Every fenced block marked `mlir` must be a module that reduce-opt parses and
verifies; an excerpt is marked `text` instead. A comment

    <!-- RUN: reduce-opt %s -some-pass | diff -B - %next -->

on the line before the block replaces the command reduce-opt. %s is the block,
and %next is the next fenced block, with any mark.

A block marked `console` is a session from the project's root: lines "$ COMMAND",
each followed by the command's whole output. A line "..." matches any lines. Only
a command that prints an "error: " may fail.

After a line

    <!-- FROM: path -->

a block is an excerpt of that file, in which a line "..." matches any lines.

Pages below docs/tutorials are checked only if they are named, because their
commands take minutes or change the sources.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

from source_files import source_files

# The build tree, as sessions refer to it.
BUILD = re.compile(r"(?<![\w./-])build(?=[/\s]|$)")
FENCE = re.compile(r"( *)(`{3,})(.*)")
NOTE = re.compile(r" *<!-- (RUN|FROM): (.*\S) *-->")
TUTORIALS = "docs/tutorials/"


class Block:
    """A fenced block; `notes` are its comments RUN and FROM."""

    def __init__(self, line, mark, notes):
        self.line = line
        self.mark = mark
        self.notes = notes
        self.text = ""


def read_blocks(path):
    """Returns the fenced blocks of a Markdown file."""
    blocks = []
    fence = None
    notes = {}
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            match = FENCE.match(line)
            if fence:
                if match and match[2] == fence[2] and not match[3].strip():
                    fence = None
                else:
                    blocks[-1].text += line.removeprefix(fence[1])
            elif match:
                fence = match
                blocks.append(Block(number, match[3].strip(), notes))
            match = NOTE.fullmatch(line.rstrip())
            notes = {match[1]: match[2]} if match and not fence else {}
    return blocks


def write(block, folder, name):
    path = f"{folder}/{name}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(block.text if block else "")
    return path


def check_module(file, block, next_block):
    """Runs the command of `block`; returns whether it succeeded."""
    command = block.notes.get("RUN") or "reduce-opt %s -o /dev/null"
    with tempfile.TemporaryDirectory() as folder:
        command = command.replace("%next", write(next_block, folder, "next"))
        command = command.replace("%s", write(block, folder, "example.mlir"))
        result = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
    if result.returncode != 0:
        print(result.stdout, end="")
        print(f"{file}:{block.line}: error: example failed: {command}")
    return result.returncode == 0


def read_session(block):
    """Returns pairs (command, expected lines) from a session."""
    commands = []
    for line in block.text.splitlines():
        if line.startswith("$ "):
            commands.append((line[2:], []))
        elif commands[-1][0].endswith("\\"):
            commands[-1] = (commands[-1][0] + "\n" + line, [])
        else:
            commands[-1][1].append(line)
    return commands


def make_pattern(lines):
    """Returns a pattern that matches `lines`, where "..." matches any lines."""
    return "".join(
        r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + r"\s*\n"
        for line in lines
    )


def check_excerpt(file, block, root):
    """Returns whether `block` occurs in the file that its comment FROM names."""
    source = block.notes["FROM"]
    with open(os.path.join(root, source), encoding="utf-8") as opened:
        text = opened.read()
    pattern = make_pattern(block.text.splitlines())
    if re.search(rf"^{pattern}", text, re.MULTILINE):
        return True
    print(f"{file}:{block.line}: error: block not found in {source}")
    return False


def check_session(file, block, root):
    """Runs the commands of `block`; returns whether each printed what is expected."""
    build = os.path.dirname(os.path.dirname(shutil.which("reduce-opt")))
    for command, expected in read_session(block):
        result = subprocess.run(
            ["bash", "-c", BUILD.sub(lambda _: build, command)],
            cwd=root,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        may_fail = any("error: " in line for line in expected)
        as_expected = re.fullmatch(make_pattern(expected), result.stdout)
        if not as_expected or (result.returncode and not may_fail):
            print(result.stdout, end="")
            print(f"{file}:{block.line}: error: unexpected output: {command}")
            return False
    return True


def is_example(block):
    return bool(block.notes) or block.mark in ("mlir", "console")


def check(file, block, next_block, root):
    """Returns whether `block`, an example, is correct."""
    if "FROM" in block.notes:
        return check_excerpt(file, block, root)
    if block.mark == "mlir" or "RUN" in block.notes:
        return check_module(file, block, next_block)
    return check_session(file, block, root)


def find_pages(root):
    """Returns the project's pages that contain examples."""
    return [
        page
        for page in source_files(root, [".md"])
        if any(map(is_example, read_blocks(os.path.join(root, page))))
    ]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    default = os.path.join(os.path.dirname(__file__), "..")
    parser.add_argument("root", metavar="ROOT", nargs="?", default=default)
    parser.add_argument("pages", metavar="PAGE", nargs="*", help="relative to ROOT")
    parser.add_argument("--list", action="store_true", help="print the pages with examples")
    arguments = parser.parse_args()
    root = arguments.root
    if arguments.list:
        print(*find_pages(root), sep="\n")
        return 0
    pages = arguments.pages
    if not pages:
        pages = [page for page in find_pages(root) if not page.startswith(TUTORIALS)]

    results = []
    for page in pages:
        blocks = read_blocks(os.path.join(root, page))
        for block, next_block in zip(blocks, blocks[1:] + [None]):
            if not is_example(block):
                continue
            results.append(check(page, block, next_block, root))
            # Later sessions of a tutorial depend on the results of earlier
            # ones.
            if page.startswith(TUTORIALS) and not results[-1]:
                return 1
    if not results:
        print(f"check_doc_examples.py: error: no example to check in {root}")
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
