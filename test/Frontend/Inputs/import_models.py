# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Imports ONNX and OpenVINO models and prints the output of reduce-translate.

usage: import_models.py FILE...

A FILE is an ONNX model, or a test that contains any number of models, each after a
line "# ----- NAME": ONNX models in protobuf's text format or OpenVINO models in
XML. A line "# BIN: FORMAT NUMBER..." among XML gives arguments of Python's struct.pack
for the .bin file. Lines with a # are not part of the XML and its line numbers.

For each model this prints "NAME: status STATUS" and then all output of
reduce-translate, for FileCheck to compare with the comments around the model.
The imported text must also parse.
"""

import os
import re
import struct
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


def split_xml(text):
    """Returns the XML in a part of a test, and the bytes of its .bin file."""
    lines = text.removeprefix("\n").splitlines(keepends=True)
    xml = "".join(line for line in lines if not line.startswith("#"))
    constants = b""
    for layout, numbers in re.findall(r"^# BIN: (\S+)(.*)$", text, re.MULTILINE):
        number = float if layout[-1] in "efd" else int
        constants += struct.pack(layout, *map(number, numbers.split()))
    return xml.encode(), constants


def import_model(name, translation, files, folder):
    # Fixed names, so that locations are the same on every machine.
    for file_name, content in files.items():
        with open(os.path.join(folder, file_name), "wb") as file:
            file.write(content)
    result = run(["reduce-translate", translation, next(iter(files))], folder)
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
                import_model(name, "--import-onnx", {"model.onnx": content}, folder)
                continue
            parts = re.split(
                r"^# ----- (\S+)$", content.decode(), flags=re.MULTILINE
            )
            for name, text in zip(parts[1::2], parts[2::2]):
                xml, constants = split_xml(text)
                if xml.startswith(b"<"):
                    files = {"model.xml": xml, "model.bin": constants}
                    import_model(name, "--import-openvino", files, folder)
                else:
                    files = {"model.onnx": encode(text)}
                    import_model(name, "--import-onnx", files, folder)


if __name__ == "__main__":
    main()
