//===- GenerateCInterface.cpp - Checked calls on DLPack tensors -----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CInterfaceSupport.h"
#include "reduce/Runtime/Signature.h"
#include "reduce/Target/FunctionSignatures.h"
#include "reduce/Target/Passes.h"
#include "reduce/Target/Status.h"
#include "reduce/Transforms/StridedFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace mlir::reduce {
#define GEN_PASS_DEF_GENERATECINTERFACEPASS
#include "reduce/Target/Passes.h.inc"
} // namespace mlir::reduce

using namespace mlir;
using namespace mlir::reduce;

/// The alignment of intermediate tensors: a cache line.
static constexpr int64_t workspaceAlignment = 64;

//===----------------------------------------------------------------------===//
// Workspace
//===----------------------------------------------------------------------===//

/// Replaces the buffers that `function` allocates by parts of one block, which
/// becomes its last argument, and returns the block's size in bytes; none where
/// it allocates nothing.
static std::optional<int64_t> hoistAllocations(func::FuncOp function) {
  SmallVector<memref::AllocOp> allocations;
  function.walk([&](memref::AllocOp op) {
    // Inside a loop one buffer serves all iterations, as each writes it anew.
    if (op.getType().hasStaticShape() && op.getType().getLayout().isIdentity())
      allocations.push_back(op);
  });
  if (allocations.empty())
    return std::nullopt;
  ImplicitLocOpBuilder builder =
      ImplicitLocOpBuilder::atBlockBegin(function.getLoc(), &function.front());
  DataLayout layout = DataLayout::closest(function);
  int64_t size = 0;
  SmallVector<int64_t> offsets;
  for (memref::AllocOp op : allocations) {
    offsets.push_back(size);
    Type elementType = op.getType().getElementType();
    int64_t elementBytes =
        llvm::alignTo(layout.getTypeSize(elementType).getFixedValue(),
                      layout.getTypeABIAlignment(elementType));
    // Buffers without elements are buffers all the same.
    int64_t bytes =
        std::max<int64_t>(1, op.getType().getNumElements() * elementBytes);
    size += llvm::alignTo(bytes, workspaceAlignment);
  }
  auto workspaceType = MemRefType::get(size, builder.getI8Type());
  Value workspace =
      function.front().addArgument(workspaceType, function.getLoc());
  SmallVector<Type> inputs(function.front().getArgumentTypes());
  SmallVector<Attribute> attributes;
  if (ArrayAttr old = function.getArgAttrsAttr()) {
    attributes.append(old.begin(), old.end());
    attributes.push_back(builder.getDictionaryAttr({}));
    function.setArgAttrsAttr(nullptr);
  }
  function.setType(builder.getFunctionType(inputs, function.getResultTypes()));
  if (!attributes.empty())
    function.setArgAttrsAttr(builder.getArrayAttr(attributes));
  for (auto [op, offset] : llvm::zip_equal(allocations, offsets)) {
    builder.setInsertionPoint(op);
    Value offsetValue = arith::ConstantIndexOp::create(builder, offset);
    Value view = memref::ViewOp::create(builder, op.getType(), workspace,
                                        offsetValue, ValueRange());
    op.getResult().replaceAllUsesWith(view);
    op.erase();
  }
  return size;
}

//===----------------------------------------------------------------------===//
// Building calls
//===----------------------------------------------------------------------===//

namespace {
/// Builds the interface of one function.
class InterfaceBuilder {
public:
  InterfaceBuilder(func::FuncOp kernel, FunctionSignature signature)
      : builder(ImplicitLocOpBuilder(kernel.getLoc(), kernel)), kernel(kernel),
        signature(std::move(signature)),
        module(kernel->getParentOfType<ModuleOp>()) {
    auto variant = module.lookupSymbol<func::FuncOp>(
        getStridedVariantName(kernel.getName()));
    if (variant && isStrided(variant))
      strided = variant;
  }

