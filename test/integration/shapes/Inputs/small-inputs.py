# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces inputs of few elements, of partly or entirely unknown shape, and compares with
numpy.

The numbers of elements are up to twice the limit of `-reduce-specialize-small-inputs`, many
of them around it, and 0. Dimensions are kept and reduced by turns, as they are after others
are merged, and each may have the extent 1.
"""

import itertools
import math
import random

from cases import get_operations
from generated import get_cases, main
from guarded import run
from limits import around

RANKS = [3, 3, 4, 3, 5]
# One in this many shapes is empty.
EMPTY_PERIOD = 8


def draw_shape(choice, limits, rank):
    limit = limits["maxSmallInput"]
    count = choice.choice([*around(limit), choice.randint(1, limit), choice.randint(1, 2 * limit)])
    shape = [1] * rank
    for dim in choice.sample(range(rank), rank):
        shape[dim] = choice.randint(1, max(1, count // math.prod(shape)))
    # The rest of the elements, where there are as many as there can be.
    shape[choice.randrange(rank)] *= max(1, count // math.prod(shape))
    if choice.randrange(EMPTY_PERIOD) == 0:
        shape[choice.randrange(rank)] = 0
    return shape


def get_functions(choice, limits):
    """Yields the operation, declared shape and axes of each function: of each operation, one
    of unknown shape and one of partly known shape. Ranks take turns: more dimensions have
    much more code."""
    ranks = itertools.cycle(RANKS)
    for operation in get_operations():
        for is_partly_known in (False, True):
            rank = next(ranks)
            first = choice.randrange(2)
            shape = draw_shape(choice, limits, rank)
            kept = [choice.choice([None, e]) if is_partly_known else None for e in shape]
            yield operation, tuple(kept), list(range(first, rank, 2))


def get_all_cases(seed, limits, calls):
    choice = random.Random(seed)
    return get_cases(
        seed,
        get_functions(choice, limits),
        lambda element_type, rank: draw_shape(choice, limits, rank),
        calls,
    )


if __name__ == "__main__":
    run(lambda: main(__doc__, "small-inputs", get_all_cases, calls=20))
