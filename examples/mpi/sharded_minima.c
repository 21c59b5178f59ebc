//===- sharded_minima.c - A compiled model on the ranks of MPI ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ranks share a matrix of 1024 x 1024 numbers: each has some of its
// columns. Together they compute the minimum of each row, which all of them
// get.
//
//   mpirun -n 4 sharded_minima
//
//===----------------------------------------------------------------------===//

#include "row_min.h"
#include <reduce_mpi.h>
#include <stdio.h>

#define SIZE 1024

// The least number of row i is in column i.
static float get_element(int64_t row, int64_t column) {
  return (float)((column - row) * (column - row) - row);
}

// Computes the minima of this rank's columns, [begin, end), with all others.
static int32_t compute(const ReduceComm *comm, int64_t begin, int64_t end,
                       float *minima) {
  int64_t columns = end - begin;
  float *data = malloc(sizeof(float) * SIZE * (size_t)(columns + 1));
  if (!data)
    MPI_Abort(MPI_COMM_WORLD, 1);
  for (int64_t row = 0; row < SIZE; ++row)
    for (int64_t column = 0; column < columns; ++column)
      data[row * columns + column] = get_element(row, begin + column);

  int64_t shape[] = {SIZE, columns}, result_shape[] = {SIZE};
  DLTensor input = {.data = data,
                    .device = {kDLCPU, 0},
                    .ndim = 2,
                    .dtype = {kDLFloat, 32, 1},
                    .shape = shape};
  DLTensor output = {.data = minima,
                     .device = {kDLCPU, 0},
                     .ndim = 1,
                     .dtype = {kDLFloat, 32, 1},
                     .shape = result_shape};
  int32_t status = row_min_sharded(&input, &output, comm);
  free(data);
  return status;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // All ranks in one row.
  const int64_t grid[] = {-1};
  ReduceComm comm;
  if (reduce_comm_from_mpi(MPI_COMM_WORLD, 1, grid, &comm) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 1);

  static float minima[SIZE];
  int64_t rank = comm.index[0], ranks = comm.shape[0];
  int32_t status =
      compute(&comm, SIZE * rank / ranks, SIZE * (rank + 1) / ranks, minima);
  int failures = status != REDUCE_STATUS_OK;
  if (failures)
    fprintf(stderr, "rank %d: %s\n", (int)rank, row_min_status_string(status));
  for (int row = 0; row < SIZE && !failures; ++row)
    failures += minima[row] != (float)-row;
  int total = 0;
  MPI_Reduce(&failures, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d ranks, %d row minima, %d failures\n", (int)ranks, SIZE, total);

  reduce_comm_free(&comm);
  MPI_Finalize();
  return failures != 0;
}
