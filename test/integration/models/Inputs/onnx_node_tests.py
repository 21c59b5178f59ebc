# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs ONNX's own tests of ReduceMin and ReduceProd.

Each model is run by reduce-run, once compiled in memory and once from a library that
reduce-compile made of all models, on the inputs of a folder of tests, and compared
with the outputs there.
"""

import argparse
import glob
import os
import subprocess
import sys

import numpy as np
import onnx
from onnx import numpy_helper


def read_tensor(path):
    """Returns the TensorProto in a file as an array, without using the code under
    test."""
    return numpy_helper.to_array(onnx.load_tensor(path))


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
    """Runs `model`, words of a command, on files; returns an error, or None."""
    results = [f"{directory}/{i}.npy" for i in range(len(outputs))]
    command = ["reduce-run", *model]
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
    cases = [
        case
        for operator in ["min", "prod"]
        for case in sorted(glob.glob(f"{arguments.data}/test_reduce_{operator}_*"))
    ]
    library = f"{arguments.directory}/models.so"
    models = [f"{case}/model.onnx" for case in cases]
    subprocess.run(["reduce-compile", *models, "-o", library], check=True)
    for case, model in zip(cases, models):
        # The function, too, has this name.
        name = os.path.basename(case)
        ways = {"model": [model], "library": [library, f"--function={name}"]}
        for data in sorted(glob.glob(f"{case}/test_data_set_*")):
            inputs = sorted(glob.glob(f"{data}/input_*.pb"))
            outputs = sorted(glob.glob(f"{data}/output_*.pb"))
            assert outputs, f"{data} has no outputs"
            for way, words in ways.items():
                error = run(words, name, inputs, outputs, arguments.directory)
                print(f"{name} {way}: {error or 'good'}")
                failures += error is not None
                runs += 1
    print(f"{runs} runs, {failures} failures")
    return 1 if failures or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
