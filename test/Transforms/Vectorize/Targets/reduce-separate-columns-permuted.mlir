// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,mask_registers=true,permuted_bits=16,converts_f16=true}' --reduce-separate-columns | FileCheck %s

// Machines that permute vectors by positions known at run time merge rows that
// fill a vector, and all rows of unknown extents (narrow-groups).

// Few rows are gathered instead (short-rows).
// CHECK-LABEL: func.func @few
// CHECK-NOT: memref.alloca
func.func @few(%data: tensor<1000x10x3xi16>) -> tensor<1000x3xi16> {
  %0 = reduce.min %data axes = [1] : tensor<1000x10x3xi16> -> tensor<1000x3xi16>
  return %0 : tensor<1000x3xi16>
}

// CHECK-LABEL: func.func @short
// CHECK: memref.alloca
func.func @short(%data: tensor<1000x11x2xi16>) -> tensor<1000x2xi16> {
  %0 = reduce.min %data axes = [1] : tensor<1000x11x2xi16> -> tensor<1000x2xi16>
  return %0 : tensor<1000x2xi16>
}

// CHECK-LABEL: func.func @filling
// CHECK-NOT: memref.alloca
func.func @filling(%data: tensor<1000x6x3xi32>) -> tensor<1000x3xi32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x6x3xi32> -> tensor<1000x3xi32>
  return %0 : tensor<1000x3xi32>
}

// CHECK-LABEL: func.func @unknown
// CHECK-NOT: memref.alloca
func.func @unknown(%data: tensor<?x?x?xi32>) -> tensor<?x?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?x?xi32> -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// Sixteen elements of bf16 make a vector of f32: less than two of these are
// separated. The condition is on rows times columns.
// CHECK-LABEL: func.func @extended
// CHECK: memref.alloca
// CHECK: %[[ALL:.*]] = arith.muli
// CHECK: arith.cmpi ule, %[[ALL]], %c31
func.func @extended(%data: tensor<?x?x?xbf16>) -> tensor<?x?xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?x?xbf16> -> tensor<?x?xbf16>
  return %0 : tensor<?x?xbf16>
}
