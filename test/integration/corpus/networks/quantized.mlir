// Quantized networks as TOSA, torch-mlir and IREE lower them to integers: zero points,
// scales by multiplication and shift, calibration by extremes, clamps.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}10 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Sums of products in i32, scaled back to i8.
func.func @dot_and_requantize(%a: tensor<3x9xi8>, %b: tensor<9x4xi8>) -> tensor<3x4xi8> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<3x4xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<3x4xi32>) -> tensor<3x4xi32>
  %m = linalg.matmul ins(%a, %b : tensor<3x9xi8>, tensor<9x4xi8>) outs(%init : tensor<3x4xi32>) -> tensor<3x4xi32>
  %narrow = tensor.empty() : tensor<3x4xi8>
  %r = linalg.map ins(%m : tensor<3x4xi32>) outs(%narrow : tensor<3x4xi8>) (%in: i32, %out: i8) {
    %multiplier = arith.constant 1288490189 : i64
    %round = arith.constant 17179869184 : i64
    %shift = arith.constant 35 : i64
    %low = arith.constant -128 : i64
    %high = arith.constant 127 : i64
    %0 = arith.extsi %in : i32 to i64
    %1 = arith.muli %0, %multiplier : i64
    %2 = arith.addi %1, %round : i64
    %3 = arith.shrsi %2, %shift : i64
    %4 = arith.maxsi %3, %low : i64
    %5 = arith.minsi %4, %high : i64
    %6 = arith.trunci %5 : i64 to i8
    linalg.yield %6 : i8
  }
  return %r : tensor<3x4xi8>
}

// Each channel has its scale and its zero point.
// arguments: numbers, positive, -3..3
func.func @dequantize_channels(%x: tensor<4x6xi8>, %scales: tensor<6xf32>, %zeros: tensor<6xi8>) -> (tensor<4x6xf32>, tensor<6xf32>) {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<4x6xf32>
  %d = linalg.generic {indexing_maps = [#id, #column, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %scales, %zeros : tensor<4x6xi8>, tensor<6xf32>, tensor<6xi8>) outs(%empty : tensor<4x6xf32>) {
  ^bb0(%in: i8, %scale: f32, %zero: i8, %out: f32):
    %0 = arith.extsi %in : i8 to i32
    %1 = arith.extsi %zero : i8 to i32
    %2 = arith.subi %0, %1 : i32
    %3 = arith.sitofp %2 : i32 to f32
    %4 = arith.mulf %3, %scale : f32
    linalg.yield %4 : f32
  } -> tensor<4x6xf32>
  %columns = tensor.empty() : tensor<6xf32>
  %init = linalg.fill ins(%highest : f32) outs(%columns : tensor<6xf32>) -> tensor<6xf32>
  %min = linalg.reduce { arith.minimumf } ins(%d : tensor<4x6xf32>) outs(%init : tensor<6xf32>) dimensions = [0]
  return %d, %min : tensor<4x6xf32>, tensor<6xf32>
}

// The minimum of dequantized elements, in the reduction's own body.
func.func @minimum_of_dequantized(%x: tensor<3x40xi8>) -> tensor<3xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %scale = arith.constant 2.5e-01 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x40xi8>) outs(%init : tensor<3xf32>) {
  ^bb0(%in: i8, %out: f32):
    %0 = arith.sitofp %in : i8 to f32
    %1 = arith.mulf %0, %scale : f32
    %2 = arith.minimumf %1, %out : f32
    linalg.yield %2 : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// Extremes of all elements determine scale and zero point, and these the numbers.
func.func @dynamic_quantization(%x: tensor<4x9xf32>) -> (tensor<4x9xi8>, f32, i32) {
  %zero = arith.constant 0.0 : f32
  %steps = arith.constant 255.0 : f32
  %low = arith.constant -128.0 : f32
  %high = arith.constant 127.0 : f32
  %epsilon = arith.constant 1.0e-03 : f32
  %one = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%one : tensor<f32>) -> tensor<f32>
  %min = linalg.reduce { arith.minimumf } ins(%x : tensor<4x9xf32>) outs(%init : tensor<f32>) dimensions = [0, 1]
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<4x9xf32>) outs(%init : tensor<f32>) dimensions = [0, 1]
  %least = tensor.extract %min[] : tensor<f32>
  %greatest = tensor.extract %max[] : tensor<f32>
  %range = arith.subf %greatest, %least : f32
  %wide = arith.addf %range, %epsilon : f32
  %scale = arith.divf %wide, %steps : f32
  %ratio = arith.divf %least, %scale : f32
  %offset = arith.subf %low, %ratio : f32
  %point = math.roundeven %offset : f32
  %empty = tensor.empty() : tensor<4x9xi8>
  %q = linalg.map ins(%x : tensor<4x9xf32>) outs(%empty : tensor<4x9xi8>) (%in: f32, %out: i8) {
    %0 = arith.divf %in, %scale : f32
    %1 = math.roundeven %0 : f32
    %2 = arith.addf %1, %point : f32
    %3 = arith.maximumf %2, %low : f32
    %4 = arith.minimumf %3, %high : f32
    %5 = arith.fptosi %4 : f32 to i8
    linalg.yield %5 : i8
  }
  %integer = arith.fptosi %point : f32 to i32
  return %q, %scale, %integer : tensor<4x9xi8>, f32, i32
}