  /// Makes the function itself private, under another name.
  LogicalResult hideKernel();
  /// Fails, with an error, where a name that `build` is to make is taken.
  LogicalResult checkNames();
  void build();

private:
  Type getPointerType() {
    return LLVM::LLVMPointerType::get(builder.getContext());
  }
  size_t getNumTensors() {
    return signature.inputs.size() + signature.outputs.size();
  }
  const TensorSignature &getTensor(size_t i) {
    return i < signature.inputs.size()
               ? signature.inputs[i]
               : signature.outputs[i - signature.inputs.size()];
  }

  Value buildInteger(int64_t value, unsigned width) {
    return arith::ConstantOp::create(
        builder, builder.getIntegerAttr(builder.getIntegerType(width), value));
  }
  Value buildStatus(Status status) {
    return buildInteger(static_cast<int32_t>(status), 32);
  }
  Value buildCall(StringRef callee, Type result, ValueRange operands) {
    return func::CallOp::create(builder, callee, result, operands).getResult(0);
  }

  /// Begins the public function NAME + `suffix` with its body.
  func::FuncOp beginFunction(StringRef suffix, TypeRange inputs, Type result);
  /// Makes a private constant of bytes and returns its address.
  Value buildConstant(const Twine &suffix, StringRef bytes);
  /// Returns the address of the extents of tensor `i`; null where it has none.
  Value buildExtents(size_t i);
  /// Returns the first failure among `statuses`.
  Value buildFirstFailure(ArrayRef<Value> statuses);
  /// Returns the memref of `type` that the DLTensor at `tensor` describes.
  Value buildMemRef(Value tensor, MemRefType type);
  /// Calls `callee` on the tensors' memrefs and the workspace, if any.
  void buildKernelCall(func::FuncOp callee, ValueRange tensors,
                       Value workspace);

  void buildEntry();
  Value buildRun(func::FuncOp callee, ValueRange tensors);
  void buildOutputShapes();
  void buildStatusString();
  void buildSignature();

  ImplicitLocOpBuilder builder;
  func::FuncOp kernel;
  /// The variant of the kernel for any strides; null where there is none.
  func::FuncOp strided;
  FunctionSignature signature;
  ModuleOp module;
};
} // namespace

static std::string getShapeSuffix(size_t i) {
  return ".shape" + std::to_string(i);
}

static void makeInternal(func::FuncOp function) {
  function.setPrivate();
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(function.getContext(), LLVM::Linkage::Internal));
}

func::FuncOp InterfaceBuilder::beginFunction(StringRef suffix, TypeRange inputs,
                                             Type result) {
  builder.setInsertionPoint(kernel);
  auto function = func::FuncOp::create(builder, signature.name + suffix.str(),
                                       builder.getFunctionType(inputs, result));
  builder.setInsertionPointToStart(function.addEntryBlock());
  return function;
}

Value InterfaceBuilder::buildConstant(const Twine &suffix, StringRef bytes) {
  std::string name = (signature.name + suffix).str();
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(kernel);
    LLVM::GlobalOp::create(
        builder, LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, name,
        builder.getStringAttr(bytes), /*alignment=*/8);
  }
  return LLVM::AddressOfOp::create(builder, getPointerType(), name);
}

Value InterfaceBuilder::buildExtents(size_t i) {
  const std::vector<int64_t> &shape = getTensor(i).shape;
  if (shape.empty())
    return LLVM::ZeroOp::create(builder, getPointerType());
  std::string name = signature.name + getShapeSuffix(i);
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(kernel);
    LLVM::GlobalOp::create(
        builder, LLVM::LLVMArrayType::get(builder.getI64Type(), shape.size()),
        /*isConstant=*/true, LLVM::Linkage::Internal, name,
        builder.getI64TensorAttr(shape));
  }
  return LLVM::AddressOfOp::create(builder, getPointerType(), name);
}

Value InterfaceBuilder::buildFirstFailure(ArrayRef<Value> statuses) {
  Value result = buildStatus(Status::OK);
  for (Value status : statuses)
    result = buildCall("reduce.first_failure", builder.getI32Type(),
                       {result, status});
  return result;
}

