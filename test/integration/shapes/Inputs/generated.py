# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the functions of generated cases, between guard pages, and compares with numpy."""

import numpy as np

from differential import CODES
from guarded import SIDES, StrayWrite, call
from values import move
from variants import load_libraries

VARIANTS = ["O2-native", "O2-baseline"]


def find_failure(library, case, number):
    """Returns an error of the call `number` of the function of `case`, or None."""
    values = move(case, number)
    expected = np.asarray(case.expected(values))
    out = np.empty(expected.shape, case.dtype)
    code = CODES.get(case.type)
    function = getattr(library, f"case{case.number}")
    try:
        status = call(function, [values, out], [code] * 2, sides=SIDES)
    except StrayWrite as error:
        return str(error)
    if status != 0:
        return f"status {status}"
    if not case.agrees(expected, out):
        return f"expected {expected.reshape(-1)[:8]}, got {out.reshape(-1)[:8]}"
    return None


def check(cases, name):
    """Compiles and calls `cases`, in files that start with `name`. Prints what failed. Returns
    the exit status."""
    source = "".join({case.number: case.function for case in cases}.values())
    failures = calls = 0
    for variant, library in load_libraries(source, ".", name, only=VARIANTS).items():
        for number, case in enumerate(cases):
            calls += 1
            failure = find_failure(library, case, number)
            if failure:
                failures += 1
                print(f"{variant}: {case}, shape {case.shape}: {failure}")
    print(f"{failures} failures in {calls} calls")
    return 1 if failures or not calls else 0
