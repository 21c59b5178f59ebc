// RUN: reduce-opt %s -split-input-file -convert-reduce-to-linalg -reduce-collapse-dims -reduce-outer-first | FileCheck %s

// Of three reduced dimensions, the outermost is reduced first if the memory has room for all
// of one index; the others are reduced from there.
// CHECK-LABEL: func.func @outermost
// CHECK: memref.alloca(){{.*}} : memref<300xf64>
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%{{.*}} : tensor<5906x300xf64>) outs(%{{.*}} : tensor<300xf64>)
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel", "reduction"]} ins(%{{.*}} : tensor<3x25x2x2xf64>) outs(%{{.*}} : tensor<3x2xf64>)
func.func @outermost(%data: tensor<5906x3x25x2x2xf64>) -> tensor<3x2xf64> {
  %0 = reduce.prod %data axes = [0, 2, 4] : tensor<5906x3x25x2x2xf64> -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}

// -----

// Too few elements become one, they do not fill a vector, or the memory has no room for them.
// CHECK-LABEL: func.func @not_outermost
// CHECK-NOT: tensor<7x{{[0-9]+}}xf64>
// CHECK-NOT: tensor<500x{{[0-9]+}}xf64>
// CHECK: return
func.func @not_outermost(
    %few: tensor<7x3x25x2x2xf64>, %narrow: tensor<500x1x2x1x1xf64>, %large: tensor<500x3x25x2x20xf64>)
    -> (tensor<3x2xf64>, tensor<1x1xf64>, tensor<3x2xf64>) {
  %0 = reduce.prod %few axes = [0, 2, 4] : tensor<7x3x25x2x2xf64> -> tensor<3x2xf64>
  %1 = reduce.prod %narrow axes = [0, 2, 4] : tensor<500x1x2x1x1xf64> -> tensor<1x1xf64>
  %2 = reduce.prod %large axes = [0, 2, 4] : tensor<500x3x25x2x20xf64> -> tensor<3x2xf64>
  return %0, %1, %2 : tensor<3x2xf64>, tensor<1x1xf64>, tensor<3x2xf64>
}
