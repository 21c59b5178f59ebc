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

// Across short rows of five elements: as many as fit into eight machine
// vectors or, where vectors are cache lines, as many as are ten whole ones. The
// rows before and after are combined in memory, and then the accumulated values,
// row by row, also from memory, which is on the stack. Without an instruction that
// propagates NaN, one test is for the vectors of two groups. Groups at cache lines order
// zeros (vrangeps), as their order depends on the address.

// REMARK: Function=min_f32 | Reason="kept rows are short: as many as fit are packed into the accumulators", strategy=packed-rows, tile=6x5{{$}}
// V2: min_f32: 8 cmpunordps xmm, 16 minps xmm, 8 orps xmm{{$}}
// V2-NEXT: min_f32: 1 blendvps xmm, 1 cmpunordps xmm, 1 minps xmm, 2 stack!{{$}}
// V2-NEXT: min_f32: 1 blendvps xmm, 1 cmpunordps xmm, 1 minps xmm{{$}}
// V2-NEXT: min_f32: 1 blendvps xmm, 1 cmpunordps xmm, 1 cmpunordss xmm, 2 minps xmm, 2 minss xmm, 2 movss xmm, 1 orps xmm{{$}}
// V3: min_f32: 8 vcmpunordps ymm, 16 vminps ymm, 8 vorps ymm{{$}}
// V3-NEXT: min_f32: 4 vblendvps ymm, 4 vcmpunordps ymm, 4 vminps ymm{{$}}
// V3-NEXT: min_f32: 1 vblendvps xmm, 1 vcmpunordps xmm, 1 vcmpunordss xmm, 2 vminps xmm, 2 vminss xmm, 2 vmovss xmm, 1 vorps xmm{{$}}
// V4: min_f32: 10 vfixupimmps zmm, 10 vrangeps zmm{{$}}
// V4-NEXT: min_f32: 1 vcmpunordps zmm, 1 vrangeps zmm, 2 stack!{{$}}
// V4-NEXT: min_f32: 1 vblendmps zmm, 1 vcmpunordps zmm, 2 vpbroadcastd zmm, 2 vpcmpnleud zmm, 1 vrangeps zmm, 2 stack!{{$}}
// V4-NEXT: min_f32: 1 vblendmps zmm, 1 vcmpunordps zmm, 1 vpbroadcastd zmm, 1 vpcmpgtd zmm, 1 vrangeps zmm, 2 stack!{{$}}
// V4-NEXT: min_f32: 1 vcmpunordps zmm, 1 vrangeps zmm, 3 stack!{{$}}
// V4-NEXT: min_f32: 4 vcmpunordps zmm, 4 vrangeps zmm{{$}}
// V4-NEXT: min_f32: 2 vfixupimmps xmm, 1 vminps xmm, 1 vminss xmm, 1 vmovss xmm{{$}}
// NEON: min_f32: 8 fmin 4s{{$}}
// NEON-NEXT: min_f32: 1 fmin 4s{{$}}
// RVV: min_f32: 1 vfmin.vv m8, 2 vmerge.vvm m8, 2 vmfeq.vv m8{{$}}
// RVV-NEXT: min_f32: 1 vfmin.vv m1, 2 vmerge.vvm m1, 2 vmfeq.vv m1{{$}}
// RVV-NEXT: min_f32: 1 vfmin.vv m1, 1 vfmin.vv mf2, 2 vmerge.vvm m1, 2 vmerge.vvm mf2, 2 vmfeq.vv m1, 2 vmfeq.vv mf2{{$}}
func.func @min_f32(%data: tensor<6400x5xf32>) -> tensor<5xf32> {
  %0 = reduce.min %data axes = [0] : tensor<6400x5xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// The first cache has this input.
// V3: near_f32: 8 vcmpunordps ymm, 16 vminps ymm, 8 vorps ymm{{$}}
// V3-NEXT: near_f32: 1 vblendvps ymm, 1 vcmpunordps ymm, 1 vminps ymm, 2 stack!{{$}}
// V4: near_f32: 10 vfixupimmps zmm, 10 vrangeps zmm{{$}}
// V4-NEXT: near_f32: 1 vcmpunordps zmm, 1 vrangeps zmm, 2 stack!{{$}}
// V4-NEXT: near_f32: 1 vblendmps zmm, 1 vcmpunordps zmm, 2 vpbroadcastd zmm, 2 vpcmpnleud zmm, 1 vrangeps zmm, 2 stack!{{$}}
// V4-NEXT: near_f32: 1 vblendmps zmm, 1 vcmpunordps zmm, 1 vpbroadcastd zmm, 1 vpcmpgtd zmm, 1 vrangeps zmm, 2 stack!{{$}}
// V4-NEXT: near_f32: 1 vcmpunordps zmm, 1 vrangeps zmm, 3 stack!{{$}}
// V4-NEXT: near_f32: 4 vcmpunordps zmm, 4 vrangeps zmm{{$}}
// V4-NEXT: near_f32: 2 vfixupimmps xmm, 1 vminps xmm, 1 vminss xmm, 1 vmovss xmm{{$}}
func.func @near_f32(%data: tensor<1280x5xf32>) -> tensor<5xf32> {
  %0 = reduce.min %data axes = [0] : tensor<1280x5xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// REMARK: Function=prod_f32 | {{.*}}, strategy=packed-rows, tile=6x5{{$}}
// V2: prod_f32: 8 mulps xmm{{$}}
// V2-NEXT: prod_f32: 1 mulps xmm, 2 stack!{{$}}
// V2-NEXT: prod_f32: 1 mulps xmm{{$}}
// V2-NEXT: prod_f32: 1 mulps xmm, 1 mulss xmm{{$}}
// V3: prod_f32: 8 vmulps ymm{{$}}
// V3-NEXT: prod_f32: 4 vmulps ymm{{$}}
// V3-NEXT: prod_f32: 1 vmulps xmm, 1 vmulss xmm{{$}}
// V4: prod_f32: 10 vmulps zmm{{$}}
// V4-NEXT: prod_f32: 1 vmulps zmm, 3 stack!{{$}}
// V4-NEXT: prod_f32: 4 vmulps zmm{{$}}
// V4-NEXT: prod_f32: 1 vmulps xmm, 1 vmulss xmm{{$}}
// NEON: prod_f32: 8 fmul 4s{{$}}
// NEON-NEXT: prod_f32: 1 fmul 4s{{$}}
// RVV: prod_f32: 1 vfmul.vv m8{{$}}
// RVV-NEXT: prod_f32: 1 vfmul.vv m1{{$}}
// RVV-NEXT: prod_f32: 1 vfmul.vv m1, 1 vfmul.vv mf2{{$}}
func.func @prod_f32(%data: tensor<6400x5xf32>) -> tensor<5xf32> {
  %0 = reduce.prod %data axes = [0] : tensor<6400x5xf32> -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// REMARK: Function=min_i8 | {{.*}}, strategy=packed-rows, tile=25x5{{$}}
// V2: min_i8: 8 pminsb xmm{{$}}
// V2-NEXT: min_i8: 1 pminsb xmm, 2 stack!{{$}}
// V2-NEXT: min_i8: 4 pminsb xmm{{$}}
// V2-NEXT: min_i8: 1 pminsb xmm{{$}}
// V3: min_i8: 8 vpminsb ymm{{$}}
// V3-NEXT: min_i8: 1 vpminsb ymm, 2 stack!{{$}}
// V3-NEXT: min_i8: 4 vpminsb ymm{{$}}
// V3-NEXT: min_i8: 1 vpminsb ymm, 1 stack!{{$}}
// V3-NEXT: min_i8: 1 vpminsb xmm{{$}}
// V4: min_i8: 10 vpminsb zmm{{$}}
// V4-NEXT: min_i8: 1 vpminsb zmm, 2 stack!{{$}}
// V4-NEXT: min_i8: 1 vpminsb zmm, 3 stack!{{$}}
// V4-NEXT: min_i8: 4 vpminsb zmm{{$}}
// V4-NEXT: min_i8: 1 vpminsb xmm{{$}}
// NEON: min_i8: 8 smin 16b{{$}}
// NEON-NEXT: min_i8: 1 smin 16b{{$}}
// NEON-NEXT: min_i8: 4 smin 16b{{$}}
// RVV: min_i8: 1 vmin.vv m8{{$}}
// RVV-NEXT: min_i8: 1 vmin.vv m1{{$}}
// RVV-NEXT: min_i8: 4 vmin.vv m1{{$}}
// RVV-NEXT: min_i8: 1 vmin.vv mf4, 1 vmin.vv mf8{{$}}
func.func @min_i8(%data: tensor<6400x5xi8>) -> tensor<5xi8> {
  %0 = reduce.min %data axes = [0] : tensor<6400x5xi8> -> tensor<5xi8>
  return %0 : tensor<5xi8>
}

// REMARK: Function=prod_bf16 | {{.*}}, strategy=packed-rows, tile=6x5{{$}}
// V2: prod_bf16: 8 mulps xmm, 4 punpckhwd xmm, 4 punpcklwd xmm, 8 pxor xmm{{$}}
// V2-NEXT: prod_bf16: 1 mulps xmm, 1 pmovzxwd xmm, 1 pslld xmm, 2 stack!{{$}}
// V2-NEXT: prod_bf16: 1 mulps xmm{{$}}
// V3: prod_bf16: 8 vmulps ymm, 8 vpmovzxwd ymm, 8 vpslld ymm{{$}}
// V3-NEXT: prod_bf16: 4 vmulps ymm{{$}}
// V4: prod_bf16: 8 vmulps zmm, 8 vpmovzxwd zmm, 8 vpslld zmm{{$}}
// V4-NEXT: prod_bf16: 1 vmulps zmm, 1 vpmovzxwd zmm, 1 vpslld zmm, 2 stack!{{$}}
// V4-NEXT: prod_bf16: 4 vmulps zmm{{$}}
// NEON: prod_bf16: 8 fmul 4s, 4 shll 4s, 4 shll2 4s{{$}}
// NEON-NEXT: prod_bf16: 1 fmul 4s, 1 shll 4s{{$}}
// NEON-NEXT: prod_bf16: 1 fmul 4s{{$}}
// RVV: prod_bf16: 1 vfmul.vv m8, 1 vsll.vi m8{{$}}
// RVV-NEXT: prod_bf16: 1 vfmul.vv m1, 1 vsll.vi m1{{$}}
// RVV-NEXT: prod_bf16: 1 vfmul.vv m1{{$}}
func.func @prod_bf16(%data: tensor<6400x5xbf16>) -> tensor<5xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<6400x5xbf16> -> tensor<5xbf16>
  return %0 : tensor<5xbf16>
}

// With AVX2, a choice between elements and accumulators in memory is stored as a whole: a
// store under a mask takes AMD processors 12 cycles.
// REMARK: Function=min_i64 | {{.*}}, strategy=packed-rows, tile=3x5{{$}}
// V2: min_i64: 8 blendvpd xmm, 8 pcmpgtq xmm{{$}}
// V2-NEXT: min_i64: 1 blendvpd xmm, 1 pcmpgtq xmm{{$}}
// V2-NEXT: min_i64: 2 blendvpd xmm, 2 pcmpgtq xmm{{$}}
// V3: min_i64: 8 vblendvpd ymm, 8 vpcmpgtq ymm{{$}}
// V3-NEXT: min_i64: 1 vblendvpd ymm, 1 vpcmpgtq ymm, 2 stack!{{$}}
// V3-NEXT: min_i64: 1 vblendvpd ymm, 1 vpcmpgtq ymm{{$}}
// V4: min_i64: 10 vpminsq zmm{{$}}
// V4-NEXT: min_i64: 1 vpminsq zmm, 2 stack!{{$}}
// V4-NEXT: min_i64: 2 vpbroadcastd ymm, 2 vpcmpnleud ymm, 1 vpminsq zmm, 2 stack!{{$}}
// V4-NEXT: min_i64: 1 vpbroadcastd ymm, 1 vpcmpgtd ymm, 1 vpminsq zmm, 2 stack!{{$}}
// V4-NEXT: min_i64: 1 vpminsq zmm, 3 stack!{{$}}
// V4-NEXT: min_i64: 4 vpminsq zmm, 4 stack!{{$}}
// V4-NEXT: min_i64: 1 vpminsq ymm{{$}}
// NEON: min_i64: 8 bif 16b, 8 cmgt 2d{{$}}
// NEON-NEXT: min_i64: 1 bif 16b, 1 cmgt 2d{{$}}
// NEON-NEXT: min_i64: 2 bif 16b, 1 bif 8b, 2 cmgt 2d{{$}}
// RVV: min_i64: 1 vmin.vv m8{{$}}
// RVV-NEXT: min_i64: 1 vmin.vv m1{{$}}
// RVV-NEXT: min_i64: 1 vmin.vv m1, 1 vmin.vv m2{{$}}
func.func @min_i64(%data: tensor<6400x5xi64>) -> tensor<5xi64> {
  %0 = reduce.min %data axes = [0] : tensor<6400x5xi64> -> tensor<5xi64>
  return %0 : tensor<5xi64>
}
