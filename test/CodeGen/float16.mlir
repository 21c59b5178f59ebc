// RUN: reduce-compile %s --mcpu=x86-64-v2 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V2 --implicit-check-not='call!'
// RUN: reduce-compile %s --mcpu=x86-64-v3 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V3 --implicit-check-not='call!'
// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V4 --implicit-check-not='call!'
// RUN: reduce-compile %s --mcpu=znver4 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=ZEN4 --implicit-check-not='call!'
// RUN: reduce-compile %s --mcpu=sapphirerapids --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=FP16 --implicit-check-not='call!'
// RUN: reduce-compile %s --mcpu=diamondrapids --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=AVX10 --implicit-check-not='call!'
// RUN: reduce-compile %s --target=aarch64-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=NEON --implicit-check-not='call!'
// RUN: reduce-compile %s --target=aarch64-linux-gnu --mattr=+fullfp16 --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=FULL --implicit-check-not='call!'
// RUN: reduce-compile %s --target=riscv64-linux-gnu --mattr=+v --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=RVV --implicit-check-not='call!'

// f16: the minimum has two kinds of keys, by the sign. If one operation can compute
// some lanes only, as on AVX-512 and RISC-V, it selects between them; ignoring NaN
// takes another, slower comparison. Otherwise both kinds accumulate, in four vectors
// each. f16 is compared as such where that takes no more than for f32: with AVX512-FP16,
// which drops NaN, with AVX10.2, which does not, and with FEAT_FP16. Products convert,
// which takes many instructions before x86-64-v3.
// FIXME: There, not all constants stay in registers, with half of the accumulators.

// V2: inner_min: 8 pmaxuw xmm, 4 psubw xmm{{$}}
// V3: inner_min: 8 vpmaxuw ymm, 4 vpsubw ymm{{$}}
// V4: inner_min: 4 vpcmpnltw zmm, 4 vpmaxuw zmm, 4 vpsubw zmm{{$}}
// FP16: inner_min: 4 vcmpordph zmm, 8 vminph zmm{{$}}
// AVX10: inner_min: 8 vminmaxph zmm{{$}}
// NEON: inner_min: 4 sub 8h, 8 umax 8h{{$}}
// FULL: inner_min: 8 fmin 8h{{$}}
// RVV: inner_min: 1 vmaxu.vv m4, 1 vmerge.vvm m4, 1 vmsle.vi m4, 1 vrsub.vx m4{{$}}
func.func @inner_min(%data: tensor<2x100000xf16>) -> tensor<2xf16> {
  %0 = reduce.min %data axes = [1] : tensor<2x100000xf16> -> tensor<2xf16>
  return %0 : tensor<2xf16>
}

// V2: inner_ignore: 8 pminuw xmm, 4 psubw xmm{{$}}
// V3: inner_ignore: 8 vpminuw ymm, 4 vpsubw ymm{{$}}
// V4: inner_ignore: 4 vpminsw zmm, 4 vpmovw2m zmm, 4 vpsubw zmm{{$}}
// FP16: inner_ignore: 4 vpminsw zmm, 4 vpmovw2m zmm, 4 vpsubw zmm{{$}}
// AVX10: inner_ignore: 4 vpminsw zmm, 4 vpmovw2m zmm, 4 vpsubw zmm{{$}}
// NEON: inner_ignore: 4 sub 8h, 8 umin 8h{{$}}
// FULL: inner_ignore: 4 sub 8h, 8 umin 8h{{$}}
// RVV: inner_ignore: 1 vmin.vv m4, 1 vmsle.vi m4, 1 vrsub.vx m4{{$}}
func.func @inner_ignore(%data: tensor<2x100000xf16>) -> tensor<2xf16> {
  %0 = reduce.min %data axes = [1] nan_mode = ignore : tensor<2x100000xf16> -> tensor<2xf16>
  return %0 : tensor<2xf16>
}

// V2: groups_min: 8 pmaxuw xmm, 4 psubw xmm{{$}}
// V3: groups_min: 8 vpmaxuw ymm, 4 vpsubw ymm{{$}}
// V4: groups_min: 1 vpalignr zmm, 7 vpblendmq zmm, 32 vpcmpnltw zmm, 1 vpermd zmm, 6 vpermt2q zmm, 1 vpmaxuw xmm, 1 vpmaxuw ymm, 31 vpmaxuw zmm, 2 vpmovdw ymm, 1 vpmovqd zmm, 1 vpmovw2m xmm, 1 vpsrld ymm, 1 vpsubw xmm, 32 vpsubw zmm{{$}}
// FP16: groups_min: 1 kortestd k, 5 vblendmpd zmm, 1 vblendmps zmm, 8 vcmpordph zmm, 32 vcmpunordph zmm, 1 vminph ymm, 63 vminph zmm, 12 vpermt2pd zmm, 1 vpermt2ps zmm, 2 vpmovdw zmm, 1 vpsrld zmm, 4 vshufpd zmm{{$}}
// AVX10: groups_min: 12 vblendmpd zmm, 1 vblendmps zmm, 1 vminmaxph ymm, 63 vminmaxph zmm, 12 vpermt2pd zmm, 1 vpermt2ps zmm, 2 vpmovdw zmm, 2 vpmovw2m ymm, 1 vpsrld zmm, 2 vpsubw ymm, 4 vshufpd zmm{{$}}
// NEON: groups_min: 4 sub 8h, 8 umax 8h{{$}}
// FULL: groups_min: 8 fmin 8h{{$}}
// RVV: groups_min: 1 vmaxu.vv m4, 1 vmerge.vvm m4, 1 vmsle.vi m4, 1 vrsub.vx m4{{$}}
func.func @groups_min(%data: tensor<160x128xf16>) -> tensor<160xf16> {
  %0 = reduce.min %data axes = [1] : tensor<160x128xf16> -> tensor<160xf16>
  return %0 : tensor<160xf16>
}

