#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls a library made of examples/row_min.onnx.

usage: row_min.py LIBRARY
"""

import sys

import numpy as np
from reduce_library import Library, StatusError

library = Library(sys.argv[1])
for tensor in library.row_min.signature["inputs"]:
    print(tensor["name"], tensor["dtype"], tensor["shape"])

data = np.random.default_rng(0).standard_normal((1024, 1024), np.float32)
least = library.row_min(data)
print("as numpy:", np.array_equal(least, data.min(axis=1)))

# Columns are rows of the transposed array: other strides, the same memory.
library.row_min(data.T, out=least)
print("as numpy:", np.array_equal(least, data.min(axis=0)))

try:
    library.row_min(data[:, :1000])
except StatusError as error:
    print(error)
