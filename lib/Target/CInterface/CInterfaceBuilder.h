//===- CInterfaceBuilder.h - Building checked calls -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CINTERFACE_CINTERFACEBUILDER_H
#define REDUCE_LIB_TARGET_CINTERFACE_CINTERFACEBUILDER_H

#include "reduce/Support/Signature.h"
#include "reduce/Support/Status.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::reduce {

/// Whether `function` contains a cf.assert.
bool hasAssertion(func::FuncOp function);

/// Returns the constant `value` of `width` bits.
Value buildInteger(ImplicitLocOpBuilder &builder, int64_t value,
                   unsigned width);

/// Returns the result of a call of a function of CInterfaceSupport.mlir.
Value buildCall(ImplicitLocOpBuilder &builder, StringRef callee, Type result,
                ValueRange operands);

/// Returns a memref of `type` whose first element is at `data`; the memref owns
/// nothing.
Value buildMemRef(ImplicitLocOpBuilder &builder, MemRefType type, Value data,
                  ValueRange sizes, ValueRange strides);

/// A function that the C interface calls.
struct Callee {
  explicit operator bool() { return bool(function); }

  func::FuncOp function;
  /// Whether its last argument is an arena.
  bool takesArena = false;
  /// Whether its first result is a status.
  bool returnsStatus = false;
};

/// Builds the interface of one function.
class CInterfaceBuilder {
public:
  /// `kernel` is the function itself, on memrefs.
  CInterfaceBuilder(func::FuncOp kernel, FunctionSignature signature);

  /// Fails, with an error, where the function is not on memrefs, the results
  /// last, or has no shape function although it needs one.
  LogicalResult checkFunctions();
  /// Makes the function itself private, under another name.
  void hideKernel();
  /// Fails, with an error, where a name that `build` is to make is taken.
  LogicalResult checkNames();
  void build();

private:
  Type getPointerType();
  size_t getNumInputs() { return signature.inputs.size(); }
  size_t getNumTensors() { return getNumInputs() + signature.outputs.size(); }
  const TensorSignature &getTensor(size_t i);
  std::string getExtentsName(size_t i);
  unsigned getNumUnknownSizes();

  Value buildStatus(Status status);
  Value buildRank(size_t i);
  Value buildBits(size_t i);

  /// Begins the public function NAME + `suffix` with its body.
  func::FuncOp beginFunction(StringRef suffix, TypeRange inputs, Type result);
  /// Makes a private constant of bytes and returns its address.
  Value buildConstant(const Twine &suffix, StringRef bytes);
  /// Returns the address of the extents of tensor `i`, -1 for a dynamic one;
  /// null where it has none.
  Value buildExtents(size_t i);

  /// Begins a function on all tensors that calls `callees`. It has one block
  /// that frees their memory and returns a status.
  void beginCall(StringRef suffix, ArrayRef<Callee *> callees);
  /// Goes on only where `status` is OK.
  void buildCheck(Value status);
  /// Goes on only where `condition` holds, else returns `status`.
  void buildCheck(Value condition, Status status);
  void buildReturn(Value status);
  /// Checks device, element type, rank and shape of tensor `i`.
  void buildTypeCheck(size_t i);
  void buildDataCheck(size_t i);
  /// Checks that dimensions of one name agree, for the tensors from `begin` on
  /// whose extents are known.
  void buildDimParamChecks(size_t begin);
  /// Loads the extents of the inputs and computes those of the outputs.
  void buildInputExtents();
  void buildOutputExtents();
  /// Returns whether `predicate` of CInterfaceSupport.mlir holds for the
  /// tensors from `begin` to `end`.
  Value buildAllOf(StringRef predicate, size_t begin, size_t end);
  /// Returns the strides of tensor `i`; those that it says it has, unless it is
  /// known to be contiguous.
  SmallVector<Value> buildStrides(size_t i, bool isContiguous);
  /// Stores where tensor `i` begins and ends in the array `ranges`.
  void buildRange(size_t i, Value ranges, bool isContiguous);
  /// Checks that no output shares memory with another tensor.
  void buildAliasingCheck(bool areContiguous);
  /// Returns the memref of `type` that tensor `i` describes.
  Value buildTensorMemRef(size_t i, MemRefType type);
  /// Calls `callee` on as many tensors as it takes; goes on only where its
  /// status, if it has one, is OK.
  func::CallOp buildCalleeCall(const Callee &callee);

  /// Begins a block that runs where `condition` holds; returns the one that
  /// runs elsewhere.
  Block *beginCase(Value condition);
  /// Calls `callee` and returns OK; goes on in `next`.
  void endCase(const Callee &callee, Block *next);
  void buildEntry();
  void buildOutputShapes();
  void buildStatusString();
  void buildSignature();

  ImplicitLocOpBuilder builder;
  FunctionSignature signature;
  ModuleOp module;
  Callee kernel;
  /// The variants of the kernel for any strides, and for inputs whose innermost
  /// stride is 1 with contiguous outputs, if there are any.
  Callee strided, rows;
  /// What computes the outputs' shapes, if it takes computing.
  Callee shapes;

  // The call that is being built.
  SmallVector<Value> tensors;
  Block *returnBlock = nullptr;
  Value arena;
  /// The extents of each tensor, as far as they are known yet.
  SmallVector<SmallVector<Value>> extents;
  /// The first extent of each name.
  llvm::StringMap<Value> dimParams;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_CINTERFACE_CINTERFACEBUILDER_H
