#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes the compiler in one place at a time, and checks whether a test fails.

Mutants of lib/IR, lib/Support, lib/Conversion, lib/Transforms and lib/Target are
made by rules (mutation/operators.py). Each is compiled and linked beside a build
tree and run against the fast tests until one fails. A mutant that survives is
either equivalent to the original, and listed in mutation/equivalents.txt with the
reason, or shows that something is not tested: the status is then 1.
"""

import argparse
import collections
import json
import os
import signal
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from mutation.build import BuildError, BuildTree, Workspace  # noqa: E402
from mutation.candidates import choose, find_all  # noqa: E402
from mutation.operators import NAMES  # noqa: E402
from mutation.suites import Runner  # noqa: E402

UTILS = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(UTILS)


def fail(message):
    sys.exit(f"mutate.py: error: {message}")


def read_equivalents(path, candidates):
    """Returns the reasons by mutant. Each entry must name an existing mutant."""
    known = {candidate.id for candidate in candidates}
    reasons = {}
    with open(path) as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            name, _, reason = line.strip().partition(" ")
            if not reason.strip():
                fail(f"{path}:{number}: no reason for {name}")
            if name not in known:
                fail(f"{path}:{number}: there is no mutant {name}")
            if name in reasons:
                fail(f"{path}:{number}: {name} is listed twice")
            reasons[name] = reason.strip()
    return reasons


def try_mutant(tree, runner, candidate, directory):
    """Tries a mutant. Returns the outcome, and the test that killed it or the reason
    why it does not build."""
    workspace = Workspace(tree, os.path.join(directory, "mutant"))
    try:
        workspace.compile(candidate)
        killer = runner.find_killer(workspace, candidate.file)
    except BuildError as error:
        return "does not build", str(error).strip()
    return ("killed", killer) if killer else ("survived", "")


def describe(outcome, detail, reason):
    if outcome == "killed":
        return f"killed by {detail}"
    if outcome == "survived" and reason:
        return f"survived, equivalent: {reason}"
    return outcome


def summarize(counts, equivalents):
    total = sum(counts.values())
    text = f"{total} mutants: {counts['killed']} killed, {counts['survived']} survived"
    text += f" ({equivalents} of them equivalent by list)"
    text += f", {counts['does not build']} do not build"
    tested = counts["killed"] + counts["survived"] - equivalents
    if tested:
        text += f"; {100 * counts['killed'] / tested:.1f} % of the others killed"
    return text


def run(arguments, chosen, reasons):
    tree = BuildTree(arguments.build, arguments.timeout * 5)
    tree.update()
    counts, equivalents, results = collections.Counter(), 0, []
    with tempfile.TemporaryDirectory(prefix="reduce-mutation-") as directory:
        directory = os.path.realpath(directory)
        baseline = Workspace(tree, os.path.join(directory, "baseline"))
        runner = Runner(tree, baseline, arguments.test, arguments.jobs, arguments.timeout)
        for candidate in chosen:
            start = time.monotonic()
            outcome, detail = try_mutant(tree, runner, candidate, directory)
            seconds = time.monotonic() - start
            reason = reasons.get(candidate.id, "")
            counts[outcome] += 1
            equivalents += outcome == "survived" and bool(reason)
            print(f"{candidate}: {describe(outcome, detail, reason)}, {seconds:.1f} s", flush=True)
            if arguments.reproduce and outcome == "does not build":
                print(detail)
            results.append(
                {
                    "id": candidate.id, "line": candidate.line, "before": candidate.before,
                    "after": candidate.replacement, "outcome": outcome, "detail": detail,
                    "equivalent": reason, "seconds": round(seconds, 1),
                }  # fmt: skip
            )
            if arguments.json:
                with open(arguments.json, "w") as file:
                    json.dump({"seed": arguments.seed, "mutants": results}, file, indent=1)
    print(summarize(counts, equivalents))
    return 1 if counts["survived"] > equivalents else 0


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default=os.path.join(UTILS, "..", "build"), help="a build tree")
    parser.add_argument("--seed", type=int, default=1, help="seed of the choice (1)")
    parser.add_argument("--mutants", type=int, default=120, help="number of mutants (120)")
    parser.add_argument("--file", action="append", help="only in this file, such as lib/IR/X.cpp")
    parser.add_argument("--operator", action="append", help="only by this operator")
    parser.add_argument("--list", action="store_true", help="only print the chosen mutants")
    parser.add_argument("--reproduce", metavar="ID", help="try only this mutant")
    parser.add_argument(
        "--except", dest="done", metavar="FILE", help="skip those in FILE, written by --json"
    )
    parser.add_argument("--json", metavar="FILE", help="write the results after each mutant")
    parser.add_argument("--equivalents", default=os.path.join(UTILS, "mutation", "equivalents.txt"))
    parser.add_argument("--test", action="append", help="run only this, such as IR/invalid.mlir")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="tests run at a time")
    parser.add_argument("--timeout", type=int, default=120, help="seconds per test, at most (120)")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    # Exit normally, so that temporary folders and child processes are cleaned
    # up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("mutate.py: error: terminated"))
    for test in arguments.test or []:
        if not os.path.isfile(os.path.join(ROOT, "test", test)):
            fail(f"there is no test '{test}'")
    for operator in arguments.operator or []:
        if operator not in NAMES:
            fail(f"no operator '{operator}'; there are {', '.join(NAMES)}")
    candidates = find_all(ROOT)
    reasons = read_equivalents(arguments.equivalents, candidates)
    files = {candidate.file for candidate in candidates}
    for file in arguments.file or []:
        if file not in files:
            fail(f"there are no mutants of '{file}'")
    if arguments.reproduce:
        chosen = [c for c in candidates if c.id == arguments.reproduce]
        if not chosen:
            fail(f"there is no mutant {arguments.reproduce}")
    else:
        wanted = [
            candidate
            for candidate in candidates
            if candidate.file in (arguments.file or files)
            and candidate.operator in (arguments.operator or NAMES)
        ]
        chosen = choose(wanted, arguments.mutants, arguments.seed)
        print(f"seed {arguments.seed}, {len(chosen)} of {len(candidates)} mutants", flush=True)
    if arguments.done:
        with open(arguments.done) as file:
            done = {mutant["id"] for mutant in json.load(file)["mutants"]}
        chosen = [c for c in chosen if c.id not in done]
    if not chosen:
        fail("0 mutants")
    if arguments.list:
        print(*chosen, sep="\n")
        return 0
    return run(arguments, chosen, reasons)


if __name__ == "__main__":
    sys.exit(main())
