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

// Rows of seven elements are padded to eight and transposed. Eight vectors are merged
// into one in seven combinations.
// No instruction of x86-64-v4 permutes bytes across 128 bits, and LLVM permutes those
// of 512 bits half by half: minima use shorter vectors.
// With AVX2, halves of vectors are read apart, and lanes do not cross them.

// REMARK: Function=min_i8 | Reason="rows fit into a vector: those of a block are padded to a power of two and merged", strategy=padded-rows, tile=16x7{{$}}
// V2: min_i8: {{(.* )?}}7 pminsb xmm
// V3: min_i8: 8 vinserti128 ymm, 4 vpalignr ymm, 8 vpblendd ymm, 2 vpblendw ymm, 7 vpminsb ymm, 9 vpshufb ymm, 2 vpshufd ymm{{$}}
// V4: min_i8: {{(.* )?}}7 vpminsb ymm
// NEON: min_i8: {{(.* )?}}7 smin 16b
// RVV: min_i8: {{(.* )?}}7 vmin.vv m1
func.func @min_i8(%data: tensor<6400x7xi8>) -> tensor<6400xi8> {
  %0 = reduce.min %data axes = [1] : tensor<6400x7xi8> -> tensor<6400xi8>
  return %0 : tensor<6400xi8>
}

// REMARK: Function=prod_i8 | {{.*}}, strategy=padded-rows, tile=16x7{{$}}
// V2: prod_i8: {{(.* )?}}7 pmullw xmm
// V3: prod_i8: {{(.* )?}}7 vpmullw ymm
// V4: prod_i8: {{(.* )?}}7 vpmullw zmm
// NEON: prod_i8: {{(.* )?}}7 mul 16b
// RVV: prod_i8: {{(.* )?}}7 vmul.vv m1
func.func @prod_i8(%data: tensor<6400x7xi8>) -> tensor<6400xi8> {
  %0 = reduce.prod %data axes = [1] : tensor<6400x7xi8> -> tensor<6400xi8>
  return %0 : tensor<6400xi8>
}

// REMARK: Function=min_bf16 | {{.*}}, strategy=padded-rows, tile=8x7{{$}}
// V2: min_bf16: {{(.* )?}}7 pmaxuw xmm
// V3: min_bf16: {{(.* )?}}7 vpmaxuw ymm
// V4: min_bf16: {{(.* )?}}8 vpermw zmm, 7 vpmaxuw zmm
// NEON: min_bf16: {{(.* )?}}7 umax 8h
// RVV: min_bf16: {{(.* )?}}7 vmaxu.vv m1
func.func @min_bf16(%data: tensor<6400x7xbf16>) -> tensor<6400xbf16> {
  %0 = reduce.min %data axes = [1] : tensor<6400x7xbf16> -> tensor<6400xbf16>
  return %0 : tensor<6400xbf16>
}

// With AVX-512, four rows of bf16 share a vector, and their elements are padded before they
// are extended.
// V2: prod_bf16: {{(.* )?}}7 mulps xmm
// V3: prod_bf16: {{(.* )?}}7 vmulps ymm
// V4: prod_bf16: 3 vblendmpd zmm, 7 vmulps zmm, {{(.* )?}}3 vpermt2pd zmm, 4 vpermt2w zmm, 1 vpmovdw zmm, 4 vpslld zmm, 2 vpsrld zmm{{$}}
// NEON: prod_bf16: {{(.* )?}}7 fmul 4s, {{.*}}, 4 element!{{$}}
func.func @prod_bf16(%data: tensor<6400x7xbf16>) -> tensor<6400xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<6400x7xbf16> -> tensor<6400xbf16>
  return %0 : tensor<6400xbf16>
}
