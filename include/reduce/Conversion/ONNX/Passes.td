//===- Passes.td - From ONNX operators in MLIR -------------*- tablegen -*-===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REDUCE_CONVERSION_ONNX_PASSES_TD
#define REDUCE_CONVERSION_ONNX_PASSES_TD

include "mlir/Pass/PassBase.td"

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

#endif // REDUCE_CONVERSION_ONNX_PASSES_TD
