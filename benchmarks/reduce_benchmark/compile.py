# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the measured code: the project, its reductions and those of its peers.

A library is made for each candidate, operator and element type, in parallel on all
processors. Its name contains a hash of everything that it is made from.
"""

import concurrent.futures
import hashlib
import itertools
import os
import shlex
import shutil
import subprocess
import sys
import time

from . import eigen, loops, nan_mask, ours, upstream

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "build")
LLVM_BIN = "/usr/lib/llvm-22/bin"
EIGEN_INCLUDE = "/usr/include/eigen3"

CLANG = ["clang++-22", "-O3", "-march=native", "-mprefer-vector-width=512", "-w"]
SHARED = ["-shared", "-fPIC"]

# Candidates whose code is generated for each cell, and libraries that are
# called.
GENERATED = ("upstream", "loops", "loops-fast", "eigen")
LIBRARIES = ("numpy", "onednn", "torch", "onnxruntime")
PEERS = GENERATED + LIBRARIES
ONNX_RUNTIME = os.path.join(BUILD, "peers", "libonnxruntime.so.1")


class BenchmarkError(Exception):
    """Ends a run with a message for the user."""


def run(command, **options):
    """Runs a command; prints its output only if it fails."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options
    )
    if done.returncode != 0:
        raise BenchmarkError(f"{shlex.join(command)} failed:\n{done.stdout[-3000:]}")
    return done.stdout


def build_project(with_peers):
    """Builds the default targets and, if requested, the peer libraries."""
    commands = [["cmake", "--preset", "default"], ["ninja", "-C", BUILD]]
    if with_peers:
        commands.append(["ninja", "-C", BUILD, "benchmark-peers"])
    for command in commands:
        # The build's output is not part of the report.
        if subprocess.run(command, cwd=ROOT, stdout=sys.stderr).returncode != 0:
            raise BenchmarkError(f"{' '.join(command)} failed")


