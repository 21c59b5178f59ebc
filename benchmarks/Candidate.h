//===- Candidate.h - One of several that reduce the same input --*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_BENCHMARKS_CANDIDATE_H
#define REDUCE_BENCHMARKS_CANDIDATE_H

#include "Tensors.h"
#include "peers/Peer.h"

namespace mlir::reduce::benchmark {

/// A name and its libraries, which export a function for each case, or are a
/// peer.
struct Candidate {
  using PrepareFunction = PeerReduction *(const PeerRequest &, std::string &);

  std::string name;
  std::vector<void *> libraries;
  PrepareFunction *preparePeer = nullptr; // of a peer only
  std::string description;                // of a peer only

  /// Adds a library. Returns false and sets `error` on failure.
  bool addLibrary(const std::string &path, std::string &error);
};

/// A candidate's code for a case: a function of a library, or a peer's
/// reduction.
class Reducer {
public:
  using Function = int32_t(const DLTensor *, DLTensor *);

  explicit operator bool() const { return function || peer; }

  /// Reduces once. Returns false on failure.
  bool run(Tensors &tensors) const;

  /// Returns the seconds that `count` calls take.
  double measureSeconds(Tensors &tensors, int64_t count) const;

  /// Returns how many calls take about `seconds`.
  int64_t findCount(Tensors &tensors, double seconds) const;

private:
  friend Reducer prepareReducer(const Candidate &, const Case &, Tensors &,
                                std::string &);

  Function *function = nullptr;
  std::unique_ptr<PeerReduction> peer;
};

/// Returns the candidate's code for a case, after a first call whose result was
/// correct. Otherwise, the returned value converts to false and `error` is set.
Reducer prepareReducer(const Candidate &candidate, const Case &reduction,
                       Tensors &tensors, std::string &error);

} // namespace mlir::reduce::benchmark

#endif // REDUCE_BENCHMARKS_CANDIDATE_H
