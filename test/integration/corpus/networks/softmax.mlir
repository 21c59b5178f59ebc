// Softmax and its relatives, along one axis or several, as torch-mlir's and
// StableHLO's lowerings to linalg, and onnx-mlir's decompositions, have them.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}11 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#row1 = affine_map<(d0, d1) -> (d0, 0)>
#column = affine_map<(d0, d1) -> (d1)>

func.func @softmax_keepdims(%x: tensor<5x33xf32>) -> tensor<5x33xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<5x33xf32>
  %one = tensor.empty() : tensor<5x1xf32>
  %m_init = linalg.fill ins(%lowest : f32) outs(%one : tensor<5x1xf32>) -> tensor<5x1xf32>
  %m = linalg.generic {indexing_maps = [#id, #row1], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<5x33xf32>) outs(%m_init : tensor<5x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<5x1xf32>
  %e = linalg.generic {indexing_maps = [#id, #row1, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<5x33xf32>, tensor<5x1xf32>) outs(%empty : tensor<5x33xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<5x33xf32>
  %d_init = linalg.fill ins(%zero : f32) outs(%one : tensor<5x1xf32>) -> tensor<5x1xf32>
  %d = linalg.generic {indexing_maps = [#id, #row1], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<5x33xf32>) outs(%d_init : tensor<5x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<5x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #row1, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %d : tensor<5x33xf32>, tensor<5x1xf32>) outs(%empty : tensor<5x33xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<5x33xf32>
  return %r : tensor<5x33xf32>
}

// The maximum is broadcast by a separate operation, as in StableHLO.
func.func @log_softmax(%x: tensor<4x10xf64>) -> tensor<4x10xf64> {
  %zero = arith.constant dense<0.0> : tensor<4xf64>
  %lowest = arith.constant dense<0xFFF0000000000000> : tensor<4xf64>
  %empty = tensor.empty() : tensor<4x10xf64>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<4x10xf64>) outs(%lowest : tensor<4xf64>) dimensions = [1]
  %mb = linalg.broadcast ins(%m : tensor<4xf64>) outs(%empty : tensor<4x10xf64>) dimensions = [1]
  %s = linalg.sub ins(%x, %mb : tensor<4x10xf64>, tensor<4x10xf64>) outs(%empty : tensor<4x10xf64>) -> tensor<4x10xf64>
  %e = linalg.exp ins(%s : tensor<4x10xf64>) outs(%empty : tensor<4x10xf64>) -> tensor<4x10xf64>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<4x10xf64>) outs(%zero : tensor<4xf64>) dimensions = [1]
  %l_empty = tensor.empty() : tensor<4xf64>
  %l = linalg.log ins(%d : tensor<4xf64>) outs(%l_empty : tensor<4xf64>) -> tensor<4xf64>
  %lb = linalg.broadcast ins(%l : tensor<4xf64>) outs(%empty : tensor<4x10xf64>) dimensions = [1]
  %r = linalg.sub ins(%s, %lb : tensor<4x10xf64>, tensor<4x10xf64>) outs(%empty : tensor<4x10xf64>) -> tensor<4x10xf64>
  return %r : tensor<4x10xf64>
}

func.func @softmax_first_axis(%x: tensor<6x17xf32>) -> tensor<6x17xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<6x17xf32>
  %one = tensor.empty() : tensor<17xf32>
  %m_init = linalg.fill ins(%lowest : f32) outs(%one : tensor<17xf32>) -> tensor<17xf32>
  %m = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<6x17xf32>) outs(%m_init : tensor<17xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<17xf32>
  %d_init = linalg.fill ins(%zero : f32) outs(%one : tensor<17xf32>) -> tensor<17xf32>
  %d = linalg.generic {indexing_maps = [#id, #column, #column], iterator_types = ["reduction", "parallel"]} ins(%x, %m : tensor<6x17xf32>, tensor<17xf32>) outs(%d_init : tensor<17xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<17xf32>
  %r = linalg.generic {indexing_maps = [#id, #column, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m, %d : tensor<6x17xf32>, tensor<17xf32>, tensor<17xf32>) outs(%empty : tensor<6x17xf32>) {
  ^bb0(%in: f32, %max: f32, %sum: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.divf %1, %sum : f32
    linalg.yield %2 : f32
  } -> tensor<6x17xf32>
  return %r : tensor<6x17xf32>
}

// Over the two dimensions of each image.
func.func @spatial_softmax(%x: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %flat = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<2x3x4x5xf32> into tensor<6x20xf32>
  %one = tensor.empty() : tensor<6xf32>
  %empty = tensor.empty() : tensor<6x20xf32>
  %m_init = linalg.fill ins(%lowest : f32) outs(%one : tensor<6xf32>) -> tensor<6xf32>
  %m = linalg.reduce { arith.maxnumf } ins(%flat : tensor<6x20xf32>) outs(%m_init : tensor<6xf32>) dimensions = [1]
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%flat, %m : tensor<6x20xf32>, tensor<6xf32>) outs(%empty : tensor<6x20xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<6x20xf32>
  %d_init = linalg.fill ins(%zero : f32) outs(%one : tensor<6xf32>) -> tensor<6xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<6x20xf32>) outs(%d_init : tensor<6xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %d : tensor<6x20xf32>, tensor<6xf32>) outs(%empty : tensor<6x20xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<6x20xf32>
  %shaped = tensor.expand_shape %r [[0, 1], [2, 3]] output_shape [2, 3, 4, 5] : tensor<6x20xf32> into tensor<2x3x4x5xf32>
  return %shaped : tensor<2x3x4x5xf32>
}

// By the minimum of each row: no maximum of negated numbers.
// arguments: 7x9
func.func @softmin(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %highest = arith.constant 0x7F800000 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %columns = tensor.dim %x, %c1 : tensor<?x?xf32>
  %one = tensor.empty(%rows) : tensor<?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %m_init = linalg.fill ins(%highest : f32) outs(%one : tensor<?xf32>) -> tensor<?xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%m_init : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<?x?xf32>, tensor<?xf32>) outs(%empty : tensor<?x?xf32>) {
  ^bb0(%in: f32, %min: f32, %out: f32):
    %0 = arith.subf %min, %in : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %d_init = linalg.fill ins(%zero : f32) outs(%one : tensor<?xf32>) -> tensor<?xf32>
  %d = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<?x?xf32>) outs(%d_init : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %d : tensor<?x?xf32>, tensor<?xf32>) outs(%empty : tensor<?x?xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    linalg.yield %0 : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// A row without valid elements gives zeros, by a select after the division.
func.func @masked_softmax(%x: tensor<4x8xf32>, %mask: tensor<4x8xi1>) -> tensor<4x8xf32> {
  %zero = arith.constant 0.0 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %empty = tensor.empty() : tensor<4x8xf32>
  %one = tensor.empty() : tensor<4xf32>
  %m_init = linalg.fill ins(%lowest : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %mask : tensor<4x8xf32>, tensor<4x8xi1>) outs(%m_init : tensor<4xf32>) {
  ^bb0(%in: f32, %valid: i1, %out: f32):
    %0 = arith.select %valid, %in, %lowest : f32
    %1 = arith.maximumf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  %e = linalg.generic {indexing_maps = [#id, #id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %mask, %m : tensor<4x8xf32>, tensor<4x8xi1>, tensor<4xf32>) outs(%empty : tensor<4x8xf32>) {
  ^bb0(%in: f32, %valid: i1, %max: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.select %valid, %1, %zero : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  %d_init = linalg.fill ins(%zero : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<4x8xf32>) outs(%d_init : tensor<4xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%e, %d : tensor<4x8xf32>, tensor<4xf32>) outs(%empty : tensor<4x8xf32>) {
  ^bb0(%in: f32, %sum: f32, %out: f32):
    %0 = arith.divf %in, %sum : f32
    %1 = arith.cmpf ogt, %sum, %zero : f32
    %2 = arith.select %1, %0, %zero : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// The temperature is a scalar argument.
// arguments: sums, 2..2
func.func @softmax_with_temperature(%x: tensor<3x16xf32>, %temperature: f32) -> tensor<3xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3x16xf32>
  %one = tensor.empty() : tensor<3xf32>
  %scaled = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> ()>, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %temperature : tensor<3x16xf32>, f32) outs(%empty : tensor<3x16xf32>) {
  ^bb0(%in: f32, %t: f32, %out: f32):
    %0 = arith.divf %in, %t : f32
    linalg.yield %0 : f32
  } -> tensor<3x16xf32>
  %m_init = linalg.fill ins(%lowest : f32) outs(%one : tensor<3xf32>) -> tensor<3xf32>
  %m = linalg.reduce { arith.maximumf } ins(%scaled : tensor<3x16xf32>) outs(%m_init : tensor<3xf32>) dimensions = [1]
  %d_init = linalg.fill ins(%zero : f32) outs(%one : tensor<3xf32>) -> tensor<3xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%scaled, %m : tensor<3x16xf32>, tensor<3xf32>) outs(%d_init : tensor<3xf32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<3xf32>
  return %d : tensor<3xf32>
}

// Of all elements, down to a tensor of rank 0, which is read as a scalar.
func.func @log_sum_exp(%x: tensor<3x5xf32>) -> f32 {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %m_init = linalg.fill ins(%lowest : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %m = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<3x5xf32>) outs(%m_init : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<f32>
  %d_init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %d = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x, %m : tensor<3x5xf32>, tensor<f32>) outs(%d_init : tensor<f32>) {
  ^bb0(%in: f32, %max: f32, %out: f32):
    %0 = arith.subf %in, %max : f32
    %1 = math.exp %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<f32>
  %max = tensor.extract %m[] : tensor<f32>
  %sum = tensor.extract %d[] : tensor<f32>
  %log = math.log %sum : f32
  %r = arith.addf %max, %log : f32
  return %r : f32
}

// Maximum and sum in one pass, which corrects the sum when the maximum grows.
func.func @online_softmax(%x: tensor<4x12xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %lowest = arith.constant -1.0e+30 : f32
  %zero = arith.constant 0.0 : f32
  %one = tensor.empty() : tensor<4xf32>
  %m_init = linalg.fill ins(%lowest : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %d_init = linalg.fill ins(%zero : f32) outs(%one : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x12xf32>) outs(%m_init, %d_init : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%in: f32, %max: f32, %sum: f32):
    %0 = arith.maximumf %max, %in : f32
    %1 = arith.subf %max, %0 : f32
    %2 = math.exp %1 : f32
    %3 = arith.mulf %sum, %2 : f32
    %4 = arith.subf %in, %0 : f32
    %5 = math.exp %4 : f32
    %6 = arith.addf %3, %5 : f32
    linalg.yield %0, %6 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// Noise is added to scores before the best is taken.
// arguments: sums, positive
func.func @gumbel_maximum(%x: tensor<3x7xf64>, %noise: tensor<3x7xf64>) -> tensor<3xf64> {
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %one = tensor.empty() : tensor<3xf64>
  %init = linalg.fill ins(%lowest : f64) outs(%one : tensor<3xf64>) -> tensor<3xf64>
  %r = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %noise : tensor<3x7xf64>, tensor<3x7xf64>) outs(%init : tensor<3xf64>) {
  ^bb0(%in: f64, %u: f64, %out: f64):
    %0 = math.log %u : f64
    %1 = math.absf %0 : f64
    %2 = arith.addf %in, %1 : f64
    %3 = arith.maximumf %2, %out : f64
    linalg.yield %3 : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}

// Exponents of 2 are exact in bf16.
func.func @softmax_of_two(%x: tensor<2x9xbf16>) -> (tensor<2x9xbf16>, tensor<2xbf16>) {
  %lowest = arith.constant 0xFF80 : bf16
  %zero = arith.constant 0.0 : bf16
  %two = arith.constant 2.0 : bf16
  %empty = tensor.empty() : tensor<2x9xbf16>
  %one = tensor.empty() : tensor<2xbf16>
  %m_init = linalg.fill ins(%lowest : bf16) outs(%one : tensor<2xbf16>) -> tensor<2xbf16>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<2x9xbf16>) outs(%m_init : tensor<2xbf16>) dimensions = [1]
  %e = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<2x9xbf16>, tensor<2xbf16>) outs(%empty : tensor<2x9xbf16>) {
  ^bb0(%in: bf16, %max: bf16, %out: bf16):
    %0 = arith.subf %in, %max : bf16
    %1 = math.exp2 %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<2x9xbf16>
  %d_init = linalg.fill ins(%zero : bf16) outs(%one : tensor<2xbf16>) -> tensor<2xbf16>
  %d = linalg.reduce { arith.addf } ins(%e : tensor<2x9xbf16>) outs(%d_init : tensor<2xbf16>) dimensions = [1]
  return %e, %d : tensor<2x9xbf16>, tensor<2xbf16>
}
