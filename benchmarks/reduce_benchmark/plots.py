# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws results: shares of pure reading, ours against each peer, and rates over
sizes."""

import os

from .cells import SERIES, SERIES_KINDS, SERIES_TYPE, SHAPES, get_name, get_series_cell, get_size
from .results import LIBRARIES, LOOPS, OURS, TITLES
from .summary import MEAN_MINIMUM
from .svg import Drawing, Panel

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
DASHES = {"dynamic": "5 3", "loops": "2 2", "read": ""}
LOOP_COLOR, LIBRARY_COLOR = "#555555", "#d9730d"
SIZE_TICKS = [
    (64, "64"),
    (1 << 10, "1K"),
    (1 << 14, "16K"),
    (1 << 18, "256K"),
    (1 << 22, "4M"),
    (1 << 26, "64M"),
    (1 << 29, "512M"),
]
SIZES = 40, 600 << 20


def draw_legend(drawing, entries, left, top):
    """Draws marks with their names in a line."""
    x = left
    for kind, color, name in entries:
        if kind == "line":
            drawing.line(x - 6, top, x + 8, top, color, 2, DASHES.get(name, ""))
        else:
            drawing.mark(kind, x, top, color)
        title = TITLES.get(name, name)
        drawing.text(x + 14, top + 4, title)
        x += 34 + 6.6 * len(title)


def draw_shares(results):
    """A panel for each operator and type, with all shapes side by side."""
    shapes = [
        shape
        for shape in SHAPES
        if any((cell.shape, cell.axes) == shape for cell in results.cells)
    ]
    rows = {}
    for cell in results.cells:
        if (cell.shape, cell.axes) in shapes and get_size(cell) >= MEAN_MINIMUM:
            rows.setdefault((cell.op, cell.type), []).append(cell)
    used = {(cell.shape, cell.axes) for cells in rows.values() for cell in cells}
    shapes = [shape for shape in shapes if shape in used]
    if not rows:
        return None
    step, height, gap, left, top, bottom = 44, 120, 36, 64, 84, 110
    width = step * len(shapes)
    columns = 1 if len(rows) <= 8 else 2
    lines = (len(rows) + columns - 1) // columns
    drawing = Drawing(
        max(columns * (left + width) + 30, 700), top + lines * (height + gap) + bottom
    )
    drawing.text(left, 24, "Share of pure reading's bandwidth", size=15, weight="bold")
    legend = [("disc", COLORS["static"], "static"), ("ring", COLORS["dynamic"], "dynamic")]
    legend += [("bar", LOOP_COLOR, "best clang loop"), ("diamond", LIBRARY_COLOR, "best library")]
    legend += [("cross", COLORS["upstream"], "upstream")]
    draw_legend(drawing, legend, left, 46)
    for number, (row, cells) in enumerate(rows.items()):
        panel_left = left + number // lines * (left + width)
        panel_top = top + number % lines * (height + gap)
        panel = Panel(drawing, panel_left, panel_top, width, height, " ".join(row))
        y = panel.set_y(0, 1.25, [(0, "0"), (0.25, ""), (0.5, "0.5"), (0.75, ""), (1, "1")])
        drawing.line(panel_left, y(1), panel_left + width, y(1), "#999")
        panel.name_y("share")
        for cell in cells:
            x = panel_left + step * (shapes.index((cell.shape, cell.axes)) + 0.5)
            for kind, color, found in (
                ("cross", COLORS["upstream"], results.get_best(cell, ["upstream"])),
                ("bar", LOOP_COLOR, results.get_best(cell, LOOPS)),
                ("diamond", LIBRARY_COLOR, results.get_best(cell, LIBRARIES)),
                ("ring", COLORS["dynamic"], results.get_best(cell, ["dynamic"])),
                ("disc", COLORS["static"], results.get_best(cell, ["static"])),
            ):
                if found:
                    title = f"{get_name(cell)}, {TITLES[found[1]]}: {found[0]:.3f}"
                    size = 5.5 if kind == "ring" else 4.0
                    drawing.mark(kind, x, y(found[0]), color, size, title)
        # The last panel of each column carries the names below it.
        if number % lines == lines - 1 or number == len(rows) - 1:
            name_shapes(drawing, shapes, panel_left, panel_top + height, step)
    return drawing


def name_shapes(drawing, shapes, left, base, step):
    for number, (shape, axes) in enumerate(shapes):
        x = left + step * (number + 0.5)
        drawing.line(x, base, x, base + 4)
        drawing.text(x + 4, base + 16, f"{shape} / {axes}", size=10, anchor="end", angle=-40)
    drawing.text(left + step * len(shapes) / 2, base + 102, "shape / reduced axes", anchor="middle")


def draw_peers(results):
    """A panel for each peer: how many times as fast ours are, over sizes."""
    peers = [name for name in results.get_candidates() if name not in OURS]
    if not peers:
        return None
    columns, width, height = 2, 400, 190
    left, top, across, down = 70, 90, width + 90, height + 74
    rows = (len(peers) + columns - 1) // columns
    drawing = Drawing(left + columns * across - 50, top + rows * down)
    title = "Known shapes: how many times as fast as each peer (above 1: faster)"
    drawing.text(left, 24, title, size=15, weight="bold")
    colors = {"min": COLORS["static"], "prod": LIBRARY_COLOR}
    draw_legend(drawing, [("ring", color, op) for op, color in colors.items()], left, 46)
    ticks = [(0.1, "0.1"), (1, "1"), (10, "10"), (100, "100"), (1000, "1000")]
    for number, name in enumerate(peers):
        place = left + number % columns * across, top + number // columns * down
        panel = Panel(drawing, *place, width, height, TITLES[name])
        y = panel.set_y(0.1, 1000, ticks, is_log=True)
        x = panel.set_x(*SIZES, SIZE_TICKS, is_log=True)
        drawing.line(place[0], y(1), place[0] + width, y(1), "#999", 1.5)
        panel.name_y("times as fast")
        panel.name_x("bytes of input")
        for cell in results.cells:
            share = results.get_share(cell, name)
            if share:
                factor = results.get_share(cell, "static") / share
                title = f"{get_name(cell)}: {factor:.2f}"
                drawing.mark("ring", x(get_size(cell)), y(factor), colors[cell.op], 3.0, title)
    return drawing


def draw_sizes(results):
    """A panel for each operator and kind of reduction: rates over sizes."""
    measured = set(results.cells)
    candidates = ["read", *results.get_candidates()]
    series = {}
    for op in ("min", "prod"):
        for kind in SERIES_KINDS:
            cells = [get_series_cell(op, kind, count) for count in SERIES]
            series[op, kind] = [cell for cell in cells if cell in measured]
    if any(len(cells) < 2 for cells in series.values()):
        return None
    width, height = 400, 260
    left, top, across, down = 70, 100, width + 90, height + 78
    drawing = Drawing(left + 3 * across - 50, top + 2 * down)
    drawing.text(left, 24, f"Bandwidth over sizes, {SERIES_TYPE}", size=15, weight="bold")
    draw_legend(drawing, [("line", COLORS[name], name) for name in candidates], left, 52)
    ticks = [(0.1, "0.1"), (1, "1"), (10, "10"), (100, "100")]
    for number, ((op, kind), cells) in enumerate(series.items()):
        place = left + number % 3 * across, top + number // 3 * down
        title = {"all": "all reduced", "rows": "axis 1 of 2", "columns": "axis 0 of 2"}[kind]
        panel = Panel(drawing, *place, width, height, f"{op}, {title}")
        y = panel.set_y(0.05, 800, ticks, is_log=True)
        x = panel.set_x(*SIZES, SIZE_TICKS, is_log=True)
        panel.name_y("GB/s")
        panel.name_x("bytes of input")
        for name in candidates:
            points = [
                (x(get_size(cell)), y(results.get(cell, name, "rate")))
                for cell in cells
                if results.get(cell, name, "rate")
            ]
            width_of_line = 2 if name in ("read", "static") else 1.4
            drawing.polyline(points, COLORS[name], width_of_line, DASHES.get(name, ""))
    return drawing


def write_plots(results, folder):
    """Draws what the results have figures for. Returns the files' names."""
    names = []
    for name, draw in (("share", draw_shares), ("peers", draw_peers), ("sizes", draw_sizes)):
        drawing = draw(results)
        if drawing:
            drawing.write(os.path.join(folder, name + ".svg"))
            names.append(name + ".svg")
    return names
