// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=100}' 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=131072}' 2>&1 | FileCheck %s --check-prefix=MANY-BITS
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={accumulators=0}' 2>&1 | FileCheck %s --check-prefix=ACCUMULATORS
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={streams=3}' 2>&1 | FileCheck %s --check-prefix=STREAMS
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={streamed_bytes=-1}' 2>&1 | FileCheck %s --check-prefix=STREAMED
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={unrolled_streams=32}' 2>&1 | FileCheck %s --check-prefix=UNROLLED
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={loop_loads=257}' 2>&1 | FileCheck %s --check-prefix=LOADS
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={vector-bits=128}' 2>&1 | FileCheck %s --check-prefix=FACT
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={l1_cache_bytes=4096}' 2>&1 | FileCheck %s --check-prefix=SMALL-L1
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={l1_cache_bytes=2097152}' 2>&1 | FileCheck %s --check-prefix=LARGE-L1
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={l2_cache_bytes=-1}' 2>&1 | FileCheck %s --check-prefix=L2
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={last_cache_bytes=65536}' 2>&1 | FileCheck %s --check-prefix=LAST
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={l2_cache_bytes=8000000000000000000,last_cache_bytes=9000000000000000000}' 2>&1 | FileCheck %s --check-prefix=LARGE-LAST
// RUN: not reduce-opt %s --reduce-vectorize=strategies=inner,upper 2>&1 | FileCheck %s --check-prefix=STRATEGY

// BITS: error: expected 'vector_bits' to be a power of two up to 2048, got 100
// MANY-BITS: error: expected 'vector_bits' to be a power of two up to 2048, got 131072
// ACCUMULATORS: error: expected 'accumulators' to be a power of two up to 64, got 0
// STREAMS: error: expected 'streams' to be a power of two up to 16, got 3
// STREAMED: error: expected 'streamed_bytes' to be at least 0, got -1
// UNROLLED: error: expected 'unrolled_streams' to be a power of two up to 16, got 32
// LOADS: error: expected 'loop_loads' to be at most 256, got 257
// FACT: error: option 'facts' of 'reduce-attach-vector-target' is not what #reduce.vector_target takes: 'vector-bits=128'
// SMALL-L1: error: expected 'l1_cache_bytes' to be from 8192 to 1048576, got 4096
// LARGE-L1: error: expected 'l1_cache_bytes' to be from 8192 to 1048576, got 2097152
// L2: error: expected 'l2_cache_bytes' to be at least 49152, the size of the first cache, got -1
// LAST: error: expected 'last_cache_bytes' to be from 1048576, the size of the second cache, to 1099511627776, got 65536
// LARGE-LAST: error: expected 'last_cache_bytes' to be from 8000000000000000000, the size of the second cache, to 1099511627776, got 9000000000000000000
// STRATEGY: error: option 'strategies' of 'reduce-vectorize' names 'upper', which is not a strategy
