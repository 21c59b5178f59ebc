# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces what bodies of `linalg.generic` compute in types whose width is not a power of two, and
compares with numpy: minima of products of two inputs of i8, for random shapes, a few of the
widths, this machine, and others without AVX-512 and without AVX."""

import argparse
import random
import sys

import numpy as np

from cpu import AVX2, get_variants
from guarded import SIDES, call, run
from seeds import parse_arguments
from variants import load_libraries

# The CPUs, and the features of the machine that their code needs.
CPUS = {"native": set(), "x86-64-v3": AVX2, "x86-64": set()}
# All from that of the inputs to that of two registers, without the powers of two.
WIDTHS = [width for width in range(9, 128) if width & (width - 1)]
AXES = {1: [[0]], 2: [[0], [1], [0, 1]], 3: [[1], [0, 2]]}
# The largest extent for each rank.
MAX_EXTENTS = {1: 50_000, 2: 1000, 3: 70}


def spell(extents):
    """Returns the type of a tensor."""
    return f"tensor<{''.join(f'{extent or chr(63)}x' for extent in extents)}i8>"


def draw_extent(choice, rank):
    """Returns an extent, small half of the time."""
    return choice.randint(1, choice.choice([40, MAX_EXTENTS[rank]]))


def write(name, declared, axes, width):
    """Returns a function that reduces the products of its first two arguments in MLIR."""
    rank = len(declared)
    dims = [f"d{dim}" for dim in range(rank)]
    kept = [dim for dim in range(rank) if dim not in axes]
    data, result = spell(declared), spell([declared[dim] for dim in kept])
    element = f"affine_map<({', '.join(dims)}) -> ({', '.join(dims)})>"
    of_result = f"affine_map<({', '.join(dims)}) -> ({', '.join(dims[dim] for dim in kept)})>"
    kinds = ['"reduction"' if dim in axes else '"parallel"' for dim in range(rank)]
    return f"""func.func @{name}(%x: {data}, %y: {data}, %start: {result}) -> {result} {{
  %0 = linalg.generic {{indexing_maps = [{element}, {element}, {of_result}],
      iterator_types = [{', '.join(kinds)}]}}
      ins(%x, %y : {data}, {data}) outs(%start : {result}) {{
  ^bb0(%e: i8, %f: i8, %m: i8):
    %wide = arith.extsi %e : i8 to i{width}
    %other = arith.extsi %f : i8 to i{width}
    %product = arith.muli %wide, %other : i{width}
    %short = arith.trunci %product : i{width} to i8
    %min = arith.minsi %short, %m : i8
    linalg.yield %min : i8
  }} -> {result}
  return %0 : {result}
}}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shapes", type=int, default=2, help="of each function (2)")
    parser.add_argument("--widths", type=int, default=3, help="how many are drawn (3)")
    options = parse_arguments(parser)
    choice = random.Random(options.seed)
    functions = {}
    for width in choice.sample(WIDTHS, options.widths):
        for rank, all_axes in AXES.items():
            for axes in all_axes:
                shape = [draw_extent(choice, rank) for _ in range(rank)]
                for declared in [shape, [None] * rank]:
                    functions[f"f{len(functions)}"] = declared, axes, width
    source = "".join(write(name, *function) for name, function in functions.items())
    libraries = load_libraries(source, ".", "odd-widths", instead=get_variants(CPUS))
    generator = np.random.default_rng(options.seed)
    failures = calls = 0
    for variant, library in libraries.items():
        for name, (declared, axes, width) in functions.items():
            for _ in range(options.shapes):
                shape = [extent or draw_extent(choice, len(declared)) for extent in declared]
                x, y = generator.integers(-128, 127, (2, *shape), np.int8, endpoint=True)
                # Large factors make nearly all minima of many products -128.
                y //= choice.choice([1, 100])
                products = (x.astype(np.int32) * y).astype(np.int8)
                expected = np.asarray(products.min(tuple(axes)))
                start = np.full_like(expected, 127)
                out = np.zeros_like(expected)
                status = call(getattr(library, name), [x, y, start, out], sides=SIDES)
                calls += 1
                if status != 0 or not np.array_equal(out, expected):
                    failures += 1
                    print(f"{variant}: i{width}, {declared}, axes {axes}, {shape}, status {status}")
    print(f"{failures} failures in {calls} calls")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(run(main))