Value InterfaceBuilder::buildMemRef(Value tensor, MemRefType type) {
  Type pointer = getPointerType(), i64 = builder.getI64Type();
  int64_t rank = type.getRank();
  SmallVector<Type> fields = {pointer, pointer, i64};
  if (rank > 0)
    fields.append(2, LLVM::LLVMArrayType::get(i64, rank));
  auto descriptorType =
      LLVM::LLVMStructType::getLiteral(builder.getContext(), fields);

  Value descriptor = LLVM::PoisonOp::create(builder, descriptorType);
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    descriptor =
        LLVM::InsertValueOp::create(builder, descriptor, value, position);
  };
  Value data = buildCall("reduce.data", pointer, tensor);
  insert(data, 0);
  insert(data, 1);
  insert(buildInteger(0, 64), 2);
  int64_t contiguousStride = 1;
  for (int64_t dim = rank - 1; dim >= 0; --dim) {
    insert(buildInteger(type.getDimSize(dim), 64), {3, dim});
    Value stride = buildInteger(contiguousStride, 64);
    if (!type.getLayout().isIdentity())
      stride = buildCall("reduce.stride", i64,
                         {tensor, buildInteger(dim, 64), stride});
    insert(stride, {4, dim});
    contiguousStride *= type.getDimSize(dim);
  }
  return UnrealizedConversionCastOp::create(builder, type, descriptor)
      .getResult(0);
}

void InterfaceBuilder::buildKernelCall(func::FuncOp callee, ValueRange tensors,
                                       Value workspace) {
  SmallVector<Value> operands;
  for (auto [i, tensor] : llvm::enumerate(tensors))
    operands.push_back(
        buildMemRef(tensor, cast<MemRefType>(callee.getArgumentTypes()[i])));
  if (workspace)
    operands.push_back(workspace);
  func::CallOp::create(builder, callee, operands);
}

//===----------------------------------------------------------------------===//
// Building functions
//===----------------------------------------------------------------------===//

/// Calls `callee`, with a workspace if it needs one, and returns the status.
Value InterfaceBuilder::buildRun(func::FuncOp callee, ValueRange tensors) {
  std::optional<int64_t> workspace = hoistAllocations(callee);
  Value ok = buildStatus(Status::OK);
  if (!workspace) {
    buildKernelCall(callee, tensors, {});
    return ok;
  }
  Type pointer = getPointerType(), i64 = builder.getI64Type();
  // aligned_alloc would do, but is missing from older C libraries.
  auto declare = [&](StringRef name, Type result, Type operand) {
    if (module.lookupSymbol(name))
      return;
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    LLVM::LLVMFuncOp::create(builder, name,
                             LLVM::LLVMFunctionType::get(result, operand));
  };
  declare("malloc", pointer, i64);
  declare("free", LLVM::LLVMVoidType::get(builder.getContext()), pointer);
  Value size = buildInteger(*workspace + workspaceAlignment - 1, 64);
  Value block = LLVM::CallOp::create(
                    builder, pointer,
                    SymbolRefAttr::get(builder.getContext(), "malloc"), size)
                    .getResult();
  Value null = LLVM::ZeroOp::create(builder, pointer);
  Value failed =
      LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::eq, block, null);
  auto branch = scf::IfOp::create(builder, TypeRange(builder.getI32Type()),
                                  failed, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, buildStatus(Status::OUT_OF_MEMORY));

  builder.setInsertionPointToStart(branch.elseBlock());
  Value address = LLVM::PtrToIntOp::create(builder, i64, block);
  Value last = buildInteger(workspaceAlignment - 1, 64);
  Value mask = buildInteger(-workspaceAlignment, 64);
  Value aligned = arith::AndIOp::create(
      builder, arith::AddIOp::create(builder, address, last), mask);
  Value gap = arith::SubIOp::create(builder, aligned, address);
  Value start = LLVM::GEPOp::create(builder, pointer, builder.getI8Type(),
                                    block, ArrayRef<LLVM::GEPArg>(gap));
  Type array = LLVM::LLVMArrayType::get(i64, 1);
  Value descriptor = LLVM::PoisonOp::create(
      builder,
      LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                       {pointer, pointer, i64, array, array}));
  auto insert = [&](Value value, ArrayRef<int64_t> position) {
    descriptor =
        LLVM::InsertValueOp::create(builder, descriptor, value, position);
  };
  insert(block, 0);
  insert(start, 1);
  insert(buildInteger(0, 64), 2);
  insert(buildInteger(*workspace, 64), {3, 0});
  insert(buildInteger(1, 64), {4, 0});
  Value memRef =
      UnrealizedConversionCastOp::create(
          builder, MemRefType::get(*workspace, builder.getI8Type()), descriptor)
          .getResult(0);
  buildKernelCall(callee, tensors, memRef);
  LLVM::CallOp::create(builder, TypeRange(),
                       SymbolRefAttr::get(builder.getContext(), "free"), block);
  scf::YieldOp::create(builder, ok);
  return branch.getResult(0);
}

