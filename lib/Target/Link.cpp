//===- Link.cpp - From an object file to a library ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/Link.h"

#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir::reduce;
namespace fs = llvm::sys::fs;

/// Returns the linker's program and first arguments; none where there is none.
static llvm::SmallVector<std::string>
findLinker(const llvm::Triple &triple) {
  for (llvm::StringRef name : {"ld.lld-22", "ld.lld"}) {
    if (llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(
            name, {LLVM_TOOLS_DIR}))
      return {*path};
    if (llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(name))
      return {*path};
  }
  llvm::Triple host(llvm::sys::getProcessTriple());
  if (triple.getArch() == host.getArch())
    if (llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName("cc"))
      return {*path, "-nostdlib"};
  return {};
}

/// Makes an empty file beside `path`, to be renamed to it.
static llvm::Expected<fs::TempFile> createBeside(llvm::StringRef path) {
  return fs::TempFile::create(path + ".%%%%%%.tmp",
                              fs::all_read | fs::all_write);
}

/// Runs `arguments` and returns its standard error if it fails.
static llvm::Error run(llvm::ArrayRef<std::string> arguments) {
  llvm::SmallString<128> log;
  if (std::error_code error = fs::createTemporaryFile("link", "log", log))
    return llvm::createStringError(error, "cannot make a temporary file");
  llvm::FileRemover removeLog(log);
  llvm::SmallVector<llvm::StringRef> words(arguments.begin(), arguments.end());
  std::string message;
  int status = llvm::sys::ExecuteAndWait(
      words[0], words, /*Env=*/std::nullopt,
      {llvm::StringRef(""), llvm::StringRef(""), llvm::StringRef(log)},
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &message);
  if (status == 0)
    return llvm::Error::success();
  if (auto text = llvm::MemoryBuffer::getFile(log);
      text && !(*text)->getBuffer().trim().empty())
    message = (*text)->getBuffer().trim().str();
  return llvm::createStringError("linking failed: " + message);
}

llvm::Error mlir::reduce::linkSharedLibrary(llvm::ArrayRef<char> object,
                                            llvm::StringRef path,
                                            const llvm::Triple &triple) {
  llvm::SmallVector<std::string> command = findLinker(triple);
  if (command.empty())
    return llvm::createStringError(
        "no linker: neither ld.lld-22 nor ld.lld was found" +
        std::string(triple.getArch() ==
                            llvm::Triple(llvm::sys::getProcessTriple()).getArch()
                        ? ", nor cc"
                        : ""));

  llvm::SmallString<128> objectPath;
  int descriptor;
  if (std::error_code error =
          fs::createTemporaryFile("reduce", "o", descriptor, objectPath))
    return llvm::createStringError(error, "cannot make a temporary file");
  llvm::FileRemover removeObject(objectPath);
  {
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os.write(object.data(), object.size());
    os.flush();
    if (std::error_code error = os.error()) {
      os.clear_error();
      return llvm::createFileError(objectPath, error);
    }
  }

  llvm::Expected<fs::TempFile> library = createBeside(path);
  if (!library)
    return llvm::createFileError(path, library.takeError());
  bool isDriver = command.size() > 1;
  command.append({"-shared", isDriver ? "-Wl,-soname" : "-soname",
                  isDriver ? "-Wl," + llvm::sys::path::filename(path).str()
                           : llvm::sys::path::filename(path).str(),
                  "-o", library->TmpName, std::string(objectPath)});
  if (llvm::Error error = run(command)) {
    llvm::consumeError(library->discard());
    return error;
  }
  // The linker has replaced the file, so its permissions are the linker's.
  return library->keep(path);
}

llvm::Error mlir::reduce::writeArchive(llvm::ArrayRef<char> object,
                                       llvm::StringRef path) {
  std::string member = (llvm::sys::path::stem(path) + ".o").str();
  llvm::NewArchiveMember newMember(llvm::MemoryBufferRef(
      llvm::StringRef(object.data(), object.size()), member));
  return llvm::writeArchive(path, newMember, llvm::SymtabWritingMode::NormalSymtab,
                            llvm::object::Archive::K_GNU,
                            /*Deterministic=*/true, /*Thin=*/false);
}
