//===- CompiledCall.h - A call ready to be made -----------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_EXECUTION_COMPILEDCALL_H
#define REDUCE_EXECUTION_COMPILEDCALL_H

#include "dlpack/dlpack.h"
#include "reduce_comm.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <ffi.h>
#include <vector>

namespace mlir::reduce {

/// A repeatable call of a function that takes any number of tensors, and maybe
/// a communicator, and returns a status.
class CompiledCall {
public:
  /// `function`, the memory of the tensors and `comm` must outlive this object.
  /// `comm` is the last argument, if it is not null.
  CompiledCall(void *function, std::vector<DLTensor> tensors,
               const ReduceComm *comm = nullptr);

  /// Moving this object does not change the addresses of the tensors.
  CompiledCall(CompiledCall &&) = default;
  CompiledCall &operator=(CompiledCall &&) = default;

  /// Calls the function and returns its status.
  int32_t operator()();

  /// Returns the tensors as the last call left them.
  llvm::ArrayRef<DLTensor> getTensors() const { return tensors; }

private:
  void *function;
  std::vector<DLTensor> tensors;
  /// libffi takes the addresses of the arguments, which are pointers
  /// themselves.
  std::vector<const void *> pointers;
  std::vector<void *> arguments;
  std::vector<ffi_type *> types;
  ffi_cif interface;
};

} // namespace mlir::reduce

#endif // REDUCE_EXECUTION_COMPILEDCALL_H
