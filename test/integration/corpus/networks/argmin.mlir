// The least or greatest with its place, as torch-mlir, TOSA, StableHLO and IREE write
// it: operations of two results, ties, NaN, and all that is then asked of one result.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}11 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#row1 = affine_map<(d0, d1) -> (d0, 0)>
#column = affine_map<(d0, d1) -> (d1)>

// From torch-mlir: minimumf for the value, a comparison for the position.
func.func @argmin_rows(%x: tensor<6x17xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  %highest = arith.constant 0x7F800000 : f32
  %zero = arith.constant 0 : i64
  %v = tensor.empty() : tensor<6xf32>
  %p = tensor.empty() : tensor<6xi64>
  %v_init = linalg.fill ins(%highest : f32) outs(%v : tensor<6xf32>) -> tensor<6xf32>
  %p_init = linalg.fill ins(%zero : i64) outs(%p : tensor<6xi64>) -> tensor<6xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<6x17xf32>) outs(%v_init, %p_init : tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%in: f32, %out: f32, %at: i64):
    %i = linalg.index 1 : index
    %place = arith.index_cast %i : index to i64
    %0 = arith.minimumf %in, %out : f32
    %1 = arith.cmpf olt, %in, %out : f32
    %2 = arith.select %1, %place, %at : i64
    linalg.yield %0, %2 : f32, i64
  } -> (tensor<6xf32>, tensor<6xi64>)
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xi64>
}

// Only the minimum is used.
// arguments: specials
func.func @value_alone(%x: tensor<5x12xf32>) -> tensor<5x1xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %zero = arith.constant 0 : i64
  %v = tensor.empty() : tensor<5x1xf32>
  %p = tensor.empty() : tensor<5x1xi64>
  %v_init = linalg.fill ins(%highest : f32) outs(%v : tensor<5x1xf32>) -> tensor<5x1xf32>
  %p_init = linalg.fill ins(%zero : i64) outs(%p : tensor<5x1xi64>) -> tensor<5x1xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row1, #row1], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<5x12xf32>) outs(%v_init, %p_init : tensor<5x1xf32>, tensor<5x1xi64>) {
  ^bb0(%in: f32, %out: f32, %at: i64):
    %i = linalg.index 1 : index
    %place = arith.index_cast %i : index to i64
    %0 = arith.minimumf %in, %out : f32
    %1 = arith.cmpf ogt, %out, %in : f32
    %2 = arith.select %1, %place, %at : i64
    linalg.yield %0, %2 : f32, i64
  } -> (tensor<5x1xf32>, tensor<5x1xi64>)
  return %r#0 : tensor<5x1xf32>
}

// Only the position is used; among equal elements, the last one counts.
// arguments: 0..3
func.func @place_alone(%x: tensor<4x9xi32>) -> tensor<4xi32> {
  %highest = arith.constant 2147483647 : i32
  %zero = arith.constant 0 : i32
  %v = tensor.empty() : tensor<4xi32>
  %v_init = linalg.fill ins(%highest : i32) outs(%v : tensor<4xi32>) -> tensor<4xi32>
  %p_init = linalg.fill ins(%zero : i32) outs(%v : tensor<4xi32>) -> tensor<4xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x9xi32>) outs(%v_init, %p_init : tensor<4xi32>, tensor<4xi32>) {
  ^bb0(%in: i32, %out: i32, %at: i32):
    %i = linalg.index 1 : index
    %place = arith.index_cast %i : index to i32
    %0 = arith.minsi %in, %out : i32
    %1 = arith.cmpi sle, %in, %out : i32
    %2 = arith.select %1, %place, %at : i32
    linalg.yield %0, %2 : i32, i32
  } -> (tensor<4xi32>, tensor<4xi32>)
  return %r#1 : tensor<4xi32>
}

// Along the outer dimension, with the outer loop reduced.
func.func @argmax_columns(%x: tensor<7x18xf64>) -> (tensor<18xf64>, tensor<18xi32>) {
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %zero = arith.constant 0 : i32
  %v = tensor.empty() : tensor<18xf64>
  %p = tensor.empty() : tensor<18xi32>
  %v_init = linalg.fill ins(%lowest : f64) outs(%v : tensor<18xf64>) -> tensor<18xf64>
  %p_init = linalg.fill ins(%zero : i32) outs(%p : tensor<18xi32>) -> tensor<18xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, #column, #column], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<7x18xf64>) outs(%v_init, %p_init : tensor<18xf64>, tensor<18xi32>) {
  ^bb0(%in: f64, %out: f64, %at: i32):
    %i = linalg.index 0 : index
    %place = arith.index_cast %i : index to i32
    %greater = arith.cmpf ogt, %in, %out : f64
    %0 = arith.select %greater, %in, %out : f64
    %1 = arith.select %greater, %place, %at : i32
    linalg.yield %0, %1 : f64, i32
  } -> (tensor<18xf64>, tensor<18xi32>)
  return %r#0, %r#1 : tensor<18xf64>, tensor<18xi32>
}

