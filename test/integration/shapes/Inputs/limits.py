# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The limits on extents at which the compiler chooses other code."""

import re


def read_limits(path):
    """Returns the constants of a C++ file, such as StrategyLimits.h, that are plain numbers
    or shifts."""
    with open(path) as file:
        pairs = re.findall(r"(\w+) = (\d+)(?: << (\d+))?[,;]", file.read())
    return {name: int(number) << int(shift or 0) for name, number, shift in pairs}


def around(limit):
    return [max(1, limit + distance) for distance in (-1, 0, 1)]
