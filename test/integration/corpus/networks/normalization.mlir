// Normalizations: means, variances and extremes over some dimensions, and what is
// done to each element with them, as torch-mlir, IREE and onnx-mlir lower them.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}12 functions, 0 failures

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#row1 = affine_map<(d0, d1) -> (d0, 0)>
#column = affine_map<(d0, d1) -> (d1)>
#image = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#channel = affine_map<(d0, d1, d2, d3) -> (d1)>

func.func @layer_norm(%x: tensor<4x16xf32>, %gamma: tensor<16xf32>, %beta: tensor<16xf32>) -> tensor<4x16xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 16.0 : f32
  %epsilon = arith.constant 1.0e-05 : f32
  %empty = tensor.empty() : tensor<4x16xf32>
  %one = tensor.empty() : tensor<4x1xf32>
  %init = linalg.fill ins(%zero : f32) outs(%one : tensor<4x1xf32>) -> tensor<4x1xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row1], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x16xf32>) outs(%init : tensor<4x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4x1xf32>
  %mean = linalg.generic {indexing_maps = [#row1, #id], iterator_types = ["parallel", "parallel"]} ins(%sum : tensor<4x1xf32>) outs(%one : tensor<4x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.divf %in, %count : f32
    linalg.yield %0 : f32
  } -> tensor<4x1xf32>
  %squares = linalg.generic {indexing_maps = [#id, #row1, #row1], iterator_types = ["parallel", "reduction"]} ins(%x, %mean : tensor<4x16xf32>, tensor<4x1xf32>) outs(%init : tensor<4x1xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %0 = arith.subf %in, %m : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #row1, #row1, #column, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean, %squares, %gamma, %beta : tensor<4x16xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<16xf32>, tensor<16xf32>) outs(%empty : tensor<4x16xf32>) {
  ^bb0(%in: f32, %m: f32, %s: f32, %g: f32, %b: f32, %out: f32):
    %0 = arith.divf %s, %count : f32
    %1 = arith.addf %0, %epsilon : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.subf %in, %m : f32
    %4 = arith.mulf %3, %2 : f32
    %5 = arith.mulf %4, %g : f32
    %6 = arith.addf %5, %b : f32
    linalg.yield %6 : f32
  } -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}

// The mean of squares alone, over rows whose length is known only when called.
// arguments: 3x2x7, 7
func.func @rms_norm(%x: tensor<?x?x?xf32>, %weight: tensor<?xf32>) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 1.0e-06 : f32
  %d0 = tensor.dim %x, %c0 : tensor<?x?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?x?xf32>
  %d2 = tensor.dim %x, %c2 : tensor<?x?x?xf32>
  %integer = arith.index_cast %d2 : index to i64
  %count = arith.sitofp %integer : i64 to f32
  %rows = tensor.empty(%d0, %d1) : tensor<?x?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%rows : tensor<?x?xf32>) -> tensor<?x?xf32>
  %squares = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<?x?x?xf32>) outs(%init : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<?x?xf32>
  %empty = tensor.empty(%d0, %d1, %d2) : tensor<?x?x?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b)>, affine_map<(a, b, c) -> (c)>, affine_map<(a, b, c) -> (a, b, c)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %squares, %weight : tensor<?x?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) outs(%empty : tensor<?x?x?xf32>) {
  ^bb0(%in: f32, %s: f32, %w: f32, %out: f32):
    %0 = arith.divf %s, %count : f32
    %1 = arith.addf %0, %epsilon : f32
    %2 = math.sqrt %1 : f32
    %3 = arith.divf %in, %2 : f32
    %4 = arith.mulf %3, %w : f32
    linalg.yield %4 : f32
  } -> tensor<?x?x?xf32>
  return %r : tensor<?x?x?xf32>
}

