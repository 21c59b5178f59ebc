//===- ReduceToTosa.cpp - From the reduce dialect to TOSA -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Conversion/Common/ConversionRemarks.h"
#include "ForeignOperators.h"
#include "reduce/Conversion/Dialects/Passes.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/PatternMatch.h"
#include "reduce/IR/ReduceDialect.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_CONVERTREDUCETOTOSAPASS
#include "reduce/Conversion/Dialects/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Finds the operator of TOSA for the chain that replaces `op`. Returns null
/// and sets `reason` if there is none.
static const ForeignOperator *match(ReductionOpInterface op,
                                    std::string &reason) {
  auto fail = [&](const Twine &why) {
    reason = why.str();
    return nullptr;
  };
  if (!op.hasStaticReducedDims())
    return fail("its axes are not known at compile time");
  auto type = cast<RankedTensorType>(op.getInput().getType());
  // A dynamic size may be 0, for which TOSA has no reduction.
  SmallVector<int64_t> reducedDims = op.getReducedDims();
  if (llvm::any_of(reducedDims,
                   [&](int64_t dim) { return type.isDynamicDim(dim); }))
    return fail("a reduced size is not known at compile time");
  if (!type.hasStaticShape() && !op.getKeepdims() && !reducedDims.empty())
    return fail("a size is not known at compile time, but dropping the reduced "
                "dimensions by a tosa.reshape requires it");
  if (op->getResult(0).getType() != *op.inferResultType(/*emitError=*/nullptr))
    return fail("the declared sizes of its result differ from those inferred "
                "from its input");
  if (type.getRank() == 0)
    return fail("TOSA cannot reduce a tensor of rank 0");
  if (llvm::is_contained(type.getShape(), 0))
    return fail("TOSA has no empty tensors");
  std::string missing;
  const ForeignOperator *foreign =
      findExportedOperator(ForeignDialect::TOSA, op, missing);
  if (!foreign)
    fail("TOSA cannot express it: " + missing);
  return foreign;
}

/// Returns `type` with a size of 1 for each dimension in `dims`.
static RankedTensorType getKept(RankedTensorType type, ArrayRef<int64_t> dims) {
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t dim : dims)
    shape[dim] = 1;
  return type.clone(shape);
}

/// Builds the operation of TOSA `name`, in the NaN mode of `foreign`.
static Value buildOperation(OpBuilder &builder, Location loc, StringRef name,
                            ValueRange operands, Type type,
                            const ForeignOperator &foreign,
                            ArrayRef<NamedAttribute> attributes = {}) {
  OperationState state(loc, name, operands, type, attributes);
  if (foreign.condition == ForeignCondition::IgnoresNaN)
    state.addAttribute("nan_mode", tosa::NanPropagationModeAttr::get(
                                       builder.getContext(),
                                       tosa::NanPropagationMode::IGNORE));
  return builder.create(state)->getResult(0);
}

static Value build(OpBuilder &builder, ReductionOpInterface op,
                   const ForeignOperator &foreign) {
  Location loc = op.getLoc();
  Value result = op.getInput();
  auto inputType = cast<RankedTensorType>(result.getType());
  for (int64_t dim : op.getReducedDims()) {
    NamedAttribute axis =
        builder.getNamedAttr("axis", builder.getI32IntegerAttr(dim));
    result = buildOperation(
        builder, loc, foreign.name, result,
        getKept(cast<RankedTensorType>(result.getType()), dim), foreign, axis);
  }
  if (foreign.condition == ForeignCondition::IgnoresNaN) {
    // The result of nothing but NaN is NaN in TOSA, but must be the identity.
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<int64_t> ones(type.getRank(), 1);
    auto identity = DenseElementsAttr::get(
        type.clone(ones),
        Attribute(getIdentity(foreign, type.getElementType())));
    Value constant =
        tosa::ConstOp::create(builder, loc, identity.getType(), identity);
    result = buildOperation(builder, loc, foreign.elementwise,
                            {result, constant}, type, foreign);
  }
  auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
  if (op.getKeepdims() || resultType == inputType)
    return result;
  auto shape = builder.getIndexTensorAttr(resultType.getShape());
  Value shapeValue = tosa::ConstShapeOp::create(
      builder, loc,
      tosa::shapeType::get(builder.getContext(), resultType.getRank()), shape);
  return tosa::ReshapeOp::create(builder, loc, resultType, result, shapeValue);
}

namespace {
struct ConvertReduceToTosaPass
    : reduce::impl::ConvertReduceToTosaPassBase<ConvertReduceToTosaPass> {
  void runOnOperation() override {
    SmallVector<ReductionOpInterface> ops;
    getOperation()->walk([&](ReductionOpInterface op) { ops.push_back(op); });
    ConversionRemarks remarks("ConvertReduceToTosa", getArgument(),
                              numConverted, numLeft);
    IRRewriter rewriter(&getContext());
    for (ReductionOpInterface op : ops) {
      std::string reason;
      const ForeignOperator *foreign = match(op, reason);
      if (!foreign) {
        remarks.missed(op, reason);
        continue;
      }
      remarks.passed(op, foreign->name);
      rewriter.setInsertionPoint(op);
      rewriter.replaceOp(op, build(rewriter, op, *foreign));
    }
  }
};
} // namespace
