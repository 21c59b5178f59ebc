//===- CallBuilder.cpp - Building one checked call ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallBuilder.h"
#include "Callees/TensorArguments.h"
#include "Callees/ValueBuilders.h"
#include "ShardedCall.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

func::FuncOp mlir::reduce::detail::beginFunction(ImplicitLocOpBuilder &builder,
                                                 InterfaceFunctions &functions,
                                                 StringRef suffix,
                                                 TypeRange inputs,
                                                 Type result) {
  builder.setInsertionPoint(functions.kernel.function);
  auto function =
      func::FuncOp::create(builder, functions.signature.name + suffix.str(),
                           builder.getFunctionType(inputs, result));
  builder.setInsertionPointToStart(function.addEntryBlock());
  return function;
}

Value mlir::reduce::detail::buildConstant(ImplicitLocOpBuilder &builder,
                                          InterfaceFunctions &functions,
                                          StringRef name, Type type,
                                          Attribute value, uint64_t alignment) {
  if (!functions.module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(functions.kernel.function);
    LLVM::GlobalOp::create(builder, type, /*isConstant=*/true,
                           LLVM::Linkage::Internal, name, value, alignment);
  }
  return LLVM::AddressOfOp::create(
      builder, LLVM::LLVMPointerType::get(builder.getContext()), name);
}

CallBuilder::CallBuilder(ImplicitLocOpBuilder &builder,
                         InterfaceFunctions &functions, StringRef suffix,
                         ArrayRef<Callee *> callees)
    : builder(builder), functions(functions),
      extents(functions.getNumTensors()) {
  Type i32 = builder.getI32Type();
  bool takesSession = llvm::any_of(
      callees, [](Callee *callee) { return callee->takesSession; });
  func::FuncOp function = beginFunction(
      builder, functions, suffix,
      SmallVector<Type>(getNumTensors() + takesSession, getPointerType()), i32);
  tensors = llvm::to_vector_of<Value>(function.getArguments());
  if (takesSession)
    session = tensors.pop_back_val();
  if (llvm::any_of(callees, [](Callee *callee) { return callee->takesArena; }))
    arena = buildArena(builder);

  if (functions.hasManyTensors()) {
    array = buildArray(builder, tensors);
    markAsGlue(function);
  }

  OpBuilder::InsertionGuard guard(builder);
  returnBlock = builder.createBlock(
      &function.getBody(), function.getBody().end(), i32, builder.getLoc());
  if (arena)
    func::CallOp::create(builder, "reduce.free_all", TypeRange(), arena);
  func::ReturnOp::create(builder, returnBlock->getArgument(0));
}

