# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The seed of what is random in a test: always the same, or another that is asked
for. It is printed first, so that a run can be made again."""

import random

DEFAULT = 1
generator = random.Random(DEFAULT)


def read_seed(text):
    """Returns the number that `text` is, or a new one for "random"."""
    return random.SystemRandom().getrandbits(32) if text == "random" else int(text)


def get_generator():
    """Returns a generator that all of a test draws from."""
    return generator


def parse_arguments(parser):
    """Adds --seed to the options of `parser`, and returns the arguments after
    printing it."""
    parser.add_argument(
        "--seed", type=read_seed, default=DEFAULT, help="a number, or 'random' for a new one"
    )
    arguments = parser.parse_args()
    generator.seed(arguments.seed)
    print(f"seed {arguments.seed}", flush=True)
    return arguments
