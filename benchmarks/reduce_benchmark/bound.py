# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The bound of a cell: the slower of reading its input and of the operations that the
loop of its operator and type needs.

The second is measured: it is the rate of the full reduction of an input in the
first-level cache. The difference between two sizes omits what every call costs.
"""

import os
import subprocess

from .cells import BYTES, Cell, get_name, get_size
from .compile import BenchmarkError
from .measure import ONE_THREAD, make_command, parse_line

# Both leave room in a first-level cache of 32 KiB.
RATE_BYTES = 8 << 10, 24 << 10
RATE_REPETITIONS = 5
RATE_SECONDS = 0.005
READ = "read"


def get_rate_cells(op, element):
    """Returns the full reductions whose times give the rate of a row."""
    return [Cell(op, element, str(size // BYTES[element]), "0") for size in RATE_BYTES]


def compute_rate(times):
    """Returns a rate in GB/s from the nanoseconds measured for each of RATE_BYTES, or
    None if larger inputs do not take longer."""
    small, large = map(min, times)
    return (RATE_BYTES[1] - RATE_BYTES[0]) / (large - small) if large > small else None


def collect_times(lines):
    """Returns the nanoseconds in the lines of reduce-compare, by case and candidate."""
    times = {}
    for line in lines:
        if line.startswith(("# ", "case\t")):
            continue
        case, candidate, figures = parse_line(line)
        if "nanoseconds" not in figures:
            raise BenchmarkError(f"{case}, {candidate}: {figures['note']}")
        times.setdefault((case, candidate), []).append(figures["nanoseconds"])
    return times


def measure_rates(toolchain, tools, folder, rows, progress):
    """Returns the rates in GB/s of the loops of rows, by "OP TYPE", and of pure reading,
    by "read", in the first-level cache."""
    cells = {row: get_rate_cells(*row) for row in rows}
    libraries = toolchain.compile_all(["static"], sum(cells.values(), []), progress)
    progress.show("measuring the bounds")
    # The sizes take turns, so that changes in the machine affect both alike.
    repeated = sum((each * RATE_REPETITIONS for each in cells.values()), [])
    command = make_command(tools, folder, libraries, repeated, RATE_SECONDS, ["--least"])
    done = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, **ONE_THREAD}
    )
    if done.returncode != 0:
        raise BenchmarkError(f"reduce-compare ended with status {done.returncode}")
    times = collect_times(done.stdout.splitlines())
    rates = {
        " ".join(row): compute_rate([times[get_name(cell), "static"] for cell in each])
        for row, each in cells.items()
    }
    reads = [
        sum((times[get_name(each[i]), READ] for each in cells.values()), [])
        for i in range(len(RATE_BYTES))
    ]
    return {READ: compute_rate(reads), **rates}


def add_bounds(cells, figures, rates):
    """Adds to the figures of each cell the pseudo-candidate "bound", and to those of
    each candidate its share of the bound."""
    for cell in cells:
        rate = rates[f"{cell.op} {cell.type}"]
        values = figures[get_name(cell)]
        read = values[READ]["nanoseconds"]
        bound = max(read, get_size(cell) / rate) if rate else read
        for name, figure in values.items():
            if name != READ and "nanoseconds" in figure:
                figure["share_of_bound"] = round(bound / figure["nanoseconds"], 4)
        values["bound"] = {
            "nanoseconds": round(bound, 3),
            "rate": round(get_size(cell) / bound, 3),
            "share": round(read / bound, 4),
        }
