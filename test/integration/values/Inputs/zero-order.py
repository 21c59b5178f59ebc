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

TYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
# Each length up to two vectors of f16, lengths of several strips, and the
# numbers of rows of blocks and of what is left over.
LENGTHS = [*range(2, 66), 129, 300]
ROWS = 19
# (operation, its start, the zero that is the result, the other one)
OPERATIONS = [
    ("minimumf", "0x7F800000", -0.0, 0.0),
    ("maximumf", "0xFF800000", 0.0, -0.0),
]


def get_function(name, operation, start, element, length):
    rows = f"tensor<{ROWS}x{length}x{element}>"
    results = f"tensor<{ROWS}x{element}>"
    convert = {
        "f16": "arith.truncf %start32 : f32 to f16",
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


def count_failures(function, dtype, length, zero, other):
    failures = 0
    for first in range(0, length, ROWS):
        rows = np.full((ROWS, length), other, dtype)
        for row in range(ROWS):
            rows[row, (first + row) % length] = zero
        results = np.full(ROWS, np.nan, dtype)
        function(
            rows.ctypes.data_as(ctypes.c_void_p),
            results.ctypes.data_as(ctypes.c_void_p),
        )
        right = (results == 0) & (np.signbit(results) == np.signbit(zero))
        failures += ROWS - int(np.count_nonzero(right))
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--directory", required=True)
    directory = parser.parse_args().directory
    cases = [
        (f"{operation}_{element}_{length}", element, length, zero, other, start)
        for operation, start, zero, other in OPERATIONS
        for element in TYPES
        for length in LENGTHS
    ]
    with open(f"{directory}/zeros.mlir", "w") as file:
        for name, element, length, _, _, start in cases:
            operation = name.split("_")[0]
            file.write(get_function(name, operation, start, element, length))
    library = f"{directory}/zeros.so"
    subprocess.run(
        ["reduce-compile", f"{directory}/zeros.mlir", "--mcpu=native", "-o", library],
        check=True,
    )
    functions = ctypes.CDLL(library)
    failures = 0
    for name, element, length, zero, other, _ in cases:
        wrong = count_failures(
            getattr(functions, f"{name}_data"), TYPES[element], length, zero, other
        )
        if wrong:
            print(f"{name}: {wrong} wrong")
        failures += wrong
    print(f"{failures} failures in {len(cases)} functions")


if __name__ == "__main__":
    main()
