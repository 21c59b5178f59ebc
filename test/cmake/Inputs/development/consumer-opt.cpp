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

  mlir::reduce::CombinerTraits getTraits() const override {
    mlir::reduce::CombinerTraits traits;
    traits.isIdempotent = true;
    traits.isMergeable = true;
    traits.isIdentityOnOneElement = true;
    return traits;
  }
  SmallVector<TypedAttr> getNeutralState() const override {
    return {IntegerAttr::get(elementType, APInt::getSignedMinValue(32))};
  }
  mlir::reduce::State combine(ImplicitLocOpBuilder &builder,
                              ValueRange accumulator,
                              ValueRange element) const override {
    return {arith::MaxSIOp::create(builder, accumulator[0], element[0])};
  }
  mlir::reduce::NumberState evaluateNeutral() const override {
    return {APSInt::getMinValue(32, /*Unsigned=*/false)};
  }
  mlir::reduce::NumberState
  evaluateCombine(const mlir::reduce::NumberState &accumulator,
                  const mlir::reduce::NumberState &element) const override {
    return {std::max(std::get<APSInt>(accumulator[0]),
                     std::get<APSInt>(element[0]))};
  }
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

std::unique_ptr<mlir::reduce::Combiner> MaxOp::createCombiner(Type elementType,
                                                              DictionaryAttr) {
  if (!elementType.isSignlessInteger(32))
    return nullptr;
  return std::make_unique<MaxCombiner>(elementType);
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
