//===- Permutations.cpp - Permutations of lanes at run time ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Permutations.h"
#include "Transforms/Analysis/VectorBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// The intrinsics of AVX-512 are for vectors of this width.
static constexpr int64_t permutedBits = 512;

/// The intrinsic that keeps what is before it apart from what is after it.
static constexpr StringLiteral fenceIntrinsic = "llvm.arithmetic.fence.v16f32";

/// Returns the intrinsic that permutes elements of `bits` bits of one vector;
/// nothing if there is none.
static StringRef getIntrinsic(unsigned bits) {
  switch (bits) {
  case 8:
    return "llvm.x86.avx512.permvar.qi.512";
  case 16:
    return "llvm.x86.avx512.permvar.hi.512";
  case 32:
    return "llvm.x86.avx512.permvar.si.512";
  default:
    return {};
  }
}

bool mlir::reduce::detail::canPermute(const Reduction &reduction,
                                      const VectorTarget &target) {
  return llvm::all_of(reduction.getStateTypes(), [&](Type type) {
    unsigned bits = getElementBits(type);
    return type.isIntOrFloat() && target.permutes(bits) &&
           bits * target.getLanes(reduction) == permutedBits &&
           !getIntrinsic(bits).empty();
  });
}

/// Returns the intrinsic that permutes elements of `bits` bits of two vectors;
/// nothing if there is none.
static StringRef getPairIntrinsic(unsigned bits) {
  switch (bits) {
  case 8:
    return "llvm.x86.avx512.vpermi2var.qi.512";
  case 16:
    return "llvm.x86.avx512.vpermi2var.hi.512";
  case 32:
    return "llvm.x86.avx512.vpermi2var.d.512";
  case 64:
    return "llvm.x86.avx512.vpermi2var.q.512";
  default:
    return {};
  }
}

bool mlir::reduce::detail::canPermutePairs(const Reduction &reduction,
                                           const VectorTarget &target) {
  return llvm::all_of(reduction.getStateTypes(), [&](Type type) {
    unsigned bits = getElementBits(type);
    return type.isIntOrFloat() && target.permutes(bits) &&
           bits * target.getLanes(reduction) == permutedBits &&
           !getPairIntrinsic(bits).empty();
  });
}

/// Returns the bits of `value` as a vector of `type`, which has as many.
static Value buildCast(ImplicitLocOpBuilder &builder, Value value, Type type) {
  return value.getType() == type
             ? value
             : vector::BitCastOp::create(builder, type, value).getResult();
}

State mlir::reduce::detail::buildPairPermutation(ImplicitLocOpBuilder &builder,
                                                 ValueRange first,
                                                 ValueRange second,
                                                 Value positions) {
  auto words = cast<VectorType>(positions.getType());
  State permuted;
  for (auto [one, other] : llvm::zip_equal(first, second)) {
    Value bits = LLVM::CallIntrinsicOp::create(
                     builder, words,
                     builder.getStringAttr(
                         getPairIntrinsic(words.getElementTypeBitWidth())),
                     ValueRange{buildCast(builder, one, words), positions,
                                buildCast(builder, other, words)})
                     .getResult(0);
    permuted.push_back(buildCast(builder, bits, one.getType()));
  }
  return permuted;
}

State mlir::reduce::detail::buildFence(ImplicitLocOpBuilder &builder,
                                       ValueRange state) {
  // The intrinsic takes floats only.
  Type floatType = builder.getF32Type();
  auto fenced = VectorType::get(
      permutedBits / floatType.getIntOrFloatBitWidth(), floatType);
  State values;
  for (Value vector : state) {
    Value result = LLVM::CallIntrinsicOp::create(
                       builder, fenced, builder.getStringAttr(fenceIntrinsic),
                       ValueRange{buildCast(builder, vector, fenced)})
                       .getResult(0);
    values.push_back(buildCast(builder, result, vector.getType()));
  }
  return values;
}

Value mlir::reduce::detail::buildLaneNumbers(ImplicitLocOpBuilder &builder,
                                             VectorType type) {
  SmallVector<APInt> numbers;
  for (int64_t lane : llvm::seq(type.getNumElements()))
    numbers.emplace_back(type.getElementTypeBitWidth(), lane);
  return arith::ConstantOp::create(builder,
                                   DenseElementsAttr::get(type, numbers));
}

Value mlir::reduce::detail::buildIndexCopies(ImplicitLocOpBuilder &builder,
                                             VectorType type, Value index) {
  return vector::BroadcastOp::create(
      builder, type,
      builder.createOrFold<arith::IndexCastOp>(type.getElementType(), index));
}

Value mlir::reduce::detail::buildLanePositions(ImplicitLocOpBuilder &builder,
                                               const Reduction &reduction,
                                               int64_t lanes, Value unit,
                                               ArrayRef<Value> shifts) {
  auto type = VectorType::get(lanes, builder.getIntegerType(getElementBits(
                                         reduction.getStateTypes().front())));
  Value lane = buildLaneNumbers(builder, type);
  Value shift = buildIndexCopies(builder, type, shifts.front());
  for (auto [i, next] : llvm::enumerate(shifts.drop_front())) {
    Value first = builder.createOrFold<arith::MulIOp>(
        unit, arith::ConstantIndexOp::create(builder, i + 1));
    Value isAfter =
        arith::CmpIOp::create(builder, arith::CmpIPredicate::uge, lane,
                              buildIndexCopies(builder, type, first));
    shift = arith::SelectOp::create(
        builder, isAfter, buildIndexCopies(builder, type, next), shift);
  }
  return arith::AddIOp::create(builder, lane, shift);
}

Value mlir::reduce::detail::buildPermutation(ImplicitLocOpBuilder &builder,
                                             Value vector, Value positions) {
  auto words = cast<VectorType>(positions.getType());
  Value permuted =
      LLVM::CallIntrinsicOp::create(
          builder, words,
          builder.getStringAttr(getIntrinsic(words.getElementTypeBitWidth())),
          ValueRange{buildCast(builder, vector, words), positions})
          .getResult(0);
  return buildCast(builder, permuted, vector.getType());
}

namespace {
struct IntrinsicEffects
    : MemoryEffectOpInterface::ExternalModel<IntrinsicEffects,
                                             LLVM::CallIntrinsicOp> {
  void
  getEffects(Operation *op,
             SmallVectorImpl<MemoryEffects::EffectInstance> &effects) const {
    StringRef name = cast<LLVM::CallIntrinsicOp>(op).getIntrin();
    if (name == fenceIntrinsic)
      return;
    for (unsigned bits : {8, 16, 32, 64})
      if (llvm::is_contained({getIntrinsic(bits), getPairIntrinsic(bits)},
                             name))
        return;
    effects.emplace_back(MemoryEffects::Allocate::get());
    effects.emplace_back(MemoryEffects::Free::get());
    effects.emplace_back(MemoryEffects::Read::get());
    effects.emplace_back(MemoryEffects::Write::get());
  }
};
} // namespace

void mlir::reduce::detail::registerIntrinsicEffects(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LLVM::LLVMDialect *) {
    LLVM::CallIntrinsicOp::attachInterface<IntrinsicEffects>(*context);
  });
}
