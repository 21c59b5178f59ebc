//===- Peer.h - Interface of a peer library ---------------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A peer is a shared library that reduces with third-party code. It defines the
// two functions below, which reduce-compare calls.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_BENCHMARKS_PEERS_PEER_H
#define REDUCE_BENCHMARKS_PEERS_PEER_H

#include "dlpack/dlpack.h"
#include <string>
#include <vector>

namespace mlir::reduce::benchmark {

enum class PeerOperator { Min, Prod };

/// The reduction to compute: the input, dense and in row-major order, and the
/// output. It outlives the reduction that a peer prepares.
struct PeerRequest {
  PeerOperator op = PeerOperator::Min;
  const DLTensor *input = nullptr;
  const DLTensor *output = nullptr; // without the reduced dimensions
  std::vector<int64_t> axes;        // ascending, not negative
};

/// A reduction after all the work that a program would do once.
class PeerReduction {
public:
  virtual ~PeerReduction() = default;

  /// Reduces; only this is timed. Returns false and sets `error` on failure.
  /// Does not throw.
  virtual bool run() = 0;

  std::string error;
};

// DLPack 0.6 has no name for this code.
constexpr uint8_t dlpackBool = 6;

/// Returns numpy's name of the element type (float32), or "" if it is unknown.
inline std::string getTypeName(DLDataType type) {
  std::string bits = std::to_string(type.bits);
  switch (type.code) {
  case kDLInt:
    return "int" + bits;
  case kDLUInt:
    return "uint" + bits;
  case kDLFloat:
    return "float" + bits;
  case kDLBfloat:
    return "bfloat" + bits;
  case dlpackBool:
    return "bool";
  default:
    return "";
  }
}

} // namespace mlir::reduce::benchmark

extern "C" {
/// Returns the name and version of the library that the peer calls.
const char *reduce_peer_description();

/// Prepares a reduction, which the caller deletes. Returns null and sets
/// `reason` if the peer has no such kernel. Does not throw.
mlir::reduce::benchmark::PeerReduction *
reduce_peer_prepare(const mlir::reduce::benchmark::PeerRequest &request,
                    std::string &reason);
}

#endif // REDUCE_BENCHMARKS_PEERS_PEER_H
