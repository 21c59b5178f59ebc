// RUN: reduce-compile %s --mcpu=x86-64-v3 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V3
// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V4
// RUN: reduce-compile %s --target=aarch64-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=NEON

// Few columns of few rows: eight outer indices accumulate side by side, a whole
// vector of each, without masks and without values on the stack. The last outer
// indices are reduced one by one; without masks, element by element. With AVX-512,
// several rows of fewer columns share a vector (narrow-rows.mlir).

// V3: prod_f32: 8 vmulps ymm{{$}}
func.func @prod_f32(%data: tensor<1000x5x6xf32>) -> tensor<1000x6xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<1000x5x6xf32> -> tensor<1000x6xf32>
  return %0 : tensor<1000x6xf32>
}

// Two rows at once: one comparison finds NaN in both.
// V3: min_f32: 8 vcmpunordps ymm, 16 vminps ymm, 8 vorps ymm{{$}}
func.func @min_f32(%data: tensor<1000x6x7xf32>) -> tensor<1000x7xf32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x6x7xf32> -> tensor<1000x7xf32>
  return %0 : tensor<1000x7xf32>
}

// V4: prod_f32_of_11: 8 vmulps zmm{{$}}
func.func @prod_f32_of_11(%data: tensor<1000x5x11xf32>) -> tensor<1000x11xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<1000x5x11xf32> -> tensor<1000x11xf32>
  return %0 : tensor<1000x11xf32>
}

// V4: min_f32_of_11: 8 vfixupimmps zmm, 8 vminps zmm{{$}}
func.func @min_f32_of_11(%data: tensor<1000x6x11xf32>) -> tensor<1000x11xf32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x6x11xf32> -> tensor<1000x11xf32>
  return %0 : tensor<1000x11xf32>
}

// V3: min_u8: 8 vpminub ymm{{$}}
// V4: min_u8: 8 vpminub zmm{{$}}
// NEON: min_u8: 8 umin 16b{{$}}
func.func @min_u8(%data: tensor<1000x5x9xui8>) -> tensor<1000x9xui8> {
  %0 = reduce.min %data axes = [1] : tensor<1000x5x9xui8> -> tensor<1000x9xui8>
  return %0 : tensor<1000x9xui8>
}

// NEON: min_i32: 8 smin 4s{{$}}
func.func @min_i32(%data: tensor<1000x5x3xi32>) -> tensor<1000x3xi32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x5x3xi32> -> tensor<1000x3xi32>
  return %0 : tensor<1000x3xi32>
}
