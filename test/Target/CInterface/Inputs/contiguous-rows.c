//===- contiguous-rows.c - Which rows are contiguous ----------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks the C interface whether rows of tensors are contiguous. Some wrong
// answers would only make calls slow, so results do not show them.
//
//===----------------------------------------------------------------------===//

#include <dlpack/dlpack.h>
#include <stdint.h>
#include <stdio.h>

unsigned char
hasContiguousRows(DLTensor *tensor,
                  int32_t rank) __asm__("reduce.has_contiguous_rows");

int main(void) {
  int64_t rows[] = {4, 6}, one[] = {4, 1}, none[] = {4, 0};
  int64_t unit[] = {8, 1}, gaps[] = {12, 2}, reversed[] = {8, -1};
  const struct {
    int32_t rank;
    int64_t *shape, *strides;
    int expected;
  } cases[] = {
      {2, rows, NULL, 1},     {2, rows, unit, 1}, {2, rows, gaps, 0},
      {2, rows, reversed, 0}, {2, one, gaps, 1},  {2, none, gaps, 1},
      {1, rows, gaps, 0},     {1, rows, unit, 0}, {0, NULL, NULL, 1},
  };
  int failures = 0;
  for (unsigned i = 0; i < sizeof(cases) / sizeof(*cases); ++i) {
    DLTensor tensor = {0};
    tensor.ndim = cases[i].rank;
    tensor.shape = cases[i].shape;
    tensor.strides = cases[i].strides;
    int actual = hasContiguousRows(&tensor, cases[i].rank) & 1;
    if (actual != cases[i].expected) {
      ++failures;
      printf("case %u: %d\n", i, actual);
    }
  }
  printf("%u cases, %d failures\n", (unsigned)(sizeof(cases) / sizeof(*cases)),
         failures);
  return failures != 0;
}
