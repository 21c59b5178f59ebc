// MLIR's own named operations beside reductions: products of matrices in all layouts,
// elementwise ones, maps, reductions of several tensors.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}13 functions, 0 failures

func.func @matmul_minimum(%a: tensor<5x6xf32>, %b: tensor<6x33xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<5x33xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<5x33xf32>) -> tensor<5x33xf32>
  %m = linalg.matmul ins(%a, %b : tensor<5x6xf32>, tensor<6x33xf32>) outs(%init : tensor<5x33xf32>) -> tensor<5x33xf32>
  %rows = tensor.empty() : tensor<5xf32>
  %start = linalg.fill ins(%highest : f32) outs(%rows : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.reduce { arith.minimumf } ins(%m : tensor<5x33xf32>) outs(%start : tensor<5xf32>) dimensions = [1]
  return %r : tensor<5xf32>
}

// Both operands are transposed.
func.func @transposed_layouts(%a: tensor<3x6x4xf32>, %b: tensor<3x7x6xf32>) -> tensor<3x4x7xf32> {
  %init = arith.constant dense<0.5> : tensor<3x4x7xf32>
  %r = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, k, m)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%a, %b : tensor<3x6x4xf32>, tensor<3x7x6xf32>) outs(%init : tensor<3x4x7xf32>) -> tensor<3x4x7xf32>
  return %r : tensor<3x4x7xf32>
}

func.func @vectors(%a: tensor<9xf64>, %b: tensor<9xf64>, %m: tensor<9x4xf64>) -> (tensor<f64>, tensor<4xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = tensor.empty() : tensor<f64>
  %four = tensor.empty() : tensor<4xf64>
  %d_init = linalg.fill ins(%zero : f64) outs(%one : tensor<f64>) -> tensor<f64>
  %v_init = linalg.fill ins(%zero : f64) outs(%four : tensor<4xf64>) -> tensor<4xf64>
  %d = linalg.dot ins(%a, %b : tensor<9xf64>, tensor<9xf64>) outs(%d_init : tensor<f64>) -> tensor<f64>
  %v = linalg.vecmat ins(%a, %m : tensor<9xf64>, tensor<9x4xf64>) outs(%v_init : tensor<4xf64>) -> tensor<4xf64>
  return %d, %v : tensor<f64>, tensor<4xf64>
}

// Sums of i8 in i32, and their minimum as unsigned numbers.
func.func @integer_matmul(%a: tensor<4x8xi8>, %b: tensor<8x5xi8>) -> (tensor<4x5xi32>, tensor<4xi32>) {
  %zero = arith.constant 0 : i32
  %most = arith.constant -1 : i32
  %empty = tensor.empty() : tensor<4x5xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<4x5xi32>) -> tensor<4x5xi32>
  %m = linalg.matmul ins(%a, %b : tensor<4x8xi8>, tensor<8x5xi8>) outs(%init : tensor<4x5xi32>) -> tensor<4x5xi32>
  %rows = tensor.empty() : tensor<4xi32>
  %start = linalg.fill ins(%most : i32) outs(%rows : tensor<4xi32>) -> tensor<4xi32>
  %r = linalg.reduce { arith.minui } ins(%m : tensor<4x5xi32>) outs(%start : tensor<4xi32>) dimensions = [1]
  return %m, %r : tensor<4x5xi32>, tensor<4xi32>
}

// Four dimensions of tiles, as packed for a machine.
func.func @tiled_matmul(%a: tensor<2x3x4x2xf32>, %b: tensor<3x3x5x2xf32>) -> tensor<2x3x4x5xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x3x4x5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  %r = linalg.mmt4d ins(%a, %b : tensor<2x3x4x2xf32>, tensor<3x3x5x2xf32>) outs(%init : tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %r : tensor<2x3x4x5xf32>
}

