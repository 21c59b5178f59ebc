#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models of many reductions, which share kernels, against numpy.

Each model is called on contiguous tensors, on slices of rows and on every second
element of rows. If shapes are known, the function without checks is called, too.
Chains of reductions and sums keep intermediate tensors of two sizes. Their lengths are
around the number of calls from which a function is divided, in the file given.
"""

import argparse
import contextlib
import ctypes
import io
import pathlib
import random
import subprocess
import sys
from functools import partial

import numpy as np

here = pathlib.Path(__file__).resolve()
sys.path += [str(here.parents[2] / "Inputs"), str(here.parents[3] / "Inputs")]
sys.path += [str(here.parents[2] / "shapes" / "Inputs")]

import many_nodes  # noqa: E402
from dlpack import call  # noqa: E402
from limits import read_limits  # noqa: E402

TYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i8": np.int8}
LAYOUTS = {"contiguous": slice(None), "rows": slice(3, -2), "strided": slice(None, None, 2)}


def compile_model(name, flags, print_model, *arguments):
    """Returns the library of the model that a function of many_nodes prints."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        print_model(*arguments)
    subprocess.run(
        ["reduce-compile", "-", "-o", f"{name}.so", *flags],
        input=text.getvalue(),
        text=True,
        check=True,
    )
    return ctypes.CDLL(f"./{name}.so")


def make_input(generator, extents, element, layout):
    """Returns random values of the layout, near 1 so that products are neither 0 nor inf."""
    part = LAYOUTS[layout]
    shape = list(extents)
    shape[-1] = shape[-1] * (2 if part.step else 1) + (part.start or 0) - (part.stop or 0)
    # The more values, the nearer.
    distance = min(0.1, 3 / np.prod(shape) ** 0.5)
    values = generator.uniform(1 - distance, 1 + distance, shape)
    if TYPES[element](0.5) == 0:
        values = generator.integers(-9, 9, shape)
    return values.astype(TYPES[element])[..., part]


def expect(operation, data, axes):
    """Returns what numpy computes."""
    if operation == "min":
        return data.min(axis=axes)
    return data.prod(axis=axes, dtype=data.dtype)


def call_data(function, arrays):
    """Calls NAME_data."""
    function.restype = ctypes.c_int32
    return function(*(array.ctypes.data_as(ctypes.c_void_p) for array in arrays))


def check(call, kinds, layout, generator, unknown):
    """Calls a function once; returns the number of wrong results."""
    inputs = []
    for _, element, extents, _ in kinds:
        if unknown:
            # Up to 2.6 MB, which threads share.
            rank = len(extents)
            extents = tuple(generator.integers(1, round(330_000 ** (1 / rank)), rank))
        inputs.append(make_input(generator, extents, element, layout))
    expected = [expect(kind[0], data, kind[3]) for kind, data in zip(kinds, inputs)]
    outputs = [np.full_like(np.asarray(each), 77) for each in expected]
    status = call(inputs + outputs)
    if status != 0:
        print(f"status {status} for {layout} tensors")
        return len(kinds)
    wrong = [
        i
        for i, (output, each) in enumerate(zip(outputs, expected))
        if not np.allclose(output, each, rtol=1e-4)
    ]
    for i in wrong:
        print(f"wrong: {kinds[i]} of {layout} tensors")
    return len(wrong)


def check_chain(nodes, unknown, generator):
    """Calls a chain for each layout; returns the number of wrong results."""
    name = f"chain{nodes}-{unknown}"
    library = compile_model(name, [], many_nodes.print_chain, nodes, unknown)
    wrong = 0
    for layout in LAYOUTS:
        extents = tuple(generator.integers(1, 70, 2)) if unknown else (64, 96)
        data = make_input(generator, extents, "f32", layout)
        expected = data.min(axis=1)
        for _ in range(nodes // 2):
            expected = (data + expected[:, None]).min(axis=1)
        output = np.full_like(expected, 77)
        status = call(library.chain, [data, output])
        if status != 0 or not np.array_equal(output, expected):
            print(f"wrong: chain of {nodes}, {layout} tensors of {extents}, status {status}")
            wrong += 1
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("limits", help="SplitCallSequences.cpp")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--models", type=int, default=2)
    options = parser.parse_args()
    print(f"seed {options.seed}")
    generator = np.random.default_rng(options.seed)
    choice = random.Random(options.seed)
    all_kinds = [kind for kind in many_nodes.get_kinds() if kind[1] in TYPES]
    longest = 2 * read_limits(options.limits)["callsOfPart"]
    wrong = total = 0
    for model in range(options.models):
        # More than 64 tensors, and fewer.
        for nodes, unknown, flags in [
            (40, False, ["-g", "--partial-functions"]),
            (40, True, []),
            (20, False, ["--threads=2"]),
            (12, True, ["-O1", "--mcpu=native"]),
            (20, True, ["--threads=2"]),
        ]:
            kinds = choice.choices(choice.sample(all_kinds, 8), k=nodes)
            name = f"model{model}-{nodes}-{unknown}"
            print_model = many_nodes.print_reductions
            library = compile_model(name, flags, print_model, "model", kinds, unknown, False)
            calls = [(layout, partial(call, library.model)) for layout in LAYOUTS]
            if not unknown:
                calls.append(("contiguous", partial(call_data, library.model_data)))
            for layout, function in calls:
                wrong += check(function, kinds, layout, generator, unknown)
                total += nodes
        # In one function, around the limit, and in several.
        for first, last in [(1, 60), (longest - 4, longest + 4), (longest, 3 * longest)]:
            for unknown in (False, True):
                nodes = int(generator.integers(first, last))
                wrong += check_chain(nodes, unknown, generator)
                total += nodes * len(LAYOUTS)
    print(f"{wrong} failures in {total} reductions")


if __name__ == "__main__":
    main()
