#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tests of a build tree with lit, and counts their results.

The last line is "N passed, N failed", with ", N skipped" where some were. The
status is 0 only if tests ran, none failed and lit is content.
"""

import argparse
import collections
import json
import os
import subprocess
import sys

# Every other result of lit is a failure, an unexpected pass among them.
OUTCOMES = {
    "PASS": "passed",
    "FLAKYPASS": "passed",
    "XFAIL": "passed",
    "SKIPPED": "skipped",
    "UNSUPPORTED": "skipped",
    "EXCLUDED": "skipped",
}

# One test builds the project a second time.
SECONDS_PER_TEST = 1800


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", help="the build tree")
    parser.add_argument("--lit", default="/usr/lib/llvm-22/bin/lit")
    parser.add_argument(
        "--seed", help="what random tests draw from: a number, or 'random' for a new one each time"
    )
    arguments = parser.parse_args()

    tests = os.path.join(arguments.build, "test")
    suites = [tests]
    # Without GoogleTest there are none.
    unit_tests = os.path.join(arguments.build, "unittests")
    if os.path.exists(os.path.join(unit_tests, "lit.site.cfg.py")):
        suites.append(unit_tests)
    results = os.path.join(tests, "results.json")
    # Results of an earlier run must not pass for this one's.
    if os.path.exists(results):
        os.remove(results)
    options = ["-sv", "--diagnostic-level", "warning", "--timeout", str(SECONDS_PER_TEST)]
    if arguments.seed:
        options += ["--param", f"seed={arguments.seed}"]
    lit = subprocess.run(
        [sys.executable, arguments.lit, *options, "--output", results, *suites]
    )

    counts = collections.Counter()
    if os.path.exists(results):
        with open(results) as file:
            for test in json.load(file)["tests"]:
                counts[OUTCOMES.get(test["code"], "failed")] += 1

    summary = f"{counts['passed']} passed, {counts['failed']} failed"
    if counts["skipped"]:
        summary += f", {counts['skipped']} skipped"
    if not counts["passed"] and not counts["failed"]:
        print("run_tests.py: error: no test ran", file=sys.stderr, flush=True)
    print(summary, flush=True)
    good = lit.returncode == 0 and counts["passed"] and not counts["failed"]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