void CallBuilder::buildReturn(Status status) {
  cf::BranchOp::create(builder, returnBlock, buildStatus(status));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Value CallBuilder::buildTensor(size_t i) {
  return array ? buildElement(builder, array, i) : tensors[i];
}

Type CallBuilder::getPointerType() {
  return LLVM::LLVMPointerType::get(builder.getContext());
}

Value CallBuilder::buildStatus(Status status) {
  return buildInteger(builder, static_cast<int32_t>(status), 32);
}

Value CallBuilder::buildRank(size_t i) {
  return buildInteger(builder, getTensor(i).shape.size(), 32);
}

Value CallBuilder::buildBits(size_t i) {
  return buildInteger(builder, getDLDataType(getTensor(i).elementType).bits, 8);
}

Value CallBuilder::buildDeclaredExtents(size_t i) {
  const std::vector<int64_t> &shape = getTensor(i).shape;
  if (shape.empty())
    return LLVM::ZeroOp::create(builder, getPointerType());
  return buildConstant(
      builder, functions, functions.getExtentsName(i),
      LLVM::LLVMArrayType::get(builder.getI64Type(), shape.size()),
      builder.getI64TensorAttr(shape));
}

bool CallBuilder::isExtentUsed(size_t i, size_t dim) {
  const std::vector<std::string> &names = getTensor(i).dimParams;
  return !array || session || (dim < names.size() && !names[dim].empty());
}

void CallBuilder::buildInputExtents() {
  for (size_t i = 0; i < getNumInputs(); ++i)
    for (auto [dim, extent] : llvm::enumerate(getTensor(i).shape)) {
      Value value;
      if (extent != TensorSignature::kDynamic)
        value = buildInteger(builder, extent, 64);
      else if (isExtentUsed(i, dim))
        value = buildCall(builder, "reduce.extent", builder.getI64Type(),
                          {buildTensor(i), buildInteger(builder, dim, 64)});
      extents[i].push_back(value);
    }
  buildDimParamChecks(/*begin=*/0);
}

void CallBuilder::buildOutputExtents() {
  SmallVector<Value> computed;
  if (functions.shapes)
    computed = buildSizes(functions.shapes);
  ValueRange sizes = computed;
  for (size_t i = getNumInputs(); i < getNumTensors(); ++i)
    for (int64_t extent : getTensor(i).shape) {
      if (extent != TensorSignature::kDynamic) {
        extents[i].push_back(buildInteger(builder, extent, 64));
        continue;
      }
      extents[i].push_back(sizes.front());
      sizes = sizes.drop_front();
    }
  buildDimParamChecks(/*begin=*/getNumInputs());
}

SmallVector<Value> CallBuilder::buildStrides(size_t i, bool isContiguous) {
  return detail::buildStrides(builder, buildTensor(i), extents[i],
                              isContiguous);
}

Value CallBuilder::buildTensorMemRef(size_t i, MemRefType type) {
  SmallVector<Value> strides =
      buildStrides(i, /*isContiguous=*/type.getLayout().isIdentity());
  Value data =
      buildCall(builder, "reduce.data", getPointerType(), buildTensor(i));
  return buildMemRef(builder, type, data, extents[i], strides);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

void CallBuilder::buildCheck(Value status) {
  Value isOk = buildIsOk(builder, status);
  Block *next = builder.createBlock(returnBlock);
  builder.setInsertionPointToEnd(isOk.getParentBlock());
  cf::CondBranchOp::create(builder, isOk, next, ValueRange(), returnBlock,
                           status);
  builder.setInsertionPointToStart(next);
}

void CallBuilder::buildCheck(Value condition, Status status) {
  Value ok = buildStatus(Status::OK), failure = buildStatus(status);
  buildCheck(arith::SelectOp::create(builder, condition, ok, failure));
}

Value CallBuilder::buildAllOf(StringRef predicate, StringRef loop, size_t begin,
                              size_t end) {
  if (array)
    return buildCall(builder, loop, builder.getI1Type(),
                     buildLoopOperands(begin, end));
  Value all = buildInteger(builder, 1, 1);
  for (size_t i = begin; i < end; ++i)
    all =
        arith::AndIOp::create(builder, all,
                              buildCall(builder, predicate, builder.getI1Type(),
                                        {buildTensor(i), buildRank(i)}));
  return all;
}

Value CallBuilder::buildAreContiguous(size_t begin, size_t end) {
  return buildAllOf("reduce.is_contiguous", "reduce.are_contiguous", begin,
                    end);
}

Value CallBuilder::buildHaveContiguousRows() {
  return buildAllOf("reduce.has_contiguous_rows", "reduce.have_contiguous_rows",
                    0, getNumInputs());
}

void CallBuilder::buildInputChecks(llvm::function_ref<bool(size_t)> areRead) {
  auto inputs = llvm::seq(getNumInputs());
  bool areAllRead = llvm::all_of(inputs, areRead);
  if (array && (areAllRead || llvm::none_of(inputs, areRead))) {
    SmallVector<Value> operands = buildLoopOperands(0, getNumInputs());
    operands.append({buildTypes(0), buildInteger(builder, areAllRead, 1)});
    buildCheck(buildCall(builder, "reduce.check_types", builder.getI32Type(),
                         operands));
    return;
  }
  for (size_t i : inputs) {
    buildTypeCheck(i);
    if (areRead(i))
      buildDataCheck(i);
  }
}

void CallBuilder::buildOutputTypeChecks() {
  if (!array) {
    for (size_t i = getNumInputs(); i < getNumTensors(); ++i)
      buildTypeCheck(i);
    return;
  }
  SmallVector<Value> operands =
      buildLoopOperands(getNumInputs(), getNumTensors());
  operands.append({buildTypes(getNumInputs()), buildInteger(builder, 0, 1)});
  buildCheck(
      buildCall(builder, "reduce.check_types", builder.getI32Type(), operands));
}

void CallBuilder::buildOutputChecks() {
  if (!array) {
    for (size_t i = getNumInputs(); i < getNumTensors(); ++i) {
      buildExtentsCheck(i);
      buildDataCheck(i);
    }
    return;
  }
  SmallVector<Value> computed;
  for (size_t i = getNumInputs(); i < getNumTensors(); ++i)
    for (auto [declared, extent] :
         llvm::zip_equal(getTensor(i).shape, extents[i]))
      if (declared == TensorSignature::kDynamic)
        computed.push_back(extent);
  Type i64 = builder.getI64Type();
  Value memory = buildMemory(i64, computed.size());
  for (auto [i, extent] : llvm::enumerate(computed))
    LLVM::StoreOp::create(builder, extent,
                          buildInteger64Address(builder, memory, i));
  SmallVector<Value> operands =
      buildLoopOperands(getNumInputs(), getNumTensors());
  operands.append({buildTypes(getNumInputs()), memory});
  buildCheck(buildCall(builder, "reduce.check_outputs", builder.getI32Type(),
                       operands));
}

void CallBuilder::buildCapacityChecks() {
  if (!array) {
    for (size_t i = getNumInputs(); i < getNumTensors(); ++i)
      buildCapacityCheck(i);
    return;
  }
  SmallVector<Value> operands =
      buildLoopOperands(getNumInputs(), getNumTensors());
  operands.push_back(buildTypes(getNumInputs()));
  buildCheck(buildCall(builder, "reduce.check_capacities", builder.getI32Type(),
                       operands));
}

void CallBuilder::buildTypeCheck(size_t i) {
  Type i32 = builder.getI32Type();
  const TensorSignature &tensor = getTensor(i);
  Value code = buildInteger(builder, getDLDataType(tensor.elementType).code, 8);
  buildCheck(buildCall(builder, "reduce.check_type", i32,
                       {buildTensor(i), code, buildBits(i), buildRank(i),
                        buildDeclaredExtents(i)}));
  if (!tensor.hasStaticShape())
    buildCheck(buildCall(builder, "reduce.check_size", i32,
                         {buildTensor(i), buildRank(i), buildBits(i)}));
}

void CallBuilder::buildDataCheck(size_t i) {
  buildCheck(buildCall(builder, "reduce.check_data", builder.getI32Type(),
                       {buildTensor(i), buildRank(i), buildBits(i),
                        buildInteger(builder, i >= getNumInputs(), 1)}));
}

void CallBuilder::buildExtentsCheck(size_t i) {
  for (auto [dim, extent] : llvm::enumerate(getTensor(i).shape)) {
    if (extent != TensorSignature::kDynamic)
      continue;
    Value actual = buildCall(builder, "reduce.extent", builder.getI64Type(),
                             {buildTensor(i), buildInteger(builder, dim, 64)});
    buildCheck(arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, actual,
                                     extents[i][dim]),
               Status::SHAPE);
  }
}

void CallBuilder::buildCapacityCheck(size_t i) {
  buildCheck(buildCall(builder, "reduce.check_capacity", builder.getI32Type(),
                       {buildTensor(i), buildRank(i)}));
}

void CallBuilder::buildDimParamChecks(size_t begin) {
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

void CallBuilder::buildRange(size_t i, Value ranges, bool isContiguous) {
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
                       {ranges, buildInteger(builder, i, 64), buildTensor(i),
                        numElements, lowBytes, highBytes});
}

void CallBuilder::buildAliasingCheck(bool areContiguous) {
  size_t numInputs = getNumInputs(), numTensors = getNumTensors();
  if (numTensors < 2 || numInputs == numTensors)
    return;
  Value ranges = buildMemory(LLVM::LLVMArrayType::get(builder.getI64Type(), 2),
                             numTensors);
  if (array)
    func::CallOp::create(builder, "reduce.store_ranges", TypeRange(),
                         {ranges, array, buildInteger(builder, numTensors, 64),
                          buildInteger(builder, areContiguous, 1)});
  else
    for (size_t i = 0; i < numTensors; ++i)
      buildRange(i, ranges, areContiguous);
  buildCheck(buildCall(builder, "reduce.check_aliasing", builder.getI32Type(),
                       {ranges, buildInteger(builder, numInputs, 64),
                        buildInteger(builder, numTensors, 64)}));
}

Value CallBuilder::buildMemory(Type type, size_t count) {
  // An alloca outside the entry block would require a frame pointer.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&returnBlock->getParent()->front());
  return LLVM::AllocaOp::create(builder, getPointerType(), type,
                                buildInteger(builder, count, 64));
}

SmallVector<Value> CallBuilder::buildLoopOperands(size_t begin, size_t end) {
  return {array, buildInteger(builder, begin, 64),
          buildInteger(builder, end, 64)};
}

Value CallBuilder::buildTypes(size_t begin) {
  SmallVector<int64_t> types;
  size_t offset = 0;
  for (size_t i = 0; i < getNumTensors(); ++i) {
    if (i == begin)
      offset = types.size();
    const TensorSignature &tensor = getTensor(i);
    DLDataType type = getDLDataType(tensor.elementType);
    types.append({type.code, type.bits,
                  static_cast<int64_t>(tensor.shape.size()),
                  !tensor.hasStaticShape()});
    llvm::append_range(types, tensor.shape);
  }
  Type i64 = builder.getI64Type();
  Value address = buildConstant(builder, functions, functions.getTypesName(),
                                LLVM::LLVMArrayType::get(i64, types.size()),
                                builder.getI64TensorAttr(types));
  return buildInteger64Address(builder, address, offset);
}

void CallBuilder::buildSizeRecords() {
  if (!session)
    return;
  for (auto [index, size] :
       llvm::enumerate(getAgreedSizes(functions.signature)))
    func::CallOp::create(builder, "reduce.store_size", TypeRange(),
                         ValueRange{session, buildInteger(builder, index, 64),
                                    extents[size.tensor][size.dim]});
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void CallBuilder::buildShapeStores() {
  if (array) {
    SmallVector<Value> operands =
        buildLoopOperands(getNumInputs(), getNumTensors());
    operands.push_back(buildTypes(getNumInputs()));
    func::CallOp::create(builder, "reduce.set_shapes", TypeRange(), operands);
  }
  for (size_t i = getNumInputs(); i < getNumTensors(); ++i) {
    if (!array)
      buildShapeStore(i);
    buildExtentStores(i);
  }
}

void CallBuilder::buildShapeStore(size_t i) {
  func::CallOp::create(
      builder, "reduce.set_shape", TypeRange(),
      ValueRange{buildTensor(i), buildRank(i), buildDeclaredExtents(i)});
}

/// Stores the computed extents of output `i`.
void CallBuilder::buildExtentStores(size_t i) {
  for (auto [dim, extent] : llvm::enumerate(getTensor(i).shape))
    if (extent == TensorSignature::kDynamic)
      func::CallOp::create(builder, "reduce.set_extent", TypeRange(),
                           ValueRange{buildTensor(i),
                                      buildInteger(builder, dim, 64),
                                      extents[i][dim]});
}

SmallVector<Value> CallBuilder::buildSizes(const Callee &shapes) {
  Type i64 = builder.getI64Type();
  if (shapes.numStored == 0)
    return llvm::map_to_vector(
        buildCalleeCall(shapes).getResults().drop_front(),
        [&](Value size) -> Value {
          return arith::IndexCastOp::create(builder, i64, size);
        });
  Value memory = buildMemory(i64, shapes.numStored);
  buildCalleeCall(shapes, memory);
  SmallVector<Value> sizes;
  for (unsigned i : llvm::seq(shapes.numStored))
    sizes.push_back(LLVM::LoadOp::create(
        builder, i64, buildInteger64Address(builder, memory, i)));
  return sizes;
}

func::CallOp CallBuilder::buildCalleeCall(const Callee &callee, Value results) {
  func::FuncOp function = callee.function;
  SmallVector<Value> operands;
  if (callee.takesElements)
    // This call is the last use of the DLTensors.
    func::CallOp::create(builder, "reduce.take_elements", TypeRange(),
                         {array, buildInteger(builder, getNumTensors(), 64)});
  if (callee.takesTensors)
    operands.push_back(array);
  else
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes().drop_back(
             callee.takesArena + callee.takesSession)))
      operands.push_back(buildTensorMemRef(i, cast<MemRefType>(type)));
  if (callee.takesSession)
    operands.push_back(session);
  if (callee.takesArena)
    operands.push_back(arena);
  if (callee.numStored > 0)
    operands.push_back(results);
  auto call = func::CallOp::create(builder, function, operands);
  if (callee.returnsStatus)
    buildCheck(call.getResult(0));
  return call;
}

