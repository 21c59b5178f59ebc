//===- one-thread.c - OpenMP's library with one thread --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of LLVM's OpenMP library that compiled reductions call, for
// emulated machines, for which that library is not packaged.
//
//===----------------------------------------------------------------------===//

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

int regions = 0;

int32_t __kmpc_global_thread_num(void *location) {
  (void)location;
  return 0;
}

void __kmpc_push_num_threads(void *location, int32_t thread, int32_t count) {
  (void)location, (void)thread, (void)count;
}

void __kmpc_fork_call(void *location, int32_t count, void *function, ...) {
  (void)location;
  if (count != 1)
    abort();
  ++regions;
  va_list arguments;
  va_start(arguments, function);
  int32_t thread = 0, bound = 0;
  ((void (*)(int32_t *, int32_t *, void *))function)(&thread, &bound,
                                                     va_arg(arguments, void *));
  va_end(arguments);
}

// The single thread takes everything between the bounds.
void __kmpc_for_static_init_8u(void *location, int32_t thread, int32_t schedule,
                               int32_t *isLast, uint64_t *lower,
                               uint64_t *upper, int64_t *stride,
                               int64_t increment, int64_t chunk) {
  (void)location, (void)thread, (void)schedule, (void)lower, (void)upper;
  (void)increment, (void)chunk;
  *isLast = 1;
  *stride = 1;
}

void __kmpc_for_static_fini(void *location, int32_t thread) {
  (void)location, (void)thread;
}
