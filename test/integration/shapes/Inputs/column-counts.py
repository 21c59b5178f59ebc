# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints functions that reduce rows of an unknown number of columns, one for each operator
and type. With --verify, verifies those of a library for drawn numbers of columns and rows:
around the powers of two, which are the widths of strips, and any between."""

import argparse
import subprocess
import sys

from seeds import get_generator, read_seed

TYPES = ["f32", "f64", "f16", "bf16", "i8", "ui8", "i1", "i32", "i64"]
# More than the widest strip has: 16 vectors of 64 bytes.
MAX_COLUMNS = 1 << 11
# So many are packed if they are short, and fill the accumulators several times.
MAX_ROWS = 1 << 9


def get_functions():
    for element in TYPES:
        for operation in ["min", "prod"]:
            if operation == "min" or element not in ("i8", "ui8", "i1"):
                yield operation, element


def print_function(operation, element):
    data, result = f"tensor<?x?x?x{element}>", f"tensor<?x?x{element}>"
    print(f"func.func @{operation}_{element}(%data: {data}) -> {result} {{")
    print(f"  %0 = reduce.{operation} %data axes = [1] : {data} -> {result}")
    print(f"  return %0 : {result}\n}}")


def draw_extent(generator, most):
    power = 2 ** generator.randint(0, most.bit_length() - 1)
    near = power + generator.choice([-1, 0, 1])
    return max(1, generator.choice([near, near, generator.randint(1, power)]))


def verify(library, model, function, columns, rows):
    command = ["reduce-run", "--verify", library, f"--model={model}", "--positions=40"]
    command += [f"--function={function}", f"--input=random:2x{rows}x{columns}"]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if run.returncode != 0:
        sys.exit(f"{' '.join(command)}:\n{run.stdout.decode()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--verify", nargs=2, metavar=("LIBRARY", "MODEL"))
    parser.add_argument("--seed", type=read_seed, default=0)
    parser.add_argument("--counts", type=int, default=8)
    options = parser.parse_args()
    if not options.verify:
        for function in get_functions():
            print_function(*function)
        return
    generator = get_generator()
    generator.seed(options.seed)
    for operation, element in get_functions():
        for _ in range(options.counts):
            verify(
                *options.verify,
                f"{operation}_{element}",
                draw_extent(generator, MAX_COLUMNS),
                draw_extent(generator, MAX_ROWS),
            )
    print("verified")


main()
