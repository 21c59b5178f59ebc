# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares compiled reductions with numpy's, on random shapes, axes and values.

All cases use the functions of one module. It is compiled for several targets and
levels; each case is called on contiguous tensors and on views. The first case that
fails is made as small as possible, and printed as the command

    differential.py --reproduce CASE

which runs it again, alone.
"""

import argparse
import copy
import ctypes
import random

import numpy as np

import dlpack
from cases import Case
from guarded import Block, choose_strides, note, run
from seeds import parse_arguments
from shrink import shrink
from values import get_filler, move
from variants import EMULATED, load_libraries

# Calls of each function.
CALLS = {"static": 4, "dynamic": 12, "runtime": 16}
LONG_CALLS = 12
CODES = {"bf16": dlpack.BFLOAT, "i1": dlpack.BOOL}


def compile_libraries(directory, cases, machine):
    """Returns the compiled library of the functions of `cases`, by variant."""
    # The dynamic linker would return the old library for a known name.
    compile_libraries.count = getattr(compile_libraries, "count", 0) + 1
    source = "".join(case.function for case in cases)
    stem = f"differential-{compile_libraries.count}"
    return load_libraries(source, directory, stem, machine)


def get_num_calls(function):
    return LONG_CALLS if function.has_long_rows else CALLS[function.mode]


def get_status_text(library, case, status):
    function = getattr(library, f"case{case.number}_status_string")
    function.restype = ctypes.c_char_p
    return function(status).decode()


def infer_shape(library, case, inputs, codes):
    """Returns the shape of the output that the library computes, or an error text."""
    function = getattr(library, f"case{case.number}_output_shapes")
    out = np.zeros([0] * 8, case.dtype)
    tensors = [dlpack.make_tensor(a, c) for a, c in zip(inputs + [out], codes)]
    function.restype = ctypes.c_int32
    status = function(*(ctypes.byref(tensor) for tensor in tensors))
    if status != 0:
        return get_status_text(library, case, status)
    return tensors[-1].shape[: tensors[-1].ndim]


def find_failures(case, libraries):
    """Yields a text for each way in which `case` fails."""
    try:
        yield from find_wrong_results(case, libraries)
    except ChildProcessError as error:
        yield str(error)


class Layout:
    """The layout of the arrays of a call, the memory around them, and the number
    `number` of the values that they contain, of those that a case may have."""

    def __init__(self, case, number, random):
        self.name, input_kind, output_kind, sides = LAYOUTS[number]
        values = move(case, number)
        self.expected = None
        if case.expected_status is None:
            self.expected = np.asarray(case.expected(values))
        filler = get_filler(case, self.expected, number)

        def place(array, side, kind, filler):
            strides = None
            if kind != "contiguous":
                has_rows = kind == "rows"
                strides = choose_strides(array.shape, array.itemsize, random, has_rows)
            return Block(array, side, filler, strides)

        data, *axes = case.get_inputs(values)
        axes_kind = "contiguous" if input_kind == "rows" else input_kind
        self.inputs = [place(data, sides[0], input_kind, filler)]
        self.inputs += [place(array, sides[0], axes_kind, 99) for array in axes]
        blank = np.full(case.result_shape, filler, case.dtype)
        self.output = place(blank, sides[1], output_kind, filler)
        self.blocks = [*self.inputs, self.output]
        self.arrays = [block.array for block in self.blocks]

    def __str__(self):
        data, out = self.inputs[0], self.output
        return f"{self.name}, strides {tuple(data.strides)} -> {tuple(out.strides)}"

    def find_stray_access(self):
        """Returns how a call changed memory outside of the output, or None."""
        for i, block in enumerate(self.inputs):
            if not block.is_untouched():
                return f"input {i} written"
        return self.output.find_stray_write()


# A name, the layout of inputs and output, and where a page is beside either.
LAYOUTS = [
    ("contiguous", "contiguous", "contiguous", ("end", "begin")),
    ("contiguous, other pages", "contiguous", "contiguous", ("begin", "end")),
    ("strided input", "strided", "contiguous", ("end", "end")),
    ("rows", "rows", "contiguous", ("end", "end")),
    ("strided output", "contiguous", "strided", ("end", "end")),
    ("strided", "strided", "strided", ("begin", "begin")),
    ("rows, other pages", "rows", "strided", ("begin", "end")),
]


def find_wrong_results(case, libraries):
    """Yields a text for each wrong result of `case`."""
    views = random.Random(case.number)
    layouts = [Layout(case, number, views) for number in range(len(LAYOUTS))]
    codes = [CODES.get(case.type)] + [None] * (len(case.inputs) - 1)
    codes.append(CODES.get(case.type))
    is_valid = case.expected_status is None
    # The result of the same code on the first CPU that it ran on.
    first = {}
    for variant, library in libraries.items():
        code = variant.partition(" on ")[0]
        shape = infer_shape(library, case, case.inputs, codes)
        if shape != (list(case.result_shape) if is_valid else case.expected_status):
            yield f"{variant}: output shape {shape}"
        function = getattr(library, f"case{case.number}")
        for layout in layouts:
            where = f"{variant}, {layout}"
            note(f"{case}, shape {case.shape}, axes {case.axes}: {where}")
            layout.output.restore()
            status = dlpack.call(function, layout.arrays, codes)
            stray = layout.find_stray_access()
            out = layout.output.array
            if not is_valid:
                text = get_status_text(library, case, status)
                if text != case.expected_status:
                    yield f"{where}: expected '{case.expected_status}', got '{text}'"
                if not layout.output.is_untouched():
                    yield f"{where}: an output was written in spite of '{text}'"
            elif status != 0:
                yield f"{where}: {get_status_text(library, case, status)}"
            elif not case.agrees(layout.expected, out):
                yield (
                    f"{where}: expected {layout.expected.reshape(-1)[:8]}, "
                    f"got {out.reshape(-1)[:8]}"
                )
            elif first.setdefault((code, layout.name), out.tobytes()) != out.tobytes():
                yield f"{where}: other bits than on another CPU"
            if stray:
                yield f"{where}: {stray}"


def hold_values(case, libraries):
    """Returns the case with values on which it fails without changes, if there are any."""
    for number in range(len(LAYOUTS)):
        held = copy.copy(case)
        held.values = move(case, number)
        held.moves = False
        if any(find_failures(held, libraries)):
            return held
    return case


def report(case, compile_cases):
    """Reduces a failing case and prints it."""

    def fails(smaller):
        return any(find_failures(smaller, compile_cases([smaller])))

    print("shrinking the first failing case", flush=True)
    small = shrink(hold_values(case, compile_cases([case])), fails)
    print(f"{small}, shape {small.shape}, axes {small.axes}")
    for failure in find_failures(small, compile_cases([small])):
        print(f"  {failure}")
    print(f"again: differential.py --reproduce '{small.to_text()}'")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--reproduce", metavar="CASE", help="as printed for a failure")
    parser.add_argument("--directory", default=".")
    parser.add_argument("--machine", choices=EMULATED, help="another, which is emulated")
    parser.add_argument("--functions", type=int, default=320)
    parser.add_argument("--operations", nargs="+", default=Case.OPERATIONS)
    arguments = parse_arguments(parser)
    Case.OPERATIONS = arguments.operations

    def compile_cases(cases):
        return compile_libraries(arguments.directory, cases, arguments.machine)

    if arguments.reproduce:
        cases = functions = [Case.from_text(arguments.reproduce)]
    else:
        functions = [Case(arguments.seed, number) for number in range(arguments.functions)]
        cases = [
            Case(arguments.seed, function.number, call)
            for function in functions
            for call in range(get_num_calls(function))
        ]
    libraries = compile_cases(functions)
    failing = []
    for case in cases:
        failures = list(find_failures(case, libraries))
        if failures:
            failing.append(case)
            print(f"{case}, shape {case.shape}, axes {case.axes}\n  {failures[0]}")
    print(f"{len(cases)} cases in {len(libraries)} variants, {len(failing)} failures")
    if failing and not arguments.reproduce:
        report(failing[0], compile_cases)
    return 1 if failing or not (cases and libraries) else 0


if __name__ == "__main__":
    run(main)
