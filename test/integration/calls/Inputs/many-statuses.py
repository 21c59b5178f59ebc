#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the statuses of a function of many tensors, which it checks in loops, with
those of a function of the first of them, which it checks one by one.

Each call has wrong fields in some of these tensors. A status that one of the
functions does not return, or values that differ, are failures.
"""

import argparse
import collections
import copy
import ctypes
import pathlib
import random
import subprocess
import sys

import numpy as np

here = pathlib.Path(__file__).resolve()
sys.path += [str(here.parents[2] / "Inputs"), str(here.parents[3] / "Inputs")]

import many_nodes  # noqa: E402
from dlpack import make_tensor  # noqa: E402

TYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i8": np.int8}
FEW, MANY = 30, 34


def print_function(name, kinds, unknown):
    """Returns a function in MLIR that reduces a tensor of each kind. The inputs of the
    first two agree in a size."""
    arguments, body, results, types = [], [], [], []
    for i, (operation, element, extents, axes) in enumerate(kinds):
        source = many_nodes.get_type(extents, element, unknown)
        result = many_nodes.get_type(many_nodes.get_kept(extents, axes), element, unknown)
        names = ["N"] + [""] * (len(extents) - 1)
        attribute = f" {{reduce.dim_params = {names}}}".replace("'", '"') if i < 2 else ""
        arguments.append(f"%in{i}: {source}{attribute}")
        body.append(
            f"  %{i} = reduce.{operation} %in{i} axes = {list(axes)} : {source} -> {result}"
        )
        results.append(f"%{i}")
        types.append(result)
    return (
        f"func.func @{name}({', '.join(arguments)}) -> ({', '.join(types)}) {{\n"
        + "\n".join(body)
        + f"\n  return {', '.join(results)} : {', '.join(types)}\n}}\n"
    )


class Model:
    """Two functions of reductions of the same kinds."""

    def __init__(self, kinds, name, unknown):
        self.kinds, self.unknown = kinds, unknown
        text = print_function("few", kinds[:FEW], unknown) + print_function("many", kinds, unknown)
        command = ["reduce-compile", "-", "-o", f"{name}.so"]
        subprocess.run(command, input=text, text=True, check=True)
        self.library = ctypes.CDLL(f"./{name}.so")

    def call(self, name, tensors):
        function = getattr(self.library, name)
        function.restype = ctypes.c_int32
        return function(*(tensor and ctypes.byref(tensor) for tensor in tensors))


def set_strides(choice, tensor, array):
    """Gives the tensor strides, with which it is contiguous or not."""
    strides = [each // array.itemsize for each in array.strides]
    if strides:
        dim = choice.randrange(len(strides))
        strides[dim] = choice.choice([strides[dim], 0, -strides[dim], 2 * strides[dim]])
    tensor.strides = (ctypes.c_int64 * len(strides))(*strides)
    # Elements before the first and after the last belong to the array.
    tensor.byte_offset = array.nbytes


def set_shape(choice, tensor, array):
    extents = list(array.shape)
    if extents:
        dim = choice.randrange(len(extents))
        extents[dim] = choice.choice([extents[dim] + 1, extents[dim] - 1, 0, 1, -1, 2**62])
    tensor.shape = (ctypes.c_int64 * len(extents))(*extents)


FAULTS = {
    "data": lambda choice, tensor, array: setattr(tensor, "data", None),
    "device": lambda choice, tensor, array: setattr(tensor, "device_type", 2),
    "code": lambda choice, tensor, array: setattr(tensor, "code", 1),
    "bits": lambda choice, tensor, array: setattr(tensor, "bits", choice.choice([8, 32, 64])),
    "lanes": lambda choice, tensor, array: setattr(tensor, "lanes", 2),
    "rank": lambda choice, tensor, array: setattr(tensor, "ndim", choice.choice([0, 1, 2, 3, 4])),
    "no shape": lambda choice, tensor, array: setattr(tensor, "shape", None),
    "shape": set_shape,
    "offset": lambda choice, tensor, array: setattr(
        tensor, "byte_offset", choice.choice([1, 2, 4, 8])
    ),
    "strides": set_strides,
}


def make_arrays(generator, model):
    """Returns inputs and outputs, each in the middle of a larger array."""
    inputs, outputs = [], []
    n = int(generator.integers(1, 9))
    for i, (_, element, extents, axes) in enumerate(model.kinds):
        if model.unknown:
            extents = tuple(int(each) for each in generator.integers(1, 9, len(extents)))
            extents = (n, *extents[1:]) if i < 2 else extents
        for arrays, shape in (
            (inputs, extents),
            (outputs, many_nodes.get_kept(extents, axes)),
        ):
            size = int(np.prod(shape))
            arrays.append((generator.uniform(1, 2, 5 * size).astype(TYPES[element]), shape))
    return inputs, outputs


def make_tensors(arrays):
    tensors, views = [], []
    for memory, shape in arrays:
        size = int(np.prod(shape))
        view = memory[size : 2 * size].reshape(shape)
        tensor = make_tensor(view)
        # So that strides stay in the memory.
        tensor.data = memory.ctypes.data
        tensor.byte_offset = view.nbytes
        tensors.append(tensor)
        views.append(view)
    return tensors, views


def add_faults(choice, tensors, views, shared):
    """Changes some of the tensors with an index in `shared`."""
    names = []
    for _ in range(choice.choice([0, 1, 1, 1, 2, 3])):
        i = choice.choice(shared)
        if tensors[i] is None:
            continue
        name = choice.choice([*FAULTS, "null", "alias"])
        names.append(f"{name} of {i}")
        if name == "null":
            tensors[i] = None
        elif name == "alias":
            other = tensors[choice.choice(shared)]
            if other:
                tensors[i].data, tensors[i].byte_offset = other.data, other.byte_offset
        else:
            FAULTS[name](choice, tensors[i], views[i])
    return names


def check(model, suffix, generator, choice, statuses):
    """Calls both functions on the same tensors. Returns whether they agree."""
    inputs, outputs = make_arrays(generator, model)
    before = [copy.deepcopy(memory) for memory, _ in outputs]
    tensors, views = make_tensors(inputs + outputs)
    shared = [*range(FEW), *range(MANY, MANY + FEW)]
    names = add_faults(choice, tensors, views, shared)
    few = model.call("few" + suffix, [tensors[i] for i in shared])
    results = [memory.copy() for memory, _ in outputs[:FEW]]
    for (memory, _), start in zip(outputs, before):
        memory[:] = start
    many = model.call("many" + suffix, tensors)
    statuses[few] += 1
    if few != many:
        print(f"{model.kinds[:2]}{suffix}, {', '.join(names)}: expected {few}, got {many}")
    same = all(
        np.array_equal(memory, result, equal_nan=True)
        for (memory, _), result in zip(outputs, results)
    )
    if not same:
        print(f"{suffix}, {', '.join(names)}: other values")
    return few == many and same


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calls", type=int, default=1000)
    options = parser.parse_args()
    print(f"seed {options.seed}")
    generator = np.random.default_rng(options.seed)
    choice = random.Random(options.seed)
    kinds = [kind for kind in many_nodes.get_kinds() if kind[1] in TYPES]
    failures = total = 0
    statuses = collections.Counter()
    for unknown in (False, True):
        # The values of minima do not depend on the grouping.
        chosen = choice.choices([kind for kind in kinds if kind[0] == "min"], k=MANY)
        model = Model(chosen, f"model-{unknown}", unknown)
        for _ in range(options.calls):
            for suffix in ("", "_output_shapes"):
                failures += not check(model, suffix, generator, choice, statuses)
                total += 1
    print(f"statuses: {' '.join(map(str, sorted(statuses)))}")
    print(f"{failures} failures in {total} calls")


if __name__ == "__main__":
    main()
