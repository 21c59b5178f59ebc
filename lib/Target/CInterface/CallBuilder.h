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

namespace mlir::reduce::detail {

/// Creates the public function NAME + `suffix` of an interface, with an entry
/// block.
func::FuncOp beginFunction(ImplicitLocOpBuilder &builder,
                           InterfaceFunctions &functions, StringRef suffix,
                           TypeRange inputs, Type result);

/// Returns the address of the private constant `name`, and creates it if
/// necessary.
Value buildConstant(ImplicitLocOpBuilder &builder,
                    InterfaceFunctions &functions, StringRef name, Type type,
                    Attribute value, uint64_t alignment = 0);

/// Builds a function that takes all tensors of an interface, checks them, calls
/// other functions and returns a status. It returns as soon as a check fails.
class CallBuilder {
public:
  /// Creates the public function NAME + `suffix`, which calls `callees`. One of
  /// its blocks frees their memory and returns a status. If a callee takes a
  /// session, so does the function, as its last argument.
  CallBuilder(ImplicitLocOpBuilder &builder, InterfaceFunctions &functions,
              StringRef suffix, ArrayRef<Callee *> callees);

  /// Loads the extents of the inputs and computes those of the outputs.
  void buildInputExtents();
  void buildOutputExtents();

  /// Checks the type of each input: device, element type, rank and declared
  /// extents. Also checks the data of those whose data `areRead`.
  void buildInputChecks(llvm::function_ref<bool(size_t)> areRead);
  void buildOutputTypeChecks();
  /// Checks that each output has the computed extents, and checks its data.
  void buildOutputChecks();
  /// Checks that each output has room for its shape.
  void buildCapacityChecks();
  /// Checks that no output shares memory with another tensor.
  void buildAliasingCheck(bool areContiguous);
  /// Returns whether the tensors in [begin, end) are contiguous.
  Value buildAreContiguous(size_t begin, size_t end);
  /// Returns whether the rows of all inputs are.
  Value buildHaveContiguousRows();

  /// Tells the session of a sharded call the sizes on which ranks must agree.
  void buildSizeRecords();

  /// Stores the shape of each output.
  void buildShapeStores();
  /// Calls `callee` on as many tensors as it takes. If it returns a status
  /// other than OK, the function returns that status. `results`: the array that
  /// it stores results in; null if it returns them.
  func::CallOp buildCalleeCall(const Callee &callee, Value results = {});
  /// Calls the data function and returns its status.
  void buildDataCall();
  /// Starts a block that runs if `condition` holds. Returns the block that runs
  /// otherwise.
  Block *beginCase(Value condition);
  /// Calls `callee`, the kernel by its data function, and returns OK. Continues
  /// building in `next`.
  void endCase(const Callee &callee, Block *next);
  void buildReturn(Status status);

private:
  /// Calls the shape function. Returns the sizes as 64-bit integers.
  SmallVector<Value> buildSizes(const Callee &shapes);
  Type getPointerType();
  size_t getNumInputs() { return functions.getNumInputs(); }
  size_t getNumTensors() { return functions.getNumTensors(); }
  const TensorSignature &getTensor(size_t i) { return functions.getTensor(i); }

  void buildTypeCheck(size_t i);
  void buildDataCheck(size_t i);
  void buildExtentsCheck(size_t i);
  void buildCapacityCheck(size_t i);
  void buildShapeStore(size_t i);
  void buildExtentStores(size_t i);
  /// Returns whether `predicate`, a function of CInterfaceSupport.mlir, holds
  /// for the tensors in [begin, end). Of many tensors, `loop` checks them all.
  Value buildAllOf(StringRef predicate, StringRef loop, size_t begin,
                   size_t end);

  /// Returns whether an extent of tensor `i` is used as a value.
  bool isExtentUsed(size_t i, size_t dim);
  /// Returns the address of the types of the tensors from `begin` on, as loops
  /// over tensors expect them.
  Value buildTypes(size_t begin);
  /// Allocates memory for `count` elements of `type`.
  Value buildMemory(Type type, size_t count);
  /// Returns the operands of loops over the tensors in [begin, end).
  SmallVector<Value> buildLoopOperands(size_t begin, size_t end);

  /// Returns `status` unless it is OK.
  void buildCheck(Value status);
  /// Returns `status` unless `condition` holds.
  void buildCheck(Value condition, Status status);
  Value buildStatus(Status status);
  Value buildRank(size_t i);
  /// Returns the address of the declared extents of tensor `i`, or null if its
  /// rank is 0. A dynamic extent is -1.
  Value buildDeclaredExtents(size_t i);

  Value buildBits(size_t i);
  /// Checks that dimensions with the same name agree. Considers the tensors
  /// from `begin` on whose extents are known.
  void buildDimParamChecks(size_t begin);
  /// Stores the first and last address of tensor `i` in the array `ranges`.
  void buildRange(size_t i, Value ranges, bool isContiguous);
  /// Returns the strides of tensor `i`. Computes them if it is known to be
  /// contiguous, and loads them otherwise.
  SmallVector<Value> buildStrides(size_t i, bool isContiguous);
  /// Returns the memref of `type` that tensor `i` describes.
  Value buildTensorMemRef(size_t i, MemRefType type);

  ImplicitLocOpBuilder &builder;
  InterfaceFunctions &functions;
  /// Returns tensor `i`. Of many tensors, it is read from `array`.
  Value buildTensor(size_t i);

  SmallVector<Value> tensors;
  /// The address of all tensors, if there are many; otherwise null.
  Value array;
  Block *returnBlock = nullptr;
  Value arena;
  /// The session of a sharded call, or null.
  Value session;
  /// The extents of each tensor, if they are already known.
  SmallVector<SmallVector<Value>> extents;
  /// The first extent with each name.
  llvm::StringMap<Value> dimParams;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TARGET_CINTERFACE_CALLBUILDER_H
