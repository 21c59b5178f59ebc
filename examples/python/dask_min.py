#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reduces an array that need not fit into memory, on the processes of a dask cluster,
with a library made of examples/row_min.onnx:

    reduce-compile row_min.onnx -o row_min.so --partial-functions
    dask_min.py row_min.so data.npy
"""

import os
import sys

import dask.array as da
import numpy as np
from dask.distributed import Client
from reduce_dask import reduce_array


class File:
    """An array in a file. Tasks get the path, and read their chunks."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self.shape, self.dtype = self.map().shape, self.map().dtype
        self.ndim = len(self.shape)

    def map(self):
        return np.load(self.path, mmap_mode="r")

    def __getitem__(self, index):
        return self.map()[index]


def main():
    library, path = sys.argv[1:]
    data = da.from_array(File(path), chunks=(512, 512))
    least = reduce_array(data, library, "row_min")
    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None):
        print("as numpy:", np.array_equal(least.compute(), data.min(axis=1).compute()))


# Worker processes import this file.
if __name__ == "__main__":
    main()
