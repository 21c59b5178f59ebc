# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws results: shares of pure reading, ours relative to each peer, and rates over
sizes. Needs matplotlib, which the project itself does not need."""

import os

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from .cells import SERIES, SERIES_KINDS, SERIES_TYPE, SHAPES, get_series_cell, get_size
from .results import LIBRARIES, LOOPS, OURS, TITLES
from .summary import MEAN_MINIMUM

COLORS = {
    "read": "#000000",
    "static": "#1f5fbf",
    "dynamic": "#1f5fbf",
    "upstream": "#8c564b",
    "loops": "#777777",
    "loops-fast": "#777777",
    "eigen": "#2ca02c",
    "numpy": "#e0a800",
    "onednn": "#9467bd",
    "torch": "#d62728",
    "onnxruntime": "#17becf",
}
DASHES = {"dynamic": "--", "loops": ":"}
LIBRARY_COLOR = "#d9730d"
# The candidates whose best share each mark shows, from back to front.
MARKS = {
    "bound": (["bound"], {"marker": "_", "color": COLORS["read"], "markersize": 18}),
    "upstream": (["upstream"], {"marker": "x", "color": COLORS["upstream"]}),
    "best clang loop": (LOOPS, {"marker": "_", "color": "#555555", "markersize": 12}),
    "best library": (LIBRARIES, {"marker": "D", "color": LIBRARY_COLOR}),
    "dynamic": (["dynamic"], {"marker": "o", "color": COLORS["dynamic"], "markersize": 8}),
    "static": (
        ["static"],
        {"marker": "o", "color": COLORS["static"], "markersize": 4, "fillstyle": "full"},
    ),
}
# The defaults of all marks; some override them.
MARK = {"linestyle": "none", "fillstyle": "none", "markersize": 6, "clip_on": False}
SIZES = 40, 600 << 20
SIZE_TICKS = {
    64: "64",
    1 << 10: "1K",
    1 << 14: "16K",
    1 << 18: "256K",
    1 << 22: "4M",
    1 << 26: "64M",
    1 << 29: "512M",
}
# Room for a figure's title and legend, in inches.
HEADER = 0.9
STYLE = {
    "font.size": 9,
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "grid.color": "#e4e4e4",
    "legend.frameon": False,
    # Keep text as text, and give the same file for the same figures.
    "svg.fonttype": "none",
    "svg.hashsalt": "reduce",
}


def make_panels(title, titles, columns, size, labels):
    """Returns a figure with a panel for each of `titles`, row by row. All panels have
    the same axes, with the labels `labels`; `size` is a panel's size in inches."""
    rows = (len(titles) + columns - 1) // columns
    width, height = columns * size[0], rows * size[1] + HEADER
    figure = Figure((width, height))
    figure.set_layout_engine("constrained", rect=(0, 0, 1, 1 - HEADER / height))
    figure.suptitle(title, x=0.1 / width, y=1 - 0.1 / height, ha="left", va="top", fontsize=12)
    panels = figure.subplots(rows, columns, sharex=True, sharey=True, squeeze=False)
    for panel in panels[-1]:
        panel.set_xlabel(labels[0])
    for panel in panels[:, 0]:
        panel.set_ylabel(labels[1])
    panels = list(panels.flat)
    for panel, name in zip(panels, titles):
        panel.set_title(name, loc="left", fontsize=10)
    # Surplus panels only carry labels for the panels above.
    for panel in panels[len(titles) :]:
        panel.set_frame_on(False)
    return figure, panels[: len(titles)]


def add_legend(figure, panels):
    """Explains the marks and lines below the figure's title."""
    # A panel may not contain all of them.
    handles = {
        name: handle
        for panel in panels
        for handle, name in zip(*panel.get_legend_handles_labels())
    }
    place = (0, 1 - 0.3 / figure.get_figheight())
    figure.legend(
        handles.values(), handles.keys(), loc="upper left", bbox_to_anchor=place, ncol=6
    )


def set_logarithmic(panels, ranges, ticks):
    """Makes both axes logarithmic: values, labeled at `ticks`, over input sizes."""
    for panel in panels:
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_xlim(*ranges[0])
        panel.set_ylim(*ranges[1])
        panel.set_xticks(list(SIZE_TICKS), SIZE_TICKS.values())
        panel.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
        panel.minorticks_off()


def add_points(panel, points, ranges, **style):
    """Draws points, if there are any. Points beyond the ranges of x and y are drawn at
    the ends."""
    if points:
        panel.plot(*(np.clip(each, *r) for each, r in zip(zip(*points), ranges)), **style)


