# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Feeds broken models to a tool.

usage: fuzz.py SEED COUNT MODEL... -- TOOL ARGUMENT...

Each MODEL is cut off at every length, or at COUNT lengths if these are fewer;
then COUNT mutants of all models have bytes changed, inserted or removed. Each
is a file in the place of the argument MUTANT. Whatever comes of it, the tool
has to end within a time limit with status 0, or with status 1 and one error.
"""

import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile

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


def check(command, model):
    """Returns what is wrong with the tool's answer to a model, or None."""
    try:
        with tempfile.NamedTemporaryFile(suffix=".onnx") as file:
            file.write(model)
            file.flush()
            result = subprocess.run(
                [file.name if word == "MUTANT" else word for word in command],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=TIME_LIMIT,
            )
    except subprocess.TimeoutExpired:
        return f"took more than {TIME_LIMIT} s"
    if result.returncode not in (0, 1):
        return f"status {result.returncode}: {result.stderr[:500]}"
    errors = result.stderr.count(b"error: ")
    lines = result.stderr.count(b"\n")
    if result.returncode == 1 and (errors < 1 or lines != 1):
        return f"expected one line with an error, got {result.stderr[:500]}"
    if result.returncode == 0 and result.stderr:
        return f"status 0 after {result.stderr[:500]}"
    return None


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    separator = sys.argv.index("--")
    command = sys.argv[separator + 1 :]
    models = []
    for path in sys.argv[3:separator]:
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
        answers = list(pool.map(lambda mutant: check(command, mutant), mutants))
    failures = [(m, a) for m, a in zip(mutants, answers) if a]
    print(f"seed {seed}: {len(mutants)} mutants, {len(failures)} failures")
    for number, (mutant, answer) in enumerate(failures[:10]):
        path = os.path.join(tempfile.gettempdir(), f"reduce-fuzz-{seed}-{number}.onnx")
        with open(path, "wb") as file:
            file.write(mutant)
        print(f"{path}: {answer}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
