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

// Across many long rows: blocks of 16 rows, of which a strip of columns
// accumulates in registers without a spill, and is stored between blocks. A
// second loop stores these results, once per column, and rounds them for bf16.
// Its stack accesses are those of this memory and, for the product of bf16, of
// constants for which 16 registers are not enough.

// V2: min_f32: 8 cmpunordps xmm, 16 minps xmm, 8 orps xmm{{$}}
// V2: min_f32: 8 stack!{{$}}
// V3: min_f32: 8 vcmpunordps ymm, 16 vminps ymm, 8 vorps ymm{{$}}
// V3: min_f32: 8 stack!{{$}}
// V4: min_f32: 16 vcmpunordps zmm, 32 vminps zmm{{$}}
// V4: min_f32: 16 stack!{{$}}
// NEON: min_f32: 8 fmin 4s{{$}}
// RVV: min_f32: 1 vfmin.vv m8, 2 vmerge.vvm m8, 2 vmfeq.vv m8{{$}}
func.func @min_f32(%data: tensor<3200x10240xf32>) -> tensor<10240xf32> {
  %0 = reduce.min %data axes = [0] : tensor<3200x10240xf32> -> tensor<10240xf32>
  return %0 : tensor<10240xf32>
}

// V2: prod_f32: 8 mulps xmm{{$}}
// V3: prod_f32: 8 vmulps ymm{{$}}
// V4: prod_f32: 16 vmulps zmm{{$}}
// NEON: prod_f32: 8 fmul 4s{{$}}
// RVV: prod_f32: 1 vfmul.vv m8{{$}}
func.func @prod_f32(%data: tensor<3200x10240xf32>) -> tensor<10240xf32> {
  %0 = reduce.prod %data axes = [0] : tensor<3200x10240xf32> -> tensor<10240xf32>
  return %0 : tensor<10240xf32>
}

// V2: min_i8: 8 pminsb xmm{{$}}
// V3: min_i8: 8 vpminsb ymm{{$}}
// V4: min_i8: 16 vpminsb zmm{{$}}
// NEON: min_i8: 8 smin 16b{{$}}
// RVV: min_i8: 1 vmin.vv m8{{$}}
func.func @min_i8(%data: tensor<3200x10240xi8>) -> tensor<10240xi8> {
  %0 = reduce.min %data axes = [0] : tensor<3200x10240xi8> -> tensor<10240xi8>
  return %0 : tensor<10240xi8>
}

// V2: min_bf16: 8 pmaxuw xmm, 4 psubw xmm{{$}}
// V2: min_bf16: 4 pblendvb xmm, 4 pcmpgtw xmm, 4 psubw xmm, 4 pxor xmm{{$}}
// V3: min_bf16: 8 vpmaxuw ymm, 4 vpsubw ymm{{$}}
// V3: min_bf16: 4 vpblendvb ymm, 4 vpcmpgtw ymm, 4 vpsubw ymm{{$}}
// V4: min_bf16: 4 vpcmpnltw zmm, 4 vpmaxuw zmm, 4 vpsubw zmm{{$}}
// V4: min_bf16: 4 vpcmpnltw zmm, 4 vpsubw zmm{{$}}
// NEON: min_bf16: 4 sub 8h, 8 umax 8h{{$}}
// NEON: min_bf16: 2 bif 16b, 2 bsl 16b, 4 cmlt 8h, 4 sub 8h{{$}}
// RVV: min_bf16: 1 vmaxu.vv m4, 1 vmerge.vvm m4, 1 vmsle.vi m4, 1 vrsub.vx m4{{$}}
// RVV: min_bf16: 1 vmerge.vvm m4, 1 vmsle.vi m4, 1 vrsub.vx m4{{$}}
func.func @min_bf16(%data: tensor<3200x10240xbf16>) -> tensor<10240xbf16> {
  %0 = reduce.min %data axes = [0] : tensor<3200x10240xbf16> -> tensor<10240xbf16>
  return %0 : tensor<10240xbf16>
}

// V2: prod_bf16: 8 mulps xmm, 4 pblendw xmm, 4 pslld xmm, 4 pxor xmm{{$}}
// V2: prod_bf16: {{.*}}16 psrld xmm, {{.*}}stack!{{$}}
// V3: prod_bf16: 8 vmulps ymm, 4 vpblendw ymm, 4 vpslld ymm{{$}}
// V3: prod_bf16: {{.*}}16 vpsrld ymm, {{.*}}stack!{{$}}
// V4: prod_bf16: 8 vandps zmm, 16 vmulps zmm, 8 vpslld zmm{{$}}
// V4: prod_bf16: {{.*}}32 vpsrld zmm, {{.*}}stack!{{$}}
// NEON: prod_bf16: 4 and 16b, 8 fmul 4s, 4 shl 4s{{$}}
// NEON: prod_bf16: {{.*}}16 ushr 4s{{.*}}
// RVV: prod_bf16: 1 vand.vx m4, 1 vfmul.vv m8, 1 vslideup.vi m8, 1 vsll.vi m4{{$}}
// RVV: prod_bf16: {{.*}}2 vsrl.vi m8{{.*}}
func.func @prod_bf16(%data: tensor<3200x10240xbf16>) -> tensor<10240xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<3200x10240xbf16> -> tensor<10240xbf16>
  return %0 : tensor<10240xbf16>
}
