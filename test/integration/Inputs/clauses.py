# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Demonstrates the clauses on the results of reductions, on data made for each.

Every function add_... below adds functions to a module, which is compiled in
several ways, and checks of their results. Prints a line for each clause, with the
number of calls of each variant.
"""

import argparse
import concurrent.futures
import itertools
import math

import numpy as np

import dlpack
import guarded
from elements import DTYPES, decode, encode, tensor_type
from differential import CODES
from variants import load_libraries

FLOATS = ["f16", "bf16", "f32", "f64"]
INTEGERS = ["i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"]
# Shapes of equal data, and what is reduced: rows and columns that start anywhere in a line.
REPEATED_SHAPES = [
    ([1003], (0,)),
    ([5, 20003], (1,)),
    ([40, 501], (1,)),
    ([101, 9], (1,)),
    ([667, 9], (0,)),
    ([400, 77], (0,)),
    # Rows and groups of rows that share vectors, and rows that start anywhere.
    ([1500, 56], (1,)),
    ([3000, 27], (1,)),
    ([700, 99], (1,)),
    ([40, 200, 12], (1,)),
    ([3, 500, 7], (1,)),
]
# The number of calls with equal data.
REPEATED_CALLS = 64

source = []
tests = []


def add(clause, element_type, operation, shape, axes, cases):
    """Adds a function and its cases: pairs of an input, as stored, and of a
    function that checks an output."""
    name = f"f{len(tests)}"
    result_shape = [extent for i, extent in enumerate(shape) if i not in axes]
    result_type = tensor_type(result_shape, element_type)
    input_type = tensor_type(shape, element_type)
    operation, _, mode = operation.partition(" ")
    source.append(
        f"func.func @{name}(%data: {input_type}) -> {result_type} {{\n"
        f"  %0 = reduce.{operation} %data axes = {list(axes)} {mode}"
        f" : {input_type} -> {result_type}\n"
        f"  return %0 : {result_type}\n}}\n"
    )
    tests.append((clause, name, element_type, result_shape, list(cases)))


def call(library, name, element_type, data, result_shape):
    out = np.full(result_shape, 77, DTYPES[element_type])
    function = getattr(library, name)
    status = guarded.call(function, [data, out], CODES.get(element_type))
    assert status == 0, f"status {status}"
    return out


def same_bits(expected):
    return lambda out: out.tobytes() == expected.tobytes()


def close_to(element_type, expected, tolerance=0.0):
    return lambda out: np.allclose(
        decode(out, element_type), expected, tolerance, 0, equal_nan=True
    )


def shapes_of(count):
    """Yields shapes and axes that reduce `count` elements, inner and outer ones."""
    yield [count], (0,)
    yield [3, count], (1,)
    yield [count, 3], (0,)


def get_identity(element_type, operation):
    if operation == "prod" or element_type == "i1":
        return 1
    return math.inf if element_type in FLOATS else np.iinfo(DTYPES[element_type]).max


# Clauses empty-kept, empty-set.
def add_empty():
    for element_type, operation in itertools.product(DTYPES, ["min", "prod"]):
        if (element_type, operation) == ("i1", "prod"):
            continue
        identity = get_identity(element_type, operation)
        for shape, axes in [([0], (0,)), ([2, 0, 3], (1,)), ([4, 0], (0, 1))]:
            empty = np.zeros(shape, DTYPES[element_type])
            is_right = close_to(element_type, identity)
            add("empty-set", element_type, operation, shape, axes, [(empty, is_right)])
        for shape, axes in [([0, 3], (1,)), ([2, 0, 3], (0, 2)), ([0], ())]:
            empty = np.zeros(shape, DTYPES[element_type])
            is_right = lambda out: out.size == 0
            add("empty-kept", element_type, operation, shape, axes, [(empty, is_right)])


def place_nan(element_type, shape, axes, operator, result=-1):
    """Yields cases with a NaN at each position among the elements of the result at `result`, by
    default the last one; `operator` is numpy's for the reduction."""
    for position, sign in itertools.product(range(shape[axes[0]]), [1, -1]):
        numbers = np.linspace(0.97, 1.03, int(np.prod(shape))).reshape(shape)
        rows = np.moveaxis(numbers, axes[0], -1)
        rows[..., position].flat[result] = math.copysign(math.nan, sign)
        assert np.count_nonzero(np.isnan(numbers)) == 1
        data = np.asarray(encode(numbers, element_type))
        if element_type == "bf16" and sign < 0:
            data = np.where(data == 0x7FC0, np.uint16(0xFFC0), data)
        expected = operator(decode(data, element_type).astype(np.float64), axes)
        yield data, close_to(element_type, expected, 2**-8)


