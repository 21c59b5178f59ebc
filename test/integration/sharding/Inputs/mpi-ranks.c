//===- mpi-ranks.c - The part of mpi.py that needs MPI's headers ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <reduce_mpi.h>

int ranks_init(void) { return MPI_Init(NULL, NULL); }

int ranks_finalize(void) { return MPI_Finalize(); }

int ranks_number(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int ranks_make(int ndim, const int64_t *grid, ReduceComm *comm) {
  return reduce_comm_from_mpi(MPI_COMM_WORLD, ndim, grid, comm);
}

void ranks_free(ReduceComm *comm) { reduce_comm_free(comm); }

// Returns how many ranks have a fault.
int ranks_count(int has_fault) {
  int count = 0;
  MPI_Allreduce(&has_fault, &count, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return count;
}
