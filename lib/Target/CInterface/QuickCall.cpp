//===- QuickCall.cpp - Calls that pass all checks -------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QuickCall.h"
#include "CallBuilder.h"
#include "Callees/TensorArguments.h"
#include "Callees/ValueBuilders.h"
#include "ShardedCall.h"
#include "reduce/Target/CInterface/FunctionSignatures.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// The largest numbers for which a call is quick.
static constexpr size_t maxQuickTensors = 4, maxQuickDims = 16;

/// The fields of a DLTensor, as in CInterfaceSupport.mlir.
enum Field : int32_t {
  dataField = 0,
  deviceField = 1,
  rankField = 3,
  shapeField = 7,
  stridesField = 8,
  offsetField = 9
};

bool mlir::reduce::detail::canCallQuickly(InterfaceFunctions &functions) {
  size_t numTensors = functions.getNumTensors(), numDims = 0;
  for (size_t i = 0; i < numTensors; ++i) {
    const std::vector<int64_t> &shape = functions.getTensor(i).shape;
    // Rules of their own apply to tensors without elements.
    if (llvm::is_contained(shape, 0))
      return false;
    numDims += shape.size();
  }
  return !functions.isSharded() && numTensors > 0 &&
         numTensors <= maxQuickTensors && numDims <= maxQuickDims &&
         !functions.shapes.takesArena;
}

//===----------------------------------------------------------------------===//
// The data function
//===----------------------------------------------------------------------===//

/// Returns the strides of a contiguous tensor of `extents`.
static SmallVector<Value> buildContiguousStrides(ImplicitLocOpBuilder &builder,
                                                 ValueRange extents) {
  SmallVector<Value> strides(extents.size());
  Value stride = buildInteger(builder, 1, 64);
  for (int64_t dim = extents.size() - 1; dim >= 0; --dim) {
    strides[dim] = stride;
    stride = arith::MulIOp::create(builder, stride, extents[dim]);
  }
  return strides;
}

void mlir::reduce::detail::buildDataFunction(ImplicitLocOpBuilder &builder,
                                             InterfaceFunctions &functions) {
  Callee &kernel = functions.kernel;
  if (kernel.takesTensors && !kernel.takesElements)
    return;
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  size_t numTensors = functions.getNumTensors();
  SmallVector<Type> types(numTensors, pointer);
  for (size_t i = 0; i < numTensors; ++i)
    types.append(
        llvm::count(functions.getTensor(i).shape, TensorSignature::kDynamic),
        builder.getI64Type());
  func::FuncOp function =
      beginFunction(builder, functions, functions.getDataSuffix(), types,
                    builder.getI32Type());
  if (!kernel.takesTensors)
    functions.data = function;

  Value arena;
  if (kernel.takesArena)
    arena = buildArena(builder);
  SmallVector<Value> operands;
  ValueRange sizes = function.getArguments().drop_front(numTensors);
  if (kernel.takesTensors) {
    operands.push_back(buildArray(builder, function.getArguments()));
    markAsGlue(function);
  }
  for (size_t i = 0; i < numTensors && !kernel.takesTensors; ++i) {
    SmallVector<Value> extents;
    for (int64_t extent : functions.getTensor(i).shape) {
      if (extent != TensorSignature::kDynamic) {
        extents.push_back(buildInteger(builder, extent, 64));
        continue;
      }
      extents.push_back(sizes.front());
      sizes = sizes.drop_front();
    }
    operands.push_back(buildMemRef(
        builder, cast<MemRefType>(kernel.function.getArgumentTypes()[i]),
        function.getArgument(i), extents,
        buildContiguousStrides(builder, extents)));
  }
  if (arena)
    operands.push_back(arena);
  auto call = func::CallOp::create(builder, kernel.function, operands);
  if (arena)
    func::CallOp::create(builder, "reduce.free_all", TypeRange(), arena);
  Value status = kernel.returnsStatus
                     ? call.getResult(0)
                     : buildInteger(builder, static_cast<int>(Status::OK), 32);
  func::ReturnOp::create(builder, status);
}

