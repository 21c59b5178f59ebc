#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The minimum of -0.0 and +0.0 is -0.0, and the maximum +0.0, if a linalg.generic
# combines elements by arith.minimumf and arith.maximumf without nsz. Compiles both
# for rows and columns of each length and puts one such zero among others at each
# position of a row or column.

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
# The reduced axis: columns for 0, rows for 1.
AXES = [0, 1]
# (operation, its start, whether the result is -0.0)
OPERATIONS = [("minimumf", "0x7F800000", True), ("maximumf", "0xFF800000", False)]


def get_function(name, operation, start, element, length, axis):
    rows, columns = (ROWS, length) if axis == 1 else (length, ROWS)
    kept = "rc"[1 - axis]
    iterators = ["parallel", "parallel"]
    iterators[axis] = "reduction"
    types = ", ".join(f'"{iterator}"' for iterator in iterators)
    data = f"tensor<{rows}x{columns}x{element}>"
    results = f"tensor<{ROWS}x{element}>"
    convert = {
        "f16": "arith.truncf %start32 : f32 to f16",
        "bf16": "arith.truncf %start32 : f32 to bf16",
        "f32": "arith.addf %start32, %start32 : f32",
        "f64": "arith.extf %start32 : f32 to f64",
    }[element]
    return f"""
func.func @{name}(%data: {data}) -> {results} {{
  %start32 = arith.constant {start} : f32
  %start = {convert}
  %empty = tensor.empty() : {results}
  %init = linalg.fill ins(%start : {element}) outs(%empty : {results}) -> {results}
  %0 = linalg.generic {{
      indexing_maps = [affine_map<(r, c) -> (r, c)>, affine_map<(r, c) -> ({kept})>],
      iterator_types = [{types}]}}
      ins(%data : {data}) outs(%init : {results}) {{
  ^bb0(%element: {element}, %accumulator: {element}):
    %1 = arith.{operation} %element, %accumulator : {element}
    linalg.yield %1 : {element}
  }} -> {results}
  return %0 : {results}
}}"""


def count_failures(function, dtype, length, axis, is_negative):
    zeros = [0, 1 << (8 * dtype().itemsize - 1)]
    zero, other = zeros[is_negative], zeros[not is_negative]
    failures = 0
    for first in range(0, length, ROWS):
        rows = np.full((ROWS, length), other, dtype)
        for row in range(ROWS):
            rows[row, (first + row) % length] = zero
        data = np.ascontiguousarray(rows if axis == 1 else rows.T)
        results = np.full(ROWS, other, dtype)
        function(
            data.ctypes.data_as(ctypes.c_void_p),
            results.ctypes.data_as(ctypes.c_void_p),
        )
        failures += int(np.count_nonzero(results != zero))
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--directory", required=True)
    directory = parser.parse_args().directory
    cases = [
        (
            f"{operation}_{element}_{length}_{axis}",
            element,
            length,
            axis,
            start,
            is_negative,
        )
        for operation, start, is_negative in OPERATIONS
        for element in TYPES
        for length in LENGTHS
        for axis in AXES
    ]
    with open(f"{directory}/zeros.mlir", "w") as file:
        for name, element, length, axis, start, _ in cases:
            operation = name.split("_")[0]
            file.write(get_function(name, operation, start, element, length, axis))
    library = f"{directory}/zeros.so"
    subprocess.run(
        ["reduce-compile", f"{directory}/zeros.mlir", "--mcpu=native", "-o", library],
        check=True,
    )
    functions = ctypes.CDLL(library)
    failures = 0
    for name, element, length, axis, _, is_negative in cases:
        wrong = count_failures(
            getattr(functions, f"{name}_data"),
            TYPES[element],
            length,
            axis,
            is_negative,
        )
        if wrong:
            print(f"{name}: {wrong} wrong")
        failures += wrong
    print(f"{failures} failures in {len(cases)} functions")


if __name__ == "__main__":
    main()
