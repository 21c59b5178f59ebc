//===- CInterfaceBuilder.cpp - Building checked calls ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CInterfaceBuilder.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::reduce;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool mlir::reduce::hasAssertion(func::FuncOp function) {
  return function.walk([](cf::AssertOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

Value mlir::reduce::buildInteger(ImplicitLocOpBuilder &builder, int64_t value,
                                 unsigned width) {
  return arith::ConstantOp::create(
      builder, builder.getIntegerAttr(builder.getIntegerType(width), value));
}

Value mlir::reduce::buildCall(ImplicitLocOpBuilder &builder, StringRef callee,
                              Type result, ValueRange operands) {
  return func::CallOp::create(builder, callee, result, operands).getResult(0);
}

Value mlir::reduce::buildMemRef(ImplicitLocOpBuilder &builder, MemRefType type,
                                Value data, ValueRange sizes,
                                ValueRange strides) {
  Type i64 = builder.getI64Type();
  SmallVector<Type> fields = {data.getType(), data.getType(), i64};
  if (type.getRank() > 0)
    fields.append(2, LLVM::LLVMArrayType::get(i64, type.getRank()));
  Value descriptor = LLVM::PoisonOp::create(
      builder, LLVM::LLVMStructType::getLiteral(builder.getContext(), fields));
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    descriptor =
        LLVM::InsertValueOp::create(builder, descriptor, value, position);
  };
  insert(data, 0);
  insert(data, 1);
  insert(buildInteger(builder, 0, 64), 2);
  for (auto [dim, size, stride] : llvm::enumerate(sizes, strides)) {
    insert(size, {3, static_cast<int64_t>(dim)});
    insert(stride, {4, static_cast<int64_t>(dim)});
  }
  return UnrealizedConversionCastOp::create(builder, type, descriptor)
      .getResult(0);
}

Type CInterfaceBuilder::getPointerType() {
  return LLVM::LLVMPointerType::get(builder.getContext());
}

const TensorSignature &CInterfaceBuilder::getTensor(size_t i) {
  return i < getNumInputs() ? signature.inputs[i]
                            : signature.outputs[i - getNumInputs()];
}

Value CInterfaceBuilder::buildStatus(Status status) {
  return buildInteger(builder, static_cast<int32_t>(status), 32);
}

Value CInterfaceBuilder::buildRank(size_t i) {
  return buildInteger(builder, getTensor(i).shape.size(), 32);
}

Value CInterfaceBuilder::buildBits(size_t i) {
  return buildInteger(builder, getDLDataType(getTensor(i).elementType).bits, 8);
}

Value CInterfaceBuilder::buildConstant(const Twine &suffix, StringRef bytes) {
  std::string name = (signature.name + suffix).str();
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(kernel.function);
    LLVM::GlobalOp::create(
        builder, LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, name,
        builder.getStringAttr(bytes), /*alignment=*/8);
  }
  return LLVM::AddressOfOp::create(builder, getPointerType(), name);
}

std::string CInterfaceBuilder::getExtentsName(size_t i) {
  return signature.name + ".shape" + std::to_string(i);
}

Value CInterfaceBuilder::buildExtents(size_t i) {
  const std::vector<int64_t> &shape = getTensor(i).shape;
  if (shape.empty())
    return LLVM::ZeroOp::create(builder, getPointerType());
  std::string name = getExtentsName(i);
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(kernel.function);
    LLVM::GlobalOp::create(
        builder, LLVM::LLVMArrayType::get(builder.getI64Type(), shape.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, name,
        builder.getI64TensorAttr(shape));
  }
  return LLVM::AddressOfOp::create(builder, getPointerType(), name);
}

SmallVector<Value> CInterfaceBuilder::buildStrides(size_t i,
                                                   bool isContiguous) {
  SmallVector<Value> strides(extents[i].size());
  Value stride = buildInteger(builder, 1, 64);
  for (int64_t dim = strides.size() - 1; dim >= 0; --dim) {
    strides[dim] = stride;
    if (!isContiguous)
      strides[dim] =
          buildCall(builder, "reduce.stride", builder.getI64Type(),
                    {tensors[i], buildInteger(builder, dim, 64), stride});
    stride = arith::MulIOp::create(builder, stride, extents[i][dim]);
  }
  return strides;
}

Value CInterfaceBuilder::buildTensorMemRef(size_t i, MemRefType type) {
  SmallVector<Value> strides =
      buildStrides(i, /*isContiguous=*/type.getLayout().isIdentity());
  Value data = buildCall(builder, "reduce.data", getPointerType(), tensors[i]);
  return buildMemRef(builder, type, data, extents[i], strides);
}

//===----------------------------------------------------------------------===//
// Calls on tensors
//===----------------------------------------------------------------------===//

