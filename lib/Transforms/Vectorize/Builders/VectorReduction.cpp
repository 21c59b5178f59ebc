//===- VectorReduction.cpp - The vector code of a reduction ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorReduction.h"
#include "Combinations.h"
#include "MemoryAccess.h"
#include "Transforms/Analysis/VectorBody.h"
#include "reduce/IR/ReduceDialect.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

VectorReduction VectorReduction::getLoopForm() const {
  assert(hasLoopForm() && "expected a combiner with another form");
  VectorReduction form(*this);
  form.usesLoopForm = true;
  return form;
}

VectorReduction VectorReduction::getMarkedForm() const {
  assert(ordersZeros && "expected a reduction that orders zeros");
  VectorReduction form(*this);
  form.marked = std::make_shared<MarkedForm>(*combination.combiner);
  form.combination.form = form.marked;
  form.combination.unprepared = combination.elements.front();
  form.usesLoopForm = true;
  return form;
}

State VectorReduction::buildFinished(ImplicitLocOpBuilder &builder,
                                     ValueRange state) const {
  return combination.form->finish(builder, state);
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

/// Builds a vector with `width` copies of each of `values`.
static State buildSplats(ImplicitLocOpBuilder &builder,
                         ArrayRef<TypedAttr> values, int64_t width) {
  State state;
  for (TypedAttr value : values)
    state.push_back(arith::ConstantOp::create(
        builder, DenseElementsAttr::get(VectorType::get(width, value.getType()),
                                        value)));
  return state;
}

State VectorReduction::buildNeutral(ImplicitLocOpBuilder &builder,
                                    int64_t width) const {
  return buildSplats(builder, getForm().getNeutralState(), width);
}

State VectorReduction::buildStart(ImplicitLocOpBuilder &builder,
                                  int64_t width) const {
  return buildSplats(builder, getStart(), width);
}

State VectorReduction::buildStartScalar(ImplicitLocOpBuilder &builder,
                                        ValueRange destinations,
                                        ValueRange indices) const {
  State state;
  if (hasConstantStart())
    for (TypedAttr value : getStart())
      state.push_back(arith::ConstantOp::create(builder, value));
  else
    for (Value destination : destinations)
      state.push_back(tensor::ExtractOp::create(builder, destination, indices));
  return state;
}

/// Makes the minimum or maximum that `value` is, if it is one, order zeros.
/// -reduce-expand-vector-extrema gives one NaN for all then.
static void dropNoSignedZeros(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<arith::MinimumFOp, arith::MaximumFOp>(op))
    return;
  auto fastMath = cast<arith::ArithFastMathInterface>(op);
  arith::FastMathFlags flags = fastMath.getFastMathFlagsAttr().getValue();
  op->setAttr(
      fastMath.getFastMathAttrName(),
      arith::FastMathFlagsAttr::get(
          op->getContext(), bitEnumClear(flags, arith::FastMathFlags::nsz)));
}

State VectorReduction::buildCombination(ImplicitLocOpBuilder &builder,
                                        ValueRange accumulator,
                                        ValueRange elements) const {
  State combined = getForm().combine(builder, accumulator, elements);
  if (ordersZeros)
    for (Value value : combined)
      dropNoSignedZeros(value);
  return combined;
}

/// Marks each `arith.truncf` of `products`, which are those of bf16 as f32: the
/// lower halves of their NaN are zeros.
static void noteNaN(MLIRContext *context, ValueRange products) {
  ReduceDialect::Bf16NanAttrHelper attribute(context);
  for (Value product : products)
    for (Operation *user : product.getUsers())
      if (isa<arith::TruncFOp>(user) &&
          getElementTypeOrSelf(user->getResult(0)).isBF16())
        attribute.setAttr(user, UnitAttr::get(context));
}

