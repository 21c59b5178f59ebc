// Losses as torch-mlir and StableHLO lower them: elementwise differences, elements
// gathered by labels, sums and means of all.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}11 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#none = affine_map<(d0, d1) -> ()>

func.func @mean_squared_error(%x: tensor<4x9xf32>, %y: tensor<4x9xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 36.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction", "reduction"]} ins(%x, %y : tensor<4x9xf32>, tensor<4x9xf32>) outs(%init : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  %mean = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%sum : tensor<f32>) outs(%empty : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.divf %in, %count : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  return %mean : tensor<f32>
}

// Elementwise operations of arith on tensors, before conversion to linalg.
func.func @absolute_error(%x: tensor<3x8xf64>, %y: tensor<3x8xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %zero = arith.constant dense<0.0> : tensor<3xf64>
  %lowest = arith.constant dense<0xFFF0000000000000> : tensor<3xf64>
  %difference = arith.subf %x, %y : tensor<3x8xf64>
  %absolute = math.absf %difference : tensor<3x8xf64>
  %sum = linalg.reduce { arith.addf } ins(%absolute : tensor<3x8xf64>) outs(%zero : tensor<3xf64>) dimensions = [1]
  %worst = linalg.reduce { arith.maximumf } ins(%absolute : tensor<3x8xf64>) outs(%lowest : tensor<3xf64>) dimensions = [1]
  return %sum, %worst : tensor<3xf64>, tensor<3xf64>
}

