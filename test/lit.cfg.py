# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Configuration of lit for this project's tests; loaded by lit.site.cfg.py of
# the build tree, which says where tools and sources are.

import os
import shutil

import lit.formats

config.name = "Reduce"
# The internal shell runs "not" and pipes alike on every machine.
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".c"]
config.excludes = ["Inputs", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.reduce_obj_root, "test")

if config.sanitize:
    # LLVM's allocators mark their memory in our code, which is instrumented, and
    # do not in LLVM's shared libraries, which share it and are not.
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0:allow_user_poisoning=0"

tools = os.path.join(config.reduce_obj_root, "bin")
config.environment["PATH"] = os.pathsep.join(
    [tools, config.llvm_tools_dir, config.environment["PATH"]]
)

config.substitutions += [
    ("%reduce_src_root", config.reduce_src_root),
    ("%reduce_obj_root", config.reduce_obj_root),
    ("%python", config.python),
    ("%host_cc", config.host_cc),
    ("%host_cxx", config.host_cxx),
]

# ONNX models in tests are protobuf's text format, readable beside the test.
encode_onnx = "protoc --encode=onnx.ModelProto -I/usr/include onnx/onnx.proto"
config.substitutions += [
    ("%encode_onnx", encode_onnx),
    ("%onnx_testdata", "/usr/share/libonnx-testdata/data/node"),
    # Imports each of the models in a file, between lines "# ----- NAME".
    (
        "%import_models",
        f"{config.python} {config.test_source_root}/Frontend/Inputs/import_models.py",
    ),
]

# Prints what the inner loops of assembly are made of.
config.substitutions += [
    (
        "%vector_loops",
        f"{config.python} {config.test_source_root}/CodeGen/Inputs/vector_loops.py",
    ),
]

# Machines that are emulated, where there is all that their tests need.
for machine in ("aarch64", "riscv64"):
    programs = (f"qemu-{machine}", "clang-22", "ld.lld-22")
    if all(map(shutil.which, programs)) and os.path.exists(f"/usr/{machine}-linux-gnu/include"):
        config.available_features.add(f"qemu-{machine}")
