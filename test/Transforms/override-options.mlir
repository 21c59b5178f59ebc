// RUN: reduce-opt %s -reduce-override-options='nan-mode=ignore strict-order' | FileCheck %s --check-prefixes=IGNORE,STRICT
// RUN: reduce-opt %s -reduce-override-options='nan-mode=propagate' | FileCheck %s --check-prefixes=PROPAGATE,FREE
// RUN: reduce-opt %s -o %t.same && reduce-opt %s -reduce-override-options | diff - %t.same
// RUN: reduce-opt %s --reduce-to-linalg-pipeline='nan-mode=ignore strict-order' | FileCheck %s --check-prefix=LINALG
// RUN: not reduce-opt %s -reduce-override-options=nan-mode=drop 2>&1 | FileCheck %s --check-prefix=INVALID
// INVALID: error: invalid nan-mode 'drop': expected propagate or ignore

// LINALG: arith.minimumf {{.*}} fastmath<nnan,nsz>
// LINALG: arith.mulf %{{.*}}, %{{.*}} : f32
func.func @options(%data: tensor<4xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  // IGNORE: reduce.min {{.*}} nan_mode = ignore
  // PROPAGATE-NOT: nan_mode
  %0 = reduce.min %data axes = [0] : tensor<4xf32> -> tensor<f32>
  // IGNORE: reduce.min {{.*}} nan_mode = ignore
  %1 = reduce.min %data axes = [0] nan_mode = ignore : tensor<4xf32> -> tensor<f32>
  // STRICT: reduce.prod {{.*}} strict_order
  // FREE: reduce.prod
  // FREE-NOT: strict_order
  %2 = reduce.prod %data axes = [0] : tensor<4xf32> -> tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}
