# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces rows of few columns across, which are packed into vectors, and compares with numpy.

The number of columns is that of a group of rows that is whole vectors, around it, or any
other; groups are up to several strips of as many vectors as registers hold. The number of rows
is around the least for which rows are packed, or any other. The size of the input is around
that of caches, or small.
"""

import math

import numpy as np

from cases import VECTOR_SIZES, get_operations
from elements import DTYPES
from generated import get_drawn_cases, main
from guarded import run
from limits import around

# The most vectors of a group: several strips of those that accumulate.
MAX_VECTORS = 140
# Those of a few groups, which take most of the first cache.
MANY_VECTORS = 800
# The vectors of a strip of rows of unknown length.
ACCUMULATORS = 8
# What caches of machines have, and the period of inputs of that size.
CACHE_BYTES = [32 << 10, 48 << 10, 64 << 10, 3 << 19, 3 << 20]
LARGE_PERIOD = 8


def draw_columns(choice, size):
    """Returns a number of columns of `size` bytes each."""
    lanes = choice.choice(VECTOR_SIZES) // size
    vectors = choice.randint(1, MANY_VECTORS if choice.randrange(LARGE_PERIOD) == 0 else MAX_VECTORS)
    # Two rows and more are `vectors` vectors.
    rows = 2 ** choice.randint(1, lanes.bit_length() - 1) if lanes > 1 else 2
    whole = vectors * lanes // math.gcd(vectors * lanes, rows)
    return choice.choice([whole, whole, *around(whole), choice.randint(1, 8 * lanes)])


def draw_shape(choice, limits, element_type, rank):
    """Returns `rank` extents. The last one is the number of columns."""
    size = np.dtype(DTYPES[element_type]).itemsize
    columns = draw_columns(choice, size)
    if choice.randrange(LARGE_PERIOD) == 0:
        rows = choice.choice(around(choice.choice(CACHE_BYTES) // (columns * size)))
    elif choice.randrange(3) == 0:
        # Groups that are whole vectors and are read in strips.
        lanes = choice.choice(VECTOR_SIZES) // size
        period = lanes // math.gcd(lanes, columns)
        groups = limits[choice.choice(["minStripGroups", "minCostlyGroups"])]
        # Of unknown length, a group has several times as many rows.
        least = limits["minPackedStrips"] * ACCUMULATORS * lanes
        times = choice.choice([1, -(-least // (period * columns))])
        rows = choice.choice(around(groups * period * times))
    else:
        vector = choice.choice(VECTOR_SIZES)
        vectors = choice.choice([8, 16, choice.randint(1, MAX_VECTORS)])
        fills = limits[choice.choice(["minPackedFills", "minWideFills", "minNearWideFills"])]
        least = fills * vectors * vector // (columns * size)
        rows = choice.choice([*around(least), choice.randint(1, 2 * least + 2)])
    outer = choice.choice([1, 2, 3])
    return [*([outer] if rank == 3 else []), max(1, rows), columns]


def get_functions(choice, limits):
    """Yields the operation, declared shape and axes of each function."""
    for operation in get_operations():
        yield operation, (None, None), [0]
        for _ in range(3):
            yield operation, draw_shape(choice, limits, operation[1], 2), [0]
        yield operation, (None, draw_shape(choice, limits, operation[1], 2)[1]), [0]
        # The outer dimension is kept, or reduced in a loop of its own.
        yield operation, draw_shape(choice, limits, operation[1], 3), [1]
        yield operation, (None, None, None), [1]


if __name__ == "__main__":
    run(lambda: main(__doc__, "packed-rows", get_drawn_cases(get_functions, draw_shape), calls=5))
