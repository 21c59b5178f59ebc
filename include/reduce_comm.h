//===- reduce_comm.h - How compiled reductions communicate ------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_COMM_H
#define REDUCE_COMM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The greatest number of axes of a grid: 32 bits hold a set of axes. */
#define REDUCE_COMM_MAX_AXES 31

/* The types of elements that are combined. */
enum ReduceCommType {
  REDUCE_COMM_I8 = 1,
  REDUCE_COMM_I16 = 2,
  REDUCE_COMM_I32 = 3,
  REDUCE_COMM_I64 = 4,
  REDUCE_COMM_F32 = 5,
  REDUCE_COMM_F64 = 6
};

/* How elements are combined. Integers are signed, and products of integers
 * wrap. */
enum ReduceCommOp {
  REDUCE_COMM_MIN = 1,
  REDUCE_COMM_MAX = 2,
  REDUCE_COMM_PRODUCT = 3
};

/*
 * What a function NAME_sharded needs to know of the ranks that call it
 * together. reduce_mpi.h makes one of an MPI communicator. It must stay as it
 * is, and no other call may use it, while a call runs.
 *
 * Ranks form a grid of `ndim` axes with `shape[i]` ranks along axis i, in
 * row-major order. `index[i]` is the position of this rank along axis i, from
 * 0. Callers find their shards by it, and functions the ranks whose sizes must
 * be equal.
 *
 * `axes` of a function selects a set of axes: bit i stands for axis i. A
 * collective combines the data of those ranks that differ only in their
 * positions along these axes. All of them make the same calls in the same
 * order. A function returns 0 for success, and anything else for an error.
 */
typedef struct ReduceComm {
  /* Passed to the functions. */
  void *context;
  int32_t ndim;
  const int64_t *shape;
  const int64_t *index;
  /* Combines `count` elements at `data` of all ranks, in place. */
  int32_t (*all_reduce)(void *context, void *data, int64_t count, int32_t type,
                        int32_t op, uint32_t axes);
  /* Begins the same, and returns at once. `data` must not be used until
   * `finish` returned. At most one is under way. Both are null, or neither. */
  int32_t (*begin)(void *context, void *data, int64_t count, int32_t type,
                   int32_t op, uint32_t axes);
  int32_t (*finish)(void *context);
  /* Stores the `count` elements at `data` of all ranks at `all`, in the order
   * of their positions along the axes, row-major. Only reproducible functions
   * need it: it may be null. */
  int32_t (*all_gather)(void *context, const void *data, void *all,
                        int64_t count, int32_t type, uint32_t axes);
} ReduceComm;

#ifdef __cplusplus
}
#endif

#endif /* REDUCE_COMM_H */
