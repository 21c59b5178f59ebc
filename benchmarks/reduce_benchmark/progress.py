# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows the progress of a run, or the reason why it ended, on standard error."""

import sys

from .compile import BenchmarkError


class Progress:
    """One line that is overwritten on a terminal, and not shown elsewhere. Notes stay,
    and are collected."""

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
        """Runs `work` and returns the exit status of the command. Prints the reason if
        the status is not 0."""
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
