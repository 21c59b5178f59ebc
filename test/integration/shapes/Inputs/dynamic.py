# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls functions on memrefs of unknown shape, and of known shapes with few columns,
and compares with numpy.

    dynamic.py --write FILE    writes the functions
    dynamic.py LIBRARY         calls them

Shapes are around every boundary of the loops over vectors.
"""

import argparse
import ctypes
import random

import numpy as np

from cases import Case, get_long_extents, get_operations
from guarded import SIDES, Block, note, run
from seeds import parse_arguments
from values import get_filler, move

EXTENTS = [0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 100, 129, 200]
SMALL_EXTENTS = [1, 2, 3, 5, 9]
# Ranks and reduced axes: inner, outer, alternating, a middle one, and two.
FORMS = [(2, [1]), (2, [0]), (3, [0, 2]), (3, [1]), (4, [0, 2])]
# The last extents where the innermost dimension is kept and has few elements: tiles
# of -reduce-separate-columns have multiples of 16 rows, if rows are short.
COLUMN_EXTENTS = [[1, 2, 5, 15, 16, 17, 40, 300], [1, 2, 3, 9, 17, 40, 200], range(1, 10)]
# Shapes for each function: of any extents, and with a long row.
SHAPES = 8
LONG_SHAPES = 10
COLUMN_SHAPES = 10
# Functions of known shape for each operation.
KNOWN_COLUMNS = 4


def get_functions():
    """Yields the operation, declared shape and axes of each function. Each
    operation has one form of each rank, and f32 has all."""
    for i, operation in enumerate(get_operations()):
        forms = FORMS if operation[1] == "f32" else [FORMS[i % 2], FORMS[2 + i // 2 % 2]]
        for rank, axes in forms:
            yield operation, (None,) * rank, axes


def draw_columns(choice, rank):
    """Returns the extents of a tensor with few columns."""
    last = [choice.choice(extents) for extents in COLUMN_EXTENTS]
    return [choice.choice(SMALL_EXTENTS) for _ in range(rank - len(last))] + last


def get_known_columns(seed):
    """Yields the operation, shape and axes of functions of known shape."""
    choice = random.Random(seed)
    for operation in get_operations():
        for _ in range(KNOWN_COLUMNS):
            yield operation, draw_columns(choice, 3), [1]


def get_cases(seed):
    choice = random.Random(seed)
    number = -1
    for number, (operation, declared, axes) in enumerate(get_functions()):
        rank = len(declared)
        shapes = [[choice.choice(EXTENTS) for _ in declared] for _ in range(SHAPES)]
        for _ in range(LONG_SHAPES):
            shape = [choice.choice(SMALL_EXTENTS) for _ in declared]
            # Reduced, or the dimension of the vectors.
            long = choice.choice([axes[-1], rank - 1])
            shape[long] = choice.choice(get_long_extents(operation[1], 3000))
            shapes.append(shape)
        if rank >= 3 and rank - 1 not in axes:
            shapes += [draw_columns(choice, rank) for _ in range(COLUMN_SHAPES)]
        for shape in shapes:
            yield Case.make(seed, number, *operation, shape, declared, axes)
    for operation, shape, axes in get_known_columns(seed):
        number += 1
        yield Case.make(seed, number, *operation, shape, tuple(shape), axes)


def get_fields(array):
    """Returns the fields of a memref in the order of LLVM functions' arguments."""
    strides = [stride // array.itemsize for stride in array.strides]
    pointer = ctypes.c_void_p(array.ctypes.data)
    numbers = [0, *array.shape, *strides]
    return [pointer, pointer] + [ctypes.c_int64(number) for number in numbers]


def find_mistake(library, case, number):
    """Calls the function of `case`; returns an error, or None."""
    values = move(case, number)
    expected = np.asarray(case.expected(values))
    filler = get_filler(case, expected, number)
    data = Block(values, SIDES[number % 2], filler)
    blank = np.full(expected.shape, filler, case.dtype)
    out = Block(blank, SIDES[number // 2 % 2], filler)
    note(f"{case}, shape {case.shape}")
    getattr(library, f"case{case.number}")(*get_fields(data.array), *get_fields(out.array))
    if not data.is_untouched():
        return "the input was written"
    if not case.agrees(expected, out.array):
        return f"expected {expected.reshape(-1)[:8]}, got {out.array.reshape(-1)[:8]}"
    return out.find_stray_write()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", metavar="FILE")
    parser.add_argument("library", nargs="?")
    arguments = parse_arguments(parser)
    cases = list(get_cases(arguments.seed))
    if arguments.write:
        with open(arguments.write, "w") as file:
            file.writelines({case.number: case.function for case in cases}.values())
        return 0
    library = ctypes.CDLL(arguments.library)
    calls = differences = 0
    for i, case in enumerate(cases):
        mistake = find_mistake(library, case, i)
        calls += 1
        if mistake:
            differences += 1
            print(f"{case}, shape {case.shape}: {mistake}")
    print(f"{differences} differences in {calls} calls")
    return 1 if differences or not calls else 0


if __name__ == "__main__":
    run(main)
