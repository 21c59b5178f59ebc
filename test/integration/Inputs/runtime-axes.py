# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the functions of runtime-axes.mlir, with valid axes and others."""

import ctypes
import itertools
import sys

import numpy as np

import dlpack

OK, SHAPE, AXIS_RANGE, AXIS_DUPLICATE, AXES_COUNT = 0, 6, 12, 13, 14
SHAPES = [(2, 3, 4), (1, 5, 1), (7, 1, 33), (0, 3, 2), (3, 0, 2), (64, 33, 17)]
FILLER = 77

library = ctypes.CDLL(sys.argv[1])
generator = np.random.RandomState(3)
calls = failures = 0


def check(name, data, axes, expected, status=OK):
    """Calls `name`, whose result is to be `expected` where `status` is OK."""
    global calls, failures
    function = getattr(library, name)
    out = np.full(expected.shape, FILLER, expected.dtype)
    actual = dlpack.call(function, [data, axes, out])
    wanted = expected if status == OK else np.full_like(expected, FILLER)
    # The shape is the same as from the call.
    tensors = [dlpack.make_tensor(array) for array in (data, axes)]
    tensors.append(dlpack.DLTensor(ndim=3, shape=(ctypes.c_int64 * 3)()))
    shapes = getattr(library, name + "_output_shapes")
    shapes.restype = ctypes.c_int32
    from_shapes = shapes(*(ctypes.byref(tensor) for tensor in tensors))
    shape = tuple(tensors[2].shape[: tensors[2].ndim])
    good = actual == status and np.array_equal(out, wanted)
    if status == OK:
        good = good and from_shapes == OK and shape == expected.shape
    elif status != SHAPE:
        good = good and from_shapes == status
    calls += 1
    if not good:
        failures += 1
        print(f"{name} {data.shape} {axes}: {actual}, {from_shapes}, {shape}")


for shape in SHAPES:
    floats = generator.standard_normal(shape).astype(np.float32)
    integers = generator.randint(-9, 9, shape).astype(np.int32) | np.int32(1)
    for count in range(4):
        for axes in itertools.permutations([0, 1, -1], count):
            reduced = axes if axes else (0, 1, 2)
            array = np.array(axes, np.int64)
            # Strides of the axes, too, are honoured.
            spread = np.full(2 * count + 1, 9, np.int64)[: 2 * count : 2]
            spread[...] = array
            least = np.min(floats, reduced, keepdims=True, initial=np.inf)
            check("keepdims", floats, array, least)
            view = np.asfortranarray(floats)
            check("keepdims", view, spread, least)
            product = np.prod(integers, reduced, np.int32)
            if count == 2:
                check("drop_two", integers, array, product)
            else:
                wrong = np.zeros(1, np.int32)
                check("drop_two", integers, array, wrong, AXES_COUNT)
            if count == 1:
                rows = np.min(np.min(floats, axes, initial=np.inf), 1, initial=np.inf)
                check("chain", floats, array.astype(np.int32), rows)
    for axes, status in [
        ([3], AXIS_RANGE),
        ([-4], AXIS_RANGE),
        ([0, 2**62], AXIS_RANGE),
        ([-(2**63)], AXIS_RANGE),
        ([1, 1], AXIS_DUPLICATE),
        ([1, -2], AXIS_DUPLICATE),
    ]:
        check("keepdims", floats, np.array(axes, np.int64), floats, status)
check("keepdims", floats, np.array([0], np.int64), floats, SHAPE)
print(f"{failures} failures in {calls} calls")
