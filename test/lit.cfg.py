# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Configuration of lit for this project's tests; loaded by lit.site.cfg.py of
# the build tree, which says where tools and sources are.

import os
import platform
import shutil

import lit.formats

config.name = "Reduce"
# The internal shell runs "not" and pipes alike on every machine.
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".c"]
config.excludes = ["Inputs", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.reduce_obj_root, "test")

if shutil.which("valgrind"):
    config.available_features.add("valgrind")

if config.sanitize:
    # LLVM's allocators mark their memory in our code, which is instrumented, and
    # do not in LLVM's shared libraries, which share it and are not.
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0:allow_user_poisoning=0"

config.environment["PATH"] = os.pathsep.join(
    [config.reduce_tools_dir, config.llvm_tools_dir, config.environment["PATH"]]
)

if (platform.system(), platform.machine()) == ("Linux", "x86_64"):
    config.available_features.add("x86-64-linux")
# Runs programs as on CPUs that have less than this one.
if shutil.which("qemu-x86_64"):
    config.available_features.add("qemu-x86_64")

config.substitutions += [
    ("%reduce_src_root", config.reduce_src_root),
    ("%reduce_obj_root", config.reduce_obj_root),
    ("%reduce_version", config.reduce_version),
    ("%python", config.python),
    ("%host_cc", config.host_cc),
    ("%host_cxx", config.host_cxx),
]

# CMake projects that use this one. Both stay out of the system, and each test has
# trees of its own.
config.substitutions += [
    (
        "%configure",
        f"{config.cmake_command} -G Ninja -DCMAKE_BUILD_TYPE=Release"
        f" -DCMAKE_C_COMPILER={config.host_cc}"
        f" -DCMAKE_CXX_COMPILER={config.host_cxx}",
    ),
    ("%cmake", config.cmake_command),
    ("%cpack", config.cpack_command),
    ("%llvm_root", os.path.dirname(config.llvm_tools_dir)),
]
# What is installed and packaged is a release.
if config.build_type == "Release" and not config.sanitize:
    config.available_features.add("release-build")
# What passes count is shown by a tool that only debug builds have.
if config.build_type == "Debug":
    config.available_features.add("statistics")
if shutil.which("dpkg-shlibdeps") and shutil.which("file"):
    config.available_features.add("dpkg")
if not config.help2man.endswith("NOTFOUND"):
    config.available_features.add("help2man")

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

# MLIR's own mlir-opt, with this project as a plugin.
plugin = os.path.join(config.reduce_obj_root, "lib", "ReducePlugin.so")
config.substitutions += [
    (
        "%mlir_opt_plugin",
        f"mlir-opt --load-dialect-plugin={plugin} --load-pass-plugin={plugin}",
    ),
]

# Prints what the inner loops of assembly are made of.
config.substitutions += [
    (
        "%vector_loops",
        f"{config.python} {config.test_source_root}/CodeGen/Inputs/vector_loops.py",
    ),
]

# What programs that mlir-runner runs print with.
libraries = os.path.join(os.path.dirname(config.llvm_tools_dir), "lib")
config.substitutions += [
    (
        "%mlir_c_runner_utils",
        os.path.join(libraries, "libmlir_c_runner_utils.so"),
    ),
]
# Machines that are emulated, where there is all that their tests need.
for machine in ("aarch64", "riscv64"):
    programs = (f"qemu-{machine}", "clang-22", "ld.lld-22")
    if all(map(shutil.which, programs)) and os.path.exists(f"/usr/{machine}-linux-gnu/include"):
        config.available_features.add(f"qemu-{machine}")
