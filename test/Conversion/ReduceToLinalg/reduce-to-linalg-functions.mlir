// RUN: reduce-opt %s --convert-reduce-to-linalg --split-input-file | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg=all-functions --split-input-file | FileCheck %s --check-prefix=ALL

// The functions whose element types change at their boundary and inside.

// Without a reduction of bool or unsigned elements nothing changes, unless all
// functions are lowered.
// CHECK-LABEL: func.func @masks(
// CHECK-SAME: %[[MASK:.*]]: tensor<4xi1>, %{{.*}}: tensor<3xui8>, %[[DATA:.*]]: tensor<4x2xf32>) -> (tensor<4xi1>, tensor<3xui8>, tensor<4xf32>) {
// CHECK-NEXT: %[[CONSTANT:.*]] = arith.constant dense_resource<mask> : tensor<4xi1>
// CHECK-NEXT: %[[AND:.*]] = arith.andi %[[MASK]], %[[CONSTANT]] : tensor<4xi1>
// CHECK: return %[[AND]]
// ALL-LABEL: func.func @masks(
// ALL-SAME: tensor<4xi8> {reduce.element_type = i1}, %{{.*}}: tensor<3xi8> {reduce.element_type = ui8}
// ALL: arith.constant dense_resource<mask> : tensor<4xi1>
func.func @masks(%mask: tensor<4xi1>, %bytes: tensor<3xui8>, %data: tensor<4x2xf32>) -> (tensor<4xi1>, tensor<3xui8>, tensor<4xf32>) {
  %constant = arith.constant dense_resource<mask> : tensor<4xi1>
  %0 = arith.andi %mask, %constant : tensor<4xi1>
  %1 = reduce.min %data axes = [1] : tensor<4x2xf32> -> tensor<4xf32>
  return %0, %bytes, %1 : tensor<4xi1>, tensor<3xui8>, tensor<4xf32>
}
{-# dialect_resources: { builtin: { mask: "0x0800000001000100" } } #-}

// -----

// External functions keep their types, which are defined elsewhere.
// CHECK-LABEL: func.func private @external(tensor<3xi1>) -> tensor<*xi1>
func.func private @external(%data: tensor<3xi1>) -> tensor<*xi1>
// CHECK: func.func @calls_external(%[[DATA:.*]]: tensor<3xi8> {reduce.element_type = i1}) -> (tensor<i8> {reduce.element_type = i1})
// CHECK: %[[BOOLS:.*]] = linalg.generic {{.*}} ins(%[[DATA]] : tensor<3xi8>) outs(%{{.*}} : tensor<3xi1>)
// CHECK: call @external(%[[BOOLS]]) : (tensor<3xi1>) -> tensor<*xi1>
func.func @calls_external(%data: tensor<3xi1>) -> tensor<i1> {
  %unused = call @external(%data) : (tensor<3xi1>) -> tensor<*xi1>
  %0 = reduce.min %data axes = [0] : tensor<3xi1> -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// A called function changes together with its calls; the caller's type does not.
// CHECK-LABEL: func.func private @called(
// CHECK-SAME: tensor<3xi8> {reduce.element_type = ui8}) -> (tensor<i8> {reduce.element_type = ui8})
func.func private @called(%data: tensor<3xui8>) -> tensor<ui8> attributes {no_inline} {
  %0 = reduce.prod %data axes = [0] : tensor<3xui8> -> tensor<ui8>
  return %0 : tensor<ui8>
}
// CHECK: func.func @caller(%[[DATA:.*]]: tensor<3xui8>) -> tensor<ui8>
// CHECK-NEXT: %[[BYTES:.*]] = tensor.bitcast %[[DATA]] : tensor<3xui8> to tensor<3xi8>
// CHECK-NEXT: %[[PROD:.*]] = call @called(%[[BYTES]]) : (tensor<3xi8>) -> tensor<i8>
// CHECK-NEXT: %[[RESULT:.*]] = tensor.bitcast %[[PROD]] : tensor<i8> to tensor<ui8>
// CHECK-NEXT: return %[[RESULT]]
func.func @caller(%data: tensor<3xui8>) -> tensor<ui8> {
  %0 = call @called(%data) : (tensor<3xui8>) -> tensor<ui8>
  return %0 : tensor<ui8>
}

// -----

// A function whose address is taken keeps its type.
// CHECK-LABEL: func.func private @taken(
// CHECK-SAME: %[[DATA:.*]]: tensor<3xui8>) -> tensor<ui8>
// CHECK: tensor.bitcast %[[DATA]] : tensor<3xui8> to tensor<3xi8>
// CHECK: tensor.bitcast %{{.*}} : tensor<i8> to tensor<ui8>
func.func private @taken(%data: tensor<3xui8>) -> tensor<ui8> {
  %0 = reduce.prod %data axes = [0] : tensor<3xui8> -> tensor<ui8>
  return %0 : tensor<ui8>
}
func.func @takes() -> ((tensor<3xui8>) -> tensor<ui8>) {
  %0 = func.constant @taken : (tensor<3xui8>) -> tensor<ui8>
  return %0 : (tensor<3xui8>) -> tensor<ui8>
}

// -----

// Types of block arguments change with the function's.
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME: %[[DATA:.*]]: tensor<4x2xi8> {reduce.element_type = i1}, %{{.*}}: i1)
// CHECK: cf.cond_br %{{.*}}, ^bb1(%[[DATA]] : tensor<4x2xi8>), ^bb1(%{{.*}} : tensor<4x2xi8>)
// CHECK: ^bb1(%{{.*}}: tensor<4x2xi8>):
func.func @blocks(%data: tensor<4x2xi1>, %choice: i1) -> tensor<4xi1> {
  %other = arith.constant dense<true> : tensor<4x2xi1>
  cf.cond_br %choice, ^after(%data : tensor<4x2xi1>), ^after(%other : tensor<4x2xi1>)
^after(%chosen: tensor<4x2xi1>):
  %0 = reduce.min %chosen axes = [1] : tensor<4x2xi1> -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

// A tensor with an encoding is unchanged.
// CHECK-LABEL: func.func @encoded(
// CHECK-SAME: tensor<4xi1, "sparse">, %{{.*}}: tensor<2xi8> {reduce.element_type = i1}) -> (tensor<4xi1, "sparse">, tensor<i8> {reduce.element_type = i1})
func.func @encoded(%data: tensor<4xi1, "sparse">, %bools: tensor<2xi1>) -> (tensor<4xi1, "sparse">, tensor<i1>) {
  %0 = reduce.min %bools axes = [0] : tensor<2xi1> -> tensor<i1>
  return %data, %0 : tensor<4xi1, "sparse">, tensor<i1>
}

// -----

// Bools beside a reduction of another type are unchanged as well.
// CHECK-LABEL: func.func @beside(
// CHECK-SAME: %{{.*}}: tensor<3x4xf32>, %[[BOOL:.*]]: i1) -> (tensor<3xf32>, tensor<8xi1>, tensor<2000xi1>)
// CHECK: linalg.fill ins(%[[BOOL]] : i1) outs(%{{.*}} : tensor<8xi1>)
// CHECK: linalg.fill ins(%{{.*}} : i1) outs(%{{.*}} : tensor<2000xi1>)
func.func @beside(%data: tensor<3x4xf32>, %bool: i1) -> (tensor<3xf32>, tensor<8xi1>, tensor<2000xi1>) {
  %0 = reduce.min %data axes = [1] : tensor<3x4xf32> -> tensor<3xf32>
  %1 = tensor.splat %bool : tensor<8xi1>
  %2 = arith.constant dense<true> : tensor<2000xi1>
  return %0, %1, %2 : tensor<3xf32>, tensor<8xi1>, tensor<2000xi1>
}

// -----

// Tensors that no reduction uses keep their element type.
// CHECK-LABEL: func.func @forgets_rank(
// CHECK: tensor.cast %{{.*}} : tensor<4xi1> to tensor<*xi1>
func.func @forgets_rank(%data: tensor<4x3xi1>) -> tensor<*xi1> {
  %0 = reduce.min %data axes = [1] : tensor<4x3xi1> -> tensor<4xi1>
  %1 = tensor.cast %0 : tensor<4xi1> to tensor<*xi1>
  return %1 : tensor<*xi1>
}

// -----

// Unreachable blocks are removed.
// CHECK-LABEL: func.func @unreachable(
// CHECK: cf.br ^bb1
// CHECK: ^bb1(%{{.*}}: tensor<4xi8>):
// CHECK: return
// CHECK-NOT: ^bb2
func.func @unreachable(%data: tensor<4x3xi1>) -> tensor<4xi1> {
  %0 = reduce.min %data axes = [1] : tensor<4x3xi1> -> tensor<4xi1>
  cf.br ^after(%0 : tensor<4xi1>)
^after(%1: tensor<4xi1>):
  return %1 : tensor<4xi1>
^never(%2: tensor<4xi1>):
  cf.br ^after(%2 : tensor<4xi1>)
}

// -----

// Any nonzero byte in a slice of an argument is true.
// CHECK-LABEL: func.func @slice(
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %{{.*}} : tensor<4x3xi8> to tensor<2x3xi8>
// CHECK: %[[TRUTHS:.*]] = linalg.generic {{.*}} ins(%[[SLICE]] : tensor<2x3xi8>)
// CHECK: return %{{.*}}, %[[TRUTHS]]
func.func @slice(%data: tensor<4x3xi1>) -> (tensor<4xi1>, tensor<2x3xi1>) {
  %0 = reduce.min %data axes = [1] : tensor<4x3xi1> -> tensor<4xi1>
  %1 = tensor.extract_slice %data[0, 0] [2, 3] [1, 1] : tensor<4x3xi1> to tensor<2x3xi1>
  return %0, %1 : tensor<4xi1>, tensor<2x3xi1>
}

// -----

// The order of operations in a graph region is irrelevant.
// CHECK: %[[AXES:.*]] = tensor.cast %[[AXES]] : tensor<?xi64> to tensor<?xi64>
%data = tensor.empty() : tensor<4x3xf32>
%axes = tensor.cast %axes : tensor<?xi64> to tensor<?xi64>
%min = reduce.min %data axes = %axes : tensor<4x3xf32>, tensor<?xi64> -> tensor<?xf32>

// -----

// Large constants and splats of types other than plain tensors are unchanged.
// CHECK-LABEL: func.func @constants(
// CHECK-DAG: arith.constant dense<1.000000e+00> : vector<2048xf32>
// CHECK-DAG: arith.constant dense<1.000000e+00> : tensor<2048xf32, "sparse">
// CHECK-DAG: tensor.splat %{{.*}} : tensor<8xf32, "sparse">
func.func @constants(%data: tensor<3x2xf32>, %number: f32) -> (tensor<3xf32>, vector<2048xf32>, tensor<2048xf32, "sparse">, tensor<8xf32, "sparse">) {
  %0 = arith.constant dense<1.0> : vector<2048xf32>
  %1 = arith.constant dense<1.0> : tensor<2048xf32, "sparse">
  %2 = tensor.splat %number : tensor<8xf32, "sparse">
  %3 = reduce.min %data axes = [1] : tensor<3x2xf32> -> tensor<3xf32>
  return %3, %0, %1, %2 : tensor<3xf32>, vector<2048xf32>, tensor<2048xf32, "sparse">, tensor<8xf32, "sparse">
}

// -----

// A bitcast of elements is computed element by element.
// CHECK-LABEL: func.func @bits(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4xf32>) outs(%{{.*}} : tensor<4xi32>)
// CHECK: arith.bitcast %{{.*}} : f32 to i32
// CHECK-NOT: tensor.bitcast
// CHECK: return
func.func @bits(%data: tensor<4x2xf32>, %bytes: tensor<4x2xui8>) -> (tensor<4xi32>, tensor<4xi8>) {
  %0 = reduce.min %data axes = [1] : tensor<4x2xf32> -> tensor<4xf32>
  %1 = tensor.bitcast %0 : tensor<4xf32> to tensor<4xi32>
  %2 = reduce.min %bytes axes = [1] : tensor<4x2xui8> -> tensor<4xui8>
  %3 = tensor.bitcast %2 : tensor<4xui8> to tensor<4xi8>
  return %1, %3 : tensor<4xi32>, tensor<4xi8>
}

// -----

// A signed type of one bit is not a bool.
// CHECK-LABEL: func.func @signed_bits(
// CHECK-SAME: tensor<4xi8> {reduce.element_type = i1}) -> (tensor<3xi8> {reduce.element_type = i1}, tensor<4xsi1>, tensor<4xui1>)
// CHECK: tensor.bitcast %{{.*}} : tensor<4xi1> to tensor<4xsi1>
// CHECK: tensor.bitcast %{{.*}} : tensor<4xi1> to tensor<4xui1>
func.func @signed_bits(%data: tensor<3x2xi1>, %bools: tensor<4xi1>) -> (tensor<3xi1>, tensor<4xsi1>, tensor<4xui1>) {
  %0 = reduce.min %data axes = [1] : tensor<3x2xi1> -> tensor<3xi1>
  %1 = tensor.bitcast %bools : tensor<4xi1> to tensor<4xsi1>
  %2 = tensor.bitcast %bools : tensor<4xi1> to tensor<4xui1>
  return %0, %1, %2 : tensor<3xi1>, tensor<4xsi1>, tensor<4xui1>
}
