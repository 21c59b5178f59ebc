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

// Along the innermost dimension: eight machine vectors accumulate, or a group
// of eight registers on RISC-V. x86 checks two vectors at once for NaN.
// Targets without a minimum of i64 compare and select; those without a product
// of i64 multiply in halves, with SSE4.1 and AVX2 those of two registers at once. A minimum of f16 or bf16 has two kinds of keys, by
// the sign. If blending lanes is one operation, it selects the key of an
// element; otherwise both kinds accumulate.

// REMARK: Function=min_f32 | Reason="the innermost dimension is reduced: strips of a row go into all accumulators", strategy=inner, tile=32{{$}}
// V2: min_f32: 2 andps xmm, 4 cmpordps xmm, 8 minps xmm, 2 pand xmm{{$}}
// V3: min_f32: 4 vandps ymm, 4 vcmpordps ymm, 8 vminps ymm{{$}}
// V4: min_f32: 4 vcmpordps zmm, 8 vrangeps zmm{{$}}
// NEON: min_f32: 8 fmin 4s{{$}}
// RVV: min_f32: 1 vfmin.vv m8, 2 vmerge.vvm m8, 2 vmfeq.vv m8{{$}}
func.func @min_f32(%data: tensor<2x100000xf32>) -> tensor<2xf32> {
  %0 = reduce.min %data axes = [1] : tensor<2x100000xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// REMARK: Function=prod_f32 | {{.*}}, strategy=inner, tile=32{{$}}
// V2: prod_f32: 8 mulps xmm{{$}}
// V3: prod_f32: 8 vmulps ymm{{$}}
// V4: prod_f32: 8 vmulps zmm{{$}}
// NEON: prod_f32: 8 fmul 4s{{$}}
// RVV: prod_f32: 1 vfmul.vv m8{{$}}
func.func @prod_f32(%data: tensor<2x100000xf32>) -> tensor<2xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<2x100000xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// REMARK: Function=min_i8 | {{.*}}, strategy=inner, tile=128{{$}}
// V2: min_i8: 8 pminsb xmm{{$}}
// V3: min_i8: 8 vpminsb ymm{{$}}
// V4: min_i8: 8 vpminsb zmm{{$}}
// NEON: min_i8: 8 smin 16b{{$}}
// RVV: min_i8: 1 vmin.vv m8{{$}}
func.func @min_i8(%data: tensor<2x100000xi8>) -> tensor<2xi8> {
  %0 = reduce.min %data axes = [1] : tensor<2x100000xi8> -> tensor<2xi8>
  return %0 : tensor<2xi8>
}

// REMARK: Function=min_bf16 | {{.*}}, strategy=inner, tile=32{{$}}
// V2: min_bf16: 8 pmaxuw xmm, 4 psubw xmm{{$}}
// V3: min_bf16: 8 vpmaxuw ymm, 4 vpsubw ymm{{$}}
// V4: min_bf16: 4 vpcmpnltw zmm, 4 vpmaxuw zmm, 4 vpsubw zmm{{$}}
// NEON: min_bf16: 4 sub 8h, 8 umax 8h{{$}}
// RVV: min_bf16: 1 vmaxu.vv m4, 1 vmerge.vvm m4, 1 vmsle.vi m4, 1 vrsub.vx m4{{$}}
func.func @min_bf16(%data: tensor<2x100000xbf16>) -> tensor<2xbf16> {
  %0 = reduce.min %data axes = [1] : tensor<2x100000xbf16> -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

// REMARK: Function=prod_bf16 | {{.*}}, strategy=inner, tile=32{{$}}
// V2: prod_bf16: 8 mulps xmm, 4 pblendw xmm, 4 pslld xmm, 4 pxor xmm{{$}}
// V3: prod_bf16: 8 vmulps ymm, 4 vpblendw ymm, 4 vpslld ymm{{$}}
// V4: prod_bf16: 4 vandps zmm, 8 vmulps zmm, 4 vpslld zmm{{$}}
// NEON: prod_bf16: 4 and 16b, 8 fmul 4s, 4 shl 4s{{$}}
// RVV: prod_bf16: 1 vand.vx m4, 1 vfmul.vv m8, 1 vslideup.vi m8, 1 vsll.vi m4{{$}}
func.func @prod_bf16(%data: tensor<2x100000xbf16>) -> tensor<2xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<2x100000xbf16> -> tensor<2xbf16>
  return %0 : tensor<2xbf16>
}

// REMARK: Function=min_i64 | {{.*}}, strategy=inner, tile=16{{$}}
// V2: min_i64: 8 blendvpd xmm, 8 pcmpgtq xmm{{$}}
// V3: min_i64: 8 vblendvpd ymm, 8 vpcmpgtq ymm{{$}}
// V4: min_i64: 8 vpminsq zmm{{$}}
// NEON: min_i64: 8 bif 16b, 8 cmgt 2d{{$}}
// RVV: min_i64: 1 vmin.vv m8{{$}}
func.func @min_i64(%data: tensor<2x100000xi64>) -> tensor<2xi64> {
  %0 = reduce.min %data axes = [1] : tensor<2x100000xi64> -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// REMARK: Function=prod_i64 | {{.*}}, strategy=inner, tile=16{{$}}
// V2: prod_i64: 8 paddd xmm, 8 pmulld xmm, 8 pmuludq xmm, 16 shufps xmm{{$}}
// V3: prod_i64: 8 vpaddd ymm, 8 vpmulld ymm, 8 vpmuludq ymm, 16 vshufps ymm{{$}}
// V4: prod_i64: 8 vpmullq zmm{{$}}
// NEON: prod_i64: 4 addp 4s, 8 mul 4s, 8 rev64 4s, 4 shll 2d, 4 shll2 2d, 8 umlal 2d, 16 xtn 2s{{$}}
// RVV: prod_i64: 1 vmul.vv m8{{$}}
func.func @prod_i64(%data: tensor<2x100000xi64>) -> tensor<2xi64> {
  %0 = reduce.prod %data axes = [1] : tensor<2x100000xi64> -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
