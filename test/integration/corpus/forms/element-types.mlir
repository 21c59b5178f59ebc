// Neighbours of element types that reductions of ours have not, or seldom: complex
// numbers, indices, short and odd integers, conversions between all of them.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}11 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

func.func @complex_sum(%x: tensor<3x5xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %empty = tensor.empty() : tensor<3xcomplex<f32>>
  %init = linalg.fill ins(%zero : complex<f32>) outs(%empty : tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x5xcomplex<f32>>) outs(%init : tensor<3xcomplex<f32>>) {
  ^bb0(%in: complex<f32>, %out: complex<f32>):
    %0 = complex.add %in, %out : complex<f32>
    linalg.yield %0 : complex<f32>
  } -> tensor<3xcomplex<f32>>
  return %r : tensor<3xcomplex<f32>>
}

// The least real part, and a product of all.
func.func @complex_parts(%x: tensor<2x4xcomplex<f64>>) -> (tensor<2xf64>, tensor<2xcomplex<f64>>) {
  %highest = arith.constant 0x7FF0000000000000 : f64
  %one = complex.constant [1.0 : f64, 0.0 : f64] : complex<f64>
  %a = tensor.empty() : tensor<2xf64>
  %b = tensor.empty() : tensor<2xcomplex<f64>>
  %a_init = linalg.fill ins(%highest : f64) outs(%a : tensor<2xf64>) -> tensor<2xf64>
  %b_init = linalg.fill ins(%one : complex<f64>) outs(%b : tensor<2xcomplex<f64>>) -> tensor<2xcomplex<f64>>
  %min = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x4xcomplex<f64>>) outs(%a_init : tensor<2xf64>) {
  ^bb0(%in: complex<f64>, %out: f64):
    %0 = complex.re %in : complex<f64>
    %1 = arith.minimumf %0, %out : f64
    linalg.yield %1 : f64
  } -> tensor<2xf64>
  %product = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2x4xcomplex<f64>>) outs(%b_init : tensor<2xcomplex<f64>>) {
  ^bb0(%in: complex<f64>, %out: complex<f64>):
    %0 = complex.mul %in, %out : complex<f64>
    linalg.yield %0 : complex<f64>
  } -> tensor<2xcomplex<f64>>
  return %min, %product : tensor<2xf64>, tensor<2xcomplex<f64>>
}

// Elements of a machine-dependent size.
// arguments: 0..20
func.func @index_sum(%x: tensor<3x18xindex>) -> tensor<3xindex> {
  %zero = arith.constant 0 : index
  %empty = tensor.empty() : tensor<3xindex>
  %init = linalg.fill ins(%zero : index) outs(%empty : tensor<3xindex>) -> tensor<3xindex>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x18xindex>) outs(%init : tensor<3xindex>) {
  ^bb0(%in: index, %out: index):
    %0 = arith.addi %in, %out : index
    linalg.yield %0 : index
  } -> tensor<3xindex>
  return %r : tensor<3xindex>
}

func.func @short_minima(%x: tensor<4x50xi16>, %y: tensor<4x50xi8>) -> (tensor<4xi16>, tensor<50xi8>) {
  %most16 = arith.constant 32767 : i16
  %most8 = arith.constant 127 : i8
  %a = tensor.empty() : tensor<4xi16>
  %b = tensor.empty() : tensor<50xi8>
  %a_init = linalg.fill ins(%most16 : i16) outs(%a : tensor<4xi16>) -> tensor<4xi16>
  %b_init = linalg.fill ins(%most8 : i8) outs(%b : tensor<50xi8>) -> tensor<50xi8>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x50xi16>) outs(%a_init : tensor<4xi16>) {
  ^bb0(%in: i16, %out: i16):
    %0 = arith.minsi %in, %out : i16
    linalg.yield %0 : i16
  } -> tensor<4xi16>
  %c = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]} ins(%y : tensor<4x50xi8>) outs(%b_init : tensor<50xi8>) {
  ^bb0(%in: i8, %out: i8):
    %0 = arith.minsi %in, %out : i8
    linalg.yield %0 : i8
  } -> tensor<50xi8>
  return %r, %c : tensor<4xi16>, tensor<50xi8>
}