func.func @huber(%x: tensor<5x7xf32>, %y: tensor<5x7xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %y : tensor<5x7xf32>, tensor<5x7xf32>) outs(%init : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.absf %0 : f32
    %2 = arith.cmpf olt, %1, %one : f32
    %3 = arith.mulf %0, %0 : f32
    %4 = arith.mulf %3, %half : f32
    %5 = arith.subf %1, %half : f32
    %6 = arith.select %2, %4, %5 : f32
    %7 = arith.addf %out, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// The body reads the element that the label selects; a label of -1 is ignored.
// arguments: sums, -1..4
func.func @negative_log_likelihood(%x: tensor<6x5xf32>, %labels: tensor<6xi64>) -> (tensor<6xf32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<6xf32>
  %losses = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%labels : tensor<6xi64>) outs(%empty : tensor<6xf32>) {
  ^bb0(%label: i64, %out: f32):
    %minus = arith.constant -1 : i64
    %first = arith.constant 0 : i64
    %ignored = arith.cmpi eq, %label, %minus : i64
    %safe = arith.select %ignored, %first, %label : i64
    %row = linalg.index 0 : index
    %column = arith.index_cast %safe : i64 to index
    %0 = tensor.extract %x[%row, %column] : tensor<6x5xf32>
    %1 = arith.negf %0 : f32
    %2 = arith.select %ignored, %zero, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<6xf32>
  %scalar = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce { arith.addf } ins(%losses : tensor<6xf32>) outs(%init : tensor<f32>) dimensions = [0]
  return %losses, %sum : tensor<6xf32>, tensor<f32>
}

func.func @binary_cross_entropy(%x: tensor<2x11xf32>, %targets: tensor<2x11xi1>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %targets : tensor<2x11xf32>, tensor<2x11xi1>) outs(%init : tensor<2xf32>) {
  ^bb0(%in: f32, %is: i1, %out: f32):
    %t = arith.uitofp %is : i1 to f32
    %0 = arith.maximumf %in, %zero : f32
    %1 = arith.mulf %in, %t : f32
    %2 = arith.subf %0, %1 : f32
    %3 = math.absf %in : f32
    %4 = arith.negf %3 : f32
    %5 = math.exp %4 : f32
    %6 = math.log1p %5 : f32
    %7 = arith.addf %2, %6 : f32
    %8 = arith.addf %out, %7 : f32
    linalg.yield %8 : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// arguments: positive, positive
func.func @kl_divergence(%p: tensor<3x6xf64>, %q: tensor<3x6xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %start = tensor.from_elements %zero : tensor<f64>
  %sum = linalg.generic {indexing_maps = [#id, #id, #none], iterator_types = ["reduction", "reduction"]} ins(%p, %q : tensor<3x6xf64>, tensor<3x6xf64>) outs(%start : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %out: f64):
    %0 = arith.divf %a, %b : f64
    %1 = math.log %0 : f64
    %2 = arith.mulf %a, %1 : f64
    %3 = arith.addf %2, %out : f64
    linalg.yield %3 : f64
  } -> tensor<f64>
  %r = tensor.extract %sum[] : tensor<f64>
  return %r : f64
}

// The label's score is an operand of the row; the worst margin counts.
func.func @hinge(%x: tensor<4x6xf32>, %own: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %own : tensor<4x6xf32>, tensor<4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%in: f32, %score: f32, %out: f32):
    %0 = arith.subf %in, %score : f32
    %1 = arith.addf %0, %one : f32
    %2 = arith.maximumf %1, %out : f32
    linalg.yield %2 : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// The nearest of the negatives, by squared distances to each.
func.func @hardest_negative(%anchors: tensor<3x4xf32>, %negatives: tensor<7x4xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  %highest = arith.constant 0x7F800000 : f32
  %d_empty = tensor.empty() : tensor<3x7xf32>
  %d_init = linalg.fill ins(%zero : f32) outs(%d_empty : tensor<3x7xf32>) -> tensor<3x7xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, c)>, affine_map<(a, b, c) -> (b, c)>, affine_map<(a, b, c) -> (a, b)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%anchors, %negatives : tensor<3x4xf32>, tensor<7x4xf32>) outs(%d_init : tensor<3x7xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<3x7xf32>
  %empty = tensor.empty() : tensor<3xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %min = linalg.reduce { arith.minimumf } ins(%d : tensor<3x7xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
  %r = linalg.sqrt ins(%min : tensor<3xf32>) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// Distances of two sets of points, the least in each direction: rows, and columns.
func.func @chamfer(%p: tensor<5x2xf32>, %q: tensor<8x2xf32>) -> (tensor<5xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %highest = arith.constant 0x7F800000 : f32
  %d_empty = tensor.empty() : tensor<5x8xf32>
  %d_init = linalg.fill ins(%zero : f32) outs(%d_empty : tensor<5x8xf32>) -> tensor<5x8xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(k, a, b) -> (a, k)>, affine_map<(k, a, b) -> (b, k)>, affine_map<(k, a, b) -> (a, b)>], iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%p, %q : tensor<5x2xf32>, tensor<8x2xf32>) outs(%d_init : tensor<5x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.absf %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5x8xf32>
  %rows = tensor.empty() : tensor<5xf32>
  %columns = tensor.empty() : tensor<8xf32>
  %r_init = linalg.fill ins(%highest : f32) outs(%rows : tensor<5xf32>) -> tensor<5xf32>
  %c_init = linalg.fill ins(%highest : f32) outs(%columns : tensor<8xf32>) -> tensor<8xf32>
  %both:2 = linalg.generic {indexing_maps = [#id, #row, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "reduction"]} ins(%d : tensor<5x8xf32>) outs(%r_init, %c_init : tensor<5xf32>, tensor<8xf32>) {
  ^bb0(%in: f32, %r: f32, %c: f32):
    %0 = arith.minimumf %in, %r : f32
    %1 = arith.minimumf %in, %c : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<5xf32>, tensor<8xf32>)
  return %both#0, %both#1 : tensor<5xf32>, tensor<8xf32>
}

// The sum and the number of unmasked elements, and their quotient, guarded.
// arguments: 3x7, 3x7
func.func @masked_mean(%x: tensor<?x?xf32>, %mask: tensor<?x?xi1>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %mask_rows = tensor.dim %mask, %c0 : tensor<?x?xi1>
  %same = arith.cmpi eq, %rows, %mask_rows : index
  cf.assert %same, "mismatched size for broadcast"
  %sums = tensor.empty(%rows) : tensor<?xf32>
  %counts = tensor.empty(%rows) : tensor<?xi32>
  %s_init = linalg.fill ins(%zero : f32) outs(%sums : tensor<?xf32>) -> tensor<?xf32>
  %c_init = linalg.fill ins(%none : i32) outs(%counts : tensor<?xi32>) -> tensor<?xi32>
  %both:2 = linalg.generic {indexing_maps = [#id, #id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %mask : tensor<?x?xf32>, tensor<?x?xi1>) outs(%s_init, %c_init : tensor<?xf32>, tensor<?xi32>) {
  ^bb0(%in: f32, %valid: i1, %sum: f32, %count: i32):
    %0 = arith.select %valid, %in, %zero : f32
    %1 = arith.addf %sum, %0 : f32
    %2 = arith.extui %valid : i1 to i32
    %3 = arith.addi %count, %2 : i32
    linalg.yield %1, %3 : f32, i32
  } -> (tensor<?xf32>, tensor<?xi32>)
  %r = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%both#0, %both#1 : tensor<?xf32>, tensor<?xi32>) outs(%sums : tensor<?xf32>) {
  ^bb0(%sum: f32, %count: i32, %out: f32):
    %one = arith.constant 1 : i32
    %0 = arith.maxsi %count, %one : i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = arith.divf %sum, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// arguments: sums, 0..3
func.func @cross_entropy(%x: tensor<5x4xf32>, %labels: tensor<5xi32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<5xf32>
  %m_init = linalg.fill ins(%lowest : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %s_init = linalg.fill ins(%zero : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<5x4xf32>) outs(%m_init : tensor<5xf32>) dimensions = [1]
  %sum = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %max : tensor<5x4xf32>, tensor<5xf32>) outs(%s_init : tensor<5xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %0 = arith.subf %in, %m : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5xf32>
  %picked = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %labels : tensor<5x4xf32>, tensor<5xi32>) outs(%s_init : tensor<5xf32>) {
  ^bb0(%in: f32, %label: i32, %out: f32):
    %column = linalg.index 1 : index
    %i = arith.index_cast %column : index to i32
    %is = arith.cmpi eq, %i, %label : i32
    %0 = arith.select %is, %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<5xf32>
  %r = linalg.map ins(%sum, %max, %picked : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>) outs(%empty : tensor<5xf32>) (%s: f32, %m: f32, %p: f32, %out: f32) {
    %0 = math.log %s : f32
    %1 = arith.addf %0, %m : f32
    %2 = arith.subf %1, %p : f32
    linalg.yield %2 : f32
  }
  return %r : tensor<5xf32>
}
