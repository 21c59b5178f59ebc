# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs OpenVINO's own test cases of ReduceMin.

Each case is a model and its constants, built here, which reduce-run compiles and
runs. Prints for each element type how many cases gave OpenVINO's expected result.
"""

import itertools
import os
import subprocess
import tempfile

import numpy as np

# Shape of the data, which are 1, 2, 3 and so on; the axes; the expected
# elements in row-major order. None is the identity.
CASES = [
    ((2, 2), (0, 1), [1]),
    ((3, 2), (0,), [1, 2]),
    ((3, 2), (1,), [1, 3, 5]),
    ((3, 3, 3), (0,), [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ((3, 3, 3), (2,), [1, 4, 7, 10, 13, 16, 19, 22, 25]),
    ((3, 3, 3), (0, 1), [1, 2, 3]),
    ((3, 3, 3), (0, 1, 2), [1]),
    ((2, 0, 4), (1, 2), [None, None]),
    ((2, 0, 4), (2,), []),
]
# OpenVINO's name of each type, its precision and numpy's name.
TYPES = [
    ("f32", "FP32", np.float32),
    ("f16", "FP16", np.float16),
    ("i32", "I32", np.int32),
    ("u32", "U32", np.uint32),
    ("u64", "U64", np.uint64),
]

MODEL = """<?xml version="1.0"?>
<net name="reference" version="11">
  <layers>
    <layer id="0" name="data" type="Parameter" version="opset1">
      <data shape="{shape}" element_type="{type}"/>
      <output><port id="0" precision="{precision}">{dims}</port></output>
    </layer>
    <layer id="1" name="axes" type="Const" version="opset1">
      <data element_type="i64" shape="{num_axes}" offset="0" size="{size}"/>
      <output><port id="0" precision="I64"><dim>{num_axes}</dim></port></output>
    </layer>
    <layer id="2" name="min" type="ReduceMin" version="opset1">
      <data keep_dims="{keep_dims}"/>
      <input>
        <port id="0" precision="{precision}">{dims}</port>
        <port id="1" precision="I64"><dim>{num_axes}</dim></port>
      </input>
      <output><port id="2" precision="{precision}">{result_dims}</port></output>
    </layer>
    <layer id="3" name="result" type="Result" version="opset1">
      <input><port id="0" precision="{precision}">{result_dims}</port></input>
    </layer>
  </layers>
  <edges>
    <edge from-layer="0" from-port="0" to-layer="2" to-port="0"/>
    <edge from-layer="1" from-port="0" to-layer="2" to-port="1"/>
    <edge from-layer="2" from-port="2" to-layer="3" to-port="0"/>
  </edges>
</net>
"""


def make_dims(shape):
    return "".join(f"<dim>{extent}</dim>" for extent in shape)


def get_identity(dtype):
    if np.issubdtype(dtype, np.floating):
        return np.inf
    return np.iinfo(dtype).max


def find_mistake(case, keep_dims, element_type, folder):
    """Returns the error in the result of a case, or None."""
    shape, axes, elements = case
    name, precision, dtype = element_type
    result_shape = [
        1 if dim in axes else extent
        for dim, extent in enumerate(shape)
        if keep_dims or dim not in axes
    ]
    identity = get_identity(dtype)
    expected = np.array(
        [identity if element is None else element for element in elements], dtype
    ).reshape(result_shape)

    path = os.path.join(folder, "reference")
    with open(path + ".xml", "w") as file:
        file.write(
            MODEL.format(
                shape=",".join(map(str, shape)),
                type=name,
                precision=precision,
                dims=make_dims(shape),
                num_axes=len(axes),
                size=8 * len(axes),
                keep_dims=str(keep_dims).lower(),
                result_dims=make_dims(result_shape),
            )
        )
    np.array(axes, "<i8").tofile(path + ".bin")
    data = np.arange(1, np.prod(shape, dtype=int) + 1).astype(dtype)
    np.save(path + ".in.npy", data.reshape(shape))
    command = ["reduce-run", path + ".xml"]
    command += [f"--input={path}.in.npy", f"--output={path}.out.npy"]
    result = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if result.returncode != 0:
        return result.stderr
    actual = np.load(path + ".out.npy")
    if (actual.dtype, actual.shape) != (expected.dtype, expected.shape):
        return f"got {actual.dtype} {actual.shape}"
    if not np.array_equal(actual, expected):
        return f"expected {expected.tolist()}, got {actual.tolist()}"
    return None


def main():
    for element_type in TYPES:
        name = element_type[0]
        passed = 0
        for case, keep_dims in itertools.product(CASES, [True, False]):
            with tempfile.TemporaryDirectory() as folder:
                mistake = find_mistake(case, keep_dims, element_type, folder)
            if mistake:
                print(f"{name} {case} keep_dims={keep_dims}: {mistake}")
            else:
                passed += 1
        print(f"{name}: {passed} of {2 * len(CASES)} as expected")


main()