// arguments: -1..1
func.func @long_products(%x: tensor<3x21xi64>) -> (tensor<3xi64>, tensor<21xi64>) {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %rows = tensor.empty() : tensor<3xi64>
  %columns = tensor.empty() : tensor<21xi64>
  %shifted_empty = tensor.empty() : tensor<3x21xi64>
  %shifted = linalg.map ins(%x : tensor<3x21xi64>) outs(%shifted_empty : tensor<3x21xi64>) (%in: i64, %out: i64) {
    %0 = arith.addi %in, %two : i64
    linalg.yield %0 : i64
  }
  %a_init = linalg.fill ins(%one : i64) outs(%rows : tensor<3xi64>) -> tensor<3xi64>
  %b_init = linalg.fill ins(%one : i64) outs(%columns : tensor<21xi64>) -> tensor<21xi64>
  %a = linalg.reduce { arith.muli } ins(%shifted : tensor<3x21xi64>) outs(%a_init : tensor<3xi64>) dimensions = [1]
  %b = linalg.reduce { arith.muli } ins(%shifted : tensor<3x21xi64>) outs(%b_init : tensor<21xi64>) dimensions = [0]
  return %a, %b : tensor<3xi64>, tensor<21xi64>
}

// arguments: specials
func.func @half_minima(%x: tensor<4x35xf16>) -> (tensor<4xf16>, tensor<35xf16>) {
  %highest = arith.constant 0x7C00 : f16
  %rows = tensor.empty() : tensor<4xf16>
  %columns = tensor.empty() : tensor<35xf16>
  %a_init = linalg.fill ins(%highest : f16) outs(%rows : tensor<4xf16>) -> tensor<4xf16>
  %b_init = linalg.fill ins(%highest : f16) outs(%columns : tensor<35xf16>) -> tensor<35xf16>
  %a = linalg.reduce { arith.minimumf } ins(%x : tensor<4x35xf16>) outs(%a_init : tensor<4xf16>) dimensions = [1]
  %b = linalg.reduce { arith.minnumf } ins(%x : tensor<4x35xf16>) outs(%b_init : tensor<35xf16>) dimensions = [0]
  return %a, %b : tensor<4xf16>, tensor<35xf16>
}

// arguments: specials, -2..2
func.func @brain_minima(%x: tensor<3x30xbf16>, %y: tensor<3x6xbf16>) -> (tensor<3xbf16>, tensor<3x1xbf16>) {
  %highest = arith.constant 0x7F80 : bf16
  %one = arith.constant 1.0 : bf16
  %rows = tensor.empty() : tensor<3xbf16>
  %kept = tensor.empty() : tensor<3x1xbf16>
  %a_init = linalg.fill ins(%highest : bf16) outs(%rows : tensor<3xbf16>) -> tensor<3xbf16>
  %b_init = linalg.fill ins(%one : bf16) outs(%kept : tensor<3x1xbf16>) -> tensor<3x1xbf16>
  %a = linalg.reduce { arith.minimumf } ins(%x : tensor<3x30xbf16>) outs(%a_init : tensor<3xbf16>) dimensions = [1]
  %b = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<3x6xbf16>) outs(%b_init : tensor<3x1xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.mulf %in, %out : bf16
    linalg.yield %0 : bf16
  } -> tensor<3x1xbf16>
  return %a, %b : tensor<3xbf16>, tensor<3x1xbf16>
}

