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
    Splits each `linalg.generic` reduction on tensors that `-reduce-vectorize`
    knows, that a fill starts and that reads much input: into an `scf.forall` over
    pieces, each of them a reduction as the whole was, with the elementwise
    operation that is the result's only user.

    Loops over kept dimensions are split first, from the outermost on. Where that
    makes less than half of the pieces wanted, and the combiner may be
    reassociated, reduced loops are split too: each piece makes a partial result,
    all of which another reduction combines in their order.

    Number and size of pieces follow from the shape alone, so that results have
    the same bits for any number of threads. Where extents are known, so are those
    of all pieces: what the pieces leave over is reduced after the loop. Where
    they are not, the run chooses between whole, kept and reduced dimensions.

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
    Option<"minBytes", "min-bytes", "uint64_t", /*default=*/"256 * 1024",
           "Bytes of input from which a reduction is split">,
    Option<"pieceBytes", "piece-bytes", "uint64_t", /*default=*/"256 * 1024",
           "Bytes of input that a piece is to have, about">,
    Option<"maxPieces", "max-pieces", "uint64_t", /*default=*/"64",
           "How many pieces there are to be at most, about">
  ];
  let statistics = [
    Statistic<"numSplit", "num-split", "Number of reductions split">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def LowerForallPass : Pass<"reduce-lower-forall"> {
  let summary = "Turn loops on memrefs into scf.parallel or scf.for";
  let description = [{
    Turns each `scf.forall` without results into `scf.parallel`, and each
    `scf.parallel` whose iterations threads cannot run at once into `scf.for`:

    - one that allocates memory, as behind the C interface all iterations share
      what is allocated once,
    - one with an assertion, which ends the function,
    - one with results, as `-convert-scf-to-openmp` refuses most reductions.

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
              "Number of loops that one thread is to run">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::scf::SCFDialect"];
}

def DropBarriersPass : Pass<"reduce-drop-barriers"> {
  let summary = "Drop the barrier of a loop that ends a parallel region";
  let description = [{
    Gives `nowait` to each `omp.wsloop` that is the last operation of an
    `omp.parallel`: threads wait for each other at the end of the region anyway,
    and to do so twice costs much of what threads gain on small inputs.

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
