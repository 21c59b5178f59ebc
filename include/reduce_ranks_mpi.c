//===- reduce_ranks_mpi.c - The ranks of MPI for reduce-run ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compile this with the mpicc of the MPI whose mpirun starts reduce-run:
//
//   mpicc -shared -fPIC reduce_ranks_mpi.c -o ranks.so
//   mpirun -n 4 reduce-run --communicator=ranks.so ...
//
//===----------------------------------------------------------------------===//

#include "reduce_mpi.h"
#include "reduce_ranks.h"

static int num_open;

int32_t reduce_ranks_open(int32_t ndim, const int64_t *grid, ReduceComm *comm) {
  int is_initialized, provided;
  int32_t error = MPI_Initialized(&is_initialized);
  if (error == MPI_SUCCESS && !is_initialized)
    error = MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  if (error == MPI_SUCCESS)
    error = reduce_comm_from_mpi(MPI_COMM_WORLD, ndim, grid, comm);
  num_open += error == MPI_SUCCESS;
  return error;
}

void reduce_ranks_close(ReduceComm *comm) {
  reduce_comm_free(comm);
  if (--num_open == 0)
    MPI_Finalize();
}
