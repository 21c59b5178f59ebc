//===- OpenVINOImport.h - Import of OpenVINO models -------------*- C++ -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_FRONTEND_OPENVINO_OPENVINOIMPORT_H
#define REDUCE_FRONTEND_OPENVINO_OPENVINOIMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::reduce {

/// Imports the OpenVINO model `text`, XML of IR version 10 or 11, as a module
/// with one function for the net. Locations refer to `fileName`; its stem is
/// the name of a net that has none. Constants are read from `fileName` with the
/// extension .bin; there is no such file for "-" and "<stdin>". Loads the
/// necessary dialects into `context`. Emits an error and returns null if the
/// model cannot be imported.
OwningOpRef<ModuleOp> importOpenVINO(llvm::StringRef text,
                                     llvm::StringRef fileName,
                                     MLIRContext *context);

} // namespace mlir::reduce

#endif // REDUCE_FRONTEND_OPENVINO_OPENVINOIMPORT_H
