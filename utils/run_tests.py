#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tests of build trees with lit, and counts their results.

A tier is a set of tests. "fast" is part of "push", which is part of "all"; the
tests that a smaller tier leaves out are listed in test/tiers.txt.

The last line is "N passed, N failed", followed by ", N skipped" if any were. The
status is 0 only if tests ran, none failed and lit succeeded.
"""

import argparse
import collections
import fnmatch
import json
import os
import re
import subprocess
import sys

# All other results of lit are failures, including an unexpected pass.
OUTCOMES = {
    "PASS": "passed",
    "FLAKYPASS": "passed",
    "XFAIL": "passed",
    "SKIPPED": "skipped",
    "UNSUPPORTED": "skipped",
}
TIERS = ("fast", "push", "all")
LIST = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "test", "tiers.txt")

# Time limit of one test, by tier: campaigns take long.
SECONDS_PER_TEST = {"fast": 300, "push": 900, "all": 7200}


def fail(message):
    print(f"run_tests.py: error: {message}", file=sys.stderr)
    print("0 passed, 0 failed")
    sys.exit(1)


def list_files(top):
    """Returns the files below a folder, relative to it."""
    return [
        os.path.relpath(os.path.join(folder, name), top)
        for folder, _, names in os.walk(top)
        for name in names
    ]


def read_tiers(path):
    """Returns the pattern and the first tier of each line of the list. Each pattern
    must match an existing test."""
    entries = []
    tests = list_files(os.path.dirname(path))
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            words = line.partition("#")[0].split()
            if not words:
                continue
            place = f"{os.path.basename(path)}:{number}"
            if len(words) != 2 or words[0] not in TIERS[1:]:
                fail(f"{place}: expected 'push TEST' or 'all TEST'")
            tier, pattern = words
            if not fnmatch.filter(tests, pattern):
                fail(f"{place}: there is no test '{pattern}'")
            entries.append((tier, pattern))
    return entries


def get_filter(entries, tier):
    """Returns the options that make lit leave out the tests that are not in `tier`."""
    left_out = [
        pattern.replace(".", r"\.").replace("*", ".*")
        for first, pattern in entries
        if TIERS.index(first) > TIERS.index(tier)
    ]
    return ["--filter-out", f" :: ({'|'.join(left_out)})$"] if left_out else []


def run(build, arguments, options):
    """Runs the tests of one build tree; returns the counts of results by outcome, and
    whether lit succeeded."""
    tests = os.path.join(build, "test")
    suites = [tests]
    # Without GoogleTest there are no unit tests.
    unit_tests = os.path.join(build, "unittests")
    if os.path.exists(os.path.join(unit_tests, "lit.site.cfg.py")):
        suites.append(unit_tests)
    results = os.path.join(tests, "results.json")
    # Results of an earlier run must not be mistaken for new ones.
    if os.path.exists(results):
        os.remove(results)
    lit = subprocess.run(
        [sys.executable, arguments.lit, *options, "--output", results, *suites]
    )
    counts = collections.Counter()
    if os.path.exists(results):
        with open(results) as file:
            for test in json.load(file)["tests"]:
                counts[OUTCOMES.get(test["code"], "failed")] += 1
    if not counts["passed"] and not counts["failed"]:
        print(f"run_tests.py: error: no test ran in {build}", file=sys.stderr, flush=True)
        return counts, False
    return counts, lit.returncode == 0 and not counts["failed"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("builds", metavar="BUILD", nargs="+", help="a build tree")
    parser.add_argument("--lit", default="/usr/lib/llvm-22/bin/lit")
    parser.add_argument("--tier", choices=TIERS, default="push", help="tests to run (push)")
    parser.add_argument("--tiers", metavar="FILE", default=LIST, help="the list of tiers")
    parser.add_argument(
        "--seed", help="seed of random tests: a number, or 'random' for a new one each time"
    )
    arguments = parser.parse_args()

    tier = arguments.tier
    options = ["-sv", "--diagnostic-level", "warning"]
    options += ["--timeout", str(SECONDS_PER_TEST[tier]), "--param", f"tier={tier}"]
    options += get_filter(read_tiers(arguments.tiers), tier)
    if arguments.seed:
        options += ["--param", f"seed={arguments.seed}"]

    counts, good = collections.Counter(), True
    for build in arguments.builds:
        counts_here, good_here = run(build, arguments, options)
        counts += counts_here
        good = good and good_here

    summary = f"{counts['passed']} passed, {counts['failed']} failed"
    if counts["skipped"]:
        summary += f", {counts['skipped']} skipped"
    print(summary, flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
