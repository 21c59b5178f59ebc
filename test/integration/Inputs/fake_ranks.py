# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ranks of a grid in one process: a thread for each, and collectives in numpy."""

import ctypes
import itertools
import threading

import numpy as np

import dlpack
from reduce_comm import AllGather, AllReduce, Finish, ReduceComm

DTYPES = {1: np.int8, 2: np.int16, 3: np.int32, 4: np.int64, 5: np.float32, 6: np.float64}
OPERATIONS = {1: np.minimum, 2: np.maximum, 3: np.multiply}

# A rank that waits longer for the others waits for ever.
SECONDS = 20


def view(address, count, kind):
    """Returns the elements at an address as an array."""
    size = count * np.dtype(DTYPES[kind]).itemsize
    return np.frombuffer((ctypes.c_byte * size).from_address(address), DTYPES[kind])


class Group:
    """The ranks that take part in one collective."""

    def __init__(self, size):
        self.barrier = threading.Barrier(size)
        self.contributions = {}


class World:
    """The ranks of a grid. `order` permutes the contributions to each collective;
    `fail` makes the collective with that number fail, and `begin` fails on the ranks
    `cannot_begin`. Unless `gathers`, there is no function all_gather."""

    def __init__(
        self, shape, is_asynchronous=True, order=None, fail=None, gathers=True, cannot_begin=()
    ):
        self.shape, self.gathers = tuple(shape), gathers
        self.is_asynchronous = is_asynchronous
        self.order, self.fail = order or (lambda ranks: ranks), fail
        self.cannot_begin = cannot_begin
        self.groups = {}
        self.lock = threading.Lock()
        # For each rank: the count, type, operation and axes of each collective.
        self.log = {index: [] for index in self.get_indices()}
        self.hung = False

    def get_indices(self):
        return list(itertools.product(*map(range, self.shape)))

    def get_group(self, index, axes):
        selected = [axis for axis in range(len(self.shape)) if axes >> axis & 1]
        others = tuple(i for axis, i in enumerate(index) if axis not in selected)
        size = int(np.prod([self.shape[axis] for axis in selected]))
        with self.lock:
            return self.groups.setdefault((axes, others), Group(size))

    def exchange(self, index, data, description, axes, has_begun=False):
        """Returns the data of the ranks of a group by index, or an error. Like MPI, does
        not match collectives that `begin` began with others."""
        self.log[index].append((data.size, *description, axes))
        if self.fail == len(self.log[index]) - 1:
            return 1
        group = self.get_group(index, axes)
        group.contributions[index] = data.copy(), (data.size, description, has_begun)
        try:
            group.barrier.wait(SECONDS)
            contributions = dict(group.contributions)
            group.barrier.wait(SECONDS)
            group.contributions.pop(index)
            group.barrier.wait(SECONDS)
        except threading.BrokenBarrierError:
            self.hung = True
            return 3
        if len({other for _, other in contributions.values()}) != 1:
            return 2
        return {i: other for i, (other, _) in contributions.items()}

    def all_reduce(self, index, address, count, kind, operation, axes, has_begun=False):
        data = view(address, count, kind)
        contributions = self.exchange(index, data, (kind, operation), axes, has_begun)
        if isinstance(contributions, int):
            return contributions
        first, *others = (contributions[i] for i in self.order(sorted(contributions)))
        for other in others:
            first = OPERATIONS[operation](first, other)
        data[:] = first
        return 0

    def all_gather(self, index, address, to, count, kind, axes):
        contributions = self.exchange(index, view(address, count, kind), (kind, None), axes)
        if isinstance(contributions, int):
            return contributions
        gathered = [contributions[i] for i in sorted(contributions)]
        view(to, count * len(gathered), kind)[:] = np.concatenate(gathered)
        return 0

    def make_comm(self, index):
        pending = []

        def all_reduce(_, *arguments):
            return self.all_reduce(index, *arguments)

        def begin(_, *arguments):
            if index in self.cannot_begin:
                return 1
            pending.append(arguments)
            return 0

        def finish(_):
            return self.all_reduce(index, *pending.pop(), has_begun=True)

        def all_gather(_, *arguments):
            return self.all_gather(index, *arguments)

        ndim = len(self.shape)
        comm = ReduceComm(
            ndim=ndim,
            shape=(ctypes.c_int64 * ndim)(*self.shape),
            index=(ctypes.c_int64 * ndim)(*index),
            all_reduce=AllReduce(all_reduce),
        )
        if self.gathers:
            comm.all_gather = AllGather(all_gather)
        if self.is_asynchronous:
            comm.begin, comm.finish = AllReduce(begin), Finish(finish)
        return comm

    def call(self, function, arrays, codes=None):
        """Calls `function` on each rank, with the arrays that `arrays` has for its
        index, outputs last. Returns the statuses by index."""
        function.restype = ctypes.c_int32
        statuses = {}

        def run(index):
            comm = self.make_comm(index)
            tensors = [dlpack.make_tensor(array, codes) for array in arrays[index]]
            statuses[index] = function(*map(ctypes.byref, tensors), ctypes.byref(comm))

        threads = [threading.Thread(target=run, args=(index,)) for index in self.get_indices()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return statuses

