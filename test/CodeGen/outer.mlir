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

// Across few rows: a strip of eight machine vectors. For a minimum of f32,
// AVX-512 checks two rows at once for NaN.

// REMARK: Function=min_f32 | Reason="the innermost dimension is kept: strips of columns go over all rows", strategy=outer, tile=15x32{{$}}
// V2: min_f32: 8 cmpunordps xmm, 16 minps xmm, 8 orps xmm{{$}}
// V3: min_f32: 8 vcmpunordps ymm, 16 vminps ymm, 8 vorps ymm{{$}}
// V4: min_f32: 16 vfixupimmps zmm, 16 vminps zmm{{$}}
// NEON: min_f32: 8 fmin 4s{{$}}
// RVV: min_f32: 1 vfmin.vv m8, 2 vmerge.vvm m8, 2 vmfeq.vv m8{{$}}
func.func @min_f32(%data: tensor<15x768xf32>) -> tensor<768xf32> {
  %0 = reduce.min %data axes = [0] : tensor<15x768xf32> -> tensor<768xf32>
  return %0 : tensor<768xf32>
}

// REMARK: Function=prod_f32 | {{.*}}, strategy=outer, tile=15x32{{$}}
// V2: prod_f32: 8 mulps xmm{{$}}
// V3: prod_f32: 8 vmulps ymm{{$}}
// V4: prod_f32: 16 vmulps zmm{{$}}
// NEON: prod_f32: 8 fmul 4s{{$}}
// RVV: prod_f32: 1 vfmul.vv m8{{$}}
func.func @prod_f32(%data: tensor<15x768xf32>) -> tensor<768xf32> {
  %0 = reduce.prod %data axes = [0] : tensor<15x768xf32> -> tensor<768xf32>
  return %0 : tensor<768xf32>
}

// REMARK: Function=min_i8 | {{.*}}, strategy=outer, tile=15x128{{$}}
// V2: min_i8: 8 pminsb xmm{{$}}
// V3: min_i8: 8 vpminsb ymm{{$}}
// V4: min_i8: 16 vpminsb zmm{{$}}
// NEON: min_i8: 8 smin 16b{{$}}
// RVV: min_i8: 1 vmin.vv m8{{$}}
func.func @min_i8(%data: tensor<15x2048xi8>) -> tensor<2048xi8> {
  %0 = reduce.min %data axes = [0] : tensor<15x2048xi8> -> tensor<2048xi8>
  return %0 : tensor<2048xi8>
}

// REMARK: Function=prod_bf16 | {{.*}}, strategy=outer, tile=15x32{{$}}
// V2: prod_bf16: 8 mulps xmm, 4 pblendw xmm, 4 pslld xmm, 4 pxor xmm{{$}}
// V3: prod_bf16: 8 vmulps ymm, 4 vpblendw ymm, 4 vpslld ymm{{$}}
// V4: prod_bf16: 16 vmulps zmm, 8 vpandq zmm, 8 vpslld zmm{{$}}
// NEON: prod_bf16: 4 and 16b, 8 fmul 4s, 4 shl 4s{{$}}
// RVV: prod_bf16: 1 vand.vx m4, 1 vfmul.vv m8, 1 vslideup.vi m8, 1 vsll.vi m4{{$}}
func.func @prod_bf16(%data: tensor<15x768xbf16>) -> tensor<768xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<15x768xbf16> -> tensor<768xbf16>
  return %0 : tensor<768xbf16>
}

// REMARK: Function=min_i64 | {{.*}}, strategy=outer, tile=15x16{{$}}
// V2: min_i64: 8 blendvpd xmm, 8 pcmpgtq xmm{{$}}
// V3: min_i64: 8 vblendvpd ymm, 8 vpcmpgtq ymm{{$}}
// V4: min_i64: 16 vpminsq zmm{{$}}
// NEON: min_i64: 8 bif 16b, 8 cmgt 2d{{$}}
// RVV: min_i64: 1 vmin.vv m8{{$}}
func.func @min_i64(%data: tensor<15x384xi64>) -> tensor<384xi64> {
  %0 = reduce.min %data axes = [0] : tensor<15x384xi64> -> tensor<384xi64>
  return %0 : tensor<384xi64>
}

// A few long rows are streams: each is read by instructions of its own.
// REMARK: Function=prod_f32_streams | Reason="the innermost dimension is kept: strips of columns go over all rows, each a stream", strategy=outer, tile=3x16{{$}}
// V2: prod_f32_streams: 8 mulps xmm{{$}}
// V3: prod_f32_streams: 8 vmulps ymm{{$}}
// V4: prod_f32_streams: 4 vmulps zmm{{$}}
// NEON: prod_f32_streams: 8 fmul 4s{{$}}
// RVV: prod_f32_streams: 2 vfmul.vv m4{{$}}
func.func @prod_f32_streams(%data: tensor<3x102400xf32>) -> tensor<102400xf32> {
  %0 = reduce.prod %data axes = [0] : tensor<3x102400xf32> -> tensor<102400xf32>
  return %0 : tensor<102400xf32>
}

// Shorter rows are only where a vector is a cache line.
// REMARK: Function=prod_f32_lines | Reason="the innermost dimension is kept: strips of columns go over all rows", strategy=outer, tile=3x32{{$}}
// V2: prod_f32_lines: 8 mulps xmm{{$}}
// V3: prod_f32_lines: 8 vmulps ymm{{$}}
// V4: prod_f32_lines: 4 vmulps zmm{{$}}
// NEON: prod_f32_lines: 8 fmul 4s{{$}}
// RVV: prod_f32_lines: 1 vfmul.vv m8{{$}}
func.func @prod_f32_lines(%data: tensor<150x3x384xf32>) -> tensor<150x384xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<150x3x384xf32> -> tensor<150x384xf32>
  return %0 : tensor<150x384xf32>
}

// Rows of less than 1.5 KiB are not.
// REMARK: Function=prod_f32_short | Reason="the innermost dimension is kept: strips of columns go over all rows", strategy=outer, tile=3x32{{$}}
// V2: prod_f32_short: 8 mulps xmm{{$}}
// V3: prod_f32_short: 8 vmulps ymm{{$}}
// V4: prod_f32_short: 16 vmulps zmm{{$}}
// NEON: prod_f32_short: 8 fmul 4s{{$}}
// RVV: prod_f32_short: 1 vfmul.vv m8{{$}}
func.func @prod_f32_short(%data: tensor<150x3x376xf32>) -> tensor<150x376xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<150x3x376xf32> -> tensor<150x376xf32>
  return %0 : tensor<150x376xf32>
}
