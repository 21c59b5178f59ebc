//===- CInterfaceChecks.cpp - What a call checks of its tensors -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CInterfaceBuilder.h"

using namespace mlir;
using namespace mlir::reduce;

void CInterfaceBuilder::buildTypeCheck(size_t i) {
  Type i32 = builder.getI32Type();
  const TensorSignature &tensor = getTensor(i);
  Value code = buildInteger(builder, getDLDataType(tensor.elementType).code, 8);
  buildCheck(buildCall(
      builder, "reduce.check_type", i32,
      {tensors[i], code, buildBits(i), buildRank(i), buildExtents(i)}));
  if (!tensor.hasStaticShape())
    buildCheck(buildCall(builder, "reduce.check_size", i32,
                         {tensors[i], buildRank(i), buildBits(i)}));
}

void CInterfaceBuilder::buildDataCheck(size_t i) {
  buildCheck(buildCall(builder, "reduce.check_data", builder.getI32Type(),
                       {tensors[i], buildRank(i), buildBits(i),
                        buildInteger(builder, i >= getNumInputs(), 1)}));
}

void CInterfaceBuilder::buildDimParamChecks(size_t begin) {
  Value agree;
  for (size_t i = begin; i < getNumTensors(); ++i) {
    // The extents of outputs are not known yet when inputs are checked.
    for (auto [name, extent] : llvm::zip(getTensor(i).dimParams, extents[i])) {
      if (name.empty())
        continue;
      auto [entry, isNew] = dimParams.try_emplace(name, extent);
      if (isNew)
        continue;
      Value isEqual = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                            entry->second, extent);
      agree = agree ? arith::AndIOp::create(builder, agree, isEqual).getResult()
                    : isEqual;
    }
  }
  if (agree)
    buildCheck(agree, Status::DIM_PARAM);
}

void CInterfaceBuilder::buildRange(size_t i, Value ranges, bool isContiguous) {
  Value zero = buildInteger(builder, 0, 64), one = buildInteger(builder, 1, 64);
  Value numElements = one, low = zero, last = zero;
  for (Value extent : extents[i])
    numElements = arith::MulIOp::create(builder, numElements, extent);
  if (isContiguous) {
    last = arith::SubIOp::create(builder, numElements, one);
  } else {
    for (auto [extent, stride] :
         llvm::zip(extents[i], buildStrides(i, /*isContiguous=*/false))) {
      Value steps = arith::SubIOp::create(builder, extent, one);
      Value reach = arith::MulIOp::create(builder, steps, stride);
      low = arith::AddIOp::create(builder, low,
                                  arith::MinSIOp::create(builder, reach, zero));
      last = arith::AddIOp::create(
          builder, last, arith::MaxSIOp::create(builder, reach, zero));
    }
  }
  Value bytes = buildInteger(
      builder, getDLDataType(getTensor(i).elementType).bits / 8, 64);
  Value lowBytes = arith::MulIOp::create(builder, low, bytes);
  Value highBytes = arith::MulIOp::create(
      builder, arith::AddIOp::create(builder, last, one), bytes);
  func::CallOp::create(builder, "reduce.store_range", TypeRange(),
                       {ranges, buildInteger(builder, i, 64), tensors[i],
                        numElements, lowBytes, highBytes});
}

void CInterfaceBuilder::buildAliasingCheck(bool areContiguous) {
  size_t numInputs = getNumInputs(), numTensors = getNumTensors();
  if (numTensors < 2 || numInputs == numTensors)
    return;
  Value ranges;
  {
    // Anywhere else it would cost a frame.
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(
        cast<BlockArgument>(tensors.front()).getOwner());
    ranges = LLVM::AllocaOp::create(
        builder, getPointerType(),
        LLVM::LLVMArrayType::get(builder.getI64Type(), 2),
        buildInteger(builder, numTensors, 64));
  }
  for (size_t i = 0; i < numTensors; ++i)
    buildRange(i, ranges, areContiguous);
  buildCheck(buildCall(builder, "reduce.check_aliasing", builder.getI32Type(),
                       {ranges, buildInteger(builder, numInputs, 64),
                        buildInteger(builder, numTensors, 64)}));
}
