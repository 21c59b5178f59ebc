# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces a few long rows, each of which may be a stream, and compares with numpy.

The numbers of rows are up to one more than the most that are streams, in a cache and beyond
the last one. Rows are around the length from which they are streams, and inputs are around
the size of the first cache and larger.
"""

import argparse
import random

import numpy as np

from cases import Case, get_operations
from elements import DTYPES
from generated import check
from guarded import run
from limits import around, read_limits
from seeds import parse_arguments

# What the first cache of machines has.
CACHE_BYTES = [32 << 10, 48 << 10, 64 << 10]
# One in this many known shapes is beyond the last cache of most machines.
FAR_PERIOD = 20
FAR_BYTES = 36 << 20


def draw_shape(choice, limits, element_type, has_far):
    """Returns the extents of kept rows, rows and columns."""
    size = np.dtype(DTYPES[element_type]).itemsize
    blocks = limits["minBlocks"]
    most_near, most_far = blocks * limits["spreadRows"], blocks * limits["blockRows"]
    if has_far and choice.randrange(FAR_PERIOD) == 0:
        rows = choice.randint(2, most_far)
        return 1, rows, FAR_BYTES // (rows * size) + choice.randint(1, 100)
    rows = choice.choice([*range(1, most_near + 1), most_far - 1, most_far])
    least = limits["minStreamBytes"] // size
    whole = choice.choice(CACHE_BYTES) // (rows * size)
    columns = choice.choice(
        [*around(least), *around(whole), choice.randint(least // 2, 3 * least), 2 * whole]
    )
    return choice.choice([1, 1, 2, 3]), rows, columns


def get_functions(choice, limits):
    """Yields the operation and declared shape of each function."""
    for operation in get_operations():
        yield operation, (None, None, None)
        _, rows, columns = draw_shape(choice, limits, operation[1], has_far=False)
        yield operation, choice.choice([(None, rows, None), (None, None, columns)])
        yield operation, draw_shape(choice, limits, operation[1], has_far=True)


def get_cases(seed, limits, calls):
    """Yields the cases: `calls` shapes for each function that does not know all extents."""
    choice = random.Random(seed)
    for number, (operation, declared) in enumerate(get_functions(choice, limits)):
        for _ in range(calls if None in declared else 1):
            drawn = draw_shape(choice, limits, operation[1], has_far=False)
            shape = [d if d is not None else s for s, d in zip(drawn, declared)]
            yield Case.make(seed, number, *operation, shape, declared, [1])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("limits", help="StrategyLimits.h")
    parser.add_argument("--calls", type=int, default=16, help="of each function")
    arguments = parse_arguments(parser)
    limits = read_limits(arguments.limits)
    return check(list(get_cases(arguments.seed, limits, arguments.calls)), "few-rows")


if __name__ == "__main__":
    run(main)
