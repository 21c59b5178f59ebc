# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares sharded reductions, on ranks in one process, with numpy.

    fake.py DIRECTORY SEED COUNT

Draws COUNT functions, and calls each on several shapes and contents. All ranks must
get the right result, with one collective on as many elements as the result has.
"""

import ctypes
import random
import sys

from fake_ranks import World
from sharding_cases import FLOATS, Call, Case


def find_fault(case, library, seed):
    call = Call(case, seed)
    generator = random.Random(f"{case.name} {seed}")
    is_asynchronous, results = generator.random() < 0.5, set()
    # Engines may combine in any order.
    for order in (lambda ranks: ranks, lambda ranks: ranks[::-1]):
        world = World(case.grid, is_asynchronous, order)
        arrays = {index: call.make_arrays(index) for index in case.get_indices()}
        statuses = world.call(getattr(library, case.name + "_sharded"), arrays, case.get_code())
        if world.hung or any(statuses.values()):
            return f"statuses {statuses}, hung: {world.hung}"
        results.add(b"".join(arrays[index][1].tobytes() for index in case.get_indices()))
    is_exact = case.operation != "prod" or case.type not in FLOATS
    if (is_exact or case.is_reproducible) and len(results) != 1:
        return "the result depends on the order"
    axes = case.get_communication()
    for index in case.get_indices():
        fault = call.find_fault(index, arrays[index][1])
        if fault:
            return fault
        # The agreement, then the data.
        sizes = [(count, axes) for count, _, _, axes in world.log[index]]
        num_agreements = 1 if axes else 0
        part = call.get_part(index)
        if sizes[num_agreements:] != ([(part.size, axes)] if axes and part.size else []):
            return f"rank {index}: collectives {world.log[index]}"
    return None


def main():
    directory, seed, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    num_calls = num_failures = 0
    for number in range(count):
        case = Case(seed, number)
        library = ctypes.CDLL(case.compile(directory))
        for call in range(4):
            num_calls += 1
            fault = find_fault(case, library, call)
            if fault:
                num_failures += 1
                print(f"{case.name} call {call}: {fault}\n{case.get_source()}")
    print(f"{count} functions, {num_calls} calls, {num_failures} failures")


main()
