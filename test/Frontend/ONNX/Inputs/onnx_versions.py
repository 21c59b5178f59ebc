# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the result of importing each ONNX operator at several opsets.

Imports models of one node and prints two lines for each operator and opset: the
accepted element types; and the source of axes, the meaning of absent axes and the
default of keepdims. An error must name the version of the operator, which is
printed too. The operators are those of the table of versions.
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
  node {{ name: "n" op_type: "{operator}" input: "x" output: "y" {node} }}
  initializer {{ name: "axes" data_type: 7 dims: 1 int64_data: -1 }}
  input {{
    name: "x"
    type {{ tensor_type {{
      elem_type: {type} shape {{ dim {{ dim_value: 3 }} dim {{ dim_value: 2 }} }}
    }} }}
  }}
  output {{ name: "y" type {{ tensor_type {{ elem_type: {type} }} }} }}
}}
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


def import_node(operator, opset, type_name="float32", node=""):
    """Returns (imported text, None) or (None, error message)."""
    text = MODEL.format(operator=operator, opset=opset, type=TYPES[type_name], node=node)
    result = subprocess.run(
        ["reduce-translate", "--import-onnx"], input=encode(text), capture_output=True
    )
    if result.returncode == 0:
        return result.stdout.decode(), None
    return None, result.stderr.decode()


def find_refusal(operator, opset, type_name):
    """Returns the operator's version that rejects the type, or None if none does."""
    _, message = import_node(operator, opset, type_name)
    if message is None:
        return None
    refusal = re.fullmatch(
        f".*: error: node 'n': ({operator}-[0-9]+) does not accept element type "
        f"{type_name}\n",
        message,
    )
    if not refusal:
        sys.exit(f"unexpected message: {message}")
    return refusal[1]


def describe(operator, opset, node):
    """Describes what the node does with a tensor of 3x2."""
    text, message = import_node(operator, opset, node=node)
    if message is not None:
        refusal = re.fullmatch(r".*: error: node 'n': (.*)\n", message)
        return f"refused ({refusal[1]})" if refusal else f"unexpected: {message}"
    operation = re.search(r"= (reduce\.\w+) %x axes = (\[.*?\])( keepdims)? :", text)
    if operation:
        return f"{operation[1]} {operation[2]}{operation[3] or ''}"
    return "identity" if "return %x :" in text else f"unexpected: {text}"


def main():
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for operator, first in read_operators().items():
            for opset in (opset for opset in OPSETS if opset >= first):
                refusals = list(
                    pool.map(lambda name: find_refusal(operator, opset, name), TYPES)
                )
                versions = sorted(set(refusals) - {None})
                types = [name for name, refusal in zip(TYPES, refusals) if not refusal]
                print(f"opset {opset} {' '.join(versions)}: {' '.join(types)}")
                nodes = [AXES_ATTRIBUTE, AXES_INPUT, "", NOOP]
                answers = list(
                    pool.map(lambda node: describe(operator, opset, node), nodes)
                )
                names = ["attribute", "input", "absent", "noop"]
                for name, answer in zip(names, answers):
                    print(f"  {name}: {answer}", flush=True)


main()
