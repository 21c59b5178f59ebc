# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The results of a run, as stored in a file."""

import csv
import datetime
import json
import os
import platform

from .cells import Cell, get_name, get_size, is_in_table

# In the order of columns: those of this project, then those to compare them
# with.
OURS = ("static", "dynamic")
LOOPS = ("loops", "loops-fast")
LIBRARIES = ("eigen", "numpy", "onednn", "torch", "onnxruntime")
CANDIDATES = OURS + ("upstream",) + LOOPS + LIBRARIES
TITLES = {
    "bound": "bound",
    "static": "known shape",
    "dynamic": "unknown shape",
    "threads": "two threads",
    "upstream": "upstream MLIR",
    "loops": "clang loops",
    "loops-fast": "clang loops, fast",
    "eigen": "Eigen",
    "numpy": "numpy",
    "onednn": "oneDNN",
    "torch": "PyTorch",
    "onnxruntime": "ONNX Runtime",
}


class Results:
    """Figures of cells. `figures` contains, by the names of a cell and a candidate,
    the nanoseconds of a call, the rate in GB/s, the share of pure reading's rate and
    the share of the bound's, or a note why there are none. `threads` contains the same
    for a second measurement with one thread and with two."""

    def __init__(self, cells, figures, threads=None, facts=None):
        self.cells = cells
        self.figures = figures
        self.threads = threads or {}
        self.facts = facts or {}

    def is_in_table(self, cell):
        """Returns whether the cell is more than a point of the series over sizes."""
        return "random" in self.facts or is_in_table(cell)

    def get(self, cell, candidate, key):
        """Returns a figure, or None."""
        return self.figures[get_name(cell)].get(candidate, {}).get(key)

    def get_share(self, cell, candidate):
        return self.get(cell, candidate, "share")

    def get_share_of_bound(self, cell, candidate):
        return self.get(cell, candidate, "share_of_bound")

    def has_bounds(self):
        """Returns whether the bound of each cell is known."""
        return all(self.get_share(cell, "bound") for cell in self.cells)

    def get_best(self, cell, candidates):
        """Returns (share, candidate) of the fastest, or None."""
        shares = [(self.get_share(cell, name), name) for name in candidates]
        return max((pair for pair in shares if pair[0] is not None), default=None)

    def get_candidates(self):
        """Returns the candidates for which anything was measured."""
        return [
            name
            for name in CANDIDATES
            if any(self.get_share(cell, name) is not None for cell in self.cells)
        ]

    def get_rows(self, minimum=0):
        """Returns the cells of the table of shapes, or the random cells, by operator and
        type, whose inputs have at least `minimum` bytes."""
        rows = {}
        for cell in self.cells:
            if self.is_in_table(cell) and get_size(cell) >= minimum:
                rows.setdefault((cell.op, cell.type), []).append(cell)
        return rows

    def write(self, folder):
        """Writes results.json and results.tsv."""
        content = {
            "facts": self.facts,
            "cells": [
                {**cell._asdict(), "figures": self.figures[get_name(cell)]}
                for cell in self.cells
            ],
            "threads": self.threads,
        }
        with open(os.path.join(folder, "results.json"), "w", encoding="utf-8") as file:
            json.dump(content, file, indent=1)
            file.write("\n")
        with open(os.path.join(folder, "results.tsv"), "w", encoding="utf-8") as file:
            writer = csv.writer(file, dialect="excel-tab", lineterminator="\n")
            keys = ["nanoseconds", "rate", "share", "share_of_bound", "note"]
            writer.writerow([*Cell._fields, "candidate", *keys])
            for cell in self.cells:
                for name, values in self.figures[get_name(cell)].items():
                    writer.writerow([*cell, name, *(values.get(key, "") for key in keys)])


def read_results(folder):
    """Returns the results that a run has left in a folder."""
    with open(os.path.join(folder, "results.json"), encoding="utf-8") as file:
        content = json.load(file)
    cells = [Cell(*(entry[field] for field in Cell._fields)) for entry in content["cells"]]
    figures = {
        get_name(cell): entry["figures"] for cell, entry in zip(cells, content["cells"])
    }
    return Results(cells, figures, content["threads"], content["facts"])


def get_machine():
    """Returns facts about this machine: processor, date, bytes of the last cache."""
    name = platform.machine()
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                name = line.split(":")[1].strip()
                break
    caches = [0]
    folder = "/sys/devices/system/cpu/cpu0/cache"
    for index in os.listdir(folder) if os.path.isdir(folder) else []:
        try:
            with open(os.path.join(folder, index, "size"), encoding="utf-8") as file:
                caches.append(int(file.read().strip().rstrip("K")) << 10)
        except (OSError, ValueError):
            pass
    return {
        "machine": f"{name}, {os.cpu_count()} processors",
        "date": str(datetime.date.today()),
        "last_cache": max(caches),
    }
