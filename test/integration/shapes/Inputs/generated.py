# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the functions of generated cases, between guard pages, and compares with numpy."""

import argparse
import math
import random

import numpy as np

from cases import Case
from differential import CODES
from guarded import SIDES, DifferentBits, StrayWrite, call
from limits import read_limits
from seeds import parse_arguments
from values import move
from variants import load_libraries

VARIANTS = ["O2-native", "O2-baseline"]


# The most elements of an input: no less than few-rows.py draws for memory.
MAX_ELEMENTS = 40 << 20


def draw_unknown(declared, draw_shape):
    """Returns `declared` with the extents of `draw_shape()` instead of unknown ones. Many rows
    drawn for a short length do not fit the length that is declared: such are drawn again."""
    while True:
        drawn = draw_shape()
        shape = [d if d is not None else s for s, d in zip(drawn, declared)]
        if None not in declared or math.prod(shape) <= MAX_ELEMENTS:
            return shape


def get_cases(seed, functions, draw_shape, calls):
    """Yields the cases of `functions`: an operation, a declared shape and axes each. Unknown
    extents are those of `draw_shape(type, rank)`, `calls` times."""
    for number, (operation, declared, axes) in enumerate(functions):
        for _ in range(calls if None in declared else 1):
            shape = draw_unknown(declared, lambda: draw_shape(operation[1], len(declared)))
            yield Case.make(seed, number, *operation, shape, declared, axes)


def get_drawn_cases(get_functions, draw_shape):
    """Returns a function for `main`: the cases of `get_functions(choice, limits)`. Unknown
    extents are those of `draw_shape(choice, limits, type, rank)`."""

    def get_all_cases(seed, limits, calls):
        choice = random.Random(seed)
        functions = list(get_functions(choice, limits))
        return get_cases(
            seed, functions, lambda element, rank: draw_shape(choice, limits, element, rank), calls
        )

    return get_all_cases


def find_failure(library, case, number):
    """Returns an error of the call `number` of the function of `case`, or None."""
    values = move(case, number)
    expected = np.asarray(case.expected(values))
    out = np.empty(expected.shape, case.dtype)
    code = CODES.get(case.type)
    function = getattr(library, f"case{case.number}")
    try:
        status = call(function, [values, out], [code] * 2, sides=SIDES)
    except (StrayWrite, DifferentBits) as error:
        return str(error)
    if status != 0:
        return f"status {status}"
    if not case.agrees(expected, out):
        return f"expected {expected.reshape(-1)[:8]}, got {out.reshape(-1)[:8]}"
    return None


def check(cases, name, variants=None):
    """Compiles and calls `cases`, in files that start with `name`, with the options of each of
    `variants` instead of `VARIANTS`. Prints what failed. Returns the exit status."""
    source = "".join({case.number: case.function for case in cases}.values())
    failures = calls = 0
    libraries = load_libraries(source, ".", name, only=VARIANTS, instead=variants)
    for variant, library in libraries.items():
        for number, case in enumerate(cases):
            calls += 1
            failure = find_failure(library, case, number)
            if failure:
                failures += 1
                print(f"{variant}: {case}, shape {case.shape}: {failure}")
    print(f"{failures} failures in {calls} calls")
    return 1 if failures or not calls else 0


def draw_functions(cases, choice, period):
    """Returns the cases of one in `period` functions of each operation, at least one."""
    numbers = {}
    for case in cases:
        numbers.setdefault((case.op, case.type, case.option), {})[case.number] = None
    drawn = set()
    for each in numbers.values():
        drawn.update(choice.sample(list(each), -(-len(each) // period)))
    return [case for case in cases if case.number in drawn]


def main(description, name, get_all_cases, calls, variants=None):
    """Checks the cases that `get_all_cases(seed, limits, calls)` yields. The command line has
    the file of limits, the seed, how many calls of a function there are instead of `calls`,
    and which share of the functions is checked. `variants`: as of `check`. Returns the exit
    status."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("limits", help="StrategyLimits.h")
    parser.add_argument("--calls", type=int, default=calls, help="of each function")
    parser.add_argument(
        "--one-in", type=int, default=1, help="check one in so many functions of an operation (1)"
    )
    arguments = parse_arguments(parser)
    limits = read_limits(arguments.limits)
    cases = list(get_all_cases(arguments.seed, limits, arguments.calls))
    # Each test leaves out others.
    choice = random.Random(f"{arguments.seed} {name}")
    return check(draw_functions(cases, choice, arguments.one_in), name, variants)
