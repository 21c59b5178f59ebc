//===- Benchmark.h - Measuring the speed of a function ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TOOLS_REDUCERUN_BENCHMARK_H
#define REDUCE_TOOLS_REDUCERUN_BENCHMARK_H

#include "Ranks.h"
#include "reduce/Execution/CompiledCall.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mlir::reduce {

/// Measures `call`, of the function `name`, for `seconds`, alternating with
/// reads of all inputs at one thread's full speed. Prints one line of results.
/// All of `ranks` call this together; the slowest one counts, and the first one
/// prints.
void printBenchmark(llvm::raw_ostream &os, llvm::StringRef name,
                    CompiledCall &call, llvm::ArrayRef<Tensor> inputs,
                    double seconds, Ranks &ranks);

} // namespace mlir::reduce

#endif // REDUCE_TOOLS_REDUCERUN_BENCHMARK_H
