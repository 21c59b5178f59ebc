# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a full minimum of f32 or f64 that finds NaN beside the minimum: one comparison
for two vectors, whose result stays in a mask. It is not compared in the report, because
it reduces only whole multiples of eight vectors. But it can set the bound."""

from .cells import BYTES, get_name, get_size

CANDIDATE = "nan-mask"
ELEMENTS = {"f32": "float", "f64": "double"}

PROGRAM = """#include <dlpack/dlpack.h>

typedef {element} T;
typedef T V __attribute__((vector_size({vector_bytes})));
typedef int{bits}_t M __attribute__((vector_size({vector_bytes})));

extern "C" int32_t {name}(const DLTensor *in, DLTensor *out) {{
  const V *x = (const V *)in->data;
  V acc[8];
  M isNaN[4] = {{}};
  for (int v = 0; v < 8; ++v) acc[v] = x[v];
  for (int64_t i = 0; i < {count}; i += 8) {{
    for (int v = 0; v < 8; ++v) acc[v] = x[i + v] < acc[v] ? x[i + v] : acc[v];
    for (int v = 0; v < 8; v += 2)
      isNaN[v / 2] |= (x[i + v] != x[i + v]) | (x[i + v + 1] != x[i + v + 1]);
  }}
  for (int v = 1; v < 8; ++v) acc[0] = acc[v] < acc[0] ? acc[v] : acc[0];
  isNaN[0] |= isNaN[1] | isNaN[2] | isNaN[3];
  T result = acc[0][0];
  bool hasNaN = isNaN[0][0];
  for (int l = 1; l < int(sizeof(V) / sizeof(T)); ++l) {{
    result = acc[0][l] < result ? acc[0][l] : result;
    hasNaN |= isNaN[0][l];
  }}
  *(T *)out->data = hasNaN ? T(__builtin_nan("")) : result;
  return 0;
}}

"""


def fits(op, element):
    """Returns whether a row has such a loop."""
    return op == "min" and element in ELEMENTS


def get_function(cell, vector_bytes):
    return PROGRAM.format(
        element=ELEMENTS[cell.type],
        bits=8 * BYTES[cell.type],
        name=get_name(cell),
        vector_bytes=vector_bytes,
        count=get_size(cell) // vector_bytes,
    )


def get_program(cells, vector_bytes=64):
    """Returns C++ for full minima of one element type."""
    return "".join(get_function(cell, vector_bytes) for cell in cells)
