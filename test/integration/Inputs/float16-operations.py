# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares operations on f16 and bf16, of a minimum and other tensors.

An operation must give what numpy's gives, which rounds each result. A fused one must
give the exact sum, rounded once.

With the name of another architecture, the functions are emulated.
"""

import argparse
import itertools

import numpy as np

import dlpack
import guarded
from elements import decode, encode
from seeds import parse_arguments
from variants import load_libraries

# Bits of the significand, and the exponent of the least number.
FORMATS = {"f16": (11, -24), "bf16": (8, -133)}
INFINITY = {"f16": 0x7C00, "bf16": 0x7F80}
LEAST_NORMAL = {"f16": 0x0400, "bf16": 0x0080}


def add_to_odd(a, b):
    """Returns a + b, truncated to f64, with an odd significand if that is not exact: as
    f64 has many more bits, it is then rounded as the exact sum is."""
    total = a + b
    # What the rounded sum lacks (Knuth).
    part = total - a
    error = (a - (total - part)) + (b - part)
    bits = total.view(np.int64)
    is_inexact = np.isfinite(total) & (error != 0)
    # A sum that was rounded away from zero is one unit too large.
    is_past = is_inexact & ((error > 0) != (total > 0))
    return np.where(is_inexact, bits - is_past | 1, bits).view(np.float64)


def round_f64(numbers, element_type):
    """Returns numbers in stored form, rounded once."""
    if element_type == "f16":
        return numbers.astype(np.float16)
    bits, least = FORMATS[element_type]
    _, exponents = np.frexp(numbers)
    unit = np.exp2(np.maximum(exponents - bits, least).astype(np.float64))
    # What is too large becomes infinite as an f32.
    return encode((np.round(numbers / unit) * unit).astype(np.float32), element_type)


def fuse(a, b, c, element_type):
    """Returns a * b + c, rounded once. The product of two such numbers is exact in f64."""
    a, b, c = (decode(values, element_type).astype(np.float64) for values in (a, b, c))
    return round_f64(add_to_odd(a * b, c), element_type)


def step(function):
    """Returns `function` on stored values, in f32, with the result rounded."""

    def compute(element_type, *stored):
        wide = [decode(values, element_type).astype(np.float32) for values in stored]
        return encode(function(*wide), element_type)

    return compute


add, subtract, multiply, divide = map(step, (np.add, np.subtract, np.multiply, np.divide))
sqrt, remainder = map(step, (np.sqrt, np.fmod))

# For each function, its operation on a, b and c, and numpy's result.
FUNCTIONS = {
    "products": (
        "%0 = arith.mulf %a, %b : T\n%r = arith.mulf %0, %c : T",
        lambda a, b, c, t: multiply(t, multiply(t, a, b), c),
    ),
    "sums": (
        "%0 = arith.addf %a, %b : T\n%r = arith.subf %0, %c : T",
        lambda a, b, c, t: subtract(t, add(t, a, b), c),
    ),
    "product_and_sum": (
        "%0 = arith.mulf %a, %b : T\n%r = arith.addf %0, %c : T",
        lambda a, b, c, t: add(t, multiply(t, a, b), c),
    ),
    "root": (
        "%0 = arith.divf %a, %b : T\n%1 = math.sqrt %0 : T\n%r = arith.mulf %1, %c : T",
        lambda a, b, c, t: multiply(t, sqrt(t, divide(t, a, b)), c),
    ),
    "remainder": (
        "%0 = arith.mulf %a, %b : T\n%r = arith.remf %0, %c : T",
        lambda a, b, c, t: remainder(t, multiply(t, a, b), c),
    ),
    "fma": ("%r = math.fma %a, %b, %c : T", fuse),
    "fma_and_product": (
        "%0 = math.fma %a, %b, %c : T\n%r = arith.mulf %0, %b : T",
        lambda a, b, c, t: multiply(t, fuse(a, b, c, t), b),
    ),
}


def get_text(name, element_type, count):
    body = FUNCTIONS[name][0].replace(" T", f" {element_type}")
    column = f"tensor<{count}x{element_type}>"
    pair = f"tensor<2x{count}x{element_type}>"
    arguments = ", ".join(f"%{operand}: {element_type}" for operand in "abcd")
    return f"""
