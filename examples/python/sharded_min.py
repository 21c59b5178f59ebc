#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls a library made of examples/row_min.onnx on the ranks of MPI, which share the
columns of the matrix:

    reduce-compile row_min.onnx -o row_min.so '--shard=data=[_,x]' --grid=x:?
    mpirun -n 4 sharded_min.py row_min.so
"""

import sys

import numpy as np
from mpi4py import MPI
from reduce_library import Library, StatusError
from reduce_mpi import Grid

comm = MPI.COMM_WORLD
grid = Grid(comm, [comm.size])
library = Library(sys.argv[1])

data = np.random.default_rng(0).standard_normal((1024, 1024), np.float32)
begin, end = (1024 * number // comm.size for number in (comm.rank, comm.rank + 1))
least = library.row_min(data[:, begin:end], comm=grid)
right = comm.gather(np.array_equal(least, data.min(axis=1)))
if comm.rank == 0:
    print("as numpy, on each rank:", right)

# The tensor of one rank is wrong: all ranks learn of it.
try:
    rows = 1000 if comm.rank == comm.size - 1 else 1024
    library.row_min(data[:rows, begin:end], comm=grid)
except StatusError as error:
    texts = comm.gather(str(error))
    if comm.rank == 0:
        print(set(texts), len(texts))
grid.free()
