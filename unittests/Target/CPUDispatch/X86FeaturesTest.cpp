//===- X86FeaturesTest.cpp - When a machine can run a CPU's code ----------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/CPUDispatch/X86Features.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include "gtest/gtest.h"
#include <map>
#include <set>

#ifdef __x86_64__
#include <cpuid.h>
#endif

using namespace mlir;
using namespace mlir::reduce;
using namespace mlir::reduce::detail;

using Features = SmallVector<const X86Feature *>;

/// Returns LLVM's 64-bit CPUs, in LLVM's order.
static SmallVector<StringRef> listCPUs() {
  SmallVector<StringRef> cpus;
  llvm::X86::fillValidCPUArchList(cpus, /*Only64Bit=*/true);
  return cpus;
}

/// Returns the features of `cpu`, or nothing if it is rejected.
static std::optional<Features> getFeatures(StringRef cpu) {
  llvm::Expected<Features> features = getX86Features(cpu);
  if (features)
    return *features;
  EXPECT_NE(llvm::toString(features.takeError())
                .find("CPU '" + cpu.str() + "' cannot be one of several"),
            std::string::npos);
  return std::nullopt;
}

/// Returns the features of all CPUs.
static std::set<const X86Feature *> getAllFeatures() {
  std::set<const X86Feature *> all;
  for (StringRef cpu : listCPUs())
    if (std::optional<Features> features = getFeatures(cpu))
      all.insert(features->begin(), features->end());
  return all;
}

TEST(X86FeaturesTest, knowsWhatCompilersChooseAmong) {
  for (StringRef cpu :
       {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "haswell",
        "skylake-avx512", "sapphirerapids", "znver1", "znver5"})
    EXPECT_TRUE(getFeatures(cpu).has_value()) << cpu.str();
  for (StringRef cpu : {"", "native", "generic", "i686", "cortex-a72"})
    EXPECT_FALSE(getFeatures(cpu).has_value()) << cpu.str();
}

TEST(X86FeaturesTest, eachLevelHasWhatThoseBeforeHave) {
  std::set<const X86Feature *> before;
  for (StringRef cpu : {"x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"}) {
    std::optional<Features> features = getFeatures(cpu);
    ASSERT_TRUE(features.has_value());
    std::set<const X86Feature *> own(features->begin(), features->end());
    EXPECT_EQ(own.size(), features->size()) << cpu.str();
    EXPECT_TRUE(
        std::includes(own.begin(), own.end(), before.begin(), before.end()))
        << cpu.str();
    before = own;
  }
}

TEST(X86FeaturesTest, areInTheOrderOfOneTable) {
  for (StringRef cpu : listCPUs())
    if (std::optional<Features> features = getFeatures(cpu)) {
      EXPECT_TRUE(llvm::is_sorted(*features)) << cpu.str();
    }
}

// The selector checks all features that LLVM's code for a CPU may use.
TEST(X86FeaturesTest, haveAllThatMatters) {
  for (StringRef cpu : listCPUs()) {
    std::optional<Features> features = getFeatures(cpu);
    if (!features)
      continue;
    std::set<StringRef> names;
    for (const X86Feature *feature : *features)
      names.insert(feature->name);
    SmallVector<StringRef> listed;
    llvm::X86::getFeaturesForCPU(cpu, listed);
    for (StringRef name : listed)
      if (name.starts_with("avx") || name.starts_with("sse4") ||
          name.starts_with("bmi") || name == "fma" || name == "f16c" ||
          name == "popcnt" || name == "lzcnt" || name == "ssse3" ||
          name == "sse3") {
        EXPECT_TRUE(names.count(name)) << cpu.str() << " " << name.str();
      }
  }
}

TEST(X86FeaturesTest, haveABitEach) {
  std::map<std::tuple<uint32_t, uint32_t, CPUIDRegister, unsigned>, std::string>
      owners;
  for (const X86Feature *feature : getAllFeatures()) {
    EXPECT_LT(feature->bit, 32u);
    std::string name = feature->name.str();
    // According to Intel's manual, these are one feature.
    if (name == "crc32")
      name = "sse4.2";
    auto [owner, isNew] = owners.try_emplace(
        {feature->leaf, feature->subleaf, feature->reg, feature->bit}, name);
    EXPECT_EQ(owner->second, name);
  }
}

// The system must save registers of 256 and 512 bits.
TEST(X86FeaturesTest, wideRegistersNeedTheSystem) {
  for (const X86Feature *feature : getAllFeatures()) {
    StringRef name = feature->name;
    if (name.starts_with("avx512")) {
      EXPECT_EQ(feature->state, 0xe6u) << name.str();
    } else if (name.starts_with("avx") || name == "fma" || name == "f16c") {
      EXPECT_EQ(feature->state, 0x06u) << name.str();
    } else if (name.starts_with("sse") || name.starts_with("bmi")) {
      EXPECT_EQ(feature->state, 0u) << name.str();
    }
  }
}

#ifdef __x86_64__
/// Returns the result of xgetbv: the state that the system saves.
static uint32_t getSavedState() {
  unsigned eax, ebx, ecx, edx;
  __cpuid(1, eax, ebx, ecx, edx);
  if (!(ecx >> 27 & 1))
    return 0;
  asm("xgetbv" : "=a"(eax), "=d"(edx) : "c"(0));
  return eax;
}

// For this machine, the table agrees with LLVM's own detection.
TEST(X86FeaturesTest, thisMachineHasWhatLLVMSays) {
  llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  uint32_t state = getSavedState();
  unsigned numCompared = 0;
  for (const X86Feature *feature : getAllFeatures()) {
    unsigned registers[4] = {};
    __get_cpuid_count(feature->leaf, feature->subleaf, &registers[0],
                      &registers[1], &registers[2], &registers[3]);
    bool isThere = registers[unsigned(feature->reg)] >> feature->bit & 1 &&
                   (state & feature->state) == feature->state;
    auto expected = host.find(feature->name);
    if (expected == host.end())
      continue;
    ++numCompared;
    EXPECT_EQ(isThere, expected->second) << feature->name.str();
  }
  EXPECT_GT(numCompared, 40u);
}
#endif
