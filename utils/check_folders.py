#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that folders depend on each other as their READMEs say.

A folder of lib/ and the folder of the same path in include/reduce/ count as one.
The folders whose files it includes must be those that its README lists in the
line "Includes: A, B/C." or "Includes nothing.". Neither a folder nor a file may
include itself indirectly. No folder may hold more than 20 files in addition to
README and CMakeLists.txt. A library must link exactly the project's libraries
whose folders its files include.
"""

import argparse
import os
import re
import sys

from source_files import source_files

MAX_FILES = 20
COUNTED = ("lib/", "include/", "test/", "tools/")
NOT_COUNTED = ("README.md", "CMakeLists.txt", "lit.local.cfg")
SOURCE = (".cpp", ".h", ".td", ".def")
# The folder include/reduce itself; its README is lib/README.md.
TOP = "InitAll"
INCLUDE = re.compile(r'^\s*#?\s*include "([^"]+)"', re.MULTILINE)
LISTED = re.compile(r"^Includes(?: nothing|: (.*))\.$", re.MULTILINE)
LIBRARY = re.compile(r"^add_reduce_library\((\w+)(.*?)\)", re.MULTILINE | re.DOTALL)


def get_folder(file):
    """Returns the path of a file's folder below lib/ or include/reduce/, or None for
    files elsewhere."""
    folder = os.path.dirname(file)
    for root in ("lib", "include/reduce"):
        if folder == root or folder.startswith(root + "/"):
            return folder[len(root) + 1 :] or TOP
    return "CAPI" if folder == "include/reduce-c" else None


def expand(folder, includes):
    """Returns the folders that `folder` includes, and those of InitAll.h if
    `folder` includes that."""
    others = includes[folder]
    return others | includes[TOP] if TOP in others else others


def find_included(file, name, files):
    """Returns the project's file that `file` includes as `name`, or None."""
    for root in (os.path.dirname(file), "include", "lib"):
        path = os.path.normpath(os.path.join(root, name))
        if path in files:
            return path
    return None


def find_cycle(edges):
    """Returns a cycle, or None if there is none: a list of nodes. Each node leads to
    the next one, and the last to the first."""
    finished = set()

    def visit(node, path):
        if node in path:
            return path[path.index(node) :]
        if node in finished:
            return None
        for successor in sorted(edges.get(node, ())):
            cycle = visit(successor, path + [node])
            if cycle:
                return cycle
        finished.add(node)
        return None

    for node in sorted(edges):
        cycle = visit(node, [])
        if cycle:
            return cycle
    return None


def check_readmes(root, folders, includes):
    """Yields an error for each folder whose README lists other folders than it includes."""
    for folder in sorted(folders):
        readme = os.path.join("lib", "" if folder == TOP else folder, "README.md")
        try:
            with open(os.path.join(root, readme), encoding="utf-8") as file:
                match = LISTED.search(file.read())
        except FileNotFoundError:
            yield f"{readme}: error: expected a README for this folder"
            continue
        if not match:
            yield f"{readme}: error: expected a line 'Includes: FOLDER, FOLDER.'"
            continue
        listed = set((match[1] or "").split(", ")) - {""}
        for name in sorted(includes[folder] - listed):
            yield f"{readme}: error: does not list {name}, which files here include"
        for name in sorted(listed - includes[folder]):
            yield f"{readme}: error: lists {name}, which no file here includes"


def check_libraries(root, includes):
    """Yields an error for each library whose links differ from the libraries whose
    folders it includes."""
    libraries = {}
    for folder in sorted(os.listdir(os.path.join(root, "lib"))):
        path = os.path.join(root, "lib", folder, "CMakeLists.txt")
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                libraries.update(
                    (folder, (name, set(re.findall(r"\bMLIRReduce\w+", rest))))
                    for name, rest in LIBRARY.findall(file.read())
                )
    for folder, (name, linked) in libraries.items():
        used = {
            libraries[other.split("/")[0]][0]
            for user in includes
            if user.split("/")[0] == folder
            for other in expand(user, includes)
            if other.split("/")[0] in libraries
        } - {name}
        for library in sorted(used - linked):
            yield f"lib/{folder}/CMakeLists.txt: error: {name} does not link {library}"
        for library in sorted(linked - used):
            yield (
                f"lib/{folder}/CMakeLists.txt: error: {name} links {library}, but"
                " no file here includes a header of it"
            )


def check_sizes(files):
    """Yields an error for each folder with too many files."""
    sizes = {}
    for file in files:
        if file.startswith(COUNTED) and os.path.basename(file) not in NOT_COUNTED:
            folder = os.path.dirname(file)
            sizes[folder] = sizes.get(folder, 0) + 1
    for folder, size in sorted(sizes.items()):
        if size > MAX_FILES:
            yield f"{folder}: error: {size} files, at most {MAX_FILES} allowed"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    default = os.path.join(os.path.dirname(__file__), "..")
    parser.add_argument("root", metavar="ROOT", nargs="?", default=default)
    root = parser.parse_args().root

    files = source_files(root)
    sources = [f for f in files if f.endswith(SOURCE) and get_folder(f)]
    if not sources:
        print(f"check_folders.py: error: no file to check in {root}")
        return 1
    by_file = {}
    by_folder = {get_folder(file): set() for file in sources}
    for file in sources:
        with open(os.path.join(root, file), encoding="utf-8") as content:
            names = INCLUDE.findall(content.read())
        included = {find_included(file, name, set(sources)) for name in names} - {None}
        by_file[file] = included
        by_folder[get_folder(file)] |= {get_folder(f) for f in included}
    for folder, others in by_folder.items():
        others.discard(folder)

    errors = list(check_readmes(root, by_folder, by_folder))
    for kind, edges in (("folder", by_folder), ("file", by_file)):
        cycle = find_cycle(edges)
        if cycle:
            path = " -> ".join(cycle + cycle[:1])
            errors.append(f"{cycle[0]}: error: this {kind} includes itself: {path}")
    errors += check_libraries(root, by_folder)
    errors += check_sizes(files)
    for error in errors:
        print(error)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
