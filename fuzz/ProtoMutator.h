//===- ProtoMutator.h - Mutation of protobuf messages -----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FUZZ_PROTOMUTATOR_H
#define REDUCE_FUZZ_PROTOMUTATOR_H

#include <cstddef>
#include <cstdint>

namespace google::protobuf {
class Message;
} // namespace google::protobuf

namespace mlir::reduce::fuzz {

/// Changes the message in `data`, which is `size` bytes long and has room for
/// `maxSize`. Returns its new size. Most changes are to fields, which keep the
/// message readable; some, and all changes of unreadable messages, are to
/// bytes. `message` is an empty message of the type, used as scratch space.
size_t mutateMessage(google::protobuf::Message &message, uint8_t *data,
                     size_t size, size_t maxSize, unsigned seed);

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_PROTOMUTATOR_H
