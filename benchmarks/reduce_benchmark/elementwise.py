# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions with elementwise operations before or after them, and their inputs."""

import array
import math
import random

from .cells import Cell, get_axes, get_extents, get_name

# Square matrices by rows and by columns, short rows, and a shape in between.
SHAPES = [("1024x1024", "1"), ("1024x1024", "0"), ("200000x7", "1"), ("64x7x4096", "1")]
ROWS = [("min", "f32"), ("prod", "f32"), ("min", "i8")]

# The others are compared with the first.
VARIANTS = ("bare", "squares", "scale", "bias")

# Products of powers of two, most of them 1 and -1, are exact in any order. None
# is so small that the processor becomes slow.
EXACT_FACTORS = [1, -1] * 30 + [0.5, -0.5, 2, -2]
EIGHTHS = [number / 8 for number in range(-80, 81)]


def choose_cells(shapes, pattern=None):
    cells = [Cell(*row, *shape) for row in ROWS for shape in shapes or SHAPES]
    return [cell for cell in cells if not pattern or pattern.search(get_name(cell))]


def get_result_extents(cell):
    axes = get_axes(cell)
    return [extent for dim, extent in enumerate(get_extents(cell)) if dim not in axes]


def get_function_name(cell, variant):
    return f"{get_name(cell)}_{variant}"


def get_tensor_type(extents, element):
    return f"tensor<{''.join(f'{extent}x' for extent in extents)}{element}>"


def compute(name, operation, left, right, kind):
    """Returns lines of MLIR that compute %`name` from two tensors."""
    return (
        f"  %{name}_empty = tensor.empty() : {kind}\n"
        f"  %{name} = linalg.{operation} ins({left}, {right} : {kind}, {kind})"
        f" outs(%{name}_empty : {kind}) -> {kind}\n"
    )


def get_function(cell, variant):
    data = get_tensor_type(get_extents(cell), cell.type)
    kept = get_tensor_type(get_result_extents(cell), cell.type)
    arguments = f"%data: {data}" + (f", %bias: {kept}" if variant == "bias" else "")
    factor = "3.0" if cell.type.startswith("f") else "3"
    before, operand, after, result = "", "%data", "", "%reduced"
    if variant == "squares":
        operand = "%squares"
        before = compute("squares", "mul", "%data", "%data", data)
    elif variant == "scale":
        result = "%scaled"
        after = f"  %factor = arith.constant dense<{factor}> : {kept}\n"
        after += compute("scaled", "mul", "%reduced", "%factor", kept)
    elif variant == "bias":
        result = "%sum"
        after = compute("sum", "add", "%reduced", "%bias", kept)
    return (
        f"func.func @{get_function_name(cell, variant)}({arguments}) -> {kept} {{\n"
        f"{before}"
        f"  %reduced = reduce.{cell.op} {operand} axes = {get_axes(cell)} : {data} -> {kept}\n"
        f"{after}"
        f"  return {result} : {kept}\n}}\n"
    )


def get_module(cells):
    return "".join(get_function(cell, variant) for cell in cells for variant in VARIANTS)


def write_tensor(path, cell, extents):
    """Writes a tensor of a cell's type, f32 or i8, with reproducible elements, as
    .npy. Does not need numpy."""
    generator = random.Random(0)
    count = math.prod(extents)
    if cell.type == "i8":
        kind, data = "|i1", generator.randbytes(count)
    else:
        values = EXACT_FACTORS if cell.op == "prod" else EIGHTHS
        kind, data = "<f4", array.array("f", generator.choices(values, k=count)).tobytes()
    shape = "".join(f"{extent}, " for extent in extents)
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape})}}"
    # The data begin at a multiple of 64 bytes; 10 bytes precede the header.
    header += " " * (-(len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little"))
        file.write(header.encode() + data)
