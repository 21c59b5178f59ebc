//===- ElementwiseShardings.cpp - Sharding of elementwise operations ------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Transforms/Sharding/ElementwiseShardings.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Shard/Interfaces/ShardingInterfaceImpl.h"

using namespace mlir;

/// Attaches the model to those of `Ops` that are elementwise.
template <typename... Ops> static void attachModel(MLIRContext *context) {
  auto attach = [&](auto *op) {
    using Op = std::remove_pointer_t<decltype(op)>;
    if constexpr (Op::template hasTrait<OpTrait::Elementwise>())
      Op::template attachInterface<shard::ElementwiseShardingInterface<Op>>(
          *context);
  };
  (attach(static_cast<Ops *>(nullptr)), ...);
}

void mlir::reduce::registerElementwiseShardingExternalModels(
    DialectRegistry &registry) {
  // Loading shard with arith would load other dialects that are being loaded.
  registry.addExtension(
      +[](MLIRContext *context, arith::ArithDialect *, shard::ShardDialect *) {
        attachModel<
#define GET_OP_LIST
#include "mlir/Dialect/Arith/IR/ArithOps.cpp.inc"
            >(context);
      });
  registry.addExtension(
      +[](MLIRContext *context, math::MathDialect *, shard::ShardDialect *) {
        attachModel<
#define GET_OP_LIST
#include "mlir/Dialect/Math/IR/MathOps.cpp.inc"
            >(context);
      });
}
