#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists the files of the project, one path relative to ROOT on each line.

In a git work tree, these are the files that git tracks or would add. In an exported
archive, these are all files except those in build trees and caches.
"""

import argparse
import os
import subprocess
import sys


def git_files(root):
    """Returns the files that git knows, or None if `root` is not the top of a work tree."""
    if not os.path.exists(os.path.join(root, ".git")):
        return None
    command = ["git", "-C", root, "ls-files", "-z"]
    command += ["--cached", "--others", "--exclude-standard"]
    try:
        listing = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        return None
    if listing.returncode != 0:
        return None
    files = listing.stdout.split("\0")[:-1]
    # A deleted file stays in the list until the deletion is staged.
    return [file for file in files if os.path.isfile(os.path.join(root, file))]


def walked_files(root):
    files = []
    for folder, folders, names in os.walk(root):
        at_top = os.path.samefile(folder, root)
        folders[:] = [
            name
            for name in folders
            if name not in (".git", ".cache", "__pycache__")
            and not (at_top and name.startswith("build"))
        ]
        for name in names:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                files.append(os.path.relpath(path, root))
    return files


def source_files(root, suffixes=()):
    """Returns the project's files that end in one of `suffixes`, sorted; all files if
    there are no suffixes."""
    files = git_files(root)
    if files is None:
        files = walked_files(root)
    if suffixes:
        files = [file for file in files if file.endswith(tuple(suffixes))]
    return sorted(files)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", metavar="ROOT")
    parser.add_argument("suffixes", metavar="SUFFIX", nargs="*")
    arguments = parser.parse_args()
    for file in source_files(arguments.root, arguments.suffixes):
        print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
