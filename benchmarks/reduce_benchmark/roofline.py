# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds the loop of a reduction in assembly, and asks llvm-mca how fast it is."""

import collections
import os
import re

from .compile import LLVM_BIN, BenchmarkError, run

MCA = f"{LLVM_BIN}/llvm-mca"
ITERATIONS = 1000

COMMENT = re.compile(r"\s*(?://|#\s).*")
LABEL = re.compile(r"\.L\w+")
# Jumps and branches of x86 and AArch64, and their target.
BRANCH = re.compile(r"(?:j[a-z]+|b|b\.[a-z]+|cbn?z|tbn?z)\s(?:.*[\s,])?(\.L\w+)$")
CALL = re.compile(r"(?:call|bl|blr)\s")

# x86: a vector of memory as a source that is neither a constant nor on the stack. The
# destination is the first operand.
X86_LOAD = re.compile(r"\w+\s.*,.*\b([xyz])mmword ptr \[(?!rip|rsp)")
X86_BYTES = {"x": 16, "y": 32, "z": 64}

# AArch64: loads of one or two registers, and of several. Those of SVE have a letter for
# the element in memory, and the register one for the lane. Without a number of lanes,
# NEON loads a single one.
NEON_LOAD = re.compile(r"ld(?:n?p|u?r)\s+([dq])\d+, (?:([dq])\d+, )?\[(?!sp)")
NEON_BYTES = {"d": 8, "q": 16}
LIST_LOAD = re.compile(r"ld[1-4]s?([bhwd]?)\s+\{([^}]*)\}.*\[(?!sp)")
REGISTER = re.compile(r"\s*([vz])\d+\.(\d*)([bhsd])")
SVE_LOAD = re.compile(r"ldr\s+z\d+, \[(?!sp)")
SVE_BYTES = 16  # of Neoverse V2
ELEMENT_BYTES = {"b": 1, "h": 2, "w": 4, "s": 4, "d": 8}

Loop = collections.namedtuple("Loop", "lines bytes")
Speed = collections.namedtuple("Speed", "cycles model")


def count_list_bytes(element, registers):
    """Returns the bytes of memory that a load of registers such as v0.16b or z1.s reads."""
    result = 0
    for register in registers.split(","):
        kind, lanes, lane = REGISTER.match(register).groups()
        if kind == "v":
            result += int(lanes or 1) * ELEMENT_BYTES[lane]
        else:
            result += SVE_BYTES // ELEMENT_BYTES[lane] * ELEMENT_BYTES[element]
    return result


def count_vector_bytes(line):
    """Returns the bytes that an instruction loads into vectors."""
    if match := X86_LOAD.match(line):
        return X86_BYTES[match[1]]
    if match := NEON_LOAD.match(line):
        return sum(NEON_BYTES[register] for register in match.groups() if register)
    if match := LIST_LOAD.match(line):
        return count_list_bytes(match[1], match[2])
    return SVE_BYTES if SVE_LOAD.match(line) else 0


def find_loops(text):
    """Yields the instructions of each innermost loop: from the target of a branch back,
    to the branch, without other loops and calls."""
    lines = [COMMENT.sub("", line).strip() for line in text.splitlines()]
    places = {}  # of labels
    last = 0  # after the last loop
    for number, line in enumerate(lines):
        if line.endswith(":"):
            places[line[:-1]] = number
        elif (match := BRANCH.match(line)) and places.get(match[1], -1) >= last:
            begin, last = places[match[1]], number + 1
            body = [line for line in lines[begin:last] if line and not is_directive(line)]
            if not any(CALL.match(line) for line in body):
                yield body


def is_directive(line):
    return line.startswith(".") or line.endswith(":")


def find_hot_loop(text):
    """Returns the innermost loop that loads most bytes into vectors. Fails if none does."""
    loops = [Loop(body, sum(map(count_vector_bytes, body))) for body in find_loops(text)]
    best = max(loops, key=lambda loop: loop.bytes, default=Loop([], 0))
    if best.bytes == 0:
        raise BenchmarkError("no loop over vectors in the assembly")
    return best


def parse_speed(text, size):
    """Returns the cycles for 64 bytes of input, of a loop over `size` bytes, and the name
    of the model in the output of llvm-mca: what the names of its resources begin with."""
    cycles = re.search(r"^Total Cycles: +(\d+)$", text, re.M)
    resources = re.findall(r"^\[\d+(?:\.\d+)?\] +- (\w+)$", text, re.M)
    if not cycles or not resources:
        raise BenchmarkError(f"unexpected output of llvm-mca:\n{text[:1000]}")
    model = re.sub(r"(Port|Unit)\w*$", "", os.path.commonprefix(resources))
    return Speed(int(cycles[1]) / ITERATIONS / size * 64, model)


def get_host():
    """Returns LLVM's name of this machine's processor, or None."""
    match = re.search(r"Host CPU: (\S+)", run([MCA, "--version"]))
    return match and match[1]


def write_region(loop):
    """Returns assembly of the loop alone."""
    is_x86 = any("mmword ptr" in line for line in loop.lines)
    head = ".intel_syntax noprefix\n" if is_x86 else ""
    lines = [LABEL.sub("loop", line) if BRANCH.match(line) else line for line in loop.lines]
    return head + "loop:\n" + "".join(f"  {line}\n" for line in lines)


def simulate(loop, triple, cpu, path):
    """Returns the speed of a loop by llvm-mca, which reads it from the file `path`."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(write_region(loop))
    command = [MCA, f"-mtriple={triple}", f"-mcpu={cpu}", f"-iterations={ITERATIONS}", path]
    return parse_speed(run(command), loop.bytes)
