# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tests that mutants are run against, cheapest and nearest first."""

import os
import re
import resource
import signal
import subprocess
import sys

from .build import TOOLS

LIT = "/usr/lib/llvm-22/bin/lit"
FOLDERS = ("IR", "Support", "Conversion", "Transforms", "Target")
# Tests of whole tools, for which tests of single passes are not sufficient.
INTEGRATION = (
    "calls/c-interface.test",
    "calls/dynamic-c-interface.test",
    "calls/memory.test",
    "calls/statuses.test",
    "models/constants.test",
    "sharding/faults.test",
    "sharding/fake-ranks.test",
    "values/division.test",
    "shapes/strided-rows.test",
    "axes/runtime-axes.test",
    "cpus/several-cpus.test",
)
POSITION = "--mcpu=native --draws=300 --sweeps=4 --siblings=2 --positions=200".split()
DIFFERENTIAL = "--seed 1 --functions 24".split()
# The limit of a process's address space in bytes: several times what any test
# needs. A mutant that never stops building code should fail, and not exhaust
# the machine.
ADDRESS_SPACE = 4 << 30


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))


def get_words(path):
    """Returns the words of a file's name in lower case. A test's name separates them
    by hyphens, a source's by capitals."""
    name = os.path.basename(path).split(".")[0]
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])", name)}


def list_tests(root, folder):
    """Returns the tests below a folder of the test suite, relative to the suite."""
    top = os.path.join(root, "test")
    return sorted(
        os.path.relpath(os.path.join(path, name), top)
        for path, _, names in os.walk(os.path.join(top, folder))
        for name in names
        if name.endswith((".mlir", ".test")) and name[0] != "." and "Inputs" not in path
    )


def count_common(words, others):
    """Returns how many of `words` are among `others`, in singular or plural."""
    return sum(any(word.rstrip("s") == other.rstrip("s") for other in others) for word in words)


def get_tiers(root, file):
    """Returns lists of lit tests for a mutant of `file`, in the order in which to run
    them: of all fast tests, those that have half of the words of its name; those in
    its own folder; the others."""
    near = file.split("/")[1]
    folders = [near, *(folder for folder in FOLDERS if folder != near)]
    if near == "Target":
        folders[1:1] = ["tools/reduce-compile"]
    tiers = [list_tests(root, folder) for folder in folders]
    tiers.append([f"integration/{name}" for name in INTEGRATION])
    words = get_words(file)
    alike = [
        test
        for tier in [*tiers[:-1], list_tests(root, "CodeGen"), tiers[-1]]
        for test in tier
        if 2 * count_common(words, get_words(test)) >= len(words)
    ]
    tiers = [alike, *([test for test in tier if test not in alike] for tier in tiers)]
    return [tier for tier in tiers if tier]


class Runner:
    """Runs tests in workspaces. A test that also fails without a mutant proves
    nothing: each that fails is run once in `baseline`, a workspace without one."""

    def __init__(self, tree, baseline, tests, jobs, seconds):
        self.tree = tree
        self.baseline = baseline
        self.tests = tests
        self.jobs = jobs
        self.seconds = seconds
        self.passes = {}

    def find_killer(self, workspace, file):
        """Returns the first test that fails in `workspace`, or None."""
        if self.tests:
            return self.run_tier(workspace, self.tests)
        tiers = get_tiers(self.tree.root, file)
        for number, tier in enumerate(tiers):
            # Look for failures that only whole reductions show before running
            # the slower rest.
            if number == len(tiers) - 1:
                for program in (self.run_position, self.run_differential):
                    if not program(workspace):
                        return self.check(program.__name__[len("run_") :], program)
            killer = self.run_tier(workspace, tier)
            if killer:
                return killer
        return None

    def run_tier(self, workspace, tests):
        test = self.run_lit(workspace, tests)
        if test is None:
            return None
        return self.check(test, lambda base: self.run_lit(base, [test]) is None)

    def check(self, name, passes):
        if name not in self.passes:
            self.passes[name] = passes(self.baseline)
        if not self.passes[name]:
            sys.exit(f"mutate.py: error: {name} fails without a mutant")
        return name

    def run_lit(self, workspace, tests):
        """Runs lit tests until one fails; returns that test, or None."""
        used = ""
        for test in tests:
            with open(os.path.join(self.tree.root, "test", test)) as file:
                used += file.read()
        # Scripts and drivers of integration tests call the compiler.
        for tool in TOOLS:
            if tool in used or (tool == "reduce-compile" and "%python" in used):
                workspace.link(tool)
        paths = [os.path.join(workspace.path, "test", test) for test in tests]
        command = [self.tree.python, LIT, "-v", "--max-failures=1", "--no-progress-bar"]
        command += ["-j", str(self.jobs), "--timeout", str(self.seconds), *paths]
        # lit ends tests that hang; give it time for that.
        done, output = self.run(workspace, command, self.seconds * (len(tests) + 1))
        failed = re.search(
            r"^(?:FAIL|TIMEOUT|UNRESOLVED|XPASS): Reduce :: (\S+)", output, re.MULTILINE
        )
        if failed:
            return failed[1]
        if not done:
            sys.exit(f"mutate.py: error: lit fails, but no test does\n{output}")
        return None

    def run_position(self, workspace):
        workspace.link("reduce-position-test")
        directory = os.path.join(workspace.path, "position")
        os.makedirs(directory, exist_ok=True)
        program = os.path.join(workspace.path, "bin", "reduce-position-test")
        command = [program, *POSITION, f"--directory={directory}"]
        return self.run(workspace, command, 4 * self.seconds)[0]

    def run_differential(self, workspace):
        workspace.link("reduce-compile")
        directory = os.path.join(workspace.path, "differential")
        os.makedirs(directory, exist_ok=True)
        script = os.path.join(self.tree.root, "test/integration/Inputs/differential.py")
        command = [self.tree.python, script, *DIFFERENTIAL, "--directory", directory]
        return self.run(workspace, command, 4 * self.seconds)[0]

    def run(self, workspace, command, seconds):
        """Runs a command with the tools of a workspace; returns whether it succeeded,
        and its output. A command that hangs is killed with its child processes; so is
        one that has found a failure and is reducing it."""
        environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
        environment["PATH"] = f"{workspace.path}/bin:{environment['PATH']}"
        log = os.path.join(workspace.path, "output")
        with open(log, "w") as file:
            process = subprocess.Popen(
                command, cwd=workspace.path, env=environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
                preexec_fn=limit_memory,
            )  # fmt: skip
            try:
                status = process.wait(seconds)
            except subprocess.TimeoutExpired:
                status = 1
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
        with open(log, errors="replace") as file:
            return status == 0, file.read()
