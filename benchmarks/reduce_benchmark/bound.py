# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The bound of a cell: the slower of reading its input and of the operations that the
loop of its operator and type needs.

The second is measured: it is the rate of the full reduction of an input in the
first-level cache. The difference between two sizes omits what every call costs. A slow
loop must not lower its own bound. So the rate is that of the fastest of several loops
with the same results: ours, clang's, and for minima of f32 and f64 one with a mask.
"""

import os
import statistics
import subprocess

from . import nan_mask
from .cells import BYTES, Cell, get_name, get_size
from .compile import BenchmarkError
from .measure import ONE_THREAD, make_command, parse_line

# Both leave room in a first-level cache of 32 KiB.
RATE_BYTES = 8 << 10, 24 << 10
RATE_REPETITIONS = 7
RATE_SECONDS = 0.005
READ = "read"
# A row that takes longer than reading by more than this is bound by its operations, and
# a loop that is slower by more than this is named. Two measurements of the same loop
# seldom differ by more.
RATE_TOLERANCE = 1.05

OUR_LOOP = "static"
# The loops whose rates are measured.
RATE_CANDIDATES = (OUR_LOOP, "loops", "loops-fast", nan_mask.CANDIDATE)


def has_same_results(op, element, candidate):
    """Returns whether a loop has the results that ours has. With -ffast-math, a minimum
    of floating-point numbers drops NaN. Other operators compile to the same
    instructions with and without it."""
    return candidate != "loops-fast" or op != "min" or "f" not in element


def get_bound_rate(rates, row):
    """Returns the rate of the fastest loop with the results of ours, or None if none is
    known. `rates` has the rates of a row, (operator, type), by candidate."""
    found = [rate for name, rate in rates.items() if rate and has_same_results(*row, name)]
    return max(found, default=None)


def get_rate_cells(op, element):
    """Returns the full reductions whose times give the rate of a row."""
    return [Cell(op, element, str(size // BYTES[element]), "0") for size in RATE_BYTES]


def compute_rate(times):
    """Returns a rate in GB/s from the nanoseconds measured for each of RATE_BYTES, or
    None if larger inputs do not take longer."""
    small, large = map(min, times)
    return (RATE_BYTES[1] - RATE_BYTES[0]) / (large - small) if large > small else None


def collect_times(lines):
    """Returns the nanoseconds in the lines of reduce-compare, by case and candidate.
    Fails if ours has none."""
    times = {}
    for line in lines:
        if line.startswith(("# ", "case\t")):
            continue
        case, candidate, figures = parse_line(line)
        if "nanoseconds" in figures:
            times.setdefault((case, candidate), []).append(figures["nanoseconds"])
        elif candidate == OUR_LOOP:
            raise BenchmarkError(f"{case}, {candidate}: {figures['note']}")
    return times


def collect_rates(lines, cells):
    """Returns the rates of `measure_rates` from the lines of reduce-compare. `cells` has
    the cells of each of RATE_BYTES, by row."""
    times = collect_times(lines)
    rates = {}
    for row, each in cells.items():
        measured = {
            name: [times.get((get_name(cell), name)) for cell in each] for name in RATE_CANDIDATES
        }
        rates[" ".join(row)] = {
            name: compute_rate(pair) for name, pair in measured.items() if all(pair)
        }
    # Each row measures reading, too.
    reads = [
        compute_rate([times[get_name(cell), READ] for cell in each]) for each in cells.values()
    ]
    reads = [rate for rate in reads if rate]
    return {READ: statistics.median(reads) if reads else None, **rates}


def compile_loops(toolchain, cells, progress):
    """Returns the libraries of RATE_CANDIDATES that this machine can compile."""
    has_clang = not toolchain.find_missing("loops")
    names = RATE_CANDIDATES[:-1] if has_clang else (OUR_LOOP,)
    libraries = toolchain.compile_all(names, sum(cells.values(), []), progress)
    with_mask = sum((each for row, each in cells.items() if nan_mask.fits(*row)), [])
    if has_clang and with_mask:
        libraries.update(toolchain.compile_all([nan_mask.CANDIDATE], with_mask, progress))
    return libraries


def measure_rates(toolchain, tools, folder, rows, progress):
    """Returns the rates in GB/s in the first-level cache: of pure reading, by "read", and
    of the loops of each row, by "OP TYPE" and candidate."""
    cells = {row: get_rate_cells(*row) for row in rows}
    libraries = compile_loops(toolchain, cells, progress)
    progress.show("measuring the bounds")
    # The sizes take turns, so that changes in the machine affect both alike.
    repeated = sum((each * RATE_REPETITIONS for each in cells.values()), [])
    command = make_command(tools, folder, libraries, repeated, RATE_SECONDS, ["--least"])
    done = subprocess.run(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, **ONE_THREAD}
    )
    if done.returncode != 0:
        raise BenchmarkError(f"reduce-compare ended with status {done.returncode}")
    return collect_rates(done.stdout.splitlines(), cells)


def add_bounds(cells, figures, rates):
    """Adds to the figures of each cell the pseudo-candidate "bound", and to those of
    each candidate its share of the bound."""
    for cell in cells:
        rate = get_bound_rate(rates[f"{cell.op} {cell.type}"], (cell.op, cell.type))
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