void CallBuilder::buildDataCall() {
  SmallVector<Value> operands;
  for (Value tensor : tensors)
    operands.push_back(
        buildCall(builder, "reduce.data", getPointerType(), tensor));
  for (size_t i = 0; i < getNumTensors(); ++i)
    for (auto [declared, extent] :
         llvm::zip_equal(getTensor(i).shape, extents[i]))
      if (declared == TensorSignature::kDynamic)
        operands.push_back(extent);
  auto call = func::CallOp::create(builder, functions.data, operands);
  // There is one copy of the kernel, in the data function.
  call.setNoInline(true);
  cf::BranchOp::create(builder, returnBlock, call.getResults());
}

Block *CallBuilder::beginCase(Value condition) {
  Block *block = builder.createBlock(returnBlock);
  Block *next = builder.createBlock(returnBlock);
  builder.setInsertionPointToEnd(condition.getParentBlock());
  cf::CondBranchOp::create(builder, condition, block, next);
  builder.setInsertionPointToStart(block);
  return next;
}

void CallBuilder::endCase(const Callee &callee, Block *next) {
  if (&callee == &functions.kernel && functions.data) {
    buildDataCall();
  } else {
    buildCalleeCall(callee);
    buildReturn(Status::OK);
  }
  next->moveBefore(returnBlock);
  builder.setInsertionPointToStart(next);
}
