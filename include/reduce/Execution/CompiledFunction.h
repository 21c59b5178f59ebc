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

/// A function of the compiled library's C interface, wherever its code is: in a
/// CompiledLibrary or in memory that a JIT filled.
class CompiledFunction {
public:
  /// The functions NAME, NAME_output_shapes and NAME_status_string.
  struct Addresses {
    void *entry = nullptr;
    void *outputShapes = nullptr;
    void *statusString = nullptr;
  };

  /// All three addresses must be of functions as `signature` has them. `owner`
  /// keeps their code alive as long as this object.
  CompiledFunction(FunctionSignature signature, Addresses addresses,
                   std::shared_ptr<void> owner)
      : signature(std::move(signature)), addresses(addresses),
        owner(std::move(owner)) {}

  const FunctionSignature &getSignature() const { return signature; }

  /// The addresses of the functions, for calls that nothing here checks.
  const Addresses &getAddresses() const { return addresses; }

  /// Fills `outputs`, whose element types and shapes must be right. Fails where
  /// number, element type or shape of the tensors do not match the signature,
  /// with "NAME: " and the function's own text where it returns a status.
  llvm::Error call(llvm::ArrayRef<Tensor *> inputs,
                   llvm::MutableArrayRef<Tensor> outputs) const;

  /// Returns the call that the above makes, after the same checks. It is valid
  /// while this function and the tensors are.
  llvm::Expected<CompiledCall>
  prepareCall(llvm::ArrayRef<Tensor *> inputs,
              llvm::MutableArrayRef<Tensor> outputs) const;

  /// Returns the call on `tensors`, inputs first, without any check.
  CompiledCall prepareCall(std::vector<DLTensor> tensors) const {
    return CompiledCall(addresses.entry, std::move(tensors));
  }

  /// Allocates the outputs, then fills them as above.
  llvm::Expected<llvm::SmallVector<Tensor>>
  call(llvm::ArrayRef<Tensor *> inputs) const;

private:
  llvm::Error makeError(const llvm::Twine &message) const;
  llvm::Error checkInputs(llvm::ArrayRef<Tensor *> inputs) const;
  llvm::Error check(const llvm::Twine &what, const TensorSignature &expected,
                    const Tensor &actual) const;
  llvm::Expected<llvm::SmallVector<Tensor>>
  createOutputs(llvm::ArrayRef<Tensor *> inputs) const;
  llvm::Error invoke(CompiledCall &call) const;

  FunctionSignature signature;
  Addresses addresses;
  std::shared_ptr<void> owner;
};

} // namespace mlir::reduce

#endif // REDUCE_EXECUTION_COMPILEDFUNCTION_H
