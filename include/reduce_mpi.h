//===- reduce_mpi.h - Compiled reductions on MPI ----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes a ReduceComm of an MPI communicator. Compile it with the mpicc of the
// MPI that the program uses: compiled libraries depend on none.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_MPI_H
#define REDUCE_MPI_H

#include "reduce_comm.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

/* The greatest number of axes of a grid. */
#define REDUCE_MPI_MAX_AXES 8

/* The greatest number of elements in one call of MPI, whose counts are ints. */
#ifndef REDUCE_MPI_PIECE
#define REDUCE_MPI_PIECE (INT64_C(1) << 30)
#endif

typedef struct ReduceMPIContext {
  MPI_Comm grid;
  /* For each set of axes with several ranks each, the ranks that differ along
   * them only. */
  MPI_Comm groups[1 << REDUCE_MPI_MAX_AXES];
  uint32_t num_groups;
  /* The axes with several ranks. Others do not change a group. */
  uint32_t long_axes;
  MPI_Request request;
  int64_t shape[REDUCE_MPI_MAX_AXES], index[REDUCE_MPI_MAX_AXES];
} ReduceMPIContext;

static inline int reduce_mpi_get_type(int32_t type, MPI_Datatype *result,
                                      int *bytes) {
  switch (type) {
  case REDUCE_COMM_I8:
    *result = MPI_INT8_T, *bytes = 1;
    return 1;
  case REDUCE_COMM_I16:
    *result = MPI_INT16_T, *bytes = 2;
    return 1;
  case REDUCE_COMM_I32:
    *result = MPI_INT32_T, *bytes = 4;
    return 1;
  case REDUCE_COMM_I64:
    *result = MPI_INT64_T, *bytes = 8;
    return 1;
  case REDUCE_COMM_F32:
    *result = MPI_FLOAT, *bytes = 4;
    return 1;
  case REDUCE_COMM_F64:
    *result = MPI_DOUBLE, *bytes = 8;
    return 1;
  default:
    return 0;
  }
}

static inline int reduce_mpi_get_op(int32_t op, MPI_Op *result) {
  switch (op) {
  case REDUCE_COMM_MIN:
    *result = MPI_MIN;
    return 1;
  case REDUCE_COMM_MAX:
    *result = MPI_MAX;
    return 1;
  case REDUCE_COMM_PRODUCT:
    *result = MPI_PROD;
    return 1;
  default:
    return 0;
  }
}

/* Returns the ranks that differ along `axes` only: MPI_COMM_NULL if there is
 * one. */
static inline MPI_Comm reduce_mpi_get_group(const ReduceMPIContext *context,
                                            uint32_t axes) {
  return context->groups[axes & context->long_axes];
}

static inline int32_t reduce_mpi_all_reduce(void *opaque, void *data,
                                            int64_t count, int32_t type,
                                            int32_t op, uint32_t axes) {
  ReduceMPIContext *context = (ReduceMPIContext *)opaque;
  MPI_Datatype mpi_type;
  MPI_Op mpi_op;
  int bytes;
  if (axes >= context->num_groups ||
      !reduce_mpi_get_type(type, &mpi_type, &bytes) ||
      !reduce_mpi_get_op(op, &mpi_op))
    return MPI_ERR_ARG;
  MPI_Comm group = reduce_mpi_get_group(context, axes);
  if (group == MPI_COMM_NULL)
    return MPI_SUCCESS;
  char *next = (char *)data;
  while (count > 0) {
    int piece = (int)(count < REDUCE_MPI_PIECE ? count : REDUCE_MPI_PIECE);
    int error =
        MPI_Allreduce(MPI_IN_PLACE, next, piece, mpi_type, mpi_op, group);
    if (error != MPI_SUCCESS)
      return error;
    next += (int64_t)piece * bytes;
    count -= piece;
  }
  return MPI_SUCCESS;
}