// arguments: 5x14
func.func @argmin_dynamic(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %highest = arith.constant 3.40282347E+38 : f32
  %zero = arith.constant 0 : i64
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %v = tensor.empty(%rows) : tensor<?xf32>
  %p = tensor.empty(%rows) : tensor<?xi64>
  %v_init = linalg.fill ins(%highest : f32) outs(%v : tensor<?xf32>) -> tensor<?xf32>
  %p_init = linalg.fill ins(%zero : i64) outs(%p : tensor<?xi64>) -> tensor<?xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%v_init, %p_init : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%in: f32, %out: f32, %at: i64):
    %i = linalg.index 1 : index
    %place = arith.index_cast %i : index to i64
    %0 = arith.minimumf %in, %out : f32
    %1 = arith.cmpf olt, %in, %out : f32
    %2 = arith.select %1, %place, %at : i64
    linalg.yield %0, %2 : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi64>
}

func.func @unsigned_i8(%x: tensor<3x20xi8>) -> (tensor<3xi8>, tensor<3xi32>) {
  %highest = arith.constant -1 : i8
  %zero = arith.constant 0 : i32
  %v = tensor.empty() : tensor<3xi8>
  %p = tensor.empty() : tensor<3xi32>
  %v_init = linalg.fill ins(%highest : i8) outs(%v : tensor<3xi8>) -> tensor<3xi8>
  %p_init = linalg.fill ins(%zero : i32) outs(%p : tensor<3xi32>) -> tensor<3xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x20xi8>) outs(%v_init, %p_init : tensor<3xi8>, tensor<3xi32>) {
  ^bb0(%in: i8, %out: i8, %at: i32):
    %i = linalg.index 1 : index
    %place = arith.index_cast %i : index to i32
    %0 = arith.minui %in, %out : i8
    %1 = arith.cmpi ult, %in, %out : i8
    %2 = arith.select %1, %place, %at : i32
    linalg.yield %0, %2 : i8, i32
  } -> (tensor<3xi8>, tensor<3xi32>)
  return %r#0, %r#1 : tensor<3xi8>, tensor<3xi32>
}

// From StableHLO: positions are an operand, and the lower one of equal elements counts.
// arguments: -2..2
func.func @iota_operand(%x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %highest = arith.constant 0x7F800000 : f32
  %none = arith.constant 0 : i32
  %iota_empty = tensor.empty() : tensor<8xi32>
  %iota = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>], iterator_types = ["parallel"]} outs(%iota_empty : tensor<8xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %0 = arith.index_cast %i : index to i32
    linalg.yield %0 : i32
  } -> tensor<8xi32>
  %v = tensor.empty() : tensor<4xf32>
  %p = tensor.empty() : tensor<4xi32>
  %v_init = linalg.fill ins(%highest : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %p_init = linalg.fill ins(%none : i32) outs(%p : tensor<4xi32>) -> tensor<4xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, #column, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %iota : tensor<4x8xf32>, tensor<8xi32>) outs(%v_init, %p_init : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%in: f32, %place: i32, %out: f32, %at: i32):
    %less = arith.cmpf olt, %in, %out : f32
    %nan = arith.cmpf une, %in, %in : f32
    %take = arith.ori %less, %nan : i1
    %0 = arith.select %take, %in, %out : f32
    %same = arith.cmpf oeq, %in, %out : f32
    %lower = arith.cmpi slt, %place, %at : i32
    %1 = arith.andi %same, %lower : i1
    %2 = arith.ori %take, %1 : i1
    %3 = arith.select %2, %place, %at : i32
    linalg.yield %0, %3 : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi32>
}

