// Cumulative sums, products and minima: loops over slices as torch-mlir and IREE
// write scans, triangles of generics as StableHLO's reduce_window, and segments.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}10 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// One slice after the other, of the result and of the accumulator.
func.func @cumulative_sum(%x: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %out_empty = tensor.empty() : tensor<4x6xf32>
  %sum_empty = tensor.empty() : tensor<4xf32>
  %sum_init = linalg.fill ins(%zero : f32) outs(%sum_empty : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = scf.for %j = %c0 to %c6 step %c1 iter_args(%out = %out_empty, %sum = %sum_init) -> (tensor<4x6xf32>, tensor<4xf32>) {
    %column = tensor.extract_slice %x[0, %j] [4, 1] [1, 1] : tensor<4x6xf32> to tensor<4xf32>
    %next = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%column : tensor<4xf32>) outs(%sum : tensor<4xf32>) {
    ^bb0(%in: f32, %s: f32):
      %0 = arith.addf %in, %s : f32
      linalg.yield %0 : f32
    } -> tensor<4xf32>
    %inserted = tensor.insert_slice %next into %out[0, %j] [4, 1] [1, 1] : tensor<4xf32> into tensor<4x6xf32>
    scf.yield %inserted, %next : tensor<4x6xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4x6xf32>, tensor<4xf32>
}

// All earlier elements for each one: a reduced loop with a comparison of indices.
// arguments: products
func.func @cumulative_product(%x: tensor<3x7xf32>) -> tensor<3x7xf32> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<3x7xf32>
  %init = linalg.fill ins(%one : f32) outs(%empty : tensor<3x7xf32>) -> tensor<3x7xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, i, j) -> (a, j)>, affine_map<(a, i, j) -> (a, i)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<3x7xf32>) outs(%init : tensor<3x7xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %before = arith.cmpi sle, %j, %i : index
    %0 = arith.select %before, %in, %one : f32
    %1 = arith.mulf %0, %out fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<3x7xf32>
  return %r : tensor<3x7xf32>
}

