// RUN: reduce-opt %s --convert-stablehlo-to-reduce=keep-zero-order --allow-unregistered-dialect --remark-format=emitRemark --remarks-filter='convert-stablehlo.*' --split-input-file --verify-diagnostics | FileCheck %s --implicit-check-not=reduce.min --implicit-check-not=reduce.prod

// None of these is converted, and the remark gives the reason.

// CHECK-LABEL: func.func @zeros
// CHECK: stablehlo.reduce
func.func @zeros(%data: tensor<3x2xf32>, %init: tensor<f32>) -> tensor<3xf32> {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=zeros | Reason="left as it is: 'stablehlo.minimum' orders -0.0 and +0.0, but reductions do not"}}
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.minimum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<3x2xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @two_inputs
// CHECK: stablehlo.reduce
func.func @two_inputs(%data: tensor<4xi32>, %init: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=two_inputs | Reason="left as it is: it does not reduce exactly one tensor"}}
  %0:2 = "stablehlo.reduce"(%data, %data, %init, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %1 = "stablehlo.minimum"(%a, %c) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%1, %b) : (tensor<i32>, tensor<i32>) -> ()
  }) : (tensor<4xi32>, tensor<4xi32>, tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}

// -----

// CHECK-LABEL: func.func @sum
// CHECK: stablehlo.reduce
func.func @sum(%data: tensor<4xi32>, %init: tensor<i32>) -> tensor<i32> {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=sum | Reason="left as it is: no reduction is known for 'stablehlo.add'"}}
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = "stablehlo.add"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%1) : (tensor<i32>) -> ()
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @and_of_integers
// CHECK: stablehlo.reduce
func.func @and_of_integers(%data: tensor<4xi32>, %init: tensor<i32>) -> tensor<i32> {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=and_of_integers | Reason="left as it is: no reduction of i32 is known for 'stablehlo.and'"}}
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = "stablehlo.and"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%1) : (tensor<i32>) -> ()
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @compare_and_select
// CHECK: stablehlo.reduce
func.func @compare_and_select(%data: tensor<4xi32>, %init: tensor<i32>) -> tensor<i32> {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=compare_and_select | Reason="left as it is: its body is not a single operation that combines its arguments"}}
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = "stablehlo.compare"(%a, %b) {comparison_direction = "LT"} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = "stablehlo.select"(%1, %a, %b) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%2) : (tensor<i32>) -> ()
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @square
// CHECK: stablehlo.reduce
func.func @square(%data: tensor<4xi32>, %init: tensor<i32>) -> tensor<i32> {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=square | Reason="left as it is: its body is not a single operation that combines its arguments"}}
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = "stablehlo.multiply"(%b, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%1) : (tensor<i32>) -> ()
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @wider
// CHECK: stablehlo.reduce
func.func @wider(%data: tensor<4xf32>, %init: tensor<f32>) -> tensor<f64> {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=wider | Reason="left as it is: its body combines values of a type other than the element type"}}
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f64>, %b: tensor<f64>):
    %1 = "stablehlo.multiply"(%a, %b) : (tensor<f64>, tensor<f64>) -> tensor<f64>
    "stablehlo.return"(%1) : (tensor<f64>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

// CHECK-LABEL: func.func @unranked_init
// CHECK: stablehlo.reduce
func.func @unranked_init(%data: tensor<*xf32>, %init: tensor<f32>) -> tensor<*xf32> {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=unranked_init | Reason="left as it is: an init that is not the identity needs a known rank"}}
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = "stablehlo.multiply"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }) : (tensor<*xf32>, tensor<f32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Without a verifier, operations may be malformed in any way.

// CHECK-LABEL: func.func @axes
// CHECK: stablehlo.reduce
func.func @axes(%data: tensor<4xi32>, %init: tensor<i32>) -> tensor<i32> {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=axes | Reason="left as it is: [0, 2] are not distinct dimensions of tensor<4xi32>"}}
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0, 2>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = "stablehlo.minimum"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%1) : (tensor<i32>) -> ()
  }) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @result
// CHECK: stablehlo.reduce
func.func @result(%data: tensor<4x3xi32>, %init: tensor<i32>) -> tensor<4xi32> {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=result | Reason="left as it is: its result is declared as tensor<4xi32>, but is tensor<3xi32>"}}
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = "stablehlo.minimum"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%1) : (tensor<i32>) -> ()
  }) : (tensor<4x3xi32>, tensor<i32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @no_dimensions
// CHECK: stablehlo.reduce
func.func @no_dimensions(%data: tensor<4xi32>, %init: tensor<i32>) -> tensor<i32> {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=no_dimensions | Reason="left as it is: its dimensions are not a list of i64"}}
  %0 = "stablehlo.reduce"(%data, %init) ({}) : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @wide_dimensions
// CHECK: stablehlo.reduce
func.func @wide_dimensions(%data: tensor<4xi32>, %init: tensor<i32>) -> tensor<i32> {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=wide_dimensions | Reason="left as it is: its dimensions are not a list of i64"}}
  %0 = "stablehlo.reduce"(%data, %init) ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = "stablehlo.minimum"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%1) : (tensor<i32>) -> ()
  }) {dimensions = dense<18446744073709551616> : tensor<1xi128>} : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @no_body
// CHECK: stablehlo.reduce
func.func @no_body(%data: tensor<4xi32>, %init: tensor<i32>) -> tensor<i32> {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=no_body | Reason="left as it is: its body is not a single operation that combines its arguments"}}
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// CHECK-LABEL: func.func @scalars
// CHECK: stablehlo.reduce
func.func @scalars(%data: tensor<4xi32>, %init: i32) -> tensor<i32> {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=scalars | Reason="left as it is: its operands are not a tensor and a tensor of rank 0"}}
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = array<i64: 0>}> : (tensor<4xi32>, i32) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// A list of so many dimensions is rejected without checking each.
// CHECK-LABEL: func.func @many_dimensions
// CHECK: stablehlo.reduce
func.func @many_dimensions(%data: tensor<*xi32>, %init: tensor<i32>) -> tensor<*xi32> {
  // expected-remark @below {{[Missed] ConvertStableHLOToReduce | Category:convert-stablehlo-to-reduce | Function=many_dimensions | Reason="left as it is: its dimensions are not a list of i64"}}
  %0 = "stablehlo.reduce"(%data, %init) <{dimensions = dense<0> : tensor<1000000000000xi64>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = "stablehlo.minimum"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%1) : (tensor<i32>) -> ()
  }) : (tensor<*xi32>, tensor<i32>) -> tensor<*xi32>
  return %0 : tensor<*xi32>
}
