//===- file-ranks.c - Ranks that exchange data through a file -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A communicator for reduce-run without MPI. file_ranks.py starts the processes
// and sets these variables:
//
//   FILE_RANKS         how many ranks there are
//   FILE_RANKS_NUMBER  the number of this one
//   FILE_RANKS_FILE    a file of 2 MiB, all zeros; without it, the others do
//   not exist, and
//                      a collective leaves this rank's data as they are
//   FILE_RANKS_FAIL    the number of the collective that fails, if any
//
//===----------------------------------------------------------------------===//

#include <fcntl.h>
#include <reduce_ranks.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define MAX_RANKS 16
#define MAX_AXES 3
#define SLOT (1 << 16)
// A rank that waits longer for the others waits for ever.
#define SECONDS 60

struct File {
  // For the row and the grid: arrivals of each group of ranks.
  int64_t arrivals[2][1 << MAX_AXES][MAX_RANKS];
  char slots[MAX_RANKS][SLOT];
};

struct Context {
  int level, ndim;
  int64_t shape[MAX_AXES], index[MAX_AXES];
};

static struct Context contexts[2];
static int num_open, num_collectives;
static int64_t num_ranks, number;
static struct File *file;

static int64_t read_number(const char *name) {
  const char *text = getenv(name);
  return text ? atoll(text) : -1;
}

// The number of the rank at `index`, with `position` along `axes`, row-major.
static int64_t find_rank(const struct Context *context, uint32_t axes,
                         int64_t position) {
  int64_t index[MAX_AXES], rank = 0;
  for (int i = context->ndim; i-- > 0;) {
    index[i] = context->index[i];
    if (axes >> i & 1) {
      index[i] = position % context->shape[i];
      position /= context->shape[i];
    }
  }
  for (int i = 0; i < context->ndim; ++i)
    rank = rank * context->shape[i] + index[i];
  return rank;
}

static int64_t count_ranks(const struct Context *context, uint32_t axes) {
  int64_t count = 1;
  for (int i = 0; i < context->ndim; ++i)
    if (axes >> i & 1)
      count *= context->shape[i];
  return count;
}

// Waits for the ranks that differ along `axes` only.
static void wait_for_group(const struct Context *context, uint32_t axes) {
  int64_t count = count_ranks(context, axes);
  int64_t *arrivals =
      &file->arrivals[context->level][axes][find_rank(context, axes, 0)];
  int64_t before = __atomic_fetch_add(arrivals, 1, __ATOMIC_SEQ_CST);
  int64_t enough = (before / count + 1) * count;
  time_t begin = time(NULL);
  while (__atomic_load_n(arrivals, __ATOMIC_SEQ_CST) < enough) {
    if (time(NULL) > begin + SECONDS) {
      fprintf(stderr, "rank %d waits for ever\n", (int)number);
      _exit(3);
    }
    usleep(100);
  }
}

static size_t get_size(int32_t type) {
  static const size_t sizes[] = {0, 1, 2, 4, 8, 4, 8};
  return sizes[type];
}

#define COMBINE(TYPE)                                                          \
  {                                                                            \
    TYPE *to = data, value;                                                    \
    for (int64_t i = 0; i < count; ++i) {                                      \
      memcpy(&value, from + i * sizeof value, sizeof value);                   \
      if (op == REDUCE_COMM_PRODUCT)                                           \
        to[i] *= value;                                                        \
      else if (op == REDUCE_COMM_MIN ? value < to[i] : value > to[i])          \
        to[i] = value;                                                         \
    }                                                                          \
  }

static void combine(void *data, const char *from, int64_t count, int32_t type,
                    int32_t op) {
  switch (type) {
  case REDUCE_COMM_I8:
    COMBINE(int8_t) break;
  case REDUCE_COMM_I16:
    COMBINE(int16_t) break;
  case REDUCE_COMM_I32:
    COMBINE(int32_t) break;
  case REDUCE_COMM_I64:
    COMBINE(int64_t) break;
  case REDUCE_COMM_F32:
    COMBINE(float) break;
  case REDUCE_COMM_F64:
    COMBINE(double) break;
  }
}

static int32_t all_gather(void *opaque, const void *data, void *all,
                          int64_t count, int32_t type, uint32_t axes) {
  const struct Context *context = opaque;
  size_t size = (size_t)count * get_size(type);
  if (num_collectives++ == read_number("FILE_RANKS_FAIL") || size > SLOT)
    return 77;
  int64_t ranks = count_ranks(context, axes);
  if (file) {
    memcpy(file->slots[number], data, size);
    wait_for_group(context, axes);
  }
  for (int64_t i = 0; i < ranks; ++i)
    memcpy((char *)all + (size_t)i * size,
           file ? file->slots[find_rank(context, axes, i)] : data, size);
  if (file)
    wait_for_group(context, axes);
  return 0;
}

static int32_t all_reduce(void *opaque, void *data, int64_t count, int32_t type,
                          int32_t op, uint32_t axes) {
  const struct Context *context = opaque;
  size_t size = (size_t)count * get_size(type);
  if (!file)
    return num_collectives++ == read_number("FILE_RANKS_FAIL") ? 77 : 0;
  int64_t ranks = count_ranks(context, axes);
  char *all = malloc((size_t)ranks * size + 1);
  int32_t error = all_gather(opaque, data, all, count, type, axes);
  if (!error) {
    memcpy(data, all, size);
    for (int64_t i = 1; i < ranks; ++i)
      combine(data, all + (size_t)i * size, count, type, op);
  }
  free(all);
  return error;
}

int32_t reduce_ranks_open(int32_t ndim, const int64_t *grid, ReduceComm *comm) {
  num_ranks = read_number("FILE_RANKS");
  number = read_number("FILE_RANKS_NUMBER");
  const char *path = getenv("FILE_RANKS_FILE");
  if (ndim > MAX_AXES || num_open == 2 || num_ranks < 1)
    return 42;
  if (path && !file) {
    int descriptor = open(path, O_RDWR);
    file = mmap(NULL, sizeof *file, PROT_READ | PROT_WRITE, MAP_SHARED,
                descriptor, 0);
    close(descriptor);
  }
  struct Context *context = &contexts[num_open];
  context->level = num_open++;
  context->ndim = ndim;
  int64_t rest = num_ranks, position = number;
  for (int i = 0; i < ndim; ++i)
    if (grid[i] != -1)
      rest /= grid[i];
  for (int i = ndim; i-- > 0;) {
    context->shape[i] = grid[i] == -1 ? rest : grid[i];
    context->index[i] = position % context->shape[i];
    position /= context->shape[i];
  }
  memset(comm, 0, sizeof *comm);
  comm->context = context;
  comm->ndim = ndim;
  comm->shape = context->shape;
  comm->index = context->index;
  comm->all_reduce = all_reduce;
  comm->all_gather = all_gather;
  return 0;
}

void reduce_ranks_close(ReduceComm *comm) {
  (void)comm;
  --num_open;
}
