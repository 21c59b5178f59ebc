# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The measured cells: operators, element types, shapes and axes."""

import collections
import math
import random

# Input shapes and axes: all dimensions reduced, rows long and short, columns,
# shapes in between, alternating dimensions, and a few elements.
SHAPES = [
    ("4096", "0"),
    ("1048576", "0"),
    ("67108864", "0"),
    ("1024x1024", "0,1"),
    ("1024x1024", "1"),
    ("65536x16", "1"),
    ("16x65536", "1"),
    ("1000003x7", "1"),
    ("1024x1024", "0"),
    ("65536x16", "0"),
    ("16x65536", "0"),
    ("64x128x256", "1"),
    ("6x12x10x24", "2,3"),
    ("32x56x56x64", "1,2"),
    ("8x64x32x32", "0,2,3"),
    ("3x2x2", "1"),
    # Those that were far from reading once.
    ("100000x24", "1"),
    ("50000x33", "1"),
    ("65536x3", "1"),
    ("300007x5", "1"),
    ("128x128", "1"),
    ("256x256", "1"),
    ("8x500000", "0"),
    ("768x4096", "0"),
    ("20000x200", "0"),
    ("4096x4096", "0"),
    ("32x128x28x28", "1"),
    ("64x64x64x64", "1,3"),
    ("64x7x65536", "1"),
]
BYTES = {"bool": 1, "f16": 2, "bf16": 2, "f32": 4, "f64": 8}
BYTES.update({f"{sign}{8 << i}": 1 << i for sign in "iu" for i in range(4)})
TYPES = {
    "min": ["f32", "f64", "f16", "bf16", "i8", "u8", "bool", "i32", "i64", "u32", "u64"],
    "prod": ["f32", "f64", "f16", "bf16", "i32", "i64", "u32", "u64"],
}
QUICK_TYPES = {"min": ["f32", "bf16", "i8", "i64"], "prod": ["f32", "bf16", "i64"]}
QUICK_LIMIT = 32 << 20

# Element counts of the series over sizes: with f32, from 48 bytes to 512 MiB.
SERIES_TYPE = "f32"
SERIES = [12] + [1 << exponent for exponent in range(10, 27, 2)] + [1 << 27]
SERIES_KINDS = ("all", "rows", "columns")

# Shapes that nobody chose: the greatest rank and extent, and the bytes of an input.
RANDOM_RANK = 5
RANDOM_EXTENT = 10**6
RANDOM_BYTES = 4 << 10, 64 << 20

Cell = collections.namedtuple("Cell", "op type shape axes")


def get_extents(cell):
    return [int(extent) for extent in cell.shape.split("x")]


def get_axes(cell):
    return [int(axis) for axis in cell.axes.split(",")]


def get_size(cell):
    """Returns the size of a cell's input in bytes."""
    return math.prod(get_extents(cell)) * BYTES[cell.type]


def get_result_size(cell):
    """Returns the bytes of the results."""
    axes = get_axes(cell)
    kept = [extent for dim, extent in enumerate(get_extents(cell)) if dim not in axes]
    return math.prod(kept) * BYTES[cell.type]


def get_name(cell):
    return f"{cell.op}_{cell.type}_{cell.shape}_a{cell.axes.replace(',', '_')}"


def collapse(cell):
    """Returns (extent, whether reduced) for a cell's dimensions. Merges neighbors of
    one kind, and omits dimensions of extent 1."""
    result = []
    for dim, extent in enumerate(get_extents(cell)):
        reduced = dim in get_axes(cell)
        if extent == 1:
            continue
        if result and result[-1][1] == reduced:
            result[-1] = (result[-1][0] * extent, reduced)
        else:
            result.append((extent, reduced))
    return result


def get_series_cell(op, kind, count):
    """Returns the cell with `count` elements for one of SERIES_KINDS."""
    if kind == "all":
        return Cell(op, SERIES_TYPE, str(count), "0")
    rows = 3 if count == 12 else 1 << (count.bit_length() - 1) // 2
    axes = "1" if kind == "rows" else "0"
    return Cell(op, SERIES_TYPE, f"{rows}x{count // rows}", axes)


def is_in_table(cell):
    """Returns whether the cell is more than a point of the series over sizes."""
    return (cell.shape, cell.axes) in SHAPES


def draw_cell(generator, op, element):
    """Returns a cell that nobody chose. Its rank and its set of axes are uniform, and
    each extent is log-uniform, under the condition that the input has an allowed size."""
    rank = generator.randint(1, RANDOM_RANK)
    reduced = generator.randint(1, (1 << rank) - 1)
    axes = ",".join(str(axis) for axis in range(rank) if reduced >> axis & 1)
    while True:
        extents = [int(RANDOM_EXTENT ** generator.random()) for _ in range(rank)]
        cell = Cell(op, element, "x".join(map(str, extents)), axes)
        if RANDOM_BYTES[0] <= get_size(cell) <= RANDOM_BYTES[1]:
            return cell


def draw_cells(count, seed, types=None, pattern=None):
    """Returns `count` different random cells, or those of them that have the requested
    element types and names. The operators and types take turns."""
    generator = random.Random(seed)
    rows = [(op, element) for op, names in TYPES.items() for element in names]
    cells = {}
    while len(cells) < count:
        cells[draw_cell(generator, *rows[len(cells) % len(rows)])] = None
    return [
        cell
        for cell in cells
        if (not types or cell.type in types) and (not pattern or pattern.search(get_name(cell)))
    ]


def choose_cells(full, types=None, pattern=None):
    """Returns the cells of a quick or full run that have the requested element types
    and names."""
    if types:
        table = {op: [t for t in names if t in types] for op, names in TYPES.items()}
    else:
        table = TYPES if full else QUICK_TYPES
    cells = [
        Cell(op, element, *shape)
        for op, names in table.items()
        for element in names
        for shape in SHAPES
    ]
    if full:
        cells += [
            get_series_cell(op, kind, count)
            for op in table
            for kind in SERIES_KINDS
            for count in SERIES
            if SERIES_TYPE in table[op]
        ]
    else:
        cells = [cell for cell in cells if get_size(cell) <= QUICK_LIMIT]
    if pattern:
        cells = [cell for cell in cells if pattern.search(get_name(cell))]
    return list(dict.fromkeys(cells))
