# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces rows whose strips, or groups, may start at a cache line, and compares with numpy.

The lengths of rows are around the limits between aligned rows and others, in vectors of a
cache line, any between them, more often the short ones whose groups are aligned, and less than
two vectors. The size of the input is around that of the caches of machines. Rows begin anywhere
in a line, and buffers begin or end with a page.
"""

import numpy as np

from cases import get_operations
from cpu import AVX512, get_variants
from elements import DTYPES
from generated import VARIANTS, get_drawn_cases, main
from guarded import run
from limits import around
from variants import NATIVE

LIMITS = [
    "alignedVectors",
    "alignedVectorsOfMany",
    "dynamicAlignedVectors",
    "nearAlignedVectors",
    "alignedSlowVectors",
    "nearAlignedSlowVectors",
    "minOrderedVectors",
]
BYTES_LIMITS = ["minAlignedBytes", "minNearAlignedBytes", "minNearAlignedBytesOfNumbers"]
# The loads that a loop may have, for Zen 5.
LOOP_LOADS = 28
# The vectors of a strip.
STRIP_VECTORS = 8
# In quarters of a vector.
SHARED_LIMITS = ["minSharedQuartersOfNumbers", "minSharedQuartersOfBytes", "minSharedQuarters"]
# What the first two caches of machines have; an input in the second one has at most half
# as much again.
CACHE_BYTES = [32 << 10, 48 << 10, 1 << 20, 2 << 20]
# One input in this many is around the end of a second cache.
FAR_PERIOD = 12
MAX_VECTORS = 80


def draw_length(choice, limits, size):
    """Returns the length of a row of elements of `size` bytes."""
    lanes = limits["lineBytes"] // size
    if choice.randrange(4) == 0:
        return choice.randint(1, 2 * lanes)
    if choice.randrange(8) == 0:
        return choice.choice(around(limits[choice.choice(BYTES_LIMITS)] // size))
    if choice.randrange(6) == 0:
        # The shortest rows that share vectors.
        quarters = limits[choice.choice(SHARED_LIMITS)]
        return choice.choice(around(quarters * lanes // 4))
    if choice.randrange(6) == 0:
        # The longest rows that share vectors: so many rows are whole vectors, the most of a group.
        rows = choice.choice([rows for rows in (2, 4, 8, 16, 32, 64) if rows <= lanes])
        length = limits["maxSharedVectors"] * lanes // rows
        return choice.choice([length - lanes // rows, length, length + lanes // rows])
    vectors = choice.choice(
        [limits[name] for name in LIMITS]
        + [choice.randint(1, MAX_VECTORS), STRIP_VECTORS * limits["longStripsUnaligned"],
           STRIP_VECTORS * choice.randint(1, 4) + limits["maxRestVectors"],
           LOOP_LOADS - limits["otherLoads"], LOOP_LOADS // choice.choice([2, 4, 8])]
        + 2 * [choice.randint(1, limits["maxUnrolledVectors"])]
    )
    return choice.choice([*around(vectors * lanes), vectors * lanes + choice.randrange(lanes)])


def draw_shape(choice, limits, element_type, rank):
    """Returns the extents of an outer dimension if there are three, rows and columns."""
    size = np.dtype(DTYPES[element_type]).itemsize
    length = draw_length(choice, limits, size)
    if choice.randrange(FAR_PERIOD) == 0:
        far = choice.choice(CACHE_BYTES[2:]) * 3 // 2
        rows = choice.choice(around(far // (length * size)))
    else:
        # Groups of rows, and those that are left over.
        near = choice.choice(CACHE_BYTES[:2]) // (length * size)
        rows = choice.choice([*range(1, 20), *around(near), near + choice.randint(1, 40)])
    outer = choice.choice([1, 2, 3]) if rank == 3 else 1
    return [*([outer] if rank == 3 else []), max(1, rows // outer), length]


def get_functions(choice, limits):
    """Yields the operation, declared shape and axes of each function."""
    for operation in get_operations():
        yield operation, (None, None), [1]
        yield operation, draw_shape(choice, limits, operation[1], 2), [1]
        length = draw_length(choice, limits, np.dtype(DTYPES[operation[1]]).itemsize)
        yield operation, (None, length), [1]
        # Outer dimensions that are reduced, or kept.
        axes = choice.choice([[2], [0, 2]])
        yield operation, draw_shape(choice, limits, operation[1], 3), axes
        yield operation, (None, None, None), axes


if __name__ == "__main__":
    usual = {name: NATIVE[name] for name in VARIANTS}
    # Machines without these features run their own code.
    variants = {**usual, **(get_variants({"znver5": AVX512}) or {})}
    all_cases = get_drawn_cases(get_functions, draw_shape)
    run(lambda: main(__doc__, "aligned-rows", all_cases, calls=6, variants=variants))