// arguments: positive, sums
func.func @elementwise_chain(%x: tensor<3x35xf32>, %y: tensor<3x35xf32>) -> tensor<3xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<3x35xf32>
  %a = linalg.sqrt ins(%x : tensor<3x35xf32>) outs(%empty : tensor<3x35xf32>) -> tensor<3x35xf32>
  %b = linalg.abs ins(%y : tensor<3x35xf32>) outs(%empty : tensor<3x35xf32>) -> tensor<3x35xf32>
  %c = linalg.mul ins(%a, %b : tensor<3x35xf32>, tensor<3x35xf32>) outs(%empty : tensor<3x35xf32>) -> tensor<3x35xf32>
  %d = linalg.negf ins(%c : tensor<3x35xf32>) outs(%empty : tensor<3x35xf32>) -> tensor<3x35xf32>
  %e = linalg.max ins(%d, %y : tensor<3x35xf32>, tensor<3x35xf32>) outs(%empty : tensor<3x35xf32>) -> tensor<3x35xf32>
  %rows = tensor.empty() : tensor<3xf32>
  %init = linalg.fill ins(%highest : f32) outs(%rows : tensor<3xf32>) -> tensor<3xf32>
  %r = linalg.reduce { arith.minimumf } ins(%e : tensor<3x35xf32>) outs(%init : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}

func.func @selected(%mask: tensor<4x6xi1>, %x: tensor<4x6xi16>, %y: tensor<4x6xi16>) -> tensor<6xi16> {
  %most = arith.constant 32767 : i16
  %empty = tensor.empty() : tensor<4x6xi16>
  %s = linalg.select ins(%mask, %x, %y : tensor<4x6xi1>, tensor<4x6xi16>, tensor<4x6xi16>) outs(%empty : tensor<4x6xi16>) -> tensor<4x6xi16>
  %columns = tensor.empty() : tensor<6xi16>
  %init = linalg.fill ins(%most : i16) outs(%columns : tensor<6xi16>) -> tensor<6xi16>
  %r = linalg.reduce { arith.minsi } ins(%s : tensor<4x6xi16>) outs(%init : tensor<6xi16>) dimensions = [0]
  return %r : tensor<6xi16>
}

// One operation that reduces two tensors to two.
func.func @two_at_once(%x: tensor<5x16xf32>, %y: tensor<5x16xi32>) -> (tensor<5xf32>, tensor<5xi32>) {
  %highest = arith.constant 0x7F800000 : f32
  %zero = arith.constant 0 : i32
  %a = tensor.empty() : tensor<5xf32>
  %b = tensor.empty() : tensor<5xi32>
  %a_init = linalg.fill ins(%highest : f32) outs(%a : tensor<5xf32>) -> tensor<5xf32>
  %b_init = linalg.fill ins(%zero : i32) outs(%b : tensor<5xi32>) -> tensor<5xi32>
  %r:2 = linalg.reduce ins(%x, %y : tensor<5x16xf32>, tensor<5x16xi32>) outs(%a_init, %b_init : tensor<5xf32>, tensor<5xi32>) dimensions = [1]
    (%in: f32, %number: i32, %least: f32, %sum: i32) {
      %0 = arith.minimumf %in, %least : f32
      %1 = arith.addi %number, %sum : i32
      linalg.yield %0, %1 : f32, i32
    }
  return %r#0, %r#1 : tensor<5xf32>, tensor<5xi32>
}

func.func @contraction(%a: tensor<4x3x5xf32>, %b: tensor<3x5x6xf32>) -> tensor<6x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<6x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<6x4xf32>) -> tensor<6x4xf32>
  %r = linalg.contract indexing_maps = [affine_map<(m, n, j, k) -> (m, j, k)>, affine_map<(m, n, j, k) -> (j, k, n)>, affine_map<(m, n, j, k) -> (n, m)>]
      ins(%a, %b : tensor<4x3x5xf32>, tensor<3x5x6xf32>) outs(%init : tensor<6x4xf32>) -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}

func.func @elementwise_of_kind(%x: tensor<3x8xf32>, %y: tensor<8x3xf32>) -> tensor<3x8xf32> {
  %empty = tensor.empty() : tensor<3x8xf32>
  %a = linalg.elementwise kind=#linalg.elementwise_kind<add>
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>]
      ins(%x, %y : tensor<3x8xf32>, tensor<8x3xf32>) outs(%empty : tensor<3x8xf32>) -> tensor<3x8xf32>
  %r = linalg.elementwise kind=#linalg.elementwise_kind<square> ins(%a : tensor<3x8xf32>) outs(%empty : tensor<3x8xf32>) -> tensor<3x8xf32>
  return %r : tensor<3x8xf32>
}

