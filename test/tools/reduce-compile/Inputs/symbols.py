# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks which symbols compiled functions define and need.

Compiles reductions of every element type, along rows and along columns, in order and
in any order, for every architecture. An object file may only need libc's memory
functions and, with threads, OpenMP, and must define nothing but the interface.
With --all, there are also functions of unknown shapes, which takes minutes; with
--few, of integers only the types for which code differs most.
"""

import subprocess
import sys

TYPES = "f16 bf16 f32 f64 i1 i8 i16 i32 i64 ui8 ui16 ui32 ui64".split()
if "--few" in sys.argv:
    TYPES = "f16 bf16 f64 i1 i64".split()
SUFFIXES = ["", "_output_shapes", "_signature", "_status_string"]
LIBC = {"free", "malloc", "memcpy", "memmove", "memset"}
OPENMP = {
    "__kmpc_for_static_fini",
    "__kmpc_for_static_init_8u",
    "__kmpc_fork_call",
    "__kmpc_global_thread_num",
    "__kmpc_push_num_threads",
}
TARGETS = [
    ["--target=x86_64-linux-gnu"],
    ["--target=x86_64-linux-gnu", "-O0"],
    ["--target=x86_64-linux-gnu", "--mcpu=x86-64-v2"],
    ["--target=x86_64-linux-gnu", "--mcpu=x86-64-v3", "-g"],
    ["--target=x86_64-linux-gnu", "--mcpu=x86-64-v4", "--threads=2"],
    ["--target=aarch64-linux-gnu", "-O0", "--threads=2"],
    ["--target=riscv64-linux-gnu"],
    ["--target=riscv64-linux-gnu", "--mattr=+v"],
    ["--target=loongarch64-linux-gnu"],
    ["--target=powerpc64le-linux-gnu"],
]

FUNCTION = """
func.func @{name}(%data: tensor<{shape}x{type}>) -> (tensor<{row}x{type}>, tensor<{column}x{type}>) {{
  %0 = reduce.{op} %data axes = [1]{order} : tensor<{shape}x{type}> -> tensor<{row}x{type}>
  %1 = reduce.{op} %data axes = [0]{order} : tensor<{shape}x{type}> -> tensor<{column}x{type}>
  return %0, %1 : tensor<{row}x{type}>, tensor<{column}x{type}>
}}
"""


def write_functions(path):
    """Writes all functions; returns their names."""
    names = []
    with open(path, "w", encoding="utf-8") as file:
        for element in TYPES:
            for op, order in (("min", ""), ("prod", ""), ("prod", " strict_order")):
                if element == "i1" and op == "prod" or order and element[0] in "iu":
                    continue
                shapes = [("known", "300", "4000"), ("unknown", "?", "?")]
                for kind, row, column in shapes if "--all" in sys.argv else shapes[:1]:
                    names.append(f"{op}{order.strip()}_{element}_{kind}")
                    shape = f"{row}x{column}"
                    file.write(
                        FUNCTION.format(
                            name=names[-1], shape=shape, type=element, op=op,
                            order=order, row=row, column=column,
                        )
                    )
    return names


def list_symbols(path, option):
    command = ["llvm-nm", "--extern-only", "--format=just-symbols", option, path]
    output = subprocess.run(command, check=True, capture_output=True, text=True)
    return set(output.stdout.split())


names = write_functions("functions.mlir")
interface = {name + suffix for name in names for suffix in SUFFIXES}
interface |= {f"{name}_data" for name in names if name.endswith("_known")}
failures = 0
for options in TARGETS:
    subprocess.run(["reduce-compile", "functions.mlir", "-o", "functions.o", *options], check=True)
    has_threads = any(option.startswith("--threads") for option in options)
    known = LIBC | (OPENMP if has_threads else set())
    # The assembler's name for the address of the global offset table.
    needed = list_symbols("functions.o", "--undefined-only") - {"_GLOBAL_OFFSET_TABLE_", ".TOC."}
    defined = list_symbols("functions.o", "--defined-only")
    if not needed <= known:
        print(*options, "needs", *sorted(needed - known))
        failures += 1
    if defined != interface:
        print(*options, "defines", *sorted(defined ^ interface))
        failures += 1
print(f"{len(names)} functions, {len(TARGETS)} targets, {failures} failures")
sys.exit(failures != 0)
