# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints functions that reduce two dimensions with a kept one between them, for
-reduce-inner-first. Extents are drawn on both sides of the limits in StrategyLimits.h."""

import argparse
import math
import re

from seeds import get_generator, read_seed

# The bytes of an element, and of a partial result.
TYPES = {
    "f32": (4, 4),
    "f64": (8, 8),
    "f16": (2, 4),
    "bf16": (2, 4),
    "i8": (1, 1),
    "ui8": (1, 1),
    "i32": (4, 4),
    "i64": (8, 8),
}
MAX_BYTES = 2 << 20


def read_limits(path):
    """Returns the constants of StrategyLimits.h that are plain numbers or shifts."""
    with open(path) as file:
        pairs = re.findall(r"(\w+) = (\d+)(?: << (\d+))?[,;]", file.read())
    return {name: int(number) << int(shift or 0) for name, number, shift in pairs}


def around(limit):
    return [max(1, limit + distance) for distance in (-1, 0, 1)]


def draw_extents(generator, limits, element):
    """Returns the outer kept, outer reduced, kept and reduced extents, and the columns."""
    size, state_size = TYPES[element]
    scratch = limits["tileBytes"] // state_size
    while True:
        columns = generator.choice([1, 1, 2, 7, 36, 100])
        outer = generator.choice([2, 3, 16, *around(scratch // columns // 4)])
        kept = generator.choice([2, 3, 10, 59, *around(max(1, scratch // columns // outer))])
        row = generator.choice([*around(limits["minStagedRow"]), 40, 89, 130, 500])
        extents = [generator.choice([1, 1, 2, 5]), outer, kept, row, columns]
        if limits["nearCacheBytes"] < math.prod(extents) * size <= MAX_BYTES:
            return extents


def print_function(generator, limits, name):
    element = generator.choice(list(TYPES))
    operation = "min" if element in ("i8", "ui8") else generator.choice(["min", "prod"])
    extents = draw_extents(generator, limits, element)
    data = f"tensor<{'x'.join(map(str, extents))}x{element}>"
    result = f"tensor<{'x'.join(map(str, extents[::2]))}x{element}>"
    print(f"func.func @{name}(%data: {data}) -> {result} {{")
    print(f"  %0 = reduce.{operation} %data axes = [1, 3] : {data} -> {result}")
    print(f"  return %0 : {result}\n}}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("limits", help="StrategyLimits.h")
    parser.add_argument("--seed", type=read_seed, required=True)
    parser.add_argument("--functions", type=int, default=16)
    options = parser.parse_args()
    generator = get_generator()
    generator.seed(options.seed)
    print(f"// seed {options.seed}")
    limits = read_limits(options.limits)
    for i in range(options.functions):
        print_function(generator, limits, f"reduce{i}")


main()