func.func @{element_type}_{name}(%rows: {pair}, %bs: {column}, %cs: {column}) -> {column} {{
  %to = tensor.empty() : {column}
  %as = reduce.min %rows axes = [0] : {pair} -> {column}
  %rs = linalg.generic {{
      indexing_maps = [{", ".join(["affine_map<(i) -> (i)>"] * 4)}],
      iterator_types = ["parallel"]}}
      ins(%as, %bs, %cs : {column}, {column}, {column}) outs(%to : {column}) {{
  ^bb0({arguments}):
    {body}
    linalg.yield %r : {element_type}
  }} -> {column}
  return %rs : {column}
}}
"""


def get_kinds(element_type):
    """Yields the least and the greatest numbers of each kind, with either sign."""
    inf, unit = INFINITY[element_type], LEAST_NORMAL[element_type]
    kinds = [0, 1, unit - 1, unit, inf // 2, inf // 2 + 1, inf - 1, inf, inf + unit // 2]
    for bits in kinds:
        yield from (bits, bits | 0x8000)


def get_ties(element_type):
    """Yields products halfway between two numbers, and terms that move them away."""
    bits, least = FORMATS[element_type]
    addends = [sign * 2.0**exponent for exponent in (least, least // 2, -bits) for sign in (1, -1)]
    for a in range(1, 2 ** (bits // 2 + 1), 2):
        for b in range(a, min(2**bits, 2 ** (bits + 1) // a), 2):
            # An odd multiple of half the least number.
            yield a * 2.0 ** (least // 2 - 1), b * 2.0 ** (least - least // 2), 0
            if a * b > 2**bits:
                yield from ((sign * a, b, c) for c in (0, *addends) for sign in (1, -1))


def make_operands(element_type, random):
    """Returns three lists of stored values: some that are likely to be rounded
    incorrectly, and random bits."""
    kinds = itertools.product(get_kinds(element_type), repeat=3)
    kinds = np.array(list(kinds), np.uint16).T
    ties = np.array(list(get_ties(element_type))).T
    ties = encode(ties.astype(np.float32), element_type).view(np.uint16)
    values = random.integers(0, 65536, (3, 4000), np.uint16)
    # Numbers of moderate size, which rarely overflow.
    moderate = encode(random.standard_normal((3, 4000), np.float32), element_type)
    lists = np.concatenate([kinds, ties, values, moderate.view(np.uint16)], axis=1)
    return [row.view(np.float16) if element_type == "f16" else row for row in lists]


def differ(results, expected, element_type):
    """Returns where bits differ, except in NaN."""
    are_nan = [np.isnan(decode(values, element_type)) for values in (results, expected)]
    return (results.view(np.uint16) != expected.view(np.uint16)) & ~(are_nan[0] & are_nan[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("machine", nargs="?")
    arguments = parse_arguments(parser)
    machine = arguments.machine
    random = np.random.default_rng(arguments.seed)
    operands = {name: make_operands(name, random) for name in FORMATS}
    # The emulated driver does not provide fmodf from libm.
    names = [name for name in FUNCTIONS if machine is None or name != "remainder"]
    functions = list(itertools.product(FORMATS, names))
    source = "".join(get_text(name, t, operands[t][0].size) for t, name in functions)
    libraries = load_libraries(source, ".", "operations", machine)
    differences = dict.fromkeys(libraries, 0)
    values = 0
    for element_type, name in functions:
        a, b, c = operands[element_type]
        with np.errstate(all="ignore"):
            expected = FUNCTIONS[name][1](a, b, c, element_type)
        code = dlpack.BFLOAT if element_type == "bf16" else None
        for variant, library in libraries.items():
            out = np.zeros_like(a)
            function = getattr(library, f"{element_type}_{name}")
            assert guarded.call(function, [np.stack([a, a]), b, c, out], code) == 0
            bad = np.flatnonzero(differ(out, expected, element_type))
            differences[variant] += bad.size
            values += out.size
            for i in bad[:3]:
                stored = [hex(values.view(np.uint16)[i]) for values in (a, b, c, expected, out)]
                print(f"{element_type} {name} by {variant}: {bad.size}, as", *stored)
    for variant, count in differences.items():
        print(f"{variant}: {count} differences in {values // len(libraries)} values")
    return 1 if any(differences.values()) or not values else 0


if __name__ == "__main__":
    guarded.run(main)
