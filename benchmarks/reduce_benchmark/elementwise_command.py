# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of benchmarks/elementwise."""

import argparse
import itertools
import os
import re
import statistics

from .cells import get_extents
from .compile import BUILD, BenchmarkError, Toolchain, build_project, run
from .elementwise import (
    VARIANTS,
    choose_cells,
    get_function_name,
    get_module,
    get_result_extents,
    write_tensor,
)
from .progress import Progress
from .report import write_table
from .results import get_machine

DESCRIPTION = """\
Measures reductions with an elementwise operation before or after them (squares,
scaling by a constant, adding a bias), and compares them with the bare reductions.
Prints a table in Markdown; see benchmarks/README.md. Options of reduce-compile are
passed on to it.
"""
LINE = re.compile(r"\w+: ([\d.e+-]+) (s|ms|us|ns), .*, ([\d.e+-]+) of pure reading")
UNITS = {"s": 1e6, "ms": 1e3, "us": 1, "ns": 1e-3}


def parse_shape(text):
    """Returns the extents and axes in a text such as 64x7:1."""
    if not re.fullmatch(r"[1-9]\d*(x[1-9]\d*)*:\d+(,\d+)*", text):
        raise argparse.ArgumentTypeError(f"expected a shape and axes such as 64x7:1, got '{text}'")
    shape, axes = text.split(":")
    for axis in axes.split(","):
        rank = shape.count("x") + 1
        if int(axis) >= rank:
            raise argparse.ArgumentTypeError(
                f"axis {axis} is out of range [0, {rank - 1}] for rank {rank}"
            )
    return shape, axes


def parse_positive(kind):
    def parse(text):
        value = kind(text)
        if not value > 0:
            raise ValueError
        return value

    parse.__name__ = "positive number"
    return parse


def parse_arguments(words):
    parser = argparse.ArgumentParser(prog="benchmarks/elementwise", description=DESCRIPTION)
    parser.add_argument(
        "--shape",
        action="append",
        type=parse_shape,
        metavar="SHAPE:AXES",
        help="measure this cell, such as 64x7:1, instead of the default; may be repeated",
    )
    parser.add_argument("--filter", help="a regular expression that a cell's name must match")
    parser.add_argument(
        "--rounds", type=parse_positive(int), default=9, help="measurements of each function"
    )
    parser.add_argument(
        "--seconds", type=parse_positive(float), default=0.05, help="per function and round"
    )
    parser.add_argument("--output", default=os.path.join(BUILD, "benchmarks"), help="a folder")
    parser.add_argument("--tools", help="folder of the project's tools; skips the build")
    arguments, options = parser.parse_known_args(words)
    try:
        arguments.filter = arguments.filter and re.compile(arguments.filter)
    except re.error as error:
        parser.error(f"--filter: {error}")
    return arguments, options


class Functions:
    """A cell's functions in a library, and their arguments."""

    def __init__(self, tools, folder, cell, library, plain_library):
        self.runner = os.path.join(tools, "reduce-run")
        self.cell, self.library = cell, library
        self.data, self.bias = (os.path.join(folder, f"{name}.npy") for name in ("data", "bias"))
        write_tensor(self.data, cell, get_extents(cell))
        write_tensor(self.bias, cell, get_result_extents(cell))
        self.expected = {
            variant: os.path.join(folder, f"expected-{variant}.npy") for variant in VARIANTS
        }
        for variant, path in self.expected.items():
            run([*self.make_call(plain_library, variant), f"--output={path}"])

    def make_call(self, library, variant):
        command = [self.runner, library, f"--function={get_function_name(self.cell, variant)}"]
        command.append(f"--input={self.data}")
        return command + [f"--input={self.bias}"] * (variant == "bias")

    def measure(self, variant, seconds):
        """Returns the microseconds of a call, and its share of pure reading. First
        compares the result with the expected one."""
        command = self.make_call(self.library, variant)
        command += [f"--expected={self.expected[variant]}"]
        text = run([*command, "--benchmark", f"--seconds={seconds}"])
        match = LINE.match(text)
        if not match:
            raise BenchmarkError(f"expected figures of reduce-run, got '{text.strip()}'")
        return float(match[1]) * UNITS[match[2]], float(match[3])


def compile_cells(tools, folder, options, cells):
    """Returns pairs of libraries by operator and element type: the measured code, and
    scalar loops that compute the expected results."""
    toolchain = Toolchain(tools, folder, options)

    def get_row(cell):
        return cell.op, cell.type

    libraries = {}
    for row, group in itertools.groupby(cells, get_row):
        group = list(group)
        sources = {".mlir": get_module(group)}
        command = [toolchain.compiler, "{stem}.mlir", "-o", "{stem}.so"]
        native, plain = [*command, "--mcpu=native", *options], [*command, "-O0"]
        key = toolchain.compiler_key
        libraries[row] = (
            toolchain.make("elementwise", group, sources, [native], key),
            toolchain.make("elementwise-loops", group, sources, [plain], key),
        )
    return libraries


def measure(functions, rounds, seconds):
    """Returns each variant's figures in each round."""
    figures = {variant: [] for variant in VARIANTS}
    for number in range(rounds):
        # Alternate the order, so that none always runs after the same one.
        for variant in VARIANTS if number % 2 == 0 else reversed(VARIANTS):
            figures[variant].append(functions.measure(variant, seconds))
    return figures


def make_row(cell, figures):
    """Returns a cell's row of the table. Shares of the same round are compared: they
    account for reading a bias, and times vary more, with the location of a process's
    memory and with other users of the machine."""
    shares = {variant: [share for _, share in rounds] for variant, rounds in figures.items()}
    row = list(cell)
    for variant, rounds in figures.items():
        text = f"{min(rounds)[0]:.4g} µs, {statistics.median(shares[variant]):.2f}"
        if variant != "bare":
            pairs = zip(shares[variant], shares["bare"])
            text += f", {statistics.median(share / bare for share, bare in pairs):.2f}"
        row.append(text)
    return row


def run_benchmark(arguments, options, progress):
    """Returns the report."""
    cells = choose_cells(arguments.shape, arguments.filter)
    if not cells:
        raise BenchmarkError("no cell matches --filter")
    facts = get_machine()
    tools = arguments.tools
    if not tools:
        build_project(False)
        tools = os.path.join(BUILD, "bin")
    folder = os.path.join(arguments.output, "elementwise")
    libraries = compile_cells(tools, folder, options, cells)
    rows = []
    for cell in cells:
        progress.show(f"measuring, {len(rows) + 1} of {len(cells)}")
        functions = Functions(tools, folder, cell, *libraries[cell.op, cell.type])
        rows.append(make_row(cell, measure(functions, arguments.rounds, arguments.seconds)))
    progress.clear()
    return (
        f"{facts['machine']}, {facts['date']}, one thread, {arguments.rounds} rounds.\n\n"
        "Least time, share of pure reading, and that share against the bare reduction's:\n\n"
        + write_table([*cells[0]._fields, *VARIANTS], rows)
    )


def main(words):
    arguments, options = parse_arguments(words)
    progress = Progress("benchmarks/elementwise")

    def work():
        print(run_benchmark(arguments, options, progress), end="")

    return progress.report_errors(work)
