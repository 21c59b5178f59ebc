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
    the combiner's identity and a `linalg.generic` whose body is the combiner. With
    `keepdims` a `tensor.expand_shape` follows. A reduction along no axes becomes its
    input, or an elementwise operation that reduces each element alone.

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

    Unsigned integers become signless but are compared as unsigned. `i1` becomes
    `i8`: any byte except 0 is true in arguments, and results are 0 or 1. If a
    function has such reductions, the types of its arguments and results, and of its
    calls, change, too, and `reduce.element_type` records the original ones. Other
    functions do not change. The minimum of `f16` and `bf16` is computed on integer
    keys and their product in `f32`; a second `linalg.generic` converts what was
    accumulated to the result.

    In the `tensor` dialect, casts, reshapes, `tensor.dim`, slices, and operations
    that create tensors change to these types, too. `tensor.splat`, and splat
    constants of more than 1024 elements, become a `linalg.fill`.

    For axes that are an operand, `cf.assert` checks that they are in range, that
    they are unique, and that their number fits the rank of the result. Before the
    loops, the input is reshaped so that reduced and kept dimensions alternate. Then
    an `scf.if` chooses between two reductions with static axes: in one the last
    dimension is reduced, in the other it is kept. These reshapes are
    `tensor.reshape`, which MLIR's own passes lower. With `expand-shapes` they are
    `tensor.expand_shape`, with which `-reduce-bufferize-function-boundaries` saves a
    copy.

    The pass rejects reductions of tensors whose rank is not known or whose static
    sizes overflow 64 bits, and of ranks above 256, or above 64 if axes are an
    operand.

    With `name-combiners`, the operation that combines in the body of a
    `linalg.generic` gets the attribute `reduce.combiner` (see `#reduce.combiner`),
    which identifies the operator to `-reduce-vectorize` and
    `-reduce-split-reductions`. Without it, these passes know only what that
    operation itself implies, but tools without the reduce dialect, such as MLIR's
    own, can read the output. `-reduce-strip-annotations` removes the attribute.

    A reduction or a `tensor.cast` that can only fail, because its declared type or
    an axis contradicts what is known of its operands, becomes a `cf.assert` that
    fails and a `tensor.empty`. A warning names both types, or the axis.
  }];
  let options = [
    Option<"allFunctions", "all-functions", "bool", /*default=*/"false",
           "Change the element types of all functions, as required for lowering "
           "to LLVM and for the C interface">,
    Option<"expandShapes", "expand-shapes", "bool", /*default=*/"false",
           "Use tensor.expand_shape to reshape to dynamic sizes. "
           "-reduce-lower-expand-shape lowers it; MLIR's "
           "-expand-strided-metadata does not">,
    Option<"nameCombiners", "name-combiners", "bool", /*default=*/"false",
           "Name the operator of each loop by the attribute reduce.combiner">,
  ];
  let statistics = [
    Statistic<"numConverted", "num-converted",
              "Number of reductions converted">,
    Statistic<"numDynamicAxes", "num-dynamic-axes",
              "Number of converted reductions whose axes are an operand">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def AddPartialFunctionsPass
    : Pass<"reduce-add-partial-functions", "::mlir::ModuleOp"> {
  let summary = "Add functions that reduce a tensor chunk by chunk";
  let description = [{
    Adds three functions for each public function NAME that has reductions, for
    engines that schedule tasks on the chunks of a tensor:

    - `NAME_partial` takes a chunk of each argument and returns accumulated states.
    - `NAME_merge` takes the states of several chunks, concatenated along the
      dimensions that NAME reduces, and returns the states of all of them.
    - `NAME_finish` takes the same and returns the results of NAME.

    Chunks may have any size, also 0, in each dimension. A state is a tensor with the
    rank of what is reduced, in which reduced dimensions have size 1. The combiner
    determines how many states there are and what their types are: the state of a
    product of `f16` is `f32`, which only `NAME_finish` rounds.

    Example:

    ```mlir
    func.func @least(%data: tensor<8x4xf32>) -> tensor<8xf32> {
      %min = reduce.min %data axes = [1] : tensor<8x4xf32> -> tensor<8xf32>
      return %min : tensor<8xf32>
    }
    ```

    gets

    ```
    @least_partial(%data: tensor<?x?xf32>) -> tensor<?x1xf32>
    @least_merge(%states: tensor<?x?xf32>) -> tensor<?x1xf32>
    @least_finish(%states: tensor<?x?xf32>) -> tensor<?xf32>
    ```

    NAME may consist of reductions and of elementwise operations. No reduction may
    reduce the result of another one, and no elementwise operation may combine the
    result of a reduction with elements of arguments. The order of the elements must be free, and the combiner
    must read neither positions nor the number of elements. Each result must be
    computed from a reduction. The pass fails for other functions.
  }];
  let options = [
    Option<"nameCombiners", "name-combiners", "bool", /*default=*/"false",
           "As in -convert-reduce-to-linalg">
  ];
  let statistics = [
    Statistic<"numFunctions", "num-functions",
              "Number of functions that are computed chunk by chunk">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::reduce::ReduceDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // REDUCE_CONVERSION_REDUCETOLINALG_PASSES_TD