func::FuncOp CInterfaceBuilder::beginFunction(StringRef suffix,
                                              TypeRange inputs, Type result) {
  builder.setInsertionPoint(kernel.function);
  auto function = func::FuncOp::create(builder, signature.name + suffix.str(),
                                       builder.getFunctionType(inputs, result));
  builder.setInsertionPointToStart(function.addEntryBlock());
  return function;
}

void CInterfaceBuilder::beginCall(StringRef suffix,
                                  ArrayRef<Callee *> callees) {
  Type i32 = builder.getI32Type();
  func::FuncOp function = beginFunction(
      suffix, SmallVector<Type>(getNumTensors(), getPointerType()), i32);
  tensors = llvm::to_vector_of<Value>(function.getArguments());
  extents.assign(getNumTensors(), {});
  dimParams.clear();
  arena = {};
  if (llvm::any_of(callees, [](Callee *callee) { return callee->takesArena; }))
    arena = LLVM::AllocaOp::create(builder, getPointerType(), getPointerType(),
                                   buildInteger(builder, 1, 64));
  if (arena)
    LLVM::StoreOp::create(
        builder, LLVM::ZeroOp::create(builder, getPointerType()), arena);

  OpBuilder::InsertionGuard guard(builder);
  returnBlock = builder.createBlock(
      &function.getBody(), function.getBody().end(), i32, builder.getLoc());
  if (arena)
    func::CallOp::create(builder, "reduce.free_all", TypeRange(), arena);
  func::ReturnOp::create(builder, returnBlock->getArgument(0));
}

void CInterfaceBuilder::buildCheck(Value status) {
  Value isOk = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, status,
                                     buildStatus(Status::OK));
  Block *next = builder.createBlock(returnBlock);
  builder.setInsertionPointToEnd(isOk.getParentBlock());
  cf::CondBranchOp::create(builder, isOk, next, ValueRange(), returnBlock,
                           status);
  builder.setInsertionPointToStart(next);
}

void CInterfaceBuilder::buildCheck(Value condition, Status status) {
  Value ok = buildStatus(Status::OK), failure = buildStatus(status);
  buildCheck(arith::SelectOp::create(builder, condition, ok, failure));
}

void CInterfaceBuilder::buildReturn(Value status) {
  cf::BranchOp::create(builder, returnBlock, status);
}

void CInterfaceBuilder::buildInputExtents() {
  for (size_t i = 0; i < getNumInputs(); ++i)
    for (auto [dim, extent] : llvm::enumerate(getTensor(i).shape))
      extents[i].push_back(
          extent == TensorSignature::kDynamic
              ? buildCall(builder, "reduce.extent", builder.getI64Type(),
                          {tensors[i], buildInteger(builder, dim, 64)})
              : buildInteger(builder, extent, 64));
  buildDimParamChecks(/*begin=*/0);
}

void CInterfaceBuilder::buildOutputExtents() {
  ValueRange sizes;
  if (shapes)
    sizes = buildCalleeCall(shapes).getResults().drop_front();
  for (size_t i = getNumInputs(); i < getNumTensors(); ++i)
    for (int64_t extent : getTensor(i).shape) {
      if (extent != TensorSignature::kDynamic) {
        extents[i].push_back(buildInteger(builder, extent, 64));
        continue;
      }
      extents[i].push_back(arith::IndexCastOp::create(
          builder, builder.getI64Type(), sizes.front()));
      sizes = sizes.drop_front();
    }
  buildDimParamChecks(/*begin=*/getNumInputs());
}

func::CallOp CInterfaceBuilder::buildCalleeCall(const Callee &callee) {
  func::FuncOp function = callee.function;
  SmallVector<Value> operands;
  for (auto [i, type] : llvm::enumerate(
           function.getArgumentTypes().drop_back(callee.takesArena)))
    operands.push_back(buildTensorMemRef(i, cast<MemRefType>(type)));
  if (callee.takesArena)
    operands.push_back(arena);
  auto call = func::CallOp::create(builder, function, operands);
  if (callee.returnsStatus)
    buildCheck(call.getResult(0));
  return call;
}

Value CInterfaceBuilder::buildAllOf(StringRef predicate, size_t begin,
                                    size_t end) {
  Value all = buildInteger(builder, 1, 1);
  for (size_t i = begin; i < end; ++i)
    all =
        arith::AndIOp::create(builder, all,
                              buildCall(builder, predicate, builder.getI1Type(),
                                        {tensors[i], buildRank(i)}));
  return all;
}

Block *CInterfaceBuilder::beginCase(Value condition) {
  Block *block = builder.createBlock(returnBlock);
  Block *next = builder.createBlock(returnBlock);
  builder.setInsertionPointToEnd(condition.getParentBlock());
  cf::CondBranchOp::create(builder, condition, block, next);
  builder.setInsertionPointToStart(block);
  return next;
}

