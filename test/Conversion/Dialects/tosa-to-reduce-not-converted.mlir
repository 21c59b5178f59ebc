// RUN: reduce-opt %s --convert-tosa-to-reduce --allow-unregistered-dialect --remark-format=emitRemark --remarks-filter-missed='convert-tosa.*' --split-input-file --verify-diagnostics | FileCheck %s

// None of these is converted completely, and the remark gives the reason.

// CHECK-LABEL: func.func @narrow
// CHECK-NEXT: tosa.reduce_min
func.func @narrow(%data: tensor<3x2xi4>) -> tensor<3x1xi4> {
  // expected-remark @below {{[Missed] ConvertTosaToReduce | Category:convert-tosa-to-reduce | Function=narrow | Reason="left as it is: no reduction of i4 is known for 'tosa.reduce_min'"}}
  %0 = tosa.reduce_min %data {axis = 1 : i32} : (tensor<3x2xi4>) -> tensor<3x1xi4>
  return %0 : tensor<3x1xi4>
}

// -----

// CHECK-LABEL: func.func @quantized
// CHECK-NEXT: tosa.reduce_min
func.func @quantized(%data: tensor<3x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<3x1x!quant.uniform<i8:f32, 0.5>> {
  // expected-remark @below {{[Missed] ConvertTosaToReduce | Category:convert-tosa-to-reduce | Function=quantized | Reason="left as it is: no reduction of !quant.uniform<i8:f32, 5.000000e-01> is known for 'tosa.reduce_min'"}}
  %0 = tosa.reduce_min %data {axis = 1 : i32} : (tensor<3x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<3x1x!quant.uniform<i8:f32, 0.5>>
  return %0 : tensor<3x1x!quant.uniform<i8:f32, 0.5>>
}

// -----

// TOSA has no minimum of bools: it is unspecified whether they are signed.
// CHECK-LABEL: func.func @bools
// CHECK-NEXT: tosa.reduce_min
func.func @bools(%data: tensor<3x2xi1>) -> tensor<3x1xi1> {
  // expected-remark @below {{[Missed] ConvertTosaToReduce | Category:convert-tosa-to-reduce | Function=bools | Reason="left as it is: no reduction of i1 is known for 'tosa.reduce_min'"}}
  %0 = tosa.reduce_min %data {axis = 1 : i32} : (tensor<3x2xi1>) -> tensor<3x1xi1>
  return %0 : tensor<3x1xi1>
}

// -----

// CHECK-LABEL: func.func @ignore_unranked
// CHECK-NEXT: tosa.reduce_min
func.func @ignore_unranked(%data: tensor<*xf32>) -> tensor<*xf32> {
  // expected-remark @below {{[Missed] ConvertTosaToReduce | Category:convert-tosa-to-reduce | Function=ignore_unranked | Reason="left as it is: a reduction that gives NaN only where all elements are NaN needs a known rank"}}
  %0 = tosa.reduce_min %data {axis = 1 : i32, nan_mode = IGNORE} : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// CHECK-LABEL: func.func @encoding
// CHECK-NEXT: tosa.reduce_min
func.func @encoding(%data: tensor<3x2xf32, "layout">) -> tensor<3x1xf32> {
  // expected-remark @below {{[Missed] ConvertTosaToReduce | Category:convert-tosa-to-reduce | Function=encoding | Reason="left as it is: a tensor has the encoding "layout""}}
  %0 = tosa.reduce_min %data {axis = 1 : i32} : (tensor<3x2xf32, "layout">) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// -----

// Operations that are not in the table are ignored.
// CHECK-LABEL: func.func @others
// CHECK-NEXT: tosa.reduce_max
// CHECK-NEXT: tosa.reduce_sum
// CHECK-NEXT: tosa.reduce_any
func.func @others(%data: tensor<3x2xf32>, %bools: tensor<3x2xi1>) -> (tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xi1>) {
  %0 = tosa.reduce_max %data {axis = 1 : i32} : (tensor<3x2xf32>) -> tensor<3x1xf32>
  %1 = tosa.reduce_sum %data {axis = 1 : i32} : (tensor<3x2xf32>) -> tensor<3x1xf32>
  %2 = tosa.reduce_any %bools {axis = 1 : i32} : (tensor<3x2xi1>) -> tensor<3x1xi1>
  return %0, %1, %2 : tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xi1>
}

// -----

// A reshape that does more than drop dimensions is kept.
// CHECK-LABEL: func.func @reshapes
// CHECK: %[[MIN:.*]] = reduce.min %{{.*}} axes = [1] keepdims
// CHECK: tosa.reshape %[[MIN]]
// CHECK: %[[DYNAMIC:.*]] = reduce.min %{{.*}} axes = [1] keepdims
// CHECK: tosa.reshape %[[DYNAMIC]]
func.func @reshapes(%data: tensor<6x2xf32>, %dynamic: tensor<?x2x?xf32>) -> (tensor<2x3xf32>, tensor<?x?xf32>) {
  %0 = tosa.reduce_min %data {axis = 1 : i32} : (tensor<6x2xf32>) -> tensor<6x1xf32>
  %shape = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.reshape %0, %shape : (tensor<6x1xf32>, !tosa.shape<2>) -> tensor<2x3xf32>
  %2 = tosa.reduce_min %dynamic {axis = 1 : i32} : (tensor<?x2x?xf32>) -> tensor<?x1x?xf32>
  %other = tosa.const_shape {values = dense<[-1, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %3 = tosa.reshape %2, %other : (tensor<?x1x?xf32>, !tosa.shape<2>) -> tensor<?x?xf32>
  return %1, %3 : tensor<2x3xf32>, tensor<?x?xf32>
}

// -----

// A minimum that does not only replace NaN by the identity is kept.
// CHECK-LABEL: func.func @minima
// CHECK-COUNT-3: tosa.minimum
// CHECK-NOT: tosa.minimum
func.func @minima(%data: tensor<3x2xf32>, %other: tensor<3x1xf32>) -> (tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xf32>) {
  %0 = tosa.reduce_min %data {axis = 1 : i32, nan_mode = IGNORE} : (tensor<3x2xf32>) -> tensor<3x1xf32>
  %1 = tosa.minimum %0, %other {nan_mode = IGNORE} : (tensor<3x1xf32>, tensor<3x1xf32>) -> tensor<3x1xf32>
  %2 = tosa.reduce_min %data {axis = 1 : i32, nan_mode = IGNORE} : (tensor<3x2xf32>) -> tensor<3x1xf32>
  %inf = "tosa.const"() <{values = dense<0x7F800000> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %3 = tosa.minimum %2, %inf : (tensor<3x1xf32>, tensor<1x1xf32>) -> tensor<3x1xf32>
  %4 = tosa.reduce_min %data {axis = 1 : i32, nan_mode = IGNORE} : (tensor<3x2xf32>) -> tensor<3x1xf32>
  %one = "tosa.const"() <{values = dense<1.0> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %5 = tosa.minimum %4, %one {nan_mode = IGNORE} : (tensor<3x1xf32>, tensor<1x1xf32>) -> tensor<3x1xf32>
  return %1, %3, %5 : tensor<3x1xf32>, tensor<3x1xf32>, tensor<3x1xf32>
}

// -----

// The order of operations in a graph region is irrelevant.
module {
  // CHECK: tosa.reduce_min
  // CHECK-NEXT: tosa.reduce_min
  // expected-remark @below {{[Missed] ConvertTosaToReduce | Category:convert-tosa-to-reduce | Reason="left as it is: it reduces its own result"}}
  %0 = tosa.reduce_min %1 {axis = 0 : i32} : (tensor<1xf32>) -> tensor<1xf32>
  // expected-remark @below {{[Missed] ConvertTosaToReduce | Category:convert-tosa-to-reduce | Reason="left as it is: it reduces its own result"}}
  %1 = tosa.reduce_min %0 {axis = 0 : i32} : (tensor<1xf32>) -> tensor<1xf32>
}

// -----

// CHECK-LABEL: func.func @result_of_unknown_rank
// CHECK-NEXT: tosa.reduce_min
func.func @result_of_unknown_rank(%data: tensor<3x2xf32>) -> tensor<*xf32> {
  // expected-remark @below {{[Missed] ConvertTosaToReduce | Category:convert-tosa-to-reduce | Function=result_of_unknown_rank | Reason="left as it is: a reduction that gives NaN only where all elements are NaN needs a known rank"}}
  %0 = "tosa.reduce_min"(%data) <{axis = 1 : i32, nan_mode = #tosa.nan_mode<IGNORE>}> : (tensor<3x2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
