# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of benchmarks/roofline."""

import argparse
import os
import re

from . import nan_mask
from .bound import (
    OUR_LOOP,
    RATE_BYTES,
    RATE_TOLERANCE,
    READ,
    get_bound_rate,
    measure_rates,
)
from .cells import TYPES
from .compile import BUILD, BenchmarkError, Toolchain, build_project
from .formulations import FORMULATIONS, OUR_FORMULATION, READ_ROW, Simulator
from .progress import Progress
from .report import show_rate, write_table
from .results import TITLES, get_machine
from .roofline import get_host

DESCRIPTION = """\
Prints how fast the loop of each operator and element type can be: the cycles that
llvm-mca expects for 64 bytes of input, and the speed measured on this machine in the
first-level cache. The table is in Markdown; see benchmarks/README.md. Options of
reduce-compile are passed on to it.
"""
CPUS = "sapphirerapids,znver5,znver3,neoverse-v2"
# What llvm-mca calls the models that were made for these processors.
MODELS = {"sapphirerapids": "SPR", "znver5": "Zn5", "znver3": "Zn3", "neoverse-v2": "V2"}
LOOPS = {name: TITLES[name] for name in ("loops", "loops-fast")}
LOOPS[nan_mask.CANDIDATE] = "NaN mask"


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


def get_bound_cycles(speeds, row, cpu):
    """Returns the cycles of the fastest loop by llvm-mca, or None."""
    found = [
        speeds[row, cpu, kind].cycles for kind in FORMULATIONS if (row, cpu, kind) in speeds
    ]
    return min(found, default=None)


def show_cycles(speeds, row, cpu):
    """Returns the cycles of the fastest loop, and those of ours if it is not that one."""
    best = get_bound_cycles(speeds, row, cpu)
    if best is None:
        return "–"
    own = speeds.get((row, cpu, OUR_FORMULATION))
    is_slower = own and own.cycles > best * RATE_TOLERANCE
    return f"{best:.2f}" + (f" (ours {own.cycles:.2f})" if is_slower else "")


def write_rows(rows, cpus, speeds, rates):
    """Returns the table. `rates` has the measured rates, or nothing."""
    head = ["op", "type", *cpus]
    if rates:
        head += ["ns", "GB/s", "ours GB/s", *(f"{title} GB/s" for title in LOOPS.values())]
    lines = []
    for row in [*rows, READ_ROW]:
        line = [*row, *(show_cycles(speeds, row, cpu) for cpu in cpus)]
        if rates:
            line += write_rates(row, rates)
        lines.append(line)
    return write_table(head, lines)


def write_rates(row, rates):
    if row == READ_ROW:
        bound, known = rates[READ], {}
    else:
        known = rates[" ".join(row)]
        bound = get_bound_rate(known, row)
    columns = [f"{64 / bound:.3f}" if bound else "–", show_rate(bound)]
    names = (OUR_LOOP, *LOOPS)
    return columns + [show_rate(known.get(name)) if known else "" for name in names]


def compare_with_reading(rows, reading, get_time):
    """Returns how many times as long as reading each row takes, where that is known."""
    times = {row: get_time(row) for row in rows}
    return {row: time / reading for row, time in times.items() if time} if reading else {}


def list_groups(factors):
    """Returns a text with rows that have the same factor together, the least first."""
    groups = {}
    for row, factor in sorted(factors.items(), key=lambda item: item[1]):
        groups.setdefault(f"{factor:.1f}", []).append(" ".join(row))
    return "; ".join(f"{factor} {', '.join(names)}" for factor, names in groups.items())


def write_limits(name, factors):
    """Yields a line that says which rows are slower than reading in the first-level cache."""
    slower = {row: factor for row, factor in factors.items() if factor > RATE_TOLERANCE}
    if factors:
        yield (
            f"- {name}: {len(factors) - len(slower)} of {len(factors)} rows are bound by reading"
            + (f"; by operations, in times of reading: {list_groups(slower)}" if slower else "")
        )


def get_measured_time(rates, row):
    rate = get_bound_rate(rates[" ".join(row)], row)
    return 1 / rate if rate else None


def write_slower_loops(rows, rates):
    """Yields a line that says which of our loops are slower than another."""
    slower = []
    for row in rows:
        known = rates[" ".join(row)]
        own, best = known.get(OUR_LOOP), get_bound_rate(known, row)
        if own and own * RATE_TOLERANCE < best:
            slower.append(f"{' '.join(row)} ({own / best:.2f})")
    yield f"- our loop is slower than another, measured: {', '.join(slower) or 'none'}"


def write_doubts(host, simulated, measured):
    """Yields a line that says which rows should be faster by llvm-mca's model of this
    machine. The times of both are in times of reading."""
    faster = [
        f"{' '.join(row)} ({simulated[row]:.2f} instead of {factor:.2f})"
        for row, factor in measured.items()
        if row in simulated and max(simulated[row], 1) * RATE_TOLERANCE < factor
    ]
    if simulated and measured:
        yield (
            f"- faster by llvm-mca for {host} than measured, in times of reading:"
            f" {', '.join(faster) or 'none'}"
        )


def explain_models(cpus, speeds):
    """Yields a line for each processor that llvm-mca simulates with another's model."""
    models = {cpu: speed.model for (_, cpu, _), speed in speeds.items()}
    for cpu in cpus:
        own = MODELS.get(cpu)
        if own and cpu in models and models[cpu] != own:
            yield f"- this llvm-mca has no model of {cpu}: it uses {models[cpu]}"


def write_roofline(rows, cpus, speeds, rates, host):
    """Returns the table, and what follows from it. `host` is this machine's processor."""
    lines = []
    simulated = {}
    for cpu in cpus:
        simulated[cpu] = compare_with_reading(
            rows,
            get_bound_cycles(speeds, READ_ROW, cpu),
            lambda row, cpu=cpu: get_bound_cycles(speeds, row, cpu),
        )
        lines += write_limits(cpu, simulated[cpu])
    if rates:
        measured = compare_with_reading(
            rows, rates[READ] and 1 / rates[READ], lambda row: get_measured_time(rates, row)
        )
        lines += write_limits("measured", measured)
        lines += write_slower_loops(rows, rates)
        lines += write_doubts(host, simulated.get(host, {}), measured)
    lines += explain_models(cpus, speeds)
    return write_rows(rows, cpus, speeds, rates) + "\n" + "".join(f"{line}\n" for line in lines)


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
    simulator = Simulator(toolchain.compiler, options, folder, arguments.cpus)
    speeds = simulator.simulate_all(rows, arguments.cpus, progress)
    text = (
        "Cycles for 64 bytes of input by llvm-mca, of the fastest of our loop and others with"
        " its results"
    )
    rates = {}
    if not arguments.no_measure:
        rates = measure_rates(toolchain, tools, folder, rows, progress)
        text += (
            f"; then ns for 64 bytes and GB/s, measured with {RATE_BYTES[0] >> 10} and"
            f" {RATE_BYTES[1] >> 10} KiB on {facts['machine']}, {facts['date']}, one thread, of the"
            " fastest loop with the results of ours, and of each. Clang's fast loops drop NaN in"
            " minima of floating-point numbers, so those do not count"
        )
    progress.clear()
    return text + ".\n\n" + write_roofline(rows, arguments.cpus, speeds, rates, get_host())


def main(words):
    arguments, options = parse_arguments(words)
    progress = Progress("benchmarks/roofline")

    def work():
        print(run_roofline(arguments, options, progress), end="")

    return progress.report_errors(work)
