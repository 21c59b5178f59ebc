# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes MLIR of this project: reductions for reduce-compile."""

from .cells import get_axes, get_name


def get_function(cell, is_dynamic):
    element = {"bool": "i1"}.get(cell.type, cell.type.replace("u", "ui"))
    axes = get_axes(cell)
    shape = ["?" if is_dynamic else e for e in cell.shape.split("x")]
    kept = [extent for dim, extent in enumerate(shape) if dim not in axes]
    data, result = (f"tensor<{'x'.join(s + [element])}>" for s in (shape, kept))
    return (
        f"func.func @{get_name(cell)}(%data: {data}) -> {result} {{\n"
        f"  %0 = reduce.{cell.op} %data axes = {axes} : {data} -> {result}\n"
        f"  return %0 : {result}\n}}\n"
    )


def get_module(cells, is_dynamic):
    return "".join(get_function(cell, is_dynamic) for cell in cells)
