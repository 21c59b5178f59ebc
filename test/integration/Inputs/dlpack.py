# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes numpy arrays to compiled libraries as DLTensors.

numpy's own __dlpack__ refuses bool, read-only and reversed arrays, so the
tensors are made by hand.
"""

import ctypes

import numpy as np


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


CODES = {"i": 0, "u": 1, "f": 2, "b": 6}
BFLOAT = 4
BOOL = 6


def make_tensor(array, code=None):
    """Returns a DLTensor of `array`, which it keeps alive, with its strides.

    `code` is DLPack's, for elements that are of another type than numpy's array.
    """
    assert all(stride % array.itemsize == 0 for stride in array.strides)
    extents = ctypes.c_int64 * max(array.ndim, 1)
    tensor = DLTensor(
        data=array.ctypes.data,
        device_type=1,
        ndim=array.ndim,
        code=CODES[array.dtype.kind] if code is None else code,
        bits=8 * array.itemsize,
        lanes=1,
        shape=extents(*array.shape),
        strides=extents(*(stride // array.itemsize for stride in array.strides)),
    )
    tensor.array = array
    return tensor


def call(function, arrays, codes=None):
    """Calls `function` on `arrays`, inputs then outputs; returns its status.

    `codes` are those of `make_tensor`, one for all arrays or one for each.
    """
    if not isinstance(codes, list):
        codes = [codes] * len(arrays)
    tensors = [make_tensor(array, code) for array, code in zip(arrays, codes)]
    function.restype = ctypes.c_int32
    return function(*(ctypes.byref(tensor) for tensor in tensors))
