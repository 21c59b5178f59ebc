// RUN: reduce-opt %s --irdl-file=%S/Inputs/torch.irdl.mlir --convert-onnx-to-reduce --remark-format=emitRemark --remarks-filter-missed='convert-onnx.*' --split-input-file --verify-diagnostics | FileCheck %s

// With the torch dialect registered, and unregistered dialects not allowed.

// CHECK-LABEL: func.func @converted(
// CHECK-SAME:    %[[DATA:.*]]: !torch.vtensor<[3, 2], f32>)
// CHECK-NEXT:    %[[TENSOR:.*]] = builtin.unrealized_conversion_cast %[[DATA]] : !torch.vtensor<[3, 2], f32> to tensor<3x2xf32>
// CHECK-NEXT:    %[[MIN:.*]] = reduce.min %[[TENSOR]] axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
// CHECK-NEXT:    %[[RESULT:.*]] = builtin.unrealized_conversion_cast %[[MIN]] : tensor<3xf32> to !torch.vtensor<[3], f32>
// CHECK-NEXT:    return %[[RESULT]]
func.func @converted(%data: !torch.vtensor<[3, 2], f32>) -> !torch.vtensor<[3], f32> attributes {torch.onnx_meta.opset_version = 17 : si64} {
  %0 = "torch.operator"(%data) {name = "onnx.ReduceMin", torch.onnx.axes = [1 : si64], torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[3, 2], f32>) -> !torch.vtensor<[3], f32>
  return %0 : !torch.vtensor<[3], f32>
}

// -----

// CHECK-LABEL: func.func @not_converted
// CHECK:         "torch.operator"
func.func @not_converted(%data: !torch.vtensor<[3], si8>) -> !torch.vtensor<[1], si8> attributes {torch.onnx_meta.opset_version = 17 : si64} {
  // expected-remark @below {{[Missed] ConvertONNXToReduce | Category:convert-onnx-to-reduce | Function=not_converted | Reason="left as it is: ReduceProd-13 does not accept element type int8"}}
  %0 = "torch.operator"(%data) {name = "onnx.ReduceProd"} : (!torch.vtensor<[3], si8>) -> !torch.vtensor<[1], si8>
  return %0 : !torch.vtensor<[1], si8>
}
