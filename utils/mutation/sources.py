# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sources that are mutated, and which parts of their text are code."""

import os
import re

FOLDERS = ("IR", "Support", "Conversion", "Transforms", "Target")
SUFFIXES = (".cpp", ".h", ".mlir")

# Comments, strings and characters, whose contents are not code.
CPP_TOKENS = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'',
    re.DOTALL,
)
MLIR_TOKENS = re.compile(r"//[^\n]*")
# Whole lines, and calls up to their end, that serve only readers or builds with
# assertions, which the tests do not use.
CPP_DIRECTIVES = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
CPP_UNTESTED = re.compile(r"\b(?:assert|static_assert|llvm_unreachable|LLVM_DEBUG)\s*\(")


def blank(text):
    """Returns `text` with each character except line ends replaced by a space."""
    return re.sub(r"[^\n]", " ", text)


def find_end(text, begin):
    """Returns the place after the parenthesis that closes the one at `begin`, or
    None if there is none."""
    depth = 0
    for place in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place + 1
    return None


def get_code(path, text):
    """Returns `text` with spaces in place of everything that is not code to mutate."""
    if path.endswith(".mlir"):
        return MLIR_TOKENS.sub(lambda match: blank(match[0]), text)
    # Blank the contents of quotes, but keep the code between strings.
    code = CPP_TOKENS.sub(lambda match: blank(match[0]), text)
    code = CPP_DIRECTIVES.sub(lambda match: blank(match[0]), code)
    for match in list(CPP_UNTESTED.finditer(code)):
        end = find_end(code, match.end() - 1) or match.end()
        code = code[: match.start()] + blank(code[match.start() : end]) + code[end:]
    return code


def list_files(root):
    """Returns the paths of the files that can be mutated, relative to `root`, sorted."""
    files = []
    for folder in FOLDERS:
        for path, _, names in os.walk(os.path.join(root, "lib", folder)):
            files += [
                os.path.relpath(os.path.join(path, name), root)
                for name in names
                if name.endswith(SUFFIXES)
            ]
    return sorted(files)
