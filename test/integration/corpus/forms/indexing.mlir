// Elements at computed places: gathers by tensor.extract, scatters by loops, slices,
// flips, rolls, pads and interpolation, as torch-mlir lowers index_select and its like.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}12 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// arguments: sums, 0..8
func.func @embedding(%table: tensor<9x4xf32>, %words: tensor<2x5xi64>) -> (tensor<2x5x4xf32>, tensor<2x4xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<2x5x4xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%words : tensor<2x5xi64>) outs(%empty : tensor<2x5x4xf32>) {
  ^bb0(%word: i64, %out: f32):
    %i = arith.index_cast %word : i64 to index
    %j = linalg.index 2 : index
    %0 = tensor.extract %table[%i, %j] : tensor<9x4xf32>
    linalg.yield %0 : f32
  } -> tensor<2x5x4xf32>
  %r_empty = tensor.empty() : tensor<2x4xf32>
  %init = linalg.fill ins(%highest : f32) outs(%r_empty : tensor<2x4xf32>) -> tensor<2x4xf32>
  %r = linalg.reduce { arith.minimumf } ins(%e : tensor<2x5x4xf32>) outs(%init : tensor<2x4xf32>) dimensions = [1]
  return %e, %r : tensor<2x5x4xf32>, tensor<2x4xf32>
}

// The minimum reads elements at positions given by another tensor, in its own body.
// arguments: 6x7 specials, 10 0..6
func.func @minimum_of_gathered(%x: tensor<?x?xf32>, %places: tensor<?xi32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %highest = arith.constant 0x7F800000 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, #row], iterator_types = ["parallel", "reduction"]} ins(%places : tensor<?xi32>) outs(%init : tensor<?xf32>) {
  ^bb0(%place: i32, %out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %place : i32 to index
    %0 = tensor.extract %x[%i, %j] : tensor<?x?xf32>
    %1 = arith.minimumf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// arguments: sums, sums, 0..5
func.func @scatter_rows(%x: tensor<6x3xf32>, %updates: tensor<4x3xf32>, %places: tensor<4xi32>) -> tensor<6x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %x) -> (tensor<6x3xf32>) {
    %place = tensor.extract %places[%i] : tensor<4xi32>
    %at = arith.index_cast %place : i32 to index
    %row = tensor.extract_slice %updates[%i, 0] [1, 3] [1, 1] : tensor<4x3xf32> to tensor<1x3xf32>
    %next = tensor.insert_slice %row into %t[%at, 0] [1, 3] [1, 1] : tensor<1x3xf32> into tensor<6x3xf32>
    scf.yield %next : tensor<6x3xf32>
  }
  return %r : tensor<6x3xf32>
}

func.func @roll(%x: tensor<3x8xf32>) -> (tensor<3x8xf32>, tensor<3xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %a = tensor.extract_slice %x[0, 5] [3, 3] [1, 1] : tensor<3x8xf32> to tensor<3x3xf32>
  %b = tensor.extract_slice %x[0, 0] [3, 5] [1, 1] : tensor<3x8xf32> to tensor<3x5xf32>
  %rolled = tensor.concat dim(1) %a, %b : (tensor<3x3xf32>, tensor<3x5xf32>) -> tensor<3x8xf32>
  %empty = tensor.empty() : tensor<3xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %d_empty = tensor.empty() : tensor<3x8xf32>
  %d = linalg.sub ins(%x, %rolled : tensor<3x8xf32>, tensor<3x8xf32>) outs(%d_empty : tensor<3x8xf32>) -> tensor<3x8xf32>
  %r = linalg.reduce { arith.minimumf } ins(%d : tensor<3x8xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
  return %rolled, %r : tensor<3x8xf32>, tensor<3xf32>
}

// From the last to the first, by a map that subtracts.
func.func @flip(%x: tensor<4x7xf32>) -> tensor<4x7xf32> {
  %empty = tensor.empty() : tensor<4x7xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<4x7xf32>) {
  ^bb0(%out: f32):
    %c6 = arith.constant 6 : index
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %back = arith.subi %c6, %j : index
    %0 = tensor.extract %x[%i, %back] : tensor<4x7xf32>
    linalg.yield %0 : f32
  } -> tensor<4x7xf32>
  return %r : tensor<4x7xf32>
}

// arguments: 0..4
func.func @one_hot(%labels: tensor<6xi32>) -> (tensor<6x5xf32>, tensor<5xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<6x5xf32>
  %hot = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%labels : tensor<6xi32>) outs(%empty : tensor<6x5xf32>) {
  ^bb0(%label: i32, %out: f32):
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i32
    %is = arith.cmpi eq, %i, %label : i32
    %0 = arith.select %is, %one, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<6x5xf32>
  %r_empty = tensor.empty() : tensor<5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%r_empty : tensor<5xf32>) -> tensor<5xf32>
  %counts = linalg.reduce { arith.addf } ins(%hot : tensor<6x5xf32>) outs(%init : tensor<5xf32>) dimensions = [0]
  return %hot, %counts : tensor<6x5xf32>, tensor<5xf32>
}

// Twice as wide and high, by divisions in a map.
func.func @nearest(%x: tensor<2x3x4xf32>) -> tensor<2x6x8xf32> {
  %empty = tensor.empty() : tensor<2x6x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b floordiv 2, c floordiv 2)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : tensor<2x3x4xf32>) outs(%empty : tensor<2x6x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x6x8xf32>
  return %r : tensor<2x6x8xf32>
}

