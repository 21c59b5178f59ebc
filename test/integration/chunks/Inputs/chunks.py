# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares reductions of random chunks with those of whole tensors.

    chunks.py DIRECTORY SEED COUNT

Draws COUNT functions for each type, cuts tensors into chunks, also empty
ones, and merges their states in random groups before it finishes them.
"""

import itertools
import random
import subprocess
import sys

import numpy as np

import elements
from reduce_library import Library

FLOATS = ["f16", "bf16", "f32", "f64"]


class Case:
    def __init__(self, generator, element_type):
        self.type = element_type
        operations = ["min"] if element_type == "i1" else ["min", "prod"]
        if element_type in FLOATS:
            operations.append("min nan_mode = ignore")
        self.operation = generator.choice(operations)
        self.rank = generator.randint(1, 4)
        self.axes = sorted(generator.sample(range(self.rank), generator.randint(0, self.rank)))
        self.keepdims = generator.random() < 0.5
        self.extents = [generator.choice([0, 1, 2, 3, 7, 12, 33]) for _ in range(self.rank)]
        self.known = [generator.random() < 0.4 for _ in self.extents]

    def get_source(self, name):
        shape = [e if known else None for e, known in zip(self.extents, self.known)]
        result = [
            1 if dim in self.axes else extent
            for dim, extent in enumerate(shape)
            if self.keepdims or dim not in self.axes
        ]
        data = elements.tensor_type(shape, self.type)
        out = elements.tensor_type(result, self.type)
        operation, _, mode = self.operation.partition(" ")
        keepdims = "keepdims" if self.keepdims else ""
        return (
            f"func.func @{name}(%data: {data}) -> {out} {{\n"
            f"  %0 = reduce.{operation} %data axes = {self.axes} {keepdims} {mode}"
            f" : {data} -> {out}\n"
            f"  return %0 : {out}\n}}\n"
        )

    def get_data(self, random_numbers):
        dtype = elements.DTYPES[self.type]
        if self.type not in FLOATS:
            limits = np.iinfo(dtype)
            data = random_numbers.integers(
                limits.min, limits.max, self.extents, dtype, endpoint=True
            )
            return data.view(np.bool_) if self.type == "i1" else data
        if self.operation == "prod":
            # Exact in any order: signs, and a few powers of two.
            data = random_numbers.choice([1.0, -1.0], self.extents)
            return elements.encode(
                np.where(random_numbers.random(self.extents) < 0.02, 2 * data, data), self.type
            )
        data = random_numbers.standard_normal(self.extents)
        return elements.encode(
            np.where(random_numbers.random(self.extents) < 0.02, np.nan, data), self.type
        )


def cut(generator, extent):
    """Returns the slices of one to three chunks."""
    ends = sorted(generator.randint(0, extent) for _ in range(generator.randint(0, 2)))
    return [slice(begin, end) for begin, end in zip([0, *ends], [*ends, extent])]


def reduce_chunks(generator, functions, case, chunks):
    """Returns the result of an array of chunks. Only reduced dimensions have
    several."""
    partial, merge, finish = functions
    states = np.empty(chunks.shape, object)
    for index in np.ndindex(chunks.shape):
        states[index] = partial(chunks[index])
    for dim in generator.sample(case.axes, len(case.axes)):
        # Pieces of the dimension are merged in groups, or only concatenated.
        others = [range(n) if d != dim else range(1) for d, n in enumerate(states.shape)]
        merged = np.empty([len(each) for each in others], object)
        merges_pair, merges_all = (generator.random() < 0.5 for _ in range(2))
        for index in itertools.product(*others):
            line = list(states[tuple(i if d != dim else slice(None) for d, i in enumerate(index))])
            if merges_pair and len(line) > 2:
                # What is merged has size 1 in each reduced dimension.
                line = [merge(each) for each in line]
                line[:2] = [merge(np.concatenate(line[:2], dim))]
            line = np.concatenate(line, dim)
            merged[index] = merge(line) if merges_all else line
        states = merged
    return finish(states.flat[0])


def find_fault(generator, library, case, name, seed):
    data = case.get_data(np.random.default_rng(seed))
    whole = getattr(library, name)
    functions = [getattr(library, f"{name}_{step}") for step in ("partial", "merge", "finish")]
    expected = whole(data)
    slices = [cut(generator, extent) for extent in case.extents]
    kept = [range(len(s)) if d not in case.axes else [None] for d, s in enumerate(slices)]
    for index in itertools.product(*kept):
        mine = [[s[i]] if i is not None else s for i, s in zip(index, slices)]
        chunks = np.empty([len(each) for each in mine], object)
        for at in np.ndindex(chunks.shape):
            chunks[at] = data[tuple(each[i] for i, each in zip(at, mine))]
        actual = reduce_chunks(generator, functions, case, chunks)
        part = expected[
            tuple(
                slice(None) if dim in case.axes else mine[dim][0]
                for dim in range(case.rank)
                if case.keepdims or dim not in case.axes
            )
        ]
        numbers = [elements.decode(each.view(part.dtype), case.type) for each in (actual, part)]
        if not np.array_equal(*numbers, equal_nan=case.type in FLOATS):
            return f"{data.shape} in {slices}, at {index}: {actual}, expected {part}"
    return None


def main():
    directory, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    generator = random.Random(seed)
    types = count * list(elements.DTYPES)
    cases = {f"f{number}": Case(generator, each) for number, each in enumerate(types)}
    path = f"{directory}/chunks"
    with open(path + ".mlir", "w", encoding="utf-8") as file:
        file.writelines(case.get_source(name) for name, case in cases.items())
    subprocess.run(
        ["reduce-compile", path + ".mlir", "--partial-functions", "-o", path + ".so"], check=True
    )
    library = Library(path + ".so")
    num_calls = num_failures = 0
    for name, case in cases.items():
        for call in range(4):
            num_calls += 1
            fault = find_fault(generator, library, case, name, call)
            if fault:
                num_failures += 1
                print(f"{name} call {call}: {fault}\n{case.get_source(name)}")
    print(f"{len(cases)} functions, {num_calls} calls, {num_failures} failures")


main()
