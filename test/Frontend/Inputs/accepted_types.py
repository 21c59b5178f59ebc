# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints which element types reduce-translate accepts for each operator and
opset, by importing a model of each. A refusal must name the operator's version,
which is printed too.
"""

import concurrent.futures
import os
import re
import subprocess
import sys

from import_models import encode

OPERATORS = ["ReduceMin", "ReduceProd"]
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
opset_import {{ version: {opset} }}
graph {{
  node {{ name: "n" op_type: "{operator}" input: "x" output: "y" }}
  input {{ name: "x" type {{ tensor_type {{ elem_type: {type} shape {{ }} }} }} }}
  output {{ name: "y" type {{ tensor_type {{ elem_type: {type} }} }} }}
}}
"""


def find_refusal(operator, opset, name):
    """Returns the operator's version that refuses the type, None if none does."""
    text = MODEL.format(operator=operator, opset=opset, type=TYPES[name])
    result = subprocess.run(
        ["reduce-translate", "--import-onnx"], input=encode(text), capture_output=True
    )
    if result.returncode == 0:
        return None
    message = result.stderr.decode()
    refusal = re.fullmatch(
        f".*: error: node 'n': ({operator}-[0-9]+) does not accept element type {name}\n",
        message,
    )
    if not refusal:
        sys.exit(f"unexpected message: {message}")
    return refusal[1]


with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for operator in OPERATORS:
        for opset in OPSETS:
            refusals = list(
                pool.map(lambda name: find_refusal(operator, opset, name), TYPES)
            )
            versions = sorted(set(refusals) - {None})
            accepted = [name for name, refusal in zip(TYPES, refusals) if not refusal]
            print(f"opset {opset} {' '.join(versions)}: {' '.join(accepted)}", flush=True)
