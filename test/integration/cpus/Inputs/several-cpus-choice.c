//===- several-cpus-choice.c - Which CPU's code is chosen -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the CPU whose code a library has selected, and the expected one: its
// variants are replaced by functions that return their CPU. Calls are direct
// and by address.
//
//===----------------------------------------------------------------------===//

#include <stdio.h>

int min(const void *, void *);

int min_v2(const void *in, void *out) __asm__("min.x86_64_v2");
int min_v3(const void *in, void *out) __asm__("min.x86_64_v3");
int min_v4(const void *in, void *out) __asm__("min.x86_64_v4");

int min_v2(const void *in, void *out) { return (void)in, (void)out, 2; }
int min_v3(const void *in, void *out) { return (void)in, (void)out, 3; }
int min_v4(const void *in, void *out) { return (void)in, (void)out, 4; }

int choose(void) {
  int (*volatile address)(const void *, void *) = min;
  int chosen = min(0, 0);
  __builtin_cpu_init();
  int expected = __builtin_cpu_supports("x86-64-v4")   ? 4
                 : __builtin_cpu_supports("x86-64-v3") ? 3
                                                       : 2;
  if (chosen != expected || address(0, 0) != expected)
    printf("chosen: v%d and v%d, expected: v%d\n", chosen, address(0, 0),
           expected);
  else
    printf("chosen as expected: v%d\n", chosen);
  return chosen != expected;
}

#ifndef LIBRARY
int main(void) { return choose(); }
#endif
