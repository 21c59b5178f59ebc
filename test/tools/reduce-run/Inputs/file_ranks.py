# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command on ranks that are connected by file-ranks.c:

    file_ranks.py COUNT COMMAND...

In COMMAND, @ stands for the number of the rank. The exit status is that of the
command, which must be the same on all ranks.
"""

import os
import subprocess
import sys


def run(count, command):
    """Returns the exit status."""
    with open("ranks.tmp", "wb") as file:
        file.truncate(1 << 21)
    processes = []
    for number in range(count):
        variables = {
            "FILE_RANKS": str(count),
            "FILE_RANKS_NUMBER": str(number),
            "FILE_RANKS_FILE": os.path.abspath("ranks.tmp"),
        }
        words = [word.replace("@", str(number)) for word in command]
        processes.append(subprocess.Popen(words, env={**os.environ, **variables}))
    statuses = [process.wait() for process in processes]
    if len(set(statuses)) != 1:
        sys.exit(f"ranks return {statuses}")
    return statuses[0]


if __name__ == "__main__":
    sys.exit(run(int(sys.argv[1]), sys.argv[2:]))
