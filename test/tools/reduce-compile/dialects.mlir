// The dialects of operations beside a reduction are known, whichever comes first.

// RUN: reduce-compile %s -o %t.so
// RUN: llvm-nm -D %t.so | FileCheck %s
// CHECK-DAG: T imaginary
// CHECK-DAG: T exponential
// CHECK-DAG: U expf

func.func @exponential(%x: tensor<9xf32>) -> tensor<9xf32> {
  %0 = math.exp %x : tensor<9xf32>
  return %0 : tensor<9xf32>
}
func.func @imaginary(%x: tensor<9xf32>) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<9xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%x : tensor<9xf32>) outs(%e : tensor<9xf32>) {
  ^bb0(%in: f32, %out: f32):
    %c = complex.create %in, %in : complex<f32>
    %s = complex.mul %c, %c : complex<f32>
    %r = complex.im %s : complex<f32>
    linalg.yield %r : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}
