//===- MemoryRuns.cpp - Memrefs that are runs of memory -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryRuns.h"

#include "llvm/ADT/Sequence.h"

using namespace mlir;

bool mlir::reduce::detail::isRun(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && memref.getLayout().isIdentity() && memref.getRank() > 0;
}

Value mlir::reduce::detail::buildRun(ImplicitLocOpBuilder &builder,
                                     Value memref) {
  int64_t rank = cast<MemRefType>(memref.getType()).getRank();
  if (rank == 1)
    return memref;
  auto all = llvm::to_vector<2>(llvm::seq(rank));
  return memref::CollapseShapeOp::create(builder, memref,
                                         ArrayRef<ReassociationIndices>(all));
}
