// Networks in TOSA: its reductions along one axis, which become ours, between its
// convolutions, clamps, gathers and shapes, which MLIR lowers to linalg.

// RUN: %python %S/../Inputs/corpus.py %s --seed %seed %corpus | FileCheck %s
// CHECK: {{^}}9 functions, 0 failures

// lowered first by: convert-tosa-to-reduce,func.func(tosa-to-linalg-named,tosa-to-linalg,tosa-to-arith,tosa-to-tensor)

func.func @reductions(%x: tensor<3x4x9xf32>) -> (tensor<3x4x1xf32>, tensor<1x4x9xf32>, tensor<3x1x9xf32>) {
  %a = tosa.reduce_min %x {axis = 2 : i32} : (tensor<3x4x9xf32>) -> tensor<3x4x1xf32>
  %b = tosa.reduce_max %x {axis = 0 : i32} : (tensor<3x4x9xf32>) -> tensor<1x4x9xf32>
  %c = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<3x4x9xf32>) -> tensor<3x1x9xf32>
  return %a, %b, %c : tensor<3x4x1xf32>, tensor<1x4x9xf32>, tensor<3x1x9xf32>
}

// arguments: products
func.func @product_chain(%x: tensor<2x3x8xf32>) -> tensor<2x1x1xf32> {
  %a = tosa.reduce_product %x {axis = 2 : i32} : (tensor<2x3x8xf32>) -> tensor<2x3x1xf32>
  %b = tosa.reduce_product %a {axis = 1 : i32} : (tensor<2x3x1xf32>) -> tensor<2x1x1xf32>
  return %b : tensor<2x1x1xf32>
}

func.func @softmax(%x: tensor<4x10xf32>) -> tensor<4x10xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %max = tosa.reduce_max %x {axis = 1 : i32} : (tensor<4x10xf32>) -> tensor<4x1xf32>
  %d = tosa.sub %x, %max : (tensor<4x10xf32>, tensor<4x1xf32>) -> tensor<4x10xf32>
  %e = tosa.exp %d : (tensor<4x10xf32>) -> tensor<4x10xf32>
  %sum = tosa.reduce_sum %e {axis = 1 : i32} : (tensor<4x10xf32>) -> tensor<4x1xf32>
  %inverse = tosa.reciprocal %sum : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %r = tosa.mul %e, %inverse, %shift : (tensor<4x10xf32>, tensor<4x1xf32>, tensor<1xi8>) -> tensor<4x10xf32>
  return %r : tensor<4x10xf32>
}

func.func @all_and_any(%x: tensor<5x6xf32>, %y: tensor<5x1xf32>) -> (tensor<5x1xi1>, tensor<5x1xi1>) {
  %m = tosa.greater %x, %y : (tensor<5x6xf32>, tensor<5x1xf32>) -> tensor<5x6xi1>
  %all = tosa.reduce_all %m {axis = 1 : i32} : (tensor<5x6xi1>) -> tensor<5x1xi1>
  %any = tosa.reduce_any %m {axis = 1 : i32} : (tensor<5x6xi1>) -> tensor<5x1xi1>
  return %all, %any : tensor<5x1xi1>, tensor<5x1xi1>
}

func.func @convolution_and_minimum(%x: tensor<1x5x5x2xf32>, %w: tensor<3x2x2x2xf32>, %bias: tensor<3xf32>) -> tensor<1x1x1x3xf32> {
  %zero = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %c = tosa.conv2d %x, %w, %bias, %zero, %zero {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>}
      : (tensor<1x5x5x2xf32>, tensor<3x2x2x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x3xf32>
  %r = tosa.clamp %c {min_val = -6.0 : f32, max_val = 6.0 : f32} : (tensor<1x4x4x3xf32>) -> tensor<1x4x4x3xf32>
  %h = tosa.reduce_min %r {axis = 1 : i32} : (tensor<1x4x4x3xf32>) -> tensor<1x1x4x3xf32>
  %m = tosa.reduce_min %h {axis = 2 : i32} : (tensor<1x1x4x3xf32>) -> tensor<1x1x1x3xf32>
  return %m : tensor<1x1x1x3xf32>
}

// A minimum of integers, whose dimension is dropped by a reshape.
func.func @integer_minimum(%x: tensor<4x20xi32>) -> tensor<4xi32> {
  %m = tosa.reduce_min %x {axis = 1 : i32} : (tensor<4x20xi32>) -> tensor<4x1xi32>
  %shape = tosa.const_shape {values = dense<4> : tensor<1xindex>} : () -> !tosa.shape<1>
  %r = tosa.reshape %m, %shape : (tensor<4x1xi32>, !tosa.shape<1>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// arguments: sums, 0..5
func.func @gathered_minimum(%x: tensor<1x6x4xf32>, %places: tensor<1x5xi32>) -> tensor<1x1x4xf32> {
  %g = tosa.gather %x, %places : (tensor<1x6x4xf32>, tensor<1x5xi32>) -> tensor<1x5x4xf32>
  %r = tosa.reduce_min %g {axis = 1 : i32} : (tensor<1x5x4xf32>) -> tensor<1x1x4xf32>
  return %r : tensor<1x1x4xf32>
}

func.func @argmax_and_maximum(%x: tensor<3x11xf32>) -> (tensor<3xi32>, tensor<3x1xf32>) {
  %p = tosa.argmax %x {axis = 1 : i32} : (tensor<3x11xf32>) -> tensor<3xi32>
  %m = tosa.reduce_max %x {axis = 1 : i32} : (tensor<3x11xf32>) -> tensor<3x1xf32>
  return %p, %m : tensor<3xi32>, tensor<3x1xf32>
}

// Concatenated parts, transposed, with a mean of squares.
func.func @concatenated_norm(%x: tensor<2x3xf32>, %y: tensor<2x5xf32>) -> tensor<8x1xf32> {
  %shift = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %half = "tosa.const"() <{values = dense<0.5> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
  %c = tosa.concat %x, %y {axis = 1 : i32} : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
  %t = tosa.transpose %c {perms = array<i32: 1, 0>} : (tensor<2x8xf32>) -> tensor<8x2xf32>
  %s = tosa.mul %t, %t, %shift : (tensor<8x2xf32>, tensor<8x2xf32>, tensor<1xi8>) -> tensor<8x2xf32>
  %sum = tosa.reduce_sum %s {axis = 1 : i32} : (tensor<8x2xf32>) -> tensor<8x1xf32>
  %r = tosa.mul %sum, %half, %shift : (tensor<8x1xf32>, tensor<1x1xf32>, tensor<1xi8>) -> tensor<8x1xf32>
  return %r : tensor<8x1xf32>
}
