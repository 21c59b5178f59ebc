# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies a file and replaces bytes that occur once in it.

usage: damage.py FILE COPY BYTES REPLACEMENT, both in hexadecimal digits
"""

import pathlib
import sys

source, copy = map(pathlib.Path, sys.argv[1:3])
old, new = map(bytes.fromhex, sys.argv[3:])
content = source.read_bytes()
assert content.count(old) == 1 and len(new) == len(old) and new != old
copy.write_bytes(content.replace(old, new))
