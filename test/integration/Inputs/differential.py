# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares compiled reductions with numpy's, on random shapes, axes and values.

All cases are functions of one module, which is compiled for several targets and
levels; each is called on contiguous tensors and on views. A failure prints the
seed and the case, which

    differential.py --seed SEED --case CASE

runs again, alone.
"""

import argparse
import ctypes
import random
import subprocess
import sys

import numpy as np

import dlpack

CASES = 400
VARIANTS = {
    "O2-native": ["-O2", "--mcpu=native"],
    "O2-baseline": ["-O2"],
    "O0-native": ["-O0", "--mcpu=native"],
}
# As what numpy stores the elements; it has no bf16, and bool is any byte.
DTYPES = {
    "f16": np.float16,
    "bf16": np.uint16,
    "f32": np.float32,
    "f64": np.float64,
    "i1": np.uint8,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "ui8": np.uint8,
    "ui16": np.uint16,
    "ui32": np.uint32,
    "ui64": np.uint64,
}
CODES = {"bf16": dlpack.BFLOAT, "i1": dlpack.BOOL}
EXTENTS = [0, 1, 1, 2, 3, 5, 7, 8, 15, 16, 17, 31, 33, 64, 100, 127, 257, 1000]


def decode(values, element_type):
    """Returns stored values as numbers."""
    if element_type == "bf16":
        return np.asarray(values.astype(np.uint32) << 16, np.uint32).view(np.float32)
    return values != 0 if element_type == "i1" else values


def encode(numbers, element_type):
    """Returns numbers as they are stored, rounded to nearest, ties to even."""
    if element_type != "bf16":
        return np.asarray(numbers).astype(DTYPES[element_type])
    bits = np.asarray(numbers, np.float32).view(np.uint32).astype(np.int64)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(numbers), 0x7FC0, rounded).astype(np.uint16)


class Case:
    """One reduction, wholly determined by the seed and its number."""

    def __init__(self, seed, number):
        self.number = number
        self.random = random.Random(f"{seed} {number}")
        self.numpy_random = np.random.RandomState(self.random.randrange(2**32))
        self.type = self.random.choice(list(DTYPES))
        self.op = "min" if self.type == "i1" else self.random.choice(["min", "prod"])
        self.is_float = "f" in self.type
        self.dtype = DTYPES[self.type]
        # nan_mode = ignore, or strict_order.
        self.option = self.is_float and self.random.random() < 0.4
        self.shape = self.choose_shape(100_000 if number % 20 == 0 else 2_000)
        rank = len(self.shape)
        dims = self.random.sample(range(rank), self.random.randint(0, rank))
        self.axes = [self.random.choice([dim, dim - rank]) for dim in dims]
        self.keepdims = self.random.random() < 0.5

    def choose_shape(self, limit):
        shape = []
        for _ in range(self.random.randint(0, 5)):
            room = limit // max(1, int(np.prod([max(1, e) for e in shape])))
            shape.append(self.random.choice([e for e in EXTENTS if e <= room]))
        self.random.shuffle(shape)
        return shape

    @property
    def result_shape(self):
        dims = {axis % len(self.shape) for axis in self.axes}
        extents = enumerate(self.shape)
        if self.keepdims:
            return [1 if i in dims else extent for i, extent in extents]
        return [extent for i, extent in extents if i not in dims]

    def __str__(self):
        keepdims = " keepdims" if self.keepdims else ""
        option = {"min": " nan_mode = ignore", "prod": " strict_order"}[self.op]
        option = option if self.option else ""
        return (
            f"reduce.{self.op} %data axes = {self.axes}{keepdims}{option} : "
            f"{tensor_type(self.shape, self.type)} -> "
            f"{tensor_type(self.result_shape, self.type)}"
        )

    @property
    def function(self):
        return (
            f"func.func @case{self.number}"
            f"(%data: {tensor_type(self.shape, self.type)})"
            f" -> {tensor_type(self.result_shape, self.type)} {{\n"
            f"  %0 = {self}\n"
            f"  return %0 : {tensor_type(self.result_shape, self.type)}\n}}\n"
        )

    def make_values(self):
        """Returns an array with the edges of the type among its elements."""
        if self.type == "i1":
            values = self.numpy_random.choice([0, 1, 1, 1, 1, 2, 255], self.shape)
            return np.asarray(values, np.uint8)
        if self.op == "prod" and self.is_float:
            # The product of any of them stays far from overflow; exact powers
            # of two would hide a factor that is left out.
            exponents = self.numpy_random.uniform(-1, 1, self.shape)
            reach = 3 if self.type == "f16" else 20
            exponents *= reach / max(1.0, float(np.prod(self.shape)) ** 0.5)
            signs = self.numpy_random.choice([-1, 1], self.shape)
            values = encode(signs * np.exp2(exponents), self.type)
            specials = [np.nan, np.inf, -np.inf, 0.0] if self.special() else []
        elif self.is_float:
            values = self.numpy_random.standard_normal(self.shape)
            values = encode(1000 * values, self.type)
            specials = [np.inf, -np.inf, 0.0, -0.0, 65504, -65504, 2.0**-24]
            specials += [np.nan, -np.nan] if self.special() else []
        else:
            limits = np.iinfo(self.dtype)
            values = self.numpy_random.randint(
                limits.min, limits.max, self.shape, self.dtype
            )
            specials = [limits.min, limits.max, 0, 1] if self.special() else []
            if self.op == "prod":
                # Odd factors, or everything would be a multiple of 2^n.
                values = values | self.dtype(1)
        values = np.asarray(values, self.dtype)
        if values.size and specials:
            for _ in range(self.random.randint(0, 3)):
                index = self.random.randrange(values.size)
                special = self.random.choice(specials)
                if self.is_float:
                    special = encode(np.float32(special), self.type)
                values.reshape(-1)[index] = special
        return values

    def special(self):
        return self.random.random() < 0.3

    def expected(self, values):
        """Returns the numbers that the compiled function's result stands for."""
        axes = tuple(self.axes)
        numbers = decode(values, self.type)
        with np.errstate(all="ignore"):
            if not axes:
                ignores = self.op == "min" and self.option
                return np.where(np.isnan(numbers), np.inf, numbers) if ignores else numbers
            if self.op == "prod" and self.is_float:
                wide = np.float64 if self.type == "f64" else np.float32
                numbers = numbers.astype(wide)
                if self.option:
                    product = self.sequential_product(numbers)
                    return decode(encode(product, self.type), self.type)
                return np.prod(numbers, axes, np.float64, keepdims=self.keepdims)
            if self.op == "prod":
                return np.prod(numbers, axes, self.dtype, keepdims=self.keepdims)
            if self.type == "i1":
                return np.all(numbers, axes, keepdims=self.keepdims)
            minimum = np.fmin if self.option else np.minimum
            limit = np.inf if self.is_float else np.iinfo(self.dtype).max
            return minimum.reduce(numbers, axes, keepdims=self.keepdims, initial=limit)

    def sequential_product(self, numbers):
        """Multiplies in row-major order of the reduced elements."""
        rank = numbers.ndim
        reduced = sorted({axis % rank for axis in self.axes})
        kept = [dim for dim in range(rank) if dim not in reduced]
        rows = np.transpose(numbers, kept + reduced)
        count = int(np.prod([numbers.shape[dim] for dim in reduced]))
        rows = rows.reshape([numbers.shape[dim] for dim in kept] + [count])
        if count == 0:
            return np.ones(self.result_shape, numbers.dtype)
        return np.multiply.accumulate(rows, -1)[..., -1].reshape(self.result_shape)

    def agrees(self, expected, stored):
        actual = decode(stored, self.type)
        if self.type == "i1":
            return np.array_equal(stored, expected.astype(np.uint8))
        if self.op == "prod" and self.is_float and not self.option:
            size = float(np.prod([max(1, extent) for extent in self.shape]))
            wide = np.float64 if self.type == "f64" else np.float32
            tolerance = 4 * np.finfo(wide).eps * (size**0.5 + 8)
            tolerance += {"f16": 2**-10, "bf16": 2**-7}.get(self.type, 0)
            return np.allclose(actual, expected, tolerance, 0, equal_nan=True)
        return np.array_equal(actual, expected, equal_nan=self.is_float)

    def make_view(self, values):
        """Returns an equal array that lies otherwise in memory."""
        order = list(range(values.ndim))
        self.random.shuffle(order)
        steps = [self.random.choice([-3, -2, -1, 1, 2]) for _ in order]
        offset = self.random.randrange(4)
        spread = [abs(s) * e for s, e in zip(steps, values.shape)]
        size = int(np.prod(spread)) + offset
        # What lies between must not be read as if it belonged to the tensor.
        memory = np.full(size, self.filler(), self.dtype)
        stored = memory[offset:].reshape([spread[i] for i in order])
        view = stored.transpose(np.argsort(order).astype(int))
        # With an ellipsis the result is an array even without dimensions.
        view = view[tuple(slice(None, None, step) for step in steps) + (...,)]
        view[...] = values
        return view, memory

    def filler(self):
        return self.dtype(77 if np.issubdtype(self.dtype, np.unsignedinteger) else -77)


