# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces inputs beyond the second cache, by code for CPUs that read memory in several places
in turn, and compares with numpy.

The length of a row is small, around that of a turn, or around the lengths from which rows are
spread, or in streams of their own. Other rows follow until the input is large enough: so the
number of blocks is not a multiple of that of turns.

Rows of several outer indices take turns, and more rows are spread, if the input is in no cache.
Their lengths and numbers are also around limits of their own, and all extents, one of them or none
are unknown.
"""

import math
import random

import numpy as np

from cases import Case, get_operations
from cpu import AVX2, AVX512, get_variants
from elements import DTYPES
from generated import get_drawn_cases, main
from guarded import run
from limits import around

# From CacheSizes.cpp: one and a half of the second cache of znver2, and more than the last one
# of znver2 and znver4.
FAR_BYTES = 768 << 10
MEMORY_BYTES = 12 << 20
# The places in which both read memory, from TargetMachine.cpp.
STREAMS = 8
# One in this many inputs is in no cache.
MEMORY_PERIOD = 12
# The CPUs, and the features of the machine that their code needs.
CPUS = {"znver2": AVX2, "znver4": AVX512}


def draw_spread_rows(choice, limits, element_type):
    """Returns the shape of rows that may be spread."""
    size = np.dtype(DTYPES[element_type]).itemsize
    names = ["minSpreadBytes", "minDynamicSpreadBytes", "minLoneBytes", "minSpreadBytesOfLines",
             "minBlockedBytesOfLines", "minLongSpreadBytesOfLines"]
    length = choice.choice(
        [choice.randint(1, 70), choice.randint(1, 700), choice.randint(1, 7000)]
        + around(limits[choice.choice(names)] // size)
    )
    # Fewer rows are not spread, whatever their length.
    rows = max(MEMORY_BYTES // size // length, STREAMS * limits["minPartRows"])
    return (rows + choice.randint(1, 9), length)


def draw_outer_rows(choice, limits, element_type):
    """Returns the shape of rows of outer indices that may take turns."""
    size = np.dtype(DTYPES[element_type]).itemsize
    names = ["minTurnRowBytes", "minDynamicTurnRowBytes", "minTurnRowBytesOfLines",
             "rowTurnBytes", "maxTurnRowBytes", "maxTurnRowBytesOfLines", "minStripRowBytes"]
    length = choice.choice(
        [choice.randint(1, 2000)] + around(limits[choice.choice(names)] // size)
    )
    rows = choice.choice([choice.randint(2, 8), choice.randint(2, 40)] + [
        rows
        for name in ["maxTurnBlockBytes", "maxGroupedBytes"]
        for rows in around(max(limits[name] // size // length, 2))
    ])
    outer = MEMORY_BYTES // size // (rows * length) + choice.randint(1, 9)
    return (outer, rows, length)


def draw_shape(choice, limits, element_type, rank):
    if rank == 3 and choice.randrange(4) == 0:
        return draw_outer_rows(choice, limits, element_type)
    size = np.dtype(DTYPES[element_type]).itemsize
    least = MEMORY_BYTES if choice.randrange(MEMORY_PERIOD) == 0 else FAR_BYTES
    elements = least // size + choice.randint(1, least // size // 4)
    if rank == 1:
        return (elements,)
    names = ["turnBytes", "turnBytesOfLines", "maxShortIterationBytes", "minSpreadBytes",
             "minDynamicSpreadBytes", "minCachedSpreadBytes", "minDynamicCachedSpreadBytes",
             "minCachedSpreadBytesOfWords", "minLoneBytes", "minStreamedBytes"]
    length = choice.choice(
        [choice.randint(1, 40), choice.randint(1, 40), choice.randint(1, 4000)]
        + around(limits[choice.choice(names)] // size)
    )
    inner = [choice.choice([1, 2, 3, 7, 13, 40]) for _ in range(rank - 2)]
    return (max(1, elements // (length * math.prod(inner))), *inner, length)


def get_functions(choice, limits):
    """Yields the operation, declared shape and axes of each function."""
    for operation in get_operations():
        for rank, axes in [(1, [0]), (2, [0]), (2, [1]), (3, [1]), (3, [0, 2]), (3, [1, 2])]:
            yield operation, (None,) * rank, axes
            yield operation, draw_shape(choice, limits, operation[1], rank), axes
        rows, length = draw_shape(choice, limits, operation[1], 2)
        yield operation, choice.choice([(None, length), (rows, None)]), [choice.randrange(2)]


def get_all_cases(seed, limits, calls):
    """Yields all cases. Those of rows that are in no cache have the shape that was drawn for them,
    also where extents are not declared, so that they are as large as needed."""
    cases = list(get_drawn_cases(get_functions, draw_shape)(seed, limits, calls))
    yield from cases
    choice = random.Random(seed)
    number = cases[-1].number
    for operation in get_operations():
        for draw in [draw_spread_rows, draw_outer_rows]:
            shape = draw(choice, limits, operation[1])
            unknown = choice.randrange(len(shape))
            partly = tuple(None if i == unknown else extent for i, extent in enumerate(shape))
            for declared in [shape, choice.choice([(None,) * len(shape), partly])]:
                number += 1
                yield Case.make(seed, number, *operation, shape, declared, [1])


if __name__ == "__main__":
    # Machines without these features run their own code.
    variants = get_variants(CPUS)
    run(lambda: main(__doc__, "streams", get_all_cases, calls=1, variants=variants))
