//===- mpi-calls.c - What sharded calls ask of MPI ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls any_number of faults-any.mlir, large of faults.mlir and those of
// faults-axes.mlir, and counts the calls of MPI by its profiling interface.
//
//   mpi-calls NUMBER    makes as many calls
//   mpi-calls kill      rank 1 is killed between two calls
//   mpi-calls grid      makes grids that are wrong, and one with an open axis
//   mpi-calls faults    one of 2 ranks goes wrong
//   mpi-calls axes      4 ranks are a grid of two axes
//
//===----------------------------------------------------------------------===//

#include "faults-any.h"
#include "faults-axes.h"
#include "faults.h"
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

static DLTensor makeTensor(float *elements, int32_t ndim, int64_t *shape) {
  return (DLTensor){.data = elements,
                    .device = {kDLCPU, 0},
                    .ndim = ndim,
                    .dtype = {kDLFloat, 32, 1},
                    .shape = shape};
}

static int32_t call(const ReduceComm *comm) {
  int64_t shape[] = {ROWS, COLUMNS};
  DLTensor input = makeTensor(data, 2, shape);
  DLTensor output = makeTensor(minima, 1, shape + 1);
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
    numCommunicators = 0;
    EXPECT(reduce_comm_from_mpi(MPI_COMM_WORLD, 3, open, &comm) == MPI_SUCCESS);
    // Engines have few, and axes of one rank need none.
    EXPECT(numCommunicators == (ranks > 1));
    EXPECT(comm.ndim == 3 && comm.shape[1] == ranks);
    // Not the grid of the function.
    EXPECT(i > 0 || call(&comm) == REDUCE_STATUS_COMMUNICATION);
    EXPECT(comm.all_reduce(comm.context, data, 1, 99, REDUCE_COMM_MIN, 1));
    EXPECT(comm.all_reduce(comm.context, data, 1, REDUCE_COMM_I8, 99, 1));
    EXPECT(comm.all_reduce(comm.context, data, 1, REDUCE_COMM_I8, 1, 8));
    reduce_comm_free(&comm);
  }
}

// All ranks return the status that one of them finds, and can go on.
static void checkFaults(const ReduceComm *comm, int rank) {
  enum { DTYPE, SHAPE, NULL_DATA, ALIASING, DISAGREEMENT, OUT_OF_MEMORY, END };
  const int32_t statuses[] = {
      REDUCE_STATUS_DTYPE,        REDUCE_STATUS_SHAPE,
      REDUCE_STATUS_NULL_DATA,    REDUCE_STATUS_ALIASING,
      REDUCE_STATUS_DISAGREEMENT, REDUCE_STATUS_OUT_OF_MEMORY};
  for (int fault = 0; fault < END; ++fault) {
    for (int wrong = 0; wrong < 2; ++wrong) {
      int isWrong = rank == wrong;
      int64_t shape[] = {ROWS, COLUMNS}, strides[] = {0, 0};
      int64_t outShape[] = {COLUMNS};
      DLTensor input = makeTensor(data, 2, shape);
      DLTensor output = makeTensor(minima, 1, outShape);
      if (isWrong && fault == DTYPE)
        input.dtype.bits = 64;
      if (isWrong && fault == SHAPE)
        outShape[0] = COLUMNS - 1;
      if (isWrong && fault == NULL_DATA)
        input.data = NULL;
      if (isWrong && fault == ALIASING)
        output.data = data;
      if (isWrong && fault == DISAGREEMENT)
        shape[1] = outShape[0] = COLUMNS - 1;
      // No machine has the memory for an intermediate tensor of this size.
      if (isWrong && fault == OUT_OF_MEMORY) {
        shape[0] = INT64_C(1) << 46;
        input.strides = strides;
      }
      minima[0] = 77;
      if (fault == OUT_OF_MEMORY) {
        output.ndim = 0;
        EXPECT(large_sharded(&input, &output, comm) == statuses[fault]);
      } else {
        EXPECT(any_number_sharded(&input, &output, comm) == statuses[fault]);
      }
      EXPECT(minima[0] == 77 && data[0] == (float)-(rank + 1));
      EXPECT(call(comm) == REDUCE_STATUS_OK && minima[0] == -2);
    }
  }
}

// The agreement takes one asynchronous collective over the whole grid.
static void checkAxes(int rank) {
  const int64_t grid[] = {2, 2};
  int64_t shape[] = {ROWS, COLUMNS};
  ReduceComm comm;
  EXPECT(reduce_comm_from_mpi(MPI_COMM_WORLD, 2, grid, &comm) == MPI_SUCCESS);
  DLTensor input = makeTensor(data, 2, shape);
  DLTensor row = makeTensor(minima, 1, shape),
           all = makeTensor(minima, 0, NULL);
  numReductions = numAgreements = 0;
  EXPECT(one_axis_sharded(&input, &row, &comm) == REDUCE_STATUS_OK);
  // Ranks 0 and 1 differ along x, as do 2 and 3.
  EXPECT(minima[0] == (rank < 2 ? -2 : -4));
  EXPECT(numAgreements == 1 && numReductions == 1);
  numReductions = numAgreements = 0;
  EXPECT(both_axes_sharded(&input, &all, &comm) == REDUCE_STATUS_OK);
  EXPECT(minima[0] == -4);
  EXPECT(numAgreements == 1 && numReductions == 1);
  for (int wrong = 0; wrong < 4; ++wrong) {
    input.dtype.bits = rank == wrong ? 64 : 32;
    minima[0] = 77;
    EXPECT(one_axis_sharded(&input, &row, &comm) == REDUCE_STATUS_DTYPE);
    EXPECT(both_axes_sharded(&input, &all, &comm) == REDUCE_STATUS_DTYPE);
    EXPECT(minima[0] == 77);
  }
  reduce_comm_free(&comm);
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
  } else if (!strcmp(argv[1], "faults")) {
    checkFaults(&comm, rank);
  } else if (!strcmp(argv[1], "axes")) {
    checkAxes(rank);
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
