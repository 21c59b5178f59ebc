// RUN: reduce-opt %s --allow-unregistered-dialect --convert-onnx-to-reduce --split-input-file --verify-diagnostics | FileCheck %s --implicit-check-not='"torch.operator"'

// The operators of ONNX in torch-mlir's IR, in the generic form.

// The opset of the function selects the version.
// Clauses opset-selection, axes-source.
// CHECK-LABEL: func.func @min_20(
// CHECK-SAME:    %[[DATA:.*]]: !torch.vtensor<[4,2],i1>)
// CHECK-NEXT:    %[[TENSOR:.*]] = "torch_c.to_builtin_tensor"(%[[DATA]]) : (!torch.vtensor<[4,2],i1>) -> tensor<4x2xi1>
// CHECK-NEXT:    %[[MIN:.*]] = reduce.min %[[TENSOR]] axes = [1] keepdims : tensor<4x2xi1> -> tensor<4x1xi1>
// CHECK-NEXT:    %[[RESULT:.*]] = "torch_c.from_builtin_tensor"(%[[MIN]]) : (tensor<4x1xi1>) -> !torch.vtensor<[4,1],i1>
// CHECK-NEXT:    return %[[RESULT]] : !torch.vtensor<[4,1],i1>
func.func @min_20(%data: !torch.vtensor<[4,2],i1>) -> !torch.vtensor<[4,1],i1> attributes {torch.onnx_meta.ir_version = 9 : si64, torch.onnx_meta.opset_version = 20 : si64} {
  %axes = "torch.operator"() <{name = "onnx.Constant"}> {torch.onnx.value = dense<1> : tensor<1xsi64>} : () -> !torch.vtensor<[1],si64>
  %0 = "torch.operator"(%data, %axes) <{name = "onnx.ReduceMin"}> {torch.onnx.keepdims = 1 : si64} : (!torch.vtensor<[4,2],i1>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[4,1],i1>
  return %0 : !torch.vtensor<[4,1],i1>
}

// -----

// CHECK-LABEL: func.func @prod_13
// CHECK:         reduce.prod %{{.*}} axes = [-1, 0] : tensor<3x?x2xi64> -> tensor<?xi64>
func.func @prod_13(%data: !torch.vtensor<[3,?,2],si64>) -> !torch.vtensor<[?],si64> attributes {torch.onnx_meta.opset_version = 17 : si64} {
  %0 = "torch.operator"(%data) <{name = "onnx.ReduceProd"}> {torch.onnx.axes = [-1 : si64, 0 : si64], torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[3,?,2],si64>) -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}

// -----

// Each form that axes can have.
// Clause empty-axes.
// CHECK-LABEL: func.func @axes
// CHECK:         reduce.min %{{.*}} axes = [1] keepdims
// CHECK:         reduce.min %{{.*}} axes = [0, 1] keepdims
// CHECK:         reduce.min %{{.*}} axes = [-1] keepdims
// CHECK:         reduce.min %{{.*}} axes = [0, 1] keepdims
// CHECK-NOT:     torch.constant.none
// CHECK-NOT:     torch.vtensor.literal
func.func @axes(%data: !torch.vtensor<[3,2],f16>) -> (!torch.vtensor<[3,1],f16>, !torch.vtensor<[1,1],f16>, !torch.vtensor<[3,1],f16>, !torch.vtensor<[1,1],f16>) attributes {torch.onnx_meta.opset_version = 18 : si64} {
  %literal = "torch.vtensor.literal"() <{value = dense<1> : tensor<1xsi64>}> : () -> !torch.vtensor<[1],si64>
  %0 = "torch.operator"(%data, %literal) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3,2],f16>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[3,1],f16>
  %integers = "torch.operator"() <{name = "onnx.Constant"}> {torch.onnx.value_ints = [0 : si64, 1 : si64]} : () -> !torch.vtensor<[2],si64>
  %1 = "torch.operator"(%data, %integers) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3,2],f16>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,1],f16>
  %resource = "torch.operator"() <{name = "onnx.Constant"}> {torch.onnx.value = dense_resource<_axes> : tensor<1xsi64>} : () -> !torch.vtensor<[1],si64>
  %2 = "torch.operator"(%data, %resource) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3,2],f16>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[3,1],f16>
  %none = "torch.constant.none"() : () -> !torch.none
  %3 = "torch.operator"(%data, %none) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3,2],f16>, !torch.none) -> !torch.vtensor<[1,1],f16>
  return %0, %1, %2, %3 : !torch.vtensor<[3,1],f16>, !torch.vtensor<[1,1],f16>, !torch.vtensor<[3,1],f16>, !torch.vtensor<[1,1],f16>
}

