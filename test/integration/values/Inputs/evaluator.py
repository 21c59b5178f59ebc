# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares reductions of constants, which reduce-opt evaluates, with numpy's and
with the same reductions compiled, on random cases.

    evaluator.py --seed SEED --case CASE

repeats a failed case, alone.
"""

import argparse
import ctypes
import subprocess

import numpy as np

from cases import Case
from elements import decode, tensor_type
from differential import CODES
from guarded import call, run
from seeds import parse_arguments
from values import get_fillers

CASES = 200


class SmallCase(Case):
    MODES = ["static"]
    LONG_PERIOD = 0
    # Few elements. Some of them should be NaN.
    SPECIAL = {"prod": 0.3, "extremum": 1.0}

    def choose_shape(self, limit):
        return super().choose_shape(60)

    @property
    def constant_function(self):
        """A function of no arguments that reduces the values."""
        values = self.values
        if values.size == 0:
            elements = ""
        elif self.type == "i1":
            elements = str(decode(values, self.type).tolist()).lower()
        else:
            elements = f'"0x{values.tobytes().hex()}"'
        # Constants have signless types.
        stored = tensor_type(self.shape, self.type.replace("u", ""))
        data = tensor_type(self.shape, self.type)
        result = tensor_type(self.result_shape, self.type)
        return (
            f"func.func @constant{self.number}() -> {result} {{\n"
            f"  %stored = arith.constant dense<{elements}> : {stored}\n"
            f"  %data = tensor.bitcast %stored : {stored} to {data}\n"
            f"  %0 = {self}\n"
            f"  return %0 : {result}\n}}\n"
        )

    def agrees_exactly(self, stored):
        """Whether `stored` is the result bit for bit, except for zeros and NaN."""
        option = self.option
        if self.op == "prod":
            # Constants are evaluated in order even if that is not required.
            self.option = self.is_float
        agrees = self.agrees(np.asarray(self.expected()), stored)
        self.option = option
        return agrees


def compile_library(directory, name, text):
    """Returns the compiled library of the functions in `text`."""
    source = f"{directory}/{name}.mlir"
    with open(source, "w") as file:
        file.write(text)
    library = f"{directory}/{name}.so"
    subprocess.run(["reduce-compile", source, "-o", library], check=True)
    return ctypes.CDLL(library)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--case", type=int)
    parser.add_argument("--directory", default=".")
    arguments = parse_arguments(parser)

    numbers = range(CASES) if arguments.case is None else [arguments.case]
    cases = [SmallCase(arguments.seed, number) for number in numbers]
    evaluated = subprocess.run(
        ["reduce-opt", "--canonicalize"],
        input="".join(case.constant_function for case in cases),
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    ).stdout
    failures = evaluated.count("reduce.")
    if failures:
        print(f"{failures} reductions are left in:\n{evaluated}")
    constants = compile_library(arguments.directory, "evaluated", evaluated)
    compiled = compile_library(
        arguments.directory, "compiled", "".join(case.function for case in cases)
    )

    types = set()
    for case in cases:
        expected = np.asarray(case.expected())
        filler = get_fillers(case, expected)[0]
        constant, result = (np.full(case.result_shape, filler, case.dtype) for _ in range(2))
        code = CODES.get(case.type)
        statuses = [
            call(constants[f"constant{case.number}"], [constant], code),
            call(compiled[f"case{case.number}"], [case.values, result], code),
        ]
        types.add(case.type)
        if any(statuses) or not case.agrees_exactly(constant):
            failures += 1
            print(f"case {case.number}, status {statuses}, {case}")
            print(f"  expected  {np.ravel(case.expected())[:8]}")
            print(f"  evaluated {decode(constant, case.type).ravel()[:8]}")
        elif not case.agrees(decode(constant, case.type), result):
            failures += 1
            print(f"case {case.number}, {case}")
            print(f"  evaluated {decode(constant, case.type).ravel()[:8]}")
            print(f"  compiled  {decode(result, case.type).ravel()[:8]}")
    print(f"{len(cases)} cases of {len(types)} types, {failures} failures")
    if failures:
        print(f"again: evaluator.py --seed {arguments.seed} --case NUMBER")
    return 1 if failures or not cases else 0


if __name__ == "__main__":
    run(main)
