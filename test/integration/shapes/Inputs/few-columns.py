# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces the second of three dimensions and compares with numpy. The last dimension, the
columns, has few elements.

Extents are around the limits of `column-groups` and `narrow-groups`, for each vector length:
columns around those that fill half a vector, one or several, or six eighths of them; outer
indices around those of a group and of the vectors that start in the last ones; rows around
the most that each strategy reduces, those that fill a few vectors, and the least of a length
that is a power of two and found at run time (narrow-rows). Known rows are also few,
so that several outer indices share a vector (short-rows), with outer indices around a group.
"""

import math
import random

import numpy as np

from cases import STRIP_VECTORS, VECTOR_SIZES, Case, get_operations
from elements import DTYPES
from generated import main
from guarded import run
from limits import around

MAX_ELEMENTS = 1 << 17
# One in this many shapes has more bytes than the first two caches: groups that prefetch, or
# are not built.
FAR_PERIOD = 25
FAR_BYTES = 2 << 20
# How many functions of each operation know all extents, and how many only some.
KNOWN, PARTLY_KNOWN = 3, 2


def draw_shape(choice, limits, element_type):
    size = np.dtype(DTYPES[element_type]).itemsize
    while True:
        lanes = choice.choice(VECTOR_SIZES) // size
        vectors = 2 ** choice.randint(0, STRIP_VECTORS.bit_length() - 1)
        used = lanes * vectors * limits["minGroupedEighths"] // 8
        columns = choice.choice(
            [*around(lanes * vectors), *around(used), *around(lanes // 2)]
            + around(lanes * limits["anyUsedVectors"])
            + [choice.randint(1, 8), choice.randint(1, lanes * STRIP_VECTORS)]
        )
        # The largest is more than any group and the rest of a vector.
        outer = choice.choice(
            [*around((lanes - 1) // columns + vectors), *around(vectors), lanes + 3 * STRIP_VECTORS]
            + [*around(limits["narrowGroup"]), choice.randint(1, 3 * limits["narrowGroup"])]
        )
        fills = choice.randint(1, 4)
        most = [limits["maxFoldedFills"], limits["maxNarrowFills"], limits["minWholeFills"]]
        most.append(limits["minWholeFillsOfLane"] * lanes)
        # More rows than those of column-groups are packed if they fill the accumulators often.
        packed = limits["minPackedFills"] * lanes * vectors // columns
        rows = choice.choice(
            [0, 1, 2, 3, 5, 10, *around(limits["maxColumnGroupRows"]), *around(packed)]
            + [*around(limits["minNarrowRowsOfByte"] * size)]
            + [*around(limits["minNarrowFills"] * lanes // columns)]
            + [*around(fills * lanes // columns), choice.randint(1, 300)]
            + around(choice.choice(most) * lanes // columns)
        )
        if rows and choice.randrange(FAR_PERIOD) == 0:
            outer = FAR_BYTES // (rows * columns * size) + 1
            return outer, rows, columns
        if outer * rows * columns <= MAX_ELEMENTS:
            return outer, rows, columns


def draw_few_rows(choice, limits, element_type):
    lanes = max(VECTOR_SIZES) // np.dtype(DTYPES[element_type]).itemsize
    columns = choice.choice([choice.randint(2, lanes // 2), choice.randint(2, min(8, lanes // 2))])
    group = lanes // columns
    outer = choice.choice([*around(group), *around(2 * group), choice.randint(1, 5 * group)])
    most = limits[choice.choice(["maxGatheredRows", "maxGatheredRowsOfBytes"])]
    # All rows of an outer index are around those of a vector, or less.
    rows = choice.choice([*around(min(most, group)), choice.randint(2, max(2, min(most, group)))])
    return outer, max(2, rows), columns


def get_functions(choice, limits):
    """Yields the operation and declared shape of each function."""
    for operation in get_operations():
        yield operation, (None, None, None)
        for _ in range(PARTLY_KNOWN):
            shape = draw_shape(choice, limits, operation[1])
            yield operation, tuple(choice.choice([None, extent]) for extent in shape)
        for _ in range(KNOWN):
            yield operation, draw_shape(choice, limits, operation[1])
            yield operation, draw_few_rows(choice, limits, operation[1])
        yield operation, (None, *draw_few_rows(choice, limits, operation[1])[1:])


def get_all_cases(seed, limits, calls):
    """Yields the cases: `calls` shapes for each function that does not know all extents."""
    choice = random.Random(seed)
    for number, (operation, declared) in enumerate(get_functions(choice, limits)):
        for _ in range(calls if None in declared else 1):
            drawn = draw_shape(choice, limits, operation[1])
            shape = [d if d is not None else s for s, d in zip(drawn, declared)]
            if math.prod(shape) <= max(MAX_ELEMENTS, math.prod(drawn)):
                yield Case.make(seed, number, *operation, shape, declared, [1])


if __name__ == "__main__":
    run(lambda: main(__doc__, "few-columns", get_all_cases, calls=12))
