#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The minimum of -0.0 and +0.0 is -0.0, and the maximum +0.0, if a linalg.generic
# combines elements by arith.minimumf and arith.maximumf without nsz. Compiles both
# for rows of each length and puts one such zero among others at each position of
# a row.

import argparse
import ctypes
import subprocess

import numpy as np

# The integers with the bits of each type.
TYPES = {"f16": np.uint16, "bf16": np.uint16, "f32": np.uint32, "f64": np.uint64}
# Each length up to two vectors of 16-bit elements, lengths of several strips, and the
# numbers of rows of blocks and of what is left over.
LENGTHS = [*range(2, 66), 129, 300]
ROWS = 19
# (operation, its start, whether the result is -0.0)
OPERATIONS = [("minimumf", "0x7F800000", True), ("maximumf", "0xFF800000", False)]


def get_function(name, operation, start, element, length):
    rows = f"tensor<{ROWS}x{length}x{element}>"
    results = f"tensor<{ROWS}x{element}>"
    convert = {
        "f16": "arith.truncf %start32 : f32 to f16",
        "bf16": "arith.truncf %start32 : f32 to bf16",
        "f32": "arith.addf %start32, %start32 : f32",
        "f64": "arith.extf %start32 : f32 to f64",
    }[element]
    return f"""
func.func @{name}(%data: {rows}) -> {results} {{
  %start32 = arith.constant {start} : f32
  %start = {convert}
  %empty = tensor.empty() : {results}
  %init = linalg.fill ins(%start : {element}) outs(%empty : {results}) -> {results}
  %0 = linalg.generic {{
      indexing_maps = [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> (r)>],
      iterator_types = ["parallel", "reduction"]}}
      ins(%data : {rows}) outs(%init : {results}) {{
  ^bb0(%element: {element}, %accumulator: {element}):
    %1 = arith.{operation} %element, %accumulator : {element}
    linalg.yield %1 : {element}
  }} -> {results}
  return %0 : {results}
}}"""


def count_failures(function, dtype, length, is_negative):
    zeros = [0, 1 << (8 * dtype().itemsize - 1)]
    zero, other = zeros[is_negative], zeros[not is_negative]
    failures = 0
    for first in range(0, length, ROWS):
        rows = np.full((ROWS, length), other, dtype)
        for row in range(ROWS):
            rows[row, (first + row) % length] = zero
        results = np.full(ROWS, other, dtype)
        function(
            rows.ctypes.data_as(ctypes.c_void_p),
            results.ctypes.data_as(ctypes.c_void_p),
        )
        failures += int(np.count_nonzero(results != zero))
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--directory", required=True)
    directory = parser.parse_args().directory
    cases = [
        (f"{operation}_{element}_{length}", element, length, start, is_negative)
        for operation, start, is_negative in OPERATIONS
        for element in TYPES
        for length in LENGTHS
    ]
    with open(f"{directory}/zeros.mlir", "w") as file:
        for name, element, length, start, _ in cases:
            operation = name.split("_")[0]
            file.write(get_function(name, operation, start, element, length))
    library = f"{directory}/zeros.so"
    subprocess.run(
        ["reduce-compile", f"{directory}/zeros.mlir", "--mcpu=native", "-o", library],
        check=True,
    )
    functions = ctypes.CDLL(library)
    failures = 0
    for name, element, length, _, is_negative in cases:
        wrong = count_failures(
            getattr(functions, f"{name}_data"), TYPES[element], length, is_negative
        )
        if wrong:
            print(f"{name}: {wrong} wrong")
        failures += wrong
    print(f"{failures} failures in {len(cases)} functions")


if __name__ == "__main__":
    main()
