# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Libraries of another architecture, called as if ctypes had loaded them.

A program for that architecture, driver.c, runs in qemu, receives calls through a pipe
and answers each, so that qemu starts once for any number of calls.

    emulated.py MACHINE ARGUMENT...    compiles another program
"""

import atexit
import ctypes
import os
import struct
import subprocess
import sys
import threading

import numpy as np

DRIVER = os.path.join(os.path.dirname(__file__), "driver.c")
LOADERS = {
    "aarch64": "ld-linux-aarch64.so.1",
    "riscv64": "ld-linux-riscv64-lp64d.so.1",
}


def compile_program(machine, arguments):
    """Runs clang for `machine` with `arguments`: C files, libraries, options."""
    root = f"/usr/{machine}-linux-gnu"
    # Without clang's own choice of these files, which needs gcc's libraries.
    start, end = [f"{root}/lib/Scrt1.o", f"{root}/lib/crti.o"], [f"{root}/lib/crtn.o"]
    if "-shared" in arguments:
        start, end = [], []
    subprocess.run(
        ["clang-22", f"--target={machine}-linux-gnu", "-fuse-ld=lld-22", "-std=gnu11"]
        + ["-isystem", f"{root}/include", f"-Wl,--dynamic-linker=/lib/{LOADERS[machine]}"]
        + ["-nostdlib", *start, *arguments, f"-L{root}/lib", "-lc", *end],
        check=True,
    )


def build_driver(machine, directory):
    """Returns the path of the driver for `machine`, built in `directory`."""
    path = os.path.join(directory, f"driver-{machine}")
    warnings = ["-Wall", "-Wextra", "-Werror"]
    compile_program(machine, [DRIVER, "-o", path, "-O1", *warnings])
    return path


def get_memory(array):
    """Returns the memory that `array` is a view of, as bytes; the offset of the
    array's first element in it; and whether the array begins where the memory does
    without ending where it ends."""
    whole = array
    while isinstance(whole.base, np.ndarray):
        whole = whole.base
    assert whole.flags.c_contiguous
    memory = whole.reshape(-1).view(np.uint8)
    if not array.size:
        # The address of an empty array is arbitrary.
        return memory, 0, False
    first, last = (address - memory.ctypes.data for address in np.byte_bounds(array))
    start = array.ctypes.data - memory.ctypes.data
    return memory, start, first == 0 and last != memory.size


def pack(*numbers):
    return struct.pack(f"<{len(numbers)}q", *numbers)


def pack_tensor(tensor):
    """Returns a tensor of dlpack.py in the format that the driver reads."""
    memory, start, is_at_begin = get_memory(tensor.array)
    shape, strides = (list(p[: tensor.ndim]) for p in (tensor.shape, tensor.strides))
    numbers = [tensor.code, tensor.bits, tensor.ndim, *shape, *strides]
    return pack(*numbers, start, is_at_begin, memory.size) + memory.tobytes()


class Library:
    """A library at `path` for `machine`, on qemu's `cpu`."""

    def __init__(self, path, machine, cpu, driver):
        self.command = [f"qemu-{machine}", "-cpu", cpu, "-L", f"/usr/{machine}-linux-gnu"]
        self.command += [driver, os.path.abspath(path)]
        self.process = None
        self.functions = {}
        self.lock = threading.Lock()
        atexit.register(self.close)

    def __getattr__(self, name):
        return self.functions.setdefault(name, Function(self, name))

    def start(self):
        """Starts the driver, if none runs or the last one has ended."""
        if self.process is None:
            pipe = subprocess.PIPE
            self.process = subprocess.Popen(self.command, stdin=pipe, stdout=pipe)

    def close(self):
        """Ends the driver."""
        if self.process is not None:
            self.process.stdin.close()
            self.process.stdout.close()
            self.process.wait()
            self.process = None

    def send(self, message):
        self.start()
        try:
            self.process.stdin.write(message)
            self.process.stdin.flush()
        except BrokenPipeError:
            self.fail()

    def read(self, count):
        data = self.process.stdout.read(count)
        if len(data) < count:
            self.fail()
        return data

    def read_numbers(self, count):
        return struct.unpack(f"<{count}q", self.read(8 * count))

    def fail(self):
        status = self.process.wait()
        self.process = None
        raise ChildProcessError(f"{' '.join(self.command)}: exit status {status}")


class Function:
    """A function of such a library: its C interface, or <name>_status_string."""

    def __init__(self, library, name):
        self.library = library
        self.name = name.encode()
        self.restype = ctypes.c_int32

    def __call__(self, *arguments):
        if self.restype is ctypes.c_char_p:
            self.send(b"s", pack(*arguments))
            return self.library.read(*self.library.read_numbers(1))
        tensors = [argument._obj for argument in arguments]
        with self.library.lock:
            return self.call(tensors)

    def call(self, tensors):
        self.send(b"c", pack(len(tensors)), *map(pack_tensor, tensors))
        (status,) = self.library.read_numbers(1)
        for tensor in tensors:
            (tensor.ndim,) = self.library.read_numbers(1)
            shape = self.library.read_numbers(tensor.ndim)
            for dim, extent in enumerate(shape):
                tensor.shape[dim] = extent
            memory = get_memory(tensor.array)[0]
            answer = np.frombuffer(self.library.read(memory.size), np.uint8)
            # An array that is not written to may be read-only.
            if not np.array_equal(memory, answer):
                memory[:] = answer
        return status

    def send(self, kind, *parts):
        name = pack(len(self.name)) + self.name
        self.library.send(b"".join([kind, name, *parts]))


if __name__ == "__main__":
    compile_program(sys.argv[1], sys.argv[2:])
