//===- Reference.h - Inputs and expected results ----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_BENCHMARKS_REFERENCE_H
#define REDUCE_BENCHMARKS_REFERENCE_H

#include "Case.h"
#include <cstdint>

namespace mlir::reduce::benchmark {

/// Fills the input of a case with random values whose reduction is the same in
/// any order: factors that are powers of two or odd, or the type's whole range
/// for a minimum. No product overflows or underflows, except that integers
/// wrap.
void fillInput(const Case &reduction, void *input);

/// Stores the result of a plain loop over `input` in `output`.
void reduceInput(const Case &reduction, const void *input, void *output);

/// Returns the index of the first element of `output` that differs from
/// `expected`, or -1.
int64_t findWrongElement(const Case &reduction, const void *expected,
                         const void *output);

} // namespace mlir::reduce::benchmark

#endif // REDUCE_BENCHMARKS_REFERENCE_H
