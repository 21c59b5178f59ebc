# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs reduce-compare and collects its output."""

import os
import subprocess

from .cells import get_name
from .compile import ONNX_RUNTIME, BenchmarkError

# Limits libraries that would use more threads.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


def parse_line(line):
    """Returns (case, candidate, figures) from a line of reduce-compare. The figures
    are nanoseconds, rate and share, and a note if there is one: the method of pure
    reading. Or they are only a note why there are none."""
    case, candidate, nanoseconds, rate, share, note = line.rstrip("\n").split("\t")
    if not nanoseconds:
        return case, candidate, {"note": note}
    figures = {"nanoseconds": nanoseconds, "rate": rate, "share": share}
    figures = {key: float(text) for key, text in figures.items()}
    return case, candidate, {**figures, "note": note} if note else figures


def measure(tools, folder, libraries, cells, seconds, progress, settings=None):
    """Measures all candidates, given with their libraries, side by side. Returns the
    figures of each by the cell's name, and the descriptions of the libraries. Omits a
    cell in which a library ends the process. `settings` are added to the environment
    of the process."""
    environment = {**os.environ, "REDUCE_ONNXRUNTIME": ONNX_RUNTIME, **(settings or {})}
    figures, descriptions = {}, {}
    left = cells
    while left:
        command = make_command(tools, folder, libraries, left, seconds)
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment
        )
        status = collect(process, len(cells), progress, figures, descriptions)
        missing = [cell for cell in left if get_name(cell) not in figures]
        if status == 0:
            break
        name = get_name(missing[0])
        if not figures:
            raise BenchmarkError(f"{name}: reduce-compare ended with status {status}")
        progress.note(f"{name}: reduce-compare ended with status {status}")
        left = missing[1:]
    return figures, descriptions


def make_command(tools, folder, libraries, cells, seconds, options=()):
    """Returns a call of reduce-compare, after writing the cells to a file for it."""
    words = os.path.join(folder, "cells.txt")
    with open(words, "w", encoding="utf-8") as file:
        for cell in cells:
            file.write(
                f"{get_name(cell)} --op {cell.op} --dtype {cell.type}"
                f" --shape {cell.shape} --axes {cell.axes}\n"
            )
    command = [os.path.join(tools, "reduce-compare"), "--seconds", str(seconds)]
    command += options
    command += [f"{name}={path}" for name, paths in libraries.items() for path in paths]
    return [*command, "--", f"@{words}"]


def collect(process, count, progress, figures, descriptions):
    """Adds the output of reduce-compare until it ends. Returns its status."""
    for line in process.stdout:
        if line.startswith("# "):
            name, description = line[2:].rstrip("\n").split("\t")
            descriptions[name] = description
        elif not line.startswith("case\t"):
            case, candidate, values = parse_line(line)
            figures.setdefault(case, {})[candidate] = values
            progress.show(f"measuring, {len(figures)} of {count}: {case}")
    return process.wait()
