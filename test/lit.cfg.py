# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# lit configuration of this project's tests; loaded by lit.site.cfg.py in the
# build tree, which contains the locations of tools and sources.

import importlib.util
import os
import platform
import shutil
import subprocess

import lit.formats

config.name = "Reduce"
# The internal shell runs "not" and pipes in the same way on every machine.
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".c"]
config.excludes = ["Inputs", "lit.cfg.py", "lit.site.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.reduce_obj_root, "test")

# Benchmarks draw plots if it is installed.
if importlib.util.find_spec("matplotlib"):
    config.available_features.add("matplotlib")
if shutil.which("valgrind"):
    config.available_features.add("valgrind")

if config.sanitize:
    config.available_features.add("sanitizers")
    # LLVM's allocators poison their memory in our instrumented code, but not in
    # LLVM's shared libraries, which use the same memory. With its records of
    # libraries' TLS, GCC 12's leak check crashes if OpenMP's threads exist;
    # without them, it finds pointers in fewer places.
    config.environment["ASAN_OPTIONS"] = (
        "detect_leaks=1:allow_user_poisoning=0:intercept_tls_get_addr=0"
    )
    config.environment["UBSAN_OPTIONS"] = "print_stacktrace=1"
    suppressions = os.path.join(config.test_source_root, "lsan-suppressions.txt")
    config.environment["LSAN_OPTIONS"] = f"suppressions={suppressions}:print_suppressions=0"

config.environment["PATH"] = os.pathsep.join(
    [config.reduce_tools_dir, config.llvm_tools_dir, config.environment["PATH"]]
)

# Stock mlir-opt loads the plugin. In a build with sanitizers, their runtimes
# must be loaded first.
config.loads_plugin = not config.sanitize
if config.sanitize:
    runtimes = [
        subprocess.check_output([config.host_cxx, f"-print-file-name={name}"], text=True).strip()
        for name in ("libasan.so", "libubsan.so")
    ]
    # Compilers without such libraries only print the name.
    config.loads_plugin = all(map(os.path.isabs, runtimes))
if config.sanitize and config.loads_plugin:
    wrappers = os.path.join(config.test_exec_root, "preloading")
    os.makedirs(wrappers, exist_ok=True)
    for name in ("mlir-opt", "mlir-opt-22"):
        path = os.path.join(wrappers, name)
        with open(path, "w", encoding="utf-8") as file:
            program = os.path.join(config.llvm_tools_dir, "mlir-opt")
            file.write("#!/bin/sh\n")
            file.write(f'LD_PRELOAD="{" ".join(runtimes)}" exec {program} "$@"\n')
        os.chmod(path, 0o755)
    config.environment["PATH"] = os.pathsep.join([wrappers, config.environment["PATH"]])

if (platform.system(), platform.machine()) == ("Linux", "x86_64"):
    config.available_features.add("x86-64-linux")
# Runs programs as on CPUs with fewer features than this one.
if shutil.which("qemu-x86_64"):
    config.available_features.add("qemu-x86_64")

# The folder of modules that several of the tests' programs share. After a cat
# or diff in a test, lit replaces it by its own folder.
config.environment["PYTHONPATH"] = os.pathsep.join(
    os.path.join(config.reduce_src_root, *folders)
    for folders in (
        ("test", "Inputs"),
        ("test", "Frontend", "Inputs"),
        ("test", "integration", "Inputs"),
        ("examples", "python"),
    )
)

# A test may do more if there is time (utils/run_tests.py).
if lit_config.params.get("tier") == "all":
    config.available_features.add("tier-all")

# Seed of random tests: a number, or "random" for a new one each time.
config.substitutions.append(("%seed", lit_config.params.get("seed", "1")))
config.substitutions += [
    ("%reduce_src_root", config.reduce_src_root),
    ("%reduce_obj_root", config.reduce_obj_root),
    ("%reduce_version", config.reduce_version),
    ("%python", config.python),
    ("%host_cc", config.host_cc),
    ("%host_cxx", config.host_cxx),
]

# Debian's packages of both implementations of MPI can be installed together. Open
# MPI refuses to start more ranks than there are processors, or as root.
if all(map(shutil.which, ("mpicc.openmpi", "mpirun.openmpi", "mpicc.mpich", "mpirun.mpich"))):
    config.available_features.add("mpi")
if os.path.exists("/usr/lib/python3/dist-packages/mpi4py"):
    config.available_features.add("mpi4py")
if os.path.exists("/usr/lib/python3/dist-packages/distributed"):
    config.available_features.add("dask")
config.substitutions.append(
    ("%openmpi_run", "mpirun.openmpi --oversubscribe --allow-run-as-root")
)

# Fuzzers are built by clang, with the sanitizers' package.
resources = os.path.join(os.path.dirname(config.llvm_tools_dir), "lib", "clang", "22")
config.has_fuzzer = os.path.exists(
    os.path.join(config.llvm_tools_dir, "clang++")
) and os.path.exists(os.path.join(resources, "include/fuzzer/FuzzedDataProvider.h"))
if os.path.exists(os.path.join(resources, "include/cpuid.h")):
    config.available_features.add("clang-headers")

# CMake projects that use this one. Both ignore the system's packages, and each
# test has its own build trees.
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
# Installed and packaged files are release builds.
if config.build_type == "Release" and not config.sanitize:
    config.available_features.add("release-build")
# A tool that only debug builds have prints the statistics of passes.
if config.build_type == "Debug":
    config.available_features.add("statistics")
if shutil.which("dpkg-shlibdeps") and shutil.which("file"):
    config.available_features.add("dpkg")
if not config.help2man.endswith("NOTFOUND"):
    config.available_features.add("help2man")

# ONNX models in tests are in protobuf's text format, readable in the test.
encode_onnx = "protoc --encode=onnx.ModelProto -I/usr/include onnx/onnx.proto"
config.substitutions += [
    ("%encode_onnx", encode_onnx),
    ("%onnx_testdata", "/usr/share/libonnx-testdata/data/node"),
    # Imports each model in a file, between lines "# ----- NAME".
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

# Prints the instructions of the inner loops in assembly.
config.substitutions += [
    (
        "%vector_loops",
        f"{config.python} {config.test_source_root}/CodeGen/Inputs/vector_loops.py",
    ),
]

# The libraries for printing in programs that mlir-runner runs.
libraries = os.path.join(os.path.dirname(config.llvm_tools_dir), "lib")
config.substitutions += [
    (
        "%mlir_c_runner_utils",
        os.path.join(libraries, "libmlir_c_runner_utils.so"),
    ),
]
# Emulated machines, if everything that their tests need is installed.
for machine in ("aarch64", "riscv64"):
    programs = (f"qemu-{machine}", "clang-22", "ld.lld-22")
    if all(map(shutil.which, programs)) and os.path.exists(f"/usr/{machine}-linux-gnu/include"):
        config.available_features.add(f"qemu-{machine}")
