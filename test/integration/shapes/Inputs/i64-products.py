# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Multiplies integers of 64 bits, and compares with numpy.

x86 with SSE4.1 and without AVX-512 multiplies the halves of two registers at once, in chains: rows
and columns are one or a few registers, or lengths next to these, and any number is combined. The
rows of unknown length between others are also as short as those that have versions of their own
elsewhere. Machines with AVX-512 also run code without it.
"""

import platform

import cpu
from cases import get_operations
from generated import VARIANTS, get_drawn_cases, main
from guarded import run
from limits import around
from variants import NATIVE

CPUS = {"x86-64-v2": {"sse4_2", "ssse3", "popcnt"}, "x86-64-v3": cpu.AVX2}


# The elements of a register of SSE and of AVX2, and the most registers of a row: four times as many
# as accumulate.
REGISTER_ELEMENTS = [2, 4]
MOST_REGISTERS = 32
# The axes, by the number of dimensions.
AXES = [(1, [0]), (2, [0]), (2, [1]), (3, [1]), (3, [0, 2]), (4, [1, 3]), (4, [0, 2])]


def draw_length(choice):
    registers = choice.randint(0, choice.choice([2, 8, MOST_REGISTERS]))
    return max(1, choice.choice(around(registers * choice.choice(REGISTER_ELEMENTS))))


def draw_shape(choice, limits, element_type, rank):
    shape = [draw_length(choice) for _ in range(rank)]
    # Several dimensions are short, except one.
    for i in range(rank):
        if rank > 2 and shape[i] > 20 and choice.randrange(3):
            shape[i] = choice.randint(1, 9)
    return tuple(shape)


def get_functions(choice, limits):
    """Yields the operation, declared shape and axes of each function."""
    for operation in get_operations():
        if operation[0] != "prod" or not operation[1].endswith("i64"):
            continue
        for rank, axes in AXES:
            for _ in range(4):
                yield operation, draw_shape(choice, limits, operation[1], rank), axes
            yield operation, (None,) * rank, axes


def get_variants():
    """Returns the options of each variant by name."""
    variants = {name: NATIVE[name] for name in VARIANTS}
    if platform.machine() == "x86_64":
        variants.update(cpu.get_variants(CPUS) or {})
    return variants


if __name__ == "__main__":
    all_cases = get_drawn_cases(get_functions, draw_shape)
    run(lambda: main(__doc__, "i64-products", all_cases, calls=12, variants=get_variants()))
