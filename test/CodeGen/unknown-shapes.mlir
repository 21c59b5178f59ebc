// RUN: reduce-compile %s --mcpu=x86-64-v2 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V2 --implicit-check-not='call!'
// RUN: reduce-compile %s --mcpu=x86-64-v3 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V3 --implicit-check-not='call!'
// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V4 --implicit-check-not='call!'
// RUN: reduce-compile %s --target=aarch64-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=NEON --implicit-check-not='call!'
// RUN: reduce-compile %s --target=riscv64-linux-gnu --mattr=+v --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=RVV --implicit-check-not='call!'

// For unknown shapes, the loops in which long rows and many columns spend their time
// are those of known shapes. There are others for short rows and remainders.

// V2: rows_f32: 2 andps xmm, 4 cmpordps xmm, 8 minps xmm, 2 pand xmm{{$}}
// V3: rows_f32: 4 vandps ymm, 4 vcmpordps ymm, 8 vminps ymm{{$}}
// V4: rows_f32: 4 vcmpordps zmm, 8 vrangeps zmm{{$}}
// NEON: rows_f32: 8 fmin 4s{{$}}
// RVV: rows_f32: 1 vfmin.vv m8, 2 vmerge.vvm m8, 2 vmfeq.vv m8{{$}}
func.func @rows_f32(%data: tensor<?x?xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// V2: rows_bf16: 8 pmaxuw xmm, 4 psubw xmm{{$}}
// V3: rows_bf16: 8 vpmaxuw ymm, 4 vpsubw ymm{{$}}
// V4: rows_bf16: 4 vpcmpnltw zmm, 4 vpmaxuw zmm, 4 vpsubw zmm{{$}}
// NEON: rows_bf16: 4 sub 8h, 8 umax 8h{{$}}
// RVV: rows_bf16: 1 vmaxu.vv m4, 1 vmerge.vvm m4, 1 vmsle.vi m4, 1 vrsub.vx m4{{$}}
func.func @rows_bf16(%data: tensor<?x?xbf16>) -> tensor<?xbf16> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xbf16> -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// Rows of two, three and four vectors that are shorter than a cache line are combined without an
// inner loop. LLVM keeps some of the addresses on the stack. The last line of V3 is the loop over
// the strips of eight rows with more vectors; with the other targets, it is like that of a long row.
// That of V4 is the loop over the strips of one row after another beyond the first cache.
// V2-DAG: rows_i32: {{.*}} 7 pminsd xmm, 1 pshufd xmm{{$}}
// V2-DAG: rows_i32: {{.*}} 11 pminsd xmm, 1 pshufd xmm{{$}}
// V2-DAG: rows_i32: {{.*}} 15 pminsd xmm, 1 pshufd xmm{{$}}
// V3-DAG: rows_i32: {{.*}} 15 vpminsd ymm, 1 vpshufd ymm, 8 stack!{{$}}
// V3-DAG: rows_i32: {{.*}} 23 vpminsd ymm, 1 vpshufd ymm, 1 stack!{{$}}
// V3-DAG: rows_i32: {{.*}} 31 vpminsd ymm, 1 vpshufd ymm{{$}}
// V3-DAG: rows_i32: 16 vpminsd ymm{{$}}
// V4-DAG: rows_i32: 2 vpminsd zmm{{$}}
// NEON-DAG: rows_i32: 7 smin 4s, 1 uzp1 4s, {{.*}}
// NEON-DAG: rows_i32: 11 smin 4s, 1 uzp1 4s, {{.*}}
// NEON-DAG: rows_i32: 15 smin 4s, 1 uzp1 4s, {{.*}}
func.func @rows_i32(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Blocks of 8 spread rows, and strips of all rows if these are few. With AVX-512, up to 15
// long rows are streams, 8 and 4 and 2 and 1 of them; addresses of some are on the stack.
// V2: columns_f32: 16 cmpunordps xmm, 32 minps xmm, 16 orps xmm, 10 stack!{{$}}
// V2: columns_f32: 8 cmpunordps xmm, 16 minps xmm, 8 orps xmm{{.*$}}
// V3: columns_f32: 16 vcmpunordps ymm, 32 vminps ymm, 16 vorps ymm, 8 stack!{{$}}
// V3: columns_f32: 8 vcmpunordps ymm, 16 vminps ymm, 8 vorps ymm{{.*$}}
// V4: columns_f32: 4 vcmpordps zmm, 8 vrangeps zmm{{$}}
// V4: columns_f32: 16 vfixupimmps zmm, 16 vminps zmm, 4 stack!{{$}}
// V4: columns_f32: 14 vfixupimmps zmm, 14 vrangeps zmm, 6 stack!{{$}}
// V4: columns_f32: 28 vfixupimmps zmm, 28 vminps zmm, 9 stack!{{$}}
// V4: columns_f32: 16 vfixupimmps zmm, 16 vminps zmm{{$}}
// V4: columns_f32: 14 vfixupimmps zmm, 14 vminps zmm, 13 stack!{{$}}
// NEON: columns_f32: 32 fmin 4s{{$}}
// NEON: columns_f32: 4 fmin 4s{{$}}
// RVV: columns_f32: 1 vfmin.vv m8, 2 vmerge.vvm m8, 2 vmfeq.vv m8{{$}}
// RVV: columns_f32: 8 vfmin.vv m4, 16 vmerge.vvm m4, 16 vmfeq.vv m4{{$}}
func.func @columns_f32(%data: tensor<?x?xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// V2: columns_bf16: 8 pmaxuw xmm, 4 psubw xmm{{$}}
// V3: columns_bf16: 8 vpmaxuw ymm, 4 vpsubw ymm{{$}}
// V4: columns_bf16: 4 vpcmpnltw zmm, 4 vpmaxuw zmm, 4 vpsubw zmm{{$}}
// NEON: columns_bf16: 4 sub 8h, 8 umax 8h{{$}}
// RVV: columns_bf16: 1 vmaxu.vv m4, 1 vmerge.vvm m4, 1 vmsle.vi m4, 1 vrsub.vx m4{{$}}
func.func @columns_bf16(%data: tensor<?x?xbf16>) -> tensor<?xbf16> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xbf16> -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// V2: all_i8: 8 pminsb xmm{{$}}
// V3: all_i8: 8 vpminsb ymm{{$}}
// V4: all_i8: 8 vpminsb zmm{{$}}
// NEON: all_i8: 8 smin 16b{{$}}
// RVV: all_i8: 1 vmin.vv m8{{$}}
func.func @all_i8(%data: tensor<?xi8>) -> tensor<i8> {
  %0 = reduce.min %data axes = [0] : tensor<?xi8> -> tensor<i8>
  return %0 : tensor<i8>
}

// Rows of products that are padded have no call, either: without instructions for bf16, LLVM
// selects lanes of bf16 by calls of the runtime library.
// V4: padded_bf16:
func.func @padded_bf16(%data: tensor<?x?xbf16>) -> tensor<?xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?xbf16> -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}