//===----------------------------------------------------------------------===//
// The quick call
//===----------------------------------------------------------------------===//

namespace {
/// Builds NAME as a quick call.
class QuickCallBuilder {
public:
  QuickCallBuilder(ImplicitLocOpBuilder &builder,
                   InterfaceFunctions &functions);

  void build();

private:
  Type getPointerType() {
    return LLVM::LLVMPointerType::get(builder.getContext());
  }
  size_t getNumTensors() { return functions.getNumTensors(); }
  const TensorSignature &getTensor(size_t i) { return functions.getTensor(i); }

  Value buildLoad(size_t i, Field field, Type type);
  /// Returns the numbers of type i64 at `address`.
  SmallVector<Value> buildNumbers(Value address, size_t count);
  Value buildIsEqual(Value value, int64_t expected);
  /// Adds `condition` to those that the next branch tests.
  void require(Value condition);
  /// Calls NAME.checked unless all conditions hold.
  void buildBranch();

  void requireType(size_t i);
  void requireExtents(size_t i);
  void requireEqualDimParams();
  void requireData(size_t i);
  void requireContiguous(size_t i);
  void requireOutputExtents();
  void requireNoAliasing();

  ImplicitLocOpBuilder &builder;
  InterfaceFunctions &functions;
  SmallVector<Value> tensors;
  Block *checkedBlock;
  /// What the next branch tests, or null.
  Value condition;
  /// Of each tensor.
  SmallVector<SmallVector<Value>> extents, strides;
  SmallVector<Value> addresses;
};
} // namespace

QuickCallBuilder::QuickCallBuilder(ImplicitLocOpBuilder &builder,
                                   InterfaceFunctions &functions)
    : builder(builder), functions(functions) {
  SmallVector<Type> types(getNumTensors(), getPointerType());
  func::FuncOp function =
      beginFunction(builder, functions, "", types, builder.getI32Type());
  tensors = llvm::to_vector_of<Value>(function.getArguments());
  OpBuilder::InsertionGuard guard(builder);
  checkedBlock =
      builder.createBlock(&function.getBody(), function.getBody().end());
  auto call = func::CallOp::create(
      builder, functions.signature.name + checkedSuffix.str(),
      builder.getI32Type(), tensors);
  call.setNoInline(true);
  func::ReturnOp::create(builder, call.getResults());
}

Value QuickCallBuilder::buildLoad(size_t i, Field field, Type type) {
  auto tensor = cast<LLVM::LLVMStructType>(getDLTensorType(builder));
  Value address = LLVM::GEPOp::create(
      builder, getPointerType(), tensor, tensors[i],
      ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(field)});
  return LLVM::LoadOp::create(builder, type, address);
}

SmallVector<Value> QuickCallBuilder::buildNumbers(Value address, size_t count) {
  SmallVector<Value> numbers;
  for (size_t k = 0; k < count; ++k) {
    Value place = LLVM::GEPOp::create(
        builder, getPointerType(), builder.getI64Type(), address,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(k)});
    numbers.push_back(
        LLVM::LoadOp::create(builder, builder.getI64Type(), place));
  }
  return numbers;
}

Value QuickCallBuilder::buildIsEqual(Value value, int64_t expected) {
  return arith::CmpIOp::create(
      builder, arith::CmpIPredicate::eq, value,
      buildInteger(builder, expected, value.getType().getIntOrFloatBitWidth()));
}

void QuickCallBuilder::require(Value next) {
  condition =
      condition ? arith::AndIOp::create(builder, condition, next) : next;
}

void QuickCallBuilder::buildBranch() {
  if (!condition)
    return;
  Block *next = builder.createBlock(checkedBlock);
  builder.setInsertionPointToEnd(condition.getParentBlock());
  cf::CondBranchOp::create(builder, condition, next, checkedBlock);
  builder.setInsertionPointToStart(next);
  condition = nullptr;
}

