# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Passes numpy arrays to compiled libraries as DLTensors.

numpy's own __dlpack__ rejects bool, read-only and reversed arrays, so the tensors are
built here.
"""

import ctypes
import pathlib
import sys

import numpy as np

examples = pathlib.Path(__file__).resolve().parents[3] / "examples"
sys.path.append(str(examples / "python"))

from reduce_library import BFLOAT, CODES, DLTensor, make_tensor  # noqa: E402

BOOL = CODES["b"]


def call(function, arrays, codes=None):
    """Calls `function` on `arrays`, inputs then outputs; returns its status.

    `codes` are those of `make_tensor`, one for all arrays or one for each.
    """
    if not isinstance(codes, list):
        codes = [codes] * len(arrays)
    tensors = [make_tensor(array, code) for array, code in zip(arrays, codes)]
    function.restype = ctypes.c_int32
    return function(*(ctypes.byref(tensor) for tensor in tensors))
