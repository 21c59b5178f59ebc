// RUN: reduce-opt %s --convert-reduce-to-tosa --remark-format=emitRemark --remarks-filter='convert-reduce-to-tosa' --split-input-file --verify-diagnostics | FileCheck %s --implicit-check-not=tosa

// None of these is converted, and the remark gives the reason.

// CHECK-LABEL: func.func @runtime_axes
// CHECK-NEXT: reduce.min
func.func @runtime_axes(%data: tensor<3x2xf32>, %axes: tensor<?xi64>) -> tensor<?x?xf32> {
  // expected-remark @below {{[Missed] ConvertReduceToTosa | Category:convert-reduce-to-tosa | Function=runtime_axes | Reason="left as it is: its axes are not known at compile time"}}
  %0 = reduce.min %data axes = %axes keepdims : tensor<3x2xf32>, tensor<?xi64> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic
// CHECK-NEXT: reduce.min
func.func @dynamic(%data: tensor<?x2xf32>) -> tensor<?xf32> {
  // expected-remark @below {{[Missed] ConvertReduceToTosa | Category:convert-reduce-to-tosa | Function=dynamic | Reason="left as it is: a size is not known at compile time, but dropping the reduced dimensions by a tosa.reshape requires it"}}
  %0 = reduce.min %data axes = [1] : tensor<?x2xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @scalar
// CHECK-NEXT: reduce.min
func.func @scalar(%data: tensor<f32>) -> tensor<f32> {
  // expected-remark @below {{[Missed] ConvertReduceToTosa | Category:convert-reduce-to-tosa | Function=scalar | Reason="left as it is: TOSA cannot reduce a tensor of rank 0"}}
  %0 = reduce.min %data axes = [] : tensor<f32> -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @empty
// CHECK-NEXT: reduce.min
func.func @empty(%data: tensor<3x0xf32>) -> tensor<3xf32> {
  // expected-remark @below {{[Missed] ConvertReduceToTosa | Category:convert-reduce-to-tosa | Function=empty | Reason="left as it is: TOSA has no empty tensors"}}
  %0 = reduce.min %data axes = [1] : tensor<3x0xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @strict
// CHECK-NEXT: reduce.prod
func.func @strict(%data: tensor<3x2xf32>) -> tensor<3xf32> {
  // expected-remark @below {{[Missed] ConvertReduceToTosa | Category:convert-reduce-to-tosa | Function=strict | Reason="left as it is: TOSA cannot express it: the dialect has no operation for 'reduce.prod' with the options {strict_order}"}}
  %0 = reduce.prod %data axes = [1] strict_order : tensor<3x2xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @unsigned
// CHECK-NEXT: reduce.min
func.func @unsigned(%data: tensor<3x2xui8>) -> tensor<3xui8> {
  // expected-remark @below {{[Missed] ConvertReduceToTosa | Category:convert-reduce-to-tosa | Function=unsigned | Reason="left as it is: TOSA cannot express it: the dialect has no operation for 'reduce.min' of ui8 with the same guarantees"}}
  %0 = reduce.min %data axes = [1] : tensor<3x2xui8> -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// CHECK-LABEL: func.func @doubles
// CHECK-NEXT: reduce.min
func.func @doubles(%data: tensor<3x2xf64>) -> tensor<3xf64> {
  // expected-remark @below {{[Missed] ConvertReduceToTosa | Category:convert-reduce-to-tosa | Function=doubles | Reason="left as it is: TOSA cannot express it: the dialect has no operation for 'reduce.min' of f64 with the same guarantees"}}
  %0 = reduce.min %data axes = [1] : tensor<3x2xf64> -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// -----

// TOSA's products of f16 may be rounded more than once, and it has none of
// integers.
// CHECK-LABEL: func.func @products
// CHECK-NEXT: reduce.prod
// CHECK-NEXT: reduce.prod
func.func @products(%halves: tensor<3x2xf16>, %integers: tensor<3x2xi32>) -> (tensor<3xf16>, tensor<3xi32>) {
  // expected-remark @below {{[Missed] ConvertReduceToTosa | Category:convert-reduce-to-tosa | Function=products | Reason="left as it is: TOSA cannot express it: the dialect has no operation for 'reduce.prod' of f16 with the same guarantees"}}
  %0 = reduce.prod %halves axes = [1] : tensor<3x2xf16> -> tensor<3xf16>
  // expected-remark @below {{[Missed] ConvertReduceToTosa | Category:convert-reduce-to-tosa | Function=products | Reason="left as it is: TOSA cannot express it: the dialect has no operation for 'reduce.prod' of i32 with the same guarantees"}}
  %1 = reduce.prod %integers axes = [1] : tensor<3x2xi32> -> tensor<3xi32>
  return %0, %1 : tensor<3xf16>, tensor<3xi32>
}

// -----

// CHECK-LABEL: func.func @dynamic_rows
// CHECK-NEXT: reduce.min
func.func @dynamic_rows(%data: tensor<2x?xf32>) -> tensor<2x1xf32> {
  // expected-remark @below {{[Missed] ConvertReduceToTosa | Category:convert-reduce-to-tosa | Function=dynamic_rows | Reason="left as it is: a reduced size is not known at compile time"}}
  %0 = reduce.min %data axes = [1] keepdims : tensor<2x?xf32> -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// -----

// CHECK-LABEL: func.func @declared
// CHECK-NEXT: reduce.min
func.func @declared(%data: tensor<?x2xf32>) -> tensor<3x1xf32> {
  // expected-remark @below {{[Missed] ConvertReduceToTosa | Category:convert-reduce-to-tosa | Function=declared | Reason="left as it is: the declared sizes of its result differ from those inferred from its input"}}
  %0 = reduce.min %data axes = [1] keepdims : tensor<?x2xf32> -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}
