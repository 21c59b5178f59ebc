# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares compiled reductions with numpy's, on random shapes, axes and values.

The functions of one module serve all cases. It is compiled for several targets
and levels; each case is called on contiguous tensors and on views. Of the cases
that fail, the first is made as small as it can be, and printed as the command

    differential.py --reproduce CASE

which runs it again, alone.
"""

import argparse
import ctypes
import random
import sys

import numpy as np

import dlpack
from cases import Case, make_view
from shrink import shrink
from variants import EMULATED, load_libraries

# Calls of each function.
CALLS = {"static": 4, "dynamic": 12, "runtime": 16}
CODES = {"bf16": dlpack.BFLOAT, "i1": dlpack.BOOL}


def compile_libraries(directory, cases, machine):
    """Returns the compiled library of the functions of `cases`, by variant."""
    # The dynamic linker would give the old library for a name that it knows.
    compile_libraries.count = getattr(compile_libraries, "count", 0) + 1
    source = "".join(case.function for case in cases)
    stem = f"differential-{compile_libraries.count}"
    return load_libraries(source, directory, stem, machine)


def get_status_text(library, case, status):
    function = getattr(library, f"case{case.number}_status_string")
    function.restype = ctypes.c_char_p
    return function(status).decode()


def infer_shape(library, case, inputs, codes):
    """Returns the shape of the output that the library names, or a text."""
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


def find_wrong_results(case, libraries):
    """Yields a text for each wrong result of `case`."""
    views = random.Random(case.number)
    inputs = case.inputs
    viewed = [make_view(array, case.filler, views)[0] for array in inputs[:1]]
    viewed += [make_view(array, 99, views)[0] for array in inputs[1:]]
    codes = [CODES.get(case.type)] + [None] * (len(inputs) - 1)
    codes.append(CODES.get(case.type))
    is_valid = case.expected_status is None
    expected = np.asarray(case.expected()) if is_valid else None
    contiguous = np.full(case.result_shape, case.filler, case.dtype)
    strided, memory = make_view(contiguous, case.filler, views)
    rows = [make_view(inputs[0], case.filler, views, has_rows=True)[0], *inputs[1:]]
    # What the same code computed on the first CPU that it ran on.
    first = {}
    for variant, library in libraries.items():
        code = variant.partition(" on ")[0]
        shape = infer_shape(library, case, inputs, codes)
        if shape != (list(contiguous.shape) if is_valid else case.expected_status):
            yield f"{variant}: output shape {shape}"
        for layout, arrays, out in [
            ("contiguous", inputs, contiguous.copy()),
            ("strided input", viewed, contiguous.copy()),
            ("rows", rows, contiguous.copy()),
            ("strided output", inputs, strided),
            ("strided", viewed, strided),
        ]:
            strided[...] = case.filler
            function = getattr(library, f"case{case.number}")
            status = dlpack.call(function, arrays + [out], codes)
            written = np.count_nonzero(memory != case.filler)
            where = f"{variant}, {layout}, strides {arrays[0].strides} -> {out.strides}"
            if not is_valid:
                text = get_status_text(library, case, status)
                if text != case.expected_status:
                    yield f"{where}: expected '{case.expected_status}', got '{text}'"
                if written or np.any(out != case.filler):
                    yield f"{where}: an output was written in spite of '{text}'"
            elif status != 0:
                yield f"{where}: {get_status_text(library, case, status)}"
            elif not case.agrees(expected, out):
                yield (
                    f"{where}: expected {expected.reshape(-1)[:8]}, "
                    f"got {out.reshape(-1)[:8]}"
                )
            elif first.setdefault((code, layout), out.tobytes()) != out.tobytes():
                yield f"{where}: other bits than on another CPU"
            elif written > strided.size:
                yield f"{where}: written besides the output"


def report(case, compile_cases):
    """Prints a failing case after making it small."""

    def fails(smaller):
        return any(find_failures(smaller, compile_cases([smaller])))

    print("shrinking the first failing case", flush=True)
    small = shrink(case, fails)
    print(f"{small}, shape {small.shape}, axes {small.axes}")
    for failure in find_failures(small, compile_cases([small])):
        print(f"  {failure}")
    print(f"again: differential.py --reproduce '{small.to_text()}'")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    parser.add_argument("--reproduce", metavar="CASE", help="as printed for a failure")
    parser.add_argument("--directory", default=".")
    parser.add_argument("--machine", choices=EMULATED, help="another, which is emulated")
    parser.add_argument("--functions", type=int, default=320)
    parser.add_argument("--operations", nargs="+", default=Case.OPERATIONS)
    arguments = parser.parse_args()
    Case.OPERATIONS = arguments.operations

    def compile_cases(cases):
        return compile_libraries(arguments.directory, cases, arguments.machine)

    if arguments.reproduce:
        cases = functions = [Case.from_text(arguments.reproduce)]
    else:
        print(f"seed {arguments.seed}", flush=True)
        functions = [Case(arguments.seed, number) for number in range(arguments.functions)]
        cases = [
            Case(arguments.seed, function.number, call)
            for function in functions
            for call in range(CALLS[function.mode])
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
    return 1 if failing or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
