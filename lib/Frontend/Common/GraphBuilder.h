//===- GraphBuilder.h - Building of a graph's function ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the importers of all model formats share: a graph becomes a module with
// one function.
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

namespace mlir::reduce {

/// A value of the graph: an SSA value, or a constant that becomes one where
/// data are asked for, and can serve as axes without.
struct GraphValue {
  Value value;
  std::shared_ptr<const Tensor> constant;
};

/// Builds the function of one graph: inputs, operations, then outputs.
class GraphBuilder {
public:
  /// Starts the function, at `loc`, of a graph that the model calls `name`;
  /// without a name the stem of `fileName` stands for it.
  GraphBuilder(StringRef name, StringRef fileName, Location loc);

  RankedTensorType getType(const GraphValue &value);

  /// Adds an argument. `dimParams` names its dimensions, where they have names.
  Value addInput(StringRef name, RankedTensorType type,
                 ArrayRef<StringRef> dimParams, Location loc);

  /// Returns the SSA value of `value`, which it also remembers; a constant gets
  /// an operation at `loc`.
  Value getData(GraphValue &value, Location loc);

  /// Adds the operation that `version` becomes. Fails as buildReduction.
  FailureOr<Value> addReduction(const OperatorVersion &version,
                                const ReductionRequest &request, Location loc,
                                EmitErrorFn emitError);

  /// Adds a result. Sizes that `declared` has are those of the result; it is
  /// compatible with the type of `value`, and may be null.
  void addOutput(StringRef name, Value value, TensorType declared,
                 ArrayRef<StringRef> dimParams);

  /// Ends the function and returns its module.
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

} // namespace mlir::reduce

#endif // REDUCE_LIB_FRONTEND_COMMON_GRAPHBUILDER_H