// Of all elements, with a flat position, by linalg.reduce with two inputs.
func.func @flat(%x: tensor<4x6xf32>) -> (tensor<f32>, tensor<i64>) {
  %highest = arith.constant 0x7F800000 : f32
  %zero = arith.constant 0 : i64
  %places_empty = tensor.empty() : tensor<4x6xi64>
  %places = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%places_empty : tensor<4x6xi64>) {
  ^bb0(%out: i64):
    %c6 = arith.constant 6 : index
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %row = arith.muli %i, %c6 : index
    %flat = arith.addi %row, %j : index
    %0 = arith.index_cast %flat : index to i64
    linalg.yield %0 : i64
  } -> tensor<4x6xi64>
  %v = tensor.empty() : tensor<f32>
  %p = tensor.empty() : tensor<i64>
  %v_init = linalg.fill ins(%highest : f32) outs(%v : tensor<f32>) -> tensor<f32>
  %p_init = linalg.fill ins(%zero : i64) outs(%p : tensor<i64>) -> tensor<i64>
  %r:2 = linalg.reduce ins(%x, %places : tensor<4x6xf32>, tensor<4x6xi64>) outs(%v_init, %p_init : tensor<f32>, tensor<i64>) dimensions = [0, 1]
    (%in: f32, %place: i64, %out: f32, %at: i64) {
      %less = arith.cmpf olt, %in, %out : f32
      %0 = arith.select %less, %in, %out : f32
      %1 = arith.select %less, %place, %at : i64
      linalg.yield %0, %1 : f32, i64
    }
  return %r#0, %r#1 : tensor<f32>, tensor<i64>
}

// A code book: the nearest of its words to each vector, by two operations.
func.func @nearest_word(%x: tensor<5x3xf32>, %book: tensor<8x3xf32>) -> (tensor<5xi32>, tensor<5x3xf32>) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %highest = arith.constant 0x7F800000 : f32
  %d_empty = tensor.empty() : tensor<5x8xf32>
  %d_init = linalg.fill ins(%zero : f32) outs(%d_empty : tensor<5x8xf32>) -> tensor<5x8xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, c)>, affine_map<(a, b, c) -> (b, c)>, affine_map<(a, b, c) -> (a, b)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %book : tensor<5x3xf32>, tensor<8x3xf32>) outs(%d_init : tensor<5x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %1, %out : f32
    linalg.yield %2 : f32
  } -> tensor<5x8xf32>
  %v = tensor.empty() : tensor<5xf32>
  %p = tensor.empty() : tensor<5xi32>
  %v_init = linalg.fill ins(%highest : f32) outs(%v : tensor<5xf32>) -> tensor<5xf32>
  %p_init = linalg.fill ins(%none : i32) outs(%p : tensor<5xi32>) -> tensor<5xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%d : tensor<5x8xf32>) outs(%v_init, %p_init : tensor<5xf32>, tensor<5xi32>) {
  ^bb0(%in: f32, %out: f32, %at: i32):
    %i = linalg.index 1 : index
    %place = arith.index_cast %i : index to i32
    %less = arith.cmpf olt, %in, %out : f32
    %0 = arith.select %less, %in, %out : f32
    %1 = arith.select %less, %place, %at : i32
    linalg.yield %0, %1 : f32, i32
  } -> (tensor<5xf32>, tensor<5xi32>)
  %words_empty = tensor.empty() : tensor<5x3xf32>
  %words = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%r#1 : tensor<5xi32>) outs(%words_empty : tensor<5x3xf32>) {
  ^bb0(%word: i32, %out: f32):
    %i = arith.index_cast %word : i32 to index
    %j = linalg.index 1 : index
    %0 = tensor.extract %book[%i, %j] : tensor<8x3xf32>
    linalg.yield %0 : f32
  } -> tensor<5x3xf32>
  return %r#1, %words : tensor<5xi32>, tensor<5x3xf32>
}

func.func @half_argmax(%x: tensor<3x11xf16>) -> (tensor<3xf16>, tensor<3xi64>) {
  %lowest = arith.constant 0xFC00 : f16
  %zero = arith.constant 0 : i64
  %v = tensor.empty() : tensor<3xf16>
  %p = tensor.empty() : tensor<3xi64>
  %v_init = linalg.fill ins(%lowest : f16) outs(%v : tensor<3xf16>) -> tensor<3xf16>
  %p_init = linalg.fill ins(%zero : i64) outs(%p : tensor<3xi64>) -> tensor<3xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x11xf16>) outs(%v_init, %p_init : tensor<3xf16>, tensor<3xi64>) {
  ^bb0(%in: f16, %out: f16, %at: i64):
    %i = linalg.index 1 : index
    %place = arith.index_cast %i : index to i64
    %0 = arith.maximumf %in, %out : f16
    %1 = arith.cmpf ogt, %in, %out : f16
    %2 = arith.select %1, %place, %at : i64
    linalg.yield %0, %2 : f16, i64
  } -> (tensor<3xf16>, tensor<3xi64>)
  return %r#0, %r#1 : tensor<3xf16>, tensor<3xi64>
}

// A minimum and an independent sum: two reductions with shared loops.
func.func @minimum_and_sum(%x: tensor<4x25xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %m_init = linalg.fill ins(%highest : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %s_init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x25xf32>) outs(%m_init, %s_init : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%in: f32, %min: f32, %sum: f32):
    %0 = arith.minimumf %in, %min : f32
    %1 = arith.addf %in, %sum : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
