// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=asm | FileCheck %s
// RUN: reduce-compile %s --mcpu=x86-64-v3,x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=asm | FileCheck %s

// A mask that depends on data, such as where a NaN is, never applies to a constant in memory.
// If the mask has no lane and the constant's page is not in memory, the processor takes some
// hundred cycles to find that nothing faults, each time.
// Shuffles have masks, too, but some lanes of these are always chosen.
// CHECK-NOT: {{vbroadcast|vmov|vpbroadcast}}{{.*}}LCPI{{.*}}{%k
// CHECK: .note.GNU-stack

func.func @min_f32(%data: tensor<?x?xf32>) -> tensor<?xf32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @min_f64(%data: tensor<?x?xf64>) -> tensor<?xf64> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xf64> -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

func.func @min_f16(%data: tensor<?x?xf16>) -> tensor<?xf16> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xf16> -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

func.func @min_i1(%data: tensor<?x?x?xi1>) -> tensor<?x?xi1> {
  %0 = reduce.min %data axes = [1] : tensor<?x?x?xi1> -> tensor<?x?xi1>
  return %0 : tensor<?x?xi1>
}

func.func @prod_bf16(%data: tensor<?x?xbf16>) -> tensor<?xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?xbf16> -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// A scalar is chosen under a mask, too.
func.func @columns_f64(%data: tensor<7x3xf64>) -> tensor<3xf64> {
  %0 = reduce.min %data axes = [0] : tensor<7x3xf64> -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
