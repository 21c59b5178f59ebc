//===- GraphBuilder.h - Building of a graph's function ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by the importers of all model formats: builds a module with one
// function from a graph.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_FRONTEND_COMMON_GRAPHBUILDER_H
#define REDUCE_LIB_FRONTEND_COMMON_GRAPHBUILDER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "reduce/Operators/ReductionRequest.h"
#include "reduce/Support/Tensor.h"
#include <memory>

namespace mlir::reduce::detail {

/// A value of the graph: an SSA value, or a constant. A constant can be used as
/// axes directly; it becomes an SSA value when it is used as data.
struct GraphValue {
  Value value;
  std::shared_ptr<const Tensor> constant;
};

/// Builds the function of one graph: inputs, operations, then outputs.
class GraphBuilder {
public:
  /// Starts the function, at `loc`, for a graph that the model calls `name`. If
  /// `name` is empty, the function is named after the stem of `fileName`.
  GraphBuilder(StringRef name, StringRef fileName, Location loc);

  RankedTensorType getType(const GraphValue &value);

  /// Adds an argument. `dimParams` contains the names of its dimensions, if
  /// any.
  Value addInput(StringRef name, RankedTensorType type,
                 ArrayRef<StringRef> dimParams, Location loc);

  /// Returns the SSA value of `value` and caches it there. For a constant,
  /// creates an operation at `loc`.
  Value getData(GraphValue &value, Location loc);

  /// Adds the reduction for `version`. Fails under the same conditions as
  /// `buildReduction`.
  FailureOr<Value> addReduction(const OperatorVersion &version,
                                const ReductionRequest &request, Location loc,
                                EmitErrorFn emitError);

  /// Adds a result. It gets the static sizes of `declared`, which is null or
  /// compatible with the type of `value`.
  void addOutput(StringRef name, Value value, TensorType declared,
                 ArrayRef<StringRef> dimParams);

  /// Finishes the function and returns its module.
  OwningOpRef<ModuleOp> finish();

private:
  DictionaryAttr makeBoundaryAttributes(StringRef name, RankedTensorType type,
                                        ArrayRef<StringRef> dimParams);

  OpBuilder builder;
  Location loc;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  SmallVector<DictionaryAttr> inputAttributes, outputAttributes;
  SmallVector<Value> outputs;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_FRONTEND_COMMON_GRAPHBUILDER_H