// Rows of few vectors, as those before, have no loop over a row with these CPUs.
// V4: long_groups_min: 8 vpcmpnltw zmm, 8 vpmaxuw zmm, 8 vpsubw zmm{{$}}
// FP16: long_groups_min: 16 vcmpunordph zmm, 32 vminph zmm{{$}}
// AVX10: long_groups_min: 16 vminmaxph zmm{{$}}
func.func @long_groups_min(%data: tensor<40x300xf16>) -> tensor<40xf16> {
  %0 = reduce.min %data axes = [1] : tensor<40x300xf16> -> tensor<40xf16>
  return %0 : tensor<40xf16>
}

// V2: outer_min: 8 pmaxuw xmm, 4 psubw xmm{{$}}
// V3: outer_min: 8 vpmaxuw ymm, 4 vpsubw ymm{{$}}
// V4: outer_min: 4 vpcmpnltw zmm, 4 vpmaxuw zmm, 4 vpsubw zmm{{$}}
// FP16: outer_min: 16 vcmpunordph zmm, 32 vminph zmm{{$}}
// AVX10: outer_min: 16 vminmaxph zmm{{$}}
// NEON: outer_min: 4 sub 8h, 8 umax 8h{{$}}
// FULL: outer_min: 8 fmin 8h{{$}}
// RVV: outer_min: 1 vmaxu.vv m4, 1 vmerge.vvm m4, 1 vmsle.vi m4, 1 vrsub.vx m4{{$}}
func.func @outer_min(%data: tensor<15x1024xf16>) -> tensor<1024xf16> {
  %0 = reduce.min %data axes = [0] : tensor<15x1024xf16> -> tensor<1024xf16>
  return %0 : tensor<1024xf16>
}

// V2: narrow_min: 8 pmaxuw xmm, 4 psubw xmm{{$}}
// V3: narrow_min: 8 vpmaxuw ymm, 4 vpsubw ymm{{$}}
// V4: narrow_min: 4 vpcmpnltw zmm, 4 vpmaxuw zmm, 4 vpsubw zmm{{$}}
// FP16: narrow_min: 8 vcmpunordph zmm, 16 vminph zmm{{$}}
// AVX10: narrow_min: 8 vminmaxph zmm{{$}}
// NEON: narrow_min: 4 sub 8h, 8 umax 8h{{$}}
// FULL: narrow_min: 8 fmin 8h{{$}}
// RVV: narrow_min: 1 vmaxu.vv m4, 1 vmerge.vvm m4, 1 vmsle.vi m4, 1 vrsub.vx m4{{$}}
func.func @narrow_min(%data: tensor<6400x16xf16>) -> tensor<16xf16> {
  %0 = reduce.min %data axes = [0] : tensor<6400x16xf16> -> tensor<16xf16>
  return %0 : tensor<16xf16>
}

// V2: packed_min: 8 pmaxuw xmm, 4 psubw xmm{{$}}
// V3: packed_min: 8 vpmaxuw ymm, 4 vpsubw ymm{{$}}
// V4: packed_min: 5 vpcmpnltw zmm, 5 vpmaxuw zmm, 5 vpsubw zmm{{$}}
// FP16: packed_min: 10 vcmpunordph zmm, 20 vminph zmm{{$}}
// AVX10: packed_min: 10 vminmaxph zmm{{$}}
// NEON: packed_min: 4 sub 8h, 8 umax 8h{{$}}
// FULL: packed_min: 8 fmin 8h{{$}}
// RVV: packed_min: 1 vmaxu.vv m4, 1 vmerge.vvm m4, 1 vmsle.vi m4, 1 vrsub.vx m4{{$}}
func.func @packed_min(%data: tensor<6400x5xf16>) -> tensor<5xf16> {
  %0 = reduce.min %data axes = [0] : tensor<6400x5xf16> -> tensor<5xf16>
  return %0 : tensor<5xf16>
}

