// Functions of onnx-mlir with callers, lowered and run by MLIR's own tools.

// RUN: reduce-opt %s --allow-unregistered-dialect --convert-onnx-to-reduce --canonicalize --reduce-to-llvm-pipeline -o %t.mlir
// RUN: mlir-runner %t.mlir -e least -entry-point-result=f32 | FileCheck %s --check-prefix=LEAST
// LEAST: -7.000000e+00
// RUN: mlir-runner %t.mlir -e product -entry-point-result=i64 | FileCheck %s --check-prefix=PRODUCT
// PRODUCT: -3024

func.func private @least_of_row(%arg0: tensor<2x3xf32> {onnx.name = "x"}) -> (tensor<2xf32> {onnx.name = "y"}) {
  %0 = "onnx.Constant"() {value = dense<-1> : tensor<1xi64>} : () -> tensor<1xi64>
  %1 = "onnx.ReduceMin"(%arg0, %0) {keepdims = 0 : si64, noop_with_empty_axes = 0 : si64} : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2xf32>
  "onnx.Return"(%1) : (tensor<2xf32>) -> ()
}

func.func private @product_of_column(%arg0: tensor<2x2xi64>) -> tensor<1x2xi64> {
  %0 = "onnx.ReduceProdV13"(%arg0) {axes = [0], keepdims = 1 : si64} : (tensor<2x2xi64>) -> tensor<1x2xi64>
  func.return %0 : tensor<1x2xi64>
}

func.func @least() -> f32 {
  %data = arith.constant dense<[[1.0, -5.0, 3.0], [4.0, 0.5, -7.0]]> : tensor<2x3xf32>
  %rows = call @least_of_row(%data) : (tensor<2x3xf32>) -> tensor<2xf32>
  %c1 = arith.constant 1 : index
  %least = tensor.extract %rows[%c1] : tensor<2xf32>
  return %least : f32
}

func.func @product() -> i64 {
  %data = arith.constant dense<[[5, -42], [7, 72]]> : tensor<2x2xi64>
  %columns = call @product_of_column(%data) : (tensor<2x2xi64>) -> tensor<1x2xi64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %product = tensor.extract %columns[%c0, %c1] : tensor<1x2xi64>
  return %product : i64
}
