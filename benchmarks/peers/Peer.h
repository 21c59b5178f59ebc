//===- Peer.h - What a peer library does for benchmarks ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A peer is a shared library that reduces with somebody else's code. It defines
// the two functions below; reduce-compare calls them.
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_BENCHMARKS_PEERS_PEER_H
#define REDUCE_BENCHMARKS_PEERS_PEER_H

#include "dlpack/dlpack.h"
#include <string>
#include <vector>

namespace mlir::reduce::benchmark {

enum class PeerOperator { Min, Prod };

/// What is to be reduced, dense and in row-major order, and where the result
/// goes. It outlives what a peer prepares.
struct PeerRequest {
  PeerOperator op = PeerOperator::Min;
  const DLTensor *input = nullptr;
  const DLTensor *output = nullptr; // without the reduced dimensions
  std::vector<int64_t> axes;        // ascending, not negative
};

/// A reduction with all done that a program would do once.
class PeerReduction {
public:
  virtual ~PeerReduction() = default;

  /// Reduces; this is what is timed. Returns whether it went well; if not,
  /// `error` says why. It throws nothing.
  virtual bool run() = 0;

  std::string error;
};

// DLPack 0.6 has no name for this code.
constexpr uint8_t dlpackBool = 6;

/// Returns the element type's name as numpy has it (float32), "" if unknown.
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
/// Returns the name and version of what the peer calls.
const char *reduce_peer_description();

/// Prepares a reduction, which the caller deletes. Returns null where the peer
/// has no such kernel; `reason` says so. It throws nothing.
mlir::reduce::benchmark::PeerReduction *
reduce_peer_prepare(const mlir::reduce::benchmark::PeerRequest &request,
                    std::string &reason);
}

#endif // REDUCE_BENCHMARKS_PEERS_PEER_H
