// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=128,accumulators=1}' --reduce-vectorize='strategies=inner' | FileCheck %s

// A row of seven ends in a vector whose first element repeats an earlier one.
// Idempotent combiners combine it again; for others, it is replaced by the
// identity.

#row = affine_map<(d0, d1) -> (d0, d1)>
#result = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @minsi(
// CHECK-NOT: arith.select
func.func @minsi(%data: tensor<1x7xi32>) -> tensor<1xi32> {
  %neutral = arith.constant 2147483647 : i32
  %empty = tensor.empty() : tensor<1xi32>
  %init = linalg.fill ins(%neutral : i32) outs(%empty : tensor<1xi32>) -> tensor<1xi32>
  %0 = linalg.generic {
    indexing_maps = [#row, #result],
    iterator_types = ["parallel", "reduction"]
  } ins(%data : tensor<1x7xi32>) outs(%init : tensor<1xi32>) {
  ^bb0(%element: i32, %so_far: i32):
    %1 = arith.minsi %element, %so_far : i32
    linalg.yield %1 : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

// CHECK-LABEL: func.func @minui(
// CHECK-NOT: arith.select
func.func @minui(%data: tensor<1x7xi32>) -> tensor<1xi32> {
  %neutral = arith.constant -1 : i32
  %empty = tensor.empty() : tensor<1xi32>
  %init = linalg.fill ins(%neutral : i32) outs(%empty : tensor<1xi32>) -> tensor<1xi32>
  %0 = linalg.generic {
    indexing_maps = [#row, #result],
    iterator_types = ["parallel", "reduction"]
  } ins(%data : tensor<1x7xi32>) outs(%init : tensor<1xi32>) {
  ^bb0(%element: i32, %so_far: i32):
    %1 = arith.minui %element, %so_far : i32
    linalg.yield %1 : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

// CHECK-LABEL: func.func @maxsi(
// CHECK-NOT: arith.select
func.func @maxsi(%data: tensor<1x7xi32>) -> tensor<1xi32> {
  %neutral = arith.constant -2147483648 : i32
  %empty = tensor.empty() : tensor<1xi32>
  %init = linalg.fill ins(%neutral : i32) outs(%empty : tensor<1xi32>) -> tensor<1xi32>
  %0 = linalg.generic {
    indexing_maps = [#row, #result],
    iterator_types = ["parallel", "reduction"]
  } ins(%data : tensor<1x7xi32>) outs(%init : tensor<1xi32>) {
  ^bb0(%element: i32, %so_far: i32):
    %1 = arith.maxsi %element, %so_far : i32
    linalg.yield %1 : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

// CHECK-LABEL: func.func @maxui(
// CHECK-NOT: arith.select
func.func @maxui(%data: tensor<1x7xi32>) -> tensor<1xi32> {
  %neutral = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1xi32>
  %init = linalg.fill ins(%neutral : i32) outs(%empty : tensor<1xi32>) -> tensor<1xi32>
  %0 = linalg.generic {
    indexing_maps = [#row, #result],
    iterator_types = ["parallel", "reduction"]
  } ins(%data : tensor<1x7xi32>) outs(%init : tensor<1xi32>) {
  ^bb0(%element: i32, %so_far: i32):
    %1 = arith.maxui %element, %so_far : i32
    linalg.yield %1 : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

// CHECK-LABEL: func.func @andi(
// CHECK-NOT: arith.select
func.func @andi(%data: tensor<1x7xi32>) -> tensor<1xi32> {
  %neutral = arith.constant -1 : i32
  %empty = tensor.empty() : tensor<1xi32>
  %init = linalg.fill ins(%neutral : i32) outs(%empty : tensor<1xi32>) -> tensor<1xi32>
  %0 = linalg.generic {
    indexing_maps = [#row, #result],
    iterator_types = ["parallel", "reduction"]
  } ins(%data : tensor<1x7xi32>) outs(%init : tensor<1xi32>) {
  ^bb0(%element: i32, %so_far: i32):
    %1 = arith.andi %element, %so_far : i32
    linalg.yield %1 : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

// CHECK-LABEL: func.func @ori(
// CHECK-NOT: arith.select
func.func @ori(%data: tensor<1x7xi32>) -> tensor<1xi32> {
  %neutral = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1xi32>
  %init = linalg.fill ins(%neutral : i32) outs(%empty : tensor<1xi32>) -> tensor<1xi32>
  %0 = linalg.generic {
    indexing_maps = [#row, #result],
    iterator_types = ["parallel", "reduction"]
  } ins(%data : tensor<1x7xi32>) outs(%init : tensor<1xi32>) {
  ^bb0(%element: i32, %so_far: i32):
    %1 = arith.ori %element, %so_far : i32
    linalg.yield %1 : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

// CHECK-LABEL: func.func @minimumf(
// CHECK-NOT: arith.select
func.func @minimumf(%data: tensor<1x7xf32>) -> tensor<1xf32> {
  %neutral = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<1xf32>
  %init = linalg.fill ins(%neutral : f32) outs(%empty : tensor<1xf32>) -> tensor<1xf32>
  %0 = linalg.generic {
    indexing_maps = [#row, #result],
    iterator_types = ["parallel", "reduction"]
  } ins(%data : tensor<1x7xf32>) outs(%init : tensor<1xf32>) {
  ^bb0(%element: f32, %so_far: f32):
    %1 = arith.minimumf %element, %so_far : f32
    linalg.yield %1 : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: func.func @maximumf(
// CHECK-NOT: arith.select
func.func @maximumf(%data: tensor<1x7xf32>) -> tensor<1xf32> {
  %neutral = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<1xf32>
  %init = linalg.fill ins(%neutral : f32) outs(%empty : tensor<1xf32>) -> tensor<1xf32>
  %0 = linalg.generic {
    indexing_maps = [#row, #result],
    iterator_types = ["parallel", "reduction"]
  } ins(%data : tensor<1x7xf32>) outs(%init : tensor<1xf32>) {
  ^bb0(%element: f32, %so_far: f32):
    %1 = arith.maximumf %element, %so_far : f32
    linalg.yield %1 : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: func.func @minnumf(
// CHECK-NOT: arith.select
func.func @minnumf(%data: tensor<1x7xf32>) -> tensor<1xf32> {
  %neutral = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<1xf32>
  %init = linalg.fill ins(%neutral : f32) outs(%empty : tensor<1xf32>) -> tensor<1xf32>
  %0 = linalg.generic {
    indexing_maps = [#row, #result],
    iterator_types = ["parallel", "reduction"]
  } ins(%data : tensor<1x7xf32>) outs(%init : tensor<1xf32>) {
  ^bb0(%element: f32, %so_far: f32):
    %1 = arith.minnumf %element, %so_far : f32
    linalg.yield %1 : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: func.func @maxnumf(
// CHECK-NOT: arith.select
func.func @maxnumf(%data: tensor<1x7xf32>) -> tensor<1xf32> {
  %neutral = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<1xf32>
  %init = linalg.fill ins(%neutral : f32) outs(%empty : tensor<1xf32>) -> tensor<1xf32>
  %0 = linalg.generic {
    indexing_maps = [#row, #result],
    iterator_types = ["parallel", "reduction"]
  } ins(%data : tensor<1x7xf32>) outs(%init : tensor<1xf32>) {
  ^bb0(%element: f32, %so_far: f32):
    %1 = arith.maxnumf %element, %so_far : f32
    linalg.yield %1 : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// CHECK-LABEL: func.func @addi(
// CHECK: arith.select
func.func @addi(%data: tensor<1x7xi32>) -> tensor<1xi32> {
  %neutral = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1xi32>
  %init = linalg.fill ins(%neutral : i32) outs(%empty : tensor<1xi32>) -> tensor<1xi32>
  %0 = linalg.generic {
    indexing_maps = [#row, #result],
    iterator_types = ["parallel", "reduction"]
  } ins(%data : tensor<1x7xi32>) outs(%init : tensor<1xi32>) {
  ^bb0(%element: i32, %so_far: i32):
    %1 = arith.addi %element, %so_far : i32
    linalg.yield %1 : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

// CHECK-LABEL: func.func @muli(
// CHECK: arith.select
func.func @muli(%data: tensor<1x7xi32>) -> tensor<1xi32> {
  %neutral = arith.constant 1 : i32
  %empty = tensor.empty() : tensor<1xi32>
  %init = linalg.fill ins(%neutral : i32) outs(%empty : tensor<1xi32>) -> tensor<1xi32>
  %0 = linalg.generic {
    indexing_maps = [#row, #result],
    iterator_types = ["parallel", "reduction"]
  } ins(%data : tensor<1x7xi32>) outs(%init : tensor<1xi32>) {
  ^bb0(%element: i32, %so_far: i32):
    %1 = arith.muli %element, %so_far : i32
    linalg.yield %1 : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}

// CHECK-LABEL: func.func @xori(
// CHECK: arith.select
func.func @xori(%data: tensor<1x7xi32>) -> tensor<1xi32> {
  %neutral = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1xi32>
  %init = linalg.fill ins(%neutral : i32) outs(%empty : tensor<1xi32>) -> tensor<1xi32>
  %0 = linalg.generic {
    indexing_maps = [#row, #result],
    iterator_types = ["parallel", "reduction"]
  } ins(%data : tensor<1x7xi32>) outs(%init : tensor<1xi32>) {
  ^bb0(%element: i32, %so_far: i32):
    %1 = arith.xori %element, %so_far : i32
    linalg.yield %1 : i32
  } -> tensor<1xi32>
  return %0 : tensor<1xi32>
}
