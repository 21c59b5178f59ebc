// RUN: reduce-opt %s --reduce-collapse-dims --split-input-file | FileCheck %s --implicit-check-not=collapse_shape --implicit-check-not=expand_shape
// RUN: reduce-opt %s --reduce-to-llvm-pipeline --split-input-file -o %t.mlir
// RUN: reduce-opt %s --reduce-to-llvm-pipeline='c-interface' --split-input-file -o %t.mlir

// Maps that are not projected permutations: the elements that they read or
// write are not adjacent in collapsed loops.

// A constant is not a loop, in particular not loop 0.
// CHECK-LABEL: func.func @constant
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x4x4xf32>, tensor<4x4xf32>) outs(%{{.*}} : tensor<4xf32>)
#abc = affine_map<(a, b, c) -> (a, b, c)>
#constant = affine_map<(a, b, c) -> (a, 0)>
#a = affine_map<(a, b, c) -> (a)>
func.func @constant(%data: tensor<4x4x4xf32>, %factors: tensor<4x4xf32>, %to: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#abc, #constant, #a], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%data, %factors : tensor<4x4x4xf32>, tensor<4x4xf32>) outs(%to : tensor<4xf32>) {
  ^bb0(%in: f32, %factor: f32, %out: f32):
    %1 = arith.mulf %in, %factor : f32
    %2 = arith.minimumf %1, %out : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// torch-mlir's form of keepdims, with known and with unknown sizes.
// CHECK-LABEL: func.func @keepdim
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<4x5x1xf32>)
#abc = affine_map<(a, b, c) -> (a, b, c)>
#ab0 = affine_map<(a, b, c) -> (a, b, 0)>
func.func @keepdim(%data: tensor<4x5x6xf32>, %to: tensor<4x5x1xf32>) -> tensor<4x5x1xf32> {
  %0 = linalg.generic {indexing_maps = [#abc, #ab0], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%data : tensor<4x5x6xf32>) outs(%to : tensor<4x5x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.mulf %in, %out : f32
    linalg.yield %1 : f32
  } -> tensor<4x5x1xf32>
  return %0 : tensor<4x5x1xf32>
}

// -----

// CHECK-LABEL: func.func @keepdim_of_two
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<?x1x1xi32>)
#abc = affine_map<(a, b, c) -> (a, b, c)>
#a00 = affine_map<(a, b, c) -> (a, 0, 0)>
func.func @keepdim_of_two(%data: tensor<?x?x?xi32>, %to: tensor<?x1x1xi32>) -> tensor<?x1x1xi32> {
  %0 = linalg.generic {indexing_maps = [#abc, #a00], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%data : tensor<?x?x?xi32>) outs(%to : tensor<?x1x1xi32>) {
  ^bb0(%in: i32, %out: i32):
    %1 = arith.addi %in, %out : i32
    linalg.yield %1 : i32
  } -> tensor<?x1x1xi32>
  return %0 : tensor<?x1x1xi32>
}

// -----

// Windows: pooling, convolution.
// CHECK-LABEL: func.func @window
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<6x9xf32>, tensor<3x3xf32>) outs(%{{.*}} : tensor<4x4xf32>)
#window = affine_map<(h, w, kh, kw) -> (h + kh, w * 2 + kw)>
#kernel = affine_map<(h, w, kh, kw) -> (kh, kw)>
#image = affine_map<(h, w, kh, kw) -> (h, w)>
func.func @window(%data: tensor<6x9xf32>, %kernel: tensor<3x3xf32>, %to: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.generic {indexing_maps = [#window, #kernel, #image], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%data, %kernel : tensor<6x9xf32>, tensor<3x3xf32>) outs(%to : tensor<4x4xf32>) {
  ^bb0(%in: f32, %factor: f32, %out: f32):
    %1 = arith.mulf %in, %factor : f32
    %2 = arith.addf %1, %out : f32
    linalg.yield %2 : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// Grouped heads: two of one operand use the same one of another.
// CHECK-LABEL: func.func @groups
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x3x5xf32>, tensor<2x5xf32>) outs(%{{.*}} : tensor<4x3xf32>)
#heads = affine_map<(h, q, d) -> (h, q, d)>
#groups = affine_map<(h, q, d) -> (h floordiv 2, d)>
#scores = affine_map<(h, q, d) -> (h, q)>
func.func @groups(%data: tensor<4x3x5xf32>, %keys: tensor<2x5xf32>, %to: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = linalg.generic {indexing_maps = [#heads, #groups, #scores], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%data, %keys : tensor<4x3x5xf32>, tensor<2x5xf32>) outs(%to : tensor<4x3xf32>) {
  ^bb0(%in: f32, %key: f32, %out: f32):
    %1 = arith.mulf %in, %key : f32
    %2 = arith.addf %1, %out : f32
    linalg.yield %2 : f32
  } -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}
