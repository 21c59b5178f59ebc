// RUN: reduce-opt %s --reduce-collapse-dims --split-input-file | FileCheck %s --implicit-check-not=collapse_shape
// RUN: reduce-opt %s --reduce-fuse-elementwise --split-input-file -o %t.mlir

// The elements are too many for an integer, so they are not one loop's extent.
// CHECK-LABEL: func.func @too_many
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x4611686018427387905x4xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x4294967296x4294967296xf32>)
#three = affine_map<(a, b, c) -> (a, b, c)>
#first = affine_map<(a, b, c) -> (a)>
func.func @too_many(%data: tensor<4x4611686018427387905x4xf32>, %more: tensor<4x4294967296x4294967296xf32>, %init: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = linalg.generic {indexing_maps = [#three, #first], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%data : tensor<4x4611686018427387905x4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %2 = arith.minimumf %element, %accumulator : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#three, #first], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%more : tensor<4x4294967296x4294967296xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %2 = arith.minimumf %element, %accumulator : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// The size of a missing dimension is undefined, but not an error.
// CHECK-LABEL: func.func @undefined_sizes
// CHECK-NOT: tensor.dim
// CHECK: return
func.func @undefined_sizes(%data: tensor<3x4xf32>) -> (index, index) {
  %five = arith.constant 5 : index
  %minus_one = arith.constant -1 : index
  %0 = reduce.min %data axes = [1] : tensor<3x4xf32> -> tensor<?xf32>
  %1 = tensor.dim %0, %five : tensor<?xf32>
  %2 = tensor.dim %0, %minus_one : tensor<?xf32>
  return %1, %2 : index, index
}
