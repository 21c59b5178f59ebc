# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares two .npy files: compare.py EXPECTED ACTUAL.

Element type, shape and every bit must agree, except that any NaN equals any other
and -0.0 equals 0.0. Types that numpy cannot compare are compared as bytes.
"""

import sys

import numpy as np


def main():
    expected, actual = (np.load(path) for path in sys.argv[1:3])
    if (actual.dtype, actual.shape) != (expected.dtype, expected.shape):
        sys.exit(
            f"expected {expected.dtype} {expected.shape}, "
            f"got {actual.dtype} {actual.shape}"
        )
    if expected.dtype.kind == "f":
        equal = np.array_equal(expected, actual, equal_nan=True)
    else:
        equal = expected.tobytes() == actual.tobytes()
    if not equal:
        sys.exit(f"expected\n{expected}\ngot\n{actual}")


main()
