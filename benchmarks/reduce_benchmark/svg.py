# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws SVG: text, lines, marks, and panels with axes."""

import math
from xml.sax.saxutils import escape

FONT = "font-family='DejaVu Sans, Helvetica, Arial, sans-serif'"
AXIS = "#555"
GRID = "#e4e4e4"


class Drawing:
    def __init__(self, width, height):
        self.width = width
        self.height = height
        self.parts = []

    def line(self, x1, y1, x2, y2, color=AXIS, width=1, dash=""):
        dashes = f" stroke-dasharray='{dash}'" if dash else ""
        self.parts.append(
            f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}'"
            f" stroke='{color}' stroke-width='{width}'{dashes}/>"
        )

    def polyline(self, points, color, width=1.5, dash=""):
        dashes = f" stroke-dasharray='{dash}'" if dash else ""
        text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(
            f"<polyline points='{text}' fill='none' stroke='{color}'"
            f" stroke-width='{width}'{dashes}/>"
        )

    def text(self, x, y, text, size=11, anchor="start", angle=0, weight="normal", color="#222"):
        turn = f" transform='rotate({angle} {x:.1f} {y:.1f})'" if angle else ""
        self.parts.append(
            f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' text-anchor='{anchor}'"
            f" font-weight='{weight}' fill='{color}' {FONT}{turn}>{escape(text)}</text>"
        )

    def mark(self, kind, x, y, color, size=4.0, title=""):
        """Draws a disc, ring, bar, diamond or cross; a title shows on hovering."""
        tip = f"<title>{escape(title)}</title>" if title else ""
        stroke = f"stroke='{color}' stroke-width='1.6'"
        if kind in ("disc", "ring"):
            fill = color if kind == "disc" else "none"
            circle = f"cx='{x:.1f}' cy='{y:.1f}' r='{size}' fill='{fill}'"
            self.parts.append(f"<circle {circle} {stroke}>{tip}</circle>")
            return
        double = 2 * size
        path = {
            "bar": f"M{x - 2 * size:.1f} {y:.1f}h{4 * size:.1f}",
            "diamond": f"M{x:.1f} {y - size:.1f}l{size} {size}l{-size} {size}l{-size} {-size}z",
            "cross": f"M{x - size:.1f} {y - size:.1f}l{double} {double}"
            f"m0 {-double}l{-double} {double}",
        }[kind]
        self.parts.append(f"<path d='{path}' fill='none' {stroke}>{tip}</path>")

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(
                f"<svg xmlns='http://www.w3.org/2000/svg' width='{self.width:.0f}'"
                f" height='{self.height:.0f}' viewBox='0 0 {self.width:.0f} {self.height:.0f}'>\n"
                f"<rect width='100%' height='100%' fill='white'/>\n"
            )
            file.write("\n".join(self.parts) + "\n</svg>\n")


class Scale:
    """Maps values to places, linearly or by logarithms; values beyond the ends
    are drawn at them."""

    def __init__(self, low, high, begin, end, is_log=False):
        self.function = math.log if is_log else float
        self.low, self.high = low, high
        self.begin, self.end = begin, end

    def __call__(self, value):
        value = self.function(min(max(value, self.low), self.high))
        low, high = self.function(self.low), self.function(self.high)
        return self.begin + (value - low) / (high - low) * (self.end - self.begin)


class Panel:
    """A frame with a title and horizontal grid lines at labelled values."""

    def __init__(self, drawing, left, top, width, height, title):
        self.drawing = drawing
        self.left, self.top, self.width, self.height = left, top, width, height
        drawing.text(left, top - 6, title, size=12, weight="bold")
        for x, y, dx, dy in ((0, 1, 1, 1), (0, 0, 0, 1)):
            drawing.line(
                left + x * width, top + y * height, left + dx * width, top + dy * height
            )

    def set_y(self, low, high, ticks, is_log=False):
        """Returns the scale after drawing a line for each (value, label)."""
        scale = Scale(low, high, self.top + self.height, self.top, is_log)
        for value, label in ticks:
            y = scale(value)
            self.drawing.line(self.left, y, self.left + self.width, y, GRID)
            self.drawing.text(self.left - 6, y + 4, label, size=10, anchor="end")
        return scale

    def set_x(self, low, high, ticks, is_log=False):
        scale = Scale(low, high, self.left, self.left + self.width, is_log)
        bottom = self.top + self.height
        for value, label in ticks:
            x = scale(value)
            self.drawing.line(x, bottom, x, bottom + 4)
            self.drawing.text(x, bottom + 16, label, size=10, anchor="middle")
        return scale

    def name_y(self, text):
        x, y = self.left - 42, self.top + self.height / 2
        self.drawing.text(x, y, text, anchor="middle", angle=-90)

    def name_x(self, text):
        self.drawing.text(
            self.left + self.width / 2, self.top + self.height + 32, text, anchor="middle"
        )
