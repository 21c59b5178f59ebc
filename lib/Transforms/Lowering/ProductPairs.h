//===- ProductPairs.h - Products of two registers at once -------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What -reduce-join-product-chains and -reduce-pair-vector-products share.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TRANSFORMS_LOWERING_PRODUCTPAIRS_H
#define REDUCE_LIB_TRANSFORMS_LOWERING_PRODUCTPAIRS_H

#include "reduce/IR/ReduceAttributes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::reduce::detail {

/// The width in bits of the parts of a register in which x86 shuffles.
inline constexpr unsigned laneBits = 128;

/// Returns the number of i64 in a register of `target` if it multiplies them in
/// pairs of registers; 0 if not. A register has a lane at least.
int64_t getPairedElements(VectorTargetAttr target);

/// Returns the number of elements of `type` if it is a vector of i64 of known
/// size with one dimension; 0 if not.
int64_t getNumI64(Type type);

/// Returns whether `value` is a product whose type is one of those that
/// `isServed`, or a result of a loop that yields such a value in its place.
bool yieldsProduct(Value value, llvm::function_ref<bool(Type)> isServed);

/// Replaces `loop` by one that also carries `inits`, after what it carries.
/// Each additional value is yielded as it is: the caller replaces that.
scf::ForOp carryMore(scf::ForOp loop, ValueRange inits);

/// Returns the read that is `value` if it can be done before `place` as well,
/// which is after it: it has one use, and nothing writes in between. Returns
/// null if not, or if they are in different blocks or too far apart to find
/// that out.
vector::TransferReadOp getMovableRead(Value value, Operation *place);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TRANSFORMS_LOWERING_PRODUCTPAIRS_H
