# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the functions of a file of the corpus through everything in this project, and
compares the results with those of MLIR's own passes.

- passes: each pass of reduce-opt alone, on tensors, on memrefs and on the LLVM
  dialect; MLIR's passes lower its output.
- pipelines: each of ours, with random options, with and without reductions raised
  before.
- plugin: stock mlir-opt prints the same as reduce-opt.
- compile: reduce-compile's library, called on numpy arrays.

A pass may reject a module for one of REASONS, with the line of an operation.
"""

import argparse
import math
import os
import random
import re
import subprocess
import sys
import tempfile

import numpy as np

import corpus_module
import neighbours
import reduce_library
import seeds

TO_MEMREFS = [
    "func.func(tosa-to-linalg-named)", "func.func(tosa-to-linalg)", "func.func(tosa-to-arith)",
    "func.func(tosa-to-tensor)", "func.func(linalg-generalize-named-ops)",
    "convert-elementwise-to-linalg",
    "one-shot-bufferize{bufferize-function-boundaries allow-return-allocs-from-loops}",
]  # fmt: skip
TO_LLVM = [
    "func.func(convert-linalg-to-loops)", "func.func(scf-forall-to-for)",
    "convert-bufferization-to-memref", "memref-expand",
    "expand-strided-metadata",
    "lower-affine", "convert-vector-to-scf", "convert-scf-to-cf", "convert-vector-to-llvm",
    "lower-affine", "convert-complex-to-standard", "func.func(arith-expand)",
    "convert-math-to-llvm", "convert-math-to-libm", "convert-to-llvm", "reconcile-unrealized-casts",
]  # fmt: skip
# Passes that lower the output of ours: MLIR's -expand-strided-metadata crashes
# on a reshape to several unknown sizes.
AFTER_OURS = ["reduce-lower-expand-shape", *TO_LLVM]
# The attribute of a function that MLIR's tools without the reduce dialect do not
# know, alone, first or later in a list.
LAYOUT = re.compile(
    r" attributes \{reduce\.layout = #reduce\.layout<\w+>\}"
    r"|(?<=\{)reduce\.layout = #reduce\.layout<\w+>, "
    r"|, reduce\.layout = #reduce\.layout<\w+>"
)
RAISE = ["", "keep-zero-order", "allow-reassociation"]
REASONS = [
    # Functions that cannot be part of a library.
    r"'func.func' op.* cannot be called from C: ",
    # Modules whose functions must be inlined first.
    r"'func.call' op uses '.*', a function on tensors, which must be inlined first$",
]
# If MLIR's plain lowering computes no values to compare with, ours may fail, too.
REASONS_WITHOUT_VALUES = [
    r"op was not bufferized$",
    r"ops with unknown memory side effects are not supported$",
    r"sparse_tensor ops must be bufferized with the sparsifier$",
    r"'.*' op has regions and is not registered: it cannot be lowered$",
    r"'func.func' op has the unranked tensor '.*' at its boundary$",
    r"'func.func' op has '.*' at its boundary, but no memref has elements of type '.*'$",
    r"'.*' op has '.*', whose encoding would be lost: lower it to ",
    r"unregistered dialect. If this is intended",
]
# Tolerance for numbers computed with exp and similar functions.
TOLERANCE = 1e-4


def pipeline(passes):
    return f"--pass-pipeline=builtin.module({','.join(passes)})"


def run(command, source=None):
    """Returns the output of a command, or None and its errors."""
    try:
        result = subprocess.run(command, input=source, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return None, "more than 300 s"
    if result.returncode in (0, 1) and "PLEASE submit a bug report" not in result.stderr:
        return (result.stdout if result.returncode == 0 else None), result.stderr
    return None, f"status {result.returncode}\n{result.stderr}"


def are_same(expected, actual):
    expected, actual = expected.split("\n"), actual.split("\n")
    return len(expected) == len(actual) and all(
        first == second or are_near(first, second) for first, second in zip(expected, actual)
    )


def are_near(first, second):
    try:
        first, second = float(first), float(second)
    except ValueError:
        return False
    if math.isnan(first) or math.isnan(second):
        return math.isnan(first) and math.isnan(second)
    return first == second or abs(first - second) <= TOLERANCE * max(abs(first), abs(second), 1e-2)


def list_passes():
    def list_of(tool):
        text, _ = run([tool, "--list-passes"])
        return set(re.findall(r"^  --([a-z0-9-]+)", text, re.MULTILINE))

    return sorted(list_of("reduce-opt") - list_of("mlir-opt"))


def get_generator(arguments):
    """Returns a generator that differs from file to file."""
    return random.Random(f"{arguments.seed} {os.path.basename(arguments.file)}")


class Check:
    """The checks of some functions of a module."""

    def __init__(self, module, functions, arguments):
        self.module, self.arguments, self.functions = module, arguments, functions
        self.generator = get_generator(arguments)
        self.failures, self.counts = [], {}
        private = {function.name for function in functions if self.generator.random() < 0.7}
        main = corpus_module.Program(self.generator).write(functions) if module.has_values else ""
        # Comments and names as printed, so that texts can be compared.
        source = module.write(functions, private if main else (), main)
        self.options = module.options
        self.source, error = run(["reduce-opt", *self.options], source)
        self.expected = None
        if self.source is None:
            self.fail("parse", error, source)
        elif module.has_values:
            self.lower_by_mlir()

    def fail(self, leg, error, source=None):
        error = "\n".join(error.splitlines()[:6])
        self.failures.append((leg, error, source))

    def fail_unless_refused(self, leg, error, source):
        """Accepts one of the known reasons, at a line of the input, as an outcome."""
        reasons = REASONS if self.module.has_values else REASONS + REASONS_WITHOUT_VALUES
        errors = re.findall(r"^\S+:\d+:\d+: error: (.*)", error, re.MULTILINE)
        if errors and any(re.search(reason, errors[0]) for reason in reasons):
            self.count("refused")
        else:
            self.fail(leg, error or "accepted", source)

    def count(self, leg):
        self.counts[leg] = self.counts.get(leg, 0) + 1

    def lower_by_mlir(self):
        self.memrefs, error = run(["mlir-opt", pipeline(TO_MEMREFS)], self.source)
        if self.memrefs is None:
            return self.fail("MLIR alone", error, self.source)
        self.llvm, error = run(["mlir-opt", pipeline(TO_LLVM)], self.memrefs)
        if self.llvm is None:
            return self.fail("MLIR alone", error, self.memrefs)
        self.expected, error = self.execute(self.llvm)
        if self.expected is None:
            return self.fail("MLIR alone, run", error, self.llvm)
        self.seen = {self.source, self.memrefs, self.llvm}

    def execute(self, lowered):
        libraries = ",".join([self.arguments.libraries, *self.arguments.openmp])
        command = ["mlir-runner", "-e", "main", "-entry-point-result=void"]
        return run([*command, f"--shared-libs={libraries}"], lowered)

    def compare(self, leg, lowered, source):
        actual, error = self.execute(lowered)
        if actual is None:
            self.fail(f"{leg}, run", error, source)
        elif not are_same(self.expected, actual):
            lines = zip(self.expected.split("\n"), actual.split("\n"))
            where = ""
            for first, second in lines:
                if " " in first:
                    where = first
                if first != second and not are_near(first, second):
                    break
            self.fail(leg, f"other values: {where}: {first} became {second}", source)

    def check_passes(self):
        """Runs each pass on each stage; MLIR's passes lower the output."""
        stages = [(self.source, [*TO_MEMREFS, *AFTER_OURS])]
        if self.expected is not None:
            stages += [(self.memrefs, AFTER_OURS), (self.llvm, [])]
        for stage, (whole, rest) in enumerate(stages):
            for name in self.arguments.passes:
                source = whole
                share = self.arguments.share if stage else self.arguments.first_share
                if self.generator.random() >= share:
                    continue
                flags = [f"--{name}"]
                inlines = self.module.has_values and not stage and self.generator.random() < 0.7
                if name == "reduce-bufferize-function-boundaries" and inlines:
                    # It rejects functions that are called.
                    flags = ["--inline", "--symbol-dce", *flags]
                if name == "reduce-bufferize-functions" and not stage:
                    # Like MLIR's own pass, it must see no tensors at boundaries.
                    before = ["inline", "symbol-dce"] if self.module.has_values else []
                    before += ["convert-reduce-to-linalg", "reduce-bufferize-function-boundaries"]
                    flags = [pipeline([*self.module.prepare, *before, name])]
                if name == "reduce-generate-c-interface":
                    # The function main would become part of the library.
                    source = self.module.write(self.functions)
                if name == "reduce-attach-vector-target":
                    # MLIR's runner does not know the attribute.
                    flags += ["--reduce-strip-annotations"]
                if name == "raise-linalg-to-reduce":
                    flags = [f"--{name}={self.generator.choice(RAISE)}"]
                self.check_pass(flags, source, rest)

    def check_pass(self, flags, source, rest):
        flag = " ".join(flags)
        result, error = run(["reduce-opt", *self.options, *flags], source)
        self.count("passes")
        if result is None:
            return self.fail_unless_refused(flag, error, source)
        if self.expected is None or result in self.seen or "c-interface" in flag:
            return
        self.seen.add(result)
        if re.search(r"\breduce\.(min|prod)", result):
            result, error = run(["reduce-opt", "--convert-reduce-to-linalg"], result)
            if result is None:
                return self.fail(f"{flag} --convert-reduce-to-linalg", error, source)
        # MLIR's own tools do not know the attribute, and need not.
        result = LAYOUT.sub("", result)
        lowered = result
        if rest:
            lowered, error = run(["reduce-opt", pipeline(rest)], result)
        self.count("passes lowered")
        if lowered is None:
            self.fail(f"{flag}, then MLIR", error, source)
        else:
            self.compare(flag, lowered, source)

    def choose_pipeline(self):
        name, _, options = neighbours.get_options(self.generator)[2:].partition("=")
        if not self.arguments.openmp:
            options = re.sub("threads=.", "", options)
        return name, f"{name}{{{options}}}"

    def check_pipelines(self):
        before = self.module.prepare
        raised = f"raise-linalg-to-reduce{{{self.generator.choice(RAISE)}}}"
        shorter = self.generator.choice(["linalg", "vector", "loops"])
        _, other = self.choose_pipeline()
        other = other.replace("llvm", shorter)
        if shorter == "loops":
            other = "reduce-to-loops-pipeline"
        for chosen in (
            [*before, self.choose_pipeline()[1]],
            [*before, raised, self.choose_pipeline()[1]],
            [*before, other],
        ):
            self.check_pipeline(chosen)

    def check_pipeline(self, passes):
        self.count("pipelines")
        lowered, error = run(["reduce-opt", *self.options, pipeline(passes)], self.source)
        leg = ",".join(passes)
        if lowered is None:
            return self.fail_unless_refused(leg, error, self.source)
        if self.expected is None:
            return
        if "llvm" not in passes[-1]:
            lowered, error = run(["reduce-opt", pipeline([*TO_MEMREFS, *AFTER_OURS])], lowered)
            if lowered is None:
                return self.fail(f"{leg}, then MLIR", error, self.source)
        self.compare(leg, lowered, self.source)

    def check_plugin(self):
        chosen = [[*self.module.prepare, self.choose_pipeline()[1]]]
        for name in self.generator.sample(self.arguments.passes, self.arguments.plugin_passes):
            chosen.append([name])
        plugin = self.arguments.plugin
        load = [f"--load-dialect-plugin={plugin}", f"--load-pass-plugin={plugin}"]
        for passes in chosen:
            self.count("plugin")
            flags = [*self.options, pipeline(passes)]
            expected, error = run(["reduce-opt", *flags], self.source)
            actual, other = run(["mlir-opt", *load, *flags], self.source)
            if actual != expected or other != error:
                self.fail(f"plugin {pipeline(passes)}", other or error or "other text", self.source)

    def check_compile(self, directory):
        """Calls libraries of the functions that the C interface supports on arrays."""
        inside = [function for function in self.functions if function.is_of_interface()]
        outside = [
            function
            for function in self.functions
            if not function.is_of_interface() and function.is_refused()
        ]
        level = self.generator.choice(["-O0", "-O1", "-O2", "-O2", "-O3"])
        options = [level, *self.generator.choice([[], ["--mcpu=native"]])]
        for function in outside[: self.arguments.outside]:
            self.count("refused by reduce-compile")
            source = self.module.write([function])
            path = os.path.join(directory, "corpus.o")
            _, error = run(["reduce-compile", "-", *options, "-o", path], source)
            self.fail_unless_refused(f"reduce-compile {function.name}", error, source)
        if not inside:
            return
        path = os.path.join(directory, "corpus.so")
        source = self.module.write(inside)
        if self.module.prepare:
            prepared, error = run(["reduce-opt", pipeline(self.module.prepare)], source)
            if prepared is None:
                return self.fail(f"{','.join(self.module.prepare)}", error, source)
            source = prepared
        self.count("libraries")
        leg = f"reduce-compile {' '.join(options)}"
        _, error = run(["reduce-compile", "-", *options, "-o", path], source)
        if not os.path.exists(path):
            return self.fail_unless_refused(leg, error, source)
        if self.expected is None:
            return
        try:
            library = reduce_library.Library(path)
        except OSError as error:
            return self.fail(leg, str(error), source)
        # A function may write to each memref, but a library has inputs and outputs.
        for function in filter(corpus_module.Function.is_on_tensors, inside):
            self.call(library, function, leg, source)

    def call(self, library, function, leg, source):
        self.count("calls")
        compiled = getattr(library, function.name)
        inputs = []
        for i, description in enumerate(compiled.signature["inputs"]):
            inputs.append(to_array(function, i, description["dtype"]))
        leg = f"{leg}, {function.name}"
        try:
            outputs = compiled(*inputs)
        except (reduce_library.StatusError, TypeError, ValueError) as error:
            return self.fail(leg, str(error), source)
        if isinstance(outputs, np.ndarray):
            outputs = (outputs,)
        text = []
        for i, (output, description) in enumerate(zip(outputs, compiled.signature["outputs"])):
            text += [f"{function.name} {i}", *map(str, output.shape)]
            text += [f"{float(value):g}" if "float" in description["dtype"] else str(int(value))
                     for value in from_array(output, description["dtype"]).flat]  # fmt: skip
        pattern = rf"^{function.name} 0\n(?:(?!\w*[a-z_]\w* \w).*\n|{function.name} \d+\n)*"
        expected = re.search(pattern, self.expected + "\n", re.MULTILINE)
        expected = expected[0].rstrip("\n") if expected else "nothing"
        if not are_same(expected, "\n".join(text)):
            self.fail(leg, f"other values: {expected[:300]} became {' '.join(text)[:300]}", source)


