// RUN: reduce-opt %s --reduce-collapse-dims --split-input-file | FileCheck %s

// A dimension of one element is between others of one kind, or is the innermost
// one. Without it, the others are one dimension.

#all = affine_map<(a, b, c, d) -> (a, b, c, d)>
#kept = affine_map<(a, b, c, d) -> (a, c)>

// CHECK-LABEL: func @between
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2, 3]] : tensor<7x?x1x3xf32> into tensor<7x?xf32>
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK-SAME: ins(%[[ROWS]] : tensor<7x?xf32>)
// CHECK: tensor.expand_shape {{.*}} tensor<7xf32> into tensor<7x1xf32>
func.func @between(%data: tensor<7x?x1x3xf32>, %init: tensor<7x1xf32>) -> tensor<7x1xf32> {
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel", "reduction"]}
      ins(%data : tensor<7x?x1x3xf32>) outs(%init : tensor<7x1xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %element, %accumulator : f32
    linalg.yield %1 : f32
  } -> tensor<7x1xf32>
  return %0 : tensor<7x1xf32>
}

// -----

// The operation after the reduction loses the dimension, too.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (a, c)>
#two = affine_map<(a, b) -> (a, b)>
#first = affine_map<(a, b) -> (a)>

// CHECK-LABEL: func @innermost
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]
// CHECK-SAME: ins(%{{.*}} : tensor<5x?xf32>) outs(%{{.*}} : tensor<5xf32>)
// CHECK-NOT: tensor.expand_shape
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]
// CHECK-SAME: ins(%[[MIN]], %{{.*}} : tensor<5xf32>, tensor<5xf32>)
func.func @innermost(%data: tensor<5x?x1xf32>, %init: tensor<5x1xf32>, %bias: tensor<5xf32>) -> tensor<5x1xf32> {
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<5x?x1xf32>) outs(%init : tensor<5x1xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %element, %accumulator : f32
    linalg.yield %1 : f32
  } -> tensor<5x1xf32>
  %empty = tensor.empty() : tensor<5x1xf32>
  %2 = linalg.generic {indexing_maps = [#two, #first, #two], iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<5x1xf32>, tensor<5xf32>) outs(%empty : tensor<5x1xf32>) {
  ^bb0(%minimum: f32, %offset: f32, %unused: f32):
    %3 = arith.addf %minimum, %offset : f32
    linalg.yield %3 : f32
  } -> tensor<5x1xf32>
  return %2 : tensor<5x1xf32>
}

// -----

// Where only one element is reduced, vectors have elements of all kept
// dimensions.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (a, c)>

// CHECK-LABEL: func @reduced
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]
// CHECK-SAME: ins(%{{.*}} : tensor<1x?xi16>) outs(%{{.*}} : tensor<?xi16>)
func.func @reduced(%data: tensor<?x1x3xi16>, %init: tensor<?x3xi16>) -> tensor<?x3xi16> {
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<?x1x3xi16>) outs(%init : tensor<?x3xi16>) {
  ^bb0(%element: i16, %accumulator: i16):
    %1 = arith.minsi %element, %accumulator : i16
    linalg.yield %1 : i16
  } -> tensor<?x3xi16>
  return %0 : tensor<?x3xi16>
}

// -----

// The operation after the reduction reads a tensor of the last dimension, so
// the kept dimensions stay apart.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (a, c)>
#two = affine_map<(a, b) -> (a, b)>
#last = affine_map<(a, b) -> (b)>

// CHECK-LABEL: func @reduced_with_bias
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel", "parallel"]
// CHECK-SAME: ins(%{{.*}} : tensor<1x?x3xf32>) outs(%{{.*}} : tensor<?x3xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[MIN]], %{{.*}} : tensor<?x3xf32>, tensor<3xf32>)
func.func @reduced_with_bias(%data: tensor<?x1x3xf32>, %init: tensor<?x3xf32>, %bias: tensor<3xf32>) -> tensor<?x3xf32> {
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<?x1x3xf32>) outs(%init : tensor<?x3xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %element, %accumulator : f32
    linalg.yield %1 : f32
  } -> tensor<?x3xf32>
  %2 = linalg.generic {indexing_maps = [#two, #last, #two], iterator_types = ["parallel", "parallel"]}
      ins(%0, %bias : tensor<?x3xf32>, tensor<3xf32>) outs(%init : tensor<?x3xf32>) {
  ^bb0(%minimum: f32, %offset: f32, %unused: f32):
    %3 = arith.addf %minimum, %offset : f32
    linalg.yield %3 : f32
  } -> tensor<?x3xf32>
  return %2 : tensor<?x3xf32>
}

// -----

// An index of the loop stays an index.

#all = affine_map<(a, b, c) -> (a, b, c)>
#kept = affine_map<(a, b, c) -> (a, c)>

// CHECK-LABEL: func @indices
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]
// CHECK: linalg.index 2
func.func @indices(%data: tensor<4x1x3xindex>, %init: tensor<4x3xindex>) -> tensor<4x3xindex> {
  %0 = linalg.generic {indexing_maps = [#all, #kept], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<4x1x3xindex>) outs(%init : tensor<4x3xindex>) {
  ^bb0(%element: index, %accumulator: index):
    %i = linalg.index 2 : index
    %1 = arith.addi %element, %i : index
    %2 = arith.minsi %1, %accumulator : index
    linalg.yield %2 : index
  } -> tensor<4x3xindex>
  return %0 : tensor<4x3xindex>
}
