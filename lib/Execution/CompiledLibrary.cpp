//===- CompiledLibrary.cpp - A compiled library, opened -------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Execution/CompiledLibrary.h"
#include "reduce/Execution/SharedLibrary.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <dlfcn.h>

using namespace mlir;
using namespace mlir::reduce;

/// Returns the names of the compiled functions of an ELF shared library: those
/// with all symbols of the C interface. Other libraries may also contain
/// functions whose names end in "_signature".
static llvm::Expected<std::vector<std::string>>
findFunctions(const llvm::object::ELFObjectFileBase &library) {
  std::vector<std::string> names;
  llvm::StringSet<> symbols;
  for (llvm::object::ELFSymbolRef symbol :
       library.getDynamicSymbolIterators()) {
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    llvm::Expected<StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    if (*flags & llvm::object::SymbolRef::SF_Undefined ||
        (symbol.getELFType() != llvm::ELF::STT_FUNC &&
         symbol.getELFType() != llvm::ELF::STT_GNU_IFUNC))
      continue;
    symbols.insert(*name);
    if (name->consume_back("_signature"))
      names.push_back(name->str());
  }
  llvm::erase_if(names, [&](const std::string &name) {
    return !symbols.contains(name) ||
           !symbols.contains(name + "_output_shapes") ||
           !symbols.contains(name + "_status_string");
  });
  // The symbol table is in hash order.
  llvm::sort(names);
  return names;
}

/// Reads the symbol table of the library at `path`, without loading it.
static llvm::Expected<std::vector<std::string>> inspect(StringRef path) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::errorCodeToError(buffer.getError());
  if (!(*buffer)->getBuffer().starts_with(llvm::ELF::ElfMagic))
    return llvm::createStringError("not an ELF shared library");
  llvm::Expected<std::unique_ptr<llvm::object::ObjectFile>> object =
      llvm::object::ObjectFile::createELFObjectFile(**buffer);
  if (!object)
    return object.takeError();
  auto &library = llvm::cast<llvm::object::ELFObjectFileBase>(**object);
  if (library.getEType() != llvm::ELF::ET_DYN)
    return llvm::createStringError("not an ELF shared library");
  llvm::Triple::ArchType host =
      llvm::Triple(llvm::sys::getProcessTriple()).getArch();
  if (library.getArch() != host)
    return llvm::createStringError(
        "a library for " + llvm::Triple::getArchTypeName(library.getArch()) +
        " cannot be loaded into a process of " +
        llvm::Triple::getArchTypeName(host));
  return findFunctions(library);
}

llvm::Expected<CompiledLibrary> CompiledLibrary::open(StringRef path) {
  llvm::Expected<std::vector<std::string>> names = inspect(path);
  if (!names)
    return llvm::createFileError(path, names.takeError());
  if (names->empty())
    return llvm::createFileError(
        path, llvm::createStringError("the library has no compiled function"));

  llvm::Expected<void *> handle = loadSharedLibrary(path);
  if (!handle)
    return handle.takeError();
  return CompiledLibrary(path, std::move(*names),
                         std::shared_ptr<void>(*handle, dlclose));
}

/// Returns the names in quotes, separated by commas.
static std::string listNames(ArrayRef<std::string> names) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(names, os,
                        [&](StringRef name) { os << '\'' << name << '\''; });
  return text;
}

llvm::Expected<std::string>
mlir::reduce::selectFunction(ArrayRef<std::string> names, StringRef name,
                             StringRef where) {
  if (name.empty() && names.size() > 1)
    return llvm::createStringError(where + " has several functions, " +
                                   listNames(names) + ": name one");
  if (name.empty() && names.size() == 1)
    return names.front();
  if (llvm::is_contained(names, name))
    return name.str();
  if (names.empty())
    return llvm::createStringError(where + " has no function");
  return llvm::createStringError(where + " has no function '" + name +
                                 "', it has " + listNames(names));
}

llvm::Expected<CompiledFunction>
CompiledLibrary::getFunction(StringRef name) const {
  llvm::Expected<std::string> selected =
      selectFunction(names, name, "the library");
  if (!selected)
    return llvm::createFileError(path, selected.takeError());
  name = *selected;

  auto find = [&](const char *suffix) {
    return dlsym(handle.get(), (name + suffix).str().c_str());
  };
  CompiledFunction::Addresses addresses = {find(""), find("_output_shapes"),
                                           find("_status_string"),
                                           find("_sharded")};
  auto *getSignature = reinterpret_cast<const char *(*)()>(find("_signature"));
  auto makeUnresolvedError = [&] {
    return llvm::createFileError(
        path, llvm::createStringError("the symbols of the function '" + name +
                                      "' cannot be resolved"));
  };
  if (!addresses.entry || !addresses.outputShapes || !addresses.statusString ||
      !getSignature)
    return makeUnresolvedError();
  const char *text = getSignature();
  llvm::Expected<FunctionSignature> signature =
      parseSignature(text ? text : "");
  if (!signature)
    return llvm::createFileError(
        path,
        llvm::createStringError("the signature of the function '" + name +
                                "': " + llvm::toString(signature.takeError())));
  if (!signature->grid.empty() && !addresses.sharded)
    return makeUnresolvedError();
  return CompiledFunction(std::move(*signature), addresses, handle);
}
