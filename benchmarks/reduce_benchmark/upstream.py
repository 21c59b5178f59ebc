# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes MLIR for upstream's passes: linalg.generic on buffers.

The function declares that the buffers do not overlap. Otherwise LLVM would keep each
partial result in memory.
"""

from .cells import get_axes, get_extents, get_name

# The plain path from linalg through loops to the LLVM dialect.
PASSES = [
    "--convert-linalg-to-loops",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--convert-arith-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-func-to-llvm=use-bare-ptr-memref-call-conv=1",
    "--convert-cf-to-llvm",
    "--reconcile-unrealized-casts",
]

INFINITY = {"f16": "0x7C00", "bf16": "0x7F80", "f32": "0x7F800000", "f64": "0x7FF0000000000000"}


def get_identity(op, name):
    if op == "prod":
        return "1.0" if "f" in name else "1"
    if name in INFINITY:
        return INFINITY[name]
    if name == "bool":
        return "true"
    bits = int(name[1:])
    return str(2 ** (bits - 1) - 1) if name[0] == "i" else "-1"


def get_combiner(op, name):
    if "f" in name:
        return "arith.minimumf" if op == "min" else "arith.mulf"
    if op == "prod":
        return "arith.muli"
    if name == "bool":
        return "arith.andi"
    return "arith.minsi" if name[0] == "i" else "arith.minui"


def get_function(cell):
    element = {"bool": "i1"}.get(cell.type, cell.type.replace("u", "i"))
    axes = get_axes(cell)
    extents = get_extents(cell)
    dims = [f"d{i}" for i in range(len(extents))]
    kept = [i for i in range(len(extents)) if i not in axes]
    data = f"memref<{'x'.join(map(str, extents))}x{element}>"
    result = f"memref<{''.join(f'{extents[i]}x' for i in kept)}{element}>"
    kinds = ", ".join('"reduction"' if i in axes else '"parallel"' for i in range(len(dims)))
    all_dims = f"affine_map<({', '.join(dims)}) -> ({', '.join(dims)})>"
    kept_dims = f"affine_map<({', '.join(dims)}) -> ({', '.join(dims[i] for i in kept)})>"
    identity = get_identity(cell.op, cell.type)
    constant = identity if identity == "true" else f"{identity} : {element}"
    return (
        f"func.func @{get_name(cell)}_loops(%data: {data} {{llvm.noalias}},"
        f" %result: {result} {{llvm.noalias}}) {{\n"
        f"  %identity = arith.constant {constant}\n"
        f"  linalg.fill ins(%identity : {element}) outs(%result : {result})\n"
        f"  linalg.generic {{indexing_maps = [{all_dims}, {kept_dims}],"
        f" iterator_types = [{kinds}]}}\n"
        f"      ins(%data : {data}) outs(%result : {result}) {{\n"
        f"  ^bb0(%in: {element}, %out: {element}):\n"
        f"    %0 = {get_combiner(cell.op, cell.type)} %in, %out : {element}\n"
        f"    linalg.yield %0 : {element}\n"
        "  }\n  return\n}\n"
    )


def get_module(cells):
    return "".join(map(get_function, cells))


def get_wrappers(cells):
    """Returns C++ that gives the functions the interface of compiled functions."""
    return "#include <dlpack/dlpack.h>\n" + "".join(
        f'extern "C" void {get_name(cell)}_loops(const void *, void *);\n'
        f'extern "C" int32_t {get_name(cell)}(const DLTensor *in, DLTensor *out) {{\n'
        f"  {get_name(cell)}_loops(in->data, out->data);\n  return 0;\n}}\n"
        for cell in cells
    )
