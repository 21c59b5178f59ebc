//===- Cases.h - Reductions of every form and shape -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The space of cases, and which strategy the compiler takes for each. Extents
// are those at which code branches: they are made of the vectors and strips
// that the strategies themselves have on a target, asked of the code that
// chooses between them (lib/Transforms/Vectorize/Strategies/Strategies.h).
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TEST_POSITION_CASES_H
#define REDUCE_TEST_POSITION_CASES_H

#include "Transforms/Vectorize/Strategies/Strategies.h"
#include "reduce/Support/ElementType.h"
#include "llvm/Target/TargetMachine.h"
#include <map>

namespace mlir::reduce {

/// What is left over of an extent.
enum class Tail { None, One, LessThanVector, LessThanStrip, AllButOne };
constexpr Tail tails[] = {Tail::None, Tail::One, Tail::LessThanVector,
                          Tail::LessThanStrip, Tail::AllButOne};
StringRef getName(Tail tail);
/// Returns what `unit` leaves over of `extent`, for vectors of `lanes`.
Tail getTail(int64_t extent, int64_t unit, int64_t lanes);
StringRef getName(LoopFormKind form);

/// What is known of a shape while compiling.
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
  /// The type as MLIR writes it.
  std::string element;
  /// Elements of a vector, and of all accumulators, on the target.
  int64_t lanes = 1, width = 8;
  /// The form of the loops over a long row; none where these are scalar.
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
  /// Function `name` on them. Without `neighbour` it is as the reference has
  /// it.
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
  /// What these loops take at once; 1 where there is no such loop.
  int64_t innerUnit = 1, outerUnit = 1;
};

/// The cases that matter for a target's strategies, numbered.
class CaseSpace {
public:
  /// `threads`: inputs are so large that threads share them.
  CaseSpace(MLIRContext &context, llvm::TargetMachine &machine,
            bool forThreads);

  const VectorTarget &getTarget() const { return target; }
  ArrayRef<Operator> getOperators() const { return operators; }

  /// The number of cases, some of which are none.
  uint64_t getSize() const;
  /// Returns case `index`, none where it is too large or not possible.
  std::optional<Case> getCase(uint64_t index) const;

  /// Returns up to `count` cases that differ from `each` in extents that are
  /// not known, so that one function serves all; `seed` chooses them.
  std::vector<Case> getSiblings(const Case &each, unsigned count,
                                uint64_t seed) const;

  /// Whether `each` can be written in the way that Case::getFunction does.
  static bool isPossible(const Case &each);

  /// Whether `each` has no more elements than are swept in little time.
  static bool isSmallEnough(const Case &each);

  /// Returns how the compiler serves `cases`: none for those that it leaves to
  /// scalar loops.
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
  /// The operators that are compiled alike.
  std::vector<std::vector<const Operator *>> classes;
  uint64_t largestClass = 1;
};

} // namespace mlir::reduce

#endif // REDUCE_TEST_POSITION_CASES_H
