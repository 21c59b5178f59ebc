//===- TargetMachine.cpp - The machine to compile for ---------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "reduce/Target/LLVM/TargetMachine.h"
#include "CacheSizes.h"

#include "reduce/IR/ReduceDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/RISCVTargetParser.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include <optional>

using namespace mlir::reduce;

/// The feature set that shared libraries of a target are built for when no CPU
/// is named, where LLVM's own default is less than the target's common base.
static llvm::StringRef getBaselineFeatures(const llvm::Triple &triple) {
  return triple.isRISCV64() ? "+m,+a,+f,+d,+c" : "";
}

/// Whether `triple` is that of a CPU with 64-bit pointers, for which LLVM can
/// translate all that the compiler makes.
static bool isSupported(const llvm::Triple &triple) {
  // Their pointers have 32 bits.
  if (triple.isX32() || triple.getEnvironment() == llvm::Triple::GNUILP32)
    return false;
  switch (triple.getArch()) {
  case llvm::Triple::aarch64:
  case llvm::Triple::loongarch64:
  case llvm::Triple::ppc64le:
  case llvm::Triple::riscv64:
  case llvm::Triple::x86_64:
    return true;
  default:
    return false;
  }
}

/// Whether LLVM writes objects of `triple`'s format: for others, and for most
/// pairs of a CPU and a foreign format, it ends the process.
static bool isSupportedFormat(const llvm::Triple &triple) {
  if (triple.isOSBinFormatELF())
    return true;
  return (triple.isX86_64() || triple.isAArch64()) &&
         (triple.isOSBinFormatMachO() || triple.isOSBinFormatCOFF());
}

/// Returns an error for what `subtarget` does not know; LLVM itself would warn
/// and go on.
static llvm::Error checkSubtarget(const llvm::MCSubtargetInfo &subtarget,
                                  llvm::StringRef cpu, llvm::StringRef features,
                                  const llvm::Triple &triple) {
  if (!cpu.empty() && !subtarget.isCPUStringValid(cpu))
    return llvm::createStringError("unknown CPU '" + cpu + "' of target '" +
                                   triple.str() + "'");
  llvm::SmallVector<llvm::StringRef> names;
  features.split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef name : names) {
    bool known = llvm::any_of(subtarget.getAllProcessorFeatures(),
                              [&](const llvm::SubtargetFeatureKV &feature) {
                                return name.size() > 1 &&
                                       feature.Key == name.drop_front();
                              });
    if (!known || (name[0] != '+' && name[0] != '-'))
      return llvm::createStringError("unknown feature '" + name +
                                     "' of target '" + triple.str() +
                                     "': expected +feature or -feature");
  }
  return llvm::Error::success();
}

