//===- CompiledFunction.h - Calling a compiled function ---------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_EXECUTION_COMPILEDFUNCTION_H
#define REDUCE_EXECUTION_COMPILEDFUNCTION_H

#include "reduce/Execution/CompiledCall.h"
#include "reduce/Support/Signature.h"
#include "reduce/Support/Tensor.h"

namespace mlir::reduce {

/// A compiled function with the C interface. Its code is in a CompiledLibrary
/// or in the memory of a JIT.
class CompiledFunction {
public:
  /// The functions NAME, NAME_output_shapes, NAME_status_string and, if the
  /// signature has a grid, NAME_sharded.
  struct Addresses {
    void *entry = nullptr;
    void *outputShapes = nullptr;
    void *statusString = nullptr;
    void *sharded = nullptr;
  };

  /// The addresses must be those of functions that match `signature`.
  /// `owner` keeps their code alive as long as this object.
  CompiledFunction(FunctionSignature signature, Addresses addresses,
                   std::shared_ptr<void> owner)
      : signature(std::move(signature)), addresses(addresses),
        owner(std::move(owner)) {}

  const FunctionSignature &getSignature() const { return signature; }

  /// Returns the addresses of the functions, for unchecked calls.
  const Addresses &getAddresses() const { return addresses; }

  /// Returns outputs for a call on `inputs`. Fails if the number, element types
  /// or shapes of the inputs do not match the signature, or if there is not
  /// enough memory.
  llvm::Expected<llvm::SmallVector<Tensor>>
  createOutputs(llvm::ArrayRef<Tensor *> inputs) const;

  /// Returns a call that fills `outputs`. Fails if tensors do not match the
  /// signature. With `comm`, whose ranks all make the call, it is that of
  /// NAME_sharded. The result is valid as long as this function, the tensors
  /// and `comm`.
  llvm::Expected<CompiledCall>
  prepareCall(llvm::ArrayRef<Tensor *> inputs,
              llvm::MutableArrayRef<Tensor> outputs,
              const ReduceComm *comm = nullptr) const;

  /// Returns the call on `tensors`, inputs first, without checks.
  CompiledCall prepareCall(std::vector<DLTensor> tensors) const {
    return CompiledCall(addresses.entry, std::move(tensors));
  }

  /// Makes a call of this function. If it returns a status, the error is
  /// "NAME: " and the text of the status.
  llvm::Error invoke(CompiledCall &call) const;

private:
  llvm::Error makeError(const llvm::Twine &message) const;
  llvm::Error checkInputs(llvm::ArrayRef<Tensor *> inputs) const;
  llvm::Error check(const llvm::Twine &what, const TensorSignature &expected,
                    const Tensor &actual) const;

  FunctionSignature signature;
  Addresses addresses;
  std::shared_ptr<void> owner;
};

} // namespace mlir::reduce

#endif // REDUCE_EXECUTION_COMPILEDFUNCTION_H
