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
include "reduce/Conversion/ForeignPasses.td"

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

def ConvertONNXToReducePass
    : Pass<"convert-onnx-to-reduce", "::mlir::ModuleOp"> {
  let summary = "Convert ONNX's reductions in onnx-mlir's and torch-mlir's IR";
  let description = [{
    Converts what the importer of ONNX models converts, by the same rules, in
    functions that other compilers made of such models. Their dialects need not
    be registered: without them, this pass takes what these compilers print with
    `--mlir-print-op-generic`, and the tool needs `--allow-unregistered-dialect`.

    - onnx-mlir's `"onnx.ReduceMin"`, `"onnx.ReduceProd"`: the newest version of
      the operator, or, of a name that ends in V and a number, that one. Axes
      are an attribute or an operand: a constant, computed at run time, or left
      out as `"onnx.NoValue"`. One axis may be a tensor of rank 0: ONNX has none,
      but onnx-mlir makes them. The rank of the input has to be known, so
      onnx-mlir's `--shape-inference` comes first. In a function in which no
      operation of the onnx dialect is left except constants, these become
      `arith.constant`, `onnx.Return` becomes `func.return`, `onnx.name` and
      `onnx.dim_params` become `reduce.name` and `reduce.dim_params`, and an
      `onnx.EntryPoint` to it, which serves onnx-mlir's own runtime, is erased.
      Elsewhere a missed remark names what is left.
    - torch-mlir's `torch.operator "onnx.ReduceMin"`, `"onnx.ReduceProd"`: the
      version in the opset that `torch.onnx_meta.opset_version` of the function
      names. Values become tensors by `torch_c.to_builtin_tensor` and go back by
      `torch_c.from_builtin_tensor`, as in torch-mlir's own conversions, so that
      its `-torch-func-backend-type-conversion` and
      `-torch-finalizing-backend-type-conversion` finish the function; where
      these operations are neither registered nor may be unregistered, by
      `builtin.unrealized_conversion_cast`.

    A result of a type that says less or more than is known ends in a
    `tensor.cast`; `-reduce-infer-shapes` removes it where it can. What does not
    match stays as it was, and a missed remark of the category
    `convert-onnx-to-reduce` says why.

    Example: this function of onnx-mlir

    <!-- RUN: reduce-opt %s --allow-unregistered-dialect -convert-onnx-to-reduce | diff -B - %next -->
    ```mlir
    module {
      func.func @main_graph(%arg0: tensor<3x2x2xf32>) -> tensor<3x2xf32> {
        %0 = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
        %1 = "onnx.ReduceMin"(%arg0, %0) {keepdims = 0 : si64} : (tensor<3x2x2xf32>, tensor<1xi64>) -> tensor<3x2xf32>
        "onnx.Return"(%1) : (tensor<3x2xf32>) -> ()
      }
      "onnx.EntryPoint"() {func = @main_graph} : () -> ()
    }
    ```

    becomes

    ```mlir
    module {
      func.func @main_graph(%arg0: tensor<3x2x2xf32>) -> tensor<3x2xf32> {
        %min = reduce.min %arg0 axes = [1] : tensor<3x2x2xf32> -> tensor<3x2xf32>
        return %min : tensor<3x2xf32>
      }
    }
    ```
  }];
  let statistics = [
    Statistic<"numConverted", "num-converted",
              "Number of operations converted">,
    Statistic<"numLeft", "num-left", "Number of operations left as they were">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::reduce::ReduceDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ConvertTorchTensorsToBuiltinPass
    : Pass<"convert-torch-tensors-to-builtin", "::mlir::ModuleOp"> {
  let summary = "Give functions of torch-mlir MLIR's own tensors";
  let description = [{
    Does for functions from which `-convert-onnx-to-reduce` took the operators,
    and for their calls, what torch-mlir's own conversion of types does, where
    torch-mlir is not at hand: values of `!torch.vtensor` become tensors. Other
    than there, unsigned integers stay unsigned. What else uses torch-mlir's
    type is left, between `torch_c.from_builtin_tensor` and
    `torch_c.to_builtin_tensor`.

    Example: this function of torch-mlir, in the generic form,

    <!-- RUN: reduce-opt %s --allow-unregistered-dialect -convert-onnx-to-reduce -convert-torch-tensors-to-builtin | diff -B - %next -->
    ```mlir
    module {
      func.func @rows(%arg0: !torch.vtensor<[3,2],f32>) -> !torch.vtensor<[3],f32> attributes {torch.onnx_meta.opset_version = 13 : si64} {
        %none = "torch.constant.none"() : () -> !torch.none
        %0 = "torch.operator"(%arg0) <{name = "onnx.ReduceMin"}> {torch.onnx.axes = [1 : si64], torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[3,2],f32>) -> !torch.vtensor<[3],f32>
        return %0 : !torch.vtensor<[3],f32>
      }
    }
    ```

    becomes

    ```mlir
    module {
      func.func @rows(%arg0: tensor<3x2xf32>) -> tensor<3xf32> attributes {torch.onnx_meta.opset_version = 13 : si64} {
        %min = reduce.min %arg0 axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
        return %min : tensor<3xf32>
      }
    }
    ```
  }];
  let statistics = [
    Statistic<"numFunctions", "num-functions",
              "Number of functions whose type changed">,
    Statistic<"numConversions", "num-conversions",
              "Number of conversions of tensors dropped">
  ];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

#endif // REDUCE_CONVERSION_PASSES_TD
