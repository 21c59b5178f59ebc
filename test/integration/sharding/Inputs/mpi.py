# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares sharded reductions, on ranks of MPI, with numpy. Run it under mpirun.

    mpi.py ADAPTOR DIRECTORY SEED COUNT RANKS compile|run

ADAPTOR is mpi-ranks.c, compiled. "compile" writes the libraries, once, without MPI.
"""

import ctypes
import sys

import dlpack
from reduce_comm import ReduceComm
from sharding_cases import Call, Case


def call(function, arrays, code, comm):
    function.restype = ctypes.c_int32
    tensors = [dlpack.make_tensor(array, code) for array in arrays]
    return function(*map(ctypes.byref, tensors), ctypes.byref(comm))


def main():
    adaptor, directory, seed = sys.argv[1:4]
    count, num_ranks = int(sys.argv[4]), int(sys.argv[5])
    cases = [Case(seed, number, num_ranks) for number in range(count)]
    if sys.argv[6] == "compile":
        for case in cases:
            case.compile(directory)
        return
    ranks = ctypes.CDLL(adaptor)
    ranks.ranks_init()
    number, num_calls, num_failures = ranks.ranks_number(), 0, 0
    for case in cases:
        library = ctypes.CDLL(f"{directory}/{case.name}.so")
        comm = ReduceComm()
        grid = (ctypes.c_int64 * len(case.grid))(*case.grid)
        assert ranks.ranks_make(len(case.grid), grid, ctypes.byref(comm)) == 0
        index = case.get_indices()[number]
        assert list(index) == comm.index[: comm.ndim]
        for seed in range(3):
            num_calls += 1
            this = Call(case, seed)
            arrays = this.make_arrays(index)
            status = call(getattr(library, case.name + "_sharded"), arrays, case.get_code(), comm)
            fault = f"status {status}" if status else this.find_fault(index, arrays[1])
            if fault:
                print(f"{case.name} call {seed}: {fault}\n{case.get_source()}", flush=True)
            num_failures += ranks.ranks_count(bool(fault)) > 0
        ranks.ranks_free(ctypes.byref(comm))
    if number == 0:
        print(f"{count} functions, {num_calls} calls, {num_failures} failures", flush=True)
    ranks.ranks_finalize()


main()
