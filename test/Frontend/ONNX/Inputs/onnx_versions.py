# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the result of importing each ONNX operator at several opsets.

Prints two lines for each operator and opset: the accepted element types, of a model
with a node of each type, without those that are refused one after the other; and the
source of axes, the meaning of absent axes and the default of keepdims, of models of one
node. An error must name the version of the operator, which is printed too. The
operators are those of the table of versions.
"""

import concurrent.futures
import json
import os
import re
import subprocess
import sys

from import_models import encode

OPSETS = [1, 10, 11, 12, 13, 17, 18, 19, 20, 99]
# onnx.TensorProto.DataType of each type of the specification.
TYPES = {
    "bool": 9,
    "int8": 3,
    "int16": 5,
    "int32": 6,
    "int64": 7,
    "uint8": 2,
    "uint16": 4,
    "uint32": 12,
    "uint64": 13,
    "float16": 10,
    "bfloat16": 16,
    "float32": 1,
    "float64": 11,
}
MODEL = """
ir_version: 8
opset_import {{ version: {opset} }}
graph {{
  name: "g"
  initializer {{ name: "axes" data_type: 7 dims: 1 int64_data: -1 }}
  {nodes}
}}
"""
NODE = """
  node {{ name: "n_{name}" op_type: "{operator}" input: "x_{name}" output: "y_{name}" {rest} }}
  input {{
    name: "x_{name}"
    type {{ tensor_type {{
      elem_type: {type} shape {{ dim {{ dim_value: 3 }} dim {{ dim_value: 2 }} }}
    }} }}
  }}
  output {{ name: "y_{name}" type {{ tensor_type {{ elem_type: {type} }} }} }}
"""
AXES_ATTRIBUTE = 'attribute { name: "axes" type: INTS ints: -1 }'
AXES_INPUT = 'input: "axes"'
NOOP = 'attribute { name: "noop_with_empty_axes" type: INT i: 1 }'


def read_operators():
    """Returns ONNX's operators and the first opset of each, in the table's order."""
    table = subprocess.run(["reduce-list-versions"], stdout=subprocess.PIPE, check=True)
    rows = [row for row in json.loads(table.stdout)["operators"] if row["format"] == "ONNX"]
    firsts = {}
    for row in rows:
        firsts.setdefault(row["operator"], row["since"])
    return firsts


def import_nodes(operator, opset, types=("float32",), rest=""):
    """Imports a model with a node of each of `types`. Returns (imported text, None) or
    (None, error message)."""
    nodes = (
        NODE.format(name=name, operator=operator, type=TYPES[name], rest=rest) for name in types
    )
    text = MODEL.format(opset=opset, nodes="".join(nodes))
    result = subprocess.run(
        ["reduce-translate", "--import-onnx"], input=encode(text), capture_output=True
    )
    if result.returncode == 0:
        return result.stdout.decode(), None
    return None, result.stderr.decode()


def find_refusals(operator, opset):
    """Returns the types that are accepted, and the versions that reject the others."""
    types, versions = list(TYPES), set()
    while types:
        text, message = import_nodes(operator, opset, types)
        if message is None:
            imported = text.count(f"reduce.{operator.removeprefix('Reduce').lower()} ")
            if imported != len(types):
                sys.exit(f"{imported} of {len(types)} nodes are imported:\n{text}")
            break
        refusal = re.fullmatch(
            rf".*: error: node 'n_(\w+)': ({operator}-[0-9]+) does not accept element type "
            r"(\w+)\n",
            message,
        )
        if not refusal or refusal[1] != refusal[3]:
            sys.exit(f"unexpected message: {message}")
        types.remove(refusal[1])
        versions.add(refusal[2])
    return types, versions


def describe(operator, opset, node):
    """Describes what the node does with a tensor of 3x2."""
    text, message = import_nodes(operator, opset, rest=node)
    if message is not None:
        refusal = re.fullmatch(r".*: error: node 'n_float32': (.*)\n", message)
        return f"refused ({refusal[1]})" if refusal else f"unexpected: {message}"
    operation = re.search(r"= (reduce\.\w+) %x_float32 axes = (\[.*?\])( keepdims)? :", text)
    if operation:
        return f"{operation[1]} {operation[2]}{operation[3] or ''}"
    return "identity" if "return %x_float32 :" in text else f"unexpected: {text}"


def main():
    opsets = [
        (operator, opset)
        for operator, first in read_operators().items()
        for opset in OPSETS
        if opset >= first
    ]
    nodes = {
        "attribute": AXES_ATTRIBUTE,
        "input": AXES_INPUT,
        "absent": "",
        "noop": NOOP,
    }

    def find_all(case):
        return find_refusals(*case), [describe(*case, node) for node in nodes.values()]

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (_, opset), found in zip(opsets, pool.map(find_all, opsets)):
            (types, versions), answers = found
            print(f"opset {opset} {' '.join(sorted(versions))}: {' '.join(types)}")
            for name, answer in zip(nodes, answers):
                print(f"  {name}: {answer}", flush=True)


main()
