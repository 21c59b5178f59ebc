# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the functions of dynamic-c-interface.mlir, correctly and incorrectly.

Results are compared with numpy's, on shapes around the boundaries of the loops.
Invalid calls must return their status and leave the outputs unchanged.
"""

import argparse
import ctypes
import itertools
import random
import resource

import numpy as np

import dlpack
import guarded
from seeds import parse_arguments
from values import put_one

OK, NULL_TENSOR, NULL_DATA, _, DTYPE, RANK, SHAPE, _, OVERLAP, CAPACITY, OUT_OF_MEMORY, _, AXIS_RANGE, _, _, DIM_PARAM, ASSERTION = range(17)
EXTENTS = [0, 1, 2, 3, 5, 8, 9, 16, 17, 33, 64, 65, 130]
# Rows with every kind of remainder after strips of vectors.
LONG_EXTENTS = [127, 129, 143, 255, 257, 273, 383, 513, 1031]
FILLER = 77

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("library")
arguments = parse_arguments(parser)
generator = np.random.default_rng(arguments.seed)
choice = random.Random(arguments.seed)
counts = {"calls": 0, "failures": 0}


def expect(good, *text):
    counts["calls"] += 1
    if not good:
        counts["failures"] += 1
        print("FAILED:", *text)


def least(values, axes, keepdims=False):
    is_float = np.issubdtype(values.dtype, np.floating)
    limit = np.inf if is_float else np.iinfo(values.dtype).max
    return np.min(values, axes, initial=limit, keepdims=keepdims)


def product(values, axes, keepdims=False):
    return np.prod(values, axes, values.dtype, keepdims=keepdims)


# Each function: its inputs' types and ranks, and what it computes.
FUNCTIONS = {
    "rows": (np.float32, 2, lambda x: [least(x, 1)]),
    "columns": (np.int32, 2, lambda x: [product(x, 0, True)]),
    "middle": (np.float64, 3, lambda x: [least(x, 1, True)]),
    "inner": (np.float32, 3, lambda x: [least(x, 2)]),
    "inner_keepdims": (np.float32, 3, lambda x: [least(x, 2, True)]),
    "same": (np.float32, 2, lambda x: [x]),
    "all": (np.int64, 3, lambda x: [product(x, (0, 1, 2))]),
    "chain": (np.int32, 3, lambda x: [product(least(x, 2), 1), least(x, 1)]),
    "halves": (np.float16, 2, lambda x: [np.prod(x, 1, np.float32).astype(x.dtype)]),
}


# The reduced values, for inputs of functions that pick an element.
PICKED = {"rows": [1], "middle": [1], "inner": [2], "inner_keepdims": [2]}


def make_data(dtype, shape, picked=None):
    """Returns values. If an element is picked, each result's is the only negative one,
    at a random position, or a NaN."""
    if np.issubdtype(dtype, np.integer):
        # Factors other than 1; otherwise an omitted one would not show.
        return generator.choice([-9, -7, -5, -3, 3, 5, 7, 9], shape).astype(dtype)
    if dtype == np.float16:
        # Within a row, products in any order are in the range of f16.
        signs = generator.choice([1, -1], shape).astype(dtype)
        signs[..., :8] *= dtype(1.5)
        return signs
    values = generator.standard_normal(shape).astype(dtype)
    if picked is not None:
        values = abs(values)
        special = np.nan if generator.random() < 0.3 else -1 - generator.random()
        put_one(values, picked, special, generator)
    return values


def make_view(array):
    """Returns an equal array with another layout."""
    order = choice.sample(range(array.ndim), array.ndim)
    steps = [choice.choice([-2, -1, 1, 3]) for _ in order]
    spread = [abs(step) * extent for step, extent in zip(steps, array.shape)]
    memory = np.full([spread[i] for i in order], FILLER, array.dtype)
    view = memory.transpose(np.argsort(order).astype(int))
    view = view[tuple(slice(None, None, step) for step in steps) + (...,)]
    view[...] = array
    return view


def output_shapes(name, inputs, ranks, capacity=8, null_data=False):
    """Calls NAME_output_shapes; returns its status and the shapes."""
    tensors = [dlpack.make_tensor(array) for array in inputs]
    if null_data:
        for tensor in tensors:
            tensor.data = None
    for _ in ranks:
        shape = (ctypes.c_int64 * 8)(*([-5] * 8))
        tensors.append(dlpack.DLTensor(ndim=capacity, shape=shape))
    function = getattr(library, name + "_output_shapes")
    function.restype = ctypes.c_int32
    status = function(*(ctypes.byref(tensor) for tensor in tensors))
    outputs = tensors[len(inputs) :]
    return status, [tuple(out.shape[: out.ndim]) for out in outputs]


def check_results():
    for name, (dtype, rank, compute) in FUNCTIONS.items():
        if rank == 2:
            shapes = list(itertools.product(EXTENTS, EXTENTS))
            shapes += [(3, 10001), (10001, 3), (1, 70000), (70000, 1)]
            shapes += [(2, extent) for extent in LONG_EXTENTS]
            shapes += [(extent, 3) for extent in LONG_EXTENTS]
        else:
            shapes = [[choice.choice(EXTENTS) for _ in range(3)] for _ in range(50)]
            for extent in LONG_EXTENTS:
                shapes.append([choice.choice([1, 2, 5]) for _ in range(3)])
                shapes[-1][choice.randrange(3)] = extent
        for shape in shapes:
            if name == "all":
                shape[1] = 4
            data = make_data(dtype, shape, PICKED.get(name))
            expected = [np.asarray(result) for result in compute(data)]
            status, found = output_shapes(name, [data], expected, null_data=True)
            shapes_expected = [result.shape for result in expected]
            expect(
                status == OK and found == shapes_expected,
                name, shape, "output shapes", status, found,
            )
            for source in (data, make_view(data)):
                for spread in (False, True):
                    blanks = [np.full(r.shape, FILLER, r.dtype) for r in expected]
                    outs = [make_view(out) if spread else out for out in blanks]
                    status = guarded.call(
                        getattr(library, name), [source, *outs], num_outputs=len(outs)
                    )
                    good = status == OK and all(
                        np.array_equal(out, result, equal_nan=dtype not in (np.int32, np.int64))
                        for out, result in zip(outs, expected)
                    )
                    expect(good, name, shape, source.strides, spread, status)


def check_status(name, arrays, num_outputs, expected, change=lambda tensors: None):
    """Calls `name` on tensors after `change`; outputs must be unchanged."""
    tensors = [dlpack.make_tensor(array) for array in arrays]
    change(tensors)
    before = [array.copy() for array in arrays[-num_outputs:]]
    function = getattr(library, name)
    function.restype = ctypes.c_int32
    status = function(*(ctypes.byref(tensor) for tensor in tensors))
    expect(status == expected, name, "expected status", expected, "got", status)
    if expected != OK:
        same = map(np.array_equal, before, arrays[-num_outputs:])
        expect(all(same), name, "an output was touched")


def set_shape(index, *extents):
    def change(tensors):
        tensors[index].ndim = len(extents)
        tensors[index].shape = (ctypes.c_int64 * 8)(*extents)
        tensors[index].strides = None

    return change


def filled(*shape, dtype=np.float32):
    return np.full(shape, FILLER, dtype)


def check_shapes():
    data = make_data(np.float32, (6, 5))
    check_status("rows", [data, filled(6)], 1, OK)
    for extents in ([5], [7], [0], [-6], [2**62]):
        check_status("rows", [data, filled(6)], 1, SHAPE, set_shape(1, *extents))
    check_status("rows", [data, filled(6)], 1, RANK, set_shape(1, 6, 1))
    check_status("rows", [data, filled(6)], 1, RANK, set_shape(0, 30))
    # Negative, and too many elements to count, even if there are none.
    for extents in ([-6, -5], [6, -5], [2**62, 2], [2**31, 2**31], [2**62, 0]):
        check_status("rows", [data, filled(6)], 1, SHAPE, set_shape(0, *extents))
    check_status("columns", [make_data(np.int32, (2, 3)), filled(2, 3, dtype=np.int32)], 1, SHAPE)
    check_status("middle", [filled(2, 3, 4, dtype=np.float64), filled(2, 3, 4, dtype=np.float64)], 1, SHAPE)
    check_status("inner_keepdims", [filled(2, 3, 4), filled(2, 3, 2)], 1, SHAPE)
    check_status("all", [filled(2, 3, 4, dtype=np.int64), filled(dtype=np.int64)], 1, SHAPE)
    for first, second in (((2,), (2, 3)), ((3,), (2, 4)), ((2,), (2, 4))):
        arrays = [filled(*extents, dtype=np.int32) for extents in ((2, 3, 4), first, second)]
        good = (first, second) == ((2,), (2, 4))
        check_status("chain", arrays, 2, OK if good else SHAPE)

    def no_data(index):
        def change(tensors):
            tensors[index].data = None

        return change

    check_status("rows", [data, filled(6)], 1, NULL_DATA, no_data(0))
    check_status("rows", [data, filled(6)], 1, NULL_DATA, no_data(1))
    check_status("rows", [filled(0, 5), filled(0)], 1, OK, no_data(0))

    def overlap(tensors):
        tensors[1].strides[0] = 0

    check_status("rows", [data, filled(6)], 1, OVERLAP, overlap)

    status, _ = output_shapes("rows", [data], [1], capacity=0)
    expect(status == CAPACITY, "capacity", status)
    status, shapes = output_shapes("chain", [filled(2, 3, 4, dtype=np.int32)], [1, 2], capacity=1)
    expect(status == CAPACITY and shapes == [(-5,), (-5,)], "capacity", status)
    status, _ = output_shapes("rows", [data.astype(np.float64)], [1])
    expect(status == DTYPE, "type", status)
    status, _ = output_shapes("rows", [filled(2, 3, 4)], [1])
    expect(status == RANK, "rank", status)
    library.rows_output_shapes.restype = ctypes.c_int32
    expect(library.rows_output_shapes(None, None) == NULL_TENSOR, "null")


def check_names():
    a, b = make_data(np.float32, (4, 3)), make_data(np.float32, (4, 4))
    check_status("two", [a, b, filled(4), filled(4)], 2, OK)
    # Inputs of one dimension, then outputs.
    check_status("two", [a, b[:3], filled(4), filled(4)], 2, DIM_PARAM)
    wide = make_data(np.float32, (4, 5))
    check_status("two", [a, wide, filled(4), filled(5)], 2, DIM_PARAM)
    check_status("two", [a, b, filled(4), filled(5)], 2, SHAPE)
    status, _ = output_shapes("two", [a, b[:3]], [1, 1])
    expect(status == DIM_PARAM, "inputs of output_shapes", status)
    status, _ = output_shapes("two", [a, wide], [1, 1])
    expect(status == DIM_PARAM, "results of output_shapes", status)

    check_status("declared", [make_data(np.float32, (4, 9)), filled(4)], 1, OK)
    check_status("declared", [make_data(np.float32, (5, 9)), filled(4)], 1, SHAPE)
    check_status("declared", [make_data(np.float32, (3, 9)), filled(4)], 1, SHAPE)


def check_assertions():
    data = make_data(np.float32, (5, 2))
    library.checked_status_string.restype = ctypes.c_char_p

    def rows(*values):
        return np.array(values, np.int64)

    for source in (rows(1, 2), np.array([9, 2, 9, 1], np.int64)[::-2]):
        out = filled(int(source.sum()))
        check_status("checked", [data, source, out], 1, OK)
        expect(np.all(np.isinf(out)), "checked", out)
        status, shapes = output_shapes("checked", [data, source], [1])
        expect(status == OK and shapes == [out.shape], "checked", status, shapes)
    for source, expected in (
        (rows(1, -2), AXIS_RANGE),
        (rows(9), AXIS_RANGE),
        (rows(4, 4), ASSERTION),
    ):
        check_status("checked", [data, source, filled(3)], 1, expected)
        status, _ = output_shapes("checked", [data, source], [1])
        expect(status == expected, "checked", status)
    # Tensors that the shapes depend on must be present to compute them.
    status, _ = output_shapes("checked", [data, rows(1, 2)], [1], null_data=True)
    expect(status == NULL_DATA, "checked", status)
    texts = [library.checked_status_string(s) for s in (AXIS_RANGE, ASSERTION)]
    expect(
        texts
        == [b"an axis is out of range", b"a check that the function makes itself failed"],
        texts,
    )


def check_memory():
    # The intermediate tensor is larger than any address space; the input may
    # not be read, nor the outputs written.
    arrays = [filled(*(1,) * rank, dtype=np.int32) for rank in (3, 1, 2)]

    def enlarge(tensors):
        set_shape(0, 1, 2**56, 1)(tensors)
        # It must not overlap the outputs, either.
        tensors[0].data = 2**62

    check_status("chain", arrays, 2, OUT_OF_MEMORY, enlarge)

    def reverse(tensors):
        set_shape(0, 1, 2**56, 1)(tensors)
        tensors[0].strides = (ctypes.c_int64 * 3)(0, 0, 0)

    check_status("chain", arrays, 2, OUT_OF_MEMORY, reverse)
    # The first memory that is used is freed again.
    data = filled(2, 50000, 1, dtype=np.int32)
    outs = [filled(2, dtype=np.int32), filled(2, 1, dtype=np.int32)]
    dlpack.call(library.chain, [data, *outs])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(500):
        dlpack.call(library.chain, [data, *outs])
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    expect(grown < 50000, "calls lost", grown, "KiB of memory")


def main():
    global library
    library = ctypes.CDLL(arguments.library)
    check_results()
    check_shapes()
    check_names()
    check_assertions()
    check_memory()
    print(counts["failures"], "failures in", counts["calls"], "checks")
    return 1 if counts["failures"] or not counts["calls"] else 0


if __name__ == "__main__":
    guarded.run(main)
