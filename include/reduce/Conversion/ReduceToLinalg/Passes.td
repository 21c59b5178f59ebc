//===- Passes.td - From the reduce dialect to linalg -------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_CONVERSION_REDUCETOLINALG_PASSES_TD
#define REDUCE_CONVERSION_REDUCETOLINALG_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertReduceToLinalgPass
    : Pass<"convert-reduce-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Convert reductions to linalg.fill and linalg.generic";
  let description = [{
    Converts each operation with `ReductionOpInterface` to a `linalg.fill` of
    the combiner's identity and a `linalg.generic` whose body is the combiner. A
    reduction that keeps its dimensions ends in a `tensor.expand_shape`, one
    without axes is replaced by its input, or by what its elements give alone.

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

    Unsigned integers are compared as such and become signless; `i1` becomes
    `i8`, whose bytes are 0 and 1 in results and true where they are not 0 in
    arguments. Where a function has such reductions, so become its arguments and
    results, in its calls as well, and `reduce.element_type` tells what they were;
    other functions stay as they are. The minimum of `f16` and `bf16` is one of integer
    keys, their product one of `f32`, and a second `linalg.generic` makes the
    result of what was accumulated.

    Of the `tensor` dialect, casts, reshapes, sizes, and what creates tensors
    follow to these types. `tensor.splat`, and constants of one value and more
    than 1024 elements, become a `linalg.fill`.

    Axes that are an operand are checked by `cf.assert`: that they are in range,
    unique, and as many as the result's rank asks for. Which dimensions they
    reduce is found out once: the input is reshaped so that reduced and kept
    dimensions take turns, and an `scf.if` chooses between two reductions with
    static axes, one that ends in a reduced and one that ends in a kept
    dimension. These reshapes are `tensor.reshape`, which MLIR's own passes lower. With
    `expand-shapes` they are `tensor.expand_shape`, with which
    `-reduce-bufferize-function-boundaries` saves a copy. Refused are tensors whose
    rank is not known, or whose static sizes overflow 64 bits, and ranks above 256, or 64 where axes are an operand.

    With `name-combiners` the operation that combines in the body of a
    `linalg.generic` has the attribute `reduce.combiner` (see `#reduce.combiner`),
    by which `-reduce-vectorize` and `-reduce-split-reductions` know the operator.
    Without it, which MLIR's own tools need, they know no more than that
    operation says.

    A reduction or a `tensor.cast` that can only fail, as what it declares
    contradicts what is known of its operands, becomes a `cf.assert` that fails
    and a `tensor.empty`; a warning names both types, or the axis.
  }];
  let options = [
    Option<"allFunctions", "all-functions", "bool", /*default=*/"false",
           "Change the element types of all functions, as the lowering to LLVM "
           "and the C interface need it">,
    Option<"expandShapes", "expand-shapes", "bool", /*default=*/"false",
           "Reshape to sizes that are all unknown by tensor.expand_shape, which "
           "-reduce-lower-expand-shape takes, but not MLIR's "
           "-expand-strided-metadata">,
    Option<"nameCombiners", "name-combiners", "bool", /*default=*/"false",
           "Say by the attribute reduce.combiner in each loop which operator it "
           "has">,
  ];
  let statistics = [
    Statistic<"numConverted", "num-converted",
              "Number of reductions converted">,
    Statistic<"numDynamicAxes", "num-dynamic-axes",
              "Number of these whose axes are an operand">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // REDUCE_CONVERSION_REDUCETOLINALG_PASSES_TD
