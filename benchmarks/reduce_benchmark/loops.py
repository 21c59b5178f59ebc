# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes loops as a good programmer would, for the exact shapes.

Rows are reduced with clang's vector types, columns with loops over arrays that the
compiler vectorizes. Compiled with -DFAST=1 and -ffast-math, a minimum may lose NaN.
"""

import math

from .cells import BYTES, collapse, get_name

VECTOR_BYTES = 64
MAX_VECTORS = 8
STRIP_VECTORS = 64
SHORT_ROW = 64

HEAD = """#include <dlpack/dlpack.h>
#include <float.h>

typedef {stored} T;
typedef {accumulated} A;
typedef A V __attribute__((vector_size({vector_bytes})));
typedef T Stored __attribute__((vector_size({vector_bytes} / sizeof(A) * sizeof(T))));
#define IDENTITY A({identity})

static inline V splat(A value) {{ return value - V{{}}; }}
"""

BF16 = """
static inline A load(T stored) {
  uint32_t bits = uint32_t(stored) << 16;
  A value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

static inline T store(A value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16;
}

static inline V load_vector(const T *from) {
  typedef uint32_t Bits __attribute__((vector_size(sizeof(V))));
  Stored stored;
  __builtin_memcpy(&stored, from, sizeof stored);
  return V(__builtin_convertvector(stored, Bits) << 16);
}
"""

PLAIN = """
static inline A load(T stored) { return stored; }
static inline T store(A value) { return value; }

static inline V load_vector(const T *from) {
  Stored stored;
  __builtin_memcpy(&stored, from, sizeof stored);
  return __builtin_convertvector(stored, V);
}
"""

COMBINE = """
template <typename T>
static inline T combine(T a, T x) {{ return {expression}; }}
"""

# Halves a vector until one lane is left.
FOLD = """
template <typename W> static inline A fold(W vector) {
  if constexpr (sizeof(W) == 2 * sizeof(A)) {
    return combine<A>(vector[0], vector[1]);
  } else {
    typedef A Half __attribute__((vector_size(sizeof(W) / 2)));
    Half halves[2];
    __builtin_memcpy(halves, &vector, sizeof vector);
    return fold(combine(halves[0], halves[1]));
  }
}

"""

MIN = "x < a ? x : a"
# Takes a NaN in x, and keeps one in a.
NAN_MIN = "x < a || x != x ? x : a"


def get_accumulator(op, name):
    """Returns the type of the accumulator, and its size in bytes."""
    if name == "bf16" or (op, name) == ("prod", "f16"):
        return "float", 4
    names = {"f16": "_Float16", "f32": "float", "f64": "double", "bool": "uint8_t"}
    if name in names:
        return names[name], BYTES[name]
    # Signed overflow is undefined; the bits of an unsigned product are the
    # same.
    unsigned = name[0] == "u" or op == "prod"
    return f"{'u' * unsigned}int{8 * BYTES[name]}_t", BYTES[name]


LARGEST = {"f16": "65504", "bf16": "FLT_MAX", "f32": "FLT_MAX", "f64": "DBL_MAX"}


def get_identity(op, name):
    if op == "prod" or name == "bool":
        return "1"
    if "f" in name:
        # -ffast-math assumes that there are no infinities.
        return f"(FAST ? {LARGEST[name]} : __builtin_inff())"
    bits = 8 * BYTES[name]
    return f"INT{bits}_MAX" if name[0] == "i" else f"UINT{bits}_MAX"


def get_head(op, name, vector_bytes):
    """Returns the definitions that the functions of an operator and type use."""
    accumulated = get_accumulator(op, name)[0]
    stored = {"bf16": "uint16_t", "f16": "_Float16"}.get(name, accumulated)
    text = HEAD.format(
        stored=stored,
        accumulated=accumulated,
        vector_bytes=vector_bytes,
        identity=get_identity(op, name),
    )
    text += BF16 if name == "bf16" else PLAIN
    if op == "min" and "f" in name:
        fast, strict = (COMBINE.format(expression=text) for text in (MIN, NAN_MIN))
        text += f"\n#if FAST{fast}#else{strict}#endif\n"
    else:
        text += COMBINE.format(expression="a * x" if op == "prod" else MIN)
    return text + FOLD


class Loops:
    """Nested loops; each level indents its body."""

    def __init__(self, dims):
        self.dims = dims
        self.lines = []
        self.depth = 1

    def add(self, line):
        self.lines.append("  " * self.depth + line)

    def open(self, variable, extent, step=1):
        increment = f"++{variable}" if step == 1 else f"{variable} += {step}"
        self.add(f"for (int64_t {variable} = 0; {variable} < {extent}; {increment}) {{")
        self.depth += 1

    def close(self, count=1):
        for _ in range(count):
            self.depth -= 1
            self.add("}")

    def open_dims(self, dims):
        for i in dims:
            self.open(f"i{i}", self.dims[i][0])

    def get_offset(self, indices, in_result=False):
        """Returns the offset of an element in the data, or in the result."""
        terms = []
        for i in indices:
            inner = [
                extent
                for extent, reduced in self.dims[i + 1 :]
                if not (in_result and reduced)
            ]
            terms.append(f"i{i} * {math.prod(inner)}")
        return " + ".join(terms) or "0"


def split_outer(dims):
    """Returns the indices of all dimensions except the last: kept, and reduced."""
    outer = range(len(dims) - 1)
    return [i for i in outer if not dims[i][1]], [i for i in outer if dims[i][1]]


def write_rows(loops, lanes):
    """Reduces contiguous elements with up to eight vectors."""
    dims = loops.dims
    last = len(dims) - 1
    extent = dims[last][0]
    kept, reduced = split_outer(dims)
    vectors = min(MAX_VECTORS, extent // lanes) if extent >= SHORT_ROW else 0
    block = vectors * lanes
    loops.open_dims(kept)
    loops.add("A result = IDENTITY;")
    if vectors:
        loops.add(f"V acc[{vectors}];")
        loops.add(f"for (int v = 0; v < {vectors}; ++v) acc[v] = splat(IDENTITY);")
    loops.open_dims(reduced)
    loops.add(f"const T *row = x + {loops.get_offset(range(last))};")
    done = 0
    if vectors:
        loops.open("j", extent - extent % block, block)
        loops.add(f"for (int v = 0; v < {vectors}; ++v)")
        loops.add(f"  acc[v] = combine(acc[v], load_vector(row + j + v * {lanes}));")
        loops.close()
        done = extent - extent % block
        rest = extent % block // lanes
        if rest:
            loops.add(f"for (int v = 0; v < {rest}; ++v)")
            rest_row = f"row + {done} + v * {lanes}"
            loops.add(f"  acc[v] = combine(acc[v], load_vector({rest_row}));")
            done += rest * lanes
    if done < extent:
        loops.add(f"for (int64_t j = {done}; j < {extent}; ++j)")
        loops.add("  result = combine(result, load(row[j]));")
    loops.close(len(reduced))
    if vectors:
        loops.add(f"for (int v = 1; v < {vectors}; ++v) acc[0] = combine(acc[0], acc[v]);")
        loops.add("result = combine(result, fold(acc[0]));")
    loops.add(f"y[{loops.get_offset(kept, True)}] = store(result);")
    loops.close(len(kept))


def write_strip(loops, start, width, rows):
    """Accumulates a strip of columns: narrow ones with several whole rows at a time,
    wide ones with a few rows at a time."""
    dims = loops.dims
    last = len(dims) - 1
    kept, reduced = split_outer(dims)
    loops.open_dims(kept)
    lanes = width * rows
    loops.add(f"A acc[{lanes}];")
    loops.add(f"for (int l = 0; l < {lanes}; ++l) acc[l] = IDENTITY;")
    # Rows are contiguous only in the loop that directly surrounds the columns.
    count = dims[last - 1][0]
    at_once = 4 if rows == 1 and count >= 4 else rows
    loops.open_dims(reduced[:-1])
    loops.open(f"i{last - 1}", count - count % at_once, at_once)
    loops.add(f"const T *row = x + {loops.get_offset(range(last))} + {start};")
    loops.add(f"for (int l = 0; l < {lanes}; ++l)")
    if rows == 1 and at_once == 4:
        k = dims[last][0]
        a, b, c, d = (f"load(row[l + {i * k}])" for i in range(4))
        pairs = f"combine({a}, {b}), combine({c}, {d})"
        loops.add(f"  acc[l] = combine(acc[l], combine({pairs}));")
    else:
        loops.add("  acc[l] = combine(acc[l], load(row[l]));")
    loops.close()
    if count % at_once:
        row = f"i{last - 1}"
        offset = f"{loops.get_offset(range(last))} + {start} + l"
        loops.add(f"for (int64_t {row} = {count - count % at_once}; {row} < {count}; ++{row})")
        loops.add(f"  for (int l = 0; l < {lanes}; ++l)")
        loops.add(f"    acc[l] = combine(acc[l], load(x[{offset}]));")
    loops.close(len(reduced) - 1)
    if rows > 1:
        loops.add(f"for (int l = {width}; l < {lanes}; ++l)")
        loops.add(f"  acc[l % {width}] = combine(acc[l % {width}], acc[l]);")
    loops.add(f"for (int l = 0; l < {width}; ++l)")
    loops.add(f"  y[{loops.get_offset(kept, True)} + {start} + l] = store(acc[l]);")
    loops.close(len(kept))


def write_columns(loops, lanes):
    extent = loops.dims[-1][0]
    count = loops.dims[-2][0]
    narrow = MAX_VECTORS * lanes
    if extent < narrow:
        rows = min(narrow // extent, count)
        while count % rows:
            rows -= 1
        write_strip(loops, "0", extent, rows)
        return
    width = min(extent, STRIP_VECTORS * lanes)
    loops.open("j", extent - extent % width, width)
    write_strip(loops, "j", width, 1)
    loops.close()
    if extent % width:
        loops.add("{")
        loops.depth += 1
        write_strip(loops, str(extent - extent % width), extent % width, 1)
        loops.close()


def write_copy(loops, lanes):
    """Copies the elements, where only extents of 1 are reduced."""
    loops.open_dims(range(len(loops.dims)))
    loops.add("y[i0] = x[i0];")
    loops.close()


def get_writer(dims):
    """Returns the function that writes loops over collapsed dimensions."""
    if dims[-1][1]:
        return write_rows
    return write_columns if len(dims) > 1 else write_copy


def get_function(cell, vector_bytes):
    loops = Loops(collapse(cell))
    write = get_writer(loops.dims)
    write(loops, vector_bytes // get_accumulator(cell.op, cell.type)[1])
    return (
        f'extern "C" int32_t {get_name(cell)}(const DLTensor *in, DLTensor *out) {{\n'
        "  const T *__restrict x = (const T *)in->data;\n  T *__restrict y = (T *)out->data;\n"
        + "\n".join(loops.lines)
        + "\n  return 0;\n}\n\n"
    )


def get_program(cells, vector_bytes=VECTOR_BYTES):
    """Returns C++ for cells of one operator and element type. It includes only headers
    that need no library, so it can be compiled for any processor."""
    head = get_head(cells[0].op, cells[0].type, vector_bytes)
    return head + "".join(get_function(cell, vector_bytes) for cell in cells)