// V2: inner_prod: 4 blendvps xmm, 8 mulps xmm, 8 orps xmm, 6 pand xmm, 2 pcmpgtw xmm, 6 pmovsxwd xmm, 2 pmovzxwd xmm, 2 pshufd xmm, 4 pslld xmm, 4 punpckhwd xmm, 1 xorps xmm, 6 stack!{{$}}
// V3: inner_prod: 8 vcvtph2ps ymm, 8 vmulps ymm{{$}}
// V4: inner_prod: 8 vcvtph2ps zmm, 8 vmulps zmm{{$}}
// FP16: inner_prod: 8 vcvtph2psx zmm, 8 vmulps zmm{{$}}
// NEON: inner_prod: 4 fcvtl 4s, 4 fcvtl2 4s, 8 fmul 4s{{$}}
// RVV: inner_prod: 1 vand.vx m2, 1 vand.vx m4, 1 vfmul.vf m4, 1 vfmul.vv m4, 1 vmsgtu.vx m2, 1 vor.vv m4, 1 vor.vx m4, 1 vwmulu.vx m2{{$}}
func.func @inner_prod(%data: tensor<2x100000xf16>) -> tensor<2xf16> {
  %0 = reduce.prod %data axes = [1] : tensor<2x100000xf16> -> tensor<2xf16>
  return %0 : tensor<2xf16>
}

// V2: outer_prod: 4 blendvps xmm, 8 mulps xmm, 8 orps xmm, 6 pand xmm, 2 pcmpgtw xmm, 6 pmovsxwd xmm, 2 pmovzxwd xmm, 2 pshufd xmm, 4 pslld xmm, 4 punpckhwd xmm, 1 pxor xmm, 6 stack!{{$}}
// V3: outer_prod: 8 vcvtph2ps ymm, 8 vmulps ymm{{$}}
// V4: outer_prod: 16 vcvtph2ps zmm, 16 vmulps zmm{{$}}
// FP16: outer_prod: 16 vcvtph2psx zmm, 16 vmulps zmm{{$}}
// NEON: outer_prod: 4 fcvtl 4s, 4 fcvtl2 4s, 8 fmul 4s{{$}}
// RVV: outer_prod: 1 vand.vx m2, 1 vand.vx m4, 1 vfmul.vf m4, 1 vfmul.vv m4, 1 vmsgtu.vx m2, 1 vor.vv m4, 1 vor.vx m4, 1 vwmulu.vx m2{{$}}
func.func @outer_prod(%data: tensor<15x1024xf16>) -> tensor<1024xf16> {
  %0 = reduce.prod %data axes = [0] : tensor<15x1024xf16> -> tensor<1024xf16>
  return %0 : tensor<1024xf16>
}

// The product of two f16 is exact in f32, so rounding it is multiplying f16.
// V3: two_rows_f16: 8 vcvtph2ps ymm, 4 vcvtps2ph ymm, 4 vmulps ymm{{$}}
// V4: two_rows_f16: 4 vcvtph2ps zmm, 2 vcvtps2ph zmm, 1 vinsertf64x4 zmm, 2 vmulps zmm{{$}}
// FP16: two_rows_f16: 1 vmulph zmm{{$}}
// FULL: two_rows_f16: 2 fmul 8h{{$}}
func.func @two_rows_f16(%data: tensor<2x1024xf16>) -> tensor<1024xf16> {
  %0 = reduce.prod %data axes = [0] : tensor<2x1024xf16> -> tensor<1024xf16>
  return %0 : tensor<1024xf16>
}

// Both bf16 of a word are rounded in their places. Zen 4 permutes 16-bit elements of two
// vectors in one operation, where others take shifts.
// V2: two_rows_bf16: 4 mulps xmm, 2 pand xmm, 8 pblendw xmm, 2 pcmpeqw xmm, 2 pmaxuw xmm, 2 por xmm, 6 pslld xmm, 2 psrld xmm, 2 psubw xmm, 4 pxor xmm{{$}}
// V3: two_rows_bf16: 4 vmulps ymm, 2 vpand ymm, 8 vpblendw ymm, 2 vpcmpeqw ymm, 2 vpmaxuw ymm, 2 vpor ymm, 6 vpslld ymm, 2 vpsrld ymm, 2 vpsubw ymm{{$}}
// V4: two_rows_bf16: 2 vmulps zmm, 1 vpandd zmm, 3 vpandq zmm, 1 vpcmpnleuw zmm, 1 vpmovm2w zmm, 3 vpslld zmm, 1 vpsrld zmm, 1 vpsubw zmm, 2 vpternlogd zmm{{$}}
// ZEN4: two_rows_bf16: 2 vmulps zmm, 2 vpandq zmm, 1 vpcmpnleuw zmm, 2 vpermt2w zmm, 1 vpmovm2w zmm, 2 vpslld zmm, 1 vpsubw zmm, 1 vpternlogd zmm{{$}}
// NEON: two_rows_bf16: 6 and 16b, 2 cmhi 8h, 4 fmul 4s, 2 orr 16b, 4 shl 4s, 2 sli 4s, 2 sri 4s, 2 sub 8h{{$}}
func.func @two_rows_bf16(%data: tensor<2x1024xbf16>) -> tensor<1024xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<2x1024xbf16> -> tensor<1024xbf16>
  return %0 : tensor<1024xbf16>
}
