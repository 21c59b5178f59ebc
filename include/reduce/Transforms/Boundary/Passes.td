//===- Passes.td - Passes over functions -------------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_TRANSFORMS_BOUNDARY_PASSES_TD
#define REDUCE_TRANSFORMS_BOUNDARY_PASSES_TD

include "mlir/Pass/PassBase.td"

def AddShapeFunctionsPass : Pass<"reduce-add-shape-functions", "::mlir::ModuleOp"> {
  let summary = "Split off what computes the shapes of results and checks operands";
  let description = [{
    Gives each public function on tensors a private one, named with the suffix
    `.shapes`, where a result has dynamic dimensions or the function contains
    `cf.assert`. It takes the same arguments and returns a status, which is 0,
    and the size of each dynamic dimension of each result, in order. Of the
    function's body it keeps what these sizes and the assertions need; it has the
    attribute `reduce.strided`.

    All `cf.assert` move there: the function itself is to be called only after
    its shape function returned 0. (`-reduce-convert-assert-to-status` makes the
    failed ones return another status.) So are the sizes checked that a
    `tensor.cast` claims and its source does not have.

    Example:

    ```mlir
    func.func @rows(%data: tensor<?x?xf32>) -> tensor<?xf32> {
      %zero = arith.constant 0 : index
      %rows = tensor.dim %data, %zero : tensor<?x?xf32>
      %empty = tensor.empty(%rows) : tensor<?xf32>
      %min = linalg.reduce { arith.minimumf } ins(%data : tensor<?x?xf32>)
          outs(%empty : tensor<?xf32>) dimensions = [1]
      return %min : tensor<?xf32>
    }
    ```

    gains

    ```mlir
    func.func private @rows.shapes(%data: tensor<?x?xf32>) -> (i32, index)
        attributes {reduce.strided} {
      %ok = arith.constant 0 : i32
      %zero = arith.constant 0 : index
      %rows = tensor.dim %data, %zero : tensor<?x?xf32>
      return %ok, %rows : i32, index
    }
    ```
  }];
  let statistics = [
    Statistic<"numFunctions", "num-functions",
              "Number of shape functions added">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::tensor::TensorDialect"];
}

def AddStridedVariantsPass : Pass<"reduce-add-strided-variants", "::mlir::ModuleOp"> {
  let summary = "Clone each public function for operands that are not contiguous";
  let description = [{
    Clones each public function on tensors, with a body, to a private one whose
    name ends in `.strided` and which has the attribute `reduce.strided`. The
    clone keeps scalar loops (`-reduce-collapse-dims` and `-reduce-vectorize`
    pass it by) and takes memrefs of any strides once
    `-reduce-bufferize-function-boundaries` has run.

    Where a reduction on `linalg.generic` reads an argument in rows, there is a
    second clone, named with the suffix `.rows` and with
    `reduce.strided = "rows"`, for arguments whose innermost stride is 1 and
    contiguous results, as for a slice of some columns of a matrix.
    `-reduce-vectorize` does reach this one. Other functions would have to copy
    the argument first, or have nothing to vectorize.

    Example:

    ```mlir
    func.func @min(%data: tensor<3x2xf32>) -> tensor<3xf32> {
      %min = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
      return %min : tensor<3xf32>
    }
    ```

    gains

    ```mlir
    func.func private @min.strided(%data: tensor<3x2xf32>) -> tensor<3xf32>
        attributes {reduce.strided} {
      %min = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
      return %min : tensor<3xf32>
    }
    ```
  }];
  let options = [
    Option<"rows", "rows", "bool", /*default=*/"true",
           "Make variants for contiguous rows, too">
  ];
  let statistics = [
    Statistic<"numStrided", "num-strided",
              "Number of variants for any strides added">,
    Statistic<"numRows", "num-rows",
              "Number of variants for contiguous rows added">
  ];
}

def BufferizeFunctionBoundariesPass
    : Pass<"reduce-bufferize-function-boundaries", "::mlir::ModuleOp"> {
  let summary = "Turn functions on tensors into functions that fill memrefs";
  let description = [{
    Gives each function with a body memrefs in the place of its tensors: an
    argument becomes a memref that is only read, a result becomes a further
    argument, marked `bufferize.result`, that the function fills. Where a result
    grows out of a `tensor.empty`, it is computed in its argument right away, so
    that no buffer has to be allocated for it. One-shot bufferization is to
    follow.

    Memrefs are contiguous, but in a function with `reduce.strided` they have
    any strides and offset; if it says "rows", arguments have an innermost stride
    of 1, and results are contiguous. Dimensions of size 0 are no special case. A function
    that is called cannot change its type and is an error: inline first. What a
    function frees itself, by `memref.dealloc`, is marked
    `bufferization.manual_deallocation`, for the deallocation of the rest.

    Example: this function

    ```mlir
    func.func @fill(%value: f32, %data: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
      %empty = tensor.empty() : tensor<3xf32>
      %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
      return %fill, %data : tensor<3xf32>, tensor<3xf32>
    }
    ```

    becomes

    ```mlir
    func.func @fill(%value: f32, %data: memref<3xf32>,
                    %out0: memref<3xf32> {bufferize.result},
                    %out1: memref<3xf32> {bufferize.result}) {
      %tensor = bufferization.to_tensor %data restrict : memref<3xf32> to tensor<3xf32>
      %empty = bufferization.to_tensor %out0 restrict writable : memref<3xf32> to tensor<3xf32>
      %fill = linalg.fill ins(%value : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
      bufferization.materialize_in_destination %fill in restrict writable %out0
          : (tensor<3xf32>, memref<3xf32>) -> ()
      bufferization.materialize_in_destination %tensor in restrict writable %out1
          : (tensor<3xf32>, memref<3xf32>) -> ()
      return
    }
    ```
  }];
  let statistics = [
    Statistic<"numFunctions", "num-functions",
              "Number of functions bufferized">
  ];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // REDUCE_TRANSFORMS_BOUNDARY_PASSES_TD
