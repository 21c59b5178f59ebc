# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs reduce-compare and collects what it prints."""

import os
import subprocess

from .cells import get_name
from .compile import ONNX_RUNTIME, BenchmarkError

# One thread for whoever would take more; ours with two are told so when they
# are compiled.
ENVIRONMENT = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "REDUCE_ONNXRUNTIME": ONNX_RUNTIME,
}


def parse_line(line):
    """Returns (case, candidate, figures) of a line of reduce-compare: figures
    are nanoseconds, rate and share, or else the note why there are none."""
    case, candidate, nanoseconds, rate, share, note = line.rstrip("\n").split("\t")
    if not nanoseconds:
        return case, candidate, {"note": note}
    figures = {"nanoseconds": nanoseconds, "rate": rate, "share": share}
    return case, candidate, {key: float(text) for key, text in figures.items()}


def measure(tools, folder, libraries, cells, seconds, progress):
    """Measures all candidates, given with their libraries, side by side.
    Returns the figures of each by the cell's name, and what libraries say they
    are. A cell in which a library ends the process is left out."""
    figures, descriptions = {}, {}
    left = cells
    while left:
        status = measure_some(tools, folder, libraries, left, seconds, progress, figures, descriptions)
        missing = [cell for cell in left if get_name(cell) not in figures]
        if status == 0:
            break
        if len(missing) == len(left):
            raise BenchmarkError(f"reduce-compare ended with status {status} in {get_name(left[0])}")
        progress.note(f"{get_name(missing[0])}: reduce-compare ended with status {status}")
        left = missing[1:]
    return figures, descriptions


def measure_some(tools, folder, libraries, cells, seconds, progress, figures, descriptions):
    """Runs reduce-compare once, and adds what it prints. Returns its status."""
    words = os.path.join(folder, "cells.txt")
    with open(words, "w", encoding="utf-8") as file:
        for cell in cells:
            file.write(
                f"{get_name(cell)} --op {cell.op} --dtype {cell.type}"
                f" --shape {cell.shape} --axes {cell.axes}\n"
            )
    command = [os.path.join(tools, "reduce-compare"), "--seconds", str(seconds)]
    command += [f"{name}={path}" for name, paths in libraries.items() for path in paths]
    process = subprocess.Popen(
        [*command, "--", f"@{words}"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **ENVIRONMENT},
    )
    done = 0
    for line in process.stdout:
        if line.startswith("# "):
            name, description = line[2:].rstrip("\n").split("\t")
            descriptions[name] = description
        elif not line.startswith("case\t"):
            case, candidate, values = parse_line(line)
            done += case not in figures
            figures.setdefault(case, {})[candidate] = values
            progress.show(f"measuring, {done} of {len(cells)}: {case}")
    return process.wait()
