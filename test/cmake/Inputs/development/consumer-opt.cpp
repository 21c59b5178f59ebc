//===- consumer-opt.cpp - A compiler with a reduction of its own ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReduceHeaders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

#include "ConsumerDialect.h.inc"
#define GET_OP_CLASSES
#include "ConsumerOps.h.inc"

using namespace mlir;

/// The maximum of i32.
class MaxCombiner : public mlir::reduce::Combiner {
public:
  using Combiner::Combiner;

  Type getAccumulatorType() const override { return elementType; }
  TypedAttr getIdentity() const override {
    return IntegerAttr::get(elementType, APInt::getSignedMinValue(32));
  }
  Value prepare(OpBuilder &, Location, Value element) const override {
    return element;
  }
  Value combine(OpBuilder &builder, Location loc, Value accumulator,
                Value element) const override {
    return arith::MaxSIOp::create(builder, loc, accumulator, element);
  }
  Value finalize(OpBuilder &, Location, Value accumulator) const override {
    return accumulator;
  }
  TypedAttr evaluateEmpty() const override { return getIdentity(); }
  APFloat evaluate(const APFloat &accumulator,
                   const APFloat &element) const override {
    return llvm::maximum(accumulator, element);
  }
  APSInt evaluate(const APSInt &accumulator,
                  const APSInt &element) const override {
    return std::max(accumulator, element);
  }
  bool keepsSingleElement() const override { return true; }
  bool isMergeable() const override { return true; }
};

#include "ConsumerDialect.cpp.inc"
#define GET_OP_CLASSES
#include "ConsumerOps.cpp.inc"

namespace consumer {

void ConsumerDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ConsumerOps.cpp.inc"
      >();
}

Value MaxOp::getDynamicAxes() { return nullptr; }

bool MaxOp::getNoopWithEmptyAxes() { return false; }

std::unique_ptr<mlir::reduce::Combiner> MaxOp::getCombiner() {
  return std::make_unique<MaxCombiner>(getInput().getType().getElementType());
}

} // namespace consumer

int main(int argc, char **argv) {
  DialectRegistry registry;
  mlir::reduce::registerCompilerDialects(registry);
  registry.insert<consumer::ConsumerDialect>();
  mlir::reduce::registerReducePipelines();
  return asMainReturnCode(
      MlirOptMain(argc, argv, "Consumer optimizer driver\n", registry));
}
