//===- CombinationTest.cpp - Matching of combiners in linalg --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code that combiners build is canonicalized before strategies match a body
// against it. If a pattern of MLIR's changed that code, vectorization would be
// off, and only these tests would fail.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Analysis/Combination.h"
#include "reduce/Conversion/ReduceToLinalg/Passes.h"
#include "reduce/IR/ReduceDialect.h"
#include "reduce/IR/ReduceOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
class CombinationTest : public ::testing::Test {
protected:
  CombinationTest() {
    context.loadDialect<ReduceDialect, arith::ArithDialect, func::FuncDialect,
                        linalg::LinalgDialect, tensor::TensorDialect>();
  }

  /// Lowers `operation` with `options` on elements of `type` to linalg, and
  /// checks that the reduction there has the same combiner.
  void check(StringRef operation, StringRef options, StringRef type) {
    std::string text =
        ("func.func @f(%in: tensor<4x8x" + type + ">) -> tensor<4x" + type +
         "> {\n  %r = " + operation + " %in axes = [1] " + options +
         ": tensor<4x8x" + type + "> -> tensor<4x" + type +
         ">\n  return %r : tensor<4x" + type + ">\n}\n")
            .str();
    SCOPED_TRACE(text);
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(text, ParserConfig(&context));
    ASSERT_TRUE(module);
    CombinerAttr expected;
    std::unique_ptr<Combiner> combiner;
    module->walk([&](ReductionOpInterface op) {
      combiner = op.getCombiner();
      expected = CombinerAttr::get(&context, op->getName().getIdentifier(),
                                   op.getInput().getType().getElementType(),
                                   op.getCombinerOptions().empty()
                                       ? DictionaryAttr()
                                       : op.getCombinerOptions());
    });
    PassManager pm(&context);
    ConvertReduceToLinalgPassOptions linalgOptions;
    linalgOptions.nameCombiners = true;
    pm.addPass(createConvertReduceToLinalgPass(linalgOptions));
    pm.addPass(createCanonicalizerPass());
    pm.addPass(createCSEPass());
    ASSERT_TRUE(succeeded(pm.run(*module)));
    unsigned numReductions = 0;
    module->walk([&](linalg::GenericOp op) {
      if (op.getNumReductionLoops() == 0)
        return;
      ++numReductions;
      StringRef reason;
      FailureOr<Combination> combination = matchCombination(op, reason);
      ASSERT_TRUE(succeeded(combination)) << reason.str();
      EXPECT_EQ(combination->name, expected);
      EXPECT_EQ(combination->elements.size(), combiner->getStateTypes().size());
      EXPECT_EQ(bool(combination->form), bool(combiner->getLoopForm()));
    });
    EXPECT_EQ(numReductions, 1u);
  }

  MLIRContext context;
};
} // namespace

TEST_F(CombinationTest, IsFoundForEachElementType) {
  for (StringRef type : {"f16", "bf16", "f32", "f64", "i1", "i8", "i16", "i32",
                         "i64", "ui8", "ui16", "ui32", "ui64"}) {
    check("reduce.min", "", type);
    check("reduce.min", "nan_mode = ignore ", type);
    if (type == "i1")
      continue;
    check("reduce.prod", "", type);
    check("reduce.prod", "strict_order ", type);
  }
}
