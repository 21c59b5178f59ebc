//===- TypeInference.cpp - Axes and result types of reductions ------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/TypeInference.h"

#include "reduce/IR/ReduceInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;

FailureOr<SmallVector<int64_t>>
mlir::reduce::normalizeAxes(ArrayRef<int64_t> axes, int64_t rank,
                            EmitErrorFn emitError) {
  llvm::BitVector reduced(rank);
  for (int64_t axis : axes) {
    // Clause axes-range.
    if (axis < -rank || axis >= rank) {
      if (emitError) {
        InFlightDiagnostic diag = emitError() << "axis " << axis;
        if (rank == 0)
          diag << " is out of range: a tensor of rank 0 has no axes";
        else
          diag << " is out of range [" << -rank << ", " << rank - 1
               << "] for rank " << rank;
      }
      return failure();
    }
    int64_t dim = axis < 0 ? axis + rank : axis;
    // Clause axes-unique.
    if (reduced.test(dim)) {
      if (emitError)
        emitError() << "axis " << axis << " names dimension " << dim
                    << ", which another axis names already; axes must be "
                       "unique";
      return failure();
    }
    reduced.set(dim);
  }
  return SmallVector<int64_t>(reduced.set_bits());
}

SmallVector<int64_t> mlir::reduce::normalizeVerifiedAxes(ArrayRef<int64_t> axes,
                                                         int64_t rank) {
  FailureOr<SmallVector<int64_t>> dims = normalizeAxes(axes, rank, nullptr);
  assert(succeeded(dims) && "the verifier accepts valid axes only");
  return *dims;
}

FailureOr<RankedTensorType>
mlir::reduce::inferReductionType(RankedTensorType input, ArrayRef<int64_t> axes,
                                 bool keepdims, EmitErrorFn emitError) {
  FailureOr<SmallVector<int64_t>> dims =
      normalizeAxes(axes, input.getRank(), emitError);
  if (failed(dims))
    return failure();
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(input.getShape())) {
    if (!llvm::binary_search(*dims, static_cast<int64_t>(dim)))
      shape.push_back(size);
    else if (keepdims)
      shape.push_back(1);
  }
  return RankedTensorType::get(shape, input.getElementType());
}

LogicalResult mlir::reduce::inferReductionReturnTypes(
    std::optional<Location> location, Type input, ArrayRef<int64_t> axes,
    bool keepdims, SmallVectorImpl<Type> &inferredReturnTypes) {
  auto rankedInput = dyn_cast<RankedTensorType>(input);
  if (!rankedInput)
    return emitOptionalError(location, "expected a ranked tensor, got ", input);
  auto emitError = [&] { return mlir::emitError(*location); };
  FailureOr<RankedTensorType> type = inferReductionType(
      rankedInput, axes, keepdims,
      location ? EmitErrorFn(emitError) : EmitErrorFn(nullptr));
  if (failed(type))
    return failure();
  inferredReturnTypes.push_back(*type);
  return success();
}

bool mlir::reduce::isCountable(RankedTensorType type) {
  int64_t size = type.getElementTypeBitWidth();
  for (int64_t extent : type.getShape())
    if (!ShapedType::isDynamic(extent) && extent != 0 &&
        llvm::MulOverflow(size, extent, size))
      return false;
  return true;
}

bool mlir::reduce::areCompatibleReductionTypes(Type inferred, Type declared) {
  return isa<RankedTensorType>(declared) &&
         getElementTypeOrSelf(declared) == getElementTypeOrSelf(inferred) &&
         succeeded(verifyCompatibleShape(declared, inferred));
}

LogicalResult mlir::reduce::verifyReduction(Operation *op) {
  auto reduction = cast<ReductionOpInterface>(op);
  FailureOr<RankedTensorType> inferred = inferReductionType(
      reduction.getInput().getType(), reduction.getAxes(),
      reduction.getKeepdims(), [&] { return op->emitOpError(); });
  if (failed(inferred))
    return failure();
  // Clause result-type.
  Type declared = op->getResult(0).getType();
  if (!areCompatibleReductionTypes(*inferred, declared))
    return op->emitOpError()
           << "expected the result type " << *inferred << ", got " << declared;
  return success();
}
