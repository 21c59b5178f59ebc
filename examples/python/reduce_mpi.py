# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls sharded functions on the ranks of mpi4py.

    grid = Grid(MPI.COMM_WORLD, [2, 4])
    least = Library("model.so").function(shard, comm=grid)

Collectives go through Python, which takes some microseconds for each. C programs use
reduce_mpi.h.
"""

import ctypes
import math

from mpi4py import MPI
from reduce_comm import AllGather, AllReduce, ReduceComm

# The codes of reduce_comm.h.
TYPES = {
    1: MPI.INT8_T,
    2: MPI.INT16_T,
    3: MPI.INT32_T,
    4: MPI.INT64_T,
    5: MPI.FLOAT,
    6: MPI.DOUBLE,
}
OPERATIONS = {1: MPI.MIN, 2: MPI.MAX, 3: MPI.PROD}


class Grid:
    """The ranks of `comm` in a grid with `shape[i]` ranks along axis i. All ranks make
    it together, and free it."""

    def __init__(self, comm, shape):
        if math.prod(shape) != comm.size:
            raise ValueError(f"a grid of {shape} has not {comm.size} ranks")
        cart = comm.Create_cart(shape)
        self.shape, self.index = list(cart.dims), list(cart.coords)
        self._groups = [
            cart.Sub([bool(axes >> axis & 1) for axis in range(len(shape))])
            for axes in range(1 << len(shape))
        ]
        cart.Free()
        # The exception that made a collective fail on this rank.
        self.error = None
        extents = ctypes.c_int64 * len(shape)
        # Without begin and finish, the agreement does not overlap the local work.
        self.struct = ReduceComm(
            ndim=len(shape),
            shape=extents(*self.shape),
            index=extents(*self.index),
            all_reduce=AllReduce(self._all_reduce),
            all_gather=AllGather(self._all_gather),
        )

    def free(self):
        for group in self._groups:
            group.Free()

    def _all_reduce(self, _, data, count, kind, operation, axes):
        return self._try(
            lambda: self._groups[axes].Allreduce(
                MPI.IN_PLACE, self._get_buffer(data, count, kind), OPERATIONS[operation]
            )
        )

    def _all_gather(self, _, data, every, count, kind, axes):
        group = self._groups[axes]
        # mpi4py takes the number of elements of each rank.
        return self._try(
            lambda: group.Allgather(
                self._get_buffer(data, count, kind),
                self._get_buffer(every, count, kind, group.size),
            )
        )

    def _try(self, collective):
        # ctypes drops an exception that leaves a function which compiled code calls, and
        # returns 0.
        try:
            collective()
            return 0
        except BaseException as error:
            self.error = error
            return 1

    @staticmethod
    def _get_buffer(address, count, kind, ranks=1):
        size = TYPES[kind].Get_size() * count * ranks
        return [MPI.memory.fromaddress(address, size), count, TYPES[kind]]
