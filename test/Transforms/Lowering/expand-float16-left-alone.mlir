// RUN: reduce-opt %s --reduce-expand-float16 --split-input-file | FileCheck %s
// RUN: reduce-opt %s --reduce-round-float16 --split-input-file | FileCheck %s

// Earlier passes turn tensors into scalars or vectors, for which there are
// constants of any shape.

// CHECK-LABEL: func.func @tensors
// CHECK-NEXT: arith.extf
// CHECK-NEXT: arith.truncf
// CHECK-NEXT: arith.truncf
func.func @tensors(%half: tensor<4xf16>, %wide: tensor<4xf32>, %unknown: tensor<?xf32>) -> (tensor<4xf32>, tensor<4xf16>, tensor<?xbf16>) {
  %0 = arith.extf %half : tensor<4xf16> to tensor<4xf32>
  %1 = arith.truncf %wide : tensor<4xf32> to tensor<4xf16>
  %2 = arith.truncf %unknown : tensor<?xf32> to tensor<?xbf16>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf16>, tensor<?xbf16>
}

// -----

// CHECK-LABEL: func.func @fma
// CHECK-NEXT: math.fma
func.func @fma(%data: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = math.fma %data, %data, %data : tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// -----

// CHECK-LABEL: func.func @toward_zero
// CHECK: %[[PAIRS:.*]] = vector.interleave
// CHECK-NEXT: arith.truncf %[[PAIRS]] toward_zero
// CHECK-NEXT: return
func.func @toward_zero(%even: vector<4xf32>, %odd: vector<4xf32>) -> vector<8xbf16> {
  %0 = vector.interleave %even, %odd : vector<4xf32> -> vector<8xf32>
  %1 = arith.truncf %0 toward_zero : vector<8xf32> to vector<8xbf16>
  return %1 : vector<8xbf16>
}
