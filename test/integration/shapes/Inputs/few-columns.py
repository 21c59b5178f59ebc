# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces the second of three dimensions and compares with numpy. The last dimension, the
columns, has few elements.

Extents are around the limits of `column-groups`, for each vector length: columns around
those that fill one vector or several, or six eighths of them; outer indices around
those of a group and of the vectors that start in the last ones; rows around the most
that it reduces.
"""

import argparse
import math
import random

import numpy as np

from cases import STRIP_VECTORS, VECTOR_SIZES, Case, get_operations
from differential import CODES
from elements import DTYPES
from guarded import SIDES, StrayWrite, call, run
from limits import around, read_limits
from seeds import parse_arguments
from values import move
from variants import load_libraries

MAX_ELEMENTS = 1 << 17
# One in this many shapes has more bytes than the first two caches: groups that prefetch, or
# are not built.
FAR_PERIOD = 25
FAR_BYTES = 2 << 20
# How many functions of each operation know all extents, and how many only some.
KNOWN, PARTLY_KNOWN = 3, 2
VARIANTS = ["O2-native", "O2-baseline"]


def draw_shape(choice, limits, element_type):
    size = np.dtype(DTYPES[element_type]).itemsize
    while True:
        lanes = choice.choice(VECTOR_SIZES) // size
        vectors = 2 ** choice.randint(0, STRIP_VECTORS.bit_length() - 1)
        used = lanes * vectors * limits["minGroupedEighths"] // 8
        columns = choice.choice(
            [*around(lanes * vectors), *around(used), *around(lanes // 2)]
            + [choice.randint(1, 8), choice.randint(1, lanes * STRIP_VECTORS)]
        )
        # The largest is more than any group and the rest of a vector.
        outer = choice.choice(
            [*around((lanes - 1) // columns + vectors), *around(vectors), lanes + 3 * STRIP_VECTORS]
        )
        rows = choice.choice([0, 1, 2, 3, 5, 10, *around(limits["maxColumnGroupRows"])])
        if rows and choice.randrange(FAR_PERIOD) == 0:
            outer = FAR_BYTES // (rows * columns * size) + 1
            return outer, rows, columns
        if outer * rows * columns <= MAX_ELEMENTS:
            return outer, rows, columns


def get_functions(choice, limits):
    """Yields the operation and declared shape of each function."""
    for operation in get_operations():
        yield operation, (None, None, None)
        for _ in range(PARTLY_KNOWN):
            shape = draw_shape(choice, limits, operation[1])
            yield operation, tuple(choice.choice([None, extent]) for extent in shape)
        for _ in range(KNOWN):
            yield operation, draw_shape(choice, limits, operation[1])


def get_cases(seed, limits, calls):
    """Yields the cases: `calls` shapes for each function that does not know all extents."""
    choice = random.Random(seed)
    for number, (operation, declared) in enumerate(get_functions(choice, limits)):
        for _ in range(calls if None in declared else 1):
            drawn = draw_shape(choice, limits, operation[1])
            shape = [d if d is not None else s for s, d in zip(drawn, declared)]
            if math.prod(shape) <= max(MAX_ELEMENTS, math.prod(drawn)):
                yield Case.make(seed, number, *operation, shape, declared, [1])


def find_failure(library, case, number):
    """Returns an error of the call `number` of the function of `case`, or None."""
    values = move(case, number)
    expected = np.asarray(case.expected(values))
    out = np.empty(expected.shape, case.dtype)
    code = CODES.get(case.type)
    function = getattr(library, f"case{case.number}")
    try:
        status = call(function, [values, out], [code] * 2, sides=SIDES)
    except StrayWrite as error:
        return str(error)
    if status != 0:
        return f"status {status}"
    if not case.agrees(expected, out):
        return f"expected {expected.reshape(-1)[:8]}, got {out.reshape(-1)[:8]}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("limits", help="StrategyLimits.h")
    parser.add_argument("--calls", type=int, default=12, help="of each function")
    arguments = parse_arguments(parser)
    cases = list(get_cases(arguments.seed, read_limits(arguments.limits), arguments.calls))
    source = "".join({case.number: case.function for case in cases}.values())
    failures = calls = 0
    for variant, library in load_libraries(source, ".", "few-columns", only=VARIANTS).items():
        for number, case in enumerate(cases):
            calls += 1
            failure = find_failure(library, case, number)
            if failure:
                failures += 1
                print(f"{variant}: {case}, shape {case.shape}: {failure}")
    print(f"{failures} failures in {calls} calls")
    return 1 if failures or not calls else 0


if __name__ == "__main__":
    run(main)
