# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares expressions of a reduction's results and other tensors with numpy:
bias + scale * results, where the scale broadcasts.

Shapes and axes are such that each strategy applies to some of them.
"""

import argparse
import ctypes
import subprocess

import numpy as np

import dlpack
from elements import tensor_type
from guarded import SIDES, Block, get_type_fillers, note, run
from seeds import parse_arguments
from values import make_exact_factors, put_one
from variants import load_libraries

DTYPES = {"f32": np.float32, "f16": np.float16, "i8": np.int8}
# The extents of data, and the reduced axis.
SHAPES = [
    ((37, 6), 1),
    ((37, 7), 1),
    ((21, 50), 1),
    ((5, 1003), 1),
    ((1003,), 0),
    ((3, 7, 4), 1),
    ((2001, 3), 0),
    ((9, 70), 0),
    ((133, 601), 0),
    ((3, 5, 37), 1),
    ((5, 3, 7), 2),
    ((3, 7, 2, 5), 1),
]
# Large enough to be split between threads.
LARGE = [((1003, 997), 1), ((5, 300007), 1), ((1003, 997), 0), ((300007, 3), 0)]


class Function:
    """One function, and numpy's equivalent."""

    def __init__(self, op, element_type, shape, axis, is_static, keepdims=False):
        self.op, self.type, self.shape, self.axis = op, element_type, shape, axis
        self.is_static, self.keepdims = is_static, keepdims
        self.result = list(shape)
        if keepdims:
            self.result[axis] = 1
        else:
            del self.result[axis]
        # By the last dimension but the reduced one, or a scalar.
        self.scale_dim = len(self.result) - 1
        if len(self.result) > 2 and op == "min":
            self.scale_dim = 0
        self.has_scalar = not self.result or keepdims or op == "prod" and len(shape) == 2
        self.scale = [] if self.has_scalar else [self.result[self.scale_dim]]
        extents = "x".join(str(e) if is_static else "n" for e in shape)
        self.name = f"{op}_{element_type}_{extents}_over_{axis}"
        if keepdims:
            self.name += "_keepdims"

    def get_text(self):
        def get_type(extents):
            known = extents if self.is_static else [1 if e == 1 else None for e in extents]
            return tensor_type(known, self.type)

        data, result, scale = map(get_type, (self.shape, self.result, self.scale))
        rank = len(self.result)
        loops = ", ".join(f"d{dim}" for dim in range(rank))
        identity = f"affine_map<({loops}) -> ({loops})>"
        broadcast = "" if self.has_scalar else f"d{self.scale_dim}"
        kind = "i" if self.type == "i8" else "f"
        keepdims = " keepdims" if self.keepdims else ""
        dims, sizes = [], []
        for dim, extent in enumerate(self.result):
            if not self.is_static and extent != 1:
                dims.append(
                    f"  %c{dim} = arith.constant {dim} : index\n"
                    f"  %e{dim} = tensor.dim %bias, %c{dim} : {result}\n"
                )
                sizes.append(f"%e{dim}")
        iterators = ", ".join(['"parallel"'] * rank)
        return f"""
func.func @{self.name}(%data: {data}, %bias: {result}, %scale: {scale}) -> {result} {{
{"".join(dims)}  %to = tensor.empty({", ".join(sizes)}) : {result}
  %reduced = reduce.{self.op} %data axes = [{self.axis}]{keepdims} : {data} -> {result}
  %0 = linalg.generic {{
      indexing_maps = [affine_map<({loops}) -> ({broadcast})>, {identity}, {identity}, {identity}],
      iterator_types = [{iterators}]}}
      ins(%scale, %reduced, %bias : {scale}, {result}, {result}) outs(%to : {result}) {{
  ^bb0(%s: {self.type}, %r: {self.type}, %b: {self.type}, %out: {self.type}):
    %1 = arith.mul{kind} %s, %r : {self.type}
    %2 = arith.add{kind} %b, %1 : {self.type}
    linalg.yield %2 : {self.type}
  }} -> {result}
  return %0 : {result}
}}
"""

    def make_inputs(self, random):
        """Returns inputs in which each element of the data matters."""
        dtype = DTYPES[self.type]
        if self.type == "i8":
            inputs = [random.integers(-128, 128, s, dtype) for s in self.get_shapes()]
            # Bias and scale must not hide the result.
            inputs[2] |= 1
        else:
            inputs = [random.standard_normal(s).astype(dtype) for s in self.get_shapes()]
        data = inputs[0]
        if self.op == "prod" and self.type == "i8":
            data |= 1
            data[data == 1] = 3
        elif self.op == "prod":
            data[...] = make_exact_factors(self.shape, [self.axis], random)
        elif self.type == "i8":
            data[data == -128] = 0
            put_one(data, [self.axis], -128, random)
        else:
            data[...] = abs(data)
            put_one(data, [self.axis], -1 - random.random(), random)
        if self.type != "i8":
            data.reshape(-1)[random.integers(data.size)] = np.nan
        return inputs

    def get_shapes(self):
        return self.shape, self.result, self.scale

    def compute(self, data, bias, scale):
        if self.op == "min":
            reduced = data.min(axis=self.axis, keepdims=self.keepdims)
        else:
            wide = data.astype(np.float64) if self.type != "i8" else data
            dtype = wide.dtype
            reduced = wide.prod(axis=self.axis, keepdims=self.keepdims, dtype=dtype)
            reduced = reduced.astype(data.dtype)
        if self.scale:
            extents = [1] * len(self.result)
            extents[self.scale_dim] = -1
            scale = scale.reshape(extents)
        return bias + scale * reduced

    def agrees(self, expected, result):
        if self.type == "i8":
            return np.array_equal(expected, result)
        # Products are exact, and each operation is rounded as in numpy.
        return np.array_equal(expected, result, equal_nan=True)