def rows_with_nan():
    """Yields shapes, axes and the result that is NaN: also of several rows that share a vector,
    and are halved first if they are little longer than a power of two, or gathered if they have
    few columns."""
    for shape, axes in shapes_of(37):
        yield shape, axes, -1
    for length, result in itertools.product([5, 9, 10], [4, 5, -1]):
        yield [67, length], (1,), result
    for rows, result in itertools.product([2, 3, 5], [5, -1]):
        yield [67, rows, 2], (1,), result


# Clauses nan-ignore, nan-min, nan-prod.
def add_nan():
    for element_type in FLOATS:
        for shape, axes, result in rows_with_nan():
            for clause, operation, operator in [
                ("nan-min", "min", np.min),
                ("nan-ignore", "min nan_mode = ignore", np.nanmin),
                ("nan-prod", "prod", np.prod),
                ("nan-prod", "prod strict_order", np.prod),
            ]:
                cases = place_nan(element_type, shape, axes, operator, result)
                add(clause, element_type, operation, shape, axes, cases)
        nothing = encode(np.full(37, math.nan), element_type)
        cases = [(nothing, close_to(element_type, math.inf))]
        add("nan-ignore", element_type, "min nan_mode = ignore", [37], (0,), cases)


# Clause signed-zero.
def add_zeros():
    for element_type in FLOATS:
        for shape, axes in shapes_of(37):
            zeros = np.resize([0.0, -0.0], shape)
            cases = [(encode(zeros, element_type), close_to(element_type, 0))]
            add("signed-zero", element_type, "min", shape, axes, cases)


def make_pairs(values):
    for pair in itertools.product(values, repeat=2):
        data = np.ones(37, np.uint8)
        data[5], data[36] = pair
        yield data, same_bits(np.uint8(all(pair)))


# Clauses bool-bytes, bool-order.
def add_bools():
    add("bool-order", "i1", "min", [37], (0,), make_pairs([0, 1]))
    add("bool-bytes", "i1", "min", [37], (0,), make_pairs([0, 1, 2, 128, 255]))
    # Even if nothing is reduced, bytes become 0 and 1.
    data = np.arange(256).astype(np.uint8)
    cases = [(data, same_bits((data != 0).astype(np.uint8)))]
    add("bool-bytes", "i1", "min", [256], (), cases)


def make_random_bits(element_type, shape, axes):
    random = np.random.RandomState(5)
    dtype = np.dtype(DTYPES[element_type])
    for _ in range(20):
        data = np.frombuffer(random.bytes(int(np.prod(shape)) * dtype.itemsize), dtype)
        data = data.reshape(shape)
        numbers = decode(data, element_type)
        if element_type in FLOATS:
            # Everything except NaN and zeros, including subnormal numbers.
            is_plain = ~np.isnan(numbers) & (numbers != 0)
            data = np.where(is_plain, data, encode(np.float32(1.5), element_type))
            numbers = decode(data, element_type)
        index = np.expand_dims(np.argmin(numbers, axes[0]), axes[0])
        yield data, same_bits(np.take_along_axis(data, index, axes[0]))