static inline int32_t reduce_mpi_begin(void *opaque, void *data, int64_t count,
                                       int32_t type, int32_t op,
                                       uint32_t axes) {
  ReduceMPIContext *context = (ReduceMPIContext *)opaque;
  MPI_Datatype mpi_type;
  MPI_Op mpi_op;
  int bytes;
  /* There is one request. All ranks have the same count, so all wait here. */
  if (count > REDUCE_MPI_PIECE)
    return reduce_mpi_all_reduce(opaque, data, count, type, op, axes);
  if (axes >= context->num_groups ||
      !reduce_mpi_get_type(type, &mpi_type, &bytes) ||
      !reduce_mpi_get_op(op, &mpi_op))
    return MPI_ERR_ARG;
  MPI_Comm group = reduce_mpi_get_group(context, axes);
  if (group == MPI_COMM_NULL)
    return MPI_SUCCESS;
  return MPI_Iallreduce(MPI_IN_PLACE, data, (int)count, mpi_type, mpi_op, group,
                        &context->request);
}

static inline int32_t reduce_mpi_finish(void *opaque) {
  ReduceMPIContext *context = (ReduceMPIContext *)opaque;
  /* This is a null request if nothing is under way. */
  return MPI_Wait(&context->request, MPI_STATUS_IGNORE);
}

static inline int32_t reduce_mpi_all_gather(void *opaque, const void *data,
                                            void *all, int64_t count,
                                            int32_t type, uint32_t axes) {
  ReduceMPIContext *context = (ReduceMPIContext *)opaque;
  MPI_Datatype mpi_type;
  int bytes, rank, num_ranks;
  if (axes >= context->num_groups ||
      !reduce_mpi_get_type(type, &mpi_type, &bytes))
    return MPI_ERR_ARG;
  MPI_Comm group = reduce_mpi_get_group(context, axes);
  if (group == MPI_COMM_NULL) {
    memcpy(all, data, (size_t)(count * bytes));
    return MPI_SUCCESS;
  }
  if (count <= REDUCE_MPI_PIECE)
    return MPI_Allgather(data, (int)count, mpi_type, all, (int)count, mpi_type,
                         group);
  /* The parts of a piece would not be adjacent. */
  int error = MPI_Comm_rank(group, &rank);
  if (error == MPI_SUCCESS)
    error = MPI_Comm_size(group, &num_ranks);
  if (error != MPI_SUCCESS)
    return error;
  for (int root = 0; root < num_ranks; ++root) {
    char *part = (char *)all + root * count * bytes;
    if (root == rank)
      memcpy(part, data, (size_t)(count * bytes));
    for (int64_t begin = 0; begin < count; begin += REDUCE_MPI_PIECE) {
      int64_t piece = count - begin;
      if (piece > REDUCE_MPI_PIECE)
        piece = REDUCE_MPI_PIECE;
      error =
          MPI_Bcast(part + begin * bytes, (int)piece, mpi_type, root, group);
      if (error != MPI_SUCCESS)
        return error;
    }
  }
  return MPI_SUCCESS;
}

/* Frees what reduce_comm_from_mpi made. All ranks call it, before MPI_Finalize.
 */
static inline void reduce_comm_free(ReduceComm *comm) {
  ReduceMPIContext *context = (ReduceMPIContext *)comm->context;
  if (context) {
    for (uint32_t axes = 1; axes < context->num_groups; ++axes)
      if (context->groups[axes] != MPI_COMM_NULL)
        MPI_Comm_free(&context->groups[axes]);
    if (context->grid != MPI_COMM_NULL)
      MPI_Comm_free(&context->grid);
    free(context);
  }
  memset(comm, 0, sizeof *comm);
}

/*
 * Arranges the ranks of `comm` as a grid of `ndim` axes, with `grid[i]` ranks
 * along axis i, in the order of their numbers. All ranks call this. At most one
 * -1 in `grid` stands for as many ranks as there are. A grid has at most
 * REDUCE_MPI_MAX_AXES axes: there is a communicator for each set of those with
 * several ranks.
 *
 * Free `*out` with reduce_comm_free. Copies of it share what that frees: they
 * are invalid afterwards.
 *
 * Returns MPI_SUCCESS, or an error of MPI: MPI_ERR_DIMS if the grid has not as
 * many ranks as `comm`. Then there is nothing to free.
 *
 * Errors of `comm` are handled as the caller chose; those of communicators that
 * this function makes are returned.
 */
