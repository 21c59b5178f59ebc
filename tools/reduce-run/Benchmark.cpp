//===- Benchmark.cpp - Measuring the speed of a function ------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Benchmark.h"

#include "PureRead.h"
#include "mlir/Support/LLVM.h"
#include "reduce/Support/Timing.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::reduce;

static void printTime(raw_ostream &os, double seconds) {
  struct Unit {
    double seconds;
    const char *name;
  };
  for (Unit unit : {Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "us"}})
    if (seconds >= unit.seconds) {
      os << llvm::format("%.4g ", seconds / unit.seconds) << unit.name;
      return;
    }
  os << llvm::format("%.4g ns", 1e9 * seconds);
}

void mlir::reduce::printBenchmark(raw_ostream &os, StringRef name,
                                  CompiledCall &call, ArrayRef<Tensor> inputs,
                                  double seconds, Ranks &ranks) {
  int64_t ownSize = 0;
  SmallVector<benchmark::PureRead> reads;
  for (const Tensor &input : inputs) {
    ownSize += input.getBytes().size();
    reads.emplace_back(input.getBytes().data(), input.getBytes().size());
  }
  int64_t size = ranks.getSum(ownSize);
  auto read = [&] {
    uint64_t bits = 0;
    for (const benchmark::PureRead &each : reads)
      bits |= each();
    return bits;
  };
  benchmark::Measurement result = benchmark::measureInTurn(
      call, read, seconds, [&](double time) { return ranks.getMaximum(time); });
  if (ranks.getNumber() != 0)
    return;
  os << name << ": ";
  printTime(os, result.seconds);
  if (ranks.getCount() > 1)
    os << " on " << ranks.getCount() << " ranks";
  if (size > 0)
    os << llvm::format(", %.4g GB/s of input, %.3g of pure reading by one "
                       "thread%s",
                       1e-9 * size / result.seconds, result.share,
                       ranks.getCount() > 1 ? " of each" : "");
  os << '\n';
}
