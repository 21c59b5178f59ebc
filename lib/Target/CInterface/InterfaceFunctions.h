//===- InterfaceFunctions.h - What a C interface calls ----------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_LIB_TARGET_CINTERFACE_INTERFACEFUNCTIONS_H
#define REDUCE_LIB_TARGET_CINTERFACE_INTERFACEFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "reduce/Support/Signature.h"

namespace mlir::reduce::detail {

/// A function that the C interface calls.
struct Callee {
  explicit operator bool() { return bool(function); }

  /// Whether it uses more of argument `i` than the sizes.
  bool readsData(unsigned i) const { return areRead[i]; }

  func::FuncOp function;
  /// The result of `readsData` for each tensor.
  SmallVector<bool> areRead;
  /// Whether it takes an array of tensors instead of memrefs.
  bool takesTensors = false;
  /// Whether that has the addresses of their first elements, not DLTensors.
  bool takesElements = false;
  /// Whether its last argument is an arena.
  bool takesArena = false;
  /// Whether the argument before the arena is the session of a sharded call.
  bool takesSession = false;
  /// Whether its first result is a status.
  bool returnsStatus = false;
  /// The number of other results, which it stores in an array of 64-bit
  /// integers, its last argument, instead; 0 if it returns them. LLVM takes
  /// superlinear time for functions with thousands of results.
  unsigned numStored = 0;
};

/// The functions that the C interface of one function calls.
class InterfaceFunctions {
public:
  /// `kernel` is the function itself, on memrefs. Its variants and its shape
  /// function are found by name. `user` is an operation that uses the kernel,
  /// or null.
  InterfaceFunctions(func::FuncOp kernel, FunctionSignature signature,
                     Operation *user);

  /// Fails with an error if the function does not take memrefs, with the
  /// results last, or lacks a shape function that it needs. Drops variants
  /// whose types do not match.
  LogicalResult check();
  /// Makes all functions internal and renames the kernel.
  void hide();
  /// Fails with an error if a name that the interface needs is taken.
  LogicalResult checkNames();
  /// Makes each function take an arena and return a status if it needs them.
  void prepare();

  /// Whether there are so many tensors that functions take an array of them,
  /// and read the fields of a DLTensor where they use them. LLVM takes
  /// superlinear time for calls with thousands of arguments.
  bool hasManyTensors() const { return getNumTensors() > 64; }

  /// Whether ranks call the function together.
  bool isSharded() const { return !signature.grid.empty(); }
  /// Whether the ranks exchange data. Known once the functions are prepared.
  bool communicates() const { return kernel.takesSession; }

  size_t getNumInputs() const { return signature.inputs.size(); }
  size_t getNumTensors() const {
    return getNumInputs() + signature.outputs.size();
  }
  /// Returns input `i`, or output `i - getNumInputs()`.
  const TensorSignature &getTensor(size_t i) const;
  /// Returns the suffix of the data function: callers need the extents unless
  /// all are known, so it is internal then.
  StringRef getDataSuffix() const;
  /// Returns the name of the constant that holds the extents of tensor `i`.
  std::string getExtentsName(size_t i) const;
  /// Returns the name of the constant that holds the types of many tensors.
  std::string getTypesName() const;

  FunctionSignature signature;
  ModuleOp module;
  Callee kernel;
  /// Variants of the kernel, if there are any: for any strides, and for inputs
  /// whose innermost stride is 1 with contiguous outputs.
  Callee strided, rows;
  /// Runs the kernel on contiguous tensors, of which it takes the addresses and
  /// the dynamic extents. Null for a function that is sharded or has many
  /// tensors, which calls the kernel itself.
  func::FuncOp data;
  /// Computes the shapes of the outputs; null if no computation is needed.
  Callee shapes;

private:
  Operation *user;
};

/// Makes `function` invisible to other object files.
void makeInternal(func::FuncOp function);

} // namespace mlir::reduce::detail

#endif // REDUCE_LIB_TARGET_CINTERFACE_INTERFACEFUNCTIONS_H