def tensor_type(shape, element_type):
    return f"tensor<{''.join(f'{extent}x' for extent in shape)}{element_type}>"


def run(case, function, values, expected, variant):
    """Calls `function` in several ways; returns whether all results agree."""
    view, _ = case.make_view(values)
    contiguous_out = np.full(case.result_shape, case.filler(), case.dtype)
    strided_out, memory = case.make_view(contiguous_out)
    good = True
    for layout, data, out in [
        ("contiguous", values, contiguous_out.copy()),
        ("strided input", view, contiguous_out.copy()),
        ("strided output", values, strided_out),
        ("strided", view, strided_out),
    ]:
        strided_out[...] = case.filler()
        status = dlpack.call(function, [data, out], CODES.get(case.type))
        gaps = np.count_nonzero(memory != np.asarray(case.filler(), case.dtype))
        if status == 0 and case.agrees(expected, out) and gaps <= strided_out.size:
            continue
        good = False
        print(
            f"case {case.number}, {variant}, {layout}, strides "
            f"{data.strides} -> {out.strides}: {case}"
        )
        if status != 0:
            print(f"  status {status}")
            continue
        print(f"  expected {expected.reshape(-1)[:8]}\n  got      {out.reshape(-1)[:8]}")
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    parser.add_argument("--case", type=int)
    parser.add_argument("--directory", default=".")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)

    numbers = range(CASES) if arguments.case is None else [arguments.case]
    cases = [Case(arguments.seed, number) for number in numbers]
    source = f"{arguments.directory}/differential.mlir"
    with open(source, "w") as file:
        file.writelines(case.function for case in cases)
    paths = {
        variant: f"{arguments.directory}/differential-{variant}.so"
        for variant in VARIANTS
    }
    compilers = [
        subprocess.Popen(["reduce-compile", source, "-o", paths[variant]] + options)
        for variant, options in VARIANTS.items()
    ]
    if any([compiler.wait() for compiler in compilers]):
        sys.exit("differential.py: error: reduce-compile failed")
    libraries = {variant: ctypes.CDLL(path) for variant, path in paths.items()}

    failures = 0
    for case in cases:
        values = case.make_values()
        expected = np.asarray(case.expected(values))
        for variant, library in libraries.items():
            function = getattr(library, f"case{case.number}")
            if not run(case, function, values, expected, variant):
                failures += 1
    print(f"{len(cases)} cases in {len(libraries)} variants, {failures} failures")
    if failures:
        print(f"again: differential.py --seed {arguments.seed} --case NUMBER")
    return 1 if failures or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
