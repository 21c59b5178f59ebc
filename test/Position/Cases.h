//===- Cases.h - Reductions of every form and shape -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The space of cases, and the strategy that the compiler selects for each.
// Extents are those at which code branches. They are computed from the vectors
// and strips of the strategies on a target, as returned by the code that
// selects them (lib/Transforms/Vectorize/Strategies/Strategies.h).
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TEST_POSITION_CASES_H
#define REDUCE_TEST_POSITION_CASES_H

#include "Transforms/Vectorize/Strategies/Strategies.h"
#include "reduce/Support/ElementType.h"
#include "llvm/Target/TargetMachine.h"
#include <map>

namespace mlir::reduce::detail {

/// The remainder of an extent.
enum class Tail { None, One, LessThanVector, LessThanStrip, AllButOne };
constexpr Tail tails[] = {Tail::None, Tail::One, Tail::LessThanVector,
                          Tail::LessThanStrip, Tail::AllButOne};
StringRef getName(Tail tail);
/// Returns the remainder of `extent` for `unit`, for vectors of `lanes`.
Tail getTail(int64_t extent, int64_t unit, int64_t lanes);
StringRef getName(LoopFormKind form);

/// What is known of a shape at compile time.
enum class Knowledge { All, Inner, Outer, None, NotAxes };
constexpr Knowledge allKnowledge[] = {Knowledge::All, Knowledge::Inner,
                                      Knowledge::Outer, Knowledge::None,
                                      Knowledge::NotAxes};
StringRef getName(Knowledge knowledge);

/// Elementwise operations around a reduction.
enum class Neighbour { None, Prologue, Epilogue };

/// An operator with its options, for elements of one type.
struct Operator {
  std::string name, options;
  ElementType type = ElementType::F32;
  /// The type as written in MLIR.
  std::string element;
  /// Number of elements in a vector, and in all accumulators, on the target.
  int64_t lanes = 1, width = 8;
  /// The form of the loops over a long row; empty if they are scalar.
  std::optional<LoopFormKind> form;
  /// The extents of the innermost dimension at which code branches.
  SmallVector<int64_t> innerExtents;
};

/// A reduction.
struct Case {
  const Operator *op;
  SmallVector<int64_t> shape;
  SmallVector<bool> reduced;
  Knowledge knowledge = Knowledge::All;
  Neighbour neighbour = Neighbour::None;

  /// The type of the input, or of the result.
  std::string getInputType() const;
  std::string getResultType() const;
  /// Returns function `name` on them, or without `neighbour` the function for
  /// the reference.
  std::string getFunction(StringRef name, bool withNeighbour) const;
  /// Whether the input's extent in dimension `dim` is known.
  bool isKnown(size_t dim) const;
  SmallVector<int64_t> getAxes() const;
};

/// How a case is compiled.
struct CaseKind {
  std::string strategy;
  LoopFormKind form = LoopFormKind::Plain;
  /// Of the innermost loop, and of the one before.
  Tail inner = Tail::None, outer = Tail::None;
  /// The step of these loops; 1 if there is no such loop.
  int64_t innerUnit = 1, outerUnit = 1;
};

/// The relevant cases for a target's strategies, numbered.
class CaseSpace {
public:
  /// `threads`: inputs are large enough for threads to share them.
  CaseSpace(MLIRContext &context, llvm::TargetMachine &machine,
            bool forThreads);

  const VectorTarget &getTarget() const { return target; }
  ArrayRef<Operator> getOperators() const { return operators; }

  /// The number of indices. Some indices have no case.
  uint64_t getSize() const;
  /// Returns case `index`, or nothing if it is too large or impossible.
  std::optional<Case> getCase(uint64_t index) const;

  /// Returns up to `count` cases that differ from `each` only in unknown
  /// extents, so that one function serves all. `seed` selects them.
  std::vector<Case> getSiblings(const Case &each, unsigned count,
                                uint64_t seed) const;

  /// Whether `each` can be written by Case::getFunction.
  static bool isPossible(const Case &each);

  /// Whether `each` is small enough to be swept in a short time.
  static bool isSmallEnough(const Case &each);

  /// Returns how the compiler lowers `cases`, or nothing for those that it
  /// leaves to scalar loops.
  std::vector<std::optional<CaseKind>> classify(ArrayRef<Case> cases) const;

private:
  void addOperators();
  void measureOperators();

  MLIRContext &context;
  VectorTarget target;
  bool forThreads;
  std::vector<Operator> operators;
  /// The extents of the dimension before the innermost one.
  SmallVector<int64_t> outerExtents;
  /// The operators that are compiled in the same way.
  std::vector<std::vector<const Operator *>> classes;
  uint64_t largestClass = 1;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_TEST_POSITION_CASES_H
