# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Computes minima and exact products of each type on several grids: the bits are those
of one rank.

    same_bits.py                    prints the module
    same_bits.py LIBRARY            calls it on ranks in one process
    same_bits.py LIBRARY ADAPTOR    calls it on ranks of MPI; run this under mpirun.
                                    ADAPTOR is mpi-ranks.c, compiled.

Prints a checksum of all results.
"""

import ctypes
import hashlib
import sys

import numpy as np

import dlpack
import elements
from fake_ranks import ReduceComm, World

FLOATS = ["f16", "bf16", "f32", "f64"]
CODES = {"bf16": dlpack.BFLOAT, "i1": dlpack.BOOL}
FUNCTIONS = [
    *(("min", type) for type in elements.DTYPES),
    *(("ignore", type) for type in FLOATS),
    *(("prod", type) for type in elements.DTYPES if type != "i1"),
]
# Each of 12 ranks has two rows.
ROWS, COLUMNS, NUM_RANKS = 24, 40, 12
# The column that has zeros of both signs: the minimum may be either.
MIXED = NUM_RANKS


def print_module():
    print("module attributes {reduce.grid = #reduce.grid<y:?, x:?>} {")
    for operation, type in FUNCTIONS:
        mode = "nan_mode = ignore" if operation == "ignore" else ""
        name = "prod" if operation == "prod" else "min"
        data, out = (elements.tensor_type([None] * rank, type) for rank in (2, 1))
        print(
            f"  func.func @{operation}_{type}(%data: {data}"
            f" {{reduce.sharding = #reduce.sharding<[y*x, _]>}}) -> {out} {{\n"
            f"    %0 = reduce.{name} %data axes = [0] {mode} : {data} -> {out}\n"
            f"    return %0 : {out}\n  }}"
        )
    print("}")


def make_data(operation, type):
    """Returns the rows of all ranks."""
    random = np.random.default_rng(FUNCTIONS.index((operation, type)))
    shape = ROWS, COLUMNS
    if type not in FLOATS:
        limits = np.iinfo(elements.DTYPES[type])
        data = random.integers(limits.min, limits.max, shape, limits.dtype, endpoint=True)
        # Without zeros, all bools can be true; odd factors do not make a product 0.
        return data | 1 if type == "i1" or operation == "prod" else data
    if operation == "prod":
        # Powers of two, so that no order of the factors rounds.
        powers = 2.0 ** random.integers(-1, 2, shape)
        return elements.encode(powers * random.choice([-1, 1], shape), type)
    numbers = random.uniform(-9, 9, shape)
    numbers[:, MIXED : MIXED + 3] = np.abs(numbers[:, MIXED : MIXED + 3])
    numbers[::3, MIXED], numbers[1::3, MIXED] = 0.0, -0.0
    numbers[::5, MIXED + 1], numbers[::5, MIXED + 2] = -0.0, 0.0
    numbers[7, MIXED + 3], numbers[:, MIXED + 4], numbers[9, MIXED + 5] = -np.inf, np.inf, np.inf
    data = elements.encode(numbers, type)
    bits = data.view(f"u{data.itemsize}")
    mantissa = {"f16": 10, "bf16": 7, "f32": 23, "f64": 52}[type]
    sign = 1 << (8 * data.itemsize - 1)
    quiet = sign - (1 << mantissa - 1)
    # The kinds of NaN: quiet, negative, with a payload, and signaling.
    nans = [quiet, quiet | sign, quiet | 5, (quiet | sign | 3) - (1 << mantissa - 1)]
    nans = np.array(nans, bits.dtype)
    for rank in range(NUM_RANKS):
        bits[2 * rank, rank] = nans[rank % 4]
    bits[:, MIXED + 6] = np.resize(nans, ROWS)
    bits[:, MIXED + 7] = np.resize(nans, ROWS)
    data[11, MIXED + 7] = elements.encode(np.float64(4), type)
    # The least positive number and the one after it.
    bits[:, MIXED + 8], bits[5, MIXED + 8] = 2, 1
    return data


def get_expected(operation, type, data):
    numbers = elements.decode(data, type)
    with np.errstate(all="ignore"):
        if operation == "prod":
            wide = np.float64 if type in FLOATS else numbers.dtype
            return numbers.prod(axis=0, dtype=wide)
        if type == "i1":
            return numbers.all(axis=0)
        initial = np.inf if type in FLOATS else np.iinfo(numbers.dtype).max
        least = np.fmin if operation == "ignore" else np.minimum
        return least.reduce(numbers, axis=0, initial=initial)


def get_bits(type, out):
    """Returns the bits of a result, in which the zero of MIXED has no sign."""
    if type in FLOATS and elements.decode(out, type)[MIXED] == 0:
        out = out.copy()
        out[MIXED] = 0
    return out.tobytes()


class Checker:
    def __init__(self, library):
        self.library = library
        self.num_calls = self.num_failures = 0
        self.data = {function: make_data(*function) for function in FUNCTIONS}
        # On one rank.
        self.results = {}
        for operation, type in FUNCTIONS:
            data = self.data[operation, type]
            out = self.make_out(type)
            function = getattr(library, f"{operation}_{type}")
            status = dlpack.call(function, [data, out], CODES.get(type))
            expected = get_expected(operation, type, data)
            decoded = elements.decode(out, type)
            is_right = np.array_equal(decoded, expected, equal_nan=type in FLOATS)
            self.count(status == 0 and is_right, f"{operation}_{type}: {out}, expected {expected}")
            self.results[operation, type] = get_bits(type, out)

    def make_out(self, type):
        return np.full(COLUMNS, 77, elements.DTYPES[type])

    def make_arrays(self, function, ends, number):
        """Returns the tensors of one rank, whose shard begins at `ends[number]`."""
        shard = self.data[function][ends[number] : ends[number + 1]]
        return [shard, self.make_out(function[1])]

    def count(self, is_right, text):
        self.num_calls += 1
        if not is_right:
            self.num_failures += 1
            print(text, flush=True)

    def check(self, function, shape, status, out):
        is_same = status == 0 and get_bits(function[1], out) == self.results[function]
        self.count(is_same, f"{function} on {shape}: status {status}, {out}")

    def report(self):
        checksum = hashlib.sha256(b"".join(self.results.values())).hexdigest()
        print(f"{len(FUNCTIONS)} functions, {self.num_calls} calls, {self.num_failures} failures")
        print(checksum, flush=True)


def get_ends(num_ranks):
    return [ROWS * rank // num_ranks for rank in range(num_ranks + 1)]


def run_in_process(checker):
    shapes = (1, 1), (2, 1), (3, 1), (2, 2), (12, 1), (3, 4)
    grids = [(shape, get_ends(shape[0] * shape[1])) for shape in shapes]
    # One rank has nothing.
    grids.append(((1, 3), [0, 5, 5, ROWS]))
    for number, (shape, ends) in enumerate(grids):
        for function in FUNCTIONS:
            world = World(shape, is_asynchronous=number % 2 == 0)
            arrays = {
                index: checker.make_arrays(function, ends, place)
                for place, index in enumerate(world.get_indices())
            }
            sharded = getattr(checker.library, "_".join([*function, "sharded"]))
            statuses = world.call(sharded, arrays, CODES.get(function[1]))
            for index, (_, out) in arrays.items():
                checker.check(function, shape, statuses[index], out)
    checker.report()


def run_on_mpi(checker, adaptor):
    ranks = ctypes.CDLL(adaptor)
    ranks.ranks_init()
    number, num_ranks = ranks.ranks_number(), ranks.ranks_count(1)
    for shape in ((1, num_ranks), (num_ranks, 1)):
        comm = ReduceComm()
        assert ranks.ranks_make(2, (ctypes.c_int64 * 2)(*shape), ctypes.byref(comm)) == 0
        for function in FUNCTIONS:
            arrays = checker.make_arrays(function, get_ends(num_ranks), number)
            tensors = [dlpack.make_tensor(array, CODES.get(function[1])) for array in arrays]
            sharded = getattr(checker.library, "_".join([*function, "sharded"]))
            status = sharded(*map(ctypes.byref, tensors), ctypes.byref(comm))
            checker.check(function, shape, status, arrays[1])
        ranks.ranks_free(ctypes.byref(comm))
    checker.num_failures = ranks.ranks_count(checker.num_failures)
    if number == 0:
        checker.report()
    ranks.ranks_finalize()


if len(sys.argv) == 1:
    print_module()
elif len(sys.argv) == 2:
    run_in_process(Checker(ctypes.CDLL(sys.argv[1])))
else:
    run_on_mpi(Checker(ctypes.CDLL(sys.argv[1])), sys.argv[2])
