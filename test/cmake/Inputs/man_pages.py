# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the man page of a tool has every option that --help prints, and
each value of an option: man_pages.py TOOL PAGE."""

import re
import subprocess
import sys


def main():
    tool, page = sys.argv[1:]
    with open(page, encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"\\f[A-Z]|\\&", "", text).replace("\\-", "-")
    words = set(text.replace("\\(aq", "'").replace("\\", "").split())
    help_text = subprocess.run(
        [tool, "--help"], capture_output=True, text=True, check=True
    ).stdout
    names = re.findall(r"^ *([-=]\S+)", help_text, re.MULTILINE)
    missing = [name for name in names if not {name, name + ":"} & words]
    for name in missing:
        print(f"{page}: error: no option '{name}'")
    print(f"{len(names)} options, {len(missing)} missing")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
