func.func @onnx(%a: tensor<3x?xf32>, %k: tensor<?xi64>) -> (tensor<3x1xf32>, tensor<1x1xf32>, tensor<?x?xf32>) {
  %none = "onnx.NoValue"() {value} : () -> none
  %axes = "onnx.Constant"() {value = dense<[1]> : tensor<1xi64>} : () -> tensor<1xi64>
  %0 = "onnx.ReduceMin"(%a, %axes) {keepdims = 1 : si64, noop_with_empty_axes = 0 : si64} : (tensor<3x?xf32>, tensor<1xi64>) -> tensor<3x1xf32>
  %1 = "onnx.ReduceProdV13"(%0) {axes = [0, -1], keepdims = 1 : si64} : (tensor<3x1xf32>) -> tensor<1x1xf32>
  %2 = "onnx.ReduceProd"(%a, %k) {onnx_node_name = "n"} : (tensor<3x?xf32>, tensor<?xi64>) -> tensor<?x?xf32>
  %3 = "onnx.ReduceMin"(%a, %none) : (tensor<3x?xf32>, none) -> tensor<1x1xf32>
  return %0, %1, %2 : tensor<3x1xf32>, tensor<1x1xf32>, tensor<?x?xf32>
}