/// Returns an error where `machine` lacks what the ABI of its triple is made
/// of; LLVM itself would warn and take another.
static llvm::Error checkABI(const llvm::TargetMachine &machine) {
  const llvm::Triple &triple = machine.getTargetTriple();
  const llvm::MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  if (triple.isRISCV64() && !subtarget.checkFeatures("+d,-e"))
    return llvm::createStringError("target '" + triple.str() +
                                   "' has the ABI lp64d: expected features "
                                   "with d and without e");
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
mlir::reduce::createTargetMachine(const TargetOptions &options) {
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
  llvm::InitializeAllAsmPrinters();
  llvm::InitializeAllAsmParsers();

  llvm::Triple host(llvm::sys::getProcessTriple());
  llvm::Triple triple =
      options.triple.empty()
          ? host
          : llvm::Triple(llvm::Triple::normalize(options.triple));
  std::string message;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return llvm::createStringError("unknown target '" + options.triple +
                                   "': " + message);

  if (!isSupported(triple))
    return llvm::createStringError("unsupported target '" + triple.str() +
                                   "': expected aarch64, loongarch64, "
                                   "powerpc64le, riscv64 or x86_64");
  if (!isSupportedFormat(triple))
    return llvm::createStringError(
        "unsupported object format '" +
        llvm::Triple::getObjectFormatTypeName(triple.getObjectFormat()) +
        "' of target '" + triple.str() +
        "': expected elf, or for aarch64 and x86_64 coff or macho");

  llvm::SubtargetFeatures features(getBaselineFeatures(triple));
  std::string cpu = options.cpu;
  if (cpu == "native") {
    if (triple.getArch() != host.getArch())
      return llvm::createStringError("CPU 'native' is one of '" + host.str() +
                                     "', not of target '" + triple.str() + "'");
    cpu = llvm::sys::getHostCPUName().str();
    for (const auto &feature : llvm::sys::getHostCPUFeatures())
      features.AddFeature(feature.first(), feature.second);
  }
  for (llvm::StringRef feature : llvm::split(options.features, ','))
    if (!feature.empty())
      features.addFeaturesVector({feature.str()});

  std::unique_ptr<llvm::MCSubtargetInfo> base(
      target->createMCSubtargetInfo(triple, "", ""));
  assert(base && "the supported targets have code generators");
  if (llvm::Error error = checkSubtarget(*base, cpu, options.features, triple))
    return error;

  llvm::TargetOptions targetOptions;
  // Assembly is for reading: say which blocks are loops.
  targetOptions.MCOptions.AsmVerbose = true;
  if (triple.isRISCV64())
    targetOptions.MCOptions.ABIName = "lp64d";
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, cpu, features.getString(), targetOptions, llvm::Reloc::PIC_,
      /*CM=*/std::nullopt,
      *llvm::CodeGenOpt::getLevel(options.optimizationLevel)));
  assert(machine && "the supported targets have code generators");
  if (llvm::Error error = checkABI(*machine))
    return error;
  return machine;
}

/// Calls `ask` with what LLVM knows of the registers of `machine`.
static unsigned
askTarget(llvm::TargetMachine &machine,
          llvm::function_ref<unsigned(const llvm::TargetTransformInfo &)> ask) {
  // A subtarget belongs to a function.
  llvm::LLVMContext context;
  llvm::Module module("vector-bits", context);
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
      llvm::GlobalValue::ExternalLinkage, "f", module);
  // Some x86 CPUs have 512 bits and prefer 256, which is no gain for loops that
  // only load and combine.
  function->addFnAttr("prefer-vector-width", "512");
  return ask(machine.getTargetTransformInfo(*function));
}

unsigned mlir::reduce::getVectorBits(llvm::TargetMachine &machine) {
  return askTarget(machine, [&](const llvm::TargetTransformInfo &info) {
    uint64_t bits = info.getRegisterBitWidth(
                            llvm::TargetTransformInfo::RGK_FixedWidthVector)
                        .getFixedValue();
    // RISC-V answers for a group of registers, which LLVM joins by itself, so
    // that accumulators would take all registers there are. Its answer for
    // scalable vectors tells how many a group has.
    if (machine.getTargetTriple().isRISCV64()) {
      uint64_t group = info.getRegisterBitWidth(
                               llvm::TargetTransformInfo::RGK_ScalableVector)
                           .getKnownMinValue();
      if (group > 0)
        bits = bits * llvm::RISCV::RVVBitsPerBlock / group;
    }
    // LLVM splits the groups that RISC-V's longest registers make.
    return std::clamp<uint64_t>(llvm::bit_floor(bits), 64, 1024);
  });
}

static unsigned getNumVectorRegisters(llvm::TargetMachine &machine) {
  return askTarget(machine, [](const llvm::TargetTransformInfo &info) {
    return info.getNumberOfRegisters(
        info.getRegisterClassForType(/*Vector=*/true));
  });
}

