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

/// Changes the message in `data`, `size` bytes long with room for `maxSize`,
/// and returns its new size. Most changes are of fields, which leave a message
/// that can be read; some, and all of what is no message, are of bytes.
/// `message` is an empty one of the type, to work in.
size_t mutateMessage(google::protobuf::Message &message, uint8_t *data,
                     size_t size, size_t maxSize, unsigned seed);

} // namespace mlir::reduce::fuzz

#endif // REDUCE_FUZZ_PROTOMUTATOR_H
