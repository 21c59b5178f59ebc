#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks for copies in reductions of unknown shape that are cut into pieces.

Each form is tried: up to four dimensions, or --dims, kept (K) and reduced (R) in turn, since
neighbours of one kind become one dimension. The type and the combiner are random, and
so is the target, without --all-targets.
A piece is a slice, as are its results: what needs their dimensions as one must not
copy them. Neither may a piece need memory of its own, since one thread would then
run all of them.
"""

import argparse
import random
import re
import subprocess

TYPES = ["i8", "bf16", "f32", "i64"]
TARGETS = ["vector_bits=128", "vector_bits=256", "{vector_bits=512,mask_registers=true}"]


def write(form, operation, element):
    """Returns a reduction of `form` in MLIR."""
    axes = [i for i, kind in enumerate(form) if kind == "R"]
    data = f"tensor<{'?x' * len(form)}{element}>"
    result = f"tensor<{'?x' * form.count('K')}{element}>"
    return f"""func.func @reduce(%data: {data}) -> {result} {{
  %0 = reduce.{operation} %data axes = {axes} : {data} -> {result}
  return %0 : {result}
}}"""


def find_copies(form, operation, element, target):
    """Returns the copies, and whether one thread runs all pieces of a loop."""
    pipeline = f"--reduce-to-llvm-pipeline=vector-target={target} threads=2"
    passes = ["before=reduce-lower-forall", "after=reduce-lower-forall", "before=reduce-lower-copy"]
    dumps = [f"--mlir-print-ir-{each}" for each in passes]
    command = ["reduce-opt", "-", pipeline, *dumps, "--mlir-disable-threading", "-o", "/dev/null"]
    source = write(form, operation, element)
    output = subprocess.run(command, input=source, capture_output=True, text=True, check=True)
    dumps = re.split(r"// -----// IR Dump (\w+ \w+)", output.stderr)
    loops = {"Before": 0, "After": 0}
    copies = []
    for title, text in zip(dumps[1::2], dumps[2::2]):
        when, name = title.split()
        if name == "LowerForallPass":
            loops[when] += text.count("scf.forall (" if when == "Before" else "scf.parallel (")
        else:
            copies += re.findall(r"memref\.copy .*", text)
    # No piece, nothing to find.
    assert loops["Before"] > 0, f"{form} has no pieces"
    sequential = loops["Before"] - loops["After"]
    return copies + [f"loops of one thread: {sequential}"] * (sequential > 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dims", type=int, default=4)
    parser.add_argument("--all-targets", action="store_true")
    options = parser.parse_args()
    print(f"seed {options.seed}")
    generator = random.Random(options.seed)
    forms = [("KR" * options.dims)[i : i + n] for n in range(1, options.dims + 1) for i in (0, 1)]
    failures = cases = 0
    for form in forms:
        if "R" not in form:
            continue
        for target in TARGETS if options.all_targets else [generator.choice(TARGETS)]:
            operation, element = generator.choice(["min", "prod"]), generator.choice(TYPES)
            copies = find_copies(form, operation, element, target)
            cases += 1
            if copies:
                failures += 1
                print(f"{form}, {operation} {element}, {target}: {copies[0]}")
    print(f"{failures} failures in {cases} cases")


if __name__ == "__main__":
    main()
