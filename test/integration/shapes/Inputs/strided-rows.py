# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces views whose innermost stride is 1, and compares with numpy.

The memory around the elements of a view would change each result.
"""

import argparse
import ctypes
import random
import subprocess

import numpy as np

import dlpack
from cases import Case, get_long_extents, get_operations
from differential import CODES
from guarded import SIDES, Block, note, run
from seeds import parse_arguments
from values import get_filler, move

AXES = {2: [[1], [0], [0, 1]], 3: [[2], [1], [0, 2]], 4: [[1, 3]]}
# Each operation has both of the first, and one of the others.
MAIN = [((None, None), [1]), ((None, None), [0])]
STATIC = [(7, 100), (130, 4), (5, 1), (3, 6, 17)]
DYNAMIC = [(None,) * rank for rank in AXES]
ROWS = [1, 2, 3, 8, 9, 37]
COLUMNS = [0, 1, 2, 3, 4, 7, 8, 15, 17, 31, 33, 64, 65, 100, 130, 257, 1030]
OTHERS = [(0, 5), (3, 4, 5), (5, 1, 33), (2, 9, 16), (2, 3, 4, 33)]
# Many rows and strips, which are reduced in blocks.
LARGE = (1300, 1100)
# The number of shapes of rows and columns for each function on unknown shapes,
# and the number of those with long rows.
SHAPES = 12
LONG_SHAPES = 8
# One in this many operations has the large shape, and a static one.
LARGE_PERIOD = 7


def get_functions(share):
    """Yields the operation, declared shape and axes of each function, of one in
    `share` operations."""
    others = [(shape, axes) for shape in STATIC + DYNAMIC for axes in AXES[len(shape)]]
    others = [other for other in others if other not in MAIN]
    for i, operation in list(enumerate(get_operations()))[::share]:
        for shape, axes in [*MAIN, others[i % len(others)]]:
            yield i, operation, shape, axes


def get_cases(seed, share):
    """Yields the cases; some of them have the same function."""
    choice = random.Random(seed)
    for number, (i, operation, declared, axes) in enumerate(get_functions(share)):
        shapes = [declared]
        if None in declared:
            shapes = [shape for shape in OTHERS if len(shape) == len(declared)]
        if declared == (None, None):
            long_extents = get_long_extents(operation[1], 3000)
            shapes += [(choice.choice(ROWS), choice.choice(COLUMNS)) for _ in range(SHAPES)]
            shapes += [
                (choice.choice(ROWS), choice.choice(long_extents)) for _ in range(LONG_SHAPES)
            ]
            if i % LARGE_PERIOD == seed % LARGE_PERIOD:
                shapes.append(LARGE)
        for shape in shapes:
            yield Case.make(seed, number, *operation, shape, declared, axes)


def compile_library(cases):
    with open("strided-rows.mlir", "w") as file:
        file.writelines({case.number: case.function for case in cases}.values())
    subprocess.run(
        ["reduce-compile", "strided-rows.mlir", "-o", "rows.so", "--mcpu=native"], check=True
    )
    return ctypes.CDLL("./rows.so")


def get_layouts(shape, itemsize):
    """Yields names of layouts, and the strides of an array of `shape` with each."""

    def get_strides(extents, get_view=lambda memory: memory):
        # The array itself is not used, only its strides.
        memory = np.lib.stride_tricks.as_strided(
            np.zeros(1, f"V{itemsize}"), extents, get_contiguous(extents, itemsize)
        )
        return get_view(memory).strides

    *outer, columns = shape
    yield "columns", get_strides([*outer, columns + 7])
    yield "rows", get_strides([2 * outer[0], *shape[1:]], lambda m: m[1::2])
    yield "reversed", get_strides([*outer, columns + 1], lambda m: m[::-1, ..., 1:])
    if len(outer) == 2:
        swapped = [outer[1], outer[0], columns + 2]
        yield "transposed", get_strides(swapped, lambda m: m.swapaxes(0, 1))
    if columns == 1:
        yield "one column", get_strides([*outer, 5], lambda m: m[..., 2::3])
    if outer[0] > 1:
        yield "repeated", (0, *get_contiguous(shape, itemsize)[1:])


def get_contiguous(shape, itemsize):
    strides = [itemsize]
    for extent in reversed(shape[1:]):
        strides.insert(0, strides[0] * extent)
    return tuple(strides)


def find_failures(library, case):
    """Yields, for each call, None or an error."""
    code = CODES.get(case.type)
    function = getattr(library, f"case{case.number}")
    for number, (layout, strides) in enumerate(get_layouts(case.shape, case.values.itemsize)):
        values = move(case, number)
        if layout == "repeated":
            values = np.broadcast_to(values[:1], values.shape)
            # The product of the same factors, repeated, might overflow.
            if case.op == "prod" and case.is_float and case.shape[0] > 3:
                continue
        expected = np.asarray(case.expected(values))
        filler = get_filler(case, expected, number)
        data = Block(values, SIDES[number % 2], filler, strides)
        for i, step in enumerate((1, 2)):
            spread = [step * stride for stride in np.zeros(expected.shape, case.dtype).strides]
            blank = np.full(expected.shape, filler, case.dtype)
            out = Block(blank, SIDES[(number + i) % 2], filler, spread)
            where = f"{case}, {layout} {values.shape}, strides {strides}"
            note(where)
            status = dlpack.call(function, [data.array, out.array], code)
            stray = out.find_stray_write() if data.is_untouched() else "the input was written"
            if status != 0 or stray:
                yield f"{where}: status {status}, {stray}"
            elif not case.agrees(expected, out.array):
                yield (
                    f"{where}: expected {expected.reshape(-1)[:8]}, "
                    f"got {out.array.reshape(-1)[:8]}"
                )
            else:
                yield None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=int, default=1, help="one in so many operations")
    arguments = parse_arguments(parser)
    cases = list(get_cases(arguments.seed, arguments.share))
    library = compile_library(cases)
    calls = [failure for case in cases for failure in find_failures(library, case)]
    failures = [failure for failure in calls if failure]
    for failure in failures[:10]:
        print(failure)
    print(f"{len(failures)} failures in {len(calls)} calls")
    return 1 if failures or not calls else 0


if __name__ == "__main__":
    run(main)
