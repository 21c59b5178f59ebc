// RUN: reduce-opt %s --allow-unregistered-dialect --convert-onnx-to-reduce | FileCheck %s

// Operations that nobody converts keep the values that they use.

// CHECK-LABEL: func.func @main_graph(
// CHECK-SAME:    %[[DATA:.*]]: tensor<3x2xf32>)
// CHECK-NEXT:    %[[AXES:.*]] = "onnx.Constant"()
// CHECK-NEXT:    %[[RELU:.*]] = "onnx.Relu"(%[[DATA]])
// CHECK-NEXT:    %[[MIN:.*]] = reduce.min %[[RELU]] axes = [1] keepdims : tensor<3x2xf32> -> tensor<3x1xf32>
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[MIN]] : tensor<3x1xf32> to tensor<*xf32>
// CHECK-NEXT:    %[[SQUEEZED:.*]] = "onnx.Squeeze"(%[[CAST]], %[[AXES]])
// CHECK-NEXT:    "onnx.Return"(%[[SQUEEZED]])
// CHECK:       "onnx.EntryPoint"()
func.func @main_graph(%data: tensor<3x2xf32>) -> tensor<3xf32> {
  %axes = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
  %0 = "onnx.Relu"(%data) : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %1 = "onnx.ReduceMin"(%0, %axes) {keepdims = 1 : si64} : (tensor<3x2xf32>, tensor<1xi64>) -> tensor<*xf32>
  %2 = "onnx.Squeeze"(%1, %axes) : (tensor<*xf32>, tensor<1xi64>) -> tensor<3xf32>
  "onnx.Return"(%2) : (tensor<3xf32>) -> ()
}
"onnx.EntryPoint"() {func = @main_graph} : () -> ()
