# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Verifies the round trip of all MLIR files of a folder."""

import pathlib
import subprocess
import sys

COMMAND = ["reduce-opt", "--allow-unregistered-dialect", "--split-input-file"]


def run(path, *options):
    return subprocess.run([*COMMAND, *options, path], capture_output=True, text=True)


parsed = 0
differ = 0
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.mlir")):
    result = run(path, "--verify-roundtrip")
    if result.returncode != 0 and run(path).returncode != 0:
        continue  # It is there to be refused.
    parsed += 1
    if result.returncode != 0:
        print(f"{path}: {result.stderr}")
        differ += 1
print(f"{differ} of {parsed} files differ")
sys.exit(differ != 0)