void QuickCallBuilder::requireType(size_t i) {
  const TensorSignature &tensor = getTensor(i);
  DLDataType type = getDLDataType(tensor.elementType);
  require(
      buildIsEqual(buildLoad(i, deviceField, builder.getI32Type()), kDLCPU));
  // Rank, code, bits and lanes are 64 bits together. All targets are
  // little-endian.
  uint64_t lanes = 1;
  uint64_t rankAndType = tensor.shape.size() | uint64_t(type.code) << 32 |
                         uint64_t(type.bits) << 40 | lanes << 48;
  require(
      buildIsEqual(buildLoad(i, rankField, builder.getI64Type()), rankAndType));
  if (!tensor.shape.empty())
    require(
        buildIsNotNull(builder, buildLoad(i, shapeField, getPointerType())));
}

void QuickCallBuilder::requireExtents(size_t i) {
  const TensorSignature &tensor = getTensor(i);
  Value shape = buildLoad(i, shapeField, getPointerType());
  SmallVector<Value> actual = buildNumbers(shape, tensor.shape.size());
  uint64_t staticBytes = getByteSize(tensor.elementType);
  int64_t numDynamic = 0;
  // The bits of all dynamic extents, each minus one.
  Value bits, one = buildInteger(builder, 1, 64);
  for (auto [expected, extent] : llvm::zip_equal(tensor.shape, actual)) {
    if (expected != TensorSignature::kDynamic) {
      require(buildIsEqual(extent, expected));
      extent = buildInteger(builder, expected, 64);
      staticBytes *= expected;
      continue;
    }
    ++numDynamic;
    Value less = arith::SubIOp::create(builder, extent, one);
    bits = bits ? arith::OrIOp::create(builder, bits, less).getResult() : less;
  }
  extents[i] = std::move(actual);
  if (!bits)
    return;
  // Below this limit, no number of bytes is too large, and no extent is 0.
  int64_t freeBits = 62 - llvm::Log2_64_Ceil(staticBytes);
  int64_t limit = int64_t(1) << (std::max<int64_t>(freeBits, 0) / numDynamic);
  require(arith::CmpIOp::create(builder, arith::CmpIPredicate::ult, bits,
                                buildInteger(builder, limit, 64)));
}

void QuickCallBuilder::requireEqualDimParams() {
  llvm::StringMap<Value> dimParams;
  for (size_t i = 0; i < getNumTensors(); ++i)
    for (auto [name, extent] : llvm::zip(getTensor(i).dimParams, extents[i])) {
      if (name.empty())
        continue;
      auto [entry, isNew] = dimParams.try_emplace(name, extent);
      if (!isNew)
        require(arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                      entry->second, extent));
    }
}

void QuickCallBuilder::requireData(size_t i) {
  Value data = buildLoad(i, dataField, getPointerType());
  require(buildIsNotNull(builder, data));
  Value offset = buildLoad(i, offsetField, builder.getI64Type());
  addresses[i] =
      LLVM::GEPOp::create(builder, getPointerType(), builder.getI8Type(), data,
                          ArrayRef<LLVM::GEPArg>(offset));
  unsigned bytes = getByteSize(getTensor(i).elementType);
  if (bytes == 1)
    return;
  Value address =
      LLVM::PtrToIntOp::create(builder, builder.getI64Type(), addresses[i]);
  Value mask = buildInteger(builder, bytes - 1, 64);
  require(buildIsEqual(arith::AndIOp::create(builder, address, mask), 0));
}

void QuickCallBuilder::requireContiguous(size_t i) {
  strides[i] = buildContiguousStrides(builder, extents[i]);
  const std::vector<int64_t> &shape = getTensor(i).shape;
  if (llvm::all_of(shape, [](int64_t extent) { return extent == 1; }))
    return;
  buildBranch();
  Value actual = buildLoad(i, stridesField, getPointerType());
  Value isNotNull = buildIsNotNull(builder, actual);
  Block *compare = builder.createBlock(checkedBlock);
  Block *next = builder.createBlock(checkedBlock);
  builder.setInsertionPointToEnd(isNotNull.getParentBlock());
  cf::CondBranchOp::create(builder, isNotNull, compare, next);
  builder.setInsertionPointToStart(compare);
  for (auto [extent, declared, stride, expected] : llvm::zip_equal(
           extents[i], shape, buildNumbers(actual, shape.size()), strides[i])) {
    if (declared == 1)
      continue;
    Value fits = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq,
                                       stride, expected);
    if (declared == TensorSignature::kDynamic)
      fits = arith::OrIOp::create(builder, fits, buildIsEqual(extent, 1));
    require(fits);
  }
  cf::CondBranchOp::create(builder, condition, next, checkedBlock);
  condition = nullptr;
  builder.setInsertionPointToStart(next);
}