// Five operands, four of them per channel.
// arguments: sums, sums, positive, sums, sums
func.func @batch_norm_inference(%x: tensor<2x3x4x5xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>, %gamma: tensor<3xf32>, %beta: tensor<3xf32>) -> tensor<2x3x4x5xf32> {
  %epsilon = arith.constant 1.0e-03 : f32
  %empty = tensor.empty() : tensor<2x3x4x5xf32>
  %r = linalg.generic {indexing_maps = [#image, #channel, #channel, #channel, #channel, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %mean, %variance, %gamma, %beta : tensor<2x3x4x5xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) outs(%empty : tensor<2x3x4x5xf32>) {
  ^bb0(%in: f32, %m: f32, %v: f32, %g: f32, %b: f32, %out: f32):
    %0 = arith.subf %in, %m : f32
    %1 = arith.addf %v, %epsilon : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %0, %2 : f32
    %4 = arith.mulf %3, %g : f32
    %5 = arith.addf %4, %b : f32
    linalg.yield %5 : f32
  } -> tensor<2x3x4x5xf32>
  return %r : tensor<2x3x4x5xf32>
}

// Sums and sums of squares per channel in one operation: outer and inner loops reduce.
func.func @batch_norm_training(%x: tensor<3x5x2x7xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %zero = arith.constant dense<0.0> : tensor<5xf64>
  %count = arith.constant 42.0 : f64
  %s:2 = linalg.generic {indexing_maps = [#image, #channel, #channel], iterator_types = ["reduction", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<3x5x2x7xf64>) outs(%zero, %zero : tensor<5xf64>, tensor<5xf64>) {
  ^bb0(%in: f64, %sum: f64, %squares: f64):
    %0 = arith.addf %in, %sum : f64
    %1 = arith.mulf %in, %in : f64
    %2 = arith.addf %squares, %1 : f64
    linalg.yield %0, %2 : f64, f64
  } -> (tensor<5xf64>, tensor<5xf64>)
  %empty = tensor.empty() : tensor<5xf64>
  %mean = linalg.map ins(%s#0 : tensor<5xf64>) outs(%empty : tensor<5xf64>) (%in: f64, %out: f64) {
    %0 = arith.divf %in, %count : f64
    linalg.yield %0 : f64
  }
  %variance = linalg.map ins(%s#1, %mean : tensor<5xf64>, tensor<5xf64>) outs(%empty : tensor<5xf64>) (%in: f64, %m: f64, %out: f64) {
    %0 = arith.divf %in, %count : f64
    %1 = arith.mulf %m, %m : f64
    %2 = arith.subf %0, %1 : f64
    linalg.yield %2 : f64
  }
  return %mean, %variance : tensor<5xf64>, tensor<5xf64>
}

// Channels are split into groups, and the means of groups subtracted.
func.func @group_norm(%x: tensor<2x6x3x3xf32>) -> tensor<2x6x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 18.0 : f32
  %groups = tensor.expand_shape %x [[0], [1, 2], [3], [4]] output_shape [2, 3, 2, 3, 3] : tensor<2x6x3x3xf32> into tensor<2x3x2x3x3xf32>
  %one = tensor.empty() : tensor<2x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%one : tensor<2x3xf32>) -> tensor<2x3xf32>
  %sum = linalg.reduce { arith.addf } ins(%groups : tensor<2x3x2x3x3xf32>) outs(%init : tensor<2x3xf32>) dimensions = [2, 3, 4]
  %empty = tensor.empty() : tensor<2x3x2x3x3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, g, c, h, w) -> (n, g, c, h, w)>, affine_map<(n, g, c, h, w) -> (n, g)>, affine_map<(n, g, c, h, w) -> (n, g, c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%groups, %sum : tensor<2x3x2x3x3xf32>, tensor<2x3xf32>) outs(%empty : tensor<2x3x2x3x3xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.divf %s, %count : f32
    %1 = arith.subf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x3x2x3x3xf32>
  %flat = tensor.collapse_shape %r [[0], [1, 2], [3], [4]] : tensor<2x3x2x3x3xf32> into tensor<2x6x3x3xf32>
  return %flat : tensor<2x6x3x3xf32>
}

