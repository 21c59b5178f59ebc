# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls functions on memrefs of unknown shape and compares with numpy."""

import ctypes
import itertools
import random
import sys

import numpy as np

EXTENTS = [0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 33, 63, 64, 65, 100, 129, 200]
AXES = {"inner": (1,), "outer": (0,), "alternating": (0, 2), "middle": (1,)}


def fields(array):
    """Returns the fields of a memref as LLVM's functions take them."""
    strides = [stride // array.itemsize for stride in array.strides]
    pointer = ctypes.c_void_p(array.ctypes.data)
    numbers = [0, *array.shape, *strides]
    return [pointer, pointer] + [ctypes.c_int64(number) for number in numbers]


library = ctypes.CDLL(sys.argv[1])
generator = np.random.RandomState(7)
choice = random.Random(7)
calls = differences = 0
for name, axes in AXES.items():
    if name in ("inner", "outer"):
        shapes = list(itertools.product(EXTENTS, EXTENTS))
    else:
        shapes = [[choice.choice(EXTENTS) for _ in range(3)] for _ in range(60)]
    for shape in shapes:
        data = generator.standard_normal(shape).astype(np.float32)
        if data.size and choice.random() < 0.3:
            data.reshape(-1)[choice.randrange(data.size)] = np.nan
        expected = np.min(data, axes, initial=np.inf)
        # A result that is written too far shows behind the array.
        memory = np.full(expected.size + 32, -7, np.float32)
        out = memory[: expected.size].reshape(expected.shape)
        getattr(library, name)(*fields(data), *fields(out))
        calls += 1
        good = np.array_equal(out, expected, equal_nan=True)
        if not good or np.any(memory[expected.size :] != -7):
            differences += 1
            print(f"{name} {shape}: expected {expected}, got {out}")
print(f"{differences} differences in {calls} calls")