# In turn, so that every strategy is combined with each operator and each type.
KINDS = [
    [("min", "f32"), ("prod", "f16"), ("min", "i8")],
    [("prod", "f32"), ("min", "f16"), ("prod", "i8")],
]


def get_functions(shapes, share=1):
    """Yields the functions of each shape; one in `share` kinds, in turn, of each."""
    for i, (shape, axis) in enumerate(shapes):
        for op, element_type in KINDS[i % 2][i // 2 % share :: share]:
            yield Function(op, element_type, shape, axis, is_static=True)
        # One function handles all shapes of a rank.
        for op, element_type in KINDS[(len(shape) + axis) % 2][share - 1 :: share]:
            yield Function(op, element_type, shape, axis, is_static=False)
        if len(shape) == 2 and i % share == 0:
            yield Function("min", "f32", shape, axis, is_static=i % 2 == 0, keepdims=True)


def get_source(functions):
    """Returns the text of each function that `functions` use, once."""
    return "".join({function.name: function.get_text() for function in functions}.values())


def get_strides(shape, itemsize, step):
    """Returns the strides of rows with gaps between them, with elements `step` apart, or
    of a contiguous array."""
    strides = []
    stride = itemsize * max(step, 1)
    for dim, extent in reversed(list(enumerate(shape))):
        strides.insert(0, stride)
        is_apart = step > 0 and dim == len(shape) - 1
        stride *= extent + (5 if is_apart else 3 if step > 0 else 0)
    return strides


def check(functions, libraries, random):
    calls = failures = 0
    for function in functions:
        # Contiguous arrays; arrays with gaps between rows, and between elements.
        for step in range(3):
            inputs = function.make_inputs(random)
            with np.errstate(all="ignore"):
                expected = np.asarray(function.compute(*inputs))
            side = SIDES[calls % 2]
            fillers = get_type_fillers(inputs[0].dtype)
            filler = fillers[calls // 2 % len(fillers)]
            blocks = [
                Block(array, side, filler, get_strides(array.shape, array.itemsize, step))
                for array in inputs
            ]
            out = Block(np.full(function.result, filler, DTYPES[function.type]), side, filler)
            arrays = [block.array for block in [*blocks, out]]
            for name, library in libraries.items():
                where = f"{function.name} by {name}, layout {step}"
                note(where)
                out.restore()
                status = dlpack.call(getattr(library, function.name), arrays)
                calls += 1
                stray = out.find_stray_write()
                if not all(block.is_untouched() for block in blocks):
                    stray = "an input was written"
                if status != 0 or stray or not function.agrees(expected, out.array):
                    failures += 1
                    print(f"{where}: status {status}, {stray}")
                    print(f"  expected {expected.reshape(-1)[:8]}, got {out.array.reshape(-1)[:8]}")
    return calls, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--variants", nargs="+", default=[], help="of variants.py, if not all")
    parser.add_argument("--large-share", type=int, default=1, help="of the kinds, with threads")
    arguments = parse_arguments(parser)
    seed = arguments.seed
    functions = list(get_functions(SHAPES))
    libraries = load_libraries(get_source(functions), ".", "epilogues", only=arguments.variants)
    calls, failures = check(functions, libraries, np.random.default_rng(seed))
    print(f"{failures} failures in {calls} calls")
    large = list(get_functions(LARGE, arguments.large_share))
    with open("large.mlir", "w") as file:
        file.write(get_source(large))
    options = ["--mcpu=native", "--threads=2"]
    subprocess.run(["reduce-compile", "large.mlir", "-o", "large.so", *options], check=True)
    libraries = {"two threads": ctypes.CDLL("./large.so")}
    large_calls, large_failures = check(large, libraries, np.random.default_rng([seed, 1]))
    print(f"{large_failures} failures in {large_calls} calls with threads")
    return 1 if failures + large_failures or not (calls and large_calls) else 0


if __name__ == "__main__":
    run(main)
