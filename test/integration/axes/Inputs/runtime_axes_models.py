# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls libraries compiled from models whose axes are an input.

Each model is called with several lists of axes. A valid one must give numpy's
result; an invalid one the status, with the output unchanged.
"""

import ctypes
import os
import re
import subprocess
import sys

import numpy as np

import guarded

SHAPE = (3, 2, 4)
LEAST = np.iinfo(np.int64).min

ONNX = """
ir_version: 8
opset_import {{ version: 18 }}
graph {{
  name: "{name}"
  node {{
    name: "n" op_type: "ReduceMin" input: "x" input: "axes" output: "y"
    attribute {{ name: "keepdims" type: INT i: {keepdims} }}
    attribute {{ name: "noop_with_empty_axes" type: INT i: {noop} }}
  }}
  input {{
    name: "x"
    type {{ tensor_type {{
      elem_type: 1
      shape {{ dim {{ dim_value: 3 }} dim {{ dim_value: 2 }} dim {{ dim_value: 4 }} }}
    }} }}
  }}
  input {{
    name: "axes"
    type {{ tensor_type {{ elem_type: 7 shape {{ dim {{ dim_param: "N" }} }} }} }}
  }}
  output {{
    name: "y" type {{ tensor_type {{ elem_type: 1 shape {{ {dims} }} }} }}
  }}
}}
"""
OPENVINO = """<net name="openvino" version="11"><layers>
<layer id="0" name="x" type="Parameter" version="opset1"><data shape="3,2,4" element_type="f32"/><output><port id="0"/></output></layer>
<layer id="1" name="axes" type="Parameter" version="opset1"><data shape="?" element_type="u8"/><output><port id="0"/></output></layer>
<layer id="2" name="m" type="ReduceMin" version="opset1"><data keep_dims="true"/><input><port id="0"/><port id="1"/></input><output><port id="2"/></output></layer>
<layer id="3" name="r" type="Result" version="opset1"><input><port id="0"/></input></layer>
</layers><edges>
<edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
<edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
<edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
</edges></net>
"""

# Clauses runtime-axes, runtime-axes-range, runtime-axes-rank.
# Clauses runtime-axes-unique, runtime-axes-unknown-length.
# A name, keepdims, noop_with_empty_axes, the declared rank, and the status for
# each list of axes.
MODELS = [
    (
        "kept",
        1,
        0,
        3,
        [
            ([], "OK"),
            ([1], "OK"),
            ([-1, 0], "OK"),
            ([2, 1, 0], "OK"),
            ([3], "AXIS_RANGE"),
            ([0, -4], "AXIS_RANGE"),
            ([LEAST], "AXIS_RANGE"),
            ([1, 1], "AXIS_DUPLICATE"),
            ([0, 1, -2], "AXIS_DUPLICATE"),
        ],
    ),
    ("kept_noop", 1, 1, 3, [([], "OK"), ([-2], "OK"), ([3], "AXIS_RANGE")]),
    (
        "rank_1",
        0,
        0,
        1,
        [
            ([0, 1], "OK"),
            ([-1, 0], "OK"),
            ([], "AXES_COUNT"),
            ([1], "AXES_COUNT"),
            ([0, 1, 2], "AXES_COUNT"),
            ([1, -2], "AXIS_DUPLICATE"),
        ],
    ),
    ("rank_0", 0, 0, 0, [([], "OK"), ([0, 1, 2], "OK"), ([0], "AXES_COUNT")]),
    ("rank_0_noop", 0, 1, 0, [([], "AXES_COUNT"), ([0, 1, 2], "OK")]),
    ("rank_3", 0, 0, 3, [([], "AXES_COUNT"), ([0], "AXES_COUNT")]),
    ("rank_3_noop", 0, 1, 3, [([], "OK"), ([0], "AXES_COUNT")]),
    ("openvino", 1, 1, 3, [([], "OK"), ([2, 0], "OK"), ([200], "AXIS_RANGE")]),
]


def compile_model(name, keepdims, noop, rank, directory):
    """Returns the library and the statuses by name, from the header."""
    if name == "openvino":
        path = os.path.join(directory, name + ".xml")
        with open(path, "w") as file:
            file.write(OPENVINO)
    else:
        path = os.path.join(directory, name + ".onnx")
        text = ONNX.format(name=name, keepdims=keepdims, noop=noop, dims="dim { } " * rank)
        command = ["protoc", "--encode=onnx.ModelProto", "-I/usr/include"]
        with open(path, "wb") as file:
            subprocess.run(
                command + ["onnx/onnx.proto"], input=text.encode(), stdout=file, check=True
            )
    library = os.path.join(directory, name + ".so")
    subprocess.run(["reduce-compile", path, "-o", library], check=True)
    with open(os.path.join(directory, name + ".h")) as file:
        statuses = re.findall(r"REDUCE_STATUS_(\w+) = (\d+)", file.read())
    return ctypes.CDLL(library), {name: int(value) for name, value in statuses}


def find_mistake(function, statuses, axes, status, keepdims, noop, rank):
    """Returns the error of a call, or None."""
    # Each element is the minimum for some of the calls.
    data = np.random.default_rng([3, len(axes)]).standard_normal(SHAPE).astype(np.float32)
    axes_type = np.uint8 if function.__name__ == "openvino" else np.int64
    if status == "OK":
        dims = tuple(axes) if axes or noop else None
        expected = np.min(data, dims, keepdims=keepdims == 1) if dims != () else data
    else:
        expected = np.full([1] * rank, 77, np.float32)
    expected = np.asarray(expected)
    out = np.full(expected.shape, 77, np.float32)
    actual = guarded.call(function, [data, np.array(axes, axes_type), out])
    if actual != statuses[status]:
        return f"expected status {statuses[status]}, got {actual}"
    if not np.array_equal(out, expected):
        return f"expected {expected.tolist()}, got {out.tolist()}"
    return None


def main():
    calls = failures = 0
    for name, keepdims, noop, rank, lists in MODELS:
        library, statuses = compile_model(name, keepdims, noop, rank, sys.argv[1])
        for axes, status in lists:
            mistake = find_mistake(
                getattr(library, name), statuses, axes, status, keepdims, noop, rank
            )
            calls += 1
            if mistake:
                failures += 1
                print(f"{name} {axes}: {mistake}")
    print(f"{calls} calls, {failures} failures")
    return 1 if failures or not calls else 0


if __name__ == "__main__":
    guarded.run(main)
