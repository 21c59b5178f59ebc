//===- mpi-pieces.c - Collectives of more elements than one call takes ----===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the functions of a communicator for 4 ranks. This is also C++.
//
//===----------------------------------------------------------------------===//

#define REDUCE_MPI_PIECE 3
#include <reduce_mpi.h>
#include <stdio.h>

#define MAX_COUNT 10

// Sets `numbers` to those of `rank`.
static void fill(int32_t *numbers, int rank) {
  for (int i = 0; i < MAX_COUNT; ++i)
    numbers[i] = rank * 100 + i;
}

// Returns the number of wrong results along `axes`, whose ranks are `first`,
// `first` + `step` and so on.
static int check(const ReduceComm *comm, int64_t count, uint32_t axes, int rank,
                 int first, int step, int numRanks) {
  int32_t data[MAX_COUNT], all[4 * MAX_COUNT];
  int numWrong = 0, last = first + step * (numRanks - 1);
  fill(data, rank);
  memset(all, -1, sizeof all);
  numWrong += comm->all_gather(comm->context, data, all, count, REDUCE_COMM_I32,
                               axes) != 0;
  for (int r = 0; r < numRanks; ++r)
    for (int i = 0; i < count; ++i)
      numWrong += all[r * count + i] != (first + r * step) * 100 + i;
  for (int64_t i = numRanks * count; i < 4 * MAX_COUNT; ++i)
    numWrong += all[i] != -1;
  for (int isAsynchronous = 0; isAsynchronous < 2; ++isAsynchronous) {
    fill(data, rank);
    numWrong += (isAsynchronous ? comm->begin : comm->all_reduce)(
                    comm->context, data, count, REDUCE_COMM_I32,
                    REDUCE_COMM_MAX, axes) != 0;
    if (isAsynchronous)
      numWrong += comm->finish(comm->context) != 0;
    for (int i = 0; i < MAX_COUNT; ++i)
      numWrong += data[i] != (i < count ? last : rank) * 100 + i;
  }
  return numWrong;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks, numCases = 0, numWrong = 0, total = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int64_t grid[] = {2, 1, -1};
  ReduceComm comm;
  if (reduce_comm_from_mpi(MPI_COMM_WORLD, 3, grid, &comm) != MPI_SUCCESS)
    MPI_Abort(MPI_COMM_WORLD, 1);
  for (int64_t count = 0; count <= MAX_COUNT; ++count)
    // The middle axis, of one rank, does not matter.
    for (uint32_t middle = 0; middle < 4; middle += 2) {
      numWrong += check(&comm, count, middle, rank, rank, 1, 1);
      numWrong += check(&comm, count, middle | 1, rank, rank % 2, 2, 2);
      numWrong += check(&comm, count, middle | 4, rank, rank / 2 * 2, 1, 2);
      numWrong += check(&comm, count, middle | 5, rank, 0, 1, 4);
      numCases += 4;
    }
  reduce_comm_free(&comm);
  MPI_Reduce(&numWrong, &total, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d ranks, %d cases, %d failures\n", ranks, numCases, total);
  MPI_Finalize();
  return 0;
}