static inline int32_t reduce_comm_from_mpi(MPI_Comm comm, int32_t ndim,
                                           const int64_t *grid,
                                           ReduceComm *out) {
  int dims[REDUCE_MPI_MAX_AXES], periods[REDUCE_MPI_MAX_AXES] = {0};
  int keep[REDUCE_MPI_MAX_AXES], coords[REDUCE_MPI_MAX_AXES];
  int num_ranks, rank, open_axis = -1;
  int64_t product = 1;
  memset(out, 0, sizeof *out);
  int error = MPI_Comm_size(comm, &num_ranks);
  if (error != MPI_SUCCESS)
    return error;
  if (ndim < 1 || ndim > REDUCE_MPI_MAX_AXES)
    return MPI_ERR_DIMS;
  for (int32_t i = 0; i < ndim; ++i) {
    int64_t extent = grid[i];
    if (extent == -1 && open_axis < 0) {
      open_axis = i;
      extent = 1;
    }
    if (extent < 1 || extent > num_ranks / product)
      return MPI_ERR_DIMS;
    dims[i] = (int)extent;
    product *= extent;
  }
  if (open_axis >= 0) {
    dims[open_axis] = (int)(num_ranks / product);
    product *= dims[open_axis];
  }
  if (product != num_ranks)
    return MPI_ERR_DIMS;

  ReduceMPIContext *context =
      (ReduceMPIContext *)malloc(sizeof(ReduceMPIContext));
  /* Ranks that have memory must not wait for one that has none. */
  int has_memory = context != NULL, have_memory = 0;
  error = MPI_Allreduce(&has_memory, &have_memory, 1, MPI_INT, MPI_MIN, comm);
  if (error != MPI_SUCCESS || !have_memory) {
    free(context);
    return error != MPI_SUCCESS ? error : MPI_ERR_NO_MEM;
  }
  context->grid = MPI_COMM_NULL;
  context->num_groups = (uint32_t)1 << ndim;
  context->long_axes = 0;
  context->request = MPI_REQUEST_NULL;
  for (uint32_t axes = 0; axes < context->num_groups; ++axes)
    context->groups[axes] = MPI_COMM_NULL;
  out->context = context;
  error =
      MPI_Cart_create(comm, ndim, dims, periods, /*reorder=*/0, &context->grid);
  if (error == MPI_SUCCESS)
    error = MPI_Comm_set_errhandler(context->grid, MPI_ERRORS_RETURN);
  if (error == MPI_SUCCESS)
    error = MPI_Comm_rank(context->grid, &rank);
  if (error == MPI_SUCCESS)
    error = MPI_Cart_coords(context->grid, rank, ndim, coords);
  for (int32_t i = 0; i < ndim; ++i)
    if (dims[i] > 1)
      context->long_axes |= (uint32_t)1 << i;
  for (uint32_t axes = 1; axes < context->num_groups; ++axes) {
    if (axes & ~context->long_axes)
      continue;
    for (int32_t i = 0; i < ndim; ++i)
      keep[i] = axes >> i & 1;
    if (error == MPI_SUCCESS)
      error = MPI_Cart_sub(context->grid, keep, &context->groups[axes]);
    if (error == MPI_SUCCESS)
      error = MPI_Comm_set_errhandler(context->groups[axes], MPI_ERRORS_RETURN);
  }
  if (error != MPI_SUCCESS) {
    reduce_comm_free(out);
    return error;
  }
  for (int32_t i = 0; i < ndim; ++i) {
    context->shape[i] = dims[i];
    context->index[i] = coords[i];
  }
  out->ndim = ndim;
  out->shape = context->shape;
  out->index = context->index;
  out->all_reduce = reduce_mpi_all_reduce;
  out->begin = reduce_mpi_begin;
  out->finish = reduce_mpi_finish;
  out->all_gather = reduce_mpi_all_gather;
  return MPI_SUCCESS;
}

#endif /* REDUCE_MPI_H */