def draw_shares(results):
    """Draws a panel for each operator and type, with all shapes side by side."""
    rows = results.get_rows(MEAN_MINIMUM)
    if not rows:
        return None
    used = {(cell.shape, cell.axes) for cells in rows.values() for cell in cells}
    shapes = [shape for shape in SHAPES if shape in used]
    # Random shapes would have one cell each.
    if len(shapes) < len(used):
        return None
    columns = 1 if len(rows) <= 8 else 2
    figure, panels = make_panels(
        "Share of pure reading's bandwidth",
        [" ".join(row) for row in rows],
        columns,
        (max(7, 1 + 0.45 * len(shapes)), 1.7),
        ("shape / reduced axes", "share"),
    )
    ranges = (0, len(shapes)), (0, 1.25)
    for panel, cells in zip(panels, rows.values()):
        panel.axhline(1, color="#999999", linewidth=1)
        for name, (candidates, style) in MARKS.items():
            points = [
                (shapes.index((cell.shape, cell.axes)), best[0])
                for cell in cells
                if (best := results.get_best(cell, candidates))
            ]
            style = {**MARK, **style, "label": TITLES.get(name, name)}
            add_points(panel, points, ranges, **style)
    panels[0].set_xlim(-0.5, len(shapes) - 0.5)
    panels[0].set_ylim(*ranges[1])
    names = [f"{shape} / {axes}" for shape, axes in shapes]
    for panel in figure.axes:
        panel.set_xticks(range(len(shapes)), names, rotation=40, ha="right")
    add_legend(figure, panels)
    return figure


def draw_peers(results):
    """Draws a panel for each peer: how many times as fast ours are, over sizes."""
    peers = [name for name in results.get_candidates() if name not in OURS]
    if not peers:
        return None
    figure, panels = make_panels(
        "Known shapes: how many times as fast as each peer (above 1: faster)",
        [TITLES[name] for name in peers],
        min(2, len(peers)),
        (5, 2.4),
        ("bytes of input", "times as fast"),
    )
    colors = {"min": COLORS["static"], "prod": LIBRARY_COLOR}
    ranges = SIZES, (0.1, 1000)
    for panel, name in zip(panels, peers):
        panel.axhline(1, color="#999999", linewidth=1)
        for op, color in colors.items():
            points = [
                (get_size(cell), results.get_share(cell, "static") / share)
                for cell in results.cells
                if cell.op == op and (share := results.get_share(cell, name))
            ]
            style = {**MARK, "marker": "o", "markersize": 5, "color": color, "label": op}
            add_points(panel, points, ranges, **style)
    set_logarithmic(figure.axes, ranges, [0.1, 1, 10, 100, 1000])
    add_legend(figure, panels)
    return figure


def draw_sizes(results):
    """Draws a panel for each operator and kind of reduction: rates over sizes."""
    measured = set(results.cells)
    series = {}
    for op in ("min", "prod"):
        for kind in SERIES_KINDS:
            cells = [get_series_cell(op, kind, count) for count in SERIES]
            series[op, kind] = [cell for cell in cells if cell in measured]
    if any(len(cells) < 2 for cells in series.values()):
        return None
    kinds = {"all": "all reduced", "rows": "axis 1 of 2", "columns": "axis 0 of 2"}
    figure, panels = make_panels(
        f"Bandwidth over sizes, {SERIES_TYPE}",
        [f"{op}, {kinds[kind]}" for op, kind in series],
        len(kinds),
        (5, 3.2),
        ("bytes of input", "GB/s"),
    )
    ranges = SIZES, (0.05, 800)
    for panel, cells in zip(panels, series.values()):
        for name in ["read", *results.get_candidates()]:
            points = [
                (get_size(cell), rate)
                for cell in cells
                if (rate := results.get(cell, name, "rate"))
            ]
            style = {"color": COLORS[name], "linestyle": DASHES.get(name, "-")}
            style["linewidth"] = 2 if name in ("read", "static") else 1.4
            add_points(panel, points, ranges, **style, label=TITLES.get(name, name))
    set_logarithmic(figure.axes, ranges, [0.1, 1, 10, 100])
    add_legend(figure, panels)
    return figure


def write_plots(results, folder):
    """Draws the plots for which the results have figures. Returns the files' names."""
    names = []
    for name, draw in (("share", draw_shares), ("peers", draw_peers), ("sizes", draw_sizes)):
        with matplotlib.rc_context(STYLE):
            figure = draw(results)
            if figure:
                names.append(name + ".svg")
                figure.savefig(os.path.join(folder, names[-1]), metadata={"Date": None})
    return names
