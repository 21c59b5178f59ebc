# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a module with each operation, element type and form of unknown shape."""

import itertools

from cases import Case, get_operations

# Ranks and reduced axes.
FORMS = [(2, [1]), (2, [0]), (3, [1])]

for number, (operation, form) in enumerate(itertools.product(get_operations(), FORMS)):
    rank, axes = form
    print(Case.make(0, number, *operation, [1] * rank, [None] * rank, axes).function)
