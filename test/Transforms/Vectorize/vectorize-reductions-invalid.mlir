// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=100}' 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=131072}' 2>&1 | FileCheck %s --check-prefix=MANY-BITS
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={accumulators=0}' 2>&1 | FileCheck %s --check-prefix=ACCUMULATORS
// RUN: not reduce-opt %s --reduce-attach-vector-target='facts={vector-bits=128}' 2>&1 | FileCheck %s --check-prefix=FACT
// RUN: not reduce-opt %s --reduce-vectorize=strategies=inner,upper 2>&1 | FileCheck %s --check-prefix=STRATEGY

// BITS: error: expected 'vector_bits' to be a power of two up to 2048, got 100
// MANY-BITS: error: expected 'vector_bits' to be a power of two up to 2048, got 131072
// ACCUMULATORS: error: expected 'accumulators' to be a power of two up to 64, got 0
// FACT: error: option 'facts' of 'reduce-attach-vector-target' is not what #reduce.vector_target takes: 'vector-bits=128'
// STRATEGY: error: option 'strategies' of 'reduce-vectorize' names 'upper', which is not a strategy
