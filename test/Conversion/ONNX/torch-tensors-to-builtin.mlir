// RUN: reduce-opt %s --allow-unregistered-dialect --convert-torch-tensors-to-builtin --canonicalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func private @external(tensor<?xf32>) -> tensor<*xi64>
func.func private @external(!torch.vtensor<[?],f32>) -> !torch.vtensor<*,si64>

// -----

// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME:    %[[DATA:.*]]: tensor<3xui8>) -> tensor<ui8>
// CHECK-NEXT:    %[[MIN:.*]] = reduce.min %[[DATA]] axes = [0] : tensor<3xui8> -> tensor<ui8>
// CHECK-NEXT:    return %[[MIN]] : tensor<ui8>
func.func @unsigned(%data: !torch.vtensor<[3],ui8>) -> !torch.vtensor<[],ui8> {
  %none = "torch.constant.none"() : () -> !torch.none
  %0 = "torch_c.to_builtin_tensor"(%data) : (!torch.vtensor<[3],ui8>) -> tensor<3xi8>
  %1 = tensor.bitcast %0 : tensor<3xi8> to tensor<3xui8>
  %2 = reduce.min %1 axes = [0] : tensor<3xui8> -> tensor<ui8>
  %3 = tensor.bitcast %2 : tensor<ui8> to tensor<i8>
  %4 = "torch_c.from_builtin_tensor"(%3) : (tensor<i8>) -> !torch.vtensor<[],ui8>
  return %4 : !torch.vtensor<[],ui8>
}

// -----

// CHECK-LABEL: func.func @casts(
// CHECK-SAME:    %[[DATA:.*]]: tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT:    return %[[DATA]] : tensor<3xf32>
func.func @casts(%data: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %0 = builtin.unrealized_conversion_cast %data : !torch.vtensor<[3],f32> to tensor<3xf32>
  %1 = builtin.unrealized_conversion_cast %0 : tensor<3xf32> to !torch.vtensor<[3],f32>
  return %1 : !torch.vtensor<[3],f32>
}

// -----

// CHECK-LABEL: func.func @caller(
// CHECK-SAME:    %[[DATA:.*]]: tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT:    %[[RESULT:.*]] = call @callee(%[[DATA]]) : (tensor<3xf32>) -> tensor<3xf32>
// CHECK-NEXT:    return %[[RESULT]] : tensor<3xf32>
func.func @caller(%data: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %0 = call @callee(%data) : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}
func.func private @callee(!torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32>

// -----

// Operations that are not converted keep their types, as do malformed conversions.
// CHECK-LABEL: func.func @partly(
// CHECK-SAME:    %[[DATA:[^:]*]]: tensor<3xui8>, %[[QUANTIZED:[^:]*]]: !torch.vtensor<[3],!torch.qint8>)
// CHECK:         %[[BITS:.*]] = tensor.bitcast %[[DATA]] : tensor<3xui8> to tensor<3xi8>
// CHECK-NEXT:    %[[TORCH:.*]] = "torch_c.from_builtin_tensor"(%[[BITS]]) : (tensor<3xi8>) -> !torch.vtensor<[3],ui8>
// CHECK-NEXT:    %[[RELU:.*]] = "torch.aten.relu"(%[[TORCH]])
// CHECK-NEXT:    %[[TENSOR:.*]] = "torch_c.to_builtin_tensor"(%[[RELU]]) : (!torch.vtensor<[3],ui8>) -> tensor<3xi8>
// CHECK-NEXT:    %[[RESULT:.*]] = tensor.bitcast %[[TENSOR]] : tensor<3xi8> to tensor<3xui8>
// CHECK:         %[[OTHER:.*]] = "torch_c.to_builtin_tensor"(%{{.*}}) : (!torch.vtensor<[3],ui8>) -> tensor<4xi8>
// CHECK:         %[[SIGNED:.*]] = builtin.unrealized_conversion_cast %{{.*}} : tensor<4xi8> to tensor<4xsi8>
// CHECK:         return %[[RESULT]], %[[SIGNED]], %[[QUANTIZED]]
func.func @partly(%data: !torch.vtensor<[3],ui8>, %quantized: !torch.vtensor<[3],!torch.qint8>) -> (!torch.vtensor<[3],ui8>, tensor<4xsi8>, !torch.vtensor<[3],!torch.qint8>) {
  %0 = "torch.aten.relu"(%data) : (!torch.vtensor<[3],ui8>) -> !torch.vtensor<[3],ui8>
  %1 = "torch_c.to_builtin_tensor"(%data) : (!torch.vtensor<[3],ui8>) -> tensor<4xi8>
  %2 = builtin.unrealized_conversion_cast %1 : tensor<4xi8> to tensor<4xsi8>
  return %0, %2, %quantized : !torch.vtensor<[3],ui8>, tensor<4xsi8>, !torch.vtensor<[3],!torch.qint8>
}
