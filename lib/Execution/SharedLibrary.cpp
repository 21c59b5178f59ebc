//===- SharedLibrary.cpp - Loading of shared libraries --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Execution/SharedLibrary.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <dlfcn.h>

using namespace mlir;

llvm::Expected<void *> mlir::reduce::loadSharedLibrary(StringRef path) {
  // dlopen would search the system library paths for a name without a slash.
  SmallString<128> absolutePath = path;
  if (std::error_code error = llvm::sys::fs::make_absolute(absolutePath))
    return llvm::createFileError(path, error);
  if (void *handle = dlopen(absolutePath.c_str(), RTLD_NOW | RTLD_LOCAL))
    return handle;
  // The text starts with the path, which createFileError adds as well.
  StringRef text = dlerror();
  text.consume_front((absolutePath + ": ").str());
  return llvm::createFileError(path, llvm::createStringError(text));
}
