//===- Permutations.cpp - Permutations of lanes at run time ---------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Permutations.h"
#include "Transforms/Analysis/VectorBody.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// The intrinsics of AVX-512 are for vectors of this width.
static constexpr int64_t permutedBits = 512;

/// Returns the intrinsic that permutes elements of `bits` bits; nothing if
/// there is none.
static StringRef getIntrinsic(unsigned bits) {
  switch (bits) {
  case 8:
    return "llvm.x86.avx512.permvar.qi.512";
  case 16:
    return "llvm.x86.avx512.permvar.hi.512";
  default:
    return {};
  }
}

bool mlir::reduce::detail::canPermute(const Reduction &reduction,
                                      const VectorTarget &target) {
  return target.getPermutedBits() > 0 &&
         llvm::all_of(reduction.getStateTypes(), [&](Type type) {
           unsigned bits = getElementBits(type);
           return type.isInteger() && bits >= target.getPermutedBits() &&
                  bits * target.getLanes(reduction) == permutedBits &&
                  !getIntrinsic(bits).empty();
         });
}

Value mlir::reduce::detail::buildPermutation(ImplicitLocOpBuilder &builder,
                                             Value vector, Value positions) {
  auto type = cast<VectorType>(vector.getType());
  return LLVM::CallIntrinsicOp::create(
             builder, type,
             builder.getStringAttr(getIntrinsic(type.getElementTypeBitWidth())),
             ValueRange{vector, positions})
      .getResult(0);
}

namespace {
struct IntrinsicEffects
    : MemoryEffectOpInterface::ExternalModel<IntrinsicEffects,
                                             LLVM::CallIntrinsicOp> {
  void
  getEffects(Operation *op,
             SmallVectorImpl<MemoryEffects::EffectInstance> &effects) const {
    StringRef name = cast<LLVM::CallIntrinsicOp>(op).getIntrin();
    if (llvm::is_contained({getIntrinsic(8), getIntrinsic(16)}, name))
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