{-#
  dialect_resources: {
    builtin: {
      _axes: "0x08000000FFFFFFFFFFFFFFFF"
    }
  }
#-}

// -----

// Clause runtime-axes.
// CHECK-LABEL: func.func @runtime_axes(
// CHECK-SAME:    %[[DATA:[^:]*]]: !torch.vtensor<[3,2],f32>, %[[AXES:[^:]*]]: !torch.vtensor<[1],si64>)
// CHECK-NEXT:    %[[TENSOR:.*]] = "torch_c.to_builtin_tensor"(%[[DATA]])
// CHECK-NEXT:    %[[DIMS:.*]] = "torch_c.to_builtin_tensor"(%[[AXES]]) : (!torch.vtensor<[1],si64>) -> tensor<1xi64>
// CHECK-NEXT:    %[[MIN:.*]] = reduce.min %[[TENSOR]] axes = %[[DIMS]] keepdims : tensor<3x2xf32>, tensor<1xi64> -> tensor<?x?xf32>
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[MIN]] : tensor<?x?xf32> to tensor<3x1xf32>
// CHECK-NEXT:    "torch_c.from_builtin_tensor"(%[[CAST]])
func.func @runtime_axes(%data: !torch.vtensor<[3,2],f32>, %axes: !torch.vtensor<[1],si64>) -> !torch.vtensor<[3,1],f32> attributes {torch.onnx_meta.opset_version = 18 : si64} {
  %0 = "torch.operator"(%data, %axes) <{name = "onnx.ReduceMin"}> {torch.onnx.keepdims = 1 : si64} : (!torch.vtensor<[3,2],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[3,1],f32>
  return %0 : !torch.vtensor<[3,1],f32>
}

// -----

// torch-mlir gives tensors signless types when it converts a function.
// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME:    %[[DATA:.*]]: !torch.vtensor<[3,2],ui8>)
// CHECK-NEXT:    %[[TENSOR:.*]] = "torch_c.to_builtin_tensor"(%[[DATA]]) : (!torch.vtensor<[3,2],ui8>) -> tensor<3x2xi8>
// CHECK-NEXT:    %[[UNSIGNED:.*]] = tensor.bitcast %[[TENSOR]] : tensor<3x2xi8> to tensor<3x2xui8>
// CHECK-NEXT:    %[[MIN:.*]] = reduce.min %[[UNSIGNED]] axes = [0, 1] : tensor<3x2xui8> -> tensor<ui8>
// CHECK-NEXT:    %[[SIGNLESS:.*]] = tensor.bitcast %[[MIN]] : tensor<ui8> to tensor<i8>
// CHECK-NEXT:    "torch_c.from_builtin_tensor"(%[[SIGNLESS]]) : (tensor<i8>) -> !torch.vtensor<[],ui8>
func.func @unsigned(%data: !torch.vtensor<[3,2],ui8>) -> !torch.vtensor<[],ui8> attributes {torch.onnx_meta.opset_version = 18 : si64} {
  %0 = "torch.operator"(%data) <{name = "onnx.ReduceMin"}> {torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[3,2],ui8>) -> !torch.vtensor<[],ui8>
  return %0 : !torch.vtensor<[],ui8>
}

// -----

// There is no conversion to torch-mlir's type between two reductions, unless
// another operation uses it.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[DATA:.*]]: !torch.vtensor<[3, 2], bf16>)
// CHECK-NEXT:    %[[TENSOR:.*]] = "torch_c.to_builtin_tensor"(%[[DATA]])
// CHECK-NEXT:    %[[MIN:.*]] = reduce.min %[[TENSOR]] axes = [0] : tensor<3x2xbf16> -> tensor<2xbf16>
// CHECK-NEXT:    %[[PROD:.*]] = reduce.prod %[[MIN]] axes = [0] : tensor<2xbf16> -> tensor<bf16>
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[PROD]] : tensor<bf16> to tensor<*xbf16>
// CHECK-NEXT:    %[[RESULT:.*]] = "torch_c.from_builtin_tensor"(%[[CAST]]) : (tensor<*xbf16>) -> !torch.vtensor<*,bf16>
// CHECK-NEXT:    return %[[RESULT]]
func.func @chain(%data: !torch.vtensor<[3, 2], bf16>) -> !torch.vtensor<*,bf16> attributes {torch.onnx_meta.opset_version = 13 : si64} {
  %0 = "torch.operator"(%data) <{name = "onnx.ReduceMin"}> {torch.onnx.axes = [0 : si64], torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[3, 2], bf16>) -> !torch.vtensor<[2],bf16>
  %1 = "torch.operator"(%0) <{name = "onnx.ReduceProd"}> {torch.onnx.axes = [0 : si64], torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2],bf16>) -> !torch.vtensor<*,bf16>
  return %1 : !torch.vtensor<*,bf16>
}

// -----

// Attributes of the exporter.
// Clause exporter-attributes.
// CHECK-LABEL: func.func @exporter_attributes
// CHECK:         reduce.min %{{.*}} axes = [0] : tensor<3xf32> -> tensor<f32>
func.func @exporter_attributes(%data: !torch.vtensor<[3],f32>) -> !torch.vtensor<[],f32> attributes {torch.onnx_meta.opset_version = 13 : si64} {
  %0 = "torch.operator"(%data) <{name = "onnx.ReduceMin"}> {torch.onnx.__axes = [7 : si64], torch.onnx.axes = [0 : si64], torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// -----

// An operation with the name of a conversion, but without an operand, is ignored.
// CHECK-LABEL: func.func @no_operand
// CHECK:         %[[NOTHING:.*]] = "torch_c.from_builtin_tensor"()
// CHECK:         %[[TENSOR:.*]] = "torch_c.to_builtin_tensor"(%[[NOTHING]])
// CHECK:         reduce.min %[[TENSOR]]
func.func @no_operand() -> !torch.vtensor<[1],f32> attributes {torch.onnx_meta.opset_version = 17 : si64} {
  %0 = "torch_c.from_builtin_tensor"() : () -> !torch.vtensor<[3],f32>
  %1 = "torch.operator"(%0) <{name = "onnx.ReduceMin"}> : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[1],f32>
  return %1 : !torch.vtensor<[1],f32>
}
