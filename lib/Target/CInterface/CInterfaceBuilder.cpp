//===- CInterfaceBuilder.cpp - The functions of a C interface -------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CInterfaceBuilder.h"
#include "CallBuilder.h"
#include "ShardedCall.h"
#include "ValueBuilders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

/// Builds NAME, which checks all tensors and calls the matching variant. If the
/// function is sharded, this is what NAME_sharded calls.
static void buildEntry(ImplicitLocOpBuilder &builder,
                       InterfaceFunctions &functions) {
  Callee &kernel = functions.kernel, &strided = functions.strided,
         &rows = functions.rows, &shapes = functions.shapes;
  size_t numInputs = functions.getNumInputs();
  size_t numTensors = functions.getNumTensors();
  CallBuilder call(builder, functions,
                   functions.isSharded() ? checkedSuffix : "",
                   {&kernel, &strided, &rows, &shapes});
  for (size_t i = 0; i < numInputs; ++i) {
    call.buildTypeCheck(i);
    call.buildDataCheck(i);
  }
  for (size_t i = numInputs; i < numTensors; ++i)
    call.buildTypeCheck(i);
  call.buildInputExtents();
  call.buildOutputExtents();
  call.buildSizeRecords();
  for (size_t i = numInputs; i < numTensors; ++i) {
    call.buildExtentsCheck(i);
    call.buildDataCheck(i);
  }

  StringRef isContiguous = "reduce.is_contiguous";
  Value inputs = call.buildAllOf(isContiguous, 0, numInputs);
  Value outputs = call.buildAllOf(isContiguous, numInputs, numTensors);
  Block *next = call.beginCase(arith::AndIOp::create(builder, inputs, outputs));
  call.buildAliasingCheck(/*areContiguous=*/true);
  call.endCase(kernel, next);
  if (rows || strided)
    call.buildAliasingCheck(/*areContiguous=*/false);
  if (rows) {
    Value haveRows =
        call.buildAllOf("reduce.has_contiguous_rows", 0, numInputs);
    next = call.beginCase(arith::AndIOp::create(builder, outputs, haveRows));
    call.endCase(rows, next);
  }
  if (strided)
    call.buildCalleeCall(strided);
  call.buildReturn(strided ? Status::OK : Status::STRIDES);
}

/// Whether anything but the sizes of `memRef` is used.
static bool isRead(Value memRef) {
  return !llvm::all_of(memRef.getUsers(), llvm::IsaPred<memref::DimOp>);
}

/// Builds NAME_output_shapes.
static void buildOutputShapes(ImplicitLocOpBuilder &builder,
                              InterfaceFunctions &functions) {
  Callee &shapes = functions.shapes;
  size_t numInputs = functions.getNumInputs();
  size_t numTensors = functions.getNumTensors();
  CallBuilder call(builder, functions, "_output_shapes", {&shapes});
  // Static shapes do not depend on the inputs.
  for (size_t i = 0; shapes && i < numInputs; ++i) {
    call.buildTypeCheck(i);
    if (isRead(shapes.function.getArgument(i)))
      call.buildDataCheck(i);
  }
  for (size_t i = numInputs; i < numTensors; ++i)
    call.buildCapacityCheck(i);
  if (shapes) {
    call.buildInputExtents();
    call.buildOutputExtents();
  }
  for (size_t i = numInputs; i < numTensors; ++i)
    call.buildShapeStore(i);
  call.buildReturn(Status::OK);
}

/// Creates the private constant NAME + `suffix` and returns its address.
static Value buildStringConstant(ImplicitLocOpBuilder &builder,
                                 InterfaceFunctions &functions,
                                 StringRef suffix, StringRef bytes) {
  return buildConstant(
      builder, functions, functions.signature.name + suffix.str(),
      LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size()),
      builder.getStringAttr(bytes), /*alignment=*/8);
}

/// Builds NAME_status_string.
static void buildStatusString(ImplicitLocOpBuilder &builder,
                              InterfaceFunctions &functions) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  func::FuncOp function = beginFunction(builder, functions, "_status_string",
                                        builder.getI32Type(), pointer);
  std::string table = getStatusStringTable();
  Value strings =
      buildStringConstant(builder, functions, ".status_strings", table);
  // Statuses beyond the table map to its last entry.
  int64_t numEntries = table.size() / statusStringSize;
  Value last = buildInteger(builder, numEntries - 1, 32);
  Value index = arith::MinUIOp::create(builder, function.getArgument(0), last);
  Value text = LLVM::GEPOp::create(
      builder, pointer,
      LLVM::LLVMArrayType::get(builder.getI8Type(), statusStringSize), strings,
      ArrayRef<LLVM::GEPArg>(index));
  func::ReturnOp::create(builder, text);
}

/// Builds NAME_signature.
static void buildSignature(ImplicitLocOpBuilder &builder,
                           InterfaceFunctions &functions) {
  beginFunction(builder, functions, "_signature", TypeRange(),
                LLVM::LLVMPointerType::get(builder.getContext()));
  std::string text = printSignature(functions.signature);
  Value address = buildStringConstant(builder, functions, ".signature",
                                      StringRef(text.c_str(), text.size() + 1));
  func::ReturnOp::create(builder, address);
}

void mlir::reduce::detail::buildCInterface(InterfaceFunctions &functions) {
  func::FuncOp kernel = functions.kernel.function;
  ImplicitLocOpBuilder builder(kernel.getLoc(), kernel);
  buildEntry(builder, functions);
  if (functions.isSharded())
    buildShardedCall(builder, functions);
  buildOutputShapes(builder, functions);
  buildStatusString(builder, functions);
  buildSignature(builder, functions);
}
