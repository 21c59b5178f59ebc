//===- mpi-calls.c - What sharded calls ask of MPI ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls any_number of faults-any.mlir, and counts the calls of MPI by its
// profiling interface.
//
//   mpi-calls NUMBER    makes as many calls
//   mpi-calls kill      rank 1 is killed between two calls
//   mpi-calls grid      makes grids that are wrong, and one with an open axis
//
//===----------------------------------------------------------------------===//

#include "faults-any.h"
#include <reduce_mpi.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

#define ROWS 3
#define COLUMNS 1000

static int numReductions, numAgreements, numCommunicators, numFailures;
static int64_t numBytes;

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition)) {                                                        \
      ++numFailures;                                                           \
      fprintf(stderr, "line %d: expected %s\n", __LINE__, #condition);         \
    }                                                                          \
  } while (0)

int MPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type,
                  MPI_Op op, MPI_Comm comm) {
  int bytes;
  MPI_Type_size(type, &bytes);
  ++numReductions;
  numBytes += (int64_t)bytes * count;
  return PMPI_Allreduce(from, to, count, type, op, comm);
}

int MPI_Iallreduce(const void *from, void *to, int count, MPI_Datatype type,
                   MPI_Op op, MPI_Comm comm, MPI_Request *request) {
  ++numAgreements;
  return PMPI_Iallreduce(from, to, count, type, op, comm, request);
}

int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *result) {
  ++numCommunicators;
  return PMPI_Comm_split(comm, color, key, result);
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm *result) {
  ++numCommunicators;
  return PMPI_Comm_dup(comm, result);
}

int MPI_Cart_sub(MPI_Comm comm, const int *keep, MPI_Comm *result) {
  ++numCommunicators;
  return PMPI_Cart_sub(comm, keep, result);
}

static float data[ROWS * COLUMNS], minima[COLUMNS];

static int32_t call(const ReduceComm *comm) {
  int64_t shape[] = {ROWS, COLUMNS}, resultShape[] = {COLUMNS};
  DLTensor input = {.data = data,
                    .device = {kDLCPU, 0},
                    .ndim = 2,
                    .dtype = {kDLFloat, 32, 1},
                    .shape = shape};
  DLTensor output = {.data = minima,
                     .device = {kDLCPU, 0},
                     .ndim = 1,
                     .dtype = {kDLFloat, 32, 1},
                     .shape = resultShape};
  return any_number_sharded(&input, &output, comm);
}

static long getMemory(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

static void countCalls(ReduceComm *comm, int ranks, int number) {
  numReductions = numAgreements = numCommunicators = 0;
  numBytes = 0;
  EXPECT(call(comm) == REDUCE_STATUS_OK);
  for (int column = 0; column < COLUMNS; ++column)
    EXPECT(minima[column] == (float)-ranks);
  // One rank has nobody to agree with.
  EXPECT(numReductions == (ranks > 1));
  EXPECT(numBytes == (ranks > 1 ? 4 * COLUMNS : 0));
  EXPECT(numAgreements == (ranks > 1));
  long memory = 0;
  for (int i = 0; i < number; ++i) {
    EXPECT(call(comm) == REDUCE_STATUS_OK);
    if (i == number / 2)
      memory = getMemory();
  }
  EXPECT(numCommunicators == 0);
  EXPECT(numReductions == (ranks > 1 ? number + 1 : 0));
  EXPECT(getMemory() - memory < 1024);
}

static void checkGrids(int ranks) {
  ReduceComm comm;
  const int64_t tooMany[] = {ranks + 1}, none[] = {0}, twoOpen[] = {-1, -1};
  const int64_t tooFew[] = {1, 1}, open[] = {1, -1, 1};
  EXPECT(reduce_comm_from_mpi(MPI_COMM_WORLD, 1, tooMany, &comm) ==
         MPI_ERR_DIMS);
  EXPECT(reduce_comm_from_mpi(MPI_COMM_WORLD, 1, none, &comm) == MPI_ERR_DIMS);
  EXPECT(reduce_comm_from_mpi(MPI_COMM_WORLD, 2, twoOpen, &comm) ==
         MPI_ERR_DIMS);
  EXPECT(reduce_comm_from_mpi(MPI_COMM_WORLD, 0, none, &comm) == MPI_ERR_DIMS);
  EXPECT(reduce_comm_from_mpi(MPI_COMM_WORLD, REDUCE_MPI_MAX_AXES + 1, none,
                              &comm) == MPI_ERR_DIMS);
  EXPECT(!comm.context && !comm.all_reduce);
  EXPECT(ranks == 1 || reduce_comm_from_mpi(MPI_COMM_WORLD, 2, tooFew, &comm) ==
                           MPI_ERR_DIMS);
  for (int i = 0; i < 3000; ++i) {
    EXPECT(reduce_comm_from_mpi(MPI_COMM_WORLD, 3, open, &comm) == MPI_SUCCESS);
    EXPECT(comm.ndim == 3 && comm.shape[1] == ranks);
    // Not the grid of the function.
    EXPECT(i > 0 || call(&comm) == REDUCE_STATUS_COMMUNICATION);
    EXPECT(comm.all_reduce(comm.context, data, 1, 99, REDUCE_COMM_MIN, 1));
    EXPECT(comm.all_reduce(comm.context, data, 1, REDUCE_COMM_I8, 99, 1));
    EXPECT(comm.all_reduce(comm.context, data, 1, REDUCE_COMM_I8, 1, 8));
    reduce_comm_free(&comm);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks, total = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int64_t grid[] = {-1};
  ReduceComm comm;
  EXPECT(reduce_comm_from_mpi(MPI_COMM_WORLD, 1, grid, &comm) == MPI_SUCCESS);
  for (int i = 0; i < ROWS * COLUMNS; ++i)
    data[i] = (float)-(rank + 1);
  if (!strcmp(argv[1], "kill")) {
    call(&comm);
    if (rank == 1)
      raise(SIGKILL);
    // Waits for the killed rank, until the launcher ends the job.
    call(&comm);
  } else if (!strcmp(argv[1], "grid")) {
    checkGrids(ranks);
  } else {
    countCalls(&comm, ranks, atoi(argv[1]));
  }
  reduce_comm_free(&comm);
  PMPI_Allreduce(&numFailures, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d ranks: %d failures\n", ranks, total);
  MPI_Finalize();
  return total != 0;
}
