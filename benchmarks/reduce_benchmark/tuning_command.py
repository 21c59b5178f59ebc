# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of benchmarks/tuning."""

import argparse
import csv
import os

from .cells import choose_cells, draw_cells, get_name
from .command import add_choice_of_cells, check_choice_of_cells
from .compile import BUILD, BenchmarkError, build_project, run
from .measure import ONE_THREAD, measure
from .ours import get_module
from .progress import Progress
from .report import write_table
from .results import get_machine
from .summary import geometric_mean

DESCRIPTION = """\
Tunes each cell, that is, measures the strategies that fit it, and compares the code
of the fastest one with that of the strategy that rules choose. Prints the geometric
mean and the cells with the largest gaps; see benchmarks/README.md. Options of
reduce-compile are passed on to it.
"""


def parse_arguments(words):
    parser = argparse.ArgumentParser(prog="benchmarks/tuning", description=DESCRIPTION)
    add_choice_of_cells(parser)
    parser.add_argument(
        "--tune", type=float, default=0.2, help="seconds for the strategies of a cell (0.2)"
    )
    parser.add_argument(
        "--seconds", type=float, default=0.04, help="for each side of the comparison (0.04)"
    )
    parser.add_argument("--worst", type=int, default=20, help="number of cells in the table (20)")
    parser.add_argument("--output", default=os.path.join(BUILD, "benchmarks"), help="a folder")
    parser.add_argument("--tools", help="folder of the project's tools; skips the build")
    arguments, options = parser.parse_known_args(words)
    check_choice_of_cells(parser, arguments)
    return arguments, options


def show_choice(row):
    """Returns a choice as a word: its strategy and the facts that it replaces."""
    facts = [
        f"{key}={row[key]}" for key in ("accumulators", "vector_bits") if row[key] != "0"
    ]
    return " ".join([row["strategy"], *facts])


def tune(compiler, folder, cell, options, seconds):
    """Tunes a cell. Returns the library of the rules, that of the best choice, and
    the names of both choices."""
    stem = os.path.join(folder, get_name(cell))
    with open(stem + ".mlir", "w", encoding="utf-8") as file:
        file.write(get_module([cell], False))
    choices, report = stem + ".tuning", stem + ".tsv"
    if os.path.exists(choices):
        os.remove(choices)
    command = [compiler, stem + ".mlir", "--mcpu=native", *options]
    run([*command, "-o", stem + ".rules.so"])
    run(
        [*command, "-o", stem + ".best.so", f"--tune={seconds}"]
        + [f"--tuning-file={choices}", f"--tuning-report={report}"]
    )
    with open(report, encoding="utf-8") as file:
        rows = list(csv.DictReader(file, dialect="excel-tab"))
    # A cell may have two reductions, one on the result of the other, or none.
    rules, best = (
        ", ".join(show_choice(row) for row in rows if row["role"] == role)
        for role in ("rules", "best")
    )
    return stem + ".rules.so", stem + ".best.so", rules, best


def write_report(facts, cells, gaps, names, worst):
    """Returns the report; `gaps` has the relative time of rules of each cell."""
    same = sum(rules == best for rules, best in names.values())
    mean = geometric_mean(list(gaps.values()))
    lines = [
        f"{facts['machine']}, {facts['date']}, one thread, {len(gaps)} cells.",
        "",
        f"The choices of the rules take {mean:.3f} times as long as the best found "
        f"(geometric mean); in {same} cells they are the best.",
        "",
    ]
    chosen = sorted(cells, key=lambda cell: -gaps[get_name(cell)])[:worst]
    rows = []
    for cell in chosen:
        name = get_name(cell)
        if gaps[name] > 1:
            rows.append([*cell, *names[name], f"{gaps[name]:.2f}"])
    head = [*cells[0]._fields, "rules", "best", "rules / best"]
    return "\n".join([*lines, write_table(head, rows)]) if rows else "\n".join(lines)


def run_benchmark(arguments, options, progress):
    """Returns the report."""
    if arguments.random:
        cells = draw_cells(arguments.random, arguments.seed, arguments.types, arguments.filter)
    else:
        cells = choose_cells(arguments.full, arguments.types, arguments.filter)
    if not cells:
        raise BenchmarkError("no cell matches --types and --filter")
    facts = get_machine()
    tools = arguments.tools
    if not tools:
        build_project(False)
        tools = os.path.join(BUILD, "bin")
    folder = os.path.join(arguments.output, "tuning")
    os.makedirs(folder, exist_ok=True)
    compiler = os.path.join(tools, "reduce-compile")
    libraries = {"rules": [], "best": []}
    names, compared = {}, []
    for number, cell in enumerate(cells, 1):
        progress.show(f"tuning, {number} of {len(cells)}: {get_name(cell)}")
        *paths, rules, best = tune(compiler, folder, cell, options, arguments.tune)
        names[get_name(cell)] = rules, best
        if rules != best:
            compared.append(cell)
            for side, path in zip(libraries, paths):
                libraries[side].append(path)
    # The same code takes the same time.
    gaps = {name: 1.0 for name in names}
    if compared:
        figures, _ = measure(
            tools, folder, libraries, compared, arguments.seconds, progress, ONE_THREAD
        )
        for name, sides in figures.items():
            for side in libraries:
                if "note" in sides[side]:
                    raise BenchmarkError(f"{name}, {side}: {sides[side]['note']}")
            gaps[name] = sides["rules"]["nanoseconds"] / sides["best"]["nanoseconds"]
    progress.clear()
    return write_report(facts, cells, gaps, names, arguments.worst)


def main(words):
    arguments, options = parse_arguments(words)
    progress = Progress("benchmarks/tuning")

    def work():
        print(run_benchmark(arguments, options, progress), end="")

    return progress.report_errors(work)
