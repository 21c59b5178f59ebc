//===- simulated_ranks.c - Sharded calls with ranks that are not there ----===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures sharded calls of one rank among RANKS. The communicator lets the
// time pass that a model of the network gives for each collective, so that the
// cost of many ranks can be seen on one machine. benchmarks/sharded compiles
// and runs it.
//
//   simulated_ranks ROWS COLUMNS RANKS ALPHA BANDWIDTH RATE
//
// ALPHA is the latency of a message in microseconds, BANDWIDTH the network's
// and RATE that of combining, in GB/s. Prints, in microseconds, the time of the
// local work, of a sharded call, and of the model's all_reduce of the result.
//
//===----------------------------------------------------------------------===//

#include "plain.h"
#include "shared.h"
#include <reduce_comm.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static ReduceComm comm;
static DLTensor input, output;
static double alpha, bandwidth, rate;
static double deadline;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Sleeping is too coarse.
static void waitUntil(double time) {
  while (now() < time) {
  }
}

// Returns the seconds of an all_reduce of `bytes`: by recursive doubling, or by
// a reduce_scatter and an all_gather, whichever is less.
static double getModelTime(double bytes) {
  int64_t ranks = comm.shape[0];
  int steps = 0;
  while ((int64_t)1 << steps < ranks)
    ++steps;
  double others = (double)(ranks - 1) / (double)ranks;
  double doubling = steps * (alpha + bytes / bandwidth + bytes / rate);
  double halving =
      2 * steps * alpha + others * bytes * (2 / bandwidth + 1 / rate);
  return doubling < halving ? doubling : halving;
}

static double getBytes(int64_t count, int32_t type) {
  switch (type) {
  case REDUCE_COMM_I8:
    return (double)count;
  case REDUCE_COMM_I16:
    return 2 * (double)count;
  case REDUCE_COMM_I64:
  case REDUCE_COMM_F64:
    return 8 * (double)count;
  default:
    return 4 * (double)count;
  }
}

// The other ranks have the same data, so that the data remain as they are.
static int32_t allReduce(void *context, void *data, int64_t count, int32_t type,
                         int32_t op, uint32_t axes) {
  (void)context, (void)data, (void)op, (void)axes;
  waitUntil(now() + getModelTime(getBytes(count, type)));
  return 0;
}

static int32_t begin(void *context, void *data, int64_t count, int32_t type,
                     int32_t op, uint32_t axes) {
  (void)context, (void)data, (void)op, (void)axes;
  deadline = now() + getModelTime(getBytes(count, type));
  return 0;
}

static int32_t finish(void *context) {
  (void)context;
  waitUntil(deadline);
  return 0;
}

static void callPlain(void) { plain(&input, &output); }
static void callSharded(void) { shared_sharded(&input, &output, &comm); }

// Returns the best time of a call in seconds: of 15 series, each of at least 2
// ms.
static double measure(void (*call)(void)) {
  double best = 1e9;
  int count = 1;
  for (int series = 0; series < 15;) {
    double start = now();
    for (int i = 0; i < count; ++i)
      call();
    double time = now() - start;
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
  if (argc != 7)
    return 1;
  int64_t shape[] = {atoll(argv[1]), atoll(argv[2])};
  int64_t ranks[] = {atoll(argv[3])}, index[] = {0};
  alpha = 1e-6 * atof(argv[4]);
  bandwidth = 1e9 * atof(argv[5]);
  rate = 1e9 * atof(argv[6]);
  comm.ndim = 1;
  comm.shape = ranks;
  comm.index = index;
  comm.all_reduce = allReduce;
  comm.begin = begin;
  comm.finish = finish;
  size_t numElements = (size_t)(shape[0] * shape[1]);
  float *data = malloc(sizeof(float) * numElements);
  float *minima = malloc(sizeof(float) * (size_t)shape[1]);
  if (!data || !minima)
    return 1;
  for (size_t i = 0; i < numElements; ++i)
    data[i] = (float)(i * 7919 % 1000);
  input.data = data;
  output.data = minima;
  input.device.device_type = output.device.device_type = kDLCPU;
  input.dtype = output.dtype = (DLDataType){kDLFloat, 32, 1};
  input.ndim = 2;
  output.ndim = 1;
  input.shape = shape;
  output.shape = shape + 1;
  if (shared_sharded(&input, &output, &comm) != REDUCE_STATUS_OK)
    return 1;
  double plainTime = measure(callPlain), shardedTime = measure(callSharded);
  printf("%g %g %g\n", 1e6 * plainTime, 1e6 * shardedTime,
         1e6 * getModelTime(getBytes(shape[1], REDUCE_COMM_I32)));
  free(data);
  free(minima);
  return 0;
}
