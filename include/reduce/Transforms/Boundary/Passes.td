//===- Passes.td - Passes on function boundaries -----------*- tablegen -*-===//
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
  let summary = "Add functions that compute result shapes and check operands";
  let description = [{
    Adds a private shape function, with the suffix `.shapes`, for each public
    function on tensors that has a result with dynamic dimensions, a `cf.assert`, or
    sizes to check. The shape function takes the same arguments.
    It returns a status, which is 0, and the size of each dynamic dimension of each
    result, in order. Its body contains those operations of the original body that
    these sizes and the assertions depend on. Its `reduce.layout` is `strided`.

    All `cf.assert` move to the shape function, so call the original function only
    after its shape function returned 0. (`-reduce-convert-assert-to-status` makes a
    failed assertion return another status.) The shape function also checks each size
    that a `tensor.cast` asserts but its source type does not, and sizes that must be
    equal for the loops of an operation of linalg but are not known to be.

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
        attributes {reduce.layout = #reduce.layout<strided>} {
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
  let dependentDialects = ["::mlir::reduce::ReduceDialect",
                           "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::tensor::TensorDialect"];
}

def AddStridedVariantsPass : Pass<"reduce-add-strided-variants", "::mlir::ModuleOp"> {
  let summary = "Clone each public function for operands that are not contiguous";
  let description = [{
    Clones each public function on tensors that has a body. The clone is private, its
    name ends in `.strided`, and its `reduce.layout` is `strided`. It keeps
    scalar loops, since `-reduce-collapse-dims` and `-reduce-vectorize` skip it. It
    takes memrefs of any strides once `-reduce-bufferize-function-boundaries` has
    run.

    If a `linalg.generic` reduction reads an argument in rows, there is a second
    clone, with the suffix `.rows` and the layout `inner_contiguous`. It is for arguments
    whose innermost stride is 1, such as a slice of some columns of a matrix, and for
    contiguous results. `-reduce-vectorize` vectorizes this one. Other functions
    would have to copy the argument first, or have nothing to vectorize. Nor do functions
    of many tensors have this clone: compiling each of their reductions once more takes
    long, and the clone helps only if no tensor of a call has other gaps.

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
        attributes {reduce.layout = #reduce.layout<strided>} {
      %min = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
      return %min : tensor<3xf32>
    }
    ```
  }];
  let options = [
    Option<"rows", "rows", "bool", /*default=*/"true",
           "Also make variants for contiguous rows">,
    Option<"maxRowsTensors", "max-rows-tensors", "unsigned", /*default=*/"256",
           "Maximum number of tensors of a function with such a variant">
  ];
  let statistics = [
    Statistic<"numStrided", "num-strided",
              "Number of variants for any strides added">,
    Statistic<"numRows", "num-rows",
              "Number of variants for contiguous rows added">
  ];
  let dependentDialects = ["::mlir::reduce::ReduceDialect"];
}

def BufferizeFunctionBoundariesPass
    : Pass<"reduce-bufferize-function-boundaries", "::mlir::ModuleOp"> {
  let summary = "Turn functions on tensors into functions that fill memrefs";
  let description = [{
    Replaces the tensors in the signature of each function with a body by memrefs. An
    argument becomes a memref that is only read. A result becomes an additional
    argument, marked `bufferize.result`, that the function fills. A result that is
    computed from a `tensor.empty` is written to this argument directly, without a
    buffer of its own. One-shot bufferization must follow.

    Memrefs are contiguous. In a function with `reduce.layout` they may have any
    strides and offset instead; if it is `inner_contiguous`, arguments have an innermost
    stride of 1, and results are contiguous. Results of kernels
    (`-reduce-outline-kernels`) that are a single row may have any offset. Dimensions of
    size 0 are not a special case. The type of another function that is called cannot
    change, so such a function is an error: inline first. If a function has a `memref.dealloc`, its allocations and
    deallocations are marked `bufferization.manual_deallocation`, so that the
    deallocation pipeline ignores them.

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

def BufferizeFunctionsPass : Pass<"reduce-bufferize-functions", "::mlir::ModuleOp"> {
  let summary = "Bufferize each function alone, several at a time";
  let description = [{
    Runs upstream's One-Shot Bufferize on each function, on as many threads as the context
    has. Upstream's `-one-shot-bufferize` bufferizes a module in one thread, which takes longer
    than any other pass on a model of many kernels. Functions with constant tensors, whose
    buffers are globals of the module, are bufferized one after the other. Arguments and
    results stay as they are, so run `-reduce-bufferize-function-boundaries` before.

    Example:

    ```mlir
    func.func @fill(%value: f32, %out: memref<8xf32>) {
      %empty = tensor.empty() : tensor<8xf32>
      %filled = linalg.fill ins(%value : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
      bufferization.materialize_in_destination %filled in restrict writable %out
          : (tensor<8xf32>, memref<8xf32>) -> ()
      return
    }
    ```
  }];
  let statistics = [
    Statistic<"numApart", "num-apart",
              "Number of operations of the module that several threads bufferized">
  ];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // REDUCE_TRANSFORMS_BOUNDARY_PASSES_TD
