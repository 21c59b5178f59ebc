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

// Rows of eight elements are shuffled until all lanes are results. A block has eight
// vectors, combined in seven steps; on RISC-V these are groups of registers.

// REMARK: Function=min_f32 | Reason="rows are short: those of a block are shuffled until all lanes are results", strategy=short-rows, tile=4x8{{$}}
// V2: min_f32: {{(.* )?}}7 minps xmm
// V3: min_f32: {{(.* )?}}7 vminps ymm
// V4: min_f32: {{(.* )?}}7 vminps zmm
// NEON: min_f32: {{(.* )?}}7 fmin 4s
// RVV: min_f32: {{(.* )?}}1 vfmin.vv m1{{.* }}1 vfmin.vv m2{{.* }}1 vfmin.vv m4
func.func @min_f32(%data: tensor<6400x8xf32>) -> tensor<6400xf32> {
  %0 = reduce.min %data axes = [1] : tensor<6400x8xf32> -> tensor<6400xf32>
  return %0 : tensor<6400xf32>
}

// REMARK: Function=prod_f32 | {{.*}}, strategy=short-rows, tile=4x8{{$}}
// V2: prod_f32: 2 blendps xmm, 7 mulps xmm, 4 shufps xmm{{$}}
// V3: prod_f32: 7 vblendps ymm, 7 vmulps ymm, 4 vperm2f128 ymm, 2 vshufpd ymm, 2 vshufps ymm{{$}}
// V4: prod_f32: 4 vblendmpd zmm, 7 vmulps zmm, 4 vpermt2pd zmm, 2 vpermt2ps zmm, 4 vshufpd zmm{{$}}
// NEON: prod_f32: {{(.* )?}}7 fmul 4s
// RVV: prod_f32: {{(.* )?}}1 vfmul.vv m1{{.* }}1 vfmul.vv m2{{.* }}1 vfmul.vv m4
func.func @prod_f32(%data: tensor<6400x8xf32>) -> tensor<6400xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<6400x8xf32> -> tensor<6400xf32>
  return %0 : tensor<6400xf32>
}

// REMARK: Function=min_i8 | {{.*}}, strategy=short-rows, tile=16x8{{$}}
// V2: min_i8: {{(.* )?}}7 pminsb xmm
// V3: min_i8: {{(.* )?}}7 vpminsb ymm
// V4: min_i8: {{(.* )?}}7 vpminsb zmm
// NEON: min_i8: {{(.* )?}}7 smin 16b
// RVV: min_i8: {{(.* )?}}1 vmin.vv m1{{.* }}1 vmin.vv m2{{.* }}1 vmin.vv m4
func.func @min_i8(%data: tensor<6400x8xi8>) -> tensor<6400xi8> {
  %0 = reduce.min %data axes = [1] : tensor<6400x8xi8> -> tensor<6400xi8>
  return %0 : tensor<6400xi8>
}

// REMARK: Function=prod_bf16 | {{.*}}, strategy=short-rows, tile=4x8{{$}}
// V2: prod_bf16: {{(.* )?}}7 mulps xmm
// V3: prod_bf16: {{(.* )?}}7 vmulps ymm
// V4: prod_bf16: {{(.* )?}}7 vmulps zmm
// NEON: prod_bf16: {{(.* )?}}7 fmul 4s
// RVV: prod_bf16: {{(.* )?}}1 vfmul.vv m1{{.* }}1 vfmul.vv m2{{.* }}1 vfmul.vv m4
func.func @prod_bf16(%data: tensor<6400x8xbf16>) -> tensor<6400xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<6400x8xbf16> -> tensor<6400xbf16>
  return %0 : tensor<6400xbf16>
}

// REMARK: Function=min_i64 | {{.*}}, strategy=short-rows, tile=2x8{{$}}
// V2: min_i64: {{(.* )?}}7 pcmpgtq xmm
// V3: min_i64: {{(.* )?}}7 vpcmpgtq ymm
// V4: min_i64: {{(.* )?}}7 vpminsq zmm
// NEON: min_i64: {{(.* )?}}7 cmgt 2d
// RVV: min_i64: {{(.* )?}}1 vmin.vv m1{{.* }}1 vmin.vv m2{{.* }}1 vmin.vv m4
func.func @min_i64(%data: tensor<6400x8xi64>) -> tensor<6400xi64> {
  %0 = reduce.min %data axes = [1] : tensor<6400x8xi64> -> tensor<6400xi64>
  return %0 : tensor<6400xi64>
}
