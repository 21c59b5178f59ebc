// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-collapse-dims | FileCheck %s

// CHECK-LABEL: func.func @innermost
// CHECK-SAME: (%[[DATA:.*]]: tensor<2x3x4x5xf32>)
// CHECK: %[[COLLAPSED:.*]] = tensor.collapse_shape %[[DATA]] {{\[\[}}0, 1], [2, 3]] : tensor<2x3x4x5xf32> into tensor<6x20xf32>
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<6xf32>
// CHECK: %[[FILL:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[EMPTY]] : tensor<6xf32>)
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
// CHECK-SAME: ins(%[[COLLAPSED]] : tensor<6x20xf32>) outs(%[[FILL]] : tensor<6xf32>)
// CHECK: %[[EXPANDED:.*]] = tensor.expand_shape %[[MIN]] {{\[\[}}0, 1]] output_shape [2, 3]
// CHECK: return %[[EXPANDED]] : tensor<2x3xf32>
func.func @innermost(%data: tensor<2x3x4x5xf32>) -> tensor<2x3xf32> {
  %0 = reduce.min %data axes = [2, 3] : tensor<2x3x4x5xf32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @all
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction"]} ins(%{{.*}} : tensor<24xf32>) outs(%{{.*}} : tensor<f32>)
func.func @all(%data: tensor<2x3x4xf32>) -> tensor<f32> {
  %0 = reduce.prod %data axes = [0, 1, 2] : tensor<2x3x4xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @outermost
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%{{.*}} : tensor<6x20xf32>) outs(%{{.*}} : tensor<20xf32>)
func.func @outermost(%data: tensor<2x3x4x5xf32>) -> tensor<4x5xf32> {
  %0 = reduce.min %data axes = [0, 1] : tensor<2x3x4x5xf32> -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// CHECK-LABEL: func.func @middle
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]} ins(%{{.*}} : tensor<6x20x42xf32>) outs(%{{.*}} : tensor<6x42xf32>)
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2, 3]] output_shape [2, 3, 6, 7]
func.func @middle(%data: tensor<2x3x4x5x6x7xf32>) -> tensor<2x3x6x7xf32> {
  %0 = reduce.min %data axes = [2, 3] : tensor<2x3x4x5x6x7xf32> -> tensor<2x3x6x7xf32>
  return %0 : tensor<2x3x6x7xf32>
}

// CHECK-LABEL: func.func @alternating
// CHECK-NOT: tensor.collapse_shape
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel", "reduction"]} ins(%{{.*}} : tensor<2x3x4x5xf32>)
// CHECK-NOT: tensor.expand_shape
func.func @alternating(%data: tensor<2x3x4x5xf32>) -> tensor<2x4xf32> {
  %0 = reduce.min %data axes = [1, 3] : tensor<2x3x4x5xf32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// One expansion restores collapsed and reduced dimensions.
// CHECK-LABEL: func.func @keepdims
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<6xf32>)
// CHECK: %[[EXPANDED:.*]] = tensor.expand_shape %[[MIN]] {{\[\[}}0, 1, 2, 3]] output_shape [2, 3, 1, 1]
// CHECK-NEXT: return %[[EXPANDED]]
func.func @keepdims(%data: tensor<2x3x4x5xf32>) -> tensor<2x3x1x1xf32> {
  %0 = reduce.min %data axes = [2, 3] keepdims : tensor<2x3x4x5xf32> -> tensor<2x3x1x1xf32>
  return %0 : tensor<2x3x1x1xf32>
}

// CHECK-LABEL: func.func @extents_0_and_1
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<0x4xf32>) outs(%{{.*}} : tensor<0xf32>)
func.func @extents_0_and_1(%data: tensor<0x3x4x1xf32>) -> tensor<0x3xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<0x3xf32>
  %fill = linalg.fill ins(%inf : f32) outs(%empty : tensor<0x3xf32>) -> tensor<0x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%data : tensor<0x3x4x1xf32>) outs(%fill : tensor<0x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.minimumf %in, %out fastmath<nsz> : f32
    linalg.yield %1 : f32
  } -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// CHECK-LABEL: func.func @extents_0_reduced
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<0x4xf32>) outs(%{{.*}} : tensor<4xf32>)
func.func @extents_0_reduced(%data: tensor<0x3x4x1xf32>) -> tensor<4x1xf32> {
  %inf = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<4x1xf32>
  %fill = linalg.fill ins(%inf : f32) outs(%empty : tensor<4x1xf32>) -> tensor<4x1xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>],
      iterator_types = ["reduction", "reduction", "parallel", "parallel"]}
      ins(%data : tensor<0x3x4x1xf32>) outs(%fill : tensor<4x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.minimumf %in, %out fastmath<nsz> : f32
    linalg.yield %1 : f32
  } -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}

