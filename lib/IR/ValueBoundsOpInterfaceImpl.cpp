//===- ValueBoundsOpInterfaceImpl.cpp - Bounds of results -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/IR/ValueBoundsOpInterfaceImpl.h"

#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "reduce/IR/ExternalModels.h"
#include "reduce/IR/ReduceDialect.h"

using namespace mlir;
using namespace mlir::reduce;

namespace {
template <typename OpTy>
struct ReductionBounds
    : ValueBoundsOpInterface::ExternalModel<ReductionBounds<OpTy>, OpTy> {
  void populateBoundsForShapedValueDim(Operation *op, Value value, int64_t dim,
                                       ValueBoundsConstraintSet &set) const {
    auto reduction = cast<ReductionOpInterface>(op);
    auto inputType = dyn_cast<RankedTensorType>(reduction.getInput().getType());
    auto resultType = dyn_cast<RankedTensorType>(value.getType());
    if (!inputType || !resultType)
      return;
    std::optional<SmallVector<int64_t>> reduced =
        getImpliedReducedDims(inputType, reduction.getReductionAxes(),
                              reduction.getKeepdims(), resultType.getRank());
    if (!reduced)
      return;
    int64_t resultDim = 0;
    for (int64_t inputDim = 0; inputDim < inputType.getRank(); ++inputDim) {
      bool isReduced = llvm::binary_search(*reduced, inputDim);
      if (isReduced && !reduction.getKeepdims())
        continue;
      if (resultDim++ != dim)
        continue;
      if (isReduced)
        set.bound(value)[dim] == 1;
      else
        set.bound(value)[dim] == set.getExpr(reduction.getInput(), inputDim);
      return;
    }
  }
};
} // namespace

void mlir::reduce::registerValueBoundsOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ReduceDialect *) {
    attachToAllOps<ReductionBounds>(context);
  });
}
