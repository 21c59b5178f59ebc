// RUN: reduce-compile %s --mcpu=x86-64-v2 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V2 --implicit-check-not='!'
// RUN: reduce-compile %s --mcpu=x86-64-v3 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V3 --implicit-check-not='!'
// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V4 --implicit-check-not='!'
// RUN: reduce-compile %s --target=aarch64-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=NEON --implicit-check-not='!'
// RUN: reduce-compile %s --target=riscv64-linux-gnu --mattr=+v --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=RVV --implicit-check-not='!'
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// Across short rows whose length is a power of two: as many as fill eight machine
// vectors. For a minimum of f32, two groups at once: AVX-512 checks both for NaN.

// REMARK: Function=min_f32 | Reason="kept rows are short: several fill the accumulators", strategy=narrow-rows, tile=2x16{{$}}
// V2: min_f32: 8 cmpunordps xmm, 16 minps xmm, 8 orps xmm{{$}}
// V3: min_f32: 8 vcmpunordps ymm, 16 vminps ymm, 8 vorps ymm{{$}}
// V4: min_f32: 16 vfixupimmps zmm, 16 vminps zmm{{$}}
// NEON: min_f32: 8 fmin 4s{{$}}
// RVV: min_f32: 1 vfmin.vv m8, 2 vmerge.vvm m8, 2 vmfeq.vv m8{{$}}
func.func @min_f32(%data: tensor<6400x16xf32>) -> tensor<16xf32> {
  %0 = reduce.min %data axes = [0] : tensor<6400x16xf32> -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// REMARK: Function=prod_f32 | {{.*}}, strategy=narrow-rows, tile=2x16{{$}}
// V2: prod_f32: 8 mulps xmm{{$}}
// V3: prod_f32: 8 vmulps ymm{{$}}
// V4: prod_f32: 8 vmulps zmm{{$}}
// NEON: prod_f32: 8 fmul 4s{{$}}
// RVV: prod_f32: 1 vfmul.vv m8{{$}}
func.func @prod_f32(%data: tensor<6400x16xf32>) -> tensor<16xf32> {
  %0 = reduce.prod %data axes = [0] : tensor<6400x16xf32> -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// REMARK: Function=min_i8 | {{.*}}, strategy=narrow-rows, tile=8x16{{$}}
// V2: min_i8: 8 pminsb xmm{{$}}
// V3: min_i8: 8 vpminsb ymm{{$}}
// V4: min_i8: 8 vpminsb zmm{{$}}
// NEON: min_i8: 8 smin 16b{{$}}
// RVV: min_i8: 1 vmin.vv m8{{$}}
func.func @min_i8(%data: tensor<6400x16xi8>) -> tensor<16xi8> {
  %0 = reduce.min %data axes = [0] : tensor<6400x16xi8> -> tensor<16xi8>
  return %0 : tensor<16xi8>
}

// REMARK: Function=prod_bf16 | {{.*}}, strategy=narrow-rows, tile=2x16{{$}}
// V2: prod_bf16: 8 mulps xmm, 4 punpckhwd xmm, 4 punpcklwd xmm, 8 pxor xmm{{$}}
// V3: prod_bf16: 8 vmulps ymm, 8 vpmovzxwd ymm, 8 vpslld ymm{{$}}
// V4: prod_bf16: 8 vmulps zmm, 8 vpmovzxwd zmm, 8 vpslld zmm{{$}}
// NEON: prod_bf16: 8 fmul 4s, 4 shll 4s, 4 shll2 4s{{$}}
// RVV: prod_bf16: 1 vfmul.vv m8, 1 vsll.vi m8{{$}}
func.func @prod_bf16(%data: tensor<6400x16xbf16>) -> tensor<16xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<6400x16xbf16> -> tensor<16xbf16>
  return %0 : tensor<16xbf16>
}

// REMARK: Function=min_i64 | {{.*}}, strategy=outer, tile=300x16{{$}}
// V2: min_i64: 8 blendvpd xmm, 8 pcmpgtq xmm{{$}}
// V3: min_i64: 8 vblendvpd ymm, 8 vpcmpgtq ymm{{$}}
// V4: min_i64: 8 vpminsq zmm{{$}}
// NEON: min_i64: 8 bif 16b, 8 cmgt 2d{{$}}
// RVV: min_i64: 1 vmin.vv m8{{$}}
func.func @min_i64(%data: tensor<300x16xi64>) -> tensor<16xi64> {
  %0 = reduce.min %data axes = [0] : tensor<300x16xi64> -> tensor<16xi64>
  return %0 : tensor<16xi64>
}
