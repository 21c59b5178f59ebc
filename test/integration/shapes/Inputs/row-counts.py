# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces a small number of rows, and compares with numpy.

Blocks of rows that share vectors are no larger than the number of rows, which is small or around
a power of two. Rows are up to a few vectors long, or around the length up to which they are halved
before they share vectors, up to which they are unrolled, up to which they have a number of vectors
that has code of its own, from which rows that are left over by blocks are not read twice, or from
which rows of short vectors are long. The number, the length, both or neither are known.

Vectors of 256 bits have limits of their own, so machines with AVX-512 also run code for AVX2.
"""

import platform

import numpy as np

from cases import STRIP_VECTORS, VECTOR_SIZES, get_operations
from cpu import read_features
from elements import DTYPES
from generated import VARIANTS, get_drawn_cases, main
from guarded import run
from limits import around
from variants import NATIVE

AVX2 = {"O2-x86-64-v3": ["-O2", "--mcpu=x86-64-v3"]}


def draw_count(choice):
    return choice.choice([*range(1, 7), *around(8), *around(16), *around(32), *around(64)])


def draw_shape(choice, limits, element_type, rank):
    size = np.dtype(DTYPES[element_type]).itemsize
    lanes = choice.choice(VECTOR_SIZES) // size
    length = choice.choice(
        [choice.randint(1, lanes), choice.randint(1, 3 * lanes), *around(lanes // 2), *around(lanes)]
    )
    if choice.randrange(4) == 0:
        # The longest rows that are halved: the halves of two, four or eight share a vector.
        length = choice.choice(around(2 * lanes // (2 * choice.choice([2, 4, 8]) - 1)))
    if choice.randrange(4) == 0:
        # The longest rows whose vectors are combined before the next row is read, and those
        # that form larger groups.
        vectors = choice.choice(
            [limits["maxUnrolledVectors"], limits["maxPlainVectors"], limits["maxFewVectors"]]
        )
        length = choice.choice(around(vectors * lanes))
    if choice.randrange(3) == 0:
        # Each number of vectors that has code of its own, and an odd and an even one of those
        # that have a loop.
        length = choice.choice(around(choice.randint(1, limits["maxUnrolledPieces"] + 2) * lanes))
    if choice.randrange(8) == 0:
        # The longest rows of groups, in strips of all accumulators of short vectors.
        names = ["longStripsOfNumbers", "longStripsOfSlowVectors", "longStripsOfFewRows",
                 "longStripsOfDynamicFewRows"]
        strips = limits[choice.choice(names)]
        length = choice.choice(around(strips * STRIP_VECTORS * lanes))
    if choice.randrange(3) == 0:
        # Groups of rows that are left over, and rows that are read again.
        groups, again = choice.randint(1, 4), choice.randint(1, 15)
        merge = limits[choice.choice(["mergeBytes", "mergeBytesOfOne"])]
        length = choice.choice(around(groups * merge // size // again))
    front = [choice.choice([1, 2, 3, 9]) for _ in range(rank - 2)]
    return (*front, draw_count(choice), max(1, length))


def get_functions(choice, limits):
    """Yields the operation, declared shape and axes of each function."""
    for operation in get_operations():
        for _ in range(2):
            yield operation, (draw_count(choice), None), [1]
            yield operation, draw_shape(choice, limits, operation[1], 2), [1]
        yield operation, (None, draw_shape(choice, limits, operation[1], 2)[1]), [1]
        yield operation, (None, None), [1]
        yield operation, (None, draw_count(choice), None), [2]


def get_variants():
    """Returns the options of each variant by name, or None for the usual ones."""
    if platform.machine() == "x86_64" and "avx512f" in read_features():
        return {**{name: NATIVE[name] for name in VARIANTS}, **AVX2}
    return None


if __name__ == "__main__":
    all_cases = get_drawn_cases(get_functions, draw_shape)
    run(lambda: main(__doc__, "row-counts", all_cases, calls=8, variants=get_variants()))