// Two neighbors of each position, weighted by distance.
func.func @linear_interpolation(%x: tensor<3x4xf32>) -> tensor<3x7xf32> {
  %empty = tensor.empty() : tensor<3x7xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<3x7xf32>) {
  ^bb0(%out: f32):
    %half = arith.constant 0.5 : f32
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %integer = arith.index_cast %j : index to i32
    %float = arith.sitofp %integer : i32 to f32
    %place = arith.mulf %float, %half : f32
    %floor = math.floor %place : f32
    %weight = arith.subf %place, %floor : f32
    %left_integer = arith.fptosi %floor : f32 to i32
    %left = arith.index_cast %left_integer : i32 to index
    %after = arith.addi %left, %c1 : index
    %right = arith.minsi %after, %c3 : index
    %a = tensor.extract %x[%i, %left] : tensor<3x4xf32>
    %b = tensor.extract %x[%i, %right] : tensor<3x4xf32>
    %0 = arith.subf %b, %a : f32
    %1 = math.fma %0, %weight, %a : f32
    linalg.yield %1 : f32
  } -> tensor<3x7xf32>
  return %r : tensor<3x7xf32>
}

// Channels become places of an image.
func.func @pixel_shuffle(%x: tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32> {
  %split = tensor.expand_shape %x [[0], [1, 2, 3], [4], [5]] output_shape [1, 2, 2, 2, 2, 3] : tensor<1x8x2x3xf32> into tensor<1x2x2x2x2x3xf32>
  %empty = tensor.empty() : tensor<1x2x2x2x3x2xf32>
  %t = linalg.transpose ins(%split : tensor<1x2x2x2x2x3xf32>) outs(%empty : tensor<1x2x2x2x3x2xf32>) permutation = [0, 1, 4, 2, 5, 3]
  %r = tensor.collapse_shape %t [[0], [1], [2, 3], [4, 5]] : tensor<1x2x2x2x3x2xf32> into tensor<1x2x4x6xf32>
  return %r : tensor<1x2x4x6xf32>
}

// Even and odd positions are rotated in pairs, as in rotary embeddings.
func.func @rotary(%x: tensor<3x8xf32>, %angles: tensor<3x4xf32>) -> tensor<3x8xf32> {
  %even = tensor.extract_slice %x[0, 0] [3, 4] [1, 2] : tensor<3x8xf32> to tensor<3x4xf32>
  %odd = tensor.extract_slice %x[0, 1] [3, 4] [1, 2] : tensor<3x8xf32> to tensor<3x4xf32>
  %empty = tensor.empty() : tensor<3x4xf32>
  %turned:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%even, %odd, %angles : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) outs(%empty, %empty : tensor<3x4xf32>, tensor<3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %angle: f32, %out0: f32, %out1: f32):
    %cos = math.cos %angle : f32
    %sin = math.sin %angle : f32
    %0 = arith.mulf %a, %cos : f32
    %1 = arith.mulf %b, %sin : f32
    %2 = arith.subf %0, %1 : f32
    %3 = arith.mulf %a, %sin : f32
    %4 = arith.mulf %b, %cos : f32
    %5 = arith.addf %3, %4 : f32
    linalg.yield %2, %5 : f32, f32
  } -> (tensor<3x4xf32>, tensor<3x4xf32>)
  %to = tensor.empty() : tensor<3x8xf32>
  %first = tensor.insert_slice %turned#0 into %to[0, 0] [3, 4] [1, 2] : tensor<3x4xf32> into tensor<3x8xf32>
  %r = tensor.insert_slice %turned#1 into %first[0, 1] [3, 4] [1, 2] : tensor<3x4xf32> into tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}

// The border repeats: positions before and after the tensor are clamped.
func.func @edge_padding(%x: tensor<3x5xf32>) -> (tensor<5x7xf32>, tensor<5xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %padded = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %i0 = arith.subi %i, %c1 : index
    %i1 = arith.maxsi %i0, %c0 : index
    %i2 = arith.minsi %i1, %c2 : index
    %j0 = arith.subi %j, %c1 : index
    %j1 = arith.maxsi %j0, %c0 : index
    %j2 = arith.minsi %j1, %c4 : index
    %0 = tensor.extract %x[%i2, %j2] : tensor<3x5xf32>
    tensor.yield %0 : f32
  } : tensor<5x7xf32>
  %empty = tensor.empty() : tensor<5xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.reduce { arith.minimumf } ins(%padded : tensor<5x7xf32>) outs(%init : tensor<5xf32>) dimensions = [1]
  return %padded, %r : tensor<5x7xf32>, tensor<5xf32>
}

// Of each window of a sequence, one diagonal.
func.func @diagonal_minimum(%x: tensor<7x7xf32>) -> tensor<5xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %window = tensor.empty() : tensor<3xf32>
  %empty = tensor.empty() : tensor<5xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, k) -> (a + k, a + k)>, affine_map<(a, k) -> (k)>, affine_map<(a, k) -> (a)>], iterator_types = ["parallel", "reduction"]} ins(%x, %window : tensor<7x7xf32>, tensor<3xf32>) outs(%init : tensor<5xf32>) {
  ^bb0(%in: f32, %unused: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}