func.func @fake_quantization(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %empty = tensor.empty() : tensor<5x7xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<5x7xf32>) outs(%empty : tensor<5x7xf32>) {
  ^bb0(%in: f32, %out: f32):
    %scale = arith.constant 0.75 : f32
    %low = arith.constant -2.0 : f32
    %high = arith.constant 2.0 : f32
    %0 = arith.divf %in, %scale : f32
    %1 = math.round %0 : f32
    %2 = arith.cmpf ugt, %1, %low : f32
    %3 = arith.select %2, %1, %low : f32
    %4 = arith.cmpf ult, %3, %high : f32
    %5 = arith.select %4, %3, %high : f32
    %6 = arith.mulf %5, %scale : f32
    linalg.yield %6 : f32
  } -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

// Zero points of both operands, corrected by sums of rows and columns.
func.func @zero_points_by_sums(%a: tensor<3x8xi8>, %b: tensor<8x4xi8>) -> tensor<3x4xi32> {
  %zero = arith.constant 0 : i32
  %a_zero = arith.constant 2 : i32
  %b_zero = arith.constant -1 : i32
  %count = arith.constant 8 : i32
  %empty = tensor.empty() : tensor<3x4xi32>
  %rows = tensor.empty() : tensor<3xi32>
  %columns = tensor.empty() : tensor<4xi32>
  %m_init = linalg.fill ins(%zero : i32) outs(%empty : tensor<3x4xi32>) -> tensor<3x4xi32>
  %r_init = linalg.fill ins(%zero : i32) outs(%rows : tensor<3xi32>) -> tensor<3xi32>
  %c_init = linalg.fill ins(%zero : i32) outs(%columns : tensor<4xi32>) -> tensor<4xi32>
  %m = linalg.matmul ins(%a, %b : tensor<3x8xi8>, tensor<8x4xi8>) outs(%m_init : tensor<3x4xi32>) -> tensor<3x4xi32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<3x8xi8>) outs(%r_init : tensor<3xi32>) {
  ^bb0(%in: i8, %out: i32):
    %0 = arith.extsi %in : i8 to i32
    %1 = arith.addi %out, %0 : i32
    linalg.yield %1 : i32
  } -> tensor<3xi32>
  %c = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%b : tensor<8x4xi8>) outs(%c_init : tensor<4xi32>) {
  ^bb0(%in: i8, %out: i32):
    %0 = arith.extsi %in : i8 to i32
    %1 = arith.addi %out, %0 : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  %s = linalg.generic {indexing_maps = [#id, #row, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%m, %r, %c : tensor<3x4xi32>, tensor<3xi32>, tensor<4xi32>) outs(%empty : tensor<3x4xi32>) {
  ^bb0(%in: i32, %row: i32, %column: i32, %out: i32):
    %0 = arith.muli %row, %b_zero : i32
    %1 = arith.muli %column, %a_zero : i32
    %2 = arith.muli %a_zero, %b_zero : i32
    %3 = arith.muli %2, %count : i32
    %4 = arith.subi %in, %0 : i32
    %5 = arith.subi %4, %1 : i32
    %6 = arith.addi %5, %3 : i32
    linalg.yield %6 : i32
  } -> tensor<3x4xi32>
  return %s : tensor<3x4xi32>
}

func.func @quantized_matmul(%a: tensor<2x5xi8>, %b: tensor<5x3xi8>) -> tensor<2x3xi32> {
  %a_zero = arith.constant 3 : i32
  %b_zero = arith.constant -4 : i32
  %init = arith.constant dense<7> : tensor<2x3xi32>
  %r = linalg.quantized_matmul ins(%a, %b, %a_zero, %b_zero : tensor<2x5xi8>, tensor<5x3xi8>, i32, i32) outs(%init : tensor<2x3xi32>) -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

// Two numbers of four bits in a byte.
func.func @nibbles(%x: tensor<3x5xi8>) -> (tensor<3x10xi8>, tensor<3xi8>) {
  %most = arith.constant 127 : i8
  %empty = tensor.empty() : tensor<3x10xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b floordiv 2)>, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3x5xi8>) outs(%empty : tensor<3x10xi8>) {
  ^bb0(%in: i8, %out: i8):
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %four = arith.constant 4 : i8
    %j = linalg.index 1 : index
    %odd = arith.remui %j, %c2 : index
    %is_low = arith.cmpi eq, %odd, %c0 : index
    %shifted = arith.shli %in, %four : i8
    %low = arith.shrsi %shifted, %four : i8
    %high = arith.shrsi %in, %four : i8
    %0 = arith.select %is_low, %low, %high : i8
    linalg.yield %0 : i8
  } -> tensor<3x10xi8>
  %rows = tensor.empty() : tensor<3xi8>
  %init = linalg.fill ins(%most : i8) outs(%rows : tensor<3xi8>) -> tensor<3xi8>
  %min = linalg.reduce { arith.minsi } ins(%r : tensor<3x10xi8>) outs(%init : tensor<3xi8>) dimensions = [1]
  return %r, %min : tensor<3x10xi8>, tensor<3xi8>
}