SmallVector<Value> VectorReduction::buildEpilogue(ImplicitLocOpBuilder &builder,
                                                  ValueRange accumulator,
                                                  ValueRange destinations,
                                                  ValueRange indices,
                                                  bool inBounds) const {
  State state = llvm::to_vector_of<Value, 2>(accumulator);
  if (const LoopForm *finishing = getFinishing())
    state = finishing->finish(builder, state);
  if (const std::optional<Epilogue> &epilogue = getEpilogue()) {
    Value result =
        epilogue->build(builder, state, destinations[0], indices, inBounds);
    if (doesMultiplyBF16() && startsNeutral())
      noteNaN(builder.getContext(), state);
    return {result};
  }
  return SmallVector<Value>(state.begin(), state.end());
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Reads `width` elements of `input` at each of `places`. Returns all of them
/// in a vector.
static Value buildReadAt(ImplicitLocOpBuilder &builder, Value input,
                         ArrayRef<SmallVector<Value>> places, int64_t width) {
  auto type = VectorType::get(width, getElementTypeOrSelf(input.getType()));
  SmallVector<Value> pieces;
  for (const SmallVector<Value> &place : places)
    pieces.push_back(vector::TransferReadOp::create(builder, type, input, place,
                                                    /*padding=*/std::nullopt,
                                                    ArrayRef<bool>(true)));
  return buildConcatenation(builder, pieces);
}

/// Returns `indices`, with `offset` added to the last one.
static SmallVector<Value> buildShifted(ImplicitLocOpBuilder &builder,
                                       ValueRange indices, int64_t offset) {
  SmallVector<Value> place(indices);
  place.back() = builder.createOrFold<arith::AddIOp>(
      indices.back(), arith::ConstantIndexOp::create(builder, offset));
  return place;
}

State VectorReduction::buildSelected(ImplicitLocOpBuilder &builder, Value mask,
                                     ValueRange elements) const {
  int64_t width = cast<VectorType>(mask.getType()).getDimSize(0);
  return buildSelection(builder, mask, elements, buildNeutral(builder, width));
}

State VectorReduction::buildNotSelected(ImplicitLocOpBuilder &builder,
                                        Value mask, ValueRange elements) const {
  int64_t width = cast<VectorType>(mask.getType()).getDimSize(0);
  return buildSelection(builder, mask, buildNeutral(builder, width), elements);
}

State VectorReduction::buildMaskedElements(ImplicitLocOpBuilder &builder,
                                           ValueRange indices,
                                           Value mask) const {
  return buildMaskedJoinedElements(builder, op.getDpsInputs(), indices, mask);
}

State VectorReduction::buildMaskedJoinedElements(ImplicitLocOpBuilder &builder,
                                                 ValueRange inputs,
                                                 ValueRange indices,
                                                 Value mask) const {
  int64_t width = cast<VectorType>(mask.getType()).getDimSize(0);
  return buildSelected(builder, mask,
                       buildElementsOf(builder, inputs, indices, width,
                                       /*inBounds=*/false, LaneOrder::Memory));
}

/// Reads the lanes in `mask` from `indices` on; others are zeros.
static Value buildMaskedRead(ImplicitLocOpBuilder &builder, Value input,
                             ValueRange indices, Value mask) {
  Type elementType = getElementTypeOrSelf(input.getType());
  auto type = cast<VectorType>(mask.getType()).clone(elementType);
  Value padding =
      arith::ConstantOp::create(builder, builder.getZeroAttr(elementType));
  return vector::TransferReadOp::create(
      builder, type, input, indices,
      AffineMapAttr::get(vector::getTransferMinorIdentityMap(
          cast<ShapedType>(input.getType()), type)),
      padding, mask, builder.getBoolArrayAttr({true}));
}

/// Returns a vector of `width` elements. The first `count` are read from
/// `indices` on, in loads of `loadWidth`; the last load has a mask if `count`
/// is not a multiple of that. The other elements are zeros.
static Value buildShortMaskedRead(ImplicitLocOpBuilder &builder, Value input,
                                  ValueRange indices, int64_t count,
                                  int64_t width, int64_t loadWidth) {
  auto type = VectorType::get(loadWidth, getElementTypeOrSelf(input.getType()));
  SmallVector<Value> pieces;
  for (int64_t offset = 0; offset < width; offset += loadWidth) {
    SmallVector<Value> place = buildShifted(builder, indices, offset);
    if (offset >= count) {
      pieces.push_back(
          arith::ConstantOp::create(builder, builder.getZeroAttr(type)));
    } else if (offset + loadWidth <= count) {
      pieces.push_back(buildReadAt(builder, input, place, loadWidth));
    } else {
      Value mask = vector::ConstantMaskOp::create(
          builder, type.clone(builder.getI1Type()),
          ArrayRef<int64_t>(count - offset));
      pieces.push_back(buildMaskedRead(builder, input, place, mask));
    }
  }
  return buildConcatenation(builder, pieces);
}

/// Returns how many of the first lanes are in `mask`, if that is known.
static std::optional<int64_t> getNumMasked(Value mask) {
  if (auto constant = mask.getDefiningOp<vector::ConstantMaskOp>())
    return constant.getMaskDimSizes()[0];
  if (auto create = mask.getDefiningOp<vector::CreateMaskOp>())
    return getConstantIntValue(create.getOperands()[0]);
  return std::nullopt;
}

State VectorReduction::buildElementsOfLanes(ImplicitLocOpBuilder &builder,
                                            ValueRange inputs,
                                            ValueRange indices,
                                            Value mask) const {
  int64_t width = cast<VectorType>(mask.getType()).getDimSize(0);
  std::optional<int64_t> count = getNumMasked(mask);
  auto reads = llvm::map_to_vector(inputs, [&](Value input) {
    int64_t loadWidth = getShortLoadWidth(input);
    return areLoadsShort && count && loadWidth < width
               ? buildShortMaskedRead(builder, input, indices, *count, width,
                                      loadWidth)
               : buildMaskedRead(builder, input, indices, mask);
  });
  return buildOrdered(builder, reads, indices, LaneOrder::Memory);
}

SmallVector<Value>
VectorReduction::buildJoinedInputs(ImplicitLocOpBuilder &builder) const {
  SmallVector<ReassociationIndices> groups;
  for (unsigned loop = 0, e = getNumLoops(); loop + 1 < e; ++loop)
    groups.push_back({loop});
  groups.back().push_back(getNumLoops() - 1);
  return llvm::map_to_vector(op.getDpsInputs(), [&](Value input) -> Value {
    return buildCollapsedRun(builder, input, groups);
  });
}

State VectorReduction::buildElements(ImplicitLocOpBuilder &builder,
                                     ValueRange indices, int64_t width,
                                     bool isInBounds, LaneOrder order) const {
  return buildElementsOf(builder, op.getDpsInputs(), indices, width, isInBounds,
                         order);
}

State VectorReduction::buildJoinedElements(ImplicitLocOpBuilder &builder,
                                           ValueRange inputs,
                                           ValueRange indices, int64_t width,
                                           LaneOrder order) const {
  return buildElementsOf(builder, inputs, indices, width, /*inBounds=*/true,
                         order);
}

State VectorReduction::buildArrangedElements(
    ImplicitLocOpBuilder &builder, ValueRange inputs, ValueRange indices,
    int64_t width, Value mask, llvm::function_ref<Value(Value)> arrange,
    LaneOrder order) const {
  auto reads = llvm::map_to_vector(inputs, [&](Value input) {
    return arrange(
        mask ? buildMaskedRead(builder, input, indices, mask)
             : buildReadAt(builder, input, {llvm::to_vector(indices)}, width));
  });
  buildPrefetchesOf(builder, inputs, indices, width);
  return buildOrdered(builder, reads, indices, order);
}

static int64_t getWidth(Value vector) {
  return cast<VectorType>(vector.getType()).getDimSize(0);
}

State VectorReduction::buildElementsAt(ImplicitLocOpBuilder &builder,
                                       ValueRange inputs,
                                       ArrayRef<SmallVector<Value>> places,
                                       int64_t width, LaneOrder order) const {
  auto reads = llvm::map_to_vector(inputs, [&](Value input) {
    return buildReadAt(builder, input, places, width);
  });
  buildPrefetchesOf(builder, inputs, places.front(),
                    width * static_cast<int64_t>(places.size()));
  return buildOrdered(builder, reads, places.front(), order);
}

/// Reads `width` elements of each of `inputs`, which exist, at their places and
/// in loads of the allowed width.
SmallVector<Value> VectorReduction::buildLoads(ImplicitLocOpBuilder &builder,
                                               ValueRange inputs,
                                               ValueRange indices,
                                               int64_t width) const {
  int64_t placeWidth = width / numPlaces;
  assert(placeWidth * numPlaces == width && "expected the same in each place");
  SmallVector<SmallVector<Value>> starts = {llvm::to_vector(indices)};
  for (int64_t place = 1; place < numPlaces; ++place) {
    starts.push_back(starts.back());
    starts.back().back() =
        arith::AddIOp::create(builder, starts.back().back(), placeDistance);
  }
  return llvm::map_to_vector(inputs, [&](Value input) {
    int64_t loadWidth = placeWidth;
    if (areLoadsShort && placeWidth % getShortLoadWidth(input) == 0)
      loadWidth = getShortLoadWidth(input);
    SmallVector<SmallVector<Value>> places;
    for (ArrayRef<Value> start : starts)
      for (int64_t offset = 0; offset < placeWidth; offset += loadWidth)
        places.push_back(buildShifted(builder, start, offset));
    Value read = buildReadAt(builder, input, places, loadWidth);
    return getWidth(read) == width ? read : buildSlice(builder, read, 0, width);
  });
}

State VectorReduction::buildElementsOf(ImplicitLocOpBuilder &builder,
                                       ValueRange inputs, ValueRange indices,
                                       int64_t width, bool isInBounds,
                                       LaneOrder order) const {
  if (isInBounds && (areLoadsShort || numPlaces > 1))
    return buildOrdered(builder, buildLoads(builder, inputs, indices, width),
                        indices, order);
  SmallVector<bool> inBounds = {isInBounds};
  SmallVector<Value> reads;
  for (Value input : inputs) {
    Type elementType = getElementTypeOrSelf(input.getType());
    std::optional<Value> padding;
    if (!isInBounds)
      padding =
          arith::ConstantOp::create(builder, builder.getZeroAttr(elementType));
    reads.push_back(vector::TransferReadOp::create(
        builder, VectorType::get(width, elementType), input, indices, padding,
        ArrayRef<bool>(inBounds)));
  }
  buildPrefetchesOf(builder, inputs, indices, width);
  return buildOrdered(builder, reads, indices, order);
}

/// Builds prefetches, if they are used, for reading `width` elements.
void VectorReduction::buildPrefetchesOf(ImplicitLocOpBuilder &builder,
                                        ValueRange inputs, ValueRange indices,
                                        int64_t width) const {
  if (prefetchDistance)
    buildPrefetches(builder, inputs, indices, width, prefetchDistance);
}

/// Builds the states that the body computes from `reads`, in `order`.
State VectorReduction::buildOrdered(ImplicitLocOpBuilder &builder,
                                    ArrayRef<Value> reads, ValueRange indices,
                                    LaneOrder order) const {
  if (order == LaneOrder::Memory)
    return buildBody(builder, reads, indices);
  SmallVector<Value> evens, odds;
  for (Value read : reads) {
    auto halves = vector::DeinterleaveOp::create(builder, read);
    evens.push_back(halves.getRes1());
    odds.push_back(halves.getRes2());
  }
  State oddState = buildBody(builder, odds, indices);
  State state;
  for (auto [even, odd] :
       llvm::zip_equal(buildBody(builder, evens, indices), oddState))
    state.push_back(vector::ShuffleOp::create(
        builder, even, odd, llvm::to_vector(llvm::seq(2 * getWidth(even)))));
  return state;
}

/// Builds the loop index that `op` reads, for `width` elements from `indices`
/// on.
static Value buildIndices(ImplicitLocOpBuilder &builder, linalg::IndexOp op,
                          ValueRange indices, int64_t width) {
  Value first = buildBroadcast(builder, indices[op.getDim()], width);
  if (op.getDim() + 1 < indices.size())
    return first;
  return arith::AddIOp::create(
      builder, first,
      vector::StepOp::create(builder, cast<VectorType>(first.getType())));
}

/// Builds the state that the body computes from `reads`, vectors of its inputs'
/// elements.
State VectorReduction::buildBody(ImplicitLocOpBuilder &builder,
                                 ValueRange reads, ValueRange indices) const {
  int64_t width = cast<VectorType>(reads[0].getType()).getDimSize(0);
  IRMapping mapping;
  mapping.map(op.getRegionInputArgs(), reads);
  for (Operation &nested : op.getBody()->without_terminator()) {
    if (combination.combining.contains(&nested))
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(nested))
      mapping.map(index.getResult(),
                  buildIndices(builder, index, indices, width));
    else
      cloneOperation(builder, nested, mapping, width);
  }
  auto lookup = [&](Value value) {
    if (Value mapped = mapping.lookupOrNull(value))
      return mapped;
    return buildBroadcast(builder, value, width);
  };
  if (usesLoopForm)
    return combination.form->prepare(builder, lookup(combination.unprepared));
  State state;
  for (Value element : combination.elements)
    state.push_back(lookup(element));
  return state;
}
