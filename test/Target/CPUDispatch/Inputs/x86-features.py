# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the bits of CPUID that compiled functions use to select a CPU with those
in the compiler's header cpuid.h, which lists them by leaf and register.

Arguments: the command that compiles for several CPUs, without the CPUs; the header;
the table of features. The script reads only the names in the table.
"""

import re
import shlex
import subprocess
import sys

# Together, they have all features.
CPUS = ["bdver4", "clearwaterforest", "knl", "sapphirerapids", "tigerlake", "znver1", "znver5"]
# Features whose bit has another name in the header.
OTHER_NAMES = {
    "aes": "aesni", "crc32": "sse42", "cx16": "cmpxchg16b", "lzcnt": "abm",
    "pclmul": "pclmulqdq", "sahf": "lahflm",
}  # fmt: skip
REGISTERS = ["eax", "ebx", "ecx", "edx"]


def simplify(name):
    return re.sub(r"[^a-z0-9]", "", name.lower())


def read_header(path):
    """Returns the leaf, its part, the register and the bit of each feature, by name."""
    places, group = {}, None
    with open(path) as file:
        for line in file:
            if match := re.search(
                r"Features in %(e[a-d]x) for leaf (\w+)(?: sub-leaf (\d+))?", line
            ):
                group = (int(match[2], 0), int(match[3] or 0), match[1])
            elif match := re.match(r"#define bit_(\w+)\s+(0x[0-9a-fA-F]+)", line):
                places[simplify(match[1])] = (*group, int(match[2], 16).bit_length() - 1)
    return places


def read_tests(code):
    """Returns the bits that reduce.select_cpu in `code` checks."""
    places, values = set(), {}
    body = code[code.index("@reduce.select_cpu()") :].split("\n}\n")[0]
    for line in body.splitlines():
        if match := re.match(
            r"\s*(%\w+) = call .*@reduce.cpuid\(i32 (-?\d+), i32 (-?\d+)\)", line
        ):
            values[match[1]] = (int(match[2]) % 2**32, int(match[3]))
        elif match := re.match(r"\s*(%\w+) = extractvalue .* (%\w+), (\d)", line):
            values[match[1]] = (*values[match[2]], REGISTERS[int(match[3])])
        elif match := re.match(r"\s*(%\w+) = select i1 %\w+, i32 (%\w+), i32 0", line):
            values[match[1]] = (*values[match[2]], "checked")
        elif match := re.match(r"\s*%\w+ = and i32 (%\w+), (-?\d+)", line):
            value = values.get(match[1], ())
            # Others are not features, but states of the system.
            if value[3:] == ("checked",):
                mask = int(match[2]) % 2**32
                places |= {(*value[:3], bit) for bit in range(32) if mask >> bit & 1}
    return places


command, header, table = sys.argv[1:]
places = read_header(header)
with open(table) as file:
    names = re.findall(r'^    \{"([^"]+)", ', file.read(), re.MULTILINE)
expected = {}
for name in names:
    simple = simplify(name)
    expected[places[OTHER_NAMES.get(simple, simple)]] = name
actual = set()
for cpu in CPUS:
    arguments = [*shlex.split(command), f"--mcpu=x86-64,{cpu}"]
    actual |= read_tests(subprocess.run(arguments, check=True, capture_output=True, text=True).stdout)
for place in sorted(expected.keys() - actual):
    print(f"{expected[place]}: {place} is not looked at")
for place in sorted(actual - expected.keys()):
    print(f"{place} is no feature")
failures = len(expected.keys() ^ actual)
print(f"{len(names)} features, {failures} failures")
sys.exit(1 if failures or not names else 0)
