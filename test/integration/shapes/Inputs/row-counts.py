# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces a known number of rows of unknown length, and compares with numpy.

Blocks of rows that share vectors are no larger than the number of rows, which is small or around
a power of two. Rows are up to a few vectors long.
"""

import random

import numpy as np

from cases import VECTOR_SIZES, get_operations
from elements import DTYPES
from generated import get_cases, main
from guarded import run
from limits import around


def draw_count(choice):
    return choice.choice([*range(1, 6), *around(8), *around(16), *around(32), *around(64)])


def draw_shape(choice, element_type, rank):
    size = np.dtype(DTYPES[element_type]).itemsize
    lanes = choice.choice(VECTOR_SIZES) // size
    length = choice.choice(
        [choice.randint(1, lanes), choice.randint(1, 3 * lanes), *around(lanes // 2), *around(lanes)]
    )
    front = [choice.choice([1, 2, 3, 9]) for _ in range(rank - 2)]
    return (*front, draw_count(choice), max(1, length))


def get_functions(choice):
    """Yields the operation, declared shape and axes of each function."""
    for operation in get_operations():
        for _ in range(2):
            yield operation, (draw_count(choice), None), [1]
        yield operation, (None, draw_count(choice), None), [2]


def get_all_cases(seed, limits, calls):
    choice = random.Random(seed)
    functions = list(get_functions(choice))
    return get_cases(
        seed, functions, lambda element, rank: draw_shape(choice, element, rank), calls
    )


if __name__ == "__main__":
    run(lambda: main(__doc__, "row-counts", get_all_cases, calls=24))
