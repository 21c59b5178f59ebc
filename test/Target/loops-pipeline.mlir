// RUN: reduce-opt %s --reduce-to-loops-pipeline | FileCheck %s --implicit-check-not=linalg --implicit-check-not=vector --implicit-check-not=tensor

// Scalar loops over memrefs.
// CHECK-LABEL: func.func @min
// CHECK-SAME: %[[DATA:[a-z0-9]*]]: memref<4x8xf32{{.*}}>, %[[RESULT:.*]]: memref<4xf32{{.*}}>
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[RESULT]]
// CHECK: scf.for %[[ROW:.*]] =
// CHECK: scf.for %[[COLUMN:.*]] =
// CHECK: %[[ELEMENT:.*]] = memref.load %[[DATA]][%[[ROW]], %[[COLUMN]]]
// CHECK: %[[ACCUMULATOR:.*]] = memref.load %[[RESULT]][%[[ROW]]]
// CHECK: %[[MIN:.*]] = arith.minimumf %[[ELEMENT]], %[[ACCUMULATOR]] fastmath<nsz> : f32
// CHECK: memref.store %[[MIN]], %[[RESULT]][%[[ROW]]]
func.func @min(%data: tensor<4x8xf32>) -> tensor<4xf32> {
  %0 = reduce.min %data axes = [1] : tensor<4x8xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The value between two steps is in a buffer that is freed.
// CHECK-LABEL: func.func @half
// CHECK: %[[BUFFER:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK: arith.mulf
// CHECK: arith.truncf
// CHECK: memref.dealloc %[[BUFFER]]
func.func @half(%data: tensor<4x8xf16>) -> tensor<4xf16> {
  %0 = reduce.prod %data axes = [1] : tensor<4x8xf16> -> tensor<4xf16>
  return %0 : tensor<4xf16>
}