// Reshapes of tensors and of memrefs differ in what 0 and unknown extents
// collapse to.
// CHECK-LABEL: func.func @extents_0_and_unknown
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<15x0x?xf32>) outs(%{{.*}} : tensor<15xf32>)
func.func @extents_0_and_unknown(%data: tensor<3x5x0x?x2xf32>) -> tensor<3x5xf32> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<3x5xf32>
  %fill = linalg.fill ins(%one : f32) outs(%empty : tensor<3x5xf32>) -> tensor<3x5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%data : tensor<3x5x0x?x2xf32>) outs(%fill : tensor<3x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.mulf %in, %out : f32
    linalg.yield %1 : f32
  } -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func.func @dynamic
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}} : tensor<?x?xf32>) outs(%{{.*}} : tensor<?xf32>)
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1]] output_shape [%{{.*}}, 3] : tensor<?xf32> into tensor<?x3xf32>
func.func @dynamic(%data: tensor<?x3x?x5xf32>) -> tensor<?x3xf32> {
  %0 = reduce.min %data axes = [2, 3] : tensor<?x3x?x5xf32> -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// The second operand has no first dimension to collapse.
// CHECK-LABEL: func.func @broadcast
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "reduction"]} ins(%{{.*}} : tensor<4x5xf32>, tensor<5xf32>)
func.func @broadcast(%a: tensor<4x5xf32>, %b: tensor<5xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>, affine_map<(a, b) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%a, %b : tensor<4x5xf32>, tensor<5xf32>) outs(%init : tensor<f32>) {
  ^bb0(%x: f32, %y: f32, %accumulator: f32):
    %1 = arith.addf %x, %y : f32
    %2 = arith.minimumf %accumulator, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

// The output stores the kept dimensions in another order.
// CHECK-LABEL: func.func @transposed_output
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x5x6xf32>) outs(%{{.*}} : tensor<5x4xf32>)
func.func @transposed_output(%a: tensor<4x5x6xf32>, %init: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (b, a)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a : tensor<4x5x6xf32>) outs(%init : tensor<5x4xf32>) {
  ^bb0(%x: f32, %accumulator: f32):
    %1 = arith.minimumf %accumulator, %x : f32
    linalg.yield %1 : f32
  } -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// Operations that are not reductions are ignored.
// CHECK-LABEL: func.func @elementwise
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2x3xf32>) outs(%{{.*}} : tensor<2x3xf32>)
func.func @elementwise(%data: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %empty = tensor.empty() : tensor<2x3xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%data : tensor<2x3xf32>) outs(%empty : tensor<2x3xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.negf %in : f32
    linalg.yield %1 : f32
  } -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// With arbitrary strides, adjacent dimensions may not be adjacent in memory.
// CHECK-LABEL: func.func private @strided
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<2x3x4x5xf32>) outs(%{{.*}} : tensor<2x3xf32>)
func.func private @strided(%data: tensor<2x3x4x5xf32>) -> tensor<2x3xf32> attributes {reduce.layout = #reduce.layout<strided>} {
  %0 = reduce.min %data axes = [2, 3] : tensor<2x3x4x5xf32> -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Operations after a reduction are collapsed together with it, if everything
// they read can be collapsed.

#ijk = affine_map<(i, j, k) -> (i, j, k)>
#k = affine_map<(i, j, k) -> (k)>

// CHECK-LABEL: func.func @epilogue
// CHECK-SAME: (%{{.*}}: tensor<2x3x4x5xf32>, %[[BIAS:.*]]: tensor<2x3x4xf32>, %[[TO:.*]]: tensor<2x3x4xf32>)
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<24xf32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%{{.*}}, %[[MIN]] : tensor<24xf32>, tensor<24xf32>)
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0, 1, 2]] output_shape [2, 3, 4]
func.func @epilogue(%data: tensor<2x3x4x5xf32>, %bias: tensor<2x3x4xf32>, %to: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = reduce.min %data axes = [3] : tensor<2x3x4x5xf32> -> tensor<2x3x4xf32>
  %1 = linalg.generic {indexing_maps = [#ijk, #ijk, #ijk], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%bias, %0 : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%to : tensor<2x3x4xf32>) {
  ^bb0(%b: f32, %r: f32, %out: f32):
    %2 = arith.addf %b, %r : f32
    linalg.yield %2 : f32
  } -> tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @epilogue_that_broadcasts
// CHECK-SAME: (%{{.*}}: tensor<2x3x4x5xf32>, %[[BIAS:.*]]: tensor<4xf32>, %{{.*}}: tensor<2x3x4xf32>)
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<6x4xf32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%[[BIAS]], %[[MIN]] : tensor<4xf32>, tensor<6x4xf32>)
func.func @epilogue_that_broadcasts(%data: tensor<2x3x4x5xf32>, %bias: tensor<4xf32>, %to: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = reduce.min %data axes = [3] : tensor<2x3x4x5xf32> -> tensor<2x3x4xf32>
  %1 = linalg.generic {indexing_maps = [#k, #ijk, #ijk], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%bias, %0 : tensor<4xf32>, tensor<2x3x4xf32>) outs(%to : tensor<2x3x4xf32>) {
  ^bb0(%b: f32, %r: f32, %out: f32):
    %2 = arith.addf %b, %r : f32
    linalg.yield %2 : f32
  } -> tensor<2x3x4xf32>
  return %1 : tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @epilogue_of_unknown_shape
// CHECK: %[[MIN:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<?xf32>)
// CHECK-NOT: %[[MIN]]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%{{.*}}, %[[MIN]] : tensor<?xf32>, tensor<?xf32>)
// CHECK-NOT: %[[MIN]]
// CHECK: return
func.func @epilogue_of_unknown_shape(%data: tensor<?x?x?x5xf32>, %bias: tensor<?x?x?xf32>, %to: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = reduce.min %data axes = [3] : tensor<?x?x?x5xf32> -> tensor<?x?x?xf32>
  %1 = linalg.generic {indexing_maps = [#ijk, #ijk, #ijk], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%bias, %0 : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%to : tensor<?x?x?xf32>) {
  ^bb0(%b: f32, %r: f32, %out: f32):
    %2 = arith.addf %b, %r : f32
    linalg.yield %2 : f32
  } -> tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}
