// Products of elements with themselves, and with constants: each element is a product already, so that
// chains of products in registers end in others.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}4 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

func.func @cubes(%x: tensor<16x27xi64>) -> tensor<16xi64> {
  %one = arith.constant 1 : i64
  %empty = tensor.empty() : tensor<16xi64>
  %init = linalg.fill ins(%one : i64) outs(%empty : tensor<16xi64>) -> tensor<16xi64>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<16x27xi64>) outs(%init : tensor<16xi64>) {
  ^bb0(%in: i64, %out: i64):
    %1 = arith.muli %in, %in : i64
    %2 = arith.muli %1, %in : i64
    %3 = arith.muli %2, %out : i64
    linalg.yield %3 : i64
  } -> tensor<16xi64>
  return %0 : tensor<16xi64>
}

func.func @cubes_of_columns(%x: tensor<31x40xi64>) -> tensor<40xi64> {
  %one = arith.constant 1 : i64
  %empty = tensor.empty() : tensor<40xi64>
  %init = linalg.fill ins(%one : i64) outs(%empty : tensor<40xi64>) -> tensor<40xi64>
  %0 = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<31x40xi64>) outs(%init : tensor<40xi64>) {
  ^bb0(%in: i64, %out: i64):
    %1 = arith.muli %in, %in : i64
    %2 = arith.muli %1, %in : i64
    %3 = arith.muli %2, %out : i64
    linalg.yield %3 : i64
  } -> tensor<40xi64>
  return %0 : tensor<40xi64>
}

// The square of a product of squares.
func.func @squares(%x: tensor<9x64xi64>) -> tensor<9xi64> {
  %one = arith.constant 1 : i64
  %empty = tensor.empty() : tensor<9xi64>
  %init = linalg.fill ins(%one : i64) outs(%empty : tensor<9xi64>) -> tensor<9xi64>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<9x64xi64>) outs(%init : tensor<9xi64>) {
  ^bb0(%in: i64, %out: i64):
    %2 = arith.muli %in, %in : i64
    %3 = arith.muli %2, %out : i64
    linalg.yield %3 : i64
  } -> tensor<9xi64>
  %squares = linalg.map { arith.muli } ins(%0, %0 : tensor<9xi64>, tensor<9xi64>) outs(%init : tensor<9xi64>)
  return %squares : tensor<9xi64>
}

// Without elements, the product is 1.
func.func @no_elements(%x: tensor<5x0xi64>) -> tensor<5xi64> {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %empty = tensor.empty() : tensor<5xi64>
  %init = linalg.fill ins(%one : i64) outs(%empty : tensor<5xi64>) -> tensor<5xi64>
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<5x0xi64>) outs(%init : tensor<5xi64>) {
  ^bb0(%in: i64, %out: i64):
    %1 = arith.muli %zero, %out : i64
    linalg.yield %1 : i64
  } -> tensor<5xi64>
  return %0 : tensor<5xi64>
}
