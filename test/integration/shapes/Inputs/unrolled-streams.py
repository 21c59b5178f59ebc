# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces inputs that are in no cache, by code for a CPU that reads memory in several places by
instructions of their own and in loads of half a cache line, and compares with numpy.

The length of a row is around those from which it is read so, or from which rows are spread, and
many of these are not whole lines. Short rows are read in blocks, and columns are combined in blocks
or groups of rows; those of few rows and columns are read under masks. Each shape of two dimensions
is declared twice: as it is, and unknown. Those of three are known.
"""

import random

import numpy as np

from cases import Case, get_operations
from cpu import AVX512, get_variants
from elements import DTYPES
from generated import main
from guarded import run
from limits import around

# From CacheSizes.cpp: the last cache of znver5.
MEMORY_BYTES = 16 << 20


def draw_rows(choice, limits, size):
    """Returns the shape of rows. A row may be as long as the input."""
    names = ["minUnrolledBytes", "minSlowUnrolledBytes", "minUnrolledSpreadBytes",
             "minLoneUnrolledBytes"]
    length = choice.choice(
        [choice.randint(200, 9000), choice.randint(100_000, 900_000), MEMORY_BYTES // size]
        + [each for name in names for each in around(limits[name] // size)]
    )
    return (MEMORY_BYTES // size // length + choice.randint(1, 3), length)


def draw_short_rows(choice, limits, size):
    """Returns the shape of rows of up to some lines."""
    length = choice.randint(1, choice.choice([16, 2 * limits["minUnrolledSpreadBytes"] // size]))
    return (MEMORY_BYTES // size // length + choice.randint(1, 300), length)


def draw_columns(choice, limits, size):
    """Returns the shape of columns: few, whole lines, or as many as a row of some KiB has."""
    line = limits["lineBytes"] // size
    length = choice.choice(
        [choice.randint(1, 40), choice.randint(30, 300), line * choice.randint(2, 200),
         choice.randint(1000, 90_000), *around(limits["maxUnrolledRowBytes"] // size)]
    )
    return (MEMORY_BYTES // size // length + choice.randint(1, 40), length)


def draw_groups(choice, limits, size):
    """Returns the shape of blocks of rows: few of few columns, or up to much memory."""
    columns = choice.choice([choice.randint(2, 40), choice.randint(2, 300)])
    block = choice.choice(["maxApartRowsBytes", "minUnrolledRowsBytes"])
    rows = choice.choice(
        [choice.randint(2, 14), choice.randint(15, 400),
         limits[block] // size // columns + choice.randint(0, 2)]
    )
    return (MEMORY_BYTES // size // (rows * columns) + choice.randint(1, 9), rows, columns)


def draw_outer_rows(choice, limits, size):
    """Returns the shape of two indices of rows."""
    rows, length = draw_rows(choice, limits, size)
    return (2, -(-rows // 2), length)


def get_all_cases(seed, limits, calls):
    choice = random.Random(seed)
    number = 0
    for operation in get_operations():
        size = np.dtype(DTYPES[operation[1]]).itemsize
        for draw, axes in [(draw_rows, [1]), (draw_rows, [0, 1]), (draw_short_rows, [1]),
                           (draw_columns, [0])]:
            for _ in range(calls):
                shape = draw(choice, limits, size)
                for declared in [shape, (None, None)]:
                    number += 1
                    yield Case.make(seed, number, *operation, shape, declared, axes)
        for draw, axes in [(draw_groups, [1]), (draw_outer_rows, [0, 2])]:
            for _ in range(calls):
                shape = draw(choice, limits, size)
                number += 1
                yield Case.make(seed, number, *operation, shape, shape, axes)


if __name__ == "__main__":
    # Machines without these features run their own code.
    variants = get_variants({"znver5": AVX512})
    run(lambda: main(__doc__, "unrolled-streams", get_all_cases, calls=1, variants=variants))
