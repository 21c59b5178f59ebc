# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls compiled functions on tensors at any place in memory.

- At random places of one small block, with random strides, empty or not: an
  output that shares a byte between its first and last with another tensor is
  rejected, and the block is unchanged; all other calls give correct results.
- At each address of a cache line, for each type: data that are aligned to their
  elements give correct results, other data are rejected.
"""

import argparse
import ctypes
import random
import subprocess

import numpy as np

import dlpack
from guarded import SIDES, Block, note, run
from seeds import parse_arguments

OK, ALIGNMENT, ALIASING = 0, 7, 17
BLOCK = 64
TYPES = {
    "f16": (np.float16, None),
    "bf16": (np.uint16, dlpack.BFLOAT),
    "f32": (np.float32, None),
    "f64": (np.float64, None),
    "i1": (np.bool_, None),
    "i8": (np.int8, None),
    "i32": (np.int32, None),
    "ui64": (np.uint64, None),
}

counts = {"aliasing": 0, "apart": 0, "aligned": 0, "misaligned": 0, "failures": 0}


def fail(*text):
    counts["failures"] += 1
    print("FAILED:", *text)


def byte_range(array):
    """Returns the addresses of the first byte and after the last."""
    if array.size == 0:
        return 0, 0
    reaches = [(n - 1) * s for n, s in zip(array.shape, array.strides)]
    begin = array.ctypes.data + sum(min(reach, 0) for reach in reaches)
    end = array.ctypes.data + sum(max(reach, 0) for reach in reaches)
    return begin, end + array.itemsize


def place(block, shape, is_output, choice):
    """Returns a view of `shape` at a random place of `block`."""
    while True:
        if choice.random() < 0.4:
            strides = np.zeros(shape, block.dtype).strides
        else:
            # Outputs must not overlap themselves: each stride exceeds the last.
            strides, stride = [], 1
            for extent in reversed(shape):
                stride *= choice.choice((1, 1, 1, 2))
                strides.insert(0, stride * choice.choice((1, 1, -1)) * block.itemsize)
                stride *= extent
            if not is_output and choice.random() < 0.3:
                strides = [choice.choice((0, 2, -2)) for _ in shape]
        first = choice.randrange(BLOCK)
        reaches = [(n - 1) * s // block.itemsize for n, s in zip(shape, strides)]
        low = first + sum(min(reach, 0) for reach in reaches)
        high = first + sum(max(reach, 0) for reach in reaches)
        if low >= 0 and high < BLOCK or 0 in shape:
            return np.lib.stride_tricks.as_strided(block[first:], shape, strides)


def least(values):
    return np.min(values, 1, initial=np.iinfo(np.int16).max)


def product(values):
    return np.prod(values, dtype=np.int16)


def make_functions(choice):
    size = choice.choice((0, 1, 5))
    dynamic = choice.choice(((3, 4), (0, 4), (3, 0), (1, 7)))
    return {
        "rows": ([(3, 4)], lambda x: [least(x)]),
        "dynamic_rows": ([dynamic], lambda x: [least(x)]),
        "same": ([(3, 4)], lambda x: [x]),
        "chain": ([(3, 4)], lambda x: [product(least(x)), least(x)]),
        "two": ([(3, 4), (size,)], lambda x, y: [least(x), product(y)]),
    }


def check_places(library, choice):
    name, (shapes, compute) = choice.choice(list(make_functions(choice).items()))
    values = np.array([choice.randrange(-99, 99) for _ in range(BLOCK)], np.int16)
    block = Block(values, choice.choice(SIDES)).array
    inputs = [place(block, shape, False, choice) for shape in shapes]
    expected = [np.array(result) for result in compute(*inputs)]
    outputs = [place(block, result.shape, True, choice) for result in expected]
    tensors = inputs + outputs
    ranges = [byte_range(tensor) for tensor in tensors]
    is_aliasing = any(
        begin < other_end and other_begin < end
        for i, (begin, end) in enumerate(ranges)
        for other_begin, other_end in ranges[:i]
        if i >= len(inputs)
    )
    after = block.copy()
    if not is_aliasing:
        for output, result in zip(outputs, expected):
            offset = output.ctypes.data - block.ctypes.data if output.size else 0
            view = np.ndarray(output.shape, block.dtype, after, offset, output.strides)
            view[...] = result
    note(f"{name} on {[(t.shape, t.strides) for t in tensors]}")
    status = dlpack.call(getattr(library, name), tensors)
    counts["aliasing" if is_aliasing else "apart"] += 1
    # Memory outside of outputs is unchanged.
    good = np.array_equal(block, after)
    if status != (ALIASING if is_aliasing else OK) or not good:
        places = [(t.shape, t.strides, (t.ctypes.data - block.ctypes.data)) for t in tensors]
        fail(name, "status", status, *places)


def check_addresses(library, element, choice):
    dtype, code = TYPES[element]
    size = np.dtype(dtype).itemsize
    source = np.array([[choice.randrange(20) for _ in range(37)] for _ in range(5)]).astype(dtype)
    expected = np.min(source, 1)

    def place_at(offset, shape):
        # numpy's own memory is not aligned to cache lines.
        memory = np.zeros(2048, np.uint8)
        offset += -memory.ctypes.data % 64
        return np.ndarray(shape, dtype, memory, offset)

    for address in range(64):
        for is_output in (False, True):
            data = place_at(0 if is_output else address, source.shape)
            data[...] = source
            out = place_at(address if is_output else 0, expected.shape)
            after = out.base.copy()
            is_aligned = address % size == 0
            if is_aligned:
                after[out.ctypes.data - out.base.ctypes.data :][: out.nbytes] = expected.view(np.uint8)
            status = dlpack.call(getattr(library, "min_" + element), [data, out], code)
            counts["aligned" if is_aligned else "misaligned"] += 1
            good = np.array_equal(out.base, after)
            if status != (OK if is_aligned else ALIGNMENT) or not good:
                fail(element, "output" if is_output else "input", "at", address, "status", status)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("functions", help="memory.mlir")
    parser.add_argument("options", nargs="*", help="of reduce-compile")
    parser.add_argument("--places", type=int, default=8000, help="calls at random places")
    arguments = parse_arguments(parser)
    with open("types.mlir", "w", encoding="utf-8") as file:
        for element in TYPES:
            shape, row = f"tensor<5x37x{element}>", f"tensor<5x{element}>"
            file.write(f"func.func @min_{element}(%data: {shape}) -> {row} {{\n")
            file.write(f"  %0 = reduce.min %data axes = [1] : {shape} -> {row}\n")
            file.write(f"  return %0 : {row}\n}}\n")
    command = ["reduce-compile", arguments.functions, "types.mlir", "-o", "memory.so"]
    subprocess.run(command + arguments.options, check=True)
    library = ctypes.CDLL("./memory.so")
    choice = random.Random(arguments.seed)
    for _ in range(arguments.places):
        check_places(library, choice)
    for element in TYPES:
        check_addresses(library, element, choice)
    print(*(f"{count} {name}" for name, count in counts.items()), sep=", ")
    return 1 if counts["failures"] or 0 in list(counts.values())[:-1] else 0


if __name__ == "__main__":
    run(main)
