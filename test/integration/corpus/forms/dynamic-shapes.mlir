// Shapes that only a call tells, as torch-mlir and IREE lower them: sizes compared by
// cf.assert, computed sizes, reshapes, slices and pads of them, no elements at all.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}14 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Sizes are compared before a sum of both.
// arguments: 5x7, 5x7
func.func @checked_sum(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %x1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %y0 = tensor.dim %y, %c0 : tensor<?x?xf32>
  %y1 = tensor.dim %y, %c1 : tensor<?x?xf32>
  %same0 = arith.cmpi eq, %x0, %y0 : index
  cf.assert %same0, "mismatched size for broadcast"
  %same1 = arith.cmpi eq, %x1, %y1 : index
  cf.assert %same1, "mismatched size for broadcast"
  %empty = tensor.empty(%x0, %x1) : tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%empty : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// arguments: 9x100 specials
func.func @row_minima(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %highest = arith.constant 0x7F800000 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// arguments: 13x35
func.func @column_minima(%x: tensor<?x?xi16>) -> tensor<?xi16> {
  %c1 = arith.constant 1 : index
  %highest = arith.constant 32767 : i16
  %columns = tensor.dim %x, %c1 : tensor<?x?xi16>
  %empty = tensor.empty(%columns) : tensor<?xi16>
  %init = linalg.fill ins(%highest : i16) outs(%empty : tensor<?xi16>) -> tensor<?xi16>
  %r = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<?x?xi16>) outs(%init : tensor<?xi16>) {
  ^bb0(%in: i16, %out: i16):
    %0 = arith.minsi %in, %out : i16
    linalg.yield %0 : i16
  } -> tensor<?xi16>
  return %r : tensor<?xi16>
}

// The mean of all elements, using the product of the sizes.
// arguments: 4x5x3
func.func @mean_of_all(%x: tensor<?x?x?xf64>) -> tensor<f64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %d0 = tensor.dim %x, %c0 : tensor<?x?x?xf64>
  %d1 = tensor.dim %x, %c1 : tensor<?x?x?xf64>
  %d2 = tensor.dim %x, %c2 : tensor<?x?x?xf64>
  %d01 = arith.muli %d0, %d1 : index
  %size = arith.muli %d01, %d2 : index
  %integer = arith.index_cast %size : index to i64
  %count = arith.sitofp %integer : i64 to f64
  %empty = tensor.empty() : tensor<f64>
  %init = linalg.fill ins(%zero : f64) outs(%empty : tensor<f64>) -> tensor<f64>
  %sum = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> ()>], iterator_types = ["reduction", "reduction", "reduction"]} ins(%x : tensor<?x?x?xf64>) outs(%init : tensor<f64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.addf %in, %out : f64
    linalg.yield %0 : f64
  } -> tensor<f64>
  %r = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%sum : tensor<f64>) outs(%empty : tensor<f64>) {
  ^bb0(%in: f64, %out: f64):
    %0 = arith.divf %in, %count : f64
    linalg.yield %0 : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// Concatenated along a dimension whose size is the sum of theirs.
// arguments: 2x4, 3x4
func.func @concatenated_minima(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %highest = arith.constant 0x7F800000 : f32
  %x0 = tensor.dim %x, %c0 : tensor<?x4xf32>
  %y0 = tensor.dim %y, %c0 : tensor<?x4xf32>
  %rows = arith.addi %x0, %y0 : index
  %empty = tensor.empty(%rows) : tensor<?x4xf32>
  %first = tensor.insert_slice %x into %empty[0, 0] [%x0, 4] [1, 1] : tensor<?x4xf32> into tensor<?x4xf32>
  %both = tensor.insert_slice %y into %first[%x0, 0] [%y0, 4] [1, 1] : tensor<?x4xf32> into tensor<?x4xf32>
  %columns = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%highest : f32) outs(%columns : tensor<4xf32>) -> tensor<4xf32>
  %min = linalg.reduce { arith.minimumf } ins(%both : tensor<?x4xf32>) outs(%init : tensor<4xf32>) dimensions = [0]
  return %both, %min : tensor<?x4xf32>, tensor<4xf32>
}

// As many groups as there are: MLIR's own passes crash where two sizes of a group of
// dimensions are not known.
// arguments: 12x5
func.func @split_rows(%x: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %highest = arith.constant 0x7F800000 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x5xf32>
  %groups = arith.divui %rows, %c4 : index
  %split = tensor.expand_shape %x [[0, 1], [2]] output_shape [%groups, 4, 5] : tensor<?x5xf32> into tensor<?x4x5xf32>
  %empty = tensor.empty(%groups) : tensor<?x5xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<?x5xf32>) -> tensor<?x5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, c)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%split : tensor<?x4x5xf32>) outs(%init : tensor<?x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<?x5xf32>
  return %r : tensor<?x5xf32>
}

// arguments: 3x4x5
func.func @flattened(%x: tensor<?x?x?xf32>) -> (tensor<?xf32>, tensor<f32>) {
  %highest = arith.constant 0x7F800000 : f32
  %flat = tensor.collapse_shape %x [[0, 1, 2]] : tensor<?x?x?xf32> into tensor<?xf32>
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce { arith.minimumf } ins(%flat : tensor<?xf32>) outs(%init : tensor<f32>) dimensions = [0]
  return %flat, %r : tensor<?xf32>, tensor<f32>
}

