# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the result of importing each OpenVINO operator in the table of versions:
the accepted element types, then the meaning of axes of several kinds and shapes,
without the attribute keep_dims.
"""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile

# The element types and their precisions.
TYPES = {
    "boolean": "BOOL",
    "i8": "I8",
    "i16": "I16",
    "i32": "I32",
    "i64": "I64",
    "u8": "U8",
    "u16": "U16",
    "u32": "U32",
    "u64": "U64",
    "f16": "FP16",
    "bf16": "BF16",
    "f32": "FP32",
    "f64": "FP64",
}
MODEL = """<net name="n" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1">
  <data element_type="{type}" shape="3,2"/>
  <output><port id="0" precision="{precision}"><dim>3</dim><dim>2</dim></port></output>
</layer>
<layer id="1" name="axes" type="Const" version="opset1">
  <data element_type="{axes_type}" shape="{axes_shape}" offset="0" size="{size}"/>
  <output><port id="0"/></output>
</layer>
<layer id="2" name="n" type="{operator}" version="{opset}">
  <input><port id="0"/>{axes_port}</input>
  <output><port id="2"/></output>
</layer>
<layer id="3" name="y" type="Result" version="opset1">
  <input><port id="0"/></input>
</layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>{axes_edge}
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
</edges></net>
"""
AXES_PORT = '<port id="1"/>'
AXES_EDGE = '<edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>'
# How struct names the types that axes may have.
LAYOUTS = dict(zip(["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"], "bhiqBHIQ"))


def read_rows():
    """Returns OpenVINO's rows of the table of versions."""
    table = subprocess.run(["reduce-list-versions"], stdout=subprocess.PIPE, check=True)
    return [row for row in json.loads(table.stdout)["operators"] if row["format"] == "OpenVINO"]


def describe(row, type_name="f32", axes_type="i64", axes=(1,), shape="1", absent=False):
    """Describes what the layer does with a tensor of 3x2."""
    constants = struct.pack(f"<{len(axes)}{LAYOUTS[axes_type]}", *axes)
    model = MODEL.format(
        operator=row["operator"],
        opset=f"opset{row['since']}",
        type=type_name,
        precision=TYPES[type_name],
        axes_type=axes_type,
        axes_shape=shape,
        size=len(constants),
        axes_port="" if absent else AXES_PORT,
        axes_edge="" if absent else AXES_EDGE,
    )
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model")
        with open(path + ".xml", "w") as file:
            file.write(model)
        with open(path + ".bin", "wb") as file:
            file.write(constants)
        result = subprocess.run(
            ["reduce-translate", "--import-openvino", path + ".xml"],
            capture_output=True,
            text=True,
        )
    if result.returncode != 0:
        refusal = re.match(r".*: error: layer 2 'n': (.*)\n", result.stderr)
        return f"refused ({refusal[1]})" if refusal else sys.exit(result.stderr)
    operation = re.search(
        r"= (reduce\.\w+) %x axes = (\[.*?\])( keepdims)? :", result.stdout
    )
    if operation:
        return f"{operation[1]} {operation[2]}{operation[3] or ''}"
    return "identity" if "return %x :" in result.stdout else sys.exit(result.stdout)


def main():
    for row in read_rows():
        print(f"{row['operator']}-{row['since']}")
        for name in TYPES:
            print(f"  {name}: {describe(row, type_name=name)}")
        for name in LAYOUTS:
            print(f"  axes of {name}: {describe(row, axes_type=name)}")
        print(f"  negative: {describe(row, axes=(-1,))}")
        print(f"  scalar: {describe(row, shape='')}")
        print(f"  empty: {describe(row, axes=(), shape='0')}")
        print(f"  duplicate: {describe(row, axes=(1, -1), shape='2')}")
        print(f"  out of range: {describe(row, axes=(2,))}")
        print(f"  absent: {describe(row, absent=True)}")


main()