void InterfaceBuilder::buildEntry() {
  SmallVector<Type> pointers(getNumTensors(), getPointerType());
  Type i32 = builder.getI32Type(), i1 = builder.getI1Type();
  func::FuncOp entry = beginFunction("", pointers, i32);
  ValueRange tensors = entry.getArguments();

  SmallVector<Value> statuses;
  for (auto [i, tensor] : llvm::enumerate(tensors)) {
    DLDataType type = getDLDataType(getTensor(i).elementType);
    statuses.push_back(buildCall(
        "reduce.check_tensor", i32,
        {tensor, buildInteger(type.code, 8), buildInteger(type.bits, 8),
         buildInteger(getTensor(i).shape.size(), 32), buildExtents(i),
         buildInteger(i >= signature.inputs.size(), 1)}));
  }
  Value status = buildFirstFailure(statuses);
  Value isOk = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, status,
                                     buildStatus(Status::OK));
  auto checked = scf::IfOp::create(builder, TypeRange(i32), isOk,
                                   /*withElseRegion=*/true);
  func::ReturnOp::create(builder, checked.getResult(0));
  builder.setInsertionPointToStart(checked.elseBlock());
  scf::YieldOp::create(builder, status);

  builder.setInsertionPointToStart(checked.thenBlock());
  Value contiguous = buildInteger(1, 1);
  for (auto [i, tensor] : llvm::enumerate(tensors))
    contiguous = arith::AndIOp::create(
        builder, contiguous,
        buildCall("reduce.is_contiguous", i1,
                  {tensor, buildInteger(getTensor(i).shape.size(), 32)}));
  auto variant = scf::IfOp::create(builder, TypeRange(i32), contiguous,
                                   /*withElseRegion=*/true);
  scf::YieldOp::create(builder, variant.getResult(0));
  builder.setInsertionPointToStart(variant.thenBlock());
  scf::YieldOp::create(builder, buildRun(kernel, tensors));
  builder.setInsertionPointToStart(variant.elseBlock());
  scf::YieldOp::create(builder, strided ? buildRun(strided, tensors)
                                        : buildStatus(Status::STRIDES));
}

void InterfaceBuilder::buildOutputShapes() {
  SmallVector<Type> pointers(getNumTensors(), getPointerType());
  Type i32 = builder.getI32Type();
  func::FuncOp function = beginFunction("_output_shapes", pointers, i32);
  size_t firstOutput = signature.inputs.size();
  auto getRank = [&](size_t i) {
    return buildInteger(getTensor(i).shape.size(), 32);
  };
  SmallVector<Value> statuses;
  for (size_t i = firstOutput, e = getNumTensors(); i < e; ++i)
    statuses.push_back(buildCall("reduce.check_capacity", i32,
                                 {function.getArgument(i), getRank(i)}));
  Value status = buildFirstFailure(statuses);
  Value isOk = arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, status,
                                     buildStatus(Status::OK));
  auto checked = scf::IfOp::create(builder, isOk);
  func::ReturnOp::create(builder, status);
  builder.setInsertionPointToStart(checked.thenBlock());
  for (size_t i = firstOutput, e = getNumTensors(); i < e; ++i)
    func::CallOp::create(
        builder, "reduce.set_shape", TypeRange(),
        ValueRange{function.getArgument(i), getRank(i), buildExtents(i)});
}