// Sums that saturate.
func.func @saturating_sum(%x: tensor<2x30xi8>, %y: tensor<2x30xi8>) -> (tensor<2xi8>, tensor<2xi8>) {
  %most = arith.constant 127 : i8
  %least = arith.constant -128 : i8
  %rows = tensor.empty() : tensor<2xi8>
  %a_init = linalg.fill ins(%most : i8) outs(%rows : tensor<2xi8>) -> tensor<2xi8>
  %b_init = linalg.fill ins(%least : i8) outs(%rows : tensor<2xi8>) -> tensor<2xi8>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x, %y : tensor<2x30xi8>, tensor<2x30xi8>) outs(%a_init, %b_init : tensor<2xi8>, tensor<2xi8>) {
  ^bb0(%a: i8, %b: i8, %min: i8, %max: i8):
    %0 = arith.extsi %a : i8 to i16
    %1 = arith.extsi %b : i8 to i16
    %factor = arith.constant 9 : i16
    %2 = arith.muli %0, %factor : i16
    %3 = arith.addi %2, %1 : i16
    %low = arith.constant -128 : i16
    %high = arith.constant 127 : i16
    %4 = arith.maxsi %3, %low : i16
    %5 = arith.minsi %4, %high : i16
    %6 = arith.trunci %5 : i16 to i8
    %7 = arith.minsi %6, %min : i8
    %8 = arith.maxsi %6, %max : i8
    linalg.yield %7, %8 : i8, i8
  } -> (tensor<2xi8>, tensor<2xi8>)
  return %r#0, %r#1 : tensor<2xi8>, tensor<2xi8>
}

// Unsigned bytes: their minimum, and their sum.
func.func @unsigned_bytes(%x: tensor<4x17xi8>) -> (tensor<4xi8>, tensor<4xi32>) {
  %most = arith.constant -1 : i8
  %zero = arith.constant 0 : i32
  %rows = tensor.empty() : tensor<4xi8>
  %wide = tensor.empty() : tensor<4xi32>
  %a_init = linalg.fill ins(%most : i8) outs(%rows : tensor<4xi8>) -> tensor<4xi8>
  %b_init = linalg.fill ins(%zero : i32) outs(%wide : tensor<4xi32>) -> tensor<4xi32>
  %a = linalg.reduce { arith.minui } ins(%x : tensor<4x17xi8>) outs(%a_init : tensor<4xi8>) dimensions = [1]
  %b = linalg.reduce ins(%x : tensor<4x17xi8>) outs(%b_init : tensor<4xi32>) dimensions = [1]
    (%in: i8, %out: i32) {
      %0 = arith.extui %in : i8 to i32
      %1 = arith.addi %0, %out : i32
      linalg.yield %1 : i32
    }
  return %a, %b : tensor<4xi8>, tensor<4xi32>
}
