// Sparse tensors, which MLIR's own pipeline for them lowers, beside dense reductions and
// in what would be one of ours. Passes must leave the former alone.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}4 functions, 0 failures

// passes only: no plain lowering of MLIR has sparse tensors.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>

// Sums of the rows of a sparse matrix, beside a dense minimum.
func.func @sparse_rows(%x: tensor<4x9xf32, #CSR>, %y: tensor<4x9xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %a_init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %b_init = linalg.fill ins(%highest : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %a = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x9xf32, #CSR>) outs(%a_init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %b = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<4x9xf32>) outs(%b_init : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// The minimum itself is of sparse elements, by a custom reduction.
func.func @sparse_minimum(%x: tensor<5x8xf64, #COO>) -> tensor<5xf64> {
  %highest = arith.constant 0x7FF0000000000000 : f64
  %empty = tensor.empty() : tensor<5xf64>
  %init = linalg.fill ins(%highest : f64) outs(%empty : tensor<5xf64>) -> tensor<5xf64>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<5x8xf64, #COO>) outs(%init : tensor<5xf64>) {
  ^bb0(%in: f64, %out: f64):
    %identity = arith.constant 0x7FF0000000000000 : f64
    %0 = sparse_tensor.reduce %in, %out, %identity : f64 {
    ^bb0(%a: f64, %b: f64):
      %1 = arith.minimumf %a, %b : f64
      sparse_tensor.yield %1 : f64
    }
    linalg.yield %0 : f64
  } -> tensor<5xf64>
  return %r : tensor<5xf64>
}

func.func @sparse_conversion(%x: tensor<4x6xf32>) -> (tensor<4x6xf32, #CSR>, tensor<4x6xf32>, index) {
  %s = sparse_tensor.convert %x : tensor<4x6xf32> to tensor<4x6xf32, #CSR>
  %n = sparse_tensor.number_of_entries %s : tensor<4x6xf32, #CSR>
  %d = sparse_tensor.convert %s : tensor<4x6xf32, #CSR> to tensor<4x6xf32>
  return %s, %d, %n : tensor<4x6xf32, #CSR>, tensor<4x6xf32>, index
}

// A plain minimum whose input has an encoding.
func.func @minimum_of_encoded(%x: tensor<3x7xi32, #CSR>) -> tensor<3xi32> {
  %most = arith.constant 2147483647 : i32
  %empty = tensor.empty() : tensor<3xi32>
  %init = linalg.fill ins(%most : i32) outs(%empty : tensor<3xi32>) -> tensor<3xi32>
  %r = linalg.reduce { arith.minsi } ins(%x : tensor<3x7xi32, #CSR>) outs(%init : tensor<3xi32>) dimensions = [1]
  return %r : tensor<3xi32>
}
