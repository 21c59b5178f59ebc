//===- Benchmark.h - How fast a function is ---------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_REDUCERUN_BENCHMARK_H
#define REDUCE_TOOLS_REDUCERUN_BENCHMARK_H

#include "reduce/Execution/CompiledFunction.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::reduce {

/// Measures calls of `function` for `seconds`, in turn with reading all inputs
/// as fast as one thread can, and prints a line of figures. Fails where the
/// call does.
llvm::Error printBenchmark(llvm::raw_ostream &os,
                           const CompiledFunction &function,
                           llvm::ArrayRef<Tensor *> inputs,
                           llvm::MutableArrayRef<Tensor> outputs,
                           double seconds);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCERUN_BENCHMARK_H
