# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes ONNX's node tests of ReduceMin-18, ReduceMin-20 and ReduceProd-18.

They are in the same folders and files as in ONNX's releases, with the same bytes:
NAME/model.onnx, NAME/test_data_set_0/input_N.pb and output_0.pb. With
--axes=initializer, axes are also an initializer, so they are constant and have no
file.
"""

import argparse
import os
import subprocess

import numpy as np

FLOAT, INT64, BOOL = 1, 7, 9
ELEMENT_TYPES = {"float32": FLOAT, "int64": INT64, "bool": BOOL}
OPERATORS = {
    "min": ("ReduceMin", np.minimum, np.inf),
    "prod": ("ReduceProd", np.multiply, 1),
}


class Case:
    def __init__(self, name, data, axes, keepdims, opset):
        self.name = name
        self.operator, function, identity = OPERATORS[name.split("_")[2]]
        self.data = data
        self.axes = None if axes is None else np.array(axes, np.int64)
        self.keepdims = keepdims
        self.opset = opset
        if data.size == 0:
            # The minimum has no identity in numpy.
            self.reduced = np.full((2, 1, 4), identity, data.dtype)
        else:
            dims = None if axes is None else tuple(axes)
            self.reduced = function.reduce(data, dims, keepdims=keepdims == 1)


def make_cases():
    examples = {
        "min": [5, 1, 20, 2, 30, 1, 40, 2, 55, 1, 60, 2],
        "prod": range(1, 13),
    }
    np.random.seed(0)
    random = np.random.uniform(-10, 10, (3, 2, 2)).astype(np.float32)
    for operator, example in examples.items():
        example = np.array(example, np.float32).reshape(3, 2, 2)
        for kind, axes, keepdims in [
            ("default_axes_keepdims", None, 1),
            ("do_not_keepdims", [1], 0),
            ("keepdims", [1], 1),
            ("negative_axes_keepdims", [-2], 1),
        ]:
            for values, data in [("example", example), ("random", random)]:
                name = f"test_reduce_{operator}_{kind}_{values}"
                yield Case(name, data, axes, keepdims, 18)
        nothing = np.zeros((2, 0, 4), np.float32)
        opset = 20 if operator == "min" else 18
        yield Case(f"test_reduce_{operator}_empty_set", nothing, [1], 1, opset)
    bools = np.array([[True, True], [True, False], [False, True], [False, False]])
    yield Case("test_reduce_min_bool_inputs", bools, [1], 1, 20)


def make_tensor(name, array):
    """Returns a TensorProto in text format."""
    dims = " ".join(f"dims: {extent}" for extent in array.shape)
    raw = "".join(f"\\{byte:03o}" for byte in array.tobytes())
    element_type = ELEMENT_TYPES[array.dtype.name]
    return f'{dims} data_type: {element_type} name: "{name}" raw_data: "{raw}"'


def make_value_info(name, array):
    dims = " ".join(f"dim {{ dim_value: {extent} }}" for extent in array.shape)
    element_type = ELEMENT_TYPES[array.dtype.name]
    return (
        f'name: "{name}" type {{ tensor_type {{ elem_type: {element_type}'
        f" shape {{ {dims} }} }} }}"
    )


def make_model(case, axes_are_constant):
    """Returns a ModelProto in text format."""
    axes_input = "" if case.axes is None else 'input: "axes"'
    text = f"""
        ir_version: {9 if case.opset == 20 else 8} producer_name: "backend-test"
        graph {{
          node {{
            input: "data" {axes_input} output: "reduced"
            op_type: "{case.operator}"
            attribute {{ name: "keepdims" i: {case.keepdims} type: INT }}
          }}
          name: "{case.name}"
          input {{ {make_value_info("data", case.data)} }}
          output {{ {make_value_info("reduced", case.reduced)} }}
    """
    if case.axes is not None:
        text += f'input {{ {make_value_info("axes", case.axes)} }}\n'
        if axes_are_constant:
            text += f'initializer {{ {make_tensor("axes", case.axes)} }}\n'
    return text + f'}} opset_import {{ domain: "" version: {case.opset} }}'


def write(path, message, text):
    command = ["protoc", f"--encode=onnx.{message}", "-I/usr/include", "onnx/onnx.proto"]
    with open(path, "wb") as file:
        subprocess.run(command, input=text.encode(), stdout=file, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", help="where to write the tests")
    parser.add_argument("--axes", choices=["input", "initializer"], default="input")
    arguments = parser.parse_args()
    axes_are_constant = arguments.axes == "initializer"
    for case in make_cases():
        folder = os.path.join(arguments.directory, case.name)
        data = os.path.join(folder, "test_data_set_0")
        os.makedirs(data)
        write(f"{folder}/model.onnx", "ModelProto", make_model(case, axes_are_constant))
        write(f"{data}/input_0.pb", "TensorProto", make_tensor("data", case.data))
        if case.axes is not None and not axes_are_constant:
            write(f"{data}/input_1.pb", "TensorProto", make_tensor("axes", case.axes))
        write(f"{data}/output_0.pb", "TensorProto", make_tensor("reduced", case.reduced))


if __name__ == "__main__":
    main()
