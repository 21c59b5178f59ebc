//===- ExternalModels.h - Interfaces of all reductions ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_IR_EXTERNALMODELS_H
#define REDUCE_IR_EXTERNALMODELS_H

#include "mlir/IR/MLIRContext.h"
#include "reduce/IR/ReduceOps.h"

namespace mlir::reduce {

namespace detail {
template <template <typename> class Model, typename... Ops>
void attachModel(MLIRContext *context) {
  (Ops::template attachInterface<Model<Ops>>(*context), ...);
}
} // namespace detail

/// Attaches the external model `Model<Op>` to each operation `Op` of the
/// dialect, including operations added later.
template <template <typename> class Model>
void attachToAllOps(MLIRContext *context) {
  detail::attachModel<Model,
#define GET_OP_LIST
#include "reduce/IR/ReduceOps.cpp.inc"
                      >(context);
}

} // namespace mlir::reduce

#endif // REDUCE_IR_EXTERNALMODELS_H
