//===- Passes.td - Conversion of ONNX operators in MLIR ----*- tablegen -*-===//
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
    Converts reductions in functions that other compilers made from ONNX models, by
    the same rules as the importer of ONNX models. The dialects of these compilers
    need not be registered: this pass also accepts their output with
    `--mlir-print-op-generic`, for which the tool needs
    `--allow-unregistered-dialect`.

    - onnx-mlir's `"onnx.ReduceMin"` and `"onnx.ReduceProd"`: A name that ends in V
      and a number is that version of the operator; any other is the newest one.
      Axes are an attribute or an operand: a constant, a value computed at run time,
      or `"onnx.NoValue"` if omitted. A single axis may be a tensor of rank 0: ONNX
      does not allow this, but onnx-mlir produces it. The rank of the input must be
      known, so run onnx-mlir's `--shape-inference` first.

      If a function then contains no other operations of the onnx dialect than
      constants, the constants become `arith.constant`, `onnx.Return` becomes
      `func.return`, and `onnx.name` and `onnx.dim_params` become `reduce.name` and
      `reduce.dim_params`. An `onnx.EntryPoint` for it, which only onnx-mlir's own
      runtime uses, is erased. For other functions a missed remark names an operation
      that is left.
    - torch-mlir's `torch.operator "onnx.ReduceMin"` and `"onnx.ReduceProd"`: The
      function's `torch.onnx_meta.opset_version` determines the version. Values are
      converted to tensors by `torch_c.to_builtin_tensor` and back by
      `torch_c.from_builtin_tensor`, as in torch-mlir's own conversions. So
      torch-mlir's `-torch-func-backend-type-conversion` and
      `-torch-finalizing-backend-type-conversion` can finish the function. If these
      operations are not registered and unregistered ones are not allowed,
      `builtin.unrealized_conversion_cast` is used instead.

    If the declared type of a result has more or fewer static sizes than the
    inferred one, a `tensor.cast` follows; `-reduce-infer-shapes` removes it where
    possible. An operation that does not match is left unchanged, and a missed remark
    of the category `convert-onnx-to-reduce` gives the reason.

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
  let summary = "Convert torch-mlir's tensors in functions to builtin tensors";
  let description = [{
    Converts `!torch.vtensor` to tensor types in functions and calls, once
    `-convert-onnx-to-reduce` has converted the operators. It replaces torch-mlir's
    own type conversion where torch-mlir is not available, except that unsigned
    integers remain unsigned. Other operations that use torch-mlir's type keep it:
    their operands come from `torch_c.from_builtin_tensor`, and their results go to
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
