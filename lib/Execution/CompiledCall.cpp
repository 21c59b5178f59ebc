//===- CompiledCall.cpp - A call ready to be made -------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Execution/CompiledCall.h"

#include <cassert>

using namespace mlir::reduce;

CompiledCall::CompiledCall(void *function, std::vector<DLTensor> tensors,
                           const ReduceComm *comm)
    : function(function), tensors(std::move(tensors)) {
  for (DLTensor &tensor : this->tensors)
    pointers.push_back(&tensor);
  if (comm)
    pointers.push_back(comm);
  for (const void *&pointer : pointers)
    arguments.push_back(&pointer);
  types.assign(pointers.size(), &ffi_type_pointer);
  [[maybe_unused]] ffi_status prepared =
      ffi_prep_cif(&interface, FFI_DEFAULT_ABI, types.size(), &ffi_type_sint32,
                   types.data());
  assert(prepared == FFI_OK && "libffi knows pointers and integers");
}

int32_t CompiledCall::operator()() {
  // libffi widens a result narrower than this.
  ffi_arg result = 0;
  ffi_call(&interface, FFI_FN(function), &result, arguments.data());
  return static_cast<int32_t>(result);
}
