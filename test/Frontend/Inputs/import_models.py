# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports ONNX models and prints what reduce-translate says to each.

usage: import_models.py FILE...

A FILE is a model, or a test that holds any number of models in protobuf's text
format, each after a line "# ----- NAME". For each model this prints
"NAME: status STATUS" and then all output of reduce-translate, for FileCheck to
compare with the comments around the model. What was imported must also parse.
"""

import os
import re
import subprocess
import sys
import tempfile

ENCODE = ["protoc", "--encode=onnx.ModelProto", "-I/usr/include", "onnx/onnx.proto"]


def run(command, folder, text=""):
    return subprocess.run(
        command,
        input=text.encode(),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def encode(text):
    result = subprocess.run(ENCODE, input=text.encode(), capture_output=True)
    if result.returncode != 0:
        sys.exit(result.stderr.decode())
    return result.stdout


def import_model(name, model, folder):
    # A fixed name, so that locations are the same on every machine.
    with open(os.path.join(folder, "model.onnx"), "wb") as file:
        file.write(model)
    result = run(["reduce-translate", "--import-onnx", "model.onnx"], folder)
    text = result.stdout.decode()
    print(f"{name}: status {result.returncode}")
    print(text, flush=True)
    if result.returncode == 0:
        parsed = run(["reduce-opt", "--verify-roundtrip"], folder, text)
        if parsed.returncode != 0:
            sys.exit(f"{name}: the text does not parse:\n{parsed.stdout.decode()}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for path in sys.argv[1:]:
            with open(path, "rb") as file:
                content = file.read()
            if path.endswith(".onnx"):
                name = os.path.basename(os.path.dirname(path))
                import_model(name, content, folder)
                continue
            parts = re.split(
                r"^# ----- (\S+)$", content.decode(), flags=re.MULTILINE
            )
            for name, text in zip(parts[1::2], parts[2::2]):
                import_model(name, encode(text), folder)


if __name__ == "__main__":
    main()
