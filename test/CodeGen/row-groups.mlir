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

// Rows that are not long: the vectors of eight rows accumulate, or of as many
// as a vector has lanes; of sixteen where lanes and registers are many. A
// product of bf16, and on x86 a minimum, reads two vectors of a row at once. The
// vectors of x86-64-v4 are longer: there, these rows have few of them, and there
// is no loop over a row.

// REMARK: Function=min_f32 | Reason="rows are not long: those of a group share the combination of lanes", strategy=row-groups, tile=4x4{{$}}
// V2: min_f32: 4 cmpunordps xmm, 8 minps xmm, 4 orps xmm{{$}}
// V3: min_f32: 8 vcmpunordps ymm, 16 vminps ymm, 8 vorps ymm{{$}}
// V4: min_f32: 1 kortestw k, 2 korw k, 3 vblendmpd zmm, 4 vcmpunordps zmm, 48 vfixupimmps zmm, 1 vminps ymm, 55 vminps zmm, 2 vpermps zmm, 6 vpermt2pd zmm, 2 vshufpd zmm{{$}}
// NEON: min_f32: 4 fmin 4s{{$}}
// RVV: min_f32: 4 vfmin.vv m1, 8 vmerge.vvm m1, 8 vmfeq.vv m1{{$}}
func.func @min_f32(%data: tensor<60x100xf32>) -> tensor<60xf32> {
  %0 = reduce.min %data axes = [1] : tensor<60x100xf32> -> tensor<60xf32>
  return %0 : tensor<60xf32>
}

// REMARK: Function=prod_f32 | {{.*}}, strategy=row-groups, tile=4x4{{$}}
// V2: prod_f32: 4 mulps xmm{{$}}
// V3: prod_f32: 8 vmulps ymm{{$}}
// V4: prod_f32: 14 vblendmpd zmm, 1 vmulps ymm, 55 vmulps zmm, 2 vpermps zmm, 6 vpermt2pd zmm, 2 vshufpd zmm{{$}}
// NEON: prod_f32: 4 fmul 4s{{$}}
// RVV: prod_f32: 4 vfmul.vv m1{{$}}
func.func @prod_f32(%data: tensor<60x100xf32>) -> tensor<60xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<60x100xf32> -> tensor<60xf32>
  return %0 : tensor<60xf32>
}

// REMARK: Function=min_i8 | {{.*}}, strategy=row-groups, tile=8x16{{$}}
// V2: min_i8: 8 pminsb xmm{{$}}
// V3: min_i8: 8 vpminsb ymm{{$}}
// V4: min_i8: 2 vpalignr zmm, 1 vpblendmd zmm, 14 vpblendmq zmm, 1 vpermt2d zmm, 12 vpermt2q zmm, 1 vpminsb xmm, 1 vpminsb ymm, 79 vpminsb zmm, 2 vpmovdw zmm, 2 vpmovwb ymm, 1 vpsrld zmm, 1 vpsrlw ymm{{$}}
// NEON: min_i8: 8 smin 16b{{$}}
// RVV: min_i8: 8 vmin.vv m1{{$}}
func.func @min_i8(%data: tensor<60x300xi8>) -> tensor<60xi8> {
  %0 = reduce.min %data axes = [1] : tensor<60x300xi8> -> tensor<60xi8>
  return %0 : tensor<60xi8>
}

// REMARK: Function=prod_bf16 | {{.*}}, strategy=row-groups, tile=4x8{{$}}
// V2: prod_bf16: 8 mulps xmm, 4 pblendw xmm, 4 pslld xmm, 4 pxor xmm{{$}}
// V3: prod_bf16: 16 vmulps ymm, 8 vpblendw ymm, 8 vpslld ymm{{$}}
// V4: prod_bf16: 14 vblendmpd zmm, 1 vmulps ymm, 55 vmulps zmm, 2 vpaddd ymm, 1 vpand ymm, 24 vpandq zmm, 2 vpermps zmm, 6 vpermt2pd zmm, 1 vpmovdw ymm, 8 vpmovzxwd zmm, 32 vpslld zmm, 2 vpsrld ymm, 2 vshufpd zmm{{$}}
// NEON: prod_bf16: 4 and 16b, 8 fmul 4s, 4 shl 4s{{$}}
// RVV: prod_bf16: 4 vand.vx m1, 8 vfmul.vv m1, 4 vsll.vi m1{{$}}
func.func @prod_bf16(%data: tensor<60x100xbf16>) -> tensor<60xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<60x100xbf16> -> tensor<60xbf16>
  return %0 : tensor<60xbf16>
}

// REMARK: Function=min_i64 | {{.*}}, strategy=row-groups, tile=2x2{{$}}
// V2: min_i64: 2 blendvpd xmm, 2 pcmpgtq xmm{{$}}
// V3: min_i64: 4 vblendvpd ymm, 4 vpcmpgtq ymm{{$}}
// V4: min_i64: 1 vpalignr zmm, 7 vpblendmq zmm, 6 vpermt2q zmm, 39 vpminsq zmm{{$}}
// NEON: min_i64: 2 bif 16b, 2 cmgt 2d{{$}}
// RVV: min_i64: 2 vmin.vv m1{{$}}
func.func @min_i64(%data: tensor<60x40xi64>) -> tensor<60xi64> {
  %0 = reduce.min %data axes = [1] : tensor<60x40xi64> -> tensor<60xi64>
  return %0 : tensor<60xi64>
}

// Longer rows, in the vectors of x86-64-v4.

// V4: long_min_f32: 16 vfixupimmps zmm, 16 vminps zmm{{$}}
func.func @long_min_f32(%data: tensor<60x140xf32>) -> tensor<60xf32> {
  %0 = reduce.min %data axes = [1] : tensor<60x140xf32> -> tensor<60xf32>
  return %0 : tensor<60xf32>
}

// V4: long_prod_f32: 8 vmulps zmm{{$}}
func.func @long_prod_f32(%data: tensor<60x132xf32>) -> tensor<60xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<60x132xf32> -> tensor<60xf32>
  return %0 : tensor<60xf32>
}

// V4: long_min_i8: 16 vpminsb zmm{{$}}
func.func @long_min_i8(%data: tensor<58x550xi8>) -> tensor<58xi8> {
  %0 = reduce.min %data axes = [1] : tensor<58x550xi8> -> tensor<58xi8>
  return %0 : tensor<58xi8>
}

// V4: long_prod_bf16: 16 vmulps zmm, 8 vpandq zmm, 8 vpslld zmm{{$}}
func.func @long_prod_bf16(%data: tensor<60x200xbf16>) -> tensor<60xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<60x200xbf16> -> tensor<60xbf16>
  return %0 : tensor<60xbf16>
}

// V4: long_min_i64: 8 vpminsq zmm{{$}}
func.func @long_min_i64(%data: tensor<60x66xi64>) -> tensor<60xi64> {
  %0 = reduce.min %data axes = [1] : tensor<60x66xi64> -> tensor<60xi64>
  return %0 : tensor<60xi64>
}
