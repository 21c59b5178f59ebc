//===- Link.cpp - From an object file to a library ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/LLVM/Link.h"

#include "mlir/Support/LLVM.h"
#include "reduce/Support/OutputFile.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <list>

using namespace mlir;
using namespace mlir::reduce;
namespace fs = llvm::sys::fs;

static bool isHostArch(const llvm::Triple &triple) {
  return triple.getArch() ==
         llvm::Triple(llvm::sys::getProcessTriple()).getArch();
}

/// Returns the linker's program and first arguments; none where there is none.
static llvm::SmallVector<std::string> findLinker(const llvm::Triple &triple) {
  for (StringRef name : {"ld.lld-22", "ld.lld"}) {
    if (llvm::ErrorOr<std::string> path =
            llvm::sys::findProgramByName(name, {LLVM_TOOLS_DIR}))
      return {*path};
    if (llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(name))
      return {*path};
  }
  if (isHostArch(triple))
    if (llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName("cc"))
      return {*path, "-nostdlib"};
  return {};
}

/// Makes an empty file in the system's folder for such; sets `path`.
static llvm::Error makeTemporaryFile(StringRef prefix, StringRef suffix,
                                     llvm::SmallVectorImpl<char> &path) {
  std::error_code error = fs::createTemporaryFile(prefix, suffix, path);
  if (!error)
    return llvm::Error::success();
  llvm::SmallString<128> folder;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, folder);
  return llvm::createStringError("cannot make a temporary file in '" + folder +
                                 "': " + error.message());
}

/// Runs `arguments` and returns its standard error if it fails.
static llvm::Error run(ArrayRef<std::string> arguments) {
  llvm::SmallString<128> log;
  if (llvm::Error error = makeTemporaryFile("link", "log", log))
    return error;
  llvm::FileRemover removeLog(log);
  llvm::SmallVector<StringRef> words(arguments.begin(), arguments.end());
  std::string message;
  int status = llvm::sys::ExecuteAndWait(
      words[0], words, /*Env=*/std::nullopt,
      {StringRef(""), StringRef(""), StringRef(log)},
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &message);
  if (status == 0)
    return llvm::Error::success();
  if (auto text = llvm::MemoryBuffer::getFile(log);
      text && !(*text)->getBuffer().trim().empty())
    message = (*text)->getBuffer().trim().str();
  return llvm::createStringError("linking failed: " + message);
}

/// Links a library at `path` that stands for OpenMP's of another architecture,
/// which is not at hand: it has the name and a function that all uses call.
static llvm::Error linkOpenMPStandIn(StringRef linker, StringRef objectPath,
                                     StringRef path) {
  // The object is there for its architecture.
  return run({linker.str(), "-shared", "-soname", "libomp.so.5",
              "--defsym=__kmpc_fork_call=0", objectPath.str(), "-o",
              path.str()});
}

llvm::Error mlir::reduce::linkSharedLibrary(ArrayRef<char> object,
                                            StringRef path,
                                            const llvm::Triple &triple,
                                            StringRef soname, bool useOpenMP) {
  if (!triple.isOSBinFormatELF())
    return llvm::createStringError(
        "shared libraries of target '" + triple.str() +
        "' cannot be linked: they are not ELF files");
  llvm::SmallVector<std::string> command = findLinker(triple);
  if (command.empty())
    return llvm::createStringError(
        "no linker: neither ld.lld-22 nor ld.lld was found" +
        std::string(isHostArch(triple) ? ", nor cc" : ""));

  llvm::SmallString<128> objectPath, libraryPath;
  if (llvm::Error error = makeTemporaryFile("reduce", "o", objectPath))
    return error;
  llvm::FileRemover removeObject(objectPath);
  if (llvm::Error error = makeTemporaryFile("reduce", "so", libraryPath))
    return error;
  llvm::FileRemover removeLibrary(libraryPath);
  if (llvm::Error error =
          writeOutputFile(objectPath, StringRef(object.data(), object.size())))
    return error;

  bool isDriver = command.size() > 1;
  command.push_back("-shared");
  auto addLinkerOption = [&](StringRef option) {
    if (isDriver)
      command.append({"-Xlinker", option.str()});
    else
      command.push_back(option.str());
  };
  if (!soname.empty()) {
    addLinkerOption("-soname");
    addLinkerOption(soname);
  }
  command.append({"-o", std::string(libraryPath), std::string(objectPath)});
  llvm::SmallString<128> openMPPath(OPENMP_LIBRARY);
  llvm::FileRemover removeOpenMP;
  if (useOpenMP && !isHostArch(triple)) {
    if (llvm::Error error = makeTemporaryFile("openmp", "so", openMPPath))
      return error;
    removeOpenMP.setFile(openMPPath);
    if (llvm::Error error =
            linkOpenMPStandIn(command[0], objectPath, openMPPath))
      return error;
  }
  if (useOpenMP) {
    addLinkerOption("--as-needed");
    command.push_back(std::string(openMPPath));
  }
  if (llvm::Error error = run(command))
    return error;
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> library =
      llvm::MemoryBuffer::getFile(libraryPath);
  if (!library)
    return llvm::createFileError(libraryPath, library.getError());
  return writeOutputFile(path, (*library)->getBuffer(), /*isExecutable=*/true);
}

bool mlir::reduce::canLinkObjects(const llvm::Triple &triple) {
  return triple.isOSBinFormatELF() && !findLinker(triple).empty();
}

llvm::Expected<llvm::SmallVector<char, 0>>
mlir::reduce::linkObjects(ArrayRef<llvm::SmallVector<char, 0>> objects,
                          const llvm::Triple &triple) {
  llvm::SmallVector<std::string> command = findLinker(triple);
  llvm::SmallString<128> outputPath;
  if (llvm::Error error = makeTemporaryFile("reduce", "o", outputPath))
    return error;
  llvm::FileRemover removeOutput(outputPath);
  command.append({"-r", "-o", std::string(outputPath)});
  std::list<llvm::FileRemover> removeInputs;
  for (const llvm::SmallVector<char, 0> &object : objects) {
    llvm::SmallString<128> path;
    if (llvm::Error error = makeTemporaryFile("part", "o", path))
      return error;
    removeInputs.emplace_back(path);
    if (llvm::Error error =
            writeOutputFile(path, StringRef(object.data(), object.size())))
      return error;
    command.push_back(std::string(path));
  }
  if (llvm::Error error = run(command))
    return error;
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> joined =
      llvm::MemoryBuffer::getFile(outputPath);
  if (!joined)
    return llvm::createFileError(outputPath, joined.getError());
  StringRef bytes = (*joined)->getBuffer();
  return llvm::SmallVector<char, 0>(bytes.begin(), bytes.end());
}

llvm::Error mlir::reduce::writeArchive(ArrayRef<char> object, StringRef path) {
  // The output's name is no part of it.
  llvm::NewArchiveMember newMember(llvm::MemoryBufferRef(
      StringRef(object.data(), object.size()), "reduce.o"));
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> archive =
      llvm::writeArchiveToBuffer(
          newMember, llvm::SymtabWritingMode::NormalSymtab,
          llvm::object::Archive::K_GNU, /*Deterministic=*/true, /*Thin=*/false);
  if (!archive)
    return llvm::createFileError(path, archive.takeError());
  return writeOutputFile(path, (*archive)->getBuffer());
}
