//===- Selection.h - Which cases are taken ----------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TEST_POSITION_SELECTION_H
#define REDUCE_TEST_POSITION_SELECTION_H

#include "Cases.h"

namespace mlir::reduce::detail {

/// Cases with the same function.
using CaseGroup = std::vector<Case>;

/// A remainder that a strategy must be shown to have in a form, for a known
/// innermost dimension.
struct Requirement {
  StringRef strategy;
  bool isInnerReduced;
  LoopFormKind form;
  bool isInner;
  Tail tail;

  std::string getText() const;
};

struct SelectionOptions {
  /// Seed of the order of the cases.
  uint64_t seed;
  /// How many cases of each feature to take; 0 for all.
  unsigned quota;
  /// How many other shapes to add to an unknown shape.
  unsigned numSiblings;
  /// Maximum number of cases to consider.
  unsigned maxDraws;
  /// Maximum number of elements of an input.
  int64_t maxElements;
};

/// Selects cases so that each feature of the compiled code occurs: strategies,
/// forms, remainders, types and what is known.
class CaseSelection {
public:
  CaseSelection(CaseSpace space, SelectionOptions options)
      : space(std::move(space)), options(options) {}

  /// Returns the next cases, in at most about `count` groups.
  std::vector<CaseGroup> choose(size_t count);

  /// Returns cases that meet requirements not met so far.
  std::vector<CaseGroup> chooseMissing();

  /// Prints an error for each feature that no case has. Returns whether there
  /// is no such feature.
  bool checkAllReached(raw_ostream &os) const;

  /// Prints how many cases have each feature.
  void printTable(raw_ostream &os) const;

  unsigned getNumDraws() const { return numDraws; }

private:
  /// A case that may be taken.
  struct Candidate {
    Case each;
    /// The features that it has, each after its kind.
    std::vector<std::pair<std::string, std::string>> features;
  };

  std::optional<Case> draw();
  std::vector<Case> draw(size_t count);
  void addExample(const Case &each, const CaseKind &kind);
  std::vector<Candidate> classify(std::vector<Case> drawn);
  unsigned countNew(const Candidate &candidate) const;
  bool takeBest(std::vector<Candidate> &candidates,
                std::vector<CaseGroup> &groups);
  void take(Candidate candidate, std::vector<CaseGroup> &groups);
  void addGroup(std::vector<CaseGroup> &groups, Case each);
  std::vector<Requirement> getMissing() const;
  std::vector<std::pair<StringRef, Neighbour>> getMissingNeighbours() const;
  void takeOtherVariants(std::vector<CaseGroup> &groups);
  bool isMissing(const Requirement &requirement) const;
  bool takeSatisfying(const Requirement &requirement, std::vector<Case> drawn,
                      std::vector<CaseGroup> &groups);
  std::vector<Case> getVariants(const Requirement &requirement) const;
  bool maySatisfy(const Case &each, const Requirement &requirement) const;

  CaseSpace space;
  SelectionOptions options;
  uint64_t next = 0;
  unsigned numDraws = 0;
  /// The drawn cases that are not taken yet.
  std::vector<Candidate> pool;
  /// How many cases have each feature of each kind.
  std::map<std::string, std::map<std::string, unsigned>> reached;
  /// Some cases whose innermost extent is known, by strategy and form.
  std::map<std::pair<std::string, LoopFormKind>,
           SmallVector<std::pair<Case, CaseKind>>>
      examples;
};

} // namespace mlir::reduce::detail

#endif // REDUCE_TEST_POSITION_SELECTION_H
