// RUN: reduce-compile %s --target=aarch64-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=NEON --implicit-check-not='!'
// RUN: reduce-compile %s --target=aarch64-linux-gnu --mattr=+sve --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefixes=SVE,NO-FHM --implicit-check-not='!'
// RUN: reduce-compile %s --target=aarch64-linux-gnu --mcpu=neoverse-v1 --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefixes=SVE,FHM --implicit-check-not='!'
// RUN: reduce-compile %s --target=aarch64-linux-gnu --mattr=+sve2,+bf16,+fullfp16 --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefixes=SVE,NO-FHM --implicit-check-not='!'
// RUN: reduce-compile %s --target=riscv64-linux-gnu --mattr=+v --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=RVV --implicit-check-not='!'
// RUN: reduce-compile %s --target=riscv64-linux-gnu --mattr=+v,+zvfhmin --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=RVV --implicit-check-not='!'
// RUN: reduce-compile %s --target=riscv64-linux-gnu --mattr=+v,+zvfhmin,+zfhmin --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=ZVFH --implicit-check-not='!'
// RUN: reduce-compile %s --target=riscv64-linux-gnu --mattr=+v,+zvfh --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=ZVFH --implicit-check-not='!'
// RUN: reduce-compile %s --target=riscv64-linux-gnu --mattr=+v,+zvl512b --emit=asm >%t.zvl512b
// RUN: %vector_loops <%t.zvl512b | FileCheck %s --check-prefix=RVV --implicit-check-not='!'
// RUN: FileCheck %s --check-prefix=ZVL512B <%t.zvl512b
// RUN: reduce-compile %s --target=riscv64-linux-gnu --mattr=+v,+zvl4096b --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=ZVL4096B --implicit-check-not='!'

// The effect of features beyond a vector unit's baseline.

// SVE has products and minima of i64, on the 128 bits that all its CPUs have;
// NEON multiplies in halves.
// NEON: prod_i64: 4 addp 4s, 8 mul 4s, 8 rev64 4s, 4 shll 2d, 4 shll2 2d, 8 umlal 2d, 16 xtn 2s{{$}}
// SVE: prod_i64: 8 mul z{{$}}
// RVV: prod_i64: 1 vmul.vv m8{{$}}
// ZVFH: prod_i64: 1 vmul.vv m8{{$}}
func.func @prod_i64(%data: tensor<2x100000xi64>) -> tensor<2xi64> {
  %0 = reduce.prod %data axes = [1] : tensor<2x100000xi64> -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// NEON: min_i64: 8 bif 16b, 8 cmgt 2d{{$}}
// SVE: min_i64: 8 smin z{{$}}
func.func @min_i64(%data: tensor<2x100000xi64>) -> tensor<2xi64> {
  %0 = reduce.min %data axes = [1] : tensor<2x100000xi64> -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// Zvfh converts f16, and so does Zvfhmin, with Zfhmin for the remaining elements.
// FEAT_FHM multiplies two f16 without conversions.
// NEON: prod_f16: 4 fcvtl 4s, 4 fcvtl2 4s, 8 fmul 4s{{$}}
// NO-FHM: prod_f16: 4 fcvtl 4s, 4 fcvtl2 4s, 8 fmul 4s{{$}}
// FHM: prod_f16: 2 fmlal 4s, 2 fmlal2 4s, 4 fmul 4s{{$}}
// RVV: prod_f16: 1 vand.vx m2, 1 vand.vx m4, 1 vfmul.vf m4, 1 vfmul.vv m4, 1 vmsgtu.vx m2, 1 vor.vv m4, 1 vor.vx m4, 1 vwmulu.vx m2{{$}}
// ZVFH: prod_f16: 1 vfmul.vv m8, 1 vfwcvt.f.f.v m4{{$}}
func.func @prod_f16(%data: tensor<2x100000xf16>) -> tensor<2xf16> {
  %0 = reduce.prod %data axes = [1] : tensor<2x100000xf16> -> tensor<2xf16>
  return %0 : tensor<2xf16>
}

// Longer registers make longer vectors, up to groups of 8192 bits.
// RVV: min_f32: 1 vfmin.vv m8, 2 vmerge.vvm m8, 2 vmfeq.vv m8{{$}}
// ZVL4096B: min_f32: 1 vfmin.vv m2, 2 vmerge.vvm m2, 2 vmfeq.vv m2{{$}}
// ZVL512B: min_f32_data:
// ZVL512B: li [[LENGTH:[a-z0-9]+]], 128
// ZVL512B: vsetvli zero, [[LENGTH]], e32, m8
func.func @min_f32(%data: tensor<2x100000xf32>) -> tensor<2xf32> {
  %0 = reduce.min %data axes = [1] : tensor<2x100000xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
