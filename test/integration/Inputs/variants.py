# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the tests that compare with numpy compile their functions, and what they
run them on."""

import concurrent.futures
import ctypes
import os
import subprocess
import sys

import emulated


def sve(bits):
    """Returns qemu's name for an AArch64 CPU with vectors of `bits` bits."""
    return f"max,sve-default-vector-length={bits // 8},sve{bits}=on"


def rvv(bits):
    """Returns qemu's name for a RISC-V CPU with vectors of `bits` bits."""
    return f"rv64,v=true,vext_spec=v1.0,vlen={bits}"


# Names of variants, and the options of each.
NATIVE = {
    "O2-native": ["-O2", "--mcpu=native"],
    "O2-baseline": ["-O2"],
    "O0-native": ["-O0", "--mcpu=native"],
}
# For other architectures also the CPUs, among them one with only the features
# in the options, if qemu has one.
EMULATED = {
    "aarch64": {
        "O2-baseline": (["-O2"], ["cortex-a53"]),
        "O2-sve": (["-O2", "--mattr=+sve"], ["a64fx", sve(128), sve(2048)]),
        "O2-sve2": (["-O2", "--mattr=+sve2,+bf16,+fullfp16"], [sve(256)]),
        "O2-neoverse-v1": (["-O2", "--mcpu=neoverse-v1"], [sve(256)]),
        "O0-baseline": (["-O0"], ["cortex-a53"]),
    },
    "riscv64": {
        "O2-baseline": (["-O2"], ["rv64,v=false"]),
        "O2-zfhmin": (["-O2", "--mattr=+zfhmin"], ["rv64,v=false,Zfhmin=true"]),
        "O2-v": (["-O2", "--mattr=+v"], [rvv(128), rvv(256), rvv(1024)]),
        "O2-zvl256b": (["-O2", "--mattr=+v,+zvl256b"], [rvv(256)]),
        "O2-zvl512b": (["-O2", "--mattr=+v,+zvl512b"], [rvv(512), rvv(1024)]),
        "O0-baseline": (["-O0"], ["rv64,v=false"]),
    },
}


def get_variants(machine):
    """Returns the name, options and CPUs of each variant."""
    if machine is None:
        return [(name, options, []) for name, options in NATIVE.items()]
    target = f"--target={machine}-linux-gnu"
    return [
        (name, [target, *options], cpus)
        for name, (options, cpus) in EMULATED[machine].items()
    ]


def load_libraries(source, directory, stem, machine=None, only=(), instead=None):
    """Compiles `source`, MLIR text, for each variant of this machine or of an emulated
    architecture, or only for those named in `only`, or for those of `instead`, options by name,
    on this machine; returns the libraries by name."""
    path = os.path.join(directory, f"{stem}.mlir")
    with open(path, "w") as file:
        file.write(source)

    def compile_variant(variant):
        name, options, _ = variant
        library = os.path.abspath(os.path.join(directory, f"{stem}-{name}.so"))
        command = ["reduce-compile", path, "-o", library, *options]
        return library, subprocess.run(command).returncode

    if instead:
        variants = [(name, options, []) for name, options in instead.items()]
    else:
        variants = [v for v in get_variants(machine) if not only or v[0] in only]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(compile_variant, variants))
    if any(status for _, status in results):
        sys.exit(f"error: cannot compile {path}")
    libraries = {}
    driver = emulated.build_driver(machine, directory) if machine else None
    for (name, _, cpus), (library, _) in zip(variants, results):
        if machine is None:
            libraries[name] = ctypes.CDLL(library)
        for cpu in cpus:
            libraries[f"{name} on {cpu}"] = emulated.Library(library, machine, cpu, driver)
    return libraries
