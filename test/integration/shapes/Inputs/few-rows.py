# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces few long rows, or blocks of them, and compares with numpy.

If rows are few and long, each row has load instructions of its own: it is a stream. In a
cache, the number of rows is at most one more than the most for which that holds. Beyond the
last cache, it is at most twice as large: so many rows are reduced in blocks. The length of a
row is around the least for which rows are streams. The size of the input is around that of
the first cache, or larger. Shorter rows, of any length, are in the first cache: there, each of
up to `maxNearRows` has instructions of its own, however short it is.

More rows are reduced in blocks. Their number is around a multiple of the rows of a block. One of
these multiples is `maxBlocksApart`: with more blocks, the first one has no loop of its own.
Accumulators are in tiles. The length of a row is around that of one tile, of the longest single
tile, and of two tiles.
"""

import random

import numpy as np

from cases import get_operations
from elements import DTYPES
from generated import get_cases, main
from guarded import run
from limits import around

# What the first cache of machines has.
CACHE_BYTES = [32 << 10, 48 << 10, 64 << 10]
# One in this many known shapes is beyond the last cache of most machines.
FAR_PERIOD = 20
FAR_BYTES = 36 << 20
# One in this many shapes has short rows in the first cache.
SHORT_PERIOD = 4
# One in this many shapes has blocks of rows.
BLOCKS_PERIOD = 5


def draw_blocks(choice, limits, size):
    """Returns the extents of kept rows, rows and columns of `size` bytes each."""
    block = limits[choice.choice(["spreadRows", "blockRows"])]
    blocks = choice.choice([limits["minBlocks"], *around(limits["maxBlocksApart"] + 1)])
    rows = choice.choice([*around(block * blocks), block * blocks + choice.randrange(block)])
    # The greatest power of two up to the first cache. Accumulators may be wider than elements.
    tile = 1 << (choice.choice(CACHE_BYTES).bit_length() - 1)
    tile //= choice.choice([size, max(size, 4)])
    most = tile + tile // 2
    columns = choice.choice([*around(tile), *around(most), *around(2 * tile), tile // 3])
    return choice.choice([1, 1, 2]), rows, columns


def draw_shape(choice, limits, element_type, has_far):
    """Returns the extents of kept rows, rows and columns."""
    size = np.dtype(DTYPES[element_type]).itemsize
    if choice.randrange(BLOCKS_PERIOD) == 0:
        return draw_blocks(choice, limits, size)
    blocks = limits["minBlocks"]
    most_near, most_far = blocks * limits["spreadRows"], blocks * limits["blockRows"]
    if has_far and choice.randrange(FAR_PERIOD) == 0:
        rows = choice.randint(2, 2 * most_far)
        return 1, rows, FAR_BYTES // (rows * size) + choice.randint(1, 100)
    least = limits[choice.choice(["minStreamBytes", "minStreamBytesOfLines"])] // size
    if choice.randrange(SHORT_PERIOD) == 0:
        most = limits[choice.choice(["maxNearRows", "maxNearRowsWithMasks"])]
        rows = choice.choice([2, *around(most + 1)])
        return choice.choice([1, 1, 2, 3]), rows, choice.randint(1, least // 2)
    rows = choice.choice([*range(1, most_near + 1), most_far - 1, most_far])
    whole = choice.choice(CACHE_BYTES) // (rows * size)
    columns = choice.choice(
        [*around(least), *around(whole), choice.randint(least // 2, 3 * least), 2 * whole]
    )
    return choice.choice([1, 1, 2, 3]), rows, columns


def get_functions(choice, limits):
    """Yields the operation, declared shape and axes of each function."""
    for operation in get_operations():
        yield operation, (None, None, None), [1]
        _, rows, columns = draw_shape(choice, limits, operation[1], has_far=False)
        yield operation, choice.choice([(None, rows, None), (None, None, columns)]), [1]
        yield operation, draw_shape(choice, limits, operation[1], has_far=True), [1]
        size = np.dtype(DTYPES[operation[1]]).itemsize
        yield operation, draw_blocks(choice, limits, size), [1]


def get_all_cases(seed, limits, calls):
    choice = random.Random(seed)
    return get_cases(
        seed,
        get_functions(choice, limits),
        lambda element_type, rank: draw_shape(choice, limits, element_type, has_far=False),
        calls,
    )


if __name__ == "__main__":
    run(lambda: main(__doc__, "few-rows", get_all_cases, calls=16))
