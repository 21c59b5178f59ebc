# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a failing case smaller."""

import copy

import numpy as np

ATTEMPTS = 100


def smaller_extents(extent):
    """Returns extents to try instead of one, smallest first."""
    return sorted({1, 2, extent // 2, extent - 1} & set(range(1, extent)))


def with_extent(case, dim, extent):
    smaller = copy.deepcopy(case)
    smaller.values = np.take(case.values, range(extent), dim)
    smaller.shape[dim] = extent
    if smaller.declared[dim] is not None:
        smaller.declared[dim] = extent
    return smaller


def with_plain_values(case, kept):
    """Returns the case with ones for all elements except the first `kept` others."""
    plain = copy.deepcopy(case)
    one = case.dtype(0x3F80 if case.type == "bf16" else 1)
    plain.values.reshape(-1)[np.flatnonzero(case.values != one)[kept:]] = one
    return plain


def candidates(case):
    """Yields cases that are smaller in one respect."""
    for dim, extent in enumerate(case.shape):
        for smaller in smaller_extents(extent):
            yield with_extent(case, dim, smaller)
    if case.option:
        plain = copy.deepcopy(case)
        plain.option = False
        yield plain
    for kept in (0, 1):
        plain = with_plain_values(case, kept)
        if plain.values.tobytes() != case.values.tobytes():
            yield plain


def shrink(case, fails):
    """Returns the smallest case found for which `fails` still holds."""
    attempts = 0
    while True:
        for smaller in candidates(case):
            attempts += 1
            if attempts > ATTEMPTS:
                return case
            if fails(smaller):
                case = smaller
                break
        else:
            return case
