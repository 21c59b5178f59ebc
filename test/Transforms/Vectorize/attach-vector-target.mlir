// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=512,mask_registers=true,multiplies_i64=false}' | FileCheck %s
// RUN: reduce-opt %s --reduce-attach-vector-target | FileCheck %s --check-prefix=DEFAULTS
// RUN: reduce-opt %s --reduce-to-vector-pipeline='target=x86_64-linux-gnu mcpu=x86-64-v3' | FileCheck %s --check-prefixes=DETACHED,V3
// RUN: reduce-opt %s --reduce-to-vector-pipeline='target=x86_64-linux-gnu mcpu=x86-64-v3 vector-target={vector_bits=128,accumulators=4}' | FileCheck %s --check-prefixes=DETACHED,GIVEN
// RUN: reduce-opt %s --reduce-to-vector-pipeline | FileCheck %s --check-prefixes=DETACHED,KEPT
// RUN: reduce-opt %s --reduce-to-llvm-pipeline='target=x86_64-linux-gnu' | FileCheck %s --check-prefix=DETACHED
// RUN: reduce-opt %s --reduce-to-vector-pipeline='target=x86_64-linux-gnu mcpu=znver2' --mlir-print-ir-after=reduce-attach-vector-target -o /dev/null 2>&1 | FileCheck %s --check-prefix=ZNVER2
// RUN: reduce-opt %s --reduce-to-vector-pipeline='target=x86_64-linux-gnu mcpu=znver3' --mlir-print-ir-after=reduce-attach-vector-target -o /dev/null 2>&1 | FileCheck %s --check-prefix=ZNVER3
// RUN: reduce-opt %s --reduce-to-vector-pipeline='target=x86_64-linux-gnu mcpu=znver4' --mlir-print-ir-after=reduce-attach-vector-target -o /dev/null 2>&1 | FileCheck %s --check-prefix=ZNVER4
// RUN: reduce-opt %s --reduce-to-vector-pipeline='target=x86_64-linux-gnu mcpu=znver4 vector-target={last_cache_bytes=4194304}' --mlir-print-ir-after=reduce-attach-vector-target -o /dev/null 2>&1 | FileCheck %s --check-prefix=SMALLER
// RUN: reduce-opt %s --reduce-to-vector-pipeline='target=x86_64-linux-gnu mcpu=znver5' --mlir-print-ir-after=reduce-attach-vector-target -o /dev/null 2>&1 | FileCheck %s --check-prefix=ZNVER5
// RUN: reduce-opt %s --reduce-to-vector-pipeline='target=x86_64-linux-gnu mcpu=sapphirerapids' --mlir-print-ir-after=reduce-attach-vector-target -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAPPHIRERAPIDS
// RUN: reduce-opt %s --reduce-to-vector-pipeline='target=aarch64-linux-gnu mcpu=neoverse-v1' --mlir-print-ir-after=reduce-attach-vector-target -o /dev/null 2>&1 | FileCheck %s --check-prefix=NEOVERSE-V1

// The sizes of caches depend on the CPU; the defaults are not printed.
// ZNVER2: reduce.vector_target = #reduce.vector_target<vector_bits = 256,
// ZNVER2-SAME: pairs_i64_products = true, streams = 8, l1_cache_bytes = 32768, l2_cache_bytes = 524288, last_cache_bytes = 8388608>
// ZNVER3: reduce.vector_target = #reduce.vector_target<vector_bits = 256,
// ZNVER3-SAME: pairs_i64_products = true, streams = 8, l1_cache_bytes = 32768, l2_cache_bytes = 524288>
// ZNVER4: reduce.vector_target = #reduce.vector_target<vector_bits = 512,
// ZNVER4-NOT: pairs_i64_products
// ZNVER4-SAME: streams = 8, streamed_bytes = 12582912, l1_cache_bytes = 32768, last_cache_bytes = 12582912>
// The size from which inputs are large may be more than that of the last cache that is given.
// SMALLER: streamed_bytes = 12582912, l1_cache_bytes = 32768, last_cache_bytes = 4194304>
// ZNVER5: reduce.vector_target = #reduce.vector_target<vector_bits = 512,
// ZNVER5-SAME: prefetches = true, unrolled_streams = 8, slow_far_split_loads = true, loop_loads = 28, operations_per_load = 2>
// SAPPHIRERAPIDS: reduce.vector_target = #reduce.vector_target<vector_bits = 512,
// SAPPHIRERAPIDS-NOT: l1_cache_bytes
// SAPPHIRERAPIDS: l2_cache_bytes = 2097152>
// NEOVERSE-V1: reduce.vector_target = #reduce.vector_target<
// NEOVERSE-V1-SAME: l1_cache_bytes = 65536>

// The pass replaces what the module has, a pipeline only if it knows the target. No
// pipeline leaves the attribute behind.
// CHECK: module attributes {reduce.vector_target = #reduce.vector_target<vector_bits = 512, mask_registers = true, multiplies_i64 = false>}
// DEFAULTS: module attributes {reduce.vector_target = #reduce.vector_target<>}
// DETACHED-NOT: vector_target
module attributes {reduce.vector_target = #reduce.vector_target<vector_bits = 1024>} {
  // V3: vector<64xf32>
  // GIVEN: vector<16xf32>
  // KEPT: vector<256xf32>
  func.func @rows(%data: tensor<8x1024xf32>) -> tensor<8xf32> {
    %0 = reduce.min %data axes = [1] : tensor<8x1024xf32> -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
