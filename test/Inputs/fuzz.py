# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a tool on broken models.

usage: fuzz.py [--seed SEED] COUNT MODEL... -- TOOL ARGUMENT...

Each MODEL is truncated at every length, or at COUNT lengths if these are fewer.
Then COUNT mutants of all models have bytes changed, inserted or removed. The path
of each replaces the argument MUTANT; it has the extension of the first MODEL, and a
copy of its .bin file, if any, is beside it. The tool must always end within a time
limit, with status 0, or with status 1 and one error, which may be followed by the
line of the file that it refers to and a marker.
"""

import argparse
import concurrent.futures
import os
import random
import shutil
import subprocess
import sys
import tempfile

from seeds import parse_arguments

TIME_LIMIT = 10  # seconds


def mutate(model, generator):
    mutant = bytearray(model)
    for _ in range(generator.randint(1, 4)):
        position = generator.randrange(len(mutant))
        kind = generator.randrange(4)
        if kind == 0:  # one bit
            mutant[position] ^= 1 << generator.randrange(8)
        elif kind == 1:  # any byte, often one at a limit
            mutant[position] = generator.choice([0, 1, 0x7F, 0x80, 0xFF, generator.randrange(256)])
        elif kind == 2:  # a large varint
            mutant[position:position] = bytes([0xFF] * generator.randint(1, 9) + [1])
        elif len(mutant) > 1:
            del mutant[position]
    return bytes(mutant)


def check(command, model, original):
    """Returns what is wrong with the tool's output for a model, or None."""
    stem, suffix = os.path.splitext(original)
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mutant" + suffix)
            with open(path, "wb") as file:
                file.write(model)
            if os.path.exists(stem + ".bin"):
                shutil.copy(stem + ".bin", os.path.join(folder, "mutant.bin"))
            result = subprocess.run(
                [path if word == "MUTANT" else word for word in command],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=TIME_LIMIT,
            )
    except subprocess.TimeoutExpired:
        return f"took more than {TIME_LIMIT} s"
    if result.returncode not in (0, 1):
        return f"status {result.returncode}: {result.stderr[:500]}"
    lines = result.stderr.split(b"\n")[:-1]
    if result.returncode == 1 and not is_error(lines):
        return f"expected one error, got {result.stderr[:500]}"
    if result.returncode == 0 and result.stderr:
        return f"status 0 after {result.stderr[:500]}"
    return None


def is_error(lines):
    """Returns whether the lines are one error and at most its marked location."""
    errors = [b"error: " in line for line in lines]
    return errors in ([True], [True, False], [True, False, False])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("models", nargs="+")
    separator = sys.argv.index("--")
    command = sys.argv[separator + 1 :]
    del sys.argv[separator:]
    arguments = parse_arguments(parser)
    seed, count, paths = arguments.seed, arguments.count, arguments.models
    models = []
    for path in paths:
        with open(path, "rb") as file:
            models.append(file.read())
    generator = random.Random(seed)
    mutants = {model[:length] for model in models for length in range(len(model))}
    if len(mutants) > count:
        mutants = set(generator.sample(sorted(mutants), count))
    mutants |= {mutate(generator.choice(models), generator) for _ in range(count)}
    mutants = sorted(mutants)
    # As many at once as there are processors.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(lambda mutant: check(command, mutant, paths[0]), mutants))
    failures = [(m, a) for m, a in zip(mutants, answers) if a]
    print(f"{len(mutants)} mutants, {len(failures)} failures")
    for number, (mutant, answer) in enumerate(failures[:10]):
        name = f"reduce-fuzz-{seed}-{number}{os.path.splitext(paths[0])[1]}"
        path = os.path.join(tempfile.gettempdir(), name)
        with open(path, "wb") as file:
            file.write(mutant)
        print(f"{path}: {answer}")
    return 1 if failures or not mutants else 0


if __name__ == "__main__":
    sys.exit(main())