# Clause exact.
def add_exact():
    for element_type in FLOATS + INTEGERS:
        modes = ["", " nan_mode = ignore"] if element_type in FLOATS else [""]
        for (shape, axes), mode in itertools.product(shapes_of(67), modes):
            cases = make_random_bits(element_type, shape, axes)
            add("exact", element_type, "min" + mode, shape, axes, cases)


# Clause integer-wrap.
def add_wrap():
    for element_type in INTEGERS:
        dtype = DTYPES[element_type]
        info = np.iinfo(dtype)
        data = np.random.RandomState(6).randint(info.min, info.max, 67, dtype)
        # Odd numbers; otherwise the product would soon be zero.
        data = data | dtype(1)
        product = math.prod(int(element) for element in data) % 2**info.bits
        expected = np.frombuffer(product.to_bytes(info.bits // 8, "little"), dtype)
        add("integer-wrap", element_type, "prod", [67], (0,), [(data, same_bits(expected))])


# Clause prod-order.
def add_any_order():
    for element_type in FLOATS:
        # The maximum error of this many multiplications in any order.
        tolerance = 131 * (2.0**-52 if element_type == "f64" else 2.0**-23)
        tolerance += {"f16": 2**-11, "bf16": 2**-8}.get(element_type, 0)
        for shape, axes in shapes_of(131):
            numbers = np.exp2(np.random.RandomState(7).uniform(-0.2, 0.2, shape))
            data = encode(numbers, element_type)
            expected = np.prod(decode(data, element_type).astype(np.float64), axes)
            cases = [(data, close_to(element_type, expected, tolerance))]
            add("prod-order", element_type, "prod", shape, axes, cases)


# Clause prod-strict-order.
def add_strict_order():
    clause, operation = "prod-strict-order", "prod strict_order"
    for element_type in FLOATS:
        wide = np.float64 if element_type == "f64" else np.float32
        numbers = np.exp2(np.random.RandomState(8).uniform(-0.2, 0.2, [5, 67, 3]))
        data = encode(numbers, element_type)
        rows = np.transpose(decode(data, element_type), (1, 0, 2)).reshape(67, 15)
        product = np.multiply.accumulate(rows.astype(wide), 1)[:, -1]
        expected = np.asarray(encode(product, element_type))
        cases = [(data, same_bits(expected))]
        add(clause, element_type, operation, [5, 67, 3], (0, 2), cases)
        if element_type == "f16":
            continue
        # One order overflows, the other does not.
        large = 1e200 if element_type == "f64" else 1e30
        factors = [large, large, 1 / large, 1 / large] + [1.0] * 33
        other = [large, 1 / large, large, 1 / large] + [1.0] * 33
        cases = [
            (encode(np.array(factors), element_type), close_to(element_type, math.inf)),
            (encode(np.array(other), element_type), close_to(element_type, 1, 0.1)),
        ]
        add(clause, element_type, operation, [37], (0,), cases)


# Clause prod-half-accumulation.
def add_half_accumulation():
    for element_type, mode in itertools.product(["f16", "bf16"], ["", " strict_order"]):
        # Each partial product is exact in f32, so only one rounding is left.
        factors = np.where(np.arange(37) % 3 == 0, 1.5, 1.0)
        expected = np.asarray(encode(np.float32(1.5**13), element_type))
        cases = [(encode(factors, element_type), same_bits(expected))]
        if element_type == "f16":
            # Beyond f16 in between, but not at the end.
            large = np.array([2.0**15] * 4 + [2.0**-14] * 4 + [1.0] * 29)
            cases.append((encode(large, "f16"), close_to("f16", 16)))
        add("prod-half-accumulation", element_type, "prod" + mode, [37], (0,), cases)


# Clause rank-0.
def add_rank_0():
    for element_type, operation in itertools.product(DTYPES, ["min", "prod"]):
        if (element_type, operation) != ("i1", "prod"):
            data = np.asarray(encode(np.float32(1), element_type))
            add("rank-0", element_type, operation, [], (), [(data, same_bits(data))])


def draw_repeated(kind, dtype, size):
    """Returns values whose order matters: factors, zeros of both signs among greater values, or
    several NaN among any."""
    random = np.random.RandomState(9)
    values = random.uniform(0.9, 1.1, size).astype(dtype)
    if kind == "zeros":
        are_zeros = random.random_sample(size) < 0.05
        values[are_zeros] = random.choice(np.array([0.0, -0.0], dtype), are_zeros.sum())
    if kind == "nan":
        are_nan = random.random_sample(size) < 0.01
        bits = np.array([np.inf, -np.inf], dtype).view(f"u{values.itemsize}")
        # Quiet and signaling ones: the upper 23 bits of a fraction.
        payloads = random.randint(1, 1 << 23, are_nan.sum()).astype(bits.dtype)
        payloads <<= np.finfo(dtype).nmant - 23
        values[are_nan] = (random.choice(bits, are_nan.sum()) | payloads).view(dtype)
    return values


def count_results(library, name, kind, dtype, shape, result_shape):
    """Calls a function from several threads, on equal data at different addresses;
    returns the number of different results."""
    size = math.prod(shape)
    values = draw_repeated(kind, dtype, size)

    def run(offset):
        memory = np.zeros(size + offset, dtype)
        memory[offset:] = values
        out = np.zeros(result_shape, dtype)
        assert dlpack.call(getattr(library, name), [memory[offset:].reshape(shape), out]) == 0
        return out.tobytes()

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        return len(set(pool.map(run, itertools.islice(itertools.cycle(range(16)), REPEATED_CALLS))))


# Clause same-bits.
def add_repeated():
    ignoring = "min nan_mode = ignore"
    kinds = [("prod", "factors"), ("min", "zeros"), ("min", "nan"), (ignoring, "zeros")]
    for element_type, (operation, kind), (shape, axes) in itertools.product(
        ["f32", "f64"], kinds, REPEATED_SHAPES
    ):
        result_shape = [extent for i, extent in enumerate(shape) if i not in axes]
        case = (kind, DTYPES[element_type], shape, result_shape)
        for declared in [shape, [None] * len(shape)]:
            add("same-bits", element_type, operation, declared, axes, [case])


def run_test(library, test):
    """Returns the number of calls and the number of failures."""
    clause, name, element_type, result_shape, cases = test
    if clause == "same-bits":
        return REPEATED_CALLS, count_results(library, name, *cases[0]) - 1
    failures = 0
    for data, is_right in cases:
        data = np.ascontiguousarray(data).reshape(data.shape)
        failures += not is_right(call(library, name, element_type, data, result_shape))
    return len(cases), failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory")
    parser.add_argument("--machine", help="as variants.py names it, if not this one")
    parser.add_argument("--variants", nargs="+", default=[], help="if not all")
    arguments = parser.parse_args()
    for name, function in list(globals().items()):
        if name.startswith("add_"):
            function()
    libraries = load_libraries(
        "".join(source), arguments.directory, "clauses", arguments.machine, arguments.variants
    )
    print("variants:", *libraries)
    totals = {}
    for variant, library in libraries.items():
        for text, test in zip(source, tests):
            calls, failures = run_test(library, test)
            if failures:
                print(f"{variant}: {failures} of {calls} calls went wrong:\n{text}")
            total = totals.setdefault(test[0], [0, 0])
            total[0] += calls
            total[1] += failures
    for clause, (calls, failures) in totals.items():
        print(f"{clause}: {calls // len(libraries)} calls each, {failures} failures")
    is_good = totals and all(calls and not failures for calls, failures in totals.values())
    return 0 if is_good else 1


if __name__ == "__main__":
    guarded.run(main)
