//===- CacheSizes.cpp - The caches of CPUs --------------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CacheSizes.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir::reduce;

/// Returns the sizes from those in KiB. Up to `last`, an input was measured, or
/// is assumed, to remain in a cache that other cores use, too: half of 32 MiB.
static constexpr CacheSizes fromKiB(int64_t l1, int64_t l2,
                                    int64_t last = 16 << 10) {
  return {l1 << 10, l2 << 10, last << 10};
}

CacheSizes mlir::reduce::getCacheSizes(llvm::StringRef cpu) {
  return llvm::StringSwitch<CacheSizes>(cpu)
      // Intel.
      .Cases({"haswell", "broadwell", "skylake"}, fromKiB(32, 256))
      .Cases({"skylake-avx512", "cascadelake", "cooperlake"}, fromKiB(32, 1024))
      .Cases({"icelake-client", "rocketlake"}, fromKiB(48, 512))
      .Cases({"icelake-server", "tigerlake", "alderlake"}, fromKiB(48, 1280))
      .Cases({"raptorlake", "meteorlake", "sapphirerapids", "emeraldrapids",
              "graniterapids", "graniterapids-d"},
             fromKiB(48, 2048))
      .Case("lunarlake", fromKiB(48, 2560))
      .Cases({"arrowlake", "arrowlake-s"}, fromKiB(48, 3072))
      // AMD: half of the last cache of four or eight cores, less on Zen 4.
      .Case("znver1", fromKiB(32, 512, 4 << 10))
      .Case("znver2", fromKiB(32, 512, 8 << 10))
      .Case("znver3", fromKiB(32, 512))
      .Case("znver4", fromKiB(32, 1024, 12 << 10))
      .Case("znver5", fromKiB(48, 1024))
      // Arm.
      .Cases({"cortex-a76", "cortex-a77", "cortex-a78", "cortex-x1"},
             fromKiB(64, 512))
      .Cases({"neoverse-n1", "neoverse-n2", "neoverse-v1", "grace"},
             fromKiB(64, 1024))
      .Cases({"neoverse-v2", "neoverse-v3", "ampere1", "ampere1a"},
             fromKiB(64, 2048))
      .Cases({"apple-m1", "apple-m2", "apple-m3", "apple-m4"},
             fromKiB(128, 3072))
      .Default(fromKiB(48, 1024));
}