void CInterfaceBuilder::endCase(const Callee &callee, Block *next) {
  buildCalleeCall(callee);
  buildReturn(buildStatus(Status::OK));
  next->moveBefore(returnBlock);
  builder.setInsertionPointToStart(next);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void CInterfaceBuilder::buildEntry() {
  beginCall("", {&kernel, &strided, &rows, &shapes});
  for (size_t i = 0; i < getNumInputs(); ++i) {
    buildTypeCheck(i);
    buildDataCheck(i);
  }
  for (size_t i = getNumInputs(); i < getNumTensors(); ++i)
    buildTypeCheck(i);
  buildInputExtents();
  buildOutputExtents();
  Type i64 = builder.getI64Type();
  for (size_t i = getNumInputs(); i < getNumTensors(); ++i) {
    for (auto [dim, extent] : llvm::enumerate(getTensor(i).shape)) {
      if (extent != TensorSignature::kDynamic)
        continue;
      Value actual = buildCall(builder, "reduce.extent", i64,
                               {tensors[i], buildInteger(builder, dim, 64)});
      buildCheck(arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                       actual, extents[i][dim]),
                 Status::SHAPE);
    }
    buildDataCheck(i);
  }

  size_t numInputs = getNumInputs(), numTensors = getNumTensors();
  StringRef isContiguous = "reduce.is_contiguous";
  Value inputs = buildAllOf(isContiguous, 0, numInputs);
  Value outputs = buildAllOf(isContiguous, numInputs, numTensors);
  Block *next = beginCase(arith::AndIOp::create(builder, inputs, outputs));
  buildAliasingCheck(/*areContiguous=*/true);
  endCase(kernel, next);
  if (rows || strided)
    buildAliasingCheck(/*areContiguous=*/false);
  if (rows) {
    Value haveRows = buildAllOf("reduce.has_contiguous_rows", 0, numInputs);
    next = beginCase(arith::AndIOp::create(builder, outputs, haveRows));
    endCase(rows, next);
  }
  if (strided)
    buildCalleeCall(strided);
  buildReturn(buildStatus(strided ? Status::OK : Status::STRIDES));
}

/// Whether more than its sizes are taken from `memRef`.
static bool isRead(Value memRef) {
  return !llvm::all_of(memRef.getUsers(), llvm::IsaPred<memref::DimOp>);
}

void CInterfaceBuilder::buildOutputShapes() {
  beginCall("_output_shapes", {&shapes});
  // Static shapes take no inputs.
  for (size_t i = 0; shapes && i < getNumInputs(); ++i) {
    buildTypeCheck(i);
    if (isRead(shapes.function.getArgument(i)))
      buildDataCheck(i);
  }
  for (size_t i = getNumInputs(); i < getNumTensors(); ++i)
    buildCheck(buildCall(builder, "reduce.check_capacity", builder.getI32Type(),
                         {tensors[i], buildRank(i)}));
  if (shapes) {
    buildInputExtents();
    buildOutputExtents();
  }
  for (size_t i = getNumInputs(); i < getNumTensors(); ++i) {
    func::CallOp::create(builder, "reduce.set_shape", TypeRange(),
                         ValueRange{tensors[i], buildRank(i), buildExtents(i)});
    for (auto [dim, extent] : llvm::enumerate(getTensor(i).shape))
      if (extent == TensorSignature::kDynamic)
        func::CallOp::create(builder, "reduce.set_extent", TypeRange(),
                             ValueRange{tensors[i],
                                        buildInteger(builder, dim, 64),
                                        extents[i][dim]});
  }
  buildReturn(buildStatus(Status::OK));
}

void CInterfaceBuilder::buildStatusString() {
  Type pointer = getPointerType(), i32 = builder.getI32Type();
  func::FuncOp function = beginFunction("_status_string", i32, pointer);
  std::string table = getStatusStringTable();
  Value strings = buildConstant(".status_strings", table);
  // Everything beyond the table is its last entry.
  int64_t numEntries = table.size() / statusStringSize;
  Value last = buildInteger(builder, numEntries - 1, 32);
  Value index = arith::MinUIOp::create(builder, function.getArgument(0), last);
  Value text = LLVM::GEPOp::create(
      builder, pointer,
      LLVM::LLVMArrayType::get(builder.getI8Type(), statusStringSize), strings,
      ArrayRef<LLVM::GEPArg>(index));
  func::ReturnOp::create(builder, text);
}

void CInterfaceBuilder::buildSignature() {
  beginFunction("_signature", TypeRange(), getPointerType());
  std::string text = printSignature(signature);
  Value address =
      buildConstant(".signature", StringRef(text.c_str(), text.size() + 1));
  func::ReturnOp::create(builder, address);
}
