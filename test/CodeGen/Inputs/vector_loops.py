#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Reads assembly, and prints a line for each innermost loop that loads vectors:
# the function and the number of each vector instruction in the loop, with the
# width of its registers. Loads, stores, copies, addresses and branches are
# omitted, because the tests do not depend on register allocation and
# scheduling. What no such loop should do comes last, with an exclamation mark:
# "call", "stack" for a spill, "gather", and "element" for moving a vector
# element by element.

import collections
import re
import sys

LABEL = re.compile(r"(\.LBB\w+):|\s*(?:#|//) %bb\.\d+:")
FUNCTION = re.compile(r"([A-Za-z_][\w.]*):")
HEADER = re.compile(r"This Inner Loop Header: Depth=(\d+)")
IN_LOOP = re.compile(r"in Loop: Header=(BB\w+) Depth")

# x86 and AArch64 encode a vector's width in its registers, RISC-V sets it.
VECTOR = re.compile(r"%([xyz]mm|k)\d|\bv\d+\.(\d*[bhsd])\b|\b(z)\d+\.[bhsd]\b")
RISCV_VECTOR = re.compile(r"v[a-z]\S*\.[a-z]+ |vmv\d?\w*\.\w")
WIDTH = re.compile(r"vseti?vli\s.*\b(m\w+), t")
LOAD = re.compile(
    r"v?mov[au]p[sd]\S* \S*\((?!%rip)"
    r"|v?movdq[au]\S* \S*\((?!%rip)"
    r"|v?p?[a-z0-9]+(p[sdh]x?|[bwdq]) [^%]*\(%r(?!ip)\w+[^)]*\), .*%[xyz]mm"
    r"|ld[rp] [qd]\d|ld[1-4] |vle\d|vl\dre|vlseg"
)
COPY = re.compile(
    r"v?mov[aud]|kmov|mov[ai]? |movi|ld|st"
    r"|vl\w*\.v|vs(s?e|seg)?\d\S*\.v|vmv|vset"
)
BAD = [
    ("call", re.compile(r"call|bl |jal ")),
    ("stack", re.compile(r".*(\(%r[sb]p|\[sp|\(sp\)|\[x29)|v[ls][1248]re?\d*\.v")),
    ("gather", re.compile(r"v\w*gather[dq]|vl[uo]x|ld1 \{.*\}\[")),
    (
        "element",
        re.compile(r"v?p(ext|ins)r|[us]mov|mov v\d+\.[bhs]\[|vf?mv\.[xf]\.s|ins "),
    ),
]


def read_loops(lines):
    """Yields the function and the instructions of each innermost loop."""
    function, header, width = None, None, ""
    loops = {}
    for line in lines:
        if match := FUNCTION.match(line):
            # The variant for rows with gaps has strategies of its own.
            is_variant = match[1].endswith(".rows")
            function = None if is_variant else match[1].split(".")[0].removesuffix("_data")
            header = None
            loops.setdefault((function, None), [])
        elif match := LABEL.match(line):
            header, label = None, match[1]
        if match := HEADER.search(line):
            header = (function, label[2:])
            loops[header] = []
        elif match := IN_LOOP.search(line):
            header = (function, match[1])
        text = re.sub(r"\s+", " ", re.split(r"\s#|//", line)[0]).strip()
        if match := WIDTH.match(text):
            width = match[1]
        if header in loops and re.match("[a-z]", text):
            loops[header].append((text, width))
    # A function's body may be separate or inlined into NAME_data.
    order = list(dict.fromkeys(name for name, _ in loops if name))
    for name in order:
        for (owner, label), loop in loops.items():
            if owner == name and label:
                yield name, loop


def describe(loop):
    """Returns the counts of `loop` as text, or nothing if it loads no vectors."""
    counts, bad = collections.Counter(), collections.Counter()
    for text, width in loop:
        for name, pattern in BAD:
            bad[name] += bool(pattern.match(text))
        if COPY.match(text):
            continue
        if match := VECTOR.search(text):
            widths = re.findall(r"%([xyz]mm)", text) or [match[match.lastindex]]
            counts[f"{text.split()[0]} {max(widths)}"] += 1
        elif RISCV_VECTOR.match(text):
            counts[f"{text.split()[0]} {width}"] += 1
    if not any(LOAD.match(text) for text, _ in loop):
        return None
    parts = [f"{counts[name]} {name}" for name in sorted(counts)]
    return ", ".join(parts + [f"{n} {name}!" for name, n in bad.items() if n])


# That variant may also be inlined; it often has the same loops.
lines = [(name, describe(loop)) for name, loop in read_loops(sys.stdin)]
for name, text in dict.fromkeys(lines):
    if text:
        print(f"{name}: {text}")
