// RUN: not reduce-opt %s --reduce-split-reductions=piece-bytes=0 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not reduce-opt %s --reduce-split-reductions=max-pieces=0 2>&1 | FileCheck %s --check-prefix=PIECES

// BYTES: error: option 'piece-bytes' of 'reduce-split-reductions' must not be 0
// PIECES: error: option 'max-pieces' of 'reduce-split-reductions' must not be 0
func.func private @f()
