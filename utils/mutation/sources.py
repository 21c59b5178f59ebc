# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sources that are mutated: which they are, and what of a text is code."""

import os
import re

FOLDERS = ("IR", "Support", "Conversion", "Transforms", "Target")
SUFFIXES = (".cpp", ".h", ".mlir")

# Comments, strings and characters. What they hold is no code.
CPP_TOKENS = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'',
    re.DOTALL,
)
MLIR_TOKENS = re.compile(r"//[^\n]*")
# Whole lines, and calls to their end: what they say is for people, or for a build
# with assertions, which the tests do not have.
CPP_DIRECTIVES = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
CPP_UNTESTED = re.compile(r"\b(?:assert|static_assert|llvm_unreachable|LLVM_DEBUG)\s*\(")


def blank(text):
    """Returns as many spaces as `text` has characters, with its line ends."""
    return re.sub(r"[^\n]", " ", text)


def find_end(text, begin):
    """Returns the place behind the parenthesis that closes the one at `begin`;
    None if there is none."""
    depth = 0
    for place in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    return None


def get_code(path, text):
    """Returns `text` with spaces for all that is no code to mutate."""
    if path.endswith(".mlir"):
        return MLIR_TOKENS.sub(lambda match: blank(match[0]), text)
    # What the quotes hold goes, what is between strings stays.
    code = CPP_TOKENS.sub(lambda match: blank(match[0]), text)
    code = CPP_DIRECTIVES.sub(lambda match: blank(match[0]), code)
    for match in list(CPP_UNTESTED.finditer(code)):
        end = find_end(code, match.end() - 1) or match.end()
        code = code[: match.start()] + blank(code[match.start() : end]) + code[end:]
    return code


def list_files(root):
    """Returns the paths, relative to `root`, of what can be mutated, sorted."""
    files = []
    for folder in FOLDERS:
        for path, _, names in os.walk(os.path.join(root, "lib", folder)):
            files += [
                os.path.relpath(os.path.join(path, name), root)
                for name in names
                if name.endswith(SUFFIXES)
            ]
    return sorted(files)
