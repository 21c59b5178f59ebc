# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds tools that contain a mutant, beside a finished build tree.

Nothing is written to the checkout or to the build tree. A mutated source is
compiled by the build tree's own command, from a folder in which all other sources
are links to the checkout's. The tools are linked by their own commands with the
mutated objects before the archives, so that the archive members with the same
contents are not used.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys

TOOLS = ("reduce-opt", "reduce-compile", "reduce-run", "reduce-position-test")
# Embeds the texts of the files .mlir, each from the build tree's NAME.mlir.inc.
EMBEDDING = "lib/Target/CInterface/CInterfaceSupport.cpp"


class BuildError(Exception):
    """A mutant does not build, or takes too long to build."""


def run(command, directory, seconds):
    try:
        result = subprocess.run(
            command, cwd=directory, capture_output=True, text=True, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        raise BuildError(f"'{command[0]}' takes more than {seconds} s") from None
    if result.returncode != 0:
        raise BuildError(result.stderr or result.stdout)
    return result.stdout


class BuildTree:
    """A build tree that is up to date, and its commands."""

    def __init__(self, path, seconds):
        self.path = os.path.realpath(path)
        self.seconds = seconds
        cache = os.path.join(self.path, "CMakeCache.txt")
        if not os.path.exists(cache):
            sys.exit(f"mutate.py: error: no build tree: {path}")
        with open(cache) as file:
            text = file.read()
        self.root = re.search(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$", text, re.MULTILINE)[1]
        # Debian's Python, which has the modules for lit and numpy.
        self.python = re.search(r"^REDUCE_PYTHON:FILEPATH=(.*)$", text, re.MULTILINE)[1]
        with open(os.path.join(self.path, "compile_commands.json")) as file:
            entries = json.load(file)
        self.compile_commands = {
            os.path.relpath(entry["file"], self.root): shlex.split(entry["command"])
            for entry in entries
        }
        self.link_commands = {}
        self.dependents = None

    def update(self):
        """Builds the tools that the tests need, if they are not up to date."""
        command = ["ninja", "-C", self.path, *(f"bin/{tool}" for tool in TOOLS)]
        # A dry run writes nothing: another ninja may be running, and running
        # the tests.
        look = subprocess.run([*command, "-n"], capture_output=True, text=True)
        if look.returncode == 0 and "no work to do" in look.stdout:
            return
        if subprocess.run(command, stdout=sys.stderr).returncode != 0:
            sys.exit(f"mutate.py: error: {self.path} does not build")

    def get_link_command(self, tool):
        if tool not in self.link_commands:
            command = ["ninja", "-t", "commands", "-s", f"bin/{tool}"]
            text = run(command, self.path, self.seconds)
            words = shlex.split(text)
            # CMake writes ": && COMMAND && :".
            begin, end = words.index("&&") + 1, len(words) - 1 - words[::-1].index("&&")
            self.link_commands[tool] = words[begin:end]
        return list(self.link_commands[tool])

    def get_sources(self, path):
        """Returns the sources below lib that depend on `path`."""
        if path.endswith(".cpp"):
            return [path]
        if path.endswith(".mlir"):
            return [EMBEDDING]
        if self.dependents is None:
            self.dependents = {}
            source = None
            for line in run(["ninja", "-t", "deps"], self.path, self.seconds).splitlines():
                match = re.match(r"(\S+)/CMakeFiles/\w+\.dir/(\S+)\.o: ", line)
                if match:
                    source = f"{match[1]}/{match[2]}"
                elif line.startswith("    ") and source and source.startswith("lib/"):
                    used = os.path.relpath(os.path.join(self.path, line.strip()), self.root)
                    self.dependents.setdefault(used, []).append(source)
        # Only sources that are part of the tools: lib/CAPI and others are not.
        folders = ("lib/IR/", "lib/Support/", "lib/Conversion/", "lib/Transforms/", "lib/Target/")
        return [s for s in self.dependents.get(path, []) if s.startswith(folders)]


class Workspace:
    """A folder with what the tests need of a build tree, partly built with a mutant.
    Everything else, or everything if there is no mutant, is the build tree's."""

    def __init__(self, tree, path):
        self.tree = tree
        self.path = path
        self.objects = []
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(os.path.join(path, "test"))
        os.makedirs(os.path.join(path, "bin"))
        for folder, skipped in (("", ("bin", "test")), ("bin", ())):
            for name in os.listdir(os.path.join(tree.path, folder)):
                if name not in skipped:
                    link = os.path.join(path, folder, name)
                    os.symlink(os.path.join(tree.path, folder, name), link)
        self.write_lit_configuration()

    def write_lit_configuration(self):
        with open(os.path.join(self.tree.path, "test", "lit.site.cfg.py")) as file:
            text = file.read()
        for name, folder in (("reduce_obj_root", ""), ("reduce_tools_dir", "bin")):
            line = f'config.{name} = r"{os.path.join(self.path, folder).rstrip("/")}"'
            pattern = re.compile(rf"^config\.{name} = .*$", re.MULTILINE)
            text, count = pattern.subn(lambda _: line, text)
            if count != 1:
                sys.exit(f"mutate.py: error: lit.site.cfg.py does not set {name}")
        with open(os.path.join(self.path, "test", "lit.site.cfg.py"), "w") as file:
            file.write(text)

    def compile(self, candidate):
        """Compiles the sources that `candidate` changes; raises BuildError."""
        with open(os.path.join(self.tree.root, candidate.file)) as file:
            original = file.read()
        mutated = candidate.apply(original)
        include = os.path.join(self.path, "mutated-include")
        os.makedirs(include)
        if candidate.file.endswith(".mlir"):
            name = os.path.basename(candidate.file) + ".inc"
            with open(os.path.join(self.tree.path, "lib", "Target", name)) as file:
                embedded = file.read()
            if embedded.count(original) != 1:
                sys.exit(f"mutate.py: error: {name} is not up to date")
            with open(os.path.join(include, name), "w") as file:
                file.write(embedded.replace(original, mutated))
        source_root = self.link_sources(candidate.file, mutated)
        for number, source in enumerate(self.tree.get_sources(candidate.file)):
            output = os.path.join(self.path, f"mutant-{number}.o")
            self.compile_source(source_root, source, output, include)
            self.objects.append(output)
        if not self.objects:
            raise BuildError("no tool contains it")
        # The tools of the build tree do not contain the mutant.
        for tool in TOOLS:
            os.remove(os.path.join(self.path, "bin", tool))

    def link_sources(self, path, text):
        """Makes a folder like the checkout's lib, with `text` as the contents of one file."""
        source_root = os.path.join(self.path, "mutated-source")
        os.makedirs(os.path.join(source_root, os.path.dirname(path)))
        parts = path.split("/")
        for depth in range(1, len(parts)):
            folder = os.path.join(*parts[:depth])
            for entry in os.listdir(os.path.join(self.tree.root, folder)):
                if entry != parts[depth]:
                    link = os.path.join(source_root, folder, entry)
                    os.symlink(os.path.join(self.tree.root, folder, entry), link)
        with open(os.path.join(source_root, path), "w") as file:
            file.write(text)
        return source_root

    def compile_source(self, source_root, source, output, include):
        command = list(self.tree.compile_commands[source])
        command[command.index("-o") + 1] = output
        command[command.index("-c") + 1] = os.path.join(source_root, source)
        # A mutant may leave a variable unused and still be valid.
        at = command.index("-o")
        command[at:at] = ["-w", f"-iquote{include}", f"-iquote{source_root}/lib"]
        run(command, self.tree.path, self.tree.seconds)

    def link(self, tool):
        """Links `tool` with the mutant, if it is not yet; raises BuildError."""
        output = os.path.join(self.path, "bin", tool)
        if os.path.exists(output):
            return
        command = self.tree.get_link_command(tool)
        at = command.index("-o")
        command[at + 1] = output
        command[at:at] = self.objects
        run(command, self.tree.path, self.tree.seconds)