// arguments: 3x6, 1..1, 2..2
func.func @padded_columns(%x: tensor<?x?xf32>, %low: index, %high: index) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %highest = arith.constant 0x7F800000 : f32
  %five = arith.constant 5.0 : f32
  %padded = tensor.pad %x low[0, %low] high[0, %high] {
  ^bb0(%i: index, %j: index):
    tensor.yield %five : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %columns = tensor.dim %padded, %c1 : tensor<?x?xf32>
  %empty = tensor.empty(%columns) : tensor<?xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%padded : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// Every other element from a position on.
// arguments: 4x11, 1..1
func.func @strided_columns(%x: tensor<4x?xf32>, %from: index) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %highest = arith.constant 0x7F800000 : f32
  %columns = tensor.dim %x, %c1 : tensor<4x?xf32>
  %rest = arith.subi %columns, %from : index
  %count = arith.ceildivui %rest, %c2 : index
  %slice = tensor.extract_slice %x[0, %from] [4, %count] [1, 2] : tensor<4x?xf32> to tensor<4x?xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%slice : tensor<4x?xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// arguments: 5..5
func.func @range(%n: index) -> (tensor<?xf32>, tensor<f32>) {
  %one = arith.constant 1.0 : f32
  %range = tensor.generate %n {
  ^bb0(%i: index):
    %c1 = arith.constant 1 : index
    %next = arith.addi %i, %c1 : index
    %integer = arith.index_cast %next : index to i32
    %0 = arith.sitofp %integer : i32 to f32
    tensor.yield %0 : f32
  } : tensor<?xf32>
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%one : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce { arith.mulf } ins(%range : tensor<?xf32>) outs(%init : tensor<f32>) dimensions = [0]
  return %range, %r : tensor<?xf32>, tensor<f32>
}

// No rows, and rows of no elements.
// arguments: 0x4, 3x0
func.func @nothing(%none: tensor<?x4xf32>, %short: tensor<3x?xf32>) -> (tensor<?xf32>, tensor<3xf32>) {
  %c0 = arith.constant 0 : index
  %highest = arith.constant 0x7F800000 : f32
  %rows = tensor.dim %none, %c0 : tensor<?x4xf32>
  %a_empty = tensor.empty(%rows) : tensor<?xf32>
  %a_init = linalg.fill ins(%highest : f32) outs(%a_empty : tensor<?xf32>) -> tensor<?xf32>
  %a = linalg.reduce { arith.minimumf } ins(%none : tensor<?x4xf32>) outs(%a_init : tensor<?xf32>) dimensions = [1]
  %b_empty = tensor.empty() : tensor<3xf32>
  %b_init = linalg.fill ins(%highest : f32) outs(%b_empty : tensor<3xf32>) -> tensor<3xf32>
  %b = linalg.reduce { arith.minimumf } ins(%short : tensor<3x?xf32>) outs(%b_init : tensor<3xf32>) dimensions = [1]
  return %a, %b : tensor<?xf32>, tensor<3xf32>
}

// One of two sizes is 1 at the call; which one is determined at run time.
// arguments: 1x6, 4x6
func.func @run_time_broadcast(%x: tensor<?x6xf32>, %y: tensor<?x6xf32>) -> tensor<?x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = tensor.dim %x, %c0 : tensor<?x6xf32>
  %y0 = tensor.dim %y, %c0 : tensor<?x6xf32>
  %rows = arith.maxui %x0, %y0 : index
  %x_one = arith.cmpi eq, %x0, %c1 : index
  %y_one = arith.cmpi eq, %y0, %c1 : index
  %empty = tensor.empty(%rows) : tensor<?x6xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<?x6xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %xi = arith.select %x_one, %c0, %i : index
    %yi = arith.select %y_one, %c0, %i : index
    %a = tensor.extract %x[%xi, %j] : tensor<?x6xf32>
    %b = tensor.extract %y[%yi, %j] : tensor<?x6xf32>
    %0 = arith.minimumf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<?x6xf32>
  return %r : tensor<?x6xf32>
}

// Types with fewer and fewer known sizes, and then more.
// arguments: 6x8
func.func @casts(%x: tensor<?x8xf32>) -> tensor<6xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %less = tensor.cast %x : tensor<?x8xf32> to tensor<?x?xf32>
  %more = tensor.cast %less : tensor<?x?xf32> to tensor<6x?xf32>
  %empty = tensor.empty() : tensor<6xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<6xf32>) -> tensor<6xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%more : tensor<6x?xf32>) outs(%init : tensor<6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// The shape is a tensor.
// arguments: 24, 2..2
func.func @by_shape(%x: tensor<?xf32>, %rows: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %highest = arith.constant 0x7F800000 : f32
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %columns = arith.divui %size, %rows : index
  %shape = tensor.from_elements %rows, %columns : tensor<2xindex>
  %reshaped = tensor.reshape %x(%shape) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%reshaped : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
