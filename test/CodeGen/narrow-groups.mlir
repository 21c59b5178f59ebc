// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V4
// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=asm | FileCheck %s --check-prefix=ASM

// Several rows of few columns share a vector. Four outer indices accumulate side
// by side, and six permutations merge their rows.

// V4: prod_f32: 4 vmulps zmm{{$}}
// ASM-LABEL: prod_f32_data:
// ASM-COUNT-4: vmulps %zmm
// ASM: vpermt2p
// ASM-COUNT-5: vpermt2p
// ASM-NOT: vperm
// ASM: vmovups %zmm{{[0-9]+}}, ({{.*}}) {%k{{[0-9]}}}
// ASM-NOT: vperm
// ASM: ret
func.func @prod_f32(%data: tensor<1000x20x3xf32>) -> tensor<1000x3xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<1000x20x3xf32> -> tensor<1000x3xf32>
  return %0 : tensor<1000x3xf32>
}

// One instruction makes lanes NaN, so there is nothing to gain from two vectors of rows at once.
// V4: min_f32: 4 vfixupimmps zmm, 4 vminps zmm{{$}}
func.func @min_f32(%data: tensor<1000x40x7xf32>) -> tensor<1000x7xf32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x40x7xf32> -> tensor<1000x7xf32>
  return %0 : tensor<1000x7xf32>
}

// V4: min_i16: 4 vpminsw zmm{{$}}
func.func @min_i16(%data: tensor<?x?x?xi16>) -> tensor<?x?xi16> {
  %0 = reduce.min %data axes = [1] : tensor<?x?x?xi16> -> tensor<?x?xi16>
  return %0 : tensor<?x?xi16>
}

// Without other outer indices, eight vectors of five rows each accumulate. In the
// end, three permutations combine the rows of one vector.
// V4: folded: 8 vpminsd zmm{{$}}
// ASM-LABEL: folded_data:
// ASM-COUNT-3: vpermi2d
// ASM-NOT: vperm
// ASM: ret
func.func @folded(%data: tensor<500x3xi32>) -> tensor<3xi32> {
  %0 = reduce.min %data axes = [0] : tensor<500x3xi32> -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
