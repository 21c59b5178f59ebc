# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares reductions that use threads with numpy's, and with each other: results
have the same bits for any number of threads, and whenever they are computed.

Shapes are random, and most inputs large enough for pieces.
"""

import argparse
import ctypes
import os
import random
import subprocess
import sys

import numpy as np

import dlpack
from cases import DTYPES, EXTENTS, Case

FUNCTIONS = 32
CALLS = {"static": 1, "dynamic": 4, "runtime": 5}
VARIANTS = ["2", "3", "auto"]
# What OpenMP is told for "auto"; the first one again, last.
AUTO_THREADS = [1, 2, 3, 5, 1]
CODES = {"bf16": dlpack.BFLOAT, "i1": dlpack.BOOL}


class LargeCase(Case):
    BYTES = 600_000

    def choose_extent(self, others, limit):
        elements = self.BYTES // np.dtype(DTYPES[self.type]).itemsize
        room = max(1, elements // int(np.prod([max(1, e) for e in others])))
        if self.random.random() < 0.4:
            return room - self.random.randrange(min(room, 16))
        return self.random.choice([e for e in EXTENTS if 0 < e <= room])

    def spoil_axes(self):
        """All cases are valid."""


def compile_libraries(directory, cases):
    path = os.path.join(directory, "threads.mlir")
    with open(path, "w") as file:
        file.writelines(case.function for case in cases)
    libraries = {}
    for variant in VARIANTS:
        library = os.path.join(directory, f"threads-{variant}.so")
        options = ["--mcpu=native", f"--threads={variant}"]
        subprocess.run(["reduce-compile", path, "-o", library, *options], check=True)
        libraries[variant] = ctypes.CDLL(os.path.abspath(library))
    return libraries


def compute(case, library):
    out = np.full(case.result_shape, case.filler, case.dtype)
    inputs = case.inputs
    codes = [CODES.get(case.type)] + [None] * (len(inputs) - 1)
    codes.append(CODES.get(case.type))
    status = dlpack.call(getattr(library, f"case{case.number}"), inputs + [out], codes)
    return out if status == 0 else f"status {status}"


# Clause same-bits.
# In any number of threads.
def find_failures(case, libraries, openmp):
    results = {variant: compute(case, libraries[variant]) for variant in VARIANTS[:-1]}
    for i, threads in enumerate(AUTO_THREADS):
        openmp.omp_set_num_threads(threads)
        results[f"auto-{threads}-{i}"] = compute(case, libraries["auto"])
    expected = np.asarray(case.expected())
    first = results["2"]
    for name, result in results.items():
        if isinstance(result, str):
            yield f"{name}: {result}"
        elif not case.agrees(expected, result):
            yield f"{name}: expected {expected.reshape(-1)[:8]}, got {result.reshape(-1)[:8]}"
        elif result.tobytes() != first.tobytes():
            yield f"{name}: other bits than with 2 threads"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    parser.add_argument("--directory", default=".")
    arguments = parser.parse_args()

    print(f"seed {arguments.seed}", flush=True)
    functions = [LargeCase(arguments.seed, number) for number in range(FUNCTIONS)]
    libraries = compile_libraries(arguments.directory, functions)
    # The one that the libraries have loaded.
    openmp = ctypes.CDLL("libomp.so.5")
    count = large = failures = 0
    for function in functions:
        for call in range(CALLS[function.mode]):
            case = LargeCase(arguments.seed, function.number, call)
            count += 1
            large += case.values.nbytes >= 256 * 1024
            for failure in find_failures(case, libraries, openmp):
                failures += 1
                print(f"{case}, shape {case.shape}, axes {case.axes}\n  {failure}")
    print(f"{large} large ones of {count} cases, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
