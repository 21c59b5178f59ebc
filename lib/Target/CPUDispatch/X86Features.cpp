//===- X86Features.cpp - When a machine can run a CPU's code --------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "X86Features.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

// Bits of XCR0 for the state that the system saves: registers of 128 and 256
// bits; masks, the upper halves of 512-bit registers, and the 16 additional
// ones.
static constexpr uint32_t noState = 0;
static constexpr uint32_t avxState = 0x06;
static constexpr uint32_t avx512State = 0xe6;

static constexpr uint32_t extended = 0x80000001;
static constexpr CPUIDRegister EAX = CPUIDRegister::EAX;
static constexpr CPUIDRegister EBX = CPUIDRegister::EBX;
static constexpr CPUIDRegister ECX = CPUIDRegister::ECX;
static constexpr CPUIDRegister EDX = CPUIDRegister::EDX;

static constexpr X86Feature features[] = {
    {"sse3", 1, 0, ECX, 0, noState},
    {"pclmul", 1, 0, ECX, 1, noState},
    {"ssse3", 1, 0, ECX, 9, noState},
    {"fma", 1, 0, ECX, 12, avxState},
    {"cx16", 1, 0, ECX, 13, noState},
    {"sse4.1", 1, 0, ECX, 19, noState},
    {"sse4.2", 1, 0, ECX, 20, noState},
    {"crc32", 1, 0, ECX, 20, noState},
    {"movbe", 1, 0, ECX, 22, noState},
    {"popcnt", 1, 0, ECX, 23, noState},
    {"aes", 1, 0, ECX, 25, noState},
    {"xsave", 1, 0, ECX, 26, avxState},
    {"avx", 1, 0, ECX, 28, avxState},
    {"f16c", 1, 0, ECX, 29, avxState},
    {"rdrnd", 1, 0, ECX, 30, noState},
    {"bmi", 7, 0, EBX, 3, noState},
    {"avx2", 7, 0, EBX, 5, avxState},
    {"bmi2", 7, 0, EBX, 8, noState},
    {"avx512f", 7, 0, EBX, 16, avx512State},
    {"avx512dq", 7, 0, EBX, 17, avx512State},
    {"rdseed", 7, 0, EBX, 18, noState},
    {"adx", 7, 0, EBX, 19, noState},
    {"avx512ifma", 7, 0, EBX, 21, avx512State},
    {"clflushopt", 7, 0, EBX, 23, noState},
    {"clwb", 7, 0, EBX, 24, noState},
    {"avx512cd", 7, 0, EBX, 28, avx512State},
    {"sha", 7, 0, EBX, 29, noState},
    {"avx512bw", 7, 0, EBX, 30, avx512State},
    {"avx512vl", 7, 0, EBX, 31, avx512State},
    {"avx512vbmi", 7, 0, ECX, 1, avx512State},
    {"avx512vbmi2", 7, 0, ECX, 6, avx512State},
    {"gfni", 7, 0, ECX, 8, noState},
    {"vaes", 7, 0, ECX, 9, avxState},
    {"vpclmulqdq", 7, 0, ECX, 10, avxState},
    {"avx512vnni", 7, 0, ECX, 11, avx512State},
    {"avx512bitalg", 7, 0, ECX, 12, avx512State},
    {"avx512vpopcntdq", 7, 0, ECX, 14, avx512State},
    {"rdpid", 7, 0, ECX, 22, noState},
    {"movdiri", 7, 0, ECX, 27, noState},
    {"movdir64b", 7, 0, ECX, 28, noState},
    {"avx512vp2intersect", 7, 0, EDX, 8, avx512State},
    {"avx512fp16", 7, 0, EDX, 23, avx512State},
    {"sha512", 7, 1, EAX, 0, avxState},
    {"sm3", 7, 1, EAX, 1, avxState},
    {"sm4", 7, 1, EAX, 2, avxState},
    {"avxvnni", 7, 1, EAX, 4, avxState},
    {"avx512bf16", 7, 1, EAX, 5, avx512State},
    {"cmpccxadd", 7, 1, EAX, 7, noState},
    {"avxifma", 7, 1, EAX, 23, avxState},
    {"avxvnniint8", 7, 1, EDX, 4, avxState},
    {"avxneconvert", 7, 1, EDX, 5, avxState},
    {"avxvnniint16", 7, 1, EDX, 10, avxState},
    {"sahf", extended, 0, ECX, 0, noState},
    {"lzcnt", extended, 0, ECX, 5, noState},
    {"sse4a", extended, 0, ECX, 6, noState},
    {"prfchw", extended, 0, ECX, 8, noState},
    {"xop", extended, 0, ECX, 11, avxState},
    {"fma4", extended, 0, ECX, 16, avxState},
    {"tbm", extended, 0, ECX, 21, noState},
};

/// Features of every x86-64 CPU.
static constexpr llvm::StringLiteral baseFeatures[] = {
    "64bit", "cmov", "cx8", "fxsr", "mmx", "sse", "sse2", "x87"};

/// Features whose instructions LLVM uses only if a program names them. On CPUs
/// that have them, some systems do not let programs use them.
static constexpr llvm::StringLiteral unusedFeatures[] = {
    "amx-bf16", "amx-complex", "amx-fp16", "amx-int8", "amx-tile",  "cldemote",
    "clzero",   "enqcmd",      "fsgsbase", "hreset",   "invpcid",   "kl",
    "lwp",      "mwaitx",      "pconfig",  "pku",      "prefetchi", "ptwrite",
    "rdpru",    "serialize",   "sgx",      "shstk",    "tsxldtrk",  "uintr",
    "usermsr",  "waitpkg",     "wbnoinvd", "widekl",   "xsavec",    "xsaveopt",
    "xsaves"};

llvm::Expected<llvm::SmallVector<const X86Feature *>>
mlir::reduce::detail::getX86Features(StringRef cpu) {
  if (llvm::X86::parseArchX86(cpu, /*Only64Bit=*/true) == llvm::X86::CK_None)
    return llvm::createStringError("CPU '" + cpu +
                                   "' cannot be one of several: its features "
                                   "are not known");
  SmallVector<StringRef> listed;
  llvm::X86::getFeaturesForCPU(cpu, listed);
  llvm::StringMap<bool> names;
  for (StringRef name : listed) {
    names[name] = true;
    llvm::X86::updateImpliedFeatures(name, /*Enabled=*/true, names);
  }

  SmallVector<const X86Feature *> result;
  for (const X86Feature &feature : features)
    if (names.erase(feature.name))
      result.push_back(&feature);
  for (StringRef name : baseFeatures)
    names.erase(name);
  for (StringRef name : unusedFeatures)
    names.erase(name);
  if (names.empty())
    return result;
  auto unknown =
      llvm::map_range(names, [](const auto &entry) { return entry.first(); });
  return llvm::createStringError(
      "CPU '" + cpu +
      "' cannot be one of several: how to detect its feature '" +
      *llvm::min_element(unknown) + "' is not known");
}
