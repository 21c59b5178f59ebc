# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module with minima of rows, for each element type of at most 16 bits and
each length of rows that is at most half of a vector of 64 bytes.

padded_permutations.py REMARKS: reads the vector loops of that module, and fails if
the loop of a function whose strategy is padded-rows permutes two vectors."""

import re
import sys

VECTOR_BITS = 512
TYPES = {"i1": 8, "i8": 8, "ui8": 8, "i16": 16, "ui16": 16, "f16": 16, "bf16": 16}
PERMUTATION_OF_TWO = re.compile(r"vperm[ti]2[bw]")


def print_module():
    for element_type, bits in TYPES.items():
        for length in range(2, VECTOR_BITS // bits // 2 + 1):
            data = f"tensor<6400x{length}x{element_type}>"
            result = f"tensor<6400x{element_type}>"
            print(
                f"func.func @{element_type}_{length}(%data: {data}) -> {result} {{\n"
                f"  %0 = reduce.min %data axes = [1] : {data} -> {result}\n"
                f"  return %0 : {result}\n"
                "}"
            )


def check_loops(remarks):
    padded = set(re.findall(r"Function=(\w+) \|.*strategy=padded-rows", remarks))
    for element_type in TYPES:
        if not any(name.startswith(f"{element_type}_") for name in padded):
            sys.exit(f"no rows of {element_type} are padded")
    loops = [line for line in sys.stdin if line.split(":")[0] in padded]
    if {line.split(":")[0] for line in loops} != padded:
        sys.exit("a function whose rows are padded has no loop")
    wrong = [line for line in loops if PERMUTATION_OF_TWO.search(line)]
    sys.exit("".join(wrong) or 0)


if len(sys.argv) == 1:
    print_module()
else:
    with open(sys.argv[1], encoding="utf-8") as file:
        check_loops(file.read())
