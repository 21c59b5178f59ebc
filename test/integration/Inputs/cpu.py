# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The features of this machine's processor."""


def read_features():
    """Returns their names in Linux."""
    with open("/proc/cpuinfo") as file:
        return set(next(line for line in file if line.startswith("flags")).split())
