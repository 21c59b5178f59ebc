# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints functions that reduce a dimension of size 1, whose results are copies: of each size
of elements, around the size from which copies are loops over vectors, and of a whole number
of iterations of these loops and any rest."""

import random
import sys

from cases import VECTOR_SIZES
from limits import read_limits
from seeds import read_seed

TYPES = {"i8": 1, "i1": 1, "f16": 2, "bf16": 2, "i16": 2, "f32": 4, "i32": 4, "f64": 8, "i64": 8}
# In machine vectors.
ITERATION = 4


def draw_counts(choice, limit, size):
    """Returns numbers of elements of `size` bytes."""
    least = limit // size
    iteration = ITERATION * max(VECTOR_SIZES) // size
    rests = [0, 1, iteration - 1, choice.randrange(iteration), choice.randrange(iteration)]
    return [least - 1, least, least + 1] + [
        least + choice.randint(1, 100) * iteration + rest for rest in rests
    ]


def main():
    limit = read_limits(sys.argv[1])["minVectorCopyBytes"]
    choice = random.Random(read_seed(sys.argv[2]))
    for element, size in TYPES.items():
        for number, count in enumerate(draw_counts(choice, limit, size)):
            data, result = f"tensor<{count}x1x{element}>", f"tensor<{count}x{element}>"
            print(f"func.func @{element}_{number}(%data: {data}) -> {result} {{")
            print(f"  %0 = reduce.min %data axes = [1] : {data} -> {result}")
            print(f"  return %0 : {result}\n}}")


main()
