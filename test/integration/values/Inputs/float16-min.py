# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares minima of all f16 and bf16 with others, of each kind, with numpy's.

Without libraries as arguments, it prints their functions.
"""

import ctypes
import sys

import numpy as np

import dlpack
import guarded
from elements import decode

INFINITY = {"f16": 0x7C00, "bf16": 0x7F80}
LEAST_NORMAL = {"f16": 0x0400, "bf16": 0x0080}
# For each list of values, which selects another path through the loops: the number
# of values, the number of elements that are reduced for each, and the axis.
SHAPES = {
    "pairs": (65536, 2, 0),
    "columns": (65536, 37, 0),
    "short": (65536, 2, 1),
    "padded": (65536, 5, 1),
    "groups": (65536, 45, 1),
    "long": (512, 2100, 1),
    "narrow": (4, 4000, 0),
    "packed": (7, 4000, 0),
}
TYPES = ["f16", "bf16"]
MODES = ["propagate", "ignore"]


def get_shape(count, length, axis):
    return (count, length) if axis == 1 else (length, count)


def get_partners(element_type):
    """Returns the bits of the least and greatest of each kind, with either sign."""
    inf = INFINITY[element_type]
    unit = LEAST_NORMAL[element_type]
    kinds = [0, 1, unit - 1, unit, inf // 2, inf - 1, inf, inf + 1, inf + unit // 2, 0x7FFF]
    return [sign | bits for sign in (0, 0x8000) for bits in kinds]


def write_functions():
    for element_type in TYPES:
        for mode in MODES:
            for name, (count, length, axis) in SHAPES.items():
                rows, columns = get_shape(count, length, axis)
                option = " nan_mode = ignore" if mode == "ignore" else ""
                data, out = (f"tensor<{s}x{element_type}>" for s in (f"{rows}x{columns}", count))
                print(f"func.func @{element_type}_{name}_{mode}(%data: {data}) -> {out} {{")
                print(f"  %0 = reduce.min %data axes = [{axis}]{option} : {data} -> {out}")
                print(f"  return %0 : {out}\n}}")


def get_values(count, partners):
    """Returns lists of `count` values: all there are, or those around `partners`."""
    if count == 65536:
        return [np.arange(65536, dtype=np.uint16)]
    near = sorted({(bits + step) & 0xFFFF for bits in partners for step in (-1, 0, 1)})
    return [
        np.resize(np.array(near[first : first + count], np.uint16), count)
        for first in range(0, len(near), count)
    ]


def check(library, element_type, name, mode):
    """Returns how many minima differ from numpy's, and how many there are."""
    count, length, axis = SHAPES[name]
    function = getattr(library, f"{element_type}_{name}_{mode}")
    dtype = np.float16 if element_type == "f16" else np.uint16
    partners = get_partners(element_type)
    data = np.zeros(get_shape(count, length, axis), np.uint16)
    out = np.zeros(count, dtype)
    bad = all_values = 0
    for number, partner in enumerate(partners):
        for values in get_values(count, partners):
            # Each column, or row, has its value at another position.
            data[:] = partner
            places = (np.arange(count) // 64 + number) % length
            data[(np.arange(count), places) if axis == 1 else (places, np.arange(count))] = values
            code = dlpack.BFLOAT if element_type == "bf16" else None
            assert guarded.call(function, [data.view(dtype), out], code) == 0
            with np.errstate(all="ignore"):
                other, some = (
                    decode(bits.view(dtype), element_type).astype(np.float32)
                    for bits in (np.full(count, partner, np.uint16), values)
                )
                if mode == "ignore":
                    # Not np.fmin, which may return a signaling NaN.
                    other, some = (np.where(np.isnan(x), np.inf, x) for x in (other, some))
                expected = np.minimum(other, some)
                got = decode(out, element_type).astype(np.float32)
            differ = ~((got == expected) | (np.isnan(got) & np.isnan(expected)))
            for i in np.flatnonzero(differ)[: 2 if bad == 0 else 0]:
                print(element_type, name, mode, hex(partner), hex(values[i]), expected[i], got[i])
            bad += np.count_nonzero(differ)
            all_values += differ.size
    return bad, all_values


def main():
    if len(sys.argv) == 1:
        write_functions()
    wrong = 0
    for path in sys.argv[1:]:
        library = ctypes.CDLL(f"./{path}")
        counts = [
            check(library, element_type, name, mode)
            for element_type in TYPES
            for mode in MODES
            for name in SHAPES
        ]
        bad, all_values = map(sum, zip(*counts))
        print(f"{path}: {bad} differences in {all_values} values")
        wrong += bad > 0 or all_values == 0
    return 1 if wrong else 0


if __name__ == "__main__":
    guarded.run(main)
