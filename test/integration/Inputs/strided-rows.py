# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces views whose innermost stride is 1, and compares with numpy.

What lies around the elements of a view would change each result.
"""

import ctypes
import subprocess

import numpy as np

import dlpack
from cases import decode, encode, tensor_type

OPERATORS = [
    ("min", "f32"),
    ("prod", "f32"),
    ("min", "f16"),
    ("prod", "bf16"),
    ("min", "i8"),
]
AXES = {2: [[1], [0], [0, 1]], 3: [[2], [1], [0, 2]], 4: [[1, 3]]}
STATIC = [(7, 100), (130, 4), (5, 1), (3, 6, 17)]
ROWS = [1, 2, 3, 8, 9, 37]
COLUMNS = [0, 1, 2, 3, 4, 7, 8, 15, 17, 31, 33, 64, 65, 100, 130, 257, 1030]
DYNAMIC = [(rows, columns) for rows in ROWS for columns in COLUMNS]
# Many rows and strips, which are taken in blocks.
DYNAMIC += [(0, 5), (1300, 1100), (3, 4, 5), (5, 1, 33), (2, 9, 16), (2, 3, 4, 33)]


def get_name(op, element_type, shape, axes):
    extents = "_".join("n" if extent is None else str(extent) for extent in shape)
    return f"{op}_{element_type}_{extents}_over_{'_'.join(map(str, axes))}"


def get_function(op, element_type, shape, axes):
    source = tensor_type(shape, element_type)
    kept = [extent for dim, extent in enumerate(shape) if dim not in axes]
    result = tensor_type(kept, element_type)
    return (
        f"func.func @{get_name(op, element_type, shape, axes)}"
        f"(%data: {source}) -> {result} {{\n"
        f"  %0 = reduce.{op} %data axes = {axes} : {source} -> {result}\n"
        f"  return %0 : {result}\n}}\n"
    )


def compile_library():
    with open("strided-rows.mlir", "w") as file:
        for op, element_type in OPERATORS:
            for shape in [*STATIC, *((None,) * rank for rank in AXES)]:
                for axes in AXES[len(shape)]:
                    file.write(get_function(op, element_type, shape, axes))
    subprocess.run(
        ["reduce-compile", "strided-rows.mlir", "-o", "rows.so", "--mcpu=native"], check=True
    )
    return ctypes.CDLL("./rows.so")


def make_views(values, poison):
    """Yields the name of each layout and an array in it, most of them equal to `values`."""

    def fill(shape, get_view):
        memory = np.full(shape, poison, values.dtype)
        view = get_view(memory)
        view[...] = values
        return view

    *outer, columns = values.shape
    yield "columns", fill([*outer, columns + 7], lambda m: m[..., 3 : columns + 3])
    yield "rows", fill([2 * outer[0], *values.shape[1:]], lambda m: m[1::2])
    yield "reversed", fill([*outer, columns + 1], lambda m: m[::-1, ..., 1:])
    if len(outer) == 2:
        swapped = [outer[1], outer[0], columns + 2]
        yield "transposed", fill(swapped, lambda m: m.swapaxes(0, 1)[..., 1:-1])
    if columns == 1:
        yield "one column", fill([*outer, 5], lambda m: m[..., 2::3])
    # Few enough for their product.
    if 1 < outer[0] < 10:
        yield "repeated", np.broadcast_to(values[:1], values.shape)


def reduce(op, values, element_type, axes):
    function = np.min if op == "min" else np.prod
    identity = {"prod": 1, "min": 127 if element_type == "i8" else np.inf}
    numbers = decode(values, element_type)
    return encode(function(numbers, axis=tuple(axes), initial=identity[op]), element_type)


def make_values(op, element_type, shape, random):
    if op == "min":
        return encode(random.integers(-100, 100, shape), element_type)
    # At most 8 of them are no units: every type holds the product.
    numbers = random.choice([1, -1], shape)
    places = random.permutation(numbers.size)[:8]
    numbers.reshape(-1)[places] *= 2
    return encode(numbers, element_type)


def find_failures(library, op, element_type, shape, axes):
    """Yields, for each call, None or what is wrong with it."""
    declared = shape if shape in STATIC else (None,) * len(shape)
    name = get_name(op, element_type, declared, axes)
    values = make_values(op, element_type, shape, np.random.default_rng(shape))
    poison = encode(np.array([-120]), element_type)[0]
    code = dlpack.BFLOAT if element_type == "bf16" else None
    for layout, view in make_views(values, poison):
        expected = reduce(op, view, element_type, axes)
        spread = np.zeros([2 * extent for extent in expected.shape], expected.dtype)
        every_second = spread[(*(slice(None, None, 2) for _ in expected.shape), ...)]
        for out in (np.zeros_like(expected), every_second):
            status = dlpack.call(getattr(library, name), [view, out], code)
            agrees = status == 0 and np.array_equal(out, expected)
            yield None if agrees else (
                f"{name}, {layout} {view.shape}, strides {view.strides}: status {status}, "
                f"expected {expected.reshape(-1)[:8]}, got {out.reshape(-1)[:8]}"
            )


def main():
    library = compile_library()
    calls = [
        failure
        for op, element_type in OPERATORS
        for shape in STATIC + DYNAMIC
        for axes in AXES[len(shape)]
        for failure in find_failures(library, op, element_type, shape, axes)
    ]
    failures = [failure for failure in calls if failure]
    for failure in failures[:10]:
        print(failure)
    print(f"{len(failures)} failures in {len(calls)} calls")


if __name__ == "__main__":
    main()
