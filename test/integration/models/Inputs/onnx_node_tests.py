# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs ONNX's own tests of ReduceMin and ReduceProd.

Each model is run by reduce-run, once compiled in memory and once as a library
by reduce-compile, on the inputs of a folder of tests, and compared with
the outputs there.
"""

import argparse
import glob
import os
import subprocess
import sys

import numpy as np

# TensorProto.DataType
DTYPES = {1: "<f4", 6: "<i4", 7: "<i8", 9: "|b1", 11: "<f8"}


def read_varint(data, offset):
    value = shift = 0
    while True:
        byte = data[offset]
        offset += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, offset
        shift += 7


def read_fields(data):
    """Yields (field number, value) of a protobuf message."""
    offset = 0
    while offset < len(data):
        key, offset = read_varint(data, offset)
        kind = key & 7
        if kind == 0:
            value, offset = read_varint(data, offset)
        elif kind == 2:
            length, offset = read_varint(data, offset)
            value = data[offset : offset + length]
            offset += length
        else:
            size = {1: 8, 5: 4}[kind]
            value = data[offset : offset + size]
            offset += size
        yield key >> 3, value


def read_tensor(path):
    """Returns the TensorProto in a file as an array, read without the code that
    is tested."""
    with open(path, "rb") as file:
        data = file.read()
    dims, floats, raw, dtype = [], b"", None, None
    for number, value in read_fields(data):
        if number == 1 and isinstance(value, int):
            dims.append(value)
        elif number == 1:
            while value:
                dim, offset = read_varint(value, 0)
                dims.append(dim)
                value = value[offset:]
        elif number == 2:
            dtype = DTYPES[value]
        elif number == 4:
            floats += value
        elif number == 9:
            raw = value
    if raw is None:
        assert dtype == "<f4"
        raw = floats
    return np.frombuffer(raw, dtype).reshape(dims)


def difference(name, expected, actual):
    """Returns how two outputs differ, or None."""
    if (expected.dtype, expected.shape) != (actual.dtype, actual.shape):
        return (
            f"expected {expected.dtype} {expected.shape}, "
            f"got {actual.dtype} {actual.shape}"
        )
    if "_min_" in name:
        equal = expected.tobytes() == actual.tobytes()
    else:
        equal = np.allclose(actual, expected, rtol=1e-6, atol=0)
    return None if equal else f"expected {expected.tolist()}, got {actual.tolist()}"


def run(model, name, inputs, outputs, directory):
    """Runs `model` on files; returns what is wrong, or None."""
    results = [f"{directory}/{i}.npy" for i in range(len(outputs))]
    command = ["reduce-run", model]
    command += [f"--input={path}" for path in inputs]
    command += [f"--output={path}" for path in results]
    process = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    if process.returncode != 0:
        return process.stderr.strip()
    for output, result in zip(outputs, results):
        error = difference(name, read_tensor(output), np.load(result))
        os.remove(result)
        if error:
            return error
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", help="ONNX's folder of node tests")
    parser.add_argument("directory", help="where to write files")
    arguments = parser.parse_args()

    failures = runs = 0
    for operator in ["min", "prod"]:
        for case in sorted(glob.glob(f"{arguments.data}/test_reduce_{operator}_*")):
            name = os.path.basename(case)
            model = f"{case}/model.onnx"
            library = f"{arguments.directory}/{name}.so"
            subprocess.run(["reduce-compile", model, "-o", library], check=True)
            for data in sorted(glob.glob(f"{case}/test_data_set_*")):
                inputs = sorted(glob.glob(f"{data}/input_*.pb"))
                outputs = sorted(glob.glob(f"{data}/output_*.pb"))
                assert outputs, f"{data} has no outputs"
                for way, file in [("model", model), ("library", library)]:
                    error = run(file, name, inputs, outputs, arguments.directory)
                    print(f"{name} {way}: {error or 'good'}")
                    failures += error is not None
                    runs += 1
    print(f"{runs} runs, {failures} failures")
    return 1 if failures or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
