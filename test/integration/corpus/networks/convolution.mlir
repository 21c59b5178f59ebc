// Convolutions: MLIR's named ones, grouped, padded, dilated and transposed, by gathered
// columns, and what is not of sums and products.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}12 functions, 0 failures

func.func @nhwc_hwcf(%x: tensor<1x6x6x3xf32>, %w: tensor<3x3x3x4xf32>) -> tensor<1x4x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x4x4x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x6x6x3xf32>, tensor<3x3x3x4xf32>) outs(%init : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %r : tensor<1x4x4x4xf32>
}

// Padded with zeros; the bias is the init of the sums.
func.func @nchw_fchw_with_bias(%x: tensor<1x2x5x5xf32>, %w: tensor<3x2x3x3xf32>, %bias: tensor<3xf32>) -> tensor<1x3x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x2x5x5xf32> to tensor<1x2x7x7xf32>
  %empty = tensor.empty() : tensor<1x3x3x3xf32>
  %init = linalg.broadcast ins(%bias : tensor<3xf32>) outs(%empty : tensor<1x3x3x3xf32>) dimensions = [0, 2, 3]
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%padded, %w : tensor<1x2x7x7xf32>, tensor<3x2x3x3xf32>) outs(%init : tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
  return %r : tensor<1x3x3x3xf32>
}

func.func @depthwise(%x: tensor<1x5x6x4xf32>, %w: tensor<2x2x4xf32>) -> tensor<1x4x5x4xf32> {
  %init = arith.constant dense<0.0> : tensor<1x4x5x4xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x5x6x4xf32>, tensor<2x2x4xf32>) outs(%init : tensor<1x4x5x4xf32>) -> tensor<1x4x5x4xf32>
  return %r : tensor<1x4x5x4xf32>
}

func.func @one_dimension(%x: tensor<2x10x3xf64>, %w: tensor<3x3x2xf64>) -> tensor<2x4x2xf64> {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<2x4x2xf64>
  %init = linalg.fill ins(%zero : f64) outs(%empty : tensor<2x4x2xf64>) -> tensor<2x4x2xf64>
  %r = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>}
      ins(%x, %w : tensor<2x10x3xf64>, tensor<3x3x2xf64>) outs(%init : tensor<2x4x2xf64>) -> tensor<2x4x2xf64>
  return %r : tensor<2x4x2xf64>
}

// A filter of channel f reads the channels of its group.
func.func @grouped(%x: tensor<1x4x6xf32>, %w: tensor<6x2x3xf32>) -> tensor<1x6x4xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x6x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, f, w, c, k) -> (n, (f floordiv 3) * 2 + c, w + k)>, affine_map<(n, f, w, c, k) -> (f, c, k)>, affine_map<(n, f, w, c, k) -> (n, f, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<1x4x6xf32>, tensor<6x2x3xf32>) outs(%init : tensor<1x6x4xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %0 = arith.mulf %in, %by : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x6x4xf32>
  return %r : tensor<1x6x4xf32>
}

// With the zero points of both operands.
// arguments: numbers, numbers, 3..3, -2..-2
func.func @quantized(%x: tensor<1x4x4x2xi8>, %w: tensor<2x2x2x3xi8>, %x_zero: i32, %w_zero: i32) -> tensor<1x3x3x3xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<1x3x3x3xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<1x3x3x3xi32>) -> tensor<1x3x3x3xi32>
  %r = linalg.conv_2d_nhwc_hwcf_q {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w, %x_zero, %w_zero : tensor<1x4x4x2xi8>, tensor<2x2x2x3xi8>, i32, i32) outs(%init : tensor<1x3x3x3xi32>) -> tensor<1x3x3x3xi32>
  return %r : tensor<1x3x3x3xi32>
}

// Zeros are inserted between elements, and the filter is reversed by its indices.
func.func @transposed(%x: tensor<1x2x4xf32>, %w: tensor<2x3x3xf32>) -> tensor<1x3x9xf32> {
  %zero = arith.constant 0.0 : f32
  %wide_empty = tensor.empty() : tensor<1x2x11xf32>
  %wide = linalg.fill ins(%zero : f32) outs(%wide_empty : tensor<1x2x11xf32>) -> tensor<1x2x11xf32>
  %spread = tensor.insert_slice %x into %wide[0, 0, 2] [1, 2, 4] [1, 1, 2] : tensor<1x2x4xf32> into tensor<1x2x11xf32>
  %w_empty = tensor.empty() : tensor<3x2x3xf32>
  %turned = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%w_empty : tensor<3x2x3xf32>) {
  ^bb0(%out: f32):
    %c2 = arith.constant 2 : index
    %f = linalg.index 0 : index
    %c = linalg.index 1 : index
    %k = linalg.index 2 : index
    %back = arith.subi %c2, %k : index
    %0 = tensor.extract %w[%c, %f, %back] : tensor<2x3x3xf32>
    linalg.yield %0 : f32
  } -> tensor<3x2x3xf32>
  %empty = tensor.empty() : tensor<1x3x9xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x3x9xf32>) -> tensor<1x3x9xf32>
  %r = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>}
      ins(%spread, %turned : tensor<1x2x11xf32>, tensor<3x2x3xf32>) outs(%init : tensor<1x3x9xf32>) -> tensor<1x3x9xf32>
  return %r : tensor<1x3x9xf32>
}

