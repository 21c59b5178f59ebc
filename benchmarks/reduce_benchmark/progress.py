# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows on standard error how far a run has come, or why it ended."""

import sys

from .compile import BenchmarkError


class Progress:
    """One line that is written over on a terminal, and none elsewhere; notes
    stay, and are collected."""

    def __init__(self, command):
        self.command = command
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
        print(f"{self.command}: note: {text}", file=sys.stderr)

    def clear(self):
        if self.length:
            self.show("")
            sys.stderr.write("\r")
            self.length = 0

    def report_errors(self, work):
        """Returns the exit status of a command that does `work`, and says why it
        ended where it is not 0."""
        try:
            work()
        except KeyboardInterrupt:
            self.clear()
            return 130
        except (BenchmarkError, OSError) as error:
            self.clear()
            print(f"{self.command}: error: {error}", file=sys.stderr)
            return 1
        return 0
