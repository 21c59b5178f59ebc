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

// Across many long rows: blocks of 8 rows, each read by instructions of its own,
// of which a strip of columns accumulates in four registers without a spill, or in two
// of 512 bits, and is loaded and stored between blocks: these are the stack accesses. For RISC-V,
// LLVM loads more rows of bf16 in advance than fit into registers. A second loop
// combines the last block and stores the results, once per column, rounded for bf16.

// V2: min_f32: 16 cmpunordps xmm, 32 minps xmm, 16 orps xmm, 8 stack!{{$}}
// V2-NEXT: min_f32: 16 cmpunordps xmm, 32 minps xmm, 16 orps xmm, 4 stack!{{$}}
// V3: min_f32: 16 vcmpunordps ymm, 32 vminps ymm, 16 vorps ymm, 8 stack!{{$}}
// V3-NEXT: min_f32: 16 vcmpunordps ymm, 32 vminps ymm, 16 vorps ymm, 4 stack!{{$}}
// V4: min_f32: 16 vfixupimmps zmm, 16 vminps zmm, 4 stack!{{$}}
// V4-NEXT: min_f32: 16 vfixupimmps zmm, 16 vminps zmm, 2 stack!{{$}}
// NEON: min_f32: 32 fmin 4s{{$}}
// RVV: min_f32: 8 vfmin.vv m4, 16 vmerge.vvm m4, 16 vmfeq.vv m4{{$}}
func.func @min_f32(%data: tensor<3200x10240xf32>) -> tensor<10240xf32> {
  %0 = reduce.min %data axes = [0] : tensor<3200x10240xf32> -> tensor<10240xf32>
  return %0 : tensor<10240xf32>
}

// V2: prod_f32: 32 mulps xmm, 8 stack!{{$}}
// V2-NEXT: prod_f32: 32 mulps xmm, 4 stack!{{$}}
// V3: prod_f32: 32 vmulps ymm, 8 stack!{{$}}
// V3-NEXT: prod_f32: 32 vmulps ymm, 4 stack!{{$}}
// V4: prod_f32: 16 vmulps zmm, 4 stack!{{$}}
// V4-NEXT: prod_f32: 16 vmulps zmm, 2 stack!{{$}}
// NEON: prod_f32: 32 fmul 4s{{$}}
// RVV: prod_f32: 8 vfmul.vv m4{{$}}
func.func @prod_f32(%data: tensor<3200x10240xf32>) -> tensor<10240xf32> {
  %0 = reduce.prod %data axes = [0] : tensor<3200x10240xf32> -> tensor<10240xf32>
  return %0 : tensor<10240xf32>
}

// V2: min_i8: 32 pminsb xmm, 8 stack!{{$}}
// V2-NEXT: min_i8: 32 pminsb xmm, 4 stack!{{$}}
// V3: min_i8: 32 vpminsb ymm, 8 stack!{{$}}
// V3-NEXT: min_i8: 32 vpminsb ymm, 4 stack!{{$}}
// V4: min_i8: 16 vpminsb zmm, 4 stack!{{$}}
// V4-NEXT: min_i8: 16 vpminsb zmm, 2 stack!{{$}}
// NEON: min_i8: 32 smin 16b{{$}}
// RVV: min_i8: 8 vmin.vv m4{{$}}
func.func @min_i8(%data: tensor<3200x10240xi8>) -> tensor<10240xi8> {
  %0 = reduce.min %data axes = [0] : tensor<3200x10240xi8> -> tensor<10240xi8>
  return %0 : tensor<10240xi8>
}