// Means of each image and channel, with a map that has two constants.
func.func @instance_norm(%x: tensor<2x3x5x4xf32>) -> tensor<2x3x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %share = arith.constant 5.0e-02 : f32
  %one = tensor.empty() : tensor<2x3x1x1xf32>
  %empty = tensor.empty() : tensor<2x3x5x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%one : tensor<2x3x1x1xf32>) -> tensor<2x3x1x1xf32>
  %sum = linalg.generic {indexing_maps = [#image, affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x : tensor<2x3x5x4xf32>) outs(%init : tensor<2x3x1x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<2x3x1x1xf32>
  %r = linalg.generic {indexing_maps = [#image, affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %sum : tensor<2x3x5x4xf32>, tensor<2x3x1x1xf32>) outs(%empty : tensor<2x3x5x4xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.mulf %s, %share : f32
    %1 = arith.subf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2x3x5x4xf32>
  return %r : tensor<2x3x5x4xf32>
}

// The minimum and maximum of each row scale it to the range from 0 to 1.
func.func @min_max_scaling(%x: tensor<6x37xf32>) -> tensor<6x37xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %epsilon = arith.constant 1.0e-03 : f32
  %one = tensor.empty() : tensor<6xf32>
  %empty = tensor.empty() : tensor<6x37xf32>
  %min_init = linalg.fill ins(%highest : f32) outs(%one : tensor<6xf32>) -> tensor<6xf32>
  %max_init = linalg.fill ins(%lowest : f32) outs(%one : tensor<6xf32>) -> tensor<6xf32>
  %min = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<6x37xf32>) outs(%min_init : tensor<6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<6xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<6x37xf32>) outs(%max_init : tensor<6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<6xf32>
  %range = linalg.sub ins(%max, %min : tensor<6xf32>, tensor<6xf32>) outs(%one : tensor<6xf32>) -> tensor<6xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %min, %range : tensor<6x37xf32>, tensor<6xf32>, tensor<6xf32>) outs(%empty : tensor<6x37xf32>) {
  ^bb0(%in: f32, %m: f32, %s: f32, %out: f32):
    %0 = arith.subf %in, %m : f32
    %1 = arith.addf %s, %epsilon : f32
    %2 = arith.divf %0, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<6x37xf32>
  return %r : tensor<6x37xf32>
}

// The mean and the squares of differences, updated with each element.
func.func @welford(%x: tensor<3x6xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %zero = arith.constant 0.0 : f64
  %one = tensor.empty() : tensor<3xf64>
  %init = linalg.fill ins(%zero : f64) outs(%one : tensor<3xf64>) -> tensor<3xf64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x6xf64>) outs(%init, %init : tensor<3xf64>, tensor<3xf64>) {
  ^bb0(%in: f64, %mean: f64, %squares: f64):
    %c1 = arith.constant 1 : index
    %place = linalg.index 1 : index
    %next = arith.addi %place, %c1 : index
    %integer = arith.index_cast %next : index to i32
    %count = arith.sitofp %integer : i32 to f64
    %0 = arith.subf %in, %mean : f64
    %1 = arith.divf %0, %count : f64
    %2 = arith.addf %mean, %1 : f64
    %3 = arith.subf %in, %2 : f64
    %4 = arith.mulf %0, %3 : f64
    %5 = arith.addf %squares, %4 : f64
    linalg.yield %2, %5 : f64, f64
  } -> (tensor<3xf64>, tensor<3xf64>)
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}

// Squares of the channels around each one, by a window over padding.
func.func @local_response_norm(%x: tensor<2x6x5xf32>) -> tensor<2x6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %padded = tensor.pad %x low[0, 1, 0] high[0, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<2x6x5xf32> to tensor<2x8x5xf32>
  %window = tensor.empty() : tensor<3xf32>
  %empty = tensor.empty() : tensor<2x6x5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x6x5xf32>) -> tensor<2x6x5xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(n, c, w, k) -> (n, c + k, w)>, affine_map<(n, c, w, k) -> (k)>, affine_map<(n, c, w, k) -> (n, c, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%padded, %window : tensor<2x8x5xf32>, tensor<3xf32>) outs(%init : tensor<2x6x5xf32>) {
  ^bb0(%in: f32, %unused: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %0, %out : f32
    linalg.yield %1 : f32
  } -> tensor<2x6x5xf32>
  %r = linalg.map ins(%x, %sum : tensor<2x6x5xf32>, tensor<2x6x5xf32>) outs(%empty : tensor<2x6x5xf32>) (%in: f32, %s: f32, %out: f32) {
    %0 = arith.addf %s, %two : f32
    %1 = arith.divf %in, %0 : f32
    linalg.yield %1 : f32
  }
  return %r : tensor<2x6x5xf32>
}

// Rows of f16 whose squares accumulate in f32.
func.func @half_length(%x: tensor<5x12xf16>) -> (tensor<5xf32>, tensor<5x12xf16>) {
  %zero = arith.constant 0.0 : f32
  %one = tensor.empty() : tensor<5xf32>
  %empty = tensor.empty() : tensor<5x12xf16>
  %init = linalg.fill ins(%zero : f32) outs(%one : tensor<5xf32>) -> tensor<5xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<5x12xf16>) outs(%init : tensor<5xf32>) {
  ^bb0(%in: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %out, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<5x12xf16>, tensor<5xf32>) outs(%empty : tensor<5x12xf16>) {
  ^bb0(%in: f16, %square: f32, %out: f16):
    %0 = math.sqrt %square : f32
    %1 = arith.extf %in : f16 to f32
    %2 = arith.divf %1, %0 : f32
    %3 = arith.truncf %2 : f32 to f16
    linalg.yield %3 : f16
  } -> tensor<5x12xf16>
  return %s, %r : tensor<5xf32>, tensor<5x12xf16>
}

// By the maximum norm of each column, with rows in the outer loop.
func.func @maximum_norm(%x: tensor<9x20xf32>) -> tensor<9x20xf32> {
  %small = arith.constant 1.0e-03 : f32
  %one = tensor.empty() : tensor<20xf32>
  %empty = tensor.empty() : tensor<9x20xf32>
  %init = linalg.fill ins(%small : f32) outs(%one : tensor<20xf32>) -> tensor<20xf32>
  %norm = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<9x20xf32>) outs(%init : tensor<20xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.absf %in : f32
    %1 = arith.maximumf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<20xf32>
  %b = linalg.broadcast ins(%norm : tensor<20xf32>) outs(%empty : tensor<9x20xf32>) dimensions = [0]
  %r = linalg.div ins(%x, %b : tensor<9x20xf32>, tensor<9x20xf32>) outs(%empty : tensor<9x20xf32>) -> tensor<9x20xf32>
  return %r : tensor<9x20xf32>
}

// Weights of each filter get mean 0; filters are the last dimension.
func.func @weight_standardization(%w: tensor<3x3x2x8xf32>) -> (tensor<3x3x2x8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %share = arith.constant 0.0625 : f32
  %one = tensor.empty() : tensor<8xf32>
  %empty = tensor.empty() : tensor<3x3x2x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%one : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.reduce { arith.addf } ins(%w : tensor<3x3x2x8xf32>) outs(%init : tensor<8xf32>) dimensions = [0, 1, 2]
  %r = linalg.generic {indexing_maps = [#image, affine_map<(d0, d1, d2, d3) -> (d3)>, #image], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%w, %sum : tensor<3x3x2x8xf32>, tensor<8xf32>) outs(%empty : tensor<3x3x2x8xf32>) {
  ^bb0(%in: f32, %s: f32, %out: f32):
    %0 = arith.mulf %s, %share : f32
    %1 = arith.subf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<3x3x2x8xf32>
  %highest = arith.constant 0x7F800000 : f32
  %start = linalg.fill ins(%highest : f32) outs(%one : tensor<8xf32>) -> tensor<8xf32>
  %min = linalg.reduce { arith.minimumf } ins(%r : tensor<3x3x2x8xf32>) outs(%start : tensor<8xf32>) dimensions = [0, 1, 2]
  return %r, %min : tensor<3x3x2x8xf32>, tensor<8xf32>
}
