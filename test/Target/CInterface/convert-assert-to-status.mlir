// RUN: reduce-opt %s --reduce-convert-assert-to-status | FileCheck %s

// The status is the one with this text (12), or that of any other check (16).
// CHECK-LABEL: func.func @checked(
// CHECK-SAME: %[[A:.*]]: i1, %[[B:.*]]: i1, %[[SIZE:.*]]: index, %[[VALUE:.*]]: f32)
// CHECK: %[[RANGE:.*]] = arith.constant 12 : i32
// CHECK: cf.cond_br %[[A]], ^[[SECOND:.*]], ^[[FAILURE:.*]](%[[RANGE]] : i32)
// CHECK: ^[[SECOND]]:
// CHECK: %[[ASSERTION:.*]] = arith.constant 16 : i32
// CHECK: cf.cond_br %[[B]], ^[[LAST:.*]], ^[[FAILURE]](%[[ASSERTION]] : i32)
// CHECK: ^[[LAST]]:
// CHECK-NEXT: return %c0_i32, %[[SIZE]], %[[VALUE]] : i32, index, f32
// CHECK: ^[[FAILURE]](%[[STATUS:.*]]: i32):
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[FLOAT:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: return %[[STATUS]], %[[ZERO]], %[[FLOAT]] : i32, index, f32
func.func @checked(%a: i1, %b: i1, %size: index, %value: f32) -> (i32, index, f32) {
  %ok = arith.constant 0 : i32
  cf.assert %a, "an axis is out of range"
  cf.assert %b, "a text of no status"
  return %ok, %size, %value : i32, index, f32
}

// In a loop of blocks.
// CHECK-LABEL: func.func @loop
// CHECK: cf.br ^[[HEAD:.*]](
// CHECK: ^[[HEAD]](%{{.*}}: i1):
// CHECK: cf.cond_br %{{.*}}, ^[[NEXT:.*]], ^[[FAILURE:.*]](%{{.*}} : i32)
// CHECK: ^[[NEXT]]:
// CHECK-NEXT: cf.cond_br %{{.*}}, ^[[HEAD]](%{{.*}} : i1), ^[[END:.*]]
// CHECK: ^[[END]]:
// CHECK: ^[[FAILURE]](%[[STATUS:.*]]: i32):
// CHECK-NEXT: return %[[STATUS]] : i32
func.func @loop(%a: i1, %b: i1) -> i32 {
  %ok = arith.constant 0 : i32
  cf.br ^head(%a : i1)
^head(%valid: i1):
  cf.assert %valid, "two axes name the same dimension"
  cf.cond_br %b, ^head(%b : i1), ^end
^end:
  return %ok : i32
}

// A structured region cannot be left.
// CHECK-LABEL: func.func @region
// CHECK: scf.if
// CHECK-NEXT: cf.assert
func.func @region(%a: i1, %b: i1) -> i32 {
  %ok = arith.constant 0 : i32
  scf.if %a {
    cf.assert %b, "an axis is out of range"
  }
  return %ok : i32
}

// These return no status, or a type without a zero.
// CHECK-LABEL: func.func @no_result
// CHECK: cf.assert
func.func @no_result(%a: i1) {
  cf.assert %a, "an axis is out of range"
  return
}
// CHECK-LABEL: func.func @other_result
// CHECK: cf.assert
func.func @other_result(%a: i1, %size: index) -> index {
  cf.assert %a, "an axis is out of range"
  return %size : index
}
// CHECK-LABEL: func.func @no_zero
// CHECK: cf.assert
func.func @no_zero(%a: i1, %data: memref<f32>) -> (i32, memref<f32>) {
  %ok = arith.constant 0 : i32
  cf.assert %a, "an axis is out of range"
  return %ok, %data : i32, memref<f32>
}

// CHECK-LABEL: func.func private @external
func.func private @external() -> i32

// These have no zeros either.
// CHECK-LABEL: func.func @signed
// CHECK: cf.assert
func.func @signed(%a: i1, %number: si8) -> (i32, si8) {
  %ok = arith.constant 0 : i32
  cf.assert %a, "an axis is out of range"
  return %ok, %number : i32, si8
}
// CHECK-LABEL: func.func @unknown_size
// CHECK: cf.assert
func.func @unknown_size(%a: i1, %data: tensor<?xf32>) -> (i32, tensor<?xf32>) {
  %ok = arith.constant 0 : i32
  cf.assert %a, "an axis is out of range"
  return %ok, %data : i32, tensor<?xf32>
}
