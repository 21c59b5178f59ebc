# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the functions of runtime-axes.mlir, with valid and invalid axes."""

import argparse
import ctypes
import itertools

import numpy as np

import dlpack
import guarded
from seeds import parse_arguments
from values import put_one

OK, SHAPE, AXIS_RANGE, AXIS_DUPLICATE, AXES_COUNT = 0, 6, 12, 13, 14
SHAPES = [(2, 3, 4), (1, 5, 1), (7, 1, 33), (0, 3, 2), (3, 0, 2), (64, 33, 17)]
# Long rows, with remainders after vectors of 16 to 64 bytes.
SHAPES += [(2, 3, 257), (3, 143, 2), (389, 1, 3)]
FILLER = 77

calls = failures = 0


def check(library, name, data, axes, expected, status=OK):
    """Calls `name`; the result must be `expected` if `status` is OK."""
    global calls, failures
    function = getattr(library, name)
    out = np.full(expected.shape, FILLER, expected.dtype)
    actual = guarded.call(function, [data, axes, out])
    wanted = expected if status == OK else np.full_like(expected, FILLER)
    # The call gives the same shape.
    tensors = [dlpack.make_tensor(array) for array in (data, axes)]
    tensors.append(dlpack.DLTensor(ndim=3, shape=(ctypes.c_int64 * 3)()))
    shapes = getattr(library, name + "_output_shapes")
    shapes.restype = ctypes.c_int32
    from_shapes = shapes(*(ctypes.byref(tensor) for tensor in tensors))
    shape = tuple(tensors[2].shape[: tensors[2].ndim])
    good = actual == status and np.array_equal(out, wanted, equal_nan=True)
    if status == OK:
        good = good and from_shapes == OK and shape == expected.shape
    elif status != SHAPE:
        good = good and from_shapes == status
    calls += 1
    if not good:
        failures += 1
        print(f"{name} {data.shape} {axes}: {actual}, {from_shapes}, {shape}")


def check_shape(library, shape, random):
    def call(*arguments):
        check(library, *arguments)

    def make_floats(reduced):
        """Returns positive numbers, and for each result one negative or NaN."""
        floats = abs(random.standard_normal(shape)).astype(np.float32)
        special = -1 - random.random() if random.random() < 0.7 else np.nan
        put_one(floats, [dim % 3 for dim in reduced], special, random)
        return floats

    # Not 1; otherwise an omitted element would not show.
    integers = random.choice([-9, -7, -5, -3, 3, 5, 7, 9], shape).astype(np.int32)
    for count in range(4):
        for axes in itertools.permutations([0, 1, -1], count):
            reduced = axes if axes else (0, 1, 2)
            array = np.array(axes, np.int64)
            # The strides of the axes matter, too.
            spread = np.full(2 * count + 1, 9, np.int64)[: 2 * count : 2]
            spread[...] = array
            floats = make_floats(reduced)
            least = np.min(floats, reduced, keepdims=True, initial=np.inf)
            call("keepdims", floats, array, least)
            floats = np.asfortranarray(make_floats(reduced))
            least = np.min(floats, reduced, keepdims=True, initial=np.inf)
            call("keepdims", floats, spread, least)
            product = np.prod(integers, reduced, np.int32)
            if count == 2:
                call("drop_two", integers, array, product)
            else:
                wrong = np.zeros(1, np.int32)
                call("drop_two", integers, array, wrong, AXES_COUNT)
            if count == 1:
                rows = np.min(np.min(floats, axes, initial=np.inf), 1, initial=np.inf)
                call("chain", floats, array.astype(np.int32), rows)
    for axes, status in [
        ([3], AXIS_RANGE),
        ([-4], AXIS_RANGE),
        ([0, 2**62], AXIS_RANGE),
        ([-(2**63)], AXIS_RANGE),
        ([1, 1], AXIS_DUPLICATE),
        ([1, -2], AXIS_DUPLICATE),
    ]:
        call("keepdims", floats, np.array(axes, np.int64), floats, status)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library")
    arguments = parse_arguments(parser)
    library = ctypes.CDLL(arguments.library)
    random = np.random.default_rng(arguments.seed)
    for shape in SHAPES:
        check_shape(library, shape, random)
    floats = np.zeros(SHAPES[-1], np.float32)
    check(library, "keepdims", floats, np.array([0], np.int64), floats, SHAPE)
    print(f"{failures} failures in {calls} calls")
    return 1 if failures or not calls else 0


if __name__ == "__main__":
    guarded.run(main)
