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
#include "llvm/ADT/Sequence.h"
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
        // Clause rank-0.
        if (rank == 0)
          diag << " is out of range: a tensor of rank 0 has no axes";
        else
          diag << " is out of range [" << -rank << ", " << rank - 1
               << "] for rank " << rank;
      }
      return failure();
    }
    // Clause axes-negative.
    int64_t dim = axis < 0 ? axis + rank : axis;
    // Clause axes-unique.
    if (reduced.test(dim)) {
      if (emitError)
        emitError() << "axis " << axis << " names dimension " << dim
                    << ", which another axis already names; axes must be "
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

ReductionAxes::ReductionAxes(std::optional<ArrayRef<int64_t>> values,
                             Value operand, bool noopWithEmptyAxes)
    : values(values),
      type(operand ? cast<RankedTensorType>(operand.getType()) : nullptr),
      noopWithEmptyAxes(noopWithEmptyAxes) {}

int64_t ReductionAxes::getCount() const {
  if (values)
    return values->size();
  return type.getRank() == 0 ? 1 : type.getDimSize(0);
}

std::optional<SmallVector<int64_t>>
mlir::reduce::getImpliedReducedDims(RankedTensorType input, ReductionAxes axes,
                                    bool keepdims, int64_t resultRank) {
  int64_t rank = input.getRank();
  if (!axes.isDynamic())
    return normalizeVerifiedAxes(axes.getValues(), rank);
  // Clause runtime-axes-rank.
  int64_t count = axes.getCount();
  if (count == 0 && axes.getNoopWithEmptyAxes())
    return SmallVector<int64_t>();
  if (count == 0 || count == rank || rank == 0 ||
      (!keepdims && resultRank == 0))
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  return std::nullopt;
}

/// Verifies what can be told of the axes of a tensor of unknown rank.
static LogicalResult verifyUniqueValues(ArrayRef<int64_t> axes,
                                        EmitErrorFn emitError) {
  SmallVector<int64_t> sorted(axes);
  llvm::sort(sorted);
  // Clause axes-unique.
  auto *twice = llvm::adjacent_find(sorted);
  if (twice == sorted.end())
    return success();
  if (emitError)
    emitError() << "axis " << *twice << " is given twice; axes must be unique";
  return failure();
}

/// Returns the sizes of a tensor of `shape` without `count` dimensions that are
/// not known.
static SmallVector<int64_t> dropAnyDims(ArrayRef<int64_t> shape,
                                        int64_t count) {
  SmallVector<int64_t> result;
  for (int64_t dim = 0, e = shape.size() - count; dim < e; ++dim) {
    // Here stays one of the dimensions dim to dim + count.
    ArrayRef<int64_t> candidates = shape.slice(dim, count + 1);
    result.push_back(llvm::all_equal(candidates) ? candidates.front()
                                                 : ShapedType::kDynamic);
  }
  return result;
}

FailureOr<TensorType> mlir::reduce::inferReductionType(TensorType input,
                                                       Type resultElementType,
                                                       ReductionAxes axes,
                                                       bool keepdims,
                                                       EmitErrorFn emitError) {
  int64_t count = axes.getCount();
  if (!input.hasRank()) {
    if (!axes.isDynamic() &&
        failed(verifyUniqueValues(axes.getValues(), emitError)))
      return failure();
    if (axes.isDynamic() && count == 0 && !axes.getNoopWithEmptyAxes() &&
        !keepdims)
      return TensorType(RankedTensorType::get({}, resultElementType));
    return TensorType(UnrankedTensorType::get(resultElementType));
  }
  auto ranked = cast<RankedTensorType>(input);
  int64_t rank = ranked.getRank();
  if (!axes.isDynamic() &&
      failed(normalizeAxes(axes.getValues(), rank, emitError)))
    return failure();
  // Clause axes-unique.
  if (count > rank) {
    if (emitError)
      emitError() << "expected at most " << rank << " axes for rank " << rank
                  << ", got " << count;
    return failure();
  }

  SmallVector<int64_t> shape;
  if (std::optional<SmallVector<int64_t>> dims =
          getImpliedReducedDims(ranked, axes, keepdims, ShapedType::kDynamic)) {
    for (auto [dim, size] : llvm::enumerate(ranked.getShape())) {
      if (!llvm::binary_search(*dims, static_cast<int64_t>(dim)))
        shape.push_back(size);
      else if (keepdims)
        shape.push_back(1);
    }
  } else if (keepdims) {
    for (int64_t size : ranked.getShape())
      shape.push_back(size == 1 ? 1 : ShapedType::kDynamic);
  } else if (!ShapedType::isDynamic(count)) {
    // Clause runtime-axes-rank.
    shape = dropAnyDims(ranked.getShape(), count);
  } else if (rank > 0) {
    return TensorType(UnrankedTensorType::get(resultElementType));
  }
  return TensorType(RankedTensorType::get(shape, resultElementType));
}

LogicalResult mlir::reduce::inferReductionReturnTypes(
    std::optional<Location> location, TensorType input, Type resultElementType,
    ReductionAxes axes, bool keepdims,
    SmallVectorImpl<Type> &inferredReturnTypes) {
  auto emitError = [&] { return mlir::emitError(*location); };
  FailureOr<TensorType> type =
      inferReductionType(input, resultElementType, axes, keepdims,
                         location ? EmitErrorFn(emitError) : EmitErrorFn());
  if (failed(type))
    return failure();
  inferredReturnTypes.push_back(*type);
  return success();
}

bool mlir::reduce::hasEncoding(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getEncoding();
}

bool mlir::reduce::hasRepresentableByteSize(RankedTensorType type) {
  Type elementType = type.getElementType();
  int64_t size =
      elementType.isIntOrFloat() ? elementType.getIntOrFloatBitWidth() : 64;
  for (int64_t extent : type.getShape())
    if (!ShapedType::isDynamic(extent) && extent != 0 &&
        llvm::MulOverflow(size, extent, size))
      return false;
  return true;
}

bool mlir::reduce::areCompatibleReductionTypes(Type inferred, Type declared) {
  return isa<TensorType>(declared) &&
         getElementTypeOrSelf(declared) == getElementTypeOrSelf(inferred) &&
         succeeded(verifyCompatibleShape(declared, inferred));
}

TensorType mlir::reduce::combineTypes(TensorType first, TensorType second) {
  if (!first.hasRank())
    return second;
  if (!second.hasRank())
    return first;
  if (failed(verifyCompatibleShape(first, second)))
    return nullptr;
  SmallVector<int64_t> shape(first.getShape());
  for (auto [size, other] : llvm::zip_equal(shape, second.getShape()))
    if (ShapedType::isDynamic(size))
      size = other;
  return RankedTensorType::get(shape, first.getElementType());
}

/// Verifies that the axes come from one place, and that the options agree.
static LogicalResult verifyAxesSource(ReductionOpInterface reduction) {
  bool isOperand = bool(reduction.getDynamicAxes());
  if (isOperand && reduction.getAxes())
    return reduction.emitOpError()
           << "expected axes as an attribute or as an operand, got both";
  if (!isOperand && !reduction.getAxes())
    return reduction.emitOpError()
           << "expected axes as an attribute or as an operand, got neither";
  if (!isOperand && reduction.getNoopWithEmptyAxes())
    return reduction.emitOpError() << "expected 'noop_with_empty_axes' only "
                                      "where axes are an operand";
  return success();
}

/// Verifies that tensors have no negative extents: bytecode makes such types,
/// which nothing else does.
static LogicalResult verifyExtents(Operation *op) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types) {
      auto ranked = dyn_cast<RankedTensorType>(type);
      // Clause attribute-kinds.
      if (ranked && llvm::any_of(ranked.getShape(), [](int64_t extent) {
            return extent < 0 && !ShapedType::isDynamic(extent);
          }))
        return op->emitOpError()
               << "expected nonnegative extents, got " << type;
    }
  return success();
}

LogicalResult mlir::reduce::verifyReduction(Operation *op) {
  auto reduction = cast<ReductionOpInterface>(op);
  if (failed(verifyAxesSource(reduction)) || failed(verifyExtents(op)))
    return failure();
  TensorType input = reduction.getInput().getType();
  std::unique_ptr<Combiner> combiner = reduction.getCombiner();
  if (!combiner)
    return op->emitOpError() << "does not allow elements of type "
                             << input.getElementType() << " with its options";
  FailureOr<TensorType> inferred = inferReductionType(
      input, combiner->getResultElementType(), reduction.getReductionAxes(),
      reduction.getKeepdims(), [&] { return op->emitOpError(); });
  if (failed(inferred))
    return failure();
  // Clause result-type.
  auto declared = cast<TensorType>(op->getResult(0).getType());
  if (!areCompatibleReductionTypes(*inferred, declared))
    return op->emitOpError()
           << "expected the result type " << *inferred << ", got " << declared;
  if (input.hasRank() && declared.hasRank() &&
      declared.getRank() > input.getRank())
    return op->emitOpError()
           << "expected a result of at most rank " << input.getRank()
           << ", the rank of the input, got " << declared;
  return success();
}
