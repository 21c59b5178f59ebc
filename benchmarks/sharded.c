//===- sharded.c - Times of sharded calls ---------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures, on the ranks of MPI, the minima along the rows of a matrix whose
// rows the ranks share: sharded calls, the same calls of a library that is not
// sharded, and MPI's own collective on as many bytes. benchmarks/sharded
// compiles and runs it.
//
//   sharded ROWS COLUMNS    of each rank
//
//===----------------------------------------------------------------------===//

#include "plain.h"
#include "shared.h"
#include <reduce_mpi.h>
#include <stdio.h>

static ReduceComm comm;
static DLTensor input, output;

static void callPlain(void) { plain(&input, &output); }
static void callSharded(void) { shared_sharded(&input, &output, &comm); }
static void callWithoutRanks(void) { shared(&input, &output); }
static void callMPI(void) {
  MPI_Allreduce(MPI_IN_PLACE, output.data, (int)output.shape[0], MPI_INT32_T,
                MPI_MAX, MPI_COMM_WORLD);
}
// The collective of the agreement, without work that it overlaps.
static void callAgreement(void) {
  int64_t words[] = {0, 1, -1, 1, -1, 1, -1};
  MPI_Request request;
  MPI_Iallreduce(MPI_IN_PLACE, words, 7, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD,
                 &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

// Returns the best time of a call in seconds: of 15 series, each of at least 2
// ms. Ranks begin a series together, and the slowest one counts.
static double measure(void (*call)(void)) {
  double best = 1e9;
  int count = 1;
  for (int series = 0; series < 15;) {
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    for (int i = 0; i < count; ++i)
      call();
    double time = MPI_Wtime() - begin;
    MPI_Allreduce(MPI_IN_PLACE, &time, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (time < 2e-3) {
      count *= 2;
      continue;
    }
    if (time / count < best)
      best = time / count;
    ++series;
  }
  return best;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 3)
    MPI_Abort(MPI_COMM_WORLD, 1);
  int64_t shape[] = {atoll(argv[1]), atoll(argv[2])}, grid[] = {-1};
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (reduce_comm_from_mpi(MPI_COMM_WORLD, 1, grid, &comm))
    MPI_Abort(MPI_COMM_WORLD, 1);
  size_t numElements = (size_t)(shape[0] * shape[1]);
  float *data = malloc(sizeof(float) * numElements);
  float *minima = malloc(sizeof(float) * (size_t)shape[1]);
  if (!data || !minima)
    MPI_Abort(MPI_COMM_WORLD, 1);
  for (size_t i = 0; i < numElements; ++i)
    data[i] = (float)((i * 7919 + (size_t)rank) % 1000);
  input.data = data;
  output.data = minima;
  input.device.device_type = output.device.device_type = kDLCPU;
  input.dtype = output.dtype = (DLDataType){kDLFloat, 32, 1};
  input.ndim = 2;
  output.ndim = 1;
  input.shape = shape;
  output.shape = shape + 1;
  // In this order, to compare results of the same state of the machine.
  double plainTime = measure(callPlain), shardedTime = measure(callSharded);
  double aloneTime = ranks == 1 ? measure(callWithoutRanks) : 0;
  double collectiveTime = ranks > 1 ? measure(callMPI) : 0;
  double agreementTime = ranks > 1 ? measure(callAgreement) : 0;
  if (rank == 0)
    printf("%g %g %g %g %g\n", plainTime * 1e6, shardedTime * 1e6,
           aloneTime * 1e6, collectiveTime * 1e6, agreementTime * 1e6);
  reduce_comm_free(&comm);
  MPI_Finalize();
  return 0;
}
