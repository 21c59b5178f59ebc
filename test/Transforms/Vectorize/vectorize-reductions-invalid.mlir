// RUN: not reduce-opt %s --reduce-vectorize=vector-bits=100 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not reduce-opt %s --reduce-vectorize=vector-bits=131072 2>&1 | FileCheck %s --check-prefix=MANY-BITS
// RUN: not reduce-opt %s --reduce-vectorize=accumulators=0 2>&1 | FileCheck %s --check-prefix=ACCUMULATORS
// RUN: not reduce-opt %s --reduce-vectorize=strategies=inner,upper 2>&1 | FileCheck %s --check-prefix=STRATEGY

// BITS: error: option 'vector-bits' of 'reduce-vectorize' must be a power of two up to 2048, got 100
// MANY-BITS: error: option 'vector-bits' of 'reduce-vectorize' must be a power of two up to 2048, got 131072
// ACCUMULATORS: error: option 'accumulators' of 'reduce-vectorize' must be a power of two up to 64, got 0
// STRATEGY: error: option 'strategies' of 'reduce-vectorize' names 'upper', which is not a strategy
