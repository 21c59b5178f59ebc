# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints functions that reduce two dimensions with a kept one between them, for
-reduce-inner-first. Extents are drawn on both sides of the limits in StrategyLimits.h. With
--unknown, prints each for known and for unknown extents; with --compare, runs both of such a
library instead and compares their results. Those of minima of unknown extents are also verified
for extreme elements, such as NaN, at random positions."""

import argparse
import math
import re
import subprocess
import sys

from limits import around, read_limits
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
    "i1": (1, 1),
}
MAX_BYTES = 2 << 20


def read_cache_size(path):
    """Returns the default size of the first cache, from ReduceAttributes.td."""
    with open(path) as file:
        return int(re.search(r'"(\d+)">:\$l1_cache_bytes', file.read()).group(1))


def draw_extents(generator, limits, element):
    """Returns the outer kept, outer reduced, kept and reduced extents, and the columns."""
    size, state_size = TYPES[element]
    # VectorTarget::getTileBytes: the greatest power of two up to half of the cache.
    scratch = (1 << (limits["cacheBytes"] // 2).bit_length() - 1) // state_size
    while True:
        columns = generator.choice([1, 1, 2, 7, 36, 100])
        rows = scratch // columns
        outer = generator.choice([2, 3, 16, *around(rows // 4), *around(rows)])
        # A tile has half of the rows at most; a chunk of all outer indices has the others.
        kept = generator.choice([2, 3, 10, 59, *around(max(1, rows // outer)), *around(rows // 2)])
        row = generator.choice([*around(limits["minStagedRow"]), 40, 89, 130, 500])
        extents = [generator.choice([1, 1, 2, 5]), outer, kept, row, columns]
        if limits["cacheBytes"] < math.prod(extents) * size <= MAX_BYTES:
            return extents


def draw_function(generator, limits):
    element = generator.choice(list(TYPES))
    operation = "min" if element in ("i8", "ui8", "i1") else generator.choice(["min", "prod"])
    ignores_nan = operation == "min" and "f" in element and generator.random() < 0.3
    return operation, element, ignores_nan, draw_extents(generator, limits, element)


def print_function(name, operation, element, ignores_nan, shape):
    attributes = " {nan_mode = #reduce<nan_mode ignore>}" if ignores_nan else ""
    data = f"tensor<{'x'.join(map(str, shape))}x{element}>"
    result = f"tensor<{'x'.join(map(str, shape[::2]))}x{element}>"
    print(f"func.func @{name}(%data: {data}) -> {result} {{")
    print(f"  %0 = reduce.{operation} %data axes = [1, 3]{attributes} : {data} -> {result}")
    print(f"  return %0 : {result}\n}}")


def compare(library, model, number, operation, element, extents):
    """Exits with an error if results of the two functions `number` differ, or if minima of
    the unknown one are wrong."""
    command = ["reduce-run", library, f"--seed={number}"]
    known = command + [f"--function=known{number}", "--output=known.npy", "--input=random"]
    function = [f"--function=unknown{number}", f"--input=random:{'x'.join(map(str, extents))}"]
    unknown = command + function + ["--expected=known.npy"]
    if operation == "prod" and "f" in element:
        # Another grouping of factors rounds differently.
        unknown.append("--rtol=1e-2" if "16" in element else "--rtol=1e-4")
    calls = [known, unknown]
    if operation == "min":
        calls.append(command + function + ["--verify", f"--model={model}", "--positions=10"])
    for arguments in calls:
        run = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if run.returncode != 0:
            sys.exit(f"{' '.join(arguments)}:\n{run.stdout.decode()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("limits", help="StrategyLimits.h")
    parser.add_argument("attributes", help="ReduceAttributes.td")
    parser.add_argument("--seed", type=read_seed, required=True)
    parser.add_argument("--functions", type=int, default=16)
    parser.add_argument("--unknown", action="store_true")
    parser.add_argument("--compare", nargs=2, metavar=("LIBRARY", "MODEL"))
    options = parser.parse_args()
    generator = get_generator()
    generator.seed(options.seed)
    limits = read_limits(options.limits)
    limits["cacheBytes"] = read_cache_size(options.attributes)
    functions = [draw_function(generator, limits) for _ in range(options.functions)]
    if options.compare:
        for number, (operation, element, _, extents) in enumerate(functions):
            compare(*options.compare, number, operation, element, extents)
        print(f"compared: {len(functions)} functions")
        return
    print(f"// seed {options.seed}")
    for number, (*kind, extents) in enumerate(functions):
        print_function(f"known{number}", *kind, extents)
        if not options.unknown:
            continue
        # Columns are left if their number is not known.
        drawn = [generator.random() < 0.75 for _ in extents]
        shape = ["?" if extent > 1 and d else extent for extent, d in zip(extents, drawn)]
        print_function(f"unknown{number}", *kind, shape)


main()
