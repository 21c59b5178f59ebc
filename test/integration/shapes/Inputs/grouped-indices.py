# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces the second and fourth of four or five dimensions, and compares with numpy.

Extents are around the limits of `-reduce-outer-first` for several indices of the first dimension in
one tile: how many elements a row has, how many rows an index, and how many of the indices the
memory on the stack has room for; if extents are known, how many bytes an index and its rows have.
"""

import math

import numpy as np

from cases import VECTOR_SIZES, get_operations
from elements import DTYPES
from generated import get_drawn_cases, main
from guarded import run
from limits import around

MAX_ELEMENTS = 1 << 17
# VectorTarget::getTileBytes for first caches of 32 KiB to 63 KiB.
SCRATCH_BYTES = 1 << 14


def draw_shape(choice, limits, element_type, rank):
    size = np.dtype(DTYPES[element_type]).itemsize
    # States of f16 and bf16 have four bytes.
    most = SCRATCH_BYTES // choice.choice([size, max(size, 4)])
    while True:
        vector = choice.choice(VECTOR_SIZES) // size
        row = choice.choice([1, 2, 3, 4, 5, 7, 8, *around(vector), vector * choice.randint(2, 9)])
        last = choice.choice([1, 2, 3, 5, 7]) if rank == 5 else 1
        elements = choice.choice(
            [*around(most // limits["minGroupedIndices"]), *around(most), choice.randint(1, 200)]
        )
        rows = max(1, elements // (row * last) + choice.randint(-1, 1))
        reduced = choice.choice([1, 2, 3, *around(limits["minStagedCount"]), 20])
        groups = max(1, most // (row * last * rows))
        outer = choice.choice([1, 2, *around(groups), 2 * groups, choice.randint(1, 40)])
        shape = (outer, reduced, rows, row, last)[:rank]
        if math.prod(shape) <= MAX_ELEMENTS:
            return shape


def draw_known_shape(choice, limits, element_type):
    """Returns a shape whose indices of the first dimension are short, or just not."""
    size = np.dtype(DTYPES[element_type]).itemsize
    while True:
        row = choice.choice([1, 2, 3, 4, 5, 7, 8, 16, choice.randint(1, 40)])
        most = limits["maxGroupedRowBytes"] // size // row
        rows = max(1, choice.choice([*around(most), choice.randint(1, 12)]))
        most = limits["maxGroupedIndexBytes"] // size // (rows * row)
        reduced = max(1, choice.choice([*around(most), choice.randint(1, 12)]))
        groups = SCRATCH_BYTES // max(size, choice.choice([1, 4])) // (row * rows)
        outer = max(1, choice.choice([1, 2, 3, *around(groups), 2 * groups + 1]))
        shape = outer, reduced, rows, row
        if math.prod(shape) <= MAX_ELEMENTS:
            return shape


def get_functions(choice, limits):
    """Yields the operation, declared shape and axes of each function: of each operation, one of
    known shape, one of unknown shape, and one of partly unknown shape, of four or five
    dimensions."""
    for operation in get_operations():
        yield operation, draw_known_shape(choice, limits, operation[1]), [1, 3]
        yield operation, (None,) * 4, [1, 3]
        shape = draw_shape(choice, limits, operation[1], choice.choice([4, 5]))
        unknown = choice.randrange(len(shape))
        yield operation, tuple(
            None if dim == unknown or choice.random() < 0.3 else extent
            for dim, extent in enumerate(shape)
        ), [1, 3]


if __name__ == "__main__":
    run(
        lambda: main(__doc__, "grouped-indices", get_drawn_cases(get_functions, draw_shape), calls=8)
    )
