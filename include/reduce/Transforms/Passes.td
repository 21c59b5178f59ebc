//===- Passes.td - Transformation passes -------------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_PASSES_TD
#define REDUCE_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def CollapseReductionDimsPass : Pass<"reduce-collapse-dims"> {
  let summary = "Collapse neighbouring dimensions of one kind";
  let description = [{
    Collapses each run of neighbouring loops of a `linalg.generic` reduction
    that are all parallel or all reduced into one loop, where every operand
    stores these dimensions next to each other. What is left alternates between
    the two kinds.

    Example: dimensions 0 and 1 are kept, 2 and 3 reduced.

    ```mlir
    func.func @collapse(%data: tensor<2x3x4x5xf32>, %init: tensor<2x3xf32>) -> tensor<2x3xf32> {
      %0 = linalg.generic {
          indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>,
                           affine_map<(a, b, c, d) -> (a, b)>],
          iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
          ins(%data : tensor<2x3x4x5xf32>) outs(%init : tensor<2x3xf32>) {
      ^bb0(%element: f32, %accumulator: f32):
        %1 = arith.minimumf %accumulator, %element : f32
        linalg.yield %1 : f32
      } -> tensor<2x3xf32>
      return %0 : tensor<2x3xf32>
    }
    ```

    The loops become two, over 6 rows and 20 columns.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def VectorizeReductionsPass : Pass<"reduce-vectorize"> {
  let summary = "Turn reductions into loops over vectors";
  let description = [{
    Turns each `linalg.generic` reduction on tensors of static shape into
    `scf.for` loops over operations of the vector dialect, by the first strategy
    that fits:

    - `inner`: the innermost dimension is reduced (and perhaps all others). One
      vector of several machine vectors accumulates a row; at the end of the
      row its lanes are combined.
    - `outer`: the innermost dimension is kept. Strips of columns accumulate in
      vectors while the loops walk the rows.

    Tails are read as vectors of ever smaller powers of two. A reduction that no
    strategy fits is left for `-convert-linalg-to-loops`, with a remark that
    says why (`--remark-format=emitRemark --remarks-filter=reduce`).

    Example:

    ```mlir
    func.func @rows(%data: tensor<8x1024xi32>, %init: tensor<8xi32>) -> tensor<8xi32> {
      %0 = linalg.generic {
          indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%data : tensor<8x1024xi32>) outs(%init : tensor<8xi32>) {
      ^bb0(%element: i32, %accumulator: i32):
        %1 = arith.minsi %accumulator, %element : i32
        linalg.yield %1 : i32
      } -> tensor<8xi32>
      return %0 : tensor<8xi32>
    }
    ```

    With `vector-bits=512` and `accumulators=8` the loop over a row reads
    `vector<128xi32>`.
  }];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", /*default=*/"128",
           "Bits of a machine vector">,
    Option<"accumulators", "accumulators", "unsigned", /*default=*/"8",
           "Machine vectors that accumulate side by side">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect",
                           "::mlir::vector::VectorDialect"];
}

#endif // REDUCE_TRANSFORMS_PASSES_TD
