//===- Contradictions.cpp - Operations that can only fail -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contradictions.h"

#include "LinalgReduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "reduce/IR/DynamicAxes.h"
#include "reduce/Support/Status.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

namespace {
class ContradictionReplacer {
public:
  void run(Operation *root);

private:
  /// Returns the most precise known type of `tensor`, which may have more
  /// static sizes than its declared type.
  TensorType getKnownType(Value tensor) const;
  /// Return the most precise known type of the result of `op`. If there is a
  /// contradiction, emit a warning and return null.
  TensorType inferType(ReductionOpInterface op) const;
  TensorType inferType(tensor::CastOp op) const;
  /// Replaces `op` by an assertion that fails.
  void replace(Operation *op) const;

  llvm::DenseMap<Value, TensorType> knownTypes;
};
} // namespace

TensorType ContradictionReplacer::getKnownType(Value tensor) const {
  TensorType known = knownTypes.lookup(tensor);
  return known ? known : cast<TensorType>(tensor.getType());
}

TensorType ContradictionReplacer::inferType(ReductionOpInterface op) const {
  auto warn = [&] { return op->emitWarning("always fails: "); };
  std::optional<SmallVector<int64_t>> constants = getConstantAxes(op);
  FailureOr<TensorType> inferred = inferReductionType(
      getKnownType(op.getInput()), op.getResultElementType(),
      constants ? ReductionAxes(*constants) : op.getReductionAxes(),
      op.getKeepdims(), warn);
  if (failed(inferred))
    return nullptr;
  auto declared = cast<TensorType>(op->getResult(0).getType());
  TensorType type = combineTypes(*inferred, declared);
  if (!type)
    warn() << "its result is " << *inferred << ", not " << declared;
  return type;
}

TensorType ContradictionReplacer::inferType(tensor::CastOp op) const {
  TensorType source = getKnownType(op.getSource());
  TensorType type = combineTypes(source, op.getDest().getType());
  if (!type)
    op->emitWarning("always fails: its source is ")
        << source << ", not " << op.getDest().getType();
  return type;
}

void ContradictionReplacer::replace(Operation *op) const {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  // Clauses runtime-axes-range, runtime-axes-unique.
  // Clause runtime-axes-unknown-length.
  if (auto reduction = dyn_cast<ReductionOpInterface>(op);
      reduction && reduction.getDynamicAxes())
    buildAxesAssertions(
        builder, loc,
        buildDynamicAxes(builder, reduction, reduction.getDynamicAxes()));
  Value isFalse =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
  cf::AssertOp::create(builder, loc, isFalse, getStatusText(Status::SHAPE));
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<Value> sizes;
  if (!type.hasStaticShape()) {
    // Read the size from uninitialized memory: a constant would assert a size,
    // and patterns of memrefs treat a poison size as an integer.
    Value unknown = tensor::EmptyOp::create(builder, loc, ArrayRef<int64_t>(),
                                            builder.getIndexType());
    sizes.assign(type.getNumDynamicDims(),
                 tensor::ExtractOp::create(builder, loc, unknown));
  }
  op->getResult(0).replaceAllUsesWith(
      tensor::EmptyOp::create(builder, loc, type, sizes));
}

void ContradictionReplacer::run(Operation *root) {
  SmallVector<Operation *> replaced;
  // Operands precede their users except in unstructured control flow, where
  // less is known.
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    TensorType type;
    if (auto reduction = dyn_cast<ReductionOpInterface>(op))
      type = inferType(reduction);
    else if (auto cast = dyn_cast<tensor::CastOp>(op))
      type = inferType(cast);
    else
      return;
    if (type) {
      knownTypes[op->getResult(0)] = type;
    } else if (isa<RankedTensorType>(op->getResult(0).getType())) {
      replace(op);
      replaced.push_back(op);
    }
  });
  for (Operation *op : replaced)
    op->erase();
}

void mlir::reduce::detail::replaceContradictions(Operation *root) {
  ContradictionReplacer().run(root);
}