def to_array(function, i, dtype):
    if dtype == "bfloat16":
        bits = function.get_array(i, np.float32).view(np.uint32) >> 16
        return bits.astype(np.uint16)
    return function.get_array(i, np.dtype(dtype))


def from_array(array, dtype):
    if dtype == "bfloat16":
        return (array.view(np.uint16).astype(np.uint32) << 16).view(np.float32)
    return array


def check(module, functions, arguments):
    """Returns the failures, and how much was done."""
    checks = Check(module, functions, arguments)
    if not checks.failures:
        checks.check_passes()
        checks.check_pipelines()
        if arguments.plugin:
            checks.check_plugin()
        with tempfile.TemporaryDirectory() as directory:
            checks.check_compile(directory)
    return checks.failures, checks.counts


def write_source(directory, name, source):
    if directory and source:
        with open(os.path.join(directory, f"{name}.mlir"), "w", encoding="utf-8") as file:
            file.write(source)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--libraries", required=True, help="of MLIR's runner")
    parser.add_argument("--plugin", help="for mlir-opt")
    parser.add_argument("--share", type=float, default=0.25, help="of passes on later stages")
    parser.add_argument("--first-share", type=float, default=1, help="of passes on tensors")
    parser.add_argument("--plugin-passes", type=int, default=2, help="besides a pipeline")
    parser.add_argument("--outside", type=int, default=1, help="functions no library takes")
    parser.add_argument("--alone", action="store_true", help="each function, where all fail")
    parser.add_argument("--directory", help="where sources go that fail")
    arguments = seeds.parse_arguments(parser)
    arguments.passes = list_passes()
    openmp = os.path.join(os.path.dirname(arguments.libraries), "libomp.so")
    arguments.openmp = [openmp] if os.path.exists(openmp) else []
    module = corpus_module.Module(arguments.file)
    generator = get_generator(arguments)
    for function in module.functions if module.has_values else []:
        function.draw(generator)
    failures, counts = check(module, module.functions, arguments)
    for i, (leg, error, source) in enumerate(failures):
        print(f"{leg}: {error}")
        write_source(arguments.directory, f"failure-{i}", source)
    for function in module.functions if failures and arguments.alone else []:
        for i, (leg, error, source) in enumerate(check(module, [function], arguments)[0]):
            print(f"{function.name} alone: {leg}: {error}")
            write_source(arguments.directory, f"{function.name}-{i}", source)
    print(", ".join(f"{count} {leg}" for leg, count in counts.items()))
    print(f"{len(module.functions)} functions, {len(failures)} failures")
    return 1 if failures or not module.functions else 0


if __name__ == "__main__":
    sys.exit(main())