// Through all types and back, with the minimum of each.
func.func @conversions(%x: tensor<3x9xf32>) -> (tensor<3xf64>, tensor<3xi32>) {
  %wide = tensor.empty() : tensor<3x9xf64>
  %integers = tensor.empty() : tensor<3x9xi32>
  %a = linalg.map { arith.extf } ins(%x : tensor<3x9xf32>) outs(%wide : tensor<3x9xf64>)
  %b = linalg.map { arith.fptosi } ins(%a : tensor<3x9xf64>) outs(%integers : tensor<3x9xi32>)
  %highest = arith.constant 0x7FF0000000000000 : f64
  %most = arith.constant 2147483647 : i32
  %c = tensor.empty() : tensor<3xf64>
  %d = tensor.empty() : tensor<3xi32>
  %c_init = linalg.fill ins(%highest : f64) outs(%c : tensor<3xf64>) -> tensor<3xf64>
  %d_init = linalg.fill ins(%most : i32) outs(%d : tensor<3xi32>) -> tensor<3xi32>
  %e = linalg.reduce { arith.minimumf } ins(%a : tensor<3x9xf64>) outs(%c_init : tensor<3xf64>) dimensions = [1]
  %f = linalg.reduce { arith.minsi } ins(%b : tensor<3x9xi32>) outs(%d_init : tensor<3xi32>) dimensions = [1]
  return %e, %f : tensor<3xf64>, tensor<3xi32>
}

// Bits of floats as integers, which have the order of the floats if none is negative.
// arguments: positive
func.func @bits(%x: tensor<4x12xf32>) -> tensor<4xf32> {
  %most = arith.constant 2147483647 : i32
  %bits_empty = tensor.empty() : tensor<4x12xi32>
  %bits = linalg.map { arith.bitcast } ins(%x : tensor<4x12xf32>) outs(%bits_empty : tensor<4x12xi32>)
  %empty = tensor.empty() : tensor<4xi32>
  %init = linalg.fill ins(%most : i32) outs(%empty : tensor<4xi32>) -> tensor<4xi32>
  %min = linalg.reduce { arith.minsi } ins(%bits : tensor<4x12xi32>) outs(%init : tensor<4xi32>) dimensions = [1]
  %floats_empty = tensor.empty() : tensor<4xf32>
  %r = linalg.map { arith.bitcast } ins(%min : tensor<4xi32>) outs(%floats_empty : tensor<4xf32>)
  return %r : tensor<4xf32>
}

// Numbers in a resource at the end of the file.
func.func @resource(%x: tensor<2x4xf32>) -> tensor<2xf32> {
  %weights = arith.constant dense_resource<weights> : tensor<4xf32>
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<2xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1)>, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %weights : tensor<2x4xf32>, tensor<4xf32>) outs(%init : tensor<2xf32>) {
  ^bb0(%in: f32, %w: f32, %out: f32):
    %0 = arith.mulf %in, %w : f32
    %1 = arith.minimumf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// Integers of a width that no machine supports.
func.func @odd_widths(%x: tensor<3x10xi32>) -> tensor<3xi32> {
  %most = arith.constant 2047 : i12
  %narrow_empty = tensor.empty() : tensor<3x10xi12>
  %narrow = linalg.map { arith.trunci } ins(%x : tensor<3x10xi32>) outs(%narrow_empty : tensor<3x10xi12>)
  %empty = tensor.empty() : tensor<3xi12>
  %init = linalg.fill ins(%most : i12) outs(%empty : tensor<3xi12>) -> tensor<3xi12>
  %min = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%narrow : tensor<3x10xi12>) outs(%init : tensor<3xi12>) {
  ^bb0(%in: i12, %out: i12):
    %0 = arith.minsi %in, %out : i12
    linalg.yield %0 : i12
  } -> tensor<3xi12>
  %wide = tensor.empty() : tensor<3xi32>
  %r = linalg.map { arith.extsi } ins(%min : tensor<3xi12>) outs(%wide : tensor<3xi32>)
  return %r : tensor<3xi32>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F000000C00000003F000040C0"
    }
  }
#-}
