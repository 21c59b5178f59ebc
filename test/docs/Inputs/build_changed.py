# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds tools from a changed copy of the sources, beside the build tree of the
originals, and compiles only what is necessary.

usage: build_changed.py BUILD COPY WORKSPACE TOOL...

A source is compiled if it has changed, or if it includes a table (.def) or
definitions from TableGen (.cpp.inc) that have. A header that only has additional
lines does not cause recompilation; if a header has lost lines, all sources that
include it are compiled. WORKSPACE then contains what tests need: tools, and a
configuration of lit for the tests of COPY.
"""

import concurrent.futures
import difflib
import os
import re
import shlex
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "../../../utils"))
sys.dont_write_bytecode = True

from mutation.build import BuildTree, Workspace  # noqa: E402

INCLUDE = re.compile(r'^#include "([^"]+\.(?:def|cpp\.inc))"', re.MULTILINE)


def fail(message):
    sys.exit(f"build_changed.py: error: {message}")


def read(path):
    if not os.path.exists(path):
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def list_files(root, folders):
    return [
        os.path.relpath(os.path.join(folder, name), root)
        for top in folders
        for folder, _, names in os.walk(os.path.join(root, top))
        for name in names
    ]


def find_changed(root, copy):
    """Returns the files that differ in `copy`."""
    return [
        path
        for path in list_files(copy, ["include", "lib"])
        if read(os.path.join(root, path)) != read(os.path.join(copy, path))
    ]


def has_lost_lines(root, copy, path):
    before, after = (read(os.path.join(top, path)).split("\n") for top in (root, copy))
    return any(line.startswith("- ") for line in difflib.ndiff(before, after))


def generate(tree, copy, changed, generated):
    """Runs TableGen on the changed records; returns the outputs that differ."""
    if not any(path.endswith(".td") for path in changed):
        return []
    outputs = []
    folders = {os.path.dirname(path) for path in changed if path.endswith(".td")}
    for path in list_files(tree.path, folders):
        if not path.endswith(".inc"):
            continue
        command = subprocess.run(
            ["ninja", "-C", tree.path, "-t", "commands", "-s", path],
            check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip
        command = re.search(r"\S*mlir-tblgen .*? -o \S+", command)[0]
        words = shlex.split(command.replace(f"{tree.root}/include", f"{copy}/include"))
        words[-1] = os.path.join(generated, path)
        os.makedirs(os.path.dirname(words[-1]), exist_ok=True)
        subprocess.run(words, check=True)
        if read(words[-1]) != read(os.path.join(tree.path, path)):
            outputs.append(path)
        else:
            os.remove(words[-1])
    return outputs


def find_sources(tree, copy, changed):
    names = {path.removeprefix("include/") for path in changed}
    sources = {
        path
        for path in list_files(copy, ["lib"])
        if path.endswith(".cpp")
        and (path in changed or names & set(INCLUDE.findall(read(os.path.join(copy, path)))))
    }
    for path in changed:
        if path.endswith(".h") and has_lost_lines(tree.root, copy, path):
            tree.get_sources(path)
            sources.update(tree.dependents.get(path, []))
    return sorted(sources)


def get_original(tree, source):
    """Returns the source that `source` is compiled as: itself, or another of its
    folder if it is new."""
    if source in tree.compile_commands:
        return source
    folder = os.path.dirname(source)
    for other in sorted(tree.compile_commands):
        if os.path.dirname(other) == folder:
            return other
    fail(f"no source of {folder} is compiled yet, and {source} is new")


def compile_source(tree, copy, generated, source, output):
    """Starts to compile a source of the copy."""
    command = [
        re.sub(rf"{re.escape(tree.root)}/(include|lib)\b", rf"{copy}/\1", word)
        for word in tree.compile_commands[get_original(tree, source)]
    ]
    command[command.index("-o") + 1] = output
    command[command.index("-c") + 1] = os.path.join(copy, source)
    at = command.index("-o")
    # The precompiled header was built with optimization.
    command[at:at] = [f"-iquote{generated}/include", "-O1"]
    return subprocess.Popen(command, cwd=tree.path)


def link(tree, tool, objects, output):
    """Links a tool with `objects`, by source: each replaces the original object, or
    precedes the archive that contains it."""
    command = tree.get_link_command(tool)
    command[command.index("-o") + 1] = output
    for source, new in objects.items():
        old = tree.compile_commands[get_original(tree, source)]
        old = old[old.index("-o") + 1]
        library = re.search(r"/([\w-]+)\.dir/", old)[1]
        if old in command and source in tree.compile_commands:
            command[command.index(old)] = new
        elif any(os.path.basename(word) == f"lib{library}.a" for word in command):
            command.insert(command.index("-o"), new)
    os.remove(output)
    subprocess.run(command, cwd=tree.path, check=True)


def main():
    build, copy, path, *tools = sys.argv[1:]
    tree = BuildTree(build, 600)
    copy, path = os.path.realpath(copy), os.path.realpath(path)
    Workspace(tree, path)
    generated = os.path.join(path, "generated")
    changed = find_changed(tree.root, copy)
    changed += generate(tree, copy, changed, generated)
    sources = find_sources(tree, copy, changed)
    print(f"{len(changed)} files differ, {len(sources)} are compiled:", *sources)
    objects = {source: os.path.join(path, f"{n}.o") for n, source in enumerate(sources)}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        processes = pool.map(
            lambda item: compile_source(tree, copy, generated, *item).wait(), objects.items()
        )
        if not sources or any(processes):
            fail("a source does not compile, or none has changed")
        results = [
            pool.submit(link, tree, tool, objects, os.path.join(path, "bin", tool))
            for tool in tools
        ]
    for result in results:
        result.result()
    configuration = os.path.join(path, "test", "lit.site.cfg.py")
    text = read(configuration)
    for place in ("", "/test/lit.cfg.py"):
        text = text.replace(f'r"{tree.root}{place}"', f'r"{copy}{place}"')
    with open(configuration, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
