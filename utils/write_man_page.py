#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the man page of a tool from its --help, by help2man.

help2man expects GNU's format. LLVM's output is converted to it first: "Usage:",
options without a dash before their description, and no lines that are indented so
far that they would be taken for running text.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

# "  --name=<value>    - Description", or without one; values begin with "=".
OPTION = re.compile(r"( *)([-=]\S*(?: <[^>]*>)?)(?: +- ?(.*))?")


def to_gnu(help_text):
    """Converts LLVM's help to GNU's format."""
    lines = []
    for line in help_text.splitlines():
        line = line.rstrip()
        if line.startswith("OVERVIEW: "):
            continue
        line = re.sub("^USAGE: ", "Usage: ", line)
        line = re.sub("^OPTIONS:$", "", line)
        match = OPTION.fullmatch(line)
        if match:
            name, description = match[2], match[3] or ""
            if name.startswith("="):
                # A value, as an item of its option's list.
                lines.append(f"{'':8}{name}: {description}")
            else:
                lines.append("")
                lines.append(f"  {name}  {description}".rstrip())
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def run(command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(
            f"write_man_page.py: error: '{' '.join(command)}' failed: "
            + result.stderr.strip()
        )
    return result.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--help2man", default="help2man")
    parser.add_argument("--version", required=True)
    parser.add_argument("tool", metavar="TOOL")
    parser.add_argument("page", metavar="PAGE")
    arguments = parser.parse_args()

    name = os.path.basename(arguments.tool)
    text = run([arguments.tool, "--help"])
    overview = re.search("^OVERVIEW: (.*)$", text, re.MULTILINE)
    os.makedirs(os.path.dirname(arguments.page) or ".", exist_ok=True)
    # help2man runs a program to get its help.
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/help", "w", encoding="utf-8") as file:
            file.write(to_gnu(text))
        program = f"{folder}/{name}"
        with open(program, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\nexec cat '{folder}/help'\n")
        os.chmod(program, 0o755)
        page = run(
            [arguments.help2man, "--no-info", "--section=1"]
            + [f"--source=Reduce {arguments.version}", "--manual=User Commands"]
            + [f"--name={overview[1] if overview else name}"]
            + [f"--version-string={arguments.version}", program]
        )
    with open(arguments.page, "w", encoding="utf-8") as file:
        file.write(page)
    return 0


if __name__ == "__main__":
    sys.exit(main())