/// Returns how many vectors `machine` shuffles together at most such that it
/// still does so in registers and in little time.
static unsigned getShuffledVectors(llvm::TargetMachine &machine) {
  // The greatest group of RISC-V's registers. Shuffling one takes time that
  // grows with its square.
  if (machine.getTargetTriple().isRISCV64())
    return 8;
  // Of 16, half are for what is made of the others.
  unsigned numRegisters = getNumVectorRegisters(machine);
  return numRegisters < 32 ? numRegisters / 2 : 32;
}

/// Whether `machine` compares vectors into registers of masks.
static bool hasMaskRegisters(llvm::TargetMachine &machine) {
  return machine.getTargetTriple().isX86() &&
         machine.getMCSubtargetInfo()->checkFeatures("+avx512f");
}

/// Whether the instructions of `machine` for minima and maxima of floats drop
/// NaN.
static bool dropsNaN(llvm::TargetMachine &machine) {
  // minps returns its second operand if one is NaN; AVX10.2's minmaxps does
  // not.
  return machine.getTargetTriple().isX86() &&
         !machine.getMCSubtargetInfo()->checkFeatures("+avx10.2");
}

/// Whether one instruction of `machine` takes the lesser or greater of two
/// vectors of floats and orders zeros.
static bool ordersZeros(llvm::TargetMachine &machine) {
  // AVX10.2's minmaxps propagates NaN, too: vrangeps would take more. It keeps
  // either NaN, so it is not what `orders_zeros` is for.
  return dropsNaN(machine) &&
         machine.getMCSubtargetInfo()->checkFeatures("+avx512dq,+avx512vl");
}

/// Whether one instruction of `machine` makes lanes NaN that are NaN in another
/// vector. Where minima propagate NaN, there is nothing to make.
static bool fixesNaN(llvm::TargetMachine &machine) {
  return dropsNaN(machine) &&
         machine.getMCSubtargetInfo()->checkFeatures("+avx512f,+avx512vl");
}

/// Whether one operation of `machine` computes some lanes of a vector and keeps
/// the others.
static bool hasMaskedArithmetic(llvm::TargetMachine &machine) {
  const llvm::Triple &triple = machine.getTargetTriple();
  return hasMaskRegisters(machine) ||
         (triple.isRISCV64() &&
          machine.getMCSubtargetInfo()->checkFeatures("+zve32x"));
}

/// Whether `machine` chooses between the lanes of two vectors by an instruction
/// that costs less than a shuffle.
static bool hasBlends(llvm::TargetMachine &machine) {
  return machine.getTargetTriple().isX86() &&
         machine.getMCSubtargetInfo()->checkFeatures("+sse4.1");
}

/// Returns the minimum width in bits of elements of which `machine` permutes
/// vectors by positions known at run time; 0 if there is none.
static unsigned getPermutedBits(llvm::TargetMachine &machine) {
  if (!hasMaskRegisters(machine))
    return 0;
  const llvm::MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  return subtarget.checkFeatures("+avx512vbmi") ? 8
         : subtarget.checkFeatures("+avx512bw") ? 16
                                                : 0;
}

/// Whether `machine` has instructions that convert between f16 and f32.
static bool convertsF16(llvm::TargetMachine &machine) {
  const llvm::Triple &triple = machine.getTargetTriple();
  const llvm::MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  if (triple.isX86())
    return subtarget.checkFeatures("+f16c");
  if (triple.isRISCV64())
    return subtarget.checkFeatures("+zfhmin") &&
           (!subtarget.checkFeatures("+zve32x") ||
            subtarget.checkFeatures("+zvfhmin"));
  return triple.isAArch64();
}

/// Whether a minimum or maximum of f16 on `machine` takes no more instructions
/// than one of f32. RISC-V's drops NaN, so it takes more than one of integers.
static bool comparesF16(llvm::TargetMachine &machine) {
  const llvm::Triple &triple = machine.getTargetTriple();
  const llvm::MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  return (triple.isX86() && subtarget.checkFeatures("+avx512fp16")) ||
         (triple.isAArch64() && subtarget.checkFeatures("+fullfp16"));
}

