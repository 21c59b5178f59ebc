func.func @torch(%a: !torch.vtensor<[3,?],si64>) -> !torch.vtensor<[?],si64> attributes {torch.onnx_meta.opset_version = 18 : si64} {
  %axes = "torch.operator"() <{name = "onnx.Constant"}> {torch.onnx.value = dense<1> : tensor<1xsi64>} : () -> !torch.vtensor<[1],si64>
  %none = "torch.constant.none"() : () -> !torch.none
  %literal = "torch.vtensor.literal"() <{value = dense<0> : tensor<1xsi64>}> : () -> !torch.vtensor<[1],si64>
  %0 = "torch.operator"(%a, %axes) <{name = "onnx.ReduceMin"}> {torch.onnx.keepdims = 1 : si64} : (!torch.vtensor<[3,?],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[3,1],si64>
  %1 = "torch.operator"(%0, %literal) <{name = "onnx.ReduceProd"}> {torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[3,1],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[?],si64>
  %2 = "torch.operator"(%0, %none) <{name = "onnx.ReduceProd"}> : (!torch.vtensor<[3,1],si64>, !torch.none) -> !torch.vtensor<[1,1],si64>
  return %1 : !torch.vtensor<[?],si64>
}