// V2: min_bf16: 32 pmaxuw xmm, 16 psubw xmm, 8 stack!{{$}}
// V2-NEXT: min_bf16: {{.*}}6 pblendvb xmm, {{.*}}36 pmaxuw xmm, {{.*}}4 stack!{{$}}
// V3: min_bf16: 32 vpmaxuw ymm, 16 vpsubw ymm, 8 stack!{{$}}
// V3-NEXT: min_bf16: 6 vpblendvb ymm, 2 vpcmpeqw ymm, 4 vpcmpgtw ymm, 36 vpmaxuw ymm, 18 vpsubw ymm, 4 stack!{{$}}
// V4: min_bf16: 16 vpcmpnltw zmm, 16 vpmaxuw zmm, 16 vpsubw zmm, 4 stack!{{$}}
// V4-NEXT: min_bf16: 18 vpcmpnltw zmm, 16 vpmaxuw zmm, 18 vpsubw zmm, 2 stack!{{$}}
// NEON: min_bf16: 16 sub 8h, 32 umax 8h{{$}}
// NEON-NEXT: min_bf16: 2 bif 16b, 4 bsl 16b, 2 cmhi 8h, 4 cmlt 8h, 18 sub 8h, 34 umax 8h{{$}}
// RVV: min_bf16: 8 vmaxu.vv m4, 8 vmerge.vvm m4, 8 vmsle.vi m4, 8 vrsub.vx m4, 4 stack!{{$}}
// RVV-NEXT: min_bf16: 8 vmaxu.vv m4, 9 vmerge.vvm m4, 9 vmsle.vi m4, 9 vrsub.vx m4, 4 stack!{{$}}
func.func @min_bf16(%data: tensor<3200x10240xbf16>) -> tensor<10240xbf16> {
  %0 = reduce.min %data axes = [0] : tensor<3200x10240xbf16> -> tensor<10240xbf16>
  return %0 : tensor<10240xbf16>
}

// V2: prod_bf16: 32 mulps xmm, 16 pblendw xmm, 16 pslld xmm, 3 pxor xmm, 13 xorps xmm, 8 stack!{{$}}
// V2-NEXT: prod_bf16: 32 mulps xmm, 2 pand xmm, 20 pblendw xmm, 2 pcmpeqw xmm, 2 pmaxuw xmm, 2 por xmm, 18 pslld xmm, 2 psrld xmm, 2 psubw xmm, {{.*}}4 stack!{{$}}
// V3: prod_bf16: 32 vmulps ymm, 16 vpblendw ymm, 16 vpslld ymm, 8 stack!{{$}}
// V3-NEXT: prod_bf16: 32 vmulps ymm, 2 vpand ymm, 20 vpblendw ymm, 2 vpcmpeqw ymm, 2 vpmaxuw ymm, 2 vpor ymm, 18 vpslld ymm, 2 vpsrld ymm, 2 vpsubw ymm, 4 stack!{{$}}
// V4: prod_bf16: 16 vmulps zmm, 8 vpandq zmm, 8 vpslld zmm, 4 stack!{{$}}
// V4-NEXT: prod_bf16: 16 vmulps zmm, 1 vpandd zmm, 9 vpandq zmm, 1 vpcmpnleuw zmm, 1 vpmovm2w zmm, 9 vpslld zmm, 1 vpsrld zmm, 1 vpsubw zmm, 2 vpternlogd zmm, 2 stack!{{$}}
// NEON: prod_bf16: 16 and 16b, 32 fmul 4s, 16 shl 4s{{$}}
// NEON-NEXT: prod_bf16: 18 and 16b, 2 cmhi 8h, 32 fmul 4s, 2 orr 16b, 16 shl 4s, 2 sli 4s, 2 sri 4s, 2 sub 8h{{$}}
// RVV: prod_bf16: 8 vand.vx m2, 8 vfmul.vv m4, 8 vslideup.vi m4, 8 vsll.vi m2, 12 stack!{{$}}
// RVV-NEXT: prod_bf16: {{.*}}8 vfmul.vv m4, 1 vmerge.vim m2, 1 vmsgtu.vx m2, {{.*}}1 vsrl.vi m2, 6 stack!{{$}}
func.func @prod_bf16(%data: tensor<3200x10240xbf16>) -> tensor<10240xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<3200x10240xbf16> -> tensor<10240xbf16>
  return %0 : tensor<10240xbf16>
}