/// Whether `machine` multiplies vectors of f16 with results of f32.
static bool multipliesF16(llvm::TargetMachine &machine) {
  return machine.getTargetTriple().isAArch64() &&
         machine.getMCSubtargetInfo()->checkFeatures("+fp16fml");
}

/// Whether `machine`, or LLVM for it, multiplies vectors of i64 without taking
/// them apart.
static bool multipliesI64Vectors(llvm::TargetMachine &machine) {
  // LLVM has a sequence for x86. POWER before 10 takes vectors apart, too;
  // there it has not been found out what gains.
  return !machine.getTargetTriple().isAArch64() ||
         machine.getMCSubtargetInfo()->checkFeatures("+sve");
}

/// Whether chains of products of vectors of i64 take fewer instructions on
/// `machine` by the halves of the elements of two registers: 10 instead of 16
/// on x86 with `pmulld`. On AArch64 LLVM does not find the instructions that
/// multiply the upper halves of registers, so that it takes 13 instead of 14.
static bool pairsI64Products(llvm::TargetMachine &machine) {
  const llvm::MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  return machine.getTargetTriple().isX86() &&
         subtarget.checkFeatures("+sse4.1") &&
         !subtarget.checkFeatures("+slow-pmulld") &&
         !subtarget.checkFeatures("+avx512dq");
}

/// Whether `machine` reads memory beyond its second cache faster with
/// instructions that prefetch. Zen 5 gains up to half; Zen 3 takes up to 1.4
/// times as long, Zen 4 twice, and Emerald Rapids five times, so others are not
/// assumed to gain (docs/performance/Memory.md).
static bool readsFasterWithPrefetches(llvm::TargetMachine &machine) {
  return machine.getTargetCPU() == "znver5";
}

/// Returns in how many places at once `machine` reads large inputs the fastest.
/// Zen 2, 3 and 4 read 1.3 to 2.2 times as fast in eight places as in one. Zen
/// 5 gains only if these are unrolled, and others are not assumed to gain
/// (docs/performance/Memory.md).
static unsigned getStreams(llvm::TargetMachine &machine) {
  return llvm::is_contained({"znver2", "znver3", "znver4"},
                            machine.getTargetCPU())
             ? 8
             : 1;
}

/// Returns the size above which inputs are large in this sense, or 0: beyond
/// the second cache. Zen 4 reads its last cache as fast in one place.
static int64_t getStreamedBytes(llvm::TargetMachine &machine) {
  return machine.getTargetCPU() == "znver4"
             ? getCacheSizes(machine.getTargetCPU()).last
             : 0;
}

/// Whether `machine` reads its second cache at half the speed in loads that
/// touch two cache lines. Emerald Rapids does, and so the generation before and
/// after it, whose cores are alike, are assumed to; Zen 4 and 5 do not
/// (docs/performance/Memory.md).
static bool hasSlowSplitLoads(llvm::TargetMachine &machine) {
  return llvm::is_contained(
      {"sapphirerapids", "emeraldrapids", "graniterapids", "graniterapids-d"},
      machine.getTargetCPU());
}

/// Whether `machine` reads memory beyond its last cache in unrolled streams
/// and, where loads touch two lines, half a line at once. Zen 5 takes 0.6 of
/// the time so (docs/performance/Memory.md); Zen 4 and Intel were not measured.
static bool readsMemoryUnrolled(llvm::TargetMachine &machine) {
  return machine.getTargetCPU() == "znver5";
}

/// Returns up to how many loads a loop of `machine` reads the second cache at
/// full speed; 0 if this is not known. Zen 5 reads it at half the speed in
/// loops of 30 to 56 loads (docs/performance/Rows.md).
static unsigned getLoopLoads(llvm::TargetMachine &machine) {
  return machine.getTargetCPU() == "znver5" ? 28 : 0;
}

