# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares casts and reshapes of shards, on ranks in one process, with numpy.

    reshapes.py RESHAPES.SO RESHAPES-GRID.SO
"""

import ctypes
import sys

import numpy as np

from fake_ranks import World
from sharding_cases import get_shard

lines, grid = (ctypes.CDLL(path) for path in sys.argv[1:])
num_calls = num_failures = 0
SHAPE = 6


def check(function, shape, sharding, compute, result_sharding, *, cuts=(), expected=0):
    """Calls `function` on shards of a tensor. `cuts` has the ends of the shards of a
    dimension, and those of the result's dimension; `expected` is the status."""
    global num_calls, num_failures
    num_calls += 1
    ranks = (3,) if len(shape) == 2 else (2, 2)
    world = World(ranks)
    data = np.random.default_rng(num_calls).uniform(-9, 9, shape).astype(np.float32)
    with np.errstate(all="ignore"):
        result = compute(data)
    arrays, parts = {}, {}
    for index in world.get_indices():
        shard = get_shard(data, sharding, ranks, index, dict(c[:2] for c in cuts))
        parts[index] = get_shard(
            result, result_sharding, ranks, index, {c[2]: c[3] for c in cuts if c[2:]}
        )
        arrays[index] = [np.ascontiguousarray(shard), np.full(parts[index].shape, 77, np.float32)]
    statuses = world.call(function, arrays)
    right = set(statuses.values()) == {expected} and not world.hung
    for index, (_, out) in arrays.items():
        right &= bool((out == (77 if expected else parts[index])).all())
    if not right:
        num_failures += 1
        print(f"call {num_calls}, {shape}: {statuses}, expected {expected}; {arrays}, {parts}")


def find_min(data, **options):
    return data.min(initial=np.inf, **options)


def check_lines():
    for ends in ([0, 4, 8, 12], [0, 1, 1, 12], [0, 0, 12, 12]):
        check(
            lines.unit_dim_sharded,
            (12, 5),
            [[0], []],
            lambda data: find_min(data, axis=1)[None],
            [[], [0]],
            cuts=[(0, ends, 1, ends)],
        )
    for ends in ([0, 3, 6, 10], [0, 10, 10, 10]):
        check(
            lines.uneven_sharded,
            (10, 4),
            [[0], []],
            lambda data: find_min(data, axis=1, keepdims=True),
            [[0], []],
            cuts=[(0, ends, 0, ends)],
        )
    check(
        lines.even_sharded,
        (12, 5),
        [[0], []],
        lambda data: find_min(data.reshape(6, 2, 5), axis=1),
        [[0], []],
    )
    for rows, ends in ((7, [0, 2, 2, 7]), (0, [0, 0, 0, 0])):
        check(
            lines.from_scalar_sharded,
            (rows, 4),
            [[0], []],
            lambda data: -find_min(data, keepdims=True),
            [[], []],
            cuts=[(0, ends)],
        )
    check(
        lines.elementwise_sharded,
        (9, 4),
        [[0], []],
        lambda data: find_min(np.floor(np.exp(-data)), axis=0),
        [[]],
    )
    for ends, expected in (([0, 3, 6, 9], 0), ([0, 3, 5, 9], SHAPE), ([0, 4, 8, 12], SHAPE)):
        check(
            lines.cast_sharded,
            (ends[-1], 5),
            [[0], []],
            lambda data: find_min(data, axis=0),
            [[]],
            cuts=[(0, ends)],
            expected=expected,
        )


def check_grid():
    for rows, columns in ((4, 6), (1, 7), (5, 0)):
        half = rows // 2
        check(
            grid.collapse_sharded,
            (rows, 3, columns),
            [[0], [], [1]],
            lambda data: find_min(data, axis=2).reshape(-1),
            [[0]],
            cuts=[
                (0, [0, half, rows], 0, [0, 3 * half, 3 * rows]),
                (2, [0, columns // 3, columns]),
            ],
        )
        check(
            grid.all_sharded,
            (rows, 1, columns),
            [[0], [], [1]],
            lambda data: find_min(data, keepdims=True).reshape(-1),
            [[]],
        )


check_lines()
check_grid()
print(f"{num_calls} calls, {num_failures} failures")