// Windows become rows of a matrix first.
func.func @by_columns(%x: tensor<5x5x2xf32>, %w: tensor<8x3xf32>) -> tensor<4x4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %columns_empty = tensor.empty() : tensor<4x4x2x2x2xf32>
  %columns = linalg.generic {
      indexing_maps = [affine_map<(h, w, i, j, c) -> (h + i, w + j, c)>, affine_map<(h, w, i, j, c) -> (h, w, i, j, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<5x5x2xf32>) outs(%columns_empty : tensor<4x4x2x2x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4x4x2x2x2xf32>
  %matrix = tensor.collapse_shape %columns [[0, 1], [2, 3, 4]] : tensor<4x4x2x2x2xf32> into tensor<16x8xf32>
  %empty = tensor.empty() : tensor<16x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x3xf32>) -> tensor<16x3xf32>
  %m = linalg.matmul ins(%matrix, %w : tensor<16x8xf32>, tensor<8x3xf32>) outs(%init : tensor<16x3xf32>) -> tensor<16x3xf32>
  %r = tensor.expand_shape %m [[0, 1], [2]] output_shape [4, 4, 3] : tensor<16x3xf32> into tensor<4x4x3xf32>
  return %r : tensor<4x4x3xf32>
}

// Followed by a clamp, and the minimum of each image.
func.func @with_clamp_and_minimum(%x: tensor<2x4x4x2xf32>, %w: tensor<2x2x2x5xf32>) -> tensor<2x5xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<2x3x3x5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x3x3x5xf32>) -> tensor<2x3x3x5xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<2x4x4x2xf32>, tensor<2x2x2x5xf32>) outs(%init : tensor<2x3x3x5xf32>) -> tensor<2x3x3x5xf32>
  %clamped = linalg.map ins(%c : tensor<2x3x3x5xf32>) outs(%empty : tensor<2x3x3x5xf32>) (%in: f32, %out: f32) {
    %0 = arith.maximumf %in, %zero : f32
    %1 = arith.minimumf %0, %six : f32
    linalg.yield %1 : f32
  }
  %r_empty = tensor.empty() : tensor<2x5xf32>
  %start = linalg.fill ins(%highest : f32) outs(%r_empty : tensor<2x5xf32>) -> tensor<2x5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, h, w, f) -> (n, h, w, f)>, affine_map<(n, h, w, f) -> (n, f)>], iterator_types = ["parallel", "reduction", "reduction", "parallel"]}
      ins(%clamped : tensor<2x3x3x5xf32>) outs(%start : tensor<2x5xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.minimumf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<2x5xf32>
  return %r : tensor<2x5xf32>
}

// The minimum of differences in a window, as for grayscale images.
func.func @erosion(%x: tensor<8x9xf32>, %w: tensor<3x2xf32>) -> tensor<6x8xf32> {
  %highest = arith.constant 0x7F800000 : f32
  %empty = tensor.empty() : tensor<6x8xf32>
  %init = linalg.fill ins(%highest : f32) outs(%empty : tensor<6x8xf32>) -> tensor<6x8xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(h, w, i, j) -> (h + i, w + j)>, affine_map<(h, w, i, j) -> (i, j)>, affine_map<(h, w, i, j) -> (h, w)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<8x9xf32>, tensor<3x2xf32>) outs(%init : tensor<6x8xf32>) {
  ^bb0(%in: f32, %by: f32, %out: f32):
    %0 = arith.subf %in, %by : f32
    %1 = arith.minimumf %out, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<6x8xf32>
  return %r : tensor<6x8xf32>
}

// Reduced loops are outermost, and bf16 accumulates in f32.
func.func @bf16_reduction_first(%x: tensor<3x7xbf16>, %w: tensor<3x2xbf16>) -> tensor<6xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<6xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<6xf32>) -> tensor<6xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(c, k, w) -> (c, w + k)>, affine_map<(c, k, w) -> (c, k)>, affine_map<(c, k, w) -> (w)>],
      iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%x, %w : tensor<3x7xbf16>, tensor<3x2xbf16>) outs(%init : tensor<6xf32>) {
  ^bb0(%in: bf16, %by: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %by : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// arguments: 1x3x7x6, 2x3x3x2
func.func @dynamic_sizes(%x: tensor<1x3x?x?xf32>, %w: tensor<2x3x3x2xf32>) -> tensor<1x2x?x?xf32> {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %h = tensor.dim %x, %c2 : tensor<1x3x?x?xf32>
  %w0 = tensor.dim %x, %c3 : tensor<1x3x?x?xf32>
  %ho = arith.subi %h, %c2 : index
  %wo = arith.subi %w0, %c1 : index
  %empty = tensor.empty(%ho, %wo) : tensor<1x2x?x?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x2x?x?xf32>) -> tensor<1x2x?x?xf32>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<1x3x?x?xf32>, tensor<2x3x3x2xf32>) outs(%init : tensor<1x2x?x?xf32>) -> tensor<1x2x?x?xf32>
  return %r : tensor<1x2x?x?xf32>
}