/// Returns how many operations of vectors `machine` executes in the time of a
/// load. Zen 5 executes four and loads two; Intel's processors with AVX-512
/// execute as many as they load. Others were not measured.
static unsigned getOperationsPerLoad(llvm::TargetMachine &machine) {
  return machine.getTargetCPU() == "znver5" ? 2 : 1;
}

VectorTargetAttr mlir::reduce::getVectorTarget(MLIRContext *context,
                                               llvm::TargetMachine &machine) {
  context->loadDialect<ReduceDialect>();
  // More than half of the registers would be spilled.
  bool hasMany = machine.getOptLevel() == llvm::CodeGenOptLevel::Aggressive &&
                 getNumVectorRegisters(machine) >= 32;
  CacheSizes caches = getCacheSizes(machine.getTargetCPU());
  return VectorTargetAttr::get(
      context, getVectorBits(machine), /*accumulators=*/hasMany ? 16 : 8,
      hasMaskRegisters(machine), dropsNaN(machine), ordersZeros(machine),
      fixesNaN(machine), hasMaskedArithmetic(machine), hasBlends(machine),
      getShuffledVectors(machine), getPermutedBits(machine),
      convertsF16(machine), comparesF16(machine), multipliesF16(machine),
      multipliesI64Vectors(machine), pairsI64Products(machine),
      readsFasterWithPrefetches(machine), getStreams(machine),
      getStreamedBytes(machine),
      /*unrolledStreams=*/readsMemoryUnrolled(machine) ? 8 : 1,
      hasSlowSplitLoads(machine),
      /*slowFarSplitLoads=*/readsMemoryUnrolled(machine), getLoopLoads(machine),
      getOperationsPerLoad(machine), caches.l1, caches.l2, caches.last);
}

/// Returns the names of the enabled features of `machine`, sorted.
static llvm::SmallVector<llvm::StringRef>
getFeatures(const llvm::TargetMachine &machine) {
  const llvm::MCSubtargetInfo &subtarget = *machine.getMCSubtargetInfo();
  llvm::SmallVector<llvm::StringRef> names;
  for (const llvm::SubtargetFeatureKV &feature :
       subtarget.getAllProcessorFeatures())
    if (subtarget.getFeatureBits().test(feature.Value))
      names.push_back(feature.Key);
  return names;
}

std::string mlir::reduce::getTuningTarget(llvm::TargetMachine &machine) {
  // Options have no context.
  MLIRContext context(MLIRContext::Threading::DISABLED);
  std::string text = llvm::join(getFeatures(machine), ",") + ";" +
                     getVectorTarget(&context, machine).getFacts();
  llvm::StringRef cpu = machine.getTargetCPU();
  return (machine.getTargetTriple().getArchName() + "-" +
          (cpu.empty() ? "generic" : cpu) + "-" +
          llvm::utohexstr(llvm::xxh3_64bits(text), /*LowerCase=*/true))
      .str();
}

bool mlir::reduce::isForHost(llvm::TargetMachine &machine) {
  llvm::Triple host(llvm::sys::getProcessTriple());
  const llvm::Triple &triple = machine.getTargetTriple();
  if (triple.getArch() != host.getArch() || triple.getOS() != host.getOS() ||
      triple.getObjectFormat() != host.getObjectFormat())
    return false;
  TargetOptions options;
  options.cpu = "native";
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> native =
      createTargetMachine(options);
  if (!native) {
    llvm::consumeError(native.takeError());
    return false;
  }
  // What a CPU of x86 prefers is a feature of LLVM, too. The host's list names
  // instructions, and all of them.
  llvm::StringMap<bool> listed = llvm::sys::getHostCPUFeatures();
  llvm::SmallVector<llvm::StringRef> known = getFeatures(**native);
  return llvm::all_of(getFeatures(machine), [&](llvm::StringRef name) {
    return llvm::is_contained(known, name) ||
           (triple.isX86() && !listed.contains(name));
  });
}
