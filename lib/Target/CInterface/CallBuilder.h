//===- CallBuilder.h - Building one checked call ----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CINTERFACE_CALLBUILDER_H
#define REDUCE_LIB_TARGET_CINTERFACE_CALLBUILDER_H

#include "InterfaceFunctions.h"
#include "reduce/Support/Status.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::reduce {

/// Begins the public function NAME + `suffix` of an interface, with its body.
func::FuncOp beginFunction(ImplicitLocOpBuilder &builder,
                           InterfaceFunctions &functions, StringRef suffix,
                           TypeRange inputs, Type result);

/// Returns the address of the private constant `name`, which is made where it
/// is not there yet.
Value buildConstant(ImplicitLocOpBuilder &builder,
                    InterfaceFunctions &functions, StringRef name, Type type,
                    Attribute value, uint64_t alignment = 0);

/// Builds a function on all tensors of an interface, which checks them, calls
/// other functions and returns a status. A check that fails returns at once.
class CallBuilder {
public:
  /// Begins the public function NAME + `suffix`, which calls `callees`. It has
  /// one block that frees their memory and returns a status.
  CallBuilder(ImplicitLocOpBuilder &builder, InterfaceFunctions &functions,
              StringRef suffix, ArrayRef<Callee *> callees);

  /// Loads the extents of the inputs and computes those of the outputs.
  void buildInputExtents();
  void buildOutputExtents();

  /// Checks device, element type, rank and declared extents of tensor `i`.
  void buildTypeCheck(size_t i);
  void buildDataCheck(size_t i);
  /// Checks that output `i` has the extents that were computed.
  void buildExtentsCheck(size_t i);
  /// Checks that the shape of output `i` can be stored.
  void buildCapacityCheck(size_t i);
  /// Checks that no output shares memory with another tensor.
  void buildAliasingCheck(bool areContiguous);
  /// Returns whether `predicate` of CInterfaceSupport.mlir holds for the
  /// tensors from `begin` to `end`.
  Value buildAllOf(StringRef predicate, size_t begin, size_t end);

  /// Stores the shape of output `i`.
  void buildShapeStore(size_t i);
  /// Calls `callee` on as many tensors as it takes; goes on only where its
  /// status, if it has one, is OK.
  func::CallOp buildCalleeCall(const Callee &callee);
  /// Begins a block that runs where `condition` holds; returns the one that
  /// runs elsewhere.
  Block *beginCase(Value condition);
  /// Calls `callee` and returns OK; goes on in `next`.
  void endCase(const Callee &callee, Block *next);
  void buildReturn(Status status);

private:
  Type getPointerType();
  size_t getNumInputs() { return functions.getNumInputs(); }
  size_t getNumTensors() { return functions.getNumTensors(); }
  const TensorSignature &getTensor(size_t i) { return functions.getTensor(i); }

  /// Goes on only where `status` is OK.
  void buildCheck(Value status);
  /// Goes on only where `condition` holds, else returns `status`.
  void buildCheck(Value condition, Status status);
  Value buildStatus(Status status);
  Value buildRank(size_t i);
  /// Returns the address of the declared extents of tensor `i`, -1 for a
  /// dynamic one; null where it has none.
  Value buildDeclaredExtents(size_t i);

  Value buildBits(size_t i);
  /// Checks that dimensions of one name agree, for the tensors from `begin` on
  /// whose extents are known.
  void buildDimParamChecks(size_t begin);
  /// Stores where tensor `i` begins and ends in the array `ranges`.
  void buildRange(size_t i, Value ranges, bool isContiguous);
  /// Returns the strides of tensor `i`; those that it says it has, unless it is
  /// known to be contiguous.
  SmallVector<Value> buildStrides(size_t i, bool isContiguous);
  /// Returns the memref of `type` that tensor `i` describes.
  Value buildTensorMemRef(size_t i, MemRefType type);

  ImplicitLocOpBuilder &builder;
  InterfaceFunctions &functions;
  SmallVector<Value> tensors;
  Block *returnBlock = nullptr;
  Value arena;
  /// The extents of each tensor, as far as they are known yet.
  SmallVector<SmallVector<Value>> extents;
  /// The first extent of each name.
  llvm::StringMap<Value> dimParams;
};

} // namespace mlir::reduce

#endif // REDUCE_LIB_TARGET_CINTERFACE_CALLBUILDER_H
