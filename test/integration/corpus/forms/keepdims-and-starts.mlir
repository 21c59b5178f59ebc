// Plain reductions in every writing: kept dimensions, loops in any order, results of
// another order, several reduced dimensions, and what they start from.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}18 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// arguments: specials
func.func @last_kept_as_one(%x: tensor<7x100xf32>) -> tensor<7x1xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<7x1xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<7x1xf32>) -> tensor<7x1xf32>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<7x100xf32>) outs(%init : tensor<7x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<7x1xf32>
  return %r : tensor<7x1xf32>
}

// arguments: products
func.func @middle_kept_as_one(%x: tensor<3x16x5xf32>) -> tensor<3x1x5xf32> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<3x1x5xf32>
  %init = linalg.fill ins(%one : f32) outs(%empty : tensor<3x1x5xf32>) -> tensor<3x1x5xf32>
  %r = linalg.generic {indexing_maps = [#id3, affine_map<(d0, d1, d2) -> (d0, 0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x : tensor<3x16x5xf32>) outs(%init : tensor<3x1x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<3x1x5xf32>
  return %r : tensor<3x1x5xf32>
}

func.func @all_kept_as_ones(%x: tensor<4x3x9xi32>) -> tensor<1x1x1xi32> {
  %highest = arith.constant 2147483647 : i32
  %empty = tensor.empty() : tensor<1x1x1xi32>
  %init = linalg.fill ins(%highest : i32) outs(%empty : tensor<1x1x1xi32>) -> tensor<1x1x1xi32>
  %r = linalg.generic {indexing_maps = [#id3, affine_map<(d0, d1, d2) -> (0, 0, 0)>], iterator_types = ["reduction", "reduction", "reduction"]} ins(%x : tensor<4x3x9xi32>) outs(%init : tensor<1x1x1xi32>) {
  ^bb0(%in: i32, %out: i32):
    %0 = arith.minsi %in, %out : i32
    linalg.yield %0 : i32
  } -> tensor<1x1x1xi32>
  return %r : tensor<1x1x1xi32>
}

// arguments: 3x8x33
func.func @two_kept_of_unknown_sizes(%x: tensor<?x8x?xf32>) -> tensor<?x1x1xf32> {
  %c0 = arith.constant 0 : index
  %highest = arith.constant 0x7F800000 : f32
  %n = tensor.dim %x, %c0 : tensor<?x8x?xf32>
  %empty = tensor.empty(%n) : tensor<?x1x1xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<?x1x1xf32>) -> tensor<?x1x1xf32>
  %r = linalg.generic {indexing_maps = [#id3, affine_map<(d0, d1, d2) -> (d0, 0, 0)>], iterator_types = ["parallel", "reduction", "reduction"]} ins(%x : tensor<?x8x?xf32>) outs(%init : tensor<?x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<?x1x1xf32>
  return %r : tensor<?x1x1xf32>
}

// The reduced loop is first, although it is the input's last dimension.
func.func @reduced_loop_first(%x: tensor<6x40xf32>) -> tensor<6xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<6xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<6xf32>) -> tensor<6xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #column], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<6x40xf32>) outs(%init : tensor<6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// Kept dimensions of the result are in another order.
func.func @transposed_result(%x: tensor<3x17x4xf64>) -> tensor<4x3xf64> {
  %highest = arith.constant 0x7FF0000000000000 : f64
  %empty = tensor.empty() : tensor<4x3xf64>
  %init = linalg.fill ins(%highest : f64) outs(%empty : tensor<4x3xf64>) -> tensor<4x3xf64>
  %r = linalg.generic {indexing_maps = [#id3, affine_map<(d0, d1, d2) -> (d2, d0)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%x : tensor<3x17x4xf64>) outs(%init : tensor<4x3xf64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.minimumf %in, %out : f64
    linalg.yield %0 : f64
  } -> tensor<4x3xf64>
  return %r : tensor<4x3xf64>
}

func.func @alternating(%x: tensor<2x3x4x5x6xi16>) -> tensor<2x4x6xi16> {
  %highest = arith.constant 32767 : i16
  %empty = tensor.empty() : tensor<2x4x6xi16>
  %init = linalg.fill ins(%highest : i16) outs(%empty : tensor<2x4x6xi16>) -> tensor<2x4x6xi16>
  %r = linalg.reduce { arith.minsi } ins(%x : tensor<2x3x4x5x6xi16>) outs(%init : tensor<2x4x6xi16>) dimensions = [1, 3]
  return %r : tensor<2x4x6xi16>
}

// Inits other than the identity: a number, and one row for all.
func.func @start_from_broadcast(%x: tensor<4x5x21xf32>, %start: tensor<5xf32>) -> tensor<4x5xf32> {
  %empty = tensor.empty() : tensor<4x5xf32>
  %init = linalg.broadcast ins(%start : tensor<5xf32>) outs(%empty : tensor<4x5xf32>) dimensions = [0]
  %r = linalg.reduce { arith.minimumf } ins(%x : tensor<4x5x21xf32>) outs(%init : tensor<4x5xf32>) dimensions = [2]
  return %r : tensor<4x5xf32>
}

func.func @start_from_constant(%x: tensor<3x19xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %different = arith.constant dense<[1.0, -2.0, 0x7F800000]> : tensor<3xf32>
  %same = arith.constant dense<0.5> : tensor<3xf32>
  %a = linalg.reduce { arith.minimumf } ins(%x : tensor<3x19xf32>) outs(%different : tensor<3xf32>) dimensions = [1]
  %b = linalg.reduce { arith.minimumf } ins(%x : tensor<3x19xf32>) outs(%same : tensor<3xf32>) dimensions = [1]
  return %a, %b : tensor<3xf32>, tensor<3xf32>
}

func.func @start_from_splat(%x: tensor<2x15xi64>, %start: tensor<i64>) -> (tensor<2xi64>, tensor<15xi64>) {
  %value = tensor.extract %start[] : tensor<i64>
  %one = arith.constant 1 : i64
  %rows = tensor.splat %value : tensor<2xi64>
  %columns = tensor.splat %one : tensor<15xi64>
  %a = linalg.reduce { arith.minsi } ins(%x : tensor<2x15xi64>) outs(%rows : tensor<2xi64>) dimensions = [1]
  %b = linalg.reduce { arith.muli } ins(%x : tensor<2x15xi64>) outs(%columns : tensor<15xi64>) dimensions = [0]
  return %a, %b : tensor<2xi64>, tensor<15xi64>
}

// A tensor of rank 0 from tensor.insert, with which torch-mlir starts full reductions.
func.func @start_from_insert(%x: tensor<50xf32>) -> tensor<f32> {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<f32>
  %init = tensor.insert %highest into %empty[] : tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]} ins(%x : tensor<50xf32>) outs(%init : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// arguments: products
func.func @start_from_elements(%x: tensor<2x23xf32>) -> tensor<2xf32> {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %init = tensor.from_elements %one, %two : tensor<2xf32>
  %r = linalg.reduce { arith.mulf } ins(%x : tensor<2x23xf32>) outs(%init : tensor<2xf32>) dimensions = [1]
  return %r : tensor<2xf32>
}

// The accumulator is an argument, which the caller still owns afterwards.
func.func @start_from_argument(%x: tensor<5x12xf32>, %start: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<5x12xf32>) outs(%start : tensor<5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<5xf32>
  return %r, %start : tensor<5xf32>, tensor<5xf32>
}

// One reduction starts from the result of another.
func.func @start_from_reduction(%x: tensor<4x10xf32>, %y: tensor<4x30xf32>) -> tensor<4xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %a = linalg.reduce { arith.minimumf } ins(%x : tensor<4x10xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  %b = linalg.reduce { arith.minimumf } ins(%y : tensor<4x30xf32>) outs(%a : tensor<4xf32>) dimensions = [1]
  return %b : tensor<4xf32>
}

// A row of a table is the init of a row's minimum, and its destination.
func.func @start_in_table(%x: tensor<6x14xf32>, %table: tensor<3x6xf32>) -> tensor<3x6xf32> {
  %start = tensor.extract_slice %table[1, 0] [1, 6] [1, 1] : tensor<3x6xf32> to tensor<6xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<6x14xf32>) outs(%start : tensor<6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<6xf32>
  %back = tensor.insert_slice %r into %table[1, 0] [1, 6] [1, 1] : tensor<6xf32> into tensor<3x6xf32>
  return %back : tensor<3x6xf32>
}

// A long row, read once for three results with separate loops.
func.func @three_of_one_row(%x: tensor<2x257xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<257xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %rows = tensor.empty() : tensor<2xf32>
  %columns = tensor.empty() : tensor<257xf32>
  %a_init = linalg.fill ins(%highest : f32) outs(%rows : tensor<2xf32>) -> tensor<2xf32>
  %b_init = linalg.fill ins(%lowest : f32) outs(%rows : tensor<2xf32>) -> tensor<2xf32>
  %c_init = linalg.fill ins(%highest : f32) outs(%columns : tensor<257xf32>) -> tensor<257xf32>
  %a = linalg.reduce { arith.minimumf } ins(%x : tensor<2x257xf32>) outs(%a_init : tensor<2xf32>) dimensions = [1]
  %b = linalg.reduce { arith.maximumf } ins(%x : tensor<2x257xf32>) outs(%b_init : tensor<2xf32>) dimensions = [1]
  %c = linalg.reduce { arith.minimumf } ins(%x : tensor<2x257xf32>) outs(%c_init : tensor<257xf32>) dimensions = [0]
  return %a, %b, %c : tensor<2xf32>, tensor<2xf32>, tensor<257xf32>
}

// Kept dimensions of size 1, which are added and removed again.
func.func @ones_everywhere(%x: tensor<1x9x1x16x1xf32>) -> tensor<9x1xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<1x9x1x1xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<1x9x1x1xf32>) -> tensor<1x9x1x1xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>, affine_map<(a, b, c, d, e) -> (a, b, c, e)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel"]}
      ins(%x : tensor<1x9x1x16x1xf32>) outs(%init : tensor<1x9x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<1x9x1x1xf32>
  %flat = tensor.collapse_shape %r [[0, 1], [2, 3]] : tensor<1x9x1x1xf32> into tensor<9x1xf32>
  return %flat : tensor<9x1xf32>
}

// The reduced tensor is read at a constant in one dimension, and only partly.
func.func @part_by_constant(%x: tensor<5x3x12xf32>) -> tensor<5xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %shape = tensor.empty() : tensor<8xf32>
  %empty = tensor.empty() : tensor<5xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 2, d1 + 3)>, #column, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %shape : tensor<5x3x12xf32>, tensor<8xf32>) outs(%init : tensor<5xf32>) {
  ^bb0(%in: f32, %unused: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}