void InterfaceBuilder::buildStatusString() {
  Type pointer = getPointerType(), i32 = builder.getI32Type();
  func::FuncOp function = beginFunction("_status_string", i32, pointer);
  std::string table = getStatusStringTable();
  Value strings = buildConstant(".status_strings", table);
  // Everything beyond the table is its last entry.
  int64_t numEntries = table.size() / statusStringSize;
  Value last = buildInteger(numEntries - 1, 32);
  Value index = arith::MinUIOp::create(builder, function.getArgument(0), last);
  Value text = LLVM::GEPOp::create(
      builder, pointer,
      LLVM::LLVMArrayType::get(builder.getI8Type(), statusStringSize), strings,
      ArrayRef<LLVM::GEPArg>(index));
  func::ReturnOp::create(builder, text);
}

void InterfaceBuilder::buildSignature() {
  beginFunction("_signature", TypeRange(), getPointerType());
  std::string text = printSignature(signature);
  Value address =
      buildConstant(".signature", StringRef(text.c_str(), text.size() + 1));
  func::ReturnOp::create(builder, address);
}

LogicalResult InterfaceBuilder::hideKernel() {
  auto name = builder.getStringAttr(signature.name + ".contiguous");
  // Calls of the function itself go on calling it.
  if (failed(SymbolTable::replaceAllSymbolUses(kernel, name, module)))
    return kernel.emitOpError()
           << "has uses that cannot be told from those of other symbols";
  kernel.setName(name);
  makeInternal(kernel);
  if (strided)
    makeInternal(strided);
  return success();
}

LogicalResult InterfaceBuilder::checkNames() {
  auto suffixes = llvm::to_vector_of<StringRef>(exportedSuffixes);
  suffixes.append({".status_strings", ".signature"});
  for (StringRef suffix : suffixes)
    if (failed(checkNameIsFree(module, signature.name + suffix)))
      return failure();
  for (size_t i = 0, e = getNumTensors(); i < e; ++i)
    if (failed(checkNameIsFree(module, signature.name + getShapeSuffix(i))))
      return failure();
  return success();
}

void InterfaceBuilder::build() {
  buildEntry();
  buildOutputShapes();
  buildStatusString();
  buildSignature();
}

namespace {
struct GenerateCInterfacePass
    : reduce::impl::GenerateCInterfacePassBase<GenerateCInterfacePass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    FailureOr<SmallVector<FunctionSignature>> signatures =
        getFunctionSignatures(module);
    if (failed(signatures))
      return signalPassFailure();
    if (signatures->empty())
      return;
    SmallVector<func::FuncOp> functions = llvm::to_vector(
        llvm::make_filter_range(module.getOps<func::FuncOp>(),
                                [](func::FuncOp op) { return op.isPublic(); }));
    std::vector<InterfaceBuilder> builders;
    for (auto [function, signature] : llvm::zip_equal(functions, *signatures))
      builders.emplace_back(function, std::move(signature));
    // All kernels give up their names before any of these is used again.
    for (InterfaceBuilder &builder : builders)
      if (failed(builder.hideKernel()))
        return signalPassFailure();
    for (InterfaceBuilder &builder : builders)
      if (failed(builder.checkNames()))
        return signalPassFailure();
    if (failed(insertCInterfaceSupport(module)))
      return signalPassFailure();
    for (InterfaceBuilder &builder : builders)
      builder.build();
  }
};
} // namespace
