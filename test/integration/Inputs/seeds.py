# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The seed of a random test: fixed, or given on the command line. It is printed first,
so that a run can be repeated."""

import random

DEFAULT = 1
generator = random.Random(DEFAULT)


def read_seed(text):
    """Returns the number that `text` is, or a new one for "random"."""
    return random.SystemRandom().getrandbits(32) if text == "random" else int(text)


def get_generator():
    """Returns the generator that a whole test uses."""
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
