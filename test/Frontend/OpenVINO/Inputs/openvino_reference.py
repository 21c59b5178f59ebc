# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs OpenVINO's own test cases of ReduceMin.

Each case is a model and its constants, built here. One library has them all. Prints for
each element type how many cases gave OpenVINO's expected result.
"""

import itertools
import os
import subprocess
import tempfile

import numpy as np
from reduce_library import Library, StatusError

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
<net name="{function}" version="11">
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


class Model:
    """A case for one element type, the function `name` of the library."""

    def __init__(self, name, case, keep_dims, element_type):
        self.name, self.case, self.keep_dims = name, case, keep_dims
        self.type, self.precision, self.dtype = element_type
        shape, axes, _ = case
        self.result_shape = [
            1 if dim in axes else extent
            for dim, extent in enumerate(shape)
            if keep_dims or dim not in axes
        ]

    def write(self, folder):
        """Returns the path of the model."""
        shape, axes, _ = self.case
        path = os.path.join(folder, self.name)
        with open(path + ".xml", "w") as file:
            file.write(
                MODEL.format(
                    function=self.name,
                    shape=",".join(map(str, shape)),
                    type=self.type,
                    precision=self.precision,
                    dims=make_dims(shape),
                    num_axes=len(axes),
                    size=8 * len(axes),
                    keep_dims=str(self.keep_dims).lower(),
                    result_dims=make_dims(self.result_shape),
                )
            )
        np.array(axes, "<i8").tofile(path + ".bin")
        return path + ".xml"

    def find_mistake(self, library):
        """Returns the error in the result, or None."""
        shape, _, elements = self.case
        identity = get_identity(self.dtype)
        expected = np.array(
            [identity if element is None else element for element in elements], self.dtype
        ).reshape(self.result_shape)
        data = np.arange(1, np.prod(shape, dtype=int) + 1).astype(self.dtype)
        try:
            actual = getattr(library, self.name)(data.reshape(shape))
        except StatusError as error:
            return str(error)
        if (actual.dtype, actual.shape) != (expected.dtype, expected.shape):
            return f"got {actual.dtype} {actual.shape}"
        if not np.array_equal(actual, expected):
            return f"expected {expected.tolist()}, got {actual.tolist()}"
        return None


def main():
    cases = itertools.product(TYPES, CASES, [True, False])
    models = [
        Model(f"reference{number}", case, keep_dims, element_type)
        for number, (element_type, case, keep_dims) in enumerate(cases)
    ]
    with tempfile.TemporaryDirectory() as folder:
        paths = [model.write(folder) for model in models]
        subprocess.run(["reduce-compile", *paths, "-o", f"{folder}/reference.so"], check=True)
        library = Library(f"{folder}/reference.so")
    for name, _, _ in TYPES:
        own = [model for model in models if model.type == name]
        passed = 0
        for model in own:
            mistake = model.find_mistake(library)
            if mistake:
                print(f"{name} {model.case} keep_dims={model.keep_dims}: {mistake}")
            passed += mistake is None
        print(f"{name}: {passed} of {len(own)} as expected")


main()