class Toolchain:
    """Compiles groups of cells with one operator and element type."""

    def __init__(self, tools, folder, options):
        self.compiler = os.path.join(tools, "reduce-compile")
        self.folder = folder
        self.options = options
        os.makedirs(folder, exist_ok=True)
        # A rebuilt compiler requires new libraries.
        status = os.stat(self.compiler)
        self.compiler_key = f"{status.st_mtime_ns} {status.st_size}"
        self.compiler_time = status.st_mtime

    def find_missing(self, candidate):
        """Returns what a candidate is missing, or None."""
        if candidate == "threads":
            if "--threads" not in run([self.compiler, "--help"]):
                return "reduce-compile has no --threads"
        elif candidate in GENERATED:
            if not shutil.which(CLANG[0]):
                return "clang 22 is not installed"
            if candidate == "eigen" and not os.path.isdir(EIGEN_INCLUDE):
                return "Eigen is not installed"
            if candidate == "upstream" and not os.path.exists(f"{LLVM_BIN}/mlir-opt"):
                return "mlir-opt is not installed"
        elif candidate in LIBRARIES:
            if not os.path.exists(get_peer_path(candidate)):
                return f"{candidate} is not installed"
            if candidate == "onnxruntime" and not os.path.exists(ONNX_RUNTIME):
                return "ONNX Runtime is not installed"
        return None

    def compile(self, candidate, cells):
        """Returns the path of a library with the candidate's functions."""
        return getattr(self, "compile_" + candidate.replace("-", "_"))(cells)

    def compile_static(self, cells):
        return self.compile_ours("static", cells, False, [])

    def compile_dynamic(self, cells):
        return self.compile_ours("dynamic", cells, True, [])

    def compile_threads(self, cells):
        return self.compile_ours("threads", cells, False, ["--threads=2"])

    def compile_ours(self, name, cells, is_dynamic, options):
        command = [self.compiler, "{stem}.mlir", "-o", "{stem}.so", "--mcpu=native"]
        sources = {".mlir": ours.get_module(cells, is_dynamic)}
        command += self.options + options
        library = self.make(name, cells, sources, [command], self.compiler_key)
        # Remove libraries of an earlier compiler.
        prefix = os.path.basename(library).rsplit("-", 1)[0] + "-"
        for file in os.listdir(self.folder):
            path = os.path.join(self.folder, file)
            if file.startswith(prefix) and os.stat(path).st_mtime < self.compiler_time:
                os.remove(path)
        return library

    def compile_loops(self, cells):
        return self.compile_cxx("loops", cells, loops.get_program(cells), ["-DFAST=0"])

    def compile_loops_fast(self, cells):
        options = ["-ffast-math", "-DFAST=1"]
        return self.compile_cxx("loops-fast", cells, loops.get_program(cells), options)

    def compile_nan_mask(self, cells):
        return self.compile_cxx(nan_mask.CANDIDATE, cells, nan_mask.get_program(cells), [])

    def compile_eigen(self, cells):
        options = ["-DNDEBUG", f"-I{EIGEN_INCLUDE}"]
        return self.compile_cxx("eigen", cells, eigen.get_program(cells), options)

    def compile_cxx(self, name, cells, program, options):
        command = [*CLANG, *SHARED, *options, "{stem}.cpp", "-o", "{stem}.so"]
        return self.make(name, cells, {".cpp": program}, [command])

    def compile_upstream(self, cells):
        sources = {".mlir": upstream.get_module(cells), ".cpp": upstream.get_wrappers(cells)}
        lower = [f"{LLVM_BIN}/mlir-opt", "{stem}.mlir", *upstream.PASSES, "-o", "{stem}.llvm.mlir"]
        translate = [f"{LLVM_BIN}/mlir-translate", "--mlir-to-llvmir", "{stem}.llvm.mlir"]
        translate += ["-o", "{stem}.ll"]
        link = [*CLANG, *SHARED, "{stem}.cpp", "{stem}.ll", "-o", "{stem}.so"]
        return self.make("upstream", cells, sources, [lower, translate, link])

    def make(self, name, cells, sources, commands, key=""):
        """Writes sources, by file extension, and runs the commands unless their output
        exists. Returns the library's path."""
        text = repr((sources, commands, key))
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        stem = os.path.join(self.folder, f"{name}-{cells[0].op}-{cells[0].type}-{digest}")
        if os.path.exists(stem + ".so"):
            return stem + ".so"
        for ending, source in sources.items():
            with open(stem + ending, "w", encoding="utf-8") as file:
                file.write(source)
        # Rename the library only when it is complete.
        partial = stem + ".partial.so"
        for command in commands:
            words = [partial if word == "{stem}.so" else word for word in command]
            run([word.replace("{stem}", stem) for word in words])
        os.rename(partial, stem + ".so")
        return stem + ".so"

    def compile_all(self, candidates, cells, progress):
        """Returns the libraries of each candidate. Omits one whose code does not
        compile, and notes that in `progress`."""

        def get_row(cell):
            return cell.op, cell.type

        rows = itertools.groupby(sorted(cells, key=get_row), get_row)
        groups = [list(group) for _, group in rows]
        tasks = [(candidate, group) for candidate in candidates for group in groups]
        libraries = {candidate: [] for candidate in candidates}
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as executor:
            jobs = {executor.submit(self.compile, *task): task[0] for task in tasks}
            for number, job in enumerate(concurrent.futures.as_completed(jobs), 1):
                candidate = jobs[job]
                progress.show(f"compiling, {number} of {len(jobs)}")
                try:
                    libraries[candidate].append(job.result())
                except BenchmarkError as error:
                    if candidate in ("static", "dynamic"):
                        raise
                    progress.note(f"{candidate}: {error}")
        return libraries

    def measure_compile_times(self):
        """Returns the seconds, the least of three, that reduce-compile takes for a
        model and for a function of rank 6 with an unknown shape."""
        source = os.path.join(self.folder, "rank6.mlir")
        unknown, kept = (f"tensor<{'?x' * rank}f32>" for rank in (6, 3))
        with open(source, "w", encoding="utf-8") as file:
            file.write(
                f"func.func @rank6(%data: {unknown}) -> {kept} {{\n"
                f"  %0 = reduce.min %data axes = [1, 3, 5] : {unknown} -> {kept}\n"
                f"  return %0 : {kept}\n}}\n"
            )
        inputs = {"model": os.path.join(ROOT, "examples", "row_min.onnx"), "rank6": source}
        result = {}
        for name, path in inputs.items():
            output = os.path.join(self.folder, f"time-{name}.so")
            times = []
            for _ in range(3):
                begin = time.perf_counter()
                run([self.compiler, path, "-o", output, "--mcpu=native", *self.options])
                times.append(time.perf_counter() - begin)
            result[name] = min(times)
        return result


def get_peer_path(name):
    return os.path.join(BUILD, "lib", "peers", name + ".so")
