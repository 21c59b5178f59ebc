//===- OutputFile.cpp - Files written whole or not at all -----------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Support/OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace fs = llvm::sys::fs;

/// Writes `bytes` and returns the stream's error. Clears it as well: a stream
/// that is destroyed with a pending error aborts the process.
static std::error_code write(llvm::raw_fd_ostream &os, llvm::StringRef bytes) {
  os << bytes;
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  return error;
}

static llvm::Error writeInPlace(llvm::StringRef path, llvm::StringRef bytes) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (error)
    return llvm::createFileError(path, error);
  if (std::error_code writeError = write(os, bytes))
    return llvm::createFileError(path, writeError);
  return llvm::Error::success();
}

llvm::Error mlir::reduce::writeOutputFile(llvm::StringRef path,
                                          llvm::StringRef bytes,
                                          bool isExecutable) {
  if (path == "-") {
    if (std::error_code error = write(llvm::outs(), bytes))
      return llvm::createFileError("<stdout>", error);
    return llvm::Error::success();
  }
  fs::file_status status;
  if (!fs::status(path, status) && !fs::is_regular_file(status))
    return writeInPlace(path, bytes);

  unsigned mode = fs::all_read | fs::all_write;
  if (isExecutable)
    mode |= fs::all_exe;
  llvm::Expected<fs::TempFile> file =
      fs::TempFile::create(path + ".%%%%%%.tmp", mode);
  if (!file)
    return llvm::createFileError(path, file.takeError());
  llvm::raw_fd_ostream os(file->FD, /*shouldClose=*/false);
  if (std::error_code error = write(os, bytes)) {
    llvm::consumeError(file->discard());
    return llvm::createFileError(path, error);
  }
  if (llvm::Error error = file->keep(path))
    return llvm::createFileError(path, std::move(error));
  return llvm::Error::success();
}
