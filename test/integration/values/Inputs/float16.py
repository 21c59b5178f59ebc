# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares products of all f16 and bf16 with other factors with numpy's."""

import ctypes
import sys

import numpy as np

import dlpack
import guarded
from elements import decode, encode

ALL = np.arange(65536, dtype=np.uint16)
FACTORS = [1.0, -1.0, 0.5, 2.0**-9, 3.0, 0.3330078125, 1.9990234375, 2.0**-14]


def same(a, b):
    return (a == b) | (np.isnan(a) & np.isnan(b))


wrong = 0
for path in sys.argv[1:]:
    library = ctypes.CDLL(f"./{path}")
    differences = values = 0
    for element_type in ["f16", "bf16"]:
        stored = ALL.view(np.float16) if element_type == "f16" else ALL
        for factor in FACTORS:
            factors = encode(np.full(65536, factor), element_type)
            data = np.stack([stored, factors])
            out = np.zeros_like(stored)
            code = dlpack.BFLOAT if element_type == "bf16" else None
            assert guarded.call(getattr(library, element_type), [data, out], code) == 0
            with np.errstate(all="ignore"):
                numbers = decode(data, element_type).astype(np.float32)
                expected = encode(numbers[0] * numbers[1], element_type)
            bad = ~same(decode(out, element_type), decode(expected, element_type))
            differences += np.count_nonzero(bad)
            values += bad.size
            for i in np.flatnonzero(bad)[:3]:
                print(element_type, factor, data[:, i], expected[i], out[i])
    print(f"{path}: {differences} differences in {values} values")
    wrong += differences > 0 or values == 0
sys.exit(wrong)
