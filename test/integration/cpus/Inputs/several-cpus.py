# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the code of one library for each CPU whose features this machine has, and
the code that the library selects, on random cases.

Each is compared with numpy's result, and all with each other: products of floats
may differ in their last digits, because of another order of multiplications, and
minima in the sign of a zero and the bits of a NaN. Everything else is equal bit for
bit.
"""

import argparse
import ctypes
import os
import subprocess

import numpy as np

import differential
from cases import EXTREMA, Case
from cpu import read_features
from elements import decode
from guarded import run
from seeds import parse_arguments
from threads import Call, LargeCase

CALLS = {"static": 2, "dynamic": 4, "runtime": 5}
LEVELS = {
    "x86-64-v2": {"ssse3", "sse4_1", "sse4_2", "popcnt", "cx16", "lahf_lm"},
    "x86-64-v3": {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"},
    "x86-64-v4": {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"},
}


def available_levels():
    """Returns those that this machine has according to Linux."""
    features = read_features()
    levels = []
    for level, needed in LEVELS.items():
        if not needed.issubset(features):
            break
        levels.append(level)
    return levels


class Forced:
    """A library in which each function is the one for one CPU."""

    def __init__(self, library, suffix):
        self.library = library
        self.suffix = suffix

    def __getattr__(self, name):
        is_entry = name.removeprefix("case").isdigit()
        return getattr(self.library, f"forced.{name}{self.suffix}" if is_entry else name)


def compile_libraries(directory, functions, levels, options):
    """Returns the library of `functions` as itself and as the one for each CPU."""
    stem = os.path.join(directory, "several-cpus")
    with open(f"{stem}.mlir", "w") as file:
        file.writelines(function.function for function in functions)
    command = ["reduce-compile", f"{stem}.mlir", f"--mcpu={','.join(LEVELS)}", *options]
    subprocess.run([*command, "-o", f"{stem}.a"], check=True)
    # Only code that is linked with hidden functions can call them.
    suffixes = ["." + level.replace("-", "_") for level in levels]
    with open(f"{stem}.s", "w") as file:
        for function in functions:
            for suffix in suffixes:
                name = f"case{function.number}{suffix}"
                file.write(f".globl forced.{name}\nforced.{name}: jmp {name}\n")
        file.write('.section .note.GNU-stack,"",@progbits\n')
    subprocess.run(
        ["cc", "-shared", "-nostdlib", "-o", f"{stem}.so", f"{stem}.s", f"{stem}.a"]
        + (["-lomp"] if options else []),
        check=True,
    )
    libraries = {"chosen": ctypes.CDLL(os.path.abspath(f"{stem}.so"))}
    for level, suffix in zip(levels, suffixes):
        libraries[level] = Forced(libraries["chosen"], suffix)
    return libraries


def has_same_bits(case, result, other):
    if case.op in EXTREMA and case.is_float:
        numbers = [decode(array, case.type) for array in (result, other)]
        return np.array_equal(*numbers, equal_nan=True)
    return result.tobytes() == other.tobytes()


def find_failures(case, libraries):
    yield from differential.find_failures(case, libraries)
    if case.op == "prod" and case.is_float and not case.option:
        return
    if case.expected_status is not None:
        return
    call = Call(case, 0)
    results = {name: call.compute(library, name) for name, library in libraries.items()}
    first = results["chosen"]
    for name, other in results.items():
        if isinstance(other, str):
            yield f"{name}: {other}"
        elif not has_same_bits(case, first, other):
            yield f"{name}: other bits than the library chosen"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--directory", default=".")
    parser.add_argument("--functions", type=int, default=48)
    parser.add_argument("--threads", help="of reduce-compile; cases are large then")
    arguments = parse_arguments(parser)
    options = [f"--threads={arguments.threads}"] if arguments.threads else []

    kind, number = (LargeCase, 8) if options else (Case, arguments.functions)
    functions = [kind(arguments.seed, i) for i in range(number)]
    levels = available_levels()
    libraries = compile_libraries(arguments.directory, functions, levels, options)
    print(f"forced: {' '.join(levels)}")
    count = failures = 0
    for function in functions:
        for call in range(CALLS[function.mode]):
            case = kind(arguments.seed, function.number, call)
            count += 1
            for failure in find_failures(case, libraries):
                failures += 1
                print(f"{case}, shape {case.shape}, axes {case.axes}\n  {failure}")
    print(f"{count} cases, {failures} failures")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    run(main)
