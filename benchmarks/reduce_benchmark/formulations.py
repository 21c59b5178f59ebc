# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles loops for other processors than this machine's: ours, others with the same
results, and pure reading. llvm-mca says how fast each is."""

import concurrent.futures
import os
import re
import shutil

from . import loops, nan_mask, ours
from .bound import READ, get_rate_cells
from .compile import BenchmarkError, run
from .roofline import find_hot_loop, simulate

OUR_FORMULATION = "ours"
CLANG_FORMULATION = "clang"
FORMULATIONS = (OUR_FORMULATION, CLANG_FORMULATION, nan_mask.CANDIDATE)
# Reading has no operator and type.
READ_ROW = (READ, "")

CLANG = "clang++-22"
ARM = re.compile("neoverse|cortex|apple|ampere|thunderx|a64fx")

# An OR of all bytes, in eight accumulators. The size is a multiple of theirs.
READ_PROGRAM = """typedef unsigned long long V __attribute__((vector_size({vector_bytes})));

extern "C" void read(const V *x, long count, V *y) {{
  V acc[8] = {{}};
  for (long i = 0; i < count; i += 8)
    for (int v = 0; v < 8; ++v) acc[v] |= x[i + v];
  for (int v = 1; v < 8; ++v) acc[0] |= acc[v];
  *y = acc[0];
}}
"""


def get_triple(cpu):
    return "aarch64-linux-gnu" if ARM.match(cpu) else "x86_64-linux-gnu"


def get_clang(cpu):
    """Returns a call of clang for a processor, without the headers of its libraries."""
    triple = get_triple(cpu)
    command = [CLANG, f"--target={triple}", "-O3", "-w", "-ffreestanding"]
    if triple.startswith("x86"):
        return [*command, f"-march={cpu}", "-mprefer-vector-width=512", "-masm=intel"]
    return [*command, f"-mcpu={cpu}"]


def parse_vector_bytes(macros):
    """Returns the size of the vectors of a processor from clang's macros. Those of SVE
    have no fixed size; NEON does the same work."""
    for macro, size in (("__AVX512F__", 64), ("__AVX__", 32)):
        if f"#define {macro} " in macros:
            return size
    return 16


def get_vector_bytes(cpu):
    return parse_vector_bytes(run([*get_clang(cpu), "-dM", "-E", "-xc++", os.devnull]))


def compile_ours(compiler, options, stem, row, cpu):
    """Writes assembly of our full reduction to `stem`.s."""
    with open(stem + ".mlir", "w", encoding="utf-8") as file:
        file.write(ours.get_module(get_rate_cells(*row)[-1:], False))
    triple = get_triple(cpu)
    command = [compiler, stem + ".mlir", f"--target={triple}", f"--mcpu={cpu}", "--emit=asm"]
    # Intel's syntax has the sizes of operands.
    command += ["--mllvm=-x86-asm-syntax=intel"] * triple.startswith("x86")
    run([*command, "-o", stem + ".s", *options])


def get_program(row, kind, vector_bytes):
    """Returns C++ of a full reduction, or of pure reading."""
    if row == READ_ROW:
        return READ_PROGRAM.format(vector_bytes=vector_bytes)
    module = nan_mask if kind == nan_mask.CANDIDATE else loops
    return module.get_program(get_rate_cells(*row)[-1:], vector_bytes)


def compile_clang(stem, program, cpu):
    """Writes clang's assembly of a program to `stem`.s."""
    with open(stem + ".cpp", "w", encoding="utf-8") as file:
        file.write(program)
    run([*get_clang(cpu), "-DFAST=0", "-S", stem + ".cpp", "-o", stem + ".s"])


class Simulator:
    """Asks llvm-mca for the speeds of loops, each compiled into a file of `folder`."""

    def __init__(self, compiler, options, folder, cpus):
        self.compiler = compiler
        self.options = options
        self.folder = folder
        self.has_clang = shutil.which(CLANG) is not None
        self.vector_bytes = {cpu: get_vector_bytes(cpu) for cpu in cpus} if self.has_clang else {}

    def simulate(self, row, cpu, kind):
        """Returns the speed of one loop."""
        stem = os.path.join(self.folder, "-".join([kind, *filter(None, row), cpu]))
        if kind == OUR_FORMULATION:
            compile_ours(self.compiler, self.options, stem, row, cpu)
        else:
            compile_clang(stem, get_program(row, kind, self.vector_bytes[cpu]), cpu)
        with open(stem + ".s", encoding="utf-8") as file:
            loop = find_hot_loop(file.read())
        return simulate(loop, get_triple(cpu), cpu, stem + ".loop.s")

    def simulate_all(self, rows, cpus, progress):
        """Returns speeds by row, processor and kind of loop. Omits what llvm-mca cannot
        simulate, and notes that in `progress`."""
        tasks = [(row, cpu, OUR_FORMULATION) for row in rows for cpu in cpus]
        if self.has_clang:
            tasks += [(row, cpu, CLANG_FORMULATION) for row in [*rows, READ_ROW] for cpu in cpus]
            with_mask = [row for row in rows if nan_mask.fits(*row)]
            tasks += [(row, cpu, nan_mask.CANDIDATE) for row in with_mask for cpu in cpus]
        else:
            progress.note(f"{CLANG} is not installed")
        speeds = {}
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as executor:
            jobs = {executor.submit(self.simulate, *task): task for task in tasks}
            for number, job in enumerate(concurrent.futures.as_completed(jobs), 1):
                progress.show(f"simulating, {number} of {len(jobs)}")
                row, cpu, kind = jobs[job]
                try:
                    speeds[row, cpu, kind] = job.result()
                except BenchmarkError as error:
                    progress.note(f"{' '.join(filter(None, row))}, {cpu}, {kind}: {error}")
        return speeds
