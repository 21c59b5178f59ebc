# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares reductions that use threads with numpy's, and with each other: results
have the same bits for any number of threads, and for each call.

Shapes are random, and most inputs are large enough to be split.
"""

import argparse
import ctypes
import os
import pathlib
import re
import subprocess

import numpy as np

import dlpack
from cases import EXTENTS, Case, get_long_extents
from elements import DTYPES
from guarded import SIDES, Block, note, run
from seeds import parse_arguments
from values import get_filler, move

FUNCTIONS = 32
CALLS = {"static": 1, "dynamic": 4, "runtime": 5}
VARIANTS = ["2", "3", "auto"]
PLACES = 4
# The number of threads that OpenMP uses for "auto"; the first one again, last.
AUTO_THREADS = [1, 2, 3, 5, 1]
CODES = {"bf16": dlpack.BFLOAT, "i1": dlpack.BOOL}


def read_min_bytes():
    """Returns the default of min-bytes of -reduce-split-reductions."""
    passes = pathlib.Path(__file__).resolve().parents[3] / "include/reduce/Transforms/Threads/Passes.td"
    match = re.search(r'"min-bytes", "uint64_t", /\*default=\*/"(\d+) \* 1024"', passes.read_text())
    return int(match[1]) * 1024


MIN_BYTES = read_min_bytes()


class LargeCase(Case):
    # In units of MIN_BYTES: a quarter is the limit of some products.
    SIZES = [0.25, 1, 1, 1.5, 2.5]
    LONG_PERIOD = 0

    def choose_extent(self, others, limit):
        size = self.random.choice(self.SIZES) * MIN_BYTES
        elements = int(size) // np.dtype(DTYPES[self.type]).itemsize
        room = max(1, elements // int(np.prod([max(1, e) for e in others])))
        if self.random.random() < 0.4:
            # Just below the limit, at it, or above it.
            return room + self.random.randint(-8, 8) if room > 100 else room
        extents = [e for e in EXTENTS if 0 < e <= room]
        if self.random.random() < self.long_share:
            extents = get_long_extents(self.type, room) or extents
        return self.random.choice(extents)

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


class Call:
    """The arrays of a call of `case`, and the expected result. They contain the values
    with number `number`, of those that the case may have."""

    def __init__(self, case, number):
        data = move(case, number)
        self.case = case
        self.expected = np.asarray(case.expected(data))
        filler = get_filler(case, self.expected, number)
        side = SIDES[(case.number + number) % 2]
        inputs = case.get_inputs(data)
        self.inputs = [Block(array, side, array.dtype.type(filler)) for array in inputs[:1]]
        self.inputs += [Block(array, side, 99) for array in inputs[1:]]
        self.output = Block(np.full(case.result_shape, filler, case.dtype), side, filler)
        self.codes = [CODES.get(case.type)] + [None] * (len(inputs) - 1)
        self.codes.append(CODES.get(case.type))

    def compute(self, library, where):
        """Returns the result, or an error text."""
        case = self.case
        note(f"{case}, shape {case.shape}, axes {case.axes}: {where}")
        self.output.restore()
        function = getattr(library, f"case{case.number}")
        arrays = [block.array for block in [*self.inputs, self.output]]
        status = dlpack.call(function, arrays, self.codes)
        if status != 0:
            return f"status {status}"
        if not all(block.is_untouched() for block in self.inputs):
            return "an input was written"
        return self.output.find_stray_write() or self.output.array.copy()

    def find_mistake(self, result):
        if isinstance(result, str):
            return result
        if not self.case.agrees(self.expected, result):
            return f"expected {self.expected.reshape(-1)[:8]}, got {result.reshape(-1)[:8]}"
        return None


# Clause same-bits.
# In any number of threads.
def find_failures(case, libraries, openmp):
    call = Call(case, 0)
    results = {variant: call.compute(libraries[variant], variant) for variant in VARIANTS[:-1]}
    for i, threads in enumerate(AUTO_THREADS):
        openmp.omp_set_num_threads(threads)
        name = f"auto-{threads}-{i}"
        results[name] = call.compute(libraries["auto"], name)
    first = results["2"]
    for name, result in results.items():
        mistake = call.find_mistake(result)
        if mistake:
            yield f"{name}: {mistake}"
        elif result.tobytes() != first.tobytes():
            yield f"{name}: other bits than with 2 threads"
    # With the element that decides the result at other positions.
    for number in range(1, PLACES):
        call = Call(case, number)
        variant = VARIANTS[number % len(VARIANTS)]
        mistake = call.find_mistake(call.compute(libraries[variant], f"{variant}-{number}"))
        if mistake:
            yield f"{variant}, values {number}: {mistake}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--directory", default=".")
    parser.add_argument("--functions", type=int, default=FUNCTIONS)
    arguments = parse_arguments(parser)

    functions = [LargeCase(arguments.seed, number) for number in range(arguments.functions)]
    libraries = compile_libraries(arguments.directory, functions)
    # The OpenMP library that the libraries have loaded.
    openmp = ctypes.CDLL("libomp.so.5")
    count = large = failures = 0
    for function in functions:
        for call in range(CALLS[function.mode]):
            case = LargeCase(arguments.seed, function.number, call)
            count += 1
            large += case.values.nbytes >= MIN_BYTES
            for failure in find_failures(case, libraries, openmp):
                failures += 1
                print(f"{case}, shape {case.shape}, axes {case.axes}\n  {failure}")
    print(f"{large} large ones of {count} cases, {failures} failures")
    return 1 if failures or not large else 0


if __name__ == "__main__":
    run(main)
