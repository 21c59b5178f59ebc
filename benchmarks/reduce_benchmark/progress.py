# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows on standard error how far a run has come."""

import sys


class Progress:
    """One line that is written over on a terminal, and none elsewhere; notes
    stay, and are collected."""

    def __init__(self):
        self.notes = []
        self.is_terminal = sys.stderr.isatty()
        self.length = 0

    def show(self, text):
        if not self.is_terminal:
            return
        sys.stderr.write("\r" + text.ljust(self.length))
        sys.stderr.flush()
        self.length = len(text)

    def note(self, text):
        self.clear()
        self.notes.append(text)
        print(f"benchmarks/run: note: {text}", file=sys.stderr)

    def clear(self):
        if self.length:
            self.show("")
            sys.stderr.write("\r")
            self.length = 0
