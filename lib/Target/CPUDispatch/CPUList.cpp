//===- CPUList.cpp - The machines of one library --------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/CPUDispatch/CPUList.h"
#include "X86Features.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

using Features = llvm::SmallVector<const X86Feature *>;

namespace {
/// One CPU of a list.
struct ListedCPU {
  StringRef name;
  Features features;
  std::unique_ptr<llvm::TargetMachine> machine;
};
} // namespace

/// Whether the dynamic linker of `triple`'s system, and the startup code of
/// static programs, call the resolvers of indirect functions.
static bool choosesAtLoadTime(const llvm::Triple &triple) {
  return triple.isX86_64() && triple.isOSLinux() && triple.isOSBinFormatELF() &&
         (triple.isGNUEnvironment() ||
          triple.getEnvironment() == llvm::Triple::UnknownEnvironment);
}

/// Fails if a name in `list` is empty, repeated or "native".
static llvm::Error checkNames(ArrayRef<StringRef> names, StringRef list) {
  for (auto [i, name] : llvm::enumerate(names)) {
    if (name.empty())
      return llvm::createStringError("empty name in the list of CPUs '" + list +
                                     "'");
    if (name == "native")
      return llvm::createStringError(
          "CPU 'native' cannot be one of several, as in '" + list + "'");
    if (llvm::is_contained(names.take_front(i), name))
      return llvm::createStringError(
          "CPU '" + name + "' is given twice in the list '" + list + "'");
  }
  return llvm::Error::success();
}

/// Returns a feature that `cpu` has and `other` lacks, or null if there is
/// none. The features of both are in the order of the table.
static const X86Feature *findMissing(const ListedCPU &cpu,
                                     const ListedCPU &other) {
  for (const X86Feature *feature : cpu.features)
    if (!llvm::is_contained(other.features, feature))
      return feature;
  return nullptr;
}

/// Fails unless `better` has all features of `cpu` and more. `better` has at
/// least as many features as `cpu`.
static llvm::Error checkOrder(const ListedCPU &cpu, const ListedCPU &better) {
  const X86Feature *missing = findMissing(cpu, better);
  const X86Feature *added = findMissing(better, cpu);
  if (!missing && added)
    return llvm::Error::success();
  if (!missing)
    return llvm::createStringError("CPUs '" + cpu.name + "' and '" +
                                   better.name +
                                   "' cannot be told apart: they have the same "
                                   "features");
  return llvm::createStringError("CPUs '" + cpu.name + "' and '" + better.name +
                                 "' cannot be ordered: '" + cpu.name +
                                 "' has '" + missing->name + "' and lacks '" +
                                 added->name + "'");
}

llvm::Expected<llvm::SmallVector<std::unique_ptr<llvm::TargetMachine>>>
mlir::reduce::createTargetMachines(const TargetOptions &options) {
  SmallVector<std::unique_ptr<llvm::TargetMachine>> machines;
  TargetOptions single = options;
  StringRef list = options.cpu;
  bool isList = list.contains(',');
  if (isList)
    single.cpu.clear();
  auto machine = createTargetMachine(single);
  if (!machine)
    return machine.takeError();
  if (!isList) {
    machines.push_back(std::move(*machine));
    return machines;
  }

  const llvm::Triple &triple = (*machine)->getTargetTriple();
  if (!choosesAtLoadTime(triple))
    return llvm::createStringError("target '" + triple.str() +
                                   "' supports only one CPU, got '" + list +
                                   "': only x86_64 Linux with glibc can select "
                                   "a CPU when a library is loaded");
  if (!options.features.empty())
    return llvm::createStringError("features '" + options.features +
                                   "' cannot be added to several CPUs, '" +
                                   list + "'");
  auto names = llvm::to_vector(llvm::split(list, ','));
  if (llvm::Error error = checkNames(names, list))
    return error;

  SmallVector<ListedCPU> cpus;
  for (StringRef name : names) {
    single.cpu = name.str();
    auto listedMachine = createTargetMachine(single);
    if (!listedMachine)
      return listedMachine.takeError();
    llvm::Expected<Features> features = getX86Features(name);
    if (!features)
      return features.takeError();
    cpus.push_back({name, std::move(*features), std::move(*listedMachine)});
  }
  llvm::stable_sort(cpus, [](const ListedCPU &a, const ListedCPU &b) {
    return a.features.size() < b.features.size();
  });
  for (size_t i = 1; i < cpus.size(); ++i)
    if (llvm::Error error = checkOrder(cpus[i - 1], cpus[i]))
      return error;
  for (ListedCPU &cpu : cpus)
    machines.push_back(std::move(cpu.machine));
  return machines;
}