// Two transposes and a copy between two reductions.
func.func @transposes(%x: tensor<4x5x6xf32>) -> (tensor<6x5xf32>, tensor<5xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %a_empty = tensor.empty() : tensor<6x4x5xf32>
  %a = linalg.transpose ins(%x : tensor<4x5x6xf32>) outs(%a_empty : tensor<6x4x5xf32>) permutation = [2, 0, 1]
  %b_empty = tensor.empty() : tensor<6x5x4xf32>
  %b = linalg.transpose ins(%a : tensor<6x4x5xf32>) outs(%b_empty : tensor<6x5x4xf32>) permutation = [0, 2, 1]
  %c = linalg.copy ins(%b : tensor<6x5x4xf32>) outs(%b_empty : tensor<6x5x4xf32>) -> tensor<6x5x4xf32>
  %m_empty = tensor.empty() : tensor<6x5xf32>
  %m_init = linalg.fill ins(%highest : f32) outs(%m_empty : tensor<6x5xf32>) -> tensor<6x5xf32>
  %m = linalg.reduce { arith.minimumf } ins(%c : tensor<6x5x4xf32>) outs(%m_init : tensor<6x5xf32>) dimensions = [2]
  %n_empty = tensor.empty() : tensor<5xf32>
  %n_init = linalg.fill ins(%highest : f32) outs(%n_empty : tensor<5xf32>) -> tensor<5xf32>
  %n = linalg.reduce { arith.minimumf } ins(%m : tensor<6x5xf32>) outs(%n_init : tensor<5xf32>) dimensions = [0]
  return %m, %n : tensor<6x5xf32>, tensor<5xf32>
}

// A bias, a minimum after it, and another use of the operands of both.
func.func @shared_operands(%x: tensor<6x12xf32>, %bias: tensor<12xf32>) -> (tensor<6xf32>, tensor<6x12xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<6x12xf32>
  %b = linalg.broadcast ins(%bias : tensor<12xf32>) outs(%empty : tensor<6x12xf32>) dimensions = [0]
  %s = linalg.add ins(%x, %b : tensor<6x12xf32>, tensor<6x12xf32>) outs(%empty : tensor<6x12xf32>) -> tensor<6x12xf32>
  %rows = tensor.empty() : tensor<6xf32>
  %init = linalg.fill ins(%highest : f32) outs(%rows : tensor<6xf32>) -> tensor<6xf32>
  %r = linalg.reduce { arith.minimumf } ins(%s : tensor<6x12xf32>) outs(%init : tensor<6xf32>) dimensions = [1]
  %d = linalg.sub ins(%s, %x : tensor<6x12xf32>, tensor<6x12xf32>) outs(%empty : tensor<6x12xf32>) -> tensor<6x12xf32>
  return %r, %d : tensor<6xf32>, tensor<6x12xf32>
}

// What torch-mlir makes of gelu, by the error function, and the least of each row.
func.func @gelu(%x: tensor<4x19xf32>) -> (tensor<4x19xf32>, tensor<4xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<4x19xf32>
  %g = linalg.map ins(%x : tensor<4x19xf32>) outs(%empty : tensor<4x19xf32>) (%in: f32, %out: f32) {
    %half = arith.constant 0.5 : f32
    %one = arith.constant 1.0 : f32
    %root = arith.constant 0.707106769 : f32
    %0 = arith.mulf %in, %root : f32
    %1 = math.erf %0 : f32
    %2 = arith.addf %1, %one : f32
    %3 = arith.mulf %2, %half : f32
    %4 = arith.mulf %in, %3 : f32
    linalg.yield %4 : f32
  }
  %rows = tensor.empty() : tensor<4xf32>
  %init = linalg.fill ins(%highest : f32) outs(%rows : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.reduce { arith.minimumf } ins(%g : tensor<4x19xf32>) outs(%init : tensor<4xf32>) dimensions = [1]
  return %g, %r : tensor<4x19xf32>, tensor<4xf32>
}