void QuickCallBuilder::requireOutputExtents() {
  Callee &shapes = functions.shapes;
  if (!shapes)
    return;
  SmallVector<Value> operands;
  for (auto [i, type] : llvm::enumerate(shapes.function.getArgumentTypes()))
    operands.push_back(buildMemRef(builder, cast<MemRefType>(type),
                                   addresses[i], extents[i], strides[i]));
  ValueRange results =
      func::CallOp::create(builder, shapes.function, operands).getResults();
  require(buildIsOk(builder, results.front()));
  results = results.drop_front();
  for (size_t i = functions.getNumInputs(); i < getNumTensors(); ++i)
    for (auto [declared, extent] :
         llvm::zip_equal(getTensor(i).shape, extents[i])) {
      if (declared != TensorSignature::kDynamic)
        continue;
      Value size = arith::IndexCastOp::create(builder, builder.getI64Type(),
                                              results.front());
      require(arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, size,
                                    extent));
      results = results.drop_front();
    }
}

void QuickCallBuilder::requireNoAliasing() {
  Type i64 = builder.getI64Type();
  SmallVector<Value> begins, ends;
  for (size_t i = 0; i < getNumTensors(); ++i) {
    Value bytes =
        buildInteger(builder, getByteSize(getTensor(i).elementType), 64);
    for (Value extent : extents[i])
      bytes = arith::MulIOp::create(builder, bytes, extent);
    begins.push_back(LLVM::PtrToIntOp::create(builder, i64, addresses[i]));
    ends.push_back(arith::AddIOp::create(builder, begins.back(), bytes));
  }
  for (size_t i = functions.getNumInputs(); i < getNumTensors(); ++i)
    for (size_t j = 0; j < i; ++j) {
      Value isBehind = arith::CmpIOp::create(builder, arith::CmpIPredicate::uge,
                                             begins[i], ends[j]);
      Value isBefore = arith::CmpIOp::create(builder, arith::CmpIPredicate::uge,
                                             begins[j], ends[i]);
      require(arith::OrIOp::create(builder, isBehind, isBefore));
    }
}

void QuickCallBuilder::build() {
  size_t numInputs = functions.getNumInputs(), numTensors = getNumTensors();
  extents.resize(numTensors);
  strides.resize(numTensors);
  addresses.resize(numTensors);
  auto forEach = [&](void (QuickCallBuilder::*step)(size_t)) {
    for (size_t i = 0; i < numTensors; ++i)
      (this->*step)(i);
  };
  for (Value tensor : tensors)
    require(buildIsNotNull(builder, tensor));
  buildBranch();
  forEach(&QuickCallBuilder::requireType);
  buildBranch();
  forEach(&QuickCallBuilder::requireExtents);
  requireEqualDimParams();
  forEach(&QuickCallBuilder::requireData);
  forEach(&QuickCallBuilder::requireContiguous);
  // The shape function may read the data of inputs.
  buildBranch();
  requireOutputExtents();
  if (numInputs < numTensors)
    requireNoAliasing();
  buildBranch();

  SmallVector<Value> operands = addresses;
  for (size_t i = 0; i < numTensors; ++i)
    for (auto [declared, extent] :
         llvm::zip_equal(getTensor(i).shape, extents[i]))
      if (declared == TensorSignature::kDynamic)
        operands.push_back(extent);
  auto call = func::CallOp::create(builder, functions.data, operands);
  call.setNoInline(true);
  func::ReturnOp::create(builder, call.getResults());
}

void mlir::reduce::detail::buildQuickCall(ImplicitLocOpBuilder &builder,
                                          InterfaceFunctions &functions) {
  QuickCallBuilder(builder, functions).build();
}
