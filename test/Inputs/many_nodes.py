#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a model of many nodes, for `reduce-compile -`.

A kind of reduction is an operation, an element type, a rank and axes. There are 60:

  many_nodes.py reductions NODES [--kinds K] [--unknown] [--shared-input] [--functions F]
      NODES reductions of K kinds. Each has its own input and output, unless all
      reductions of a type and rank read the same input. With several functions, each
      has an equal part of the nodes.
  many_nodes.py chain NODES [--unknown]
      Each node reads the result of the one before: a reduction of rows, whose result
      the next one adds to the data again.
"""

import argparse
import itertools

OPERATIONS = ["min", "prod"]
TYPES = ["f32", "f64", "f16", "bf16", "i32", "i8"]
# Extents, and the axes that are reduced.
FORMS = [
    ((64, 96), (1,)),
    ((64, 96), (0,)),
    ((4, 8, 40), (1,)),
    ((4, 8, 40), (0, 2)),
    ((700,), (0,)),
]


def get_kinds():
    """Returns the operation, element type, extents and axes of each kind."""
    return [
        (operation, element, *form)
        for form, element, operation in itertools.product(FORMS, TYPES, OPERATIONS)
    ]


def get_type(extents, element, unknown):
    """Returns the type of a tensor in MLIR."""
    return "tensor<" + "".join("?x" if unknown else f"{each}x" for each in extents) + element + ">"


def get_kept(extents, axes):
    """Returns the extents of the result."""
    return tuple(extent for axis, extent in enumerate(extents) if axis not in axes)


def print_reductions(name, kinds, unknown, shared_input):
    """Prints a function with a reduction of each of `kinds`."""
    arguments, body, results, types = {}, [], [], []
    for i, (operation, element, extents, axes) in enumerate(kinds):
        source = get_type(extents, element, unknown)
        result = get_type(get_kept(extents, axes), element, unknown)
        key = source if shared_input else i
        argument = arguments.setdefault(key, (f"%in{len(arguments)}", source))[0]
        body.append(
            f"  %{i} = reduce.{operation} {argument} axes = {list(axes)} : {source} -> {result}"
        )
        results.append(f"%{i}")
        types.append(result)
    declared = ", ".join(f"{argument}: {type_}" for argument, type_ in arguments.values())
    print(f"func.func @{name}({declared}) -> ({', '.join(types)}) {{")
    print("\n".join(body))
    print(f"  return {', '.join(results)} : {', '.join(types)}\n}}")


def print_chain(nodes, unknown):
    """Prints a function of `nodes` nodes in a chain: reductions and sums."""
    data, row = get_type((64, 96), "f32", unknown), get_type((64,), "f32", unknown)
    print(f"func.func @chain(%data: {data}) -> {row} {{")
    previous = "%data"
    for i in range(nodes // 2):
        print(f"  %row{i} = reduce.min {previous} axes = [1] : {data} -> {row}")
        print(f"  %data{i} = linalg.generic {{")
        print("    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>,")
        print("                     affine_map<(i, j) -> (i, j)>],")
        print('    iterator_types = ["parallel", "parallel"]}')
        print(f"    ins(%data, %row{i} : {data}, {row}) outs(%data : {data}) {{")
        print("  ^bb0(%a: f32, %b: f32, %out: f32):")
        print("    %c = arith.addf %a, %b : f32")
        print(f"    linalg.yield %c : f32\n  }} -> {data}")
        previous = f"%data{i}"
    print(f"  %last = reduce.min {previous} axes = [1] : {data} -> {row}")
    print(f"  return %last : {row}\n}}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model", choices=["reductions", "chain"])
    parser.add_argument("nodes", type=int)
    parser.add_argument("--kinds", type=int, default=60)
    parser.add_argument("--functions", type=int, default=1)
    parser.add_argument("--unknown", action="store_true", help="no extent is known")
    parser.add_argument("--shared-input", action="store_true")
    options = parser.parse_args()
    if options.model == "chain":
        return print_chain(options.nodes, options.unknown)
    kinds = get_kinds()[: options.kinds]
    for function in range(options.functions):
        print_reductions(
            f"model{function}",
            [kinds[i % len(kinds)] for i in range(function, options.nodes, options.functions)],
            options.unknown,
            options.shared_input,
        )


if __name__ == "__main__":
    main()
