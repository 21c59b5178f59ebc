// RUN: reduce-opt %s --convert-reduce-to-linalg --split-input-file --verify-diagnostics

func.func @f16(%data: tensor<2xf16>) -> tensor<f16> {
  // expected-error @below {{'reduce.min' op cannot be lowered: element type 'f16' is none of f32, f64, i32 and i64}}
  %0 = reduce.min %data axes = [0] : tensor<2xf16> -> tensor<f16>
  return %0 : tensor<f16>
}

// -----

func.func @bf16(%data: tensor<2xbf16>) -> tensor<bf16> {
  // expected-error @below {{'reduce.prod' op cannot be lowered: element type 'bf16' is none of f32, f64, i32 and i64}}
  %0 = reduce.prod %data axes = [0] : tensor<2xbf16> -> tensor<bf16>
  return %0 : tensor<bf16>
}

// -----

func.func @i1(%data: tensor<2xi1>) -> tensor<i1> {
  // expected-error @below {{'reduce.min' op cannot be lowered: element type 'i1' is none of f32, f64, i32 and i64}}
  %0 = reduce.min %data axes = [0] : tensor<2xi1> -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

func.func @i8(%data: tensor<2xi8>) -> tensor<i8> {
  // expected-error @below {{'reduce.min' op cannot be lowered: element type 'i8' is none of f32, f64, i32 and i64}}
  %0 = reduce.min %data axes = [0] : tensor<2xi8> -> tensor<i8>
  return %0 : tensor<i8>
}

// -----

func.func @i16(%data: tensor<2xi16>) -> tensor<i16> {
  // expected-error @below {{'reduce.min' op cannot be lowered: element type 'i16' is none of f32, f64, i32 and i64}}
  %0 = reduce.min %data axes = [0] : tensor<2xi16> -> tensor<i16>
  return %0 : tensor<i16>
}

// -----

// An unsigned type is not its signless sibling, even where it reduces nothing.
func.func @ui32(%data: tensor<2xui32>) -> tensor<2xui32> {
  // expected-error @below {{'reduce.prod' op cannot be lowered: element type 'ui32' is none of f32, f64, i32 and i64}}
  %0 = reduce.prod %data axes = [] : tensor<2xui32> -> tensor<2xui32>
  return %0 : tensor<2xui32>
}

// -----

func.func @ui64(%data: tensor<2xui64>) -> tensor<ui64> {
  // expected-error @below {{'reduce.min' op cannot be lowered: element type 'ui64' is none of f32, f64, i32 and i64}}
  %0 = reduce.min %data axes = [0] : tensor<2xui64> -> tensor<ui64>
  return %0 : tensor<ui64>
}

// -----

func.func @too_large(%data: tensor<4294967296x4294967296xf32>) -> tensor<f32> {
  // expected-error @below {{'reduce.min' op cannot be lowered: 'tensor<4294967296x4294967296xf32>' is too large}}
  %0 = reduce.min %data axes = [0, 1] : tensor<4294967296x4294967296xf32> -> tensor<f32>
  return %0 : tensor<f32>
}
