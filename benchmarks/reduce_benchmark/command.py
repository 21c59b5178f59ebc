# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of benchmarks/run."""

import argparse
import os
import re
import sys
import time

from .bound import add_bounds, measure_rates
from .cells import TYPES, choose_cells, draw_cells, get_name, get_size
from .compile import (
    BUILD,
    GENERATED,
    LIBRARIES,
    PEERS,
    BenchmarkError,
    Toolchain,
    build_project,
    get_peer_path,
)
from .measure import ONE_THREAD, measure
from .progress import Progress
from .report import write_report
from .results import Results, get_machine, read_results
from .summary import THREADS_MINIMUM

# Above this load, results suffer, most of all those of two threads.
BUSY_LOAD = 0.7

DESCRIPTION = """\
Measures compiled reductions, for shapes known and unknown at compile time, and
compares them with other compilers and libraries, relative to the bandwidth of
reading the input. Builds the project, compiles the measured code, checks each
result, and prints a report in Markdown; see benchmarks/README.md. Options of
reduce-compile are passed on to it.
"""


def add_choice_of_cells(parser):
    """Adds the options that choose the cells."""
    parser.add_argument(
        "--full",
        action="store_true",
        help="all element types, inputs of up to 512 MiB, and a series over sizes",
    )
    parser.add_argument(
        "--random",
        type=int,
        metavar="N",
        help="N random operators, types, shapes and axes instead of the chosen ones",
    )
    parser.add_argument("--seed", type=int, default=1, help="of --random (default: 1)")
    parser.add_argument("--types", help="element types, such as f32,i8 (default: by mode)")
    parser.add_argument("--filter", help="a regular expression that a cell's name must match")


def check_choice_of_cells(parser, arguments):
    """Checks the options of `add_choice_of_cells`, and parses their values."""
    known = {name for names in TYPES.values() for name in names}
    arguments.types = arguments.types.split(",") if arguments.types else []
    for name in arguments.types:
        if name not in known:
            expected = ",".join(sorted(known))
            parser.error(f"unknown element type '{name}', expected some of {expected}")
    if arguments.random is not None and arguments.random < 1:
        parser.error(f"--random={arguments.random}: expected a positive number of cells")
    try:
        arguments.filter = arguments.filter and re.compile(arguments.filter)
    except re.error as error:
        parser.error(f"--filter: {error}")


def parse_arguments(words):
    parser = argparse.ArgumentParser(prog="benchmarks/run", description=DESCRIPTION)
    add_choice_of_cells(parser)
    parser.add_argument(
        "--peers",
        default="all",
        help="what to compare with: all, none, or some of " + ",".join(PEERS),
    )
    parser.add_argument("--seconds", type=float, help="time for each candidate of a cell")
    parser.add_argument("--output", default=os.path.join(BUILD, "benchmarks"), help="a folder")
    parser.add_argument("--tools", help="folder of the project's tools; skips the build")
    parser.add_argument("--report", action="store_true", help="only report the results in --output")
    arguments, options = parser.parse_known_args(words)
    check_choice_of_cells(parser, arguments)
    arguments.peers = {"all": list(PEERS), "none": []}.get(
        arguments.peers, arguments.peers.split(",")
    )
    for name in arguments.peers:
        if name not in PEERS:
            expected = ",".join(PEERS)
            parser.error(f"unknown peer '{name}', expected all, none, or some of {expected}")
    return arguments, options


def choose_candidates(toolchain, peers, progress):
    """Returns the peers that are installed, and whether two threads are available;
    prints a note about each that is missing."""
    found = []
    for name in ("threads", *peers):
        missing = toolchain.find_missing(name)
        if missing:
            progress.note(f"{name}: {missing}")
        else:
            found.append(name)
    return [name for name in found if name != "threads"], "threads" in found


def run_benchmark(arguments, options, progress):
    """Returns the results of a run."""
    if arguments.random:
        cells = draw_cells(arguments.random, arguments.seed, arguments.types, arguments.filter)
    else:
        cells = choose_cells(arguments.full, arguments.types, arguments.filter)
    if not cells:
        raise BenchmarkError("no cell matches --types and --filter")
    facts = get_machine()
    load = os.getloadavg()[0]
    if load > BUSY_LOAD:
        progress.note(f"load average {load:.1f} before the run: the machine is not idle")
    begin = time.time()
    tools = arguments.tools
    if not tools:
        build_project(bool(arguments.peers))
        tools = os.path.join(BUILD, "bin")

    toolchain = Toolchain(tools, os.path.join(arguments.output, "cache"), options)
    peers, with_threads = choose_candidates(toolchain, arguments.peers, progress)
    written = ["static", "dynamic"] + [name for name in peers if name in GENERATED]
    libraries = toolchain.compile_all(written, cells, progress)
    libraries.update({name: [get_peer_path(name)] for name in peers if name in LIBRARIES})
    built = time.time()

    seconds = arguments.seconds or (0.2 if arguments.full else 0.04)
    place = (tools, arguments.output)
    figures, versions = measure(*place, libraries, cells, seconds, progress, ONE_THREAD)
    check_ours(figures)
    measured_cells = [cell for cell in cells if get_name(cell) in figures]
    rows = list(dict.fromkeys((cell.op, cell.type) for cell in measured_cells))
    facts["rates"] = measure_rates(toolchain, *place, rows, progress)
    add_bounds(measured_cells, figures, facts["rates"])
    threads = {}
    if with_threads:
        limit = facts["last_cache"] or 32 << 20
        chosen = [cell for cell in cells if THREADS_MINIMUM <= get_size(cell) <= limit]
        if chosen:
            both = {"static": libraries["static"]}
            both.update(toolchain.compile_all(["threads"], chosen, progress))
            threads, _ = measure(*place, both, chosen, seconds, progress)
    measured = time.time()
    facts["compile_seconds"] = toolchain.measure_compile_times()
    facts["versions"] = versions
    facts["notes"] = progress.notes
    if arguments.random:
        facts["random"] = f"{arguments.random} random cells, seed {arguments.seed}"
    progress.clear()
    print(
        f"benchmarks/run: built in {built - begin:.0f} s, measured in {measured - built:.0f} s",
        file=sys.stderr,
    )
    return Results(measured_cells, figures, threads, facts)


def check_ours(figures):
    """Fails if a result of this project is wrong."""
    for case, candidates in figures.items():
        for name in ("static", "dynamic"):
            if "nanoseconds" not in candidates[name]:
                raise BenchmarkError(f"{case}, {name}: {candidates[name]['note']}")


def draw(results, folder, progress):
    """Draws the plots if matplotlib is installed; returns the files' names."""
    try:
        from . import plots
    except ModuleNotFoundError as error:
        progress.note(f"no plots: {error.name} is not installed")
        return []
    return plots.write_plots(results, folder)


def main(words):
    arguments, options = parse_arguments(words)
    progress = Progress("benchmarks/run")

    def work():
        if arguments.report:
            results = read_results(arguments.output)
        else:
            os.makedirs(arguments.output, exist_ok=True)
            results = run_benchmark(arguments, options, progress)
            results.write(arguments.output)
        report = write_report(results)
        with open(os.path.join(arguments.output, "report.md"), "w", encoding="utf-8") as file:
            file.write(report)
        names = draw(results, arguments.output, progress)
        print(report)
        title = "Plots and figures" if names else "Figures"
        print(f"{title}: {', '.join(sorted([*names, 'results.json', 'results.tsv']))}")

    return progress.report_errors(work)
