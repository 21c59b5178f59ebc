# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces the first, third and fifth of five or six dimensions, and compares with numpy.

Extents are around the limits of `-reduce-outer-first` for the outermost dimension alone: how many
elements become one, and whether those of one index fill a vector and fit into memory on the stack.
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
# Of the functions of known shape: the last dimension is reduced or kept.
KNOWN_RANKS = [5, 5, 6]


def draw_shape(choice, limits, element_type, rank):
    size = np.dtype(DTYPES[element_type]).itemsize
    while True:
        count = choice.choice([1, 2, *around(limits["minStagedCount"]), 30, 200])
        inner = [choice.choice([1, 2, 2, 3, 4, 5, 7]) for _ in range(rank - 1)]
        elements = choice.choice(
            [*around(choice.choice(VECTOR_SIZES) // size), *around(SCRATCH_BYTES // size)]
            + [choice.randint(1, 500)]
        )
        widened = choice.randrange(rank - 1)
        inner[widened] = max(1, elements * inner[widened] // math.prod(inner))
        shape = (count, *inner)
        if math.prod(shape) <= MAX_ELEMENTS:
            return shape


def get_functions(choice, limits):
    """Yields the operation, declared shape and axes of each function: of each operation, one
    of partly unknown shape, which has much code, and some of known shape."""
    for operation in get_operations():
        shape = draw_shape(choice, limits, operation[1], 5)
        yield operation, tuple(choice.choice([None, None, e]) for e in shape), [0, 2, 4]
        for rank in KNOWN_RANKS:
            yield operation, draw_shape(choice, limits, operation[1], rank), [0, 2, 4]


if __name__ == "__main__":
    run(lambda: main(__doc__, "three-reduced", get_drawn_cases(get_functions, draw_shape), calls=8))
