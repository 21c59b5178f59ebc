# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints functions that reduce a dimension of size 1: of each size of elements, with results
of 2048 bytes, a few more or fewer, and of whole iterations of loops over vectors, with rests."""

TYPES = {"i8": 1, "i1": 1, "f16": 2, "bf16": 2, "i16": 2, "f32": 4, "i32": 4, "f64": 8, "i64": 8}
# In elements, from 2048 bytes on.
REST = [-1, 0, 1]
# In bytes, from 2048 on: an iteration copies up to 256.
MORE = [256, 257 * 8, 511 * 8, 30000, 48]


def main():
    for element, size in TYPES.items():
        counts = [2048 // size + rest for rest in REST]
        counts += [(2048 + more) // size for more in MORE]
        for number, count in enumerate(counts):
            data, result = f"tensor<{count}x1x{element}>", f"tensor<{count}x{element}>"
            print(f"func.func @{element}_{number}(%data: {data}) -> {result} {{")
            print(f"  %0 = reduce.min %data axes = [1] : {data} -> {result}")
            print(f"  return %0 : {result}\n}}")


main()
