//===- Passes.td - Conversion passes -----------------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_CONVERSION_PASSES_TD
#define REDUCE_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertReduceToLinalgPass : Pass<"convert-reduce-to-linalg"> {
  let summary = "Convert reductions to linalg.fill and linalg.generic";
  let description = [{
    Converts each operation with `ReductionOpInterface` to a `linalg.fill` of
    the combiner's identity and a `linalg.generic` whose body is the combiner. A
    reduction that keeps its dimensions ends in a `tensor.expand_shape`, one
    without axes is replaced by its input.

    Example: this function

    ```mlir
    func.func @min(%data: tensor<3x2xf32>) -> tensor<3x1xf32> {
      %min = reduce.min %data axes = [1] keepdims : tensor<3x2xf32> -> tensor<3x1xf32>
      return %min : tensor<3x1xf32>
    }
    ```

    becomes

    ```mlir
    func.func @min(%data: tensor<3x2xf32>) -> tensor<3x1xf32> {
      %identity = arith.constant 0x7F800000 : f32
      %empty = tensor.empty() : tensor<3xf32>
      %fill = linalg.fill ins(%identity : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
      %generic = linalg.generic {
          indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
          iterator_types = ["parallel", "reduction"]}
          ins(%data : tensor<3x2xf32>) outs(%fill : tensor<3xf32>) {
      ^bb0(%element: f32, %accumulator: f32):
        %min = arith.minimumf %element, %accumulator fastmath<nsz> : f32
        linalg.yield %min : f32
      } -> tensor<3xf32>
      %expanded = tensor.expand_shape %generic [[0, 1]] output_shape [3, 1]
          : tensor<3xf32> into tensor<3x1xf32>
      return %expanded : tensor<3x1xf32>
    }
    ```

    Element types are f32, f64, i32 and i64; any other is an error.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // REDUCE_CONVERSION_PASSES_TD
