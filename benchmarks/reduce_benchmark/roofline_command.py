# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of benchmarks/roofline."""

import argparse
import concurrent.futures
import os
import re

from . import ours
from .bound import RATE_BYTES, READ, get_rate_cells, measure_rates
from .cells import TYPES
from .compile import BUILD, BenchmarkError, Toolchain, build_project, run
from .progress import Progress
from .report import write_table
from .results import get_machine
from .roofline import find_hot_loop, simulate

DESCRIPTION = """\
Prints how fast the loop of each operator and element type can be: the cycles that
llvm-mca expects for 64 bytes of input, and the speed measured on this machine in the
first-level cache. The table is in Markdown; see benchmarks/README.md. Options of
reduce-compile are passed on to it.
"""
CPUS = "sapphirerapids,znver5,znver3,neoverse-v2"
# What llvm-mca calls the models that were made for these processors.
MODELS = {"sapphirerapids": "SPR", "znver5": "Zn5", "znver3": "Zn3", "neoverse-v2": "V2"}
ARM = re.compile("neoverse|cortex|apple|ampere|thunderx|a64fx")


def parse_arguments(words):
    parser = argparse.ArgumentParser(prog="benchmarks/roofline", description=DESCRIPTION)
    parser.add_argument("--cpus", default=CPUS, help=f"processors of llvm-mca (default: {CPUS})")
    parser.add_argument("--filter", help="a regular expression that a row, as min_f32, must match")
    parser.add_argument("--no-measure", action="store_true", help="only llvm-mca")
    parser.add_argument("--output", default=os.path.join(BUILD, "benchmarks"), help="a folder")
    parser.add_argument("--tools", help="folder of the project's tools; skips the build")
    arguments, options = parser.parse_known_args(words)
    try:
        arguments.filter = arguments.filter and re.compile(arguments.filter)
    except re.error as error:
        parser.error(f"--filter: {error}")
    arguments.cpus = arguments.cpus.split(",")
    return arguments, options


def get_triple(cpu):
    return "aarch64-linux-gnu" if ARM.match(cpu) else "x86_64-linux-gnu"


def simulate_row(compiler, options, folder, row, cpu):
    """Returns the speed of a row's loop on a processor by llvm-mca."""
    stem = os.path.join(folder, f"{row[0]}-{row[1]}-{cpu}")
    with open(stem + ".mlir", "w", encoding="utf-8") as file:
        file.write(ours.get_module(get_rate_cells(*row)[-1:], False))
    triple = get_triple(cpu)
    command = [compiler, stem + ".mlir", f"--target={triple}", f"--mcpu={cpu}", "--emit=asm"]
    # Intel's syntax has the sizes of operands.
    command += ["--mllvm=-x86-asm-syntax=intel"] * triple.startswith("x86")
    run([*command, "-o", stem + ".s", *options])
    with open(stem + ".s", encoding="utf-8") as file:
        loop = find_hot_loop(file.read())
    return simulate(loop, triple, cpu, stem + ".loop.s")


def simulate_all(compiler, options, folder, rows, cpus, progress):
    """Returns speeds by row and processor, and the names of the models by processor.
    Omits what llvm-mca cannot simulate, and notes that in `progress`."""
    speeds, models = {}, {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as executor:
        jobs = {
            executor.submit(simulate_row, compiler, options, folder, row, cpu): (row, cpu)
            for row in rows
            for cpu in cpus
        }
        for number, job in enumerate(concurrent.futures.as_completed(jobs), 1):
            row, cpu = jobs[job]
            progress.show(f"simulating, {number} of {len(jobs)}")
            try:
                speeds[row, cpu] = job.result()
                models[cpu] = speeds[row, cpu].model
            except BenchmarkError as error:
                progress.note(f"{' '.join(row)}, {cpu}: {error}")
    return speeds, models


def explain_models(cpus, models):
    """Yields a line for each processor that llvm-mca simulates with another's model."""
    for cpu in cpus:
        own = MODELS.get(cpu)
        if own and cpu in models and models[cpu] != own:
            yield f"This llvm-mca has no model of {cpu}: it uses {models[cpu]}.\n"


def write_rows(rows, cpus, speeds, rates):
    """Returns the table. `rates` has the measured rates, or nothing."""
    head = ["op", "type", *cpus] + ["ns", "GB/s"] * bool(rates)
    lines = []
    for row in rows:
        cells = [speeds.get((row, cpu)) for cpu in cpus]
        line = [*row, *(f"{cell.cycles:.2f}" if cell else "–" for cell in cells)]
        lines.append(line + write_rate(rates.get(" ".join(row))) * bool(rates))
    if rates:
        lines.append([READ, "", *("" for _ in cpus), *write_rate(rates[READ])])
    return write_table(head, lines)


def write_rate(rate):
    return [f"{64 / rate:.3f}", f"{rate:.1f}"] if rate else ["–", "–"]


def run_roofline(arguments, options, progress):
    """Returns the report."""
    rows = [
        (op, element)
        for op, names in TYPES.items()
        for element in names
        if not arguments.filter or arguments.filter.search(f"{op}_{element}")
    ]
    if not rows:
        raise BenchmarkError("no operator and type match --filter")
    facts = get_machine()
    tools = arguments.tools
    if not tools:
        build_project(False)
        tools = os.path.join(BUILD, "bin")
    folder = os.path.join(arguments.output, "roofline")
    toolchain = Toolchain(tools, folder, options)
    speeds, models = simulate_all(
        toolchain.compiler, options, folder, rows, arguments.cpus, progress
    )
    text = "Cycles for 64 bytes of input by llvm-mca"
    rates = {}
    if not arguments.no_measure:
        rates = measure_rates(toolchain, tools, folder, rows, progress)
        text += (
            f"; at the end, ns for 64 bytes and GB/s, measured with {RATE_BYTES[0] >> 10} and"
            f" {RATE_BYTES[1] >> 10} KiB on {facts['machine']}, {facts['date']}, one thread"
        )
    progress.clear()
    parts = [text + ".\n", write_rows(rows, arguments.cpus, speeds, rates)]
    return "\n".join([*parts, *explain_models(arguments.cpus, models)])


def main(words):
    arguments, options = parse_arguments(words)
    progress = Progress("benchmarks/roofline")

    def work():
        print(run_roofline(arguments, options, progress), end="")

    return progress.report_errors(work)
