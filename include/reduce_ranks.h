//===- reduce_ranks.h - How reduce-run finds its ranks ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of the shared library that reduce-run --communicator=FILE
// loads. reduce_ranks_mpi.c has them for MPI; other engines can supply their
// own.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_RANKS_H
#define REDUCE_RANKS_H

#include "reduce_comm.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Arranges the ranks that the launcher started as a grid of `ndim` axes, with
 * `grid[i]` ranks along axis i, in the order of their numbers. All ranks call
 * this together. At most one -1 in `grid` stands for as many ranks as there
 * are. The first call starts the engine. Returns 0, and a communicator with all
 * of its functions, except that `begin` and `finish` may be null. Returns
 * anything else for an error: then there is nothing to close.
 */
int32_t reduce_ranks_open(int32_t ndim, const int64_t *grid, ReduceComm *comm);

/*
 * Frees what reduce_ranks_open made. All ranks call this together. If it was
 * the last communicator, the engine ends.
 */
void reduce_ranks_close(ReduceComm *comm);

#ifdef __cplusplus
}
#endif

#endif /* REDUCE_RANKS_H */
