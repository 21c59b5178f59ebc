# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces the first and third of four dimensions, perhaps inside a kept one, and compares with
numpy. The last dimension, the columns, is kept.

Extents are around the limits of `-reduce-outer-first`, for each vector length: columns around
those that two stages serve if few or many elements become one, and how many that are. With
several kept indices, there are several tiles. Some inputs are as large as the second cache, or
a little larger or smaller: then, rows and columns together are around what the memory has room
for, however many columns there are.
"""

import math

import numpy as np

from cases import VECTOR_SIZES, get_operations
from elements import DTYPES
from generated import get_drawn_cases, main
from guarded import run
from limits import around

MAX_ELEMENTS = 1 << 16
# What the memory has room for, and what second caches of machines have.
MEMORY_BYTES = [32 << 10, 64 << 10]
CACHE_BYTES = [512 << 10, 1 << 20, 2 << 20]
LARGE_PERIOD = 8
# Of the functions of known shape: with and without a kept dimension in front.
KNOWN_RANKS = [4, 4, 5]


def draw_large(choice, limits, size, rank):
    # Partial results may be wider than elements.
    elements = choice.choice(MEMORY_BYTES) // choice.choice([size, max(size, 4)])
    elements = choice.choice([*around(elements), choice.randint(64, elements)])
    rows = choice.choice([1, 2, 3, 9, choice.randint(1, 64)])
    columns = max(1, elements // rows)
    count = choice.choice([*around(limits["minStagedCount"]), 30])
    kept = choice.choice(around(choice.choice(CACHE_BYTES) // (count * rows * columns * size)))
    return (*((1,) if rank == 5 else ()), count, kept, rows, columns)


def draw_shape(choice, limits, element_type, rank):
    size = np.dtype(DTYPES[element_type]).itemsize
    if choice.randrange(LARGE_PERIOD) == 0:
        return draw_large(choice, limits, size, rank)
    while True:
        lanes = choice.choice(VECTOR_SIZES) // size
        columns = choice.choice(
            [*around(limits["maxStagedColumnVectors"] * lanes)]
            + [*around(lanes // limits["minRowsOfColumns"]), choice.randint(1, 3 * lanes)]
        )
        count = choice.choice([1, 2, 3, *around(limits["minStagedCount"]), 30])
        kept, rows = choice.choice([1, 2, 5, 12]), choice.choice([1, 2, 3, 9])
        shape = ([] if rank == 4 else [choice.randint(1, 3)]) + [count, kept, rows, columns]
        if min(shape) > 0 and math.prod(shape) <= MAX_ELEMENTS:
            return tuple(shape)


def get_functions(choice, limits):
    """Yields the operation, declared shape and axes of each function: of each operation, one
    of partly or entirely unknown shape, which has much code, and some of known shape."""
    for number, operation in enumerate(get_operations()):
        shape = draw_shape(choice, limits, operation[1], 4)
        is_partly_known = number % 2 == 0
        declared = [choice.choice([None, e]) if is_partly_known else None for e in shape]
        yield operation, tuple(declared), [0, 2]
        for rank in KNOWN_RANKS:
            shape = draw_shape(choice, limits, operation[1], rank)
            yield operation, shape, [rank - 4, rank - 2]
        size = np.dtype(DTYPES[operation[1]]).itemsize
        yield operation, draw_large(choice, limits, size, 4), [0, 2]


if __name__ == "__main__":
    run(lambda: main(__doc__, "columns-between", get_drawn_cases(get_functions, draw_shape), calls=12))
