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


def get_address(array):
    return array.ctypes.data_as(ctypes.c_void_p)


def count_lost_nan(library):
    """Returns how many products of all bf16 and f32 are NaN, and of how many the result
    is none, or is one where the product is a number."""
    data = np.stack([ALL, ALL[::-1]])
    factors = np.ones((2, 65536), np.float32)
    bits = factors.view(np.uint32)
    for i, nan in enumerate([0x7FFFFFFF, 0xFFFFFFFF, 0x7F800001, 0xFF80FFFF]):
        bits[i % 2, i::5] = nan
    results = np.zeros(65536, np.uint16)
    library.scaled_bf16_data(*map(get_address, (data, factors, results)))
    with np.errstate(all="ignore"):
        products = np.prod(decode(data, "bf16").astype(np.float32) * factors, axis=0)
    is_nan = np.isnan(products)
    return is_nan.sum(), np.count_nonzero(np.isnan(decode(results, "bf16")) != is_nan)


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
    nan, lost = count_lost_nan(library)
    print(f"{path}: {lost} of {nan} NaN lost")
    wrong += differences > 0 or values == 0 or lost > 0
sys.exit(wrong)
