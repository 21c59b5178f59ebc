//===- Passes.td - Passes for threads ----------------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_THREADS_PASSES_TD
#define REDUCE_TRANSFORMS_THREADS_PASSES_TD

include "mlir/Pass/PassBase.td"

def SplitReductionsPass : Pass<"reduce-split-reductions"> {
  let summary = "Split large reductions into pieces for threads";
  let description = [{
    Splits `linalg.generic` reductions on tensors into an `scf.forall` over pieces.
    Each piece is a reduction like the original one, with the elementwise operation
    that is the only user of the result. The pass applies to each reduction that
    `-reduce-vectorize` supports, that starts from a fill, and that reads at least
    `min-bytes` of input.

    Loops over kept dimensions are split first, starting with the outermost. If this
    makes fewer than half of the desired pieces, and the combiner may be
    reassociated, reduced loops are split, too: each piece computes a partial result,
    and another reduction combines the partial results in order.

    With less input than `min-bytes`, one thread is as fast: it reads 768 KiB from a cache
    in 3 to 5 us, and to start a second one takes 1 to 3 us.

    The number and the size of pieces depend only on the shape, so that results are
    bitwise equal for any number of threads. Three or five pieces of kept loops, which
    threads share badly, are also split along reduced loops. If extents are static, so are those of
    all pieces, and the remainder is reduced after the loop. If they are dynamic, the
    choice between no split, a split of kept and a split of reduced dimensions is
    made at run time: the latter if it makes more pieces, and the former a single one or fewer than
    half. Where the first loop of its kind makes enough pieces, it alone is cut, since pieces without gaps
    are faster. Where all pieces would be long rows of less than 64 bytes of columns, with gaps
    between them, nothing is split.

    Example:

    ```mlir
    func.func @rows(%data: tensor<64x4096xf32>) -> tensor<64xf32> {
      %inf = arith.constant 0x7F800000 : f32
      %empty = tensor.empty() : tensor<64xf32>
      %fill = linalg.fill ins(%inf : f32) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
      %0 = linalg.generic {
          indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%data : tensor<64x4096xf32>) outs(%fill : tensor<64xf32>) {
      ^bb0(%element: f32, %accumulator: f32):
        %1 = arith.minimumf %accumulator, %element : f32
        linalg.yield %1 : f32
      } -> tensor<64xf32>
      return %0 : tensor<64xf32>
    }
    ```

    becomes 4 pieces of 16 rows each.
  }];
  let options = [
    Option<"minBytes", "min-bytes", "uint64_t", /*default=*/"768 * 1024",
           "Minimum bytes of input of a reduction that is split; a quarter for products "
           "of f16 and bf16 along rows">,
    Option<"pieceBytes", "piece-bytes", "uint64_t", /*default=*/"256 * 1024",
           "Approximate bytes of input of a piece">,
    Option<"maxPieces", "max-pieces", "uint64_t", /*default=*/"64",
           "Approximate maximum number of pieces">
  ];
  let statistics = [
    Statistic<"numSplit", "num-split", "Number of reductions split">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::bufferization::BufferizationDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def LowerForallPass : Pass<"reduce-lower-forall"> {
  let summary = "Turn loops on memrefs into scf.parallel or scf.for";
  let description = [{
    Turns each `scf.forall` without results into `scf.parallel`. Then turns each
    `scf.parallel` whose iterations cannot run on several threads into `scf.for`:

    - a loop that allocates memory, since with the C interface each allocation is
      made once, and all iterations share it; memory of a known size on the stack is
      allowed, since each thread has its own (`-reduce-hoist-thread-memory`),
    - a loop with an assertion, which returns from the function,
    - a loop with results, since `-convert-scf-to-openmp` rejects most reductions.

    Example:

    ```mlir
    func.func @copy(%from: memref<4xf32>, %to: memref<4xf32>) {
      scf.forall (%i) in (4) {
        %element = memref.load %from[%i] : memref<4xf32>
        memref.store %element, %to[%i] : memref<4xf32>
      }
      return
    }
    ```
  }];
  let statistics = [
    Statistic<"numParallel", "num-parallel", "Number of loops left to threads">,
    Statistic<"numSequential", "num-sequential",
              "Number of loops that a single thread runs">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::scf::SCFDialect"];
}

def SplitCopiesPass : Pass<"reduce-split-copies"> {
  let summary = "Split large copies into parts for threads";
  let description = [{
    Splits each `memref.copy` between memrefs of the identity layout into an
    `scf.parallel` over parts of `part-bytes`, if at least `min-bytes` and two parts are
    copied. If elements are left, another part follows, which ends with the memory and may
    overlap the one before it. Where the size is not known, that is decided at run time.
    Copies in parallel loops stay as they are.

    A reduction of dimensions of size 1 is such a copy.

    Example:

    ```mlir
    func.func @copy(%from: memref<1024x1024xf32>, %to: memref<1024x1024xf32>) {
      memref.copy %from, %to : memref<1024x1024xf32> to memref<1024x1024xf32>
      return
    }
    ```

    becomes 64 copies of 64 KiB.
  }];
  let options = [
    Option<"minBytes", "min-bytes", "uint64_t", /*default=*/"512 * 1024",
           "Minimum bytes of a copy that is split">,
    Option<"partBytes", "part-bytes", "uint64_t", /*default=*/"64 * 1024",
           "Bytes of a part">
  ];
  let statistics = [
    Statistic<"numSplit", "num-split", "Number of copies split">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def HoistThreadMemoryPass : Pass<"reduce-hoist-thread-memory"> {
  let summary = "Allocate stack memory once for each thread";
  let description = [{
    Moves each `memref.alloca` of a known size from a `memref.alloca_scope` that is the body
    of an `omp.loop_nest` to the start of the `omp.parallel` around it, and removes the
    scope. `-convert-scf-to-openmp` makes such scopes, in which upstream lowers no loops
    to branches: they must have one block.

    Example:

    ```mlir
    func.func @fill(%value: f32, %to: memref<4xf32>) {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %four = arith.constant 4 : index
      omp.parallel {
        omp.wsloop {
          omp.loop_nest (%i) : index = (%zero) to (%four) step (%one) {
            memref.alloca_scope {
              %memory = memref.alloca() : memref<f32>
              memref.store %value, %memory[] : memref<f32>
              %element = memref.load %memory[] : memref<f32>
              memref.store %element, %to[%i] : memref<4xf32>
            }
            omp.yield
          }
        }
        omp.terminator
      }
      return
    }
    ```
  }];
  let statistics = [
    Statistic<"numHoisted", "num-hoisted", "Number of allocations moved">
  ];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def DropBarriersPass : Pass<"reduce-drop-barriers"> {
  let summary = "Drop the barrier of a loop that ends a parallel region";
  let description = [{
    Adds `nowait` to each `omp.wsloop` that is the last operation of an
    `omp.parallel`. Threads wait for each other at the end of the region anyway. On
    small inputs a second barrier costs much of what threads gain.

    Example:

    ```mlir
    func.func @fill(%value: f32, %to: memref<4xf32>) {
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %four = arith.constant 4 : index
      omp.parallel {
        omp.wsloop {
          omp.loop_nest (%i) : index = (%zero) to (%four) step (%one) {
            memref.store %value, %to[%i] : memref<4xf32>
            omp.yield
          }
        }
        omp.terminator
      }
      return
    }
    ```
  }];
  let statistics = [
    Statistic<"numDropped", "num-dropped", "Number of barriers dropped">
  ];
}

#endif // REDUCE_TRANSFORMS_THREADS_PASSES_TD
