# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes C++ that reduces with Eigen's tensors, for the exact shapes.

Neighboring dimensions of one kind are merged, as in an Eigen program that knows its
shape.
"""

from .cells import collapse, get_name

ELEMENTS = {"f16": "Eigen::half", "bf16": "Eigen::bfloat16", "f32": "float", "f64": "double"}
ELEMENTS.update({f"i{8 << i}": f"int{8 << i}_t" for i in range(4)})
ELEMENTS.update({f"u{8 << i}": f"uint{8 << i}_t" for i in range(4)})
ELEMENTS["bool"] = "bool"

HEAD = """#include <dlpack/dlpack.h>
#include <unsupported/Eigen/CXX11/Tensor>

template <typename T, typename Sizes>
using Tensor =
    Eigen::TensorMap<Eigen::TensorFixedSize<T, Sizes, Eigen::RowMajor>, Eigen::Aligned>;
"""


def get_function(cell):
    element = ELEMENTS[cell.type]
    dims = collapse(cell)
    shape, kept = (
        f"Eigen::Sizes<{', '.join(str(extent) for extent, reduced in part)}>"
        for part in (dims, [dim for dim in dims if not dim[1]])
    )
    axes = ", ".join(f"Eigen::type2index<{i}>" for i, dim in enumerate(dims) if dim[1])
    method = {"min": "minimum", "prod": "prod"}[cell.op]
    return (
        f'extern "C" int32_t {get_name(cell)}(const DLTensor *in, DLTensor *out) {{\n'
        f"  Tensor<const {element}, {shape}> data(static_cast<const {element} *>(in->data),"
        f" {shape}());\n"
        f"  Tensor<{element}, {kept}> result(static_cast<{element} *>(out->data), {kept}());\n"
        f"  result = data.{method}(Eigen::IndexList<{axes}>());\n"
        "  return 0;\n}\n"
    )


def get_program(cells):
    return HEAD + "".join(map(get_function, cells))