// The result of a window over padding with the identity.
// arguments: specials
func.func @cumulative_minimum(%x: tensor<2x9xf32>) -> tensor<2x9xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %padded = tensor.pad %x low[0, 8] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %highest : f32
  } : tensor<2x9xf32> to tensor<2x17xf32>
  %window = tensor.empty() : tensor<9xf32>
  %empty = tensor.empty() : tensor<2x9xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<2x9xf32>) -> tensor<2x9xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b + c)>, affine_map<(a, b, c) -> (c)>, affine_map<(a, b, c) -> (a, b)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%padded, %window : tensor<2x17xf32>, tensor<9xf32>) outs(%init : tensor<2x9xf32>) {
  ^bb0(%in: f32, %unused: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<2x9xf32>
  return %r : tensor<2x9xf32>
}

// A scan of scalars carries one value; sums exclude the element itself.
// arguments: 12
func.func @exclusive_sum(%x: tensor<?xi32>) -> (tensor<?xi32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %size = tensor.dim %x, %c0 : tensor<?xi32>
  %empty = tensor.empty(%size) : tensor<?xi32>
  %r:2 = scf.for %i = %c0 to %size step %c1 iter_args(%out = %empty, %sum = %zero) -> (tensor<?xi32>, i32) {
    %element = tensor.extract %x[%i] : tensor<?xi32>
    %next_out = tensor.insert %sum into %out[%i] : tensor<?xi32>
    %next = arith.addi %sum, %element : i32
    scf.yield %next_out, %next : tensor<?xi32>, i32
  }
  return %r#0, %r#1 : tensor<?xi32>, i32
}

// In steps of 1, 2 and 4, each a sum of the tensor and a shifted copy.
func.func @by_doubling(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %a0 = tensor.extract_slice %x[0] [7] [1] : tensor<8xf32> to tensor<7xf32>
  %a1 = tensor.insert_slice %a0 into %zeros[1] [7] [1] : tensor<7xf32> into tensor<8xf32>
  %a = linalg.add ins(%x, %a1 : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %b0 = tensor.extract_slice %a[0] [6] [1] : tensor<8xf32> to tensor<6xf32>
  %b1 = tensor.insert_slice %b0 into %zeros[2] [6] [1] : tensor<6xf32> into tensor<8xf32>
  %b = linalg.add ins(%a, %b1 : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  %c0 = tensor.extract_slice %b[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %c1 = tensor.insert_slice %c0 into %zeros[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %c = linalg.add ins(%b, %c1 : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) -> tensor<8xf32>
  return %c : tensor<8xf32>
}

// Sums of elements with the same number, which need not be sorted.
// arguments: sums, 0..3
func.func @segment_sum(%x: tensor<10x2xf32>, %segments: tensor<10xi32>) -> tensor<4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4x2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x2xf32>) -> tensor<4x2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(s, k, i) -> (i, k)>, affine_map<(s, k, i) -> (i)>, affine_map<(s, k, i) -> (s, k)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %segments : tensor<10x2xf32>, tensor<10xi32>) outs(%init : tensor<4x2xf32>) {
  ^bb0(%in: f32, %segment: i32, %out: f32):
    %s = linalg.index 0 : index
    %own = arith.index_cast %s : index to i32
    %is = arith.cmpi eq, %own, %segment : i32
    %0 = arith.addf %out, %in : f32
    %1 = arith.select %is, %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<4x2xf32>
  return %r : tensor<4x2xf32>
}

// The same, by a loop that adds at positions.
// arguments: specials, 0..2
func.func @segment_minimum(%x: tensor<9xf32>, %segments: tensor<9xi64>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %init = arith.constant dense<0x7F800000> : tensor<3xf32>
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%t = %init) -> (tensor<3xf32>) {
    %segment = tensor.extract %segments[%i] : tensor<9xi64>
    %place = arith.index_cast %segment : i64 to index
    %element = tensor.extract %x[%i] : tensor<9xf32>
    %so_far = tensor.extract %t[%place] : tensor<3xf32>
    %least = arith.minimumf %element, %so_far : f32
    %next = tensor.insert %least into %t[%place] : tensor<3xf32>
    scf.yield %next : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}

// arguments: 0..7
func.func @histogram(%x: tensor<40xi8>) -> tensor<8xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<8xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<8xi32>) -> tensor<8xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(b, i) -> (i)>, affine_map<(b, i) -> (b)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<40xi8>) outs(%init : tensor<8xi32>) {
  ^bb0(%in: i8, %out: i32):
    %b = linalg.index 0 : index
    %bin = arith.index_cast %b : index to i8
    %is = arith.cmpi eq, %bin, %in : i8
    %0 = arith.extui %is : i1 to i32
    %1 = arith.addi %0, %out : i32
    linalg.yield %1 : i32
  } -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// Exponential averages: a product and a sum for each element of the scan.
func.func @moving_average(%x: tensor<6x3xf64>, %start: tensor<3xf64>) -> (tensor<6x3xf64>, tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %half = arith.constant 0.5 : f64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %empty = tensor.empty() : tensor<6x3xf64>
  %r:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%out = %empty, %state = %start) -> (tensor<6x3xf64>, tensor<3xf64>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 3] [1, 1] : tensor<6x3xf64> to tensor<3xf64>
    %next = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%row : tensor<3xf64>) outs(%state : tensor<3xf64>) {
    ^bb0(%in: f64, %s: f64):
      %0 = arith.addf %in, %s : f64
      %1 = arith.mulf %0, %half : f64
      linalg.yield %1 : f64
    } -> tensor<3xf64>
    %inserted = tensor.insert_slice %next into %out[%i, 0] [1, 3] [1, 1] : tensor<3xf64> into tensor<6x3xf64>
    scf.yield %inserted, %next : tensor<6x3xf64>, tensor<3xf64>
  }
  %columns = tensor.empty() : tensor<3xf64>
  %init = linalg.fill ins(%lowest : f64) outs(%columns : tensor<3xf64>) -> tensor<3xf64>
  %max = linalg.reduce { arith.maximumf } ins(%r#0 : tensor<6x3xf64>) outs(%init : tensor<3xf64>) dimensions = [0]
  return %r#0, %max : tensor<6x3xf64>, tensor<3xf64>
}

// A minimum in each round, of what earlier rounds left over.
func.func @shrinking_minimum(%x: tensor<33xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c33 = arith.constant 33 : index
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %empty) -> (tensor<4xf32>) {
    %offset = arith.muli %i, %c8 : index
    %size = arith.subi %c33, %offset : index
    %rest = tensor.extract_slice %x[%offset] [%size] [1] : tensor<33xf32> to tensor<?xf32>
    %one = tensor.empty() : tensor<f32>
    %init = linalg.fill ins(%highest : f32) outs(%one : tensor<f32>) -> tensor<f32>
    %min = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>], iterator_types = ["reduction"]} ins(%rest : tensor<?xf32>) outs(%init : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.minimumf %in, %out : f32
      linalg.yield %0 : f32
    } -> tensor<f32>
    %value = tensor.extract %min[] : tensor<f32>
    %next = tensor.insert %value into %t[%i] : tensor<4xf32>
    scf.yield %next : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
