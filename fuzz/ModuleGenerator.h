//===- ModuleGenerator.h - Valid modules made from bytes --------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FUZZ_MODULEGENERATOR_H
#define REDUCE_FUZZ_MODULEGENERATOR_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OwningOpRef.h"
#include "reduce/IR/ReduceInterfaces.h"
#include <fuzzer/FuzzedDataProvider.h>

namespace mlir::reduce::fuzz {

/// Whether the arith dialect has operations on `type`.
inline bool isSignless(Type type) {
  return isa<FloatType>(type) || type.isSignlessInteger();
}

/// Makes a module from bytes: functions on tensors, with reductions along all
/// kinds of axes, casts, constants, reshapes, calls and linalg.generic
/// operations. The module verifies for any bytes.
class ModuleGenerator {
public:
  ModuleGenerator(FuzzedDataProvider &bytes, MLIRContext *context);

  OwningOpRef<ModuleOp> generate();

  /// Whether the module contains nothing that the pipeline may reject according
  /// to the documentation.
  bool mustLower() const { return isLowerable; }

private:
  void addFunction(unsigned number);
  void addOperation();

  void addReduction();
  void addCast();
  void addConstant();
  void addElementwise();
  void addGenericReduction();
  void addCollapse();
  void addExpand();
  void addCall();

  /// Returns the axes of a reduction of `input` as an attribute, or returns
  /// null and sets `operand`.
  DenseI64ArrayAttr drawAxes(TensorType input, Value &operand);
  Value drawAxesOperand(int64_t rank);
  /// Returns `type` with more or fewer known sizes.
  TensorType drawDeclared(TensorType type, int64_t maxRank);
  Type drawElementType();
  int64_t drawExtent();
  RankedTensorType drawType();
  /// Returns a value of this function that `accept` accepts, or null if there
  /// is none.
  Value drawValue(llvm::function_ref<bool(TensorType)> accept);
  TypedAttr drawNumber(Type type);
  Value buildConstant(RankedTensorType type);
  /// Builds an operation on the elements `operands`, which have the same type.
  Value buildArithmetic(OpBuilder &builder, Location loc, ValueRange operands);
  Value buildCombination(OpBuilder &builder, Location loc, Value a, Value b);
  Value buildEmpty(RankedTensorType type, ValueRange sizes);
  void add(Value value) { values.push_back(value); }

  FuzzedDataProvider &bytes;
  ImplicitLocOpBuilder builder;
  OwningOpRef<ModuleOp> module;
  std::vector<Value> values;
  bool isLowerable = true;
};

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_MODULEGENERATOR_H
