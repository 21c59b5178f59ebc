# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lets one rank of a sharded call go wrong: all ranks return the same status, none
hangs, and no output changes.

    faults.py FAULTS.SO FAULTS-GRID.SO FAULTS-ANY.SO FAULTS-REPRODUCIBLE.SO
"""

import ctypes
import sys

import numpy as np

import dlpack
from fake_ranks import World
from reduce_comm import ReduceComm

libraries = [ctypes.CDLL(path) for path in sys.argv[1:]]
num_calls = num_failures = 0
OK, NULL_DATA, DTYPE, SHAPE = 0, 2, 4, 6
OUT_OF_MEMORY, COMMUNICATION, DISAGREEMENT = 10, 18, 19


def find(name):
    return next(getattr(library, name) for library in libraries if hasattr(library, name))


def check(name, world, arrays, expected):
    """Calls a function and compares the statuses with `expected`: one for all."""
    global num_calls, num_failures
    num_calls += 1
    statuses = world.call(find(name), arrays)
    touched = [
        index for index, (_, *outs) in arrays.items() if any((out != 77).any() for out in outs)
    ]
    if set(statuses.values()) == {expected} and not world.hung and bool(touched) == (expected == OK):
        return
    num_failures += 1
    print(f"{name}: {statuses}, expected {expected}; hung: {world.hung}; outputs of {touched}")


def make(world, rows=4, columns=6, result=lambda rows, columns: columns):
    return {
        index: [np.ones((rows, columns), np.float32), np.full(result(rows, columns), 77, np.float32)]
        for index in world.get_indices()
    }


def check_columns(is_asynchronous):
    def new(fail=None, shape=(2,)):
        return World(shape, is_asynchronous, fail=fail)

    world = new()
    check("columns_sharded", world, make(world), OK)
    for index in world.get_indices():
        wrong = make(world)
        wrong[index][0] = wrong[index][0].astype(np.float64)
        check("columns_sharded", new(), wrong, DTYPE)

        wrong = make(world)
        wrong[index][1] = np.full(7, 77, np.float32)
        check("columns_sharded", new(), wrong, SHAPE)

        # Each of the ranks is right on its own.
        wrong = make(world)
        wrong[index] = make(world, columns=7)[index]
        check("columns_sharded", new(), wrong, DISAGREEMENT)
        wrong[index] = make(world, columns=0)[index]
        check("columns_sharded", new(), wrong, DISAGREEMENT)

        # Sharded sizes may differ, though.
        uneven = make(world)
        uneven[index] = make(world, rows=0)[index]
        check("columns_sharded", new(), uneven, OK)

        # No machine has the memory for an intermediate tensor of this size.
        wrong = make(world, result=lambda rows, columns: ())
        repeated = np.lib.stride_tricks.as_strided(wrong[index][0], (2**46, 2), (0, 0))
        wrong[index][0] = repeated
        check("large_sharded", new(), wrong, OUT_OF_MEMORY)

    # Collectives fail: the agreement and the data.
    for fail in (0, 1):
        check("columns_sharded", new(fail), make(world), COMMUNICATION)
    # The grid is not that of the function.
    for shape in ((1,), (3,), (2, 1)):
        world = new(shape=shape)
        check("columns_sharded", world, make(world), COMMUNICATION)


def check_several(is_asynchronous):
    """Outputs that need no collective are unchanged, too, whatever the layout."""

    def make_several(world, layout):
        arrays = {}
        for index in world.get_indices():
            buffers = np.ones((4, 24), np.float32), *np.full((3, 12), 77, np.float32)
            if layout == "contiguous":
                shapes = (4, 6), 4, 6, (4, 1)
                arrays[index] = [
                    buffer.ravel()[: np.prod(shape)].reshape(shape)
                    for buffer, shape in zip(buffers, shapes)
                ]
            elif layout == "rows":
                arrays[index] = [buffers[0][:, :6], *make_several(world, "contiguous")[index][1:]]
            else:
                data, kept, least, product = buffers
                arrays[index] = [data[:, ::4], kept[:8:2], least[::2], product[::3, None]]
        return arrays

    for layout in ("contiguous", "rows", "strided"):
        world = World((2,), is_asynchronous)
        check("several_sharded", world, make_several(world, layout), OK)
        for index in world.get_indices():
            wrong = make_several(world, layout)
            wrong[index][0] = wrong[index][0].astype(np.float64)
            check("several_sharded", World((2,), is_asynchronous), wrong, DTYPE)


def check_grid(is_asynchronous):
    """Rows are split along y, and columns, which are reduced, along x."""
    world = World((2, 3), is_asynchronous)

    def make_rows(rows):
        return {
            index: make(world, rows[index[0]], 6, lambda rows, columns: rows)[index]
            for index in world.get_indices()
        }

    # Ranks along x must agree on the rows, and those along y need not.
    check("rows_sharded", World((2, 3), is_asynchronous), make_rows((4, 9)), OK)
    for index in world.get_indices():
        wrong = make_rows((4, 9))
        wrong[index] = make(world, 5, 6, lambda rows, columns: rows)[index]
        # Also the ranks where all is well learn of it.
        check("rows_sharded", World((2, 3), is_asynchronous), wrong, DISAGREEMENT)
        wrong = make_rows((4, 9))
        wrong[index][0] = wrong[index][0].astype(np.int32)
        check("rows_sharded", World((2, 3), is_asynchronous), wrong, DTYPE)
    for fail in (0, 1):
        check(
            "rows_sharded",
            World((2, 3), is_asynchronous, fail=fail),
            make_rows((4, 9)),
            COMMUNICATION,
        )
    if is_asynchronous:
        failed = world.get_indices()
        check(
            "rows_sharded", World((2, 3), cannot_begin=failed), make_rows((4, 9)), COMMUNICATION
        )
    # Rows that are not split must be equal along y, too, where nothing is communicated.
    check("replicas_sharded", World((2, 3), is_asynchronous), make_rows((4, 4)), OK)
    check("replicas_sharded", World((2, 3), is_asynchronous), make_rows((4, 9)), DISAGREEMENT)


def check_reproducible(is_asynchronous):
    """Products are gathered."""

    def new(**options):
        return World((2,), is_asynchronous, **options)

    check("products_sharded", new(), make(new()), OK)
    for fail in (0, 1):
        check("products_sharded", new(fail=fail), make(new()), COMMUNICATION)
    check("products_sharded", new(gathers=False), make(new()), COMMUNICATION)


def check_single():
    """Without a communicator there is one rank."""
    global num_calls, num_failures
    data, out = np.arange(12, dtype=np.float32).reshape(3, 4), np.full(4, 77, np.float32)
    for name, expected in (("columns", COMMUNICATION), ("any_number", OK)):
        num_calls += 1
        status = dlpack.call(find(name), [data, out])
        if status != expected or bool((out == data.min(0)).all()) != (expected == OK):
            num_failures += 1
            print(f"{name} of one rank: {status}, expected {expected}: {out}")
    # An incomplete communicator.
    num_calls += 1
    tensors = [dlpack.make_tensor(array) for array in (data, out)]
    empty = ReduceComm(ndim=1)
    status = find("any_number_sharded")(*map(ctypes.byref, tensors), ctypes.byref(empty))
    if status != COMMUNICATION:
        num_failures += 1
        print(f"any_number_sharded without functions: {status}")


def check_positions():
    """Communicators that do not say where a rank is, or whose grid is too large."""
    global num_calls, num_failures

    def call(shape, index):
        global num_calls
        num_calls += 1
        comm = World((1,)).make_comm((0,))
        comm.ndim, comm.shape = 2, (ctypes.c_int64 * 2)(*shape)
        comm.index = (ctypes.c_int64 * 2)(*index) if index else None
        data, out = np.ones((3, 4), np.float32), np.full(3, 77, np.float32)
        tensors = [dlpack.make_tensor(array) for array in (data, out)]
        status = find("one_axis_sharded")(*map(ctypes.byref, tensors), ctypes.byref(comm))
        return status, out[0]

    for shape, index in (
        ((2, 3), None),
        ((2, 3), (2, 0)),
        ((2, 3), (0, 3)),
        ((2, 3), (0, -1)),
        ((2**17, 2), (0, 0)),
        ((2**62, 2**62), (0, 0)),
    ):
        if call(shape, index) != (COMMUNICATION, 77):
            num_failures += 1
            print(f"rank {index} of {shape}: {call(shape, index)}")


for is_asynchronous in (False, True):
    check_columns(is_asynchronous)
    check_several(is_asynchronous)
    check_grid(is_asynchronous)
    check_reproducible(is_asynchronous)
check_single()
check_positions()
print(f"{num_calls} calls, {num_failures} failures")
