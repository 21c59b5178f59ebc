// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=512,orders_zeros=true,fixes_nan=true}' --reduce-expand-vector-extrema | FileCheck %s
// RUN: reduce-opt %s --reduce-expand-vector-extrema | FileCheck %s --check-prefix=LEFT
// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=512,orders_zeros=true}' --reduce-expand-vector-extrema | FileCheck %s --check-prefix=ORDERED
// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=256,orders_zeros=true,fixes_nan=true}' --reduce-expand-vector-extrema | FileCheck %s --check-prefix=HALF

// Without facts, nothing changes.
// LEFT-NOT: llvm.call_intrinsic

// Zeros in any order: a comparison that takes the second operand if one is NaN, and NaN
// where the first one is.
// CHECK-LABEL: func.func @minimum
// CHECK-SAME: (%[[A:.*]]: vector<16xf32>, %[[B:.*]]: vector<16xf32>)
// CHECK: %[[LESS:.*]] = arith.cmpf olt, %[[A]], %[[B]] : vector<16xf32>
// CHECK: %[[NUMBER:.*]] = arith.select %[[LESS]], %[[A]], %[[B]]
// CHECK: %[[TABLE:.*]] = arith.constant dense<51> : vector<16xi32>
// CHECK: %[[FLAGS:.*]] = llvm.mlir.constant(0 : i32)
// CHECK: %[[ALL:.*]] = llvm.mlir.constant(-1 : i16)
// CHECK: %[[ROUNDING:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: %[[FIXED:.*]] = llvm.call_intrinsic "llvm.x86.avx512.mask.fixupimm.ps.512"(%[[NUMBER]], %[[A]], %[[TABLE]], %[[FLAGS]], %[[ALL]], %[[ROUNDING]])
// CHECK: return %[[FIXED]]
// ORDERED-LABEL: func.func @minimum
// ORDERED-NEXT: arith.minimumf
func.func @minimum(%a: vector<16xf32>, %b: vector<16xf32>) -> vector<16xf32> {
  %0 = arith.minimumf %a, %b fastmath<nsz> : vector<16xf32>
  return %0 : vector<16xf32>
}

// CHECK-LABEL: func.func @maximum
// CHECK: arith.cmpf ogt
// CHECK: arith.constant dense<51> : vector<8xi64>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.fixupimm.pd.512"
func.func @maximum(%a: vector<8xf64>, %b: vector<8xf64>) -> vector<8xf64> {
  %0 = arith.maximumf %a, %b fastmath<nsz> : vector<8xf64>
  return %0 : vector<8xf64>
}

// Zeros in order. The default NaN replaces any.
// CHECK-LABEL: func.func @ordered_minimum
// CHECK-SAME: (%[[A:.*]]: vector<16xf32>, %[[B:.*]]: vector<16xf32>)
// CHECK: %[[KIND:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: %[[ALL:.*]] = llvm.mlir.constant(-1 : i16)
// CHECK: %[[ROUNDING:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: %[[NUMBER:.*]] = llvm.call_intrinsic "llvm.x86.avx512.mask.range.ps.512"(%[[A]], %[[B]], %[[KIND]], %[[A]], %[[ALL]], %[[ROUNDING]])
// CHECK: %[[IS_NAN:.*]] = arith.cmpf uno, %[[A]], %[[B]]
// CHECK: %[[NAN:.*]] = arith.constant dense<0xFFC00000> : vector<16xf32>
// CHECK: arith.select %[[IS_NAN]], %[[NAN]], %[[NUMBER]]
// ORDERED-LABEL: func.func @ordered_minimum
// ORDERED: llvm.x86.avx512.mask.range.ps.512
func.func @ordered_minimum(%a: vector<16xf32>, %b: vector<16xf32>) -> vector<16xf32> {
  %0 = arith.minimumf %a, %b : vector<16xf32>
  return %0 : vector<16xf32>
}

// CHECK-LABEL: func.func @ordered_numbers
// CHECK: llvm.mlir.constant(5 : i32)
// CHECK: llvm.mlir.constant(-1 : i8)
// CHECK: %[[NUMBER:.*]] = llvm.call_intrinsic "llvm.x86.avx512.mask.range.pd.512"
// CHECK-NEXT: return %[[NUMBER]]
func.func @ordered_numbers(%a: vector<8xf64>, %b: vector<8xf64>) -> vector<8xf64> {
  %0 = arith.maximumf %a, %b fastmath<nnan> : vector<8xf64>
  return %0 : vector<8xf64>
}

// Vectors of several registers, of a part of one, and of both.
// CHECK-LABEL: func.func @widths
// CHECK-COUNT-2: "llvm.x86.avx512.mask.range.ps.512"
// CHECK: vector.shuffle {{.*}} [0, 1, 2, -1] : vector<3xf32>, vector<3xf32>
// CHECK: "llvm.x86.avx512.mask.range.ps.128"({{.*}}) {{.*}} : (vector<4xf32>, vector<4xf32>, i32, vector<4xf32>, i8)
// CHECK: vector.shuffle {{.*}} [0, 1, 2] : vector<4xf32>, vector<4xf32>
// CHECK: "llvm.x86.avx512.mask.range.pd.512"
// CHECK: "llvm.x86.avx512.mask.range.pd.256"
// CHECK: vector.insert_strided_slice {{.*}} {offsets = [8], strides = [1]} : vector<3xf64> into vector<11xf64>
// CHECK: "llvm.x86.avx512.mask.range.ps.128"
// HALF-LABEL: func.func @widths
// HALF-COUNT-4: "llvm.x86.avx512.mask.range.ps.256"
// HALF: "llvm.x86.avx512.mask.range.ps.128"
// HALF-COUNT-3: "llvm.x86.avx512.mask.range.pd.256"
func.func @widths(%a: vector<32xf32>, %b: vector<3xf32>, %c: vector<11xf64>, %d: vector<1xf32>)
    -> (vector<32xf32>, vector<3xf32>, vector<11xf64>, vector<1xf32>) {
  %0 = arith.minimumf %a, %a fastmath<nnan> : vector<32xf32>
  %1 = arith.minimumf %b, %b fastmath<nnan> : vector<3xf32>
  %2 = arith.minimumf %c, %c fastmath<nnan> : vector<11xf64>
  %3 = arith.minimumf %d, %d fastmath<nnan> : vector<1xf32>
  return %0, %1, %2, %3 : vector<32xf32>, vector<3xf32>, vector<11xf64>, vector<1xf32>
}

// The default NaN where one of two vectors, or one, is NaN.
// CHECK-LABEL: func.func @marks
// CHECK-SAME: %[[A:.*]]: vector<16xf32>, %[[B:.*]]: vector<16xf32>, %[[C:.*]]: vector<16xf32>
// CHECK-NOT: {{arith.cmpf|0xFFC00000}}
// CHECK: %[[ONE:.*]] = llvm.call_intrinsic "llvm.x86.avx512.mask.fixupimm.ps.512"(%[[C]], %[[A]],
// CHECK: %[[TWO:.*]] = llvm.call_intrinsic "llvm.x86.avx512.mask.fixupimm.ps.512"(%[[ONE]], %[[B]],
// CHECK: %[[THREE:.*]] = llvm.call_intrinsic "llvm.x86.avx512.mask.fixupimm.ps.512"(%[[TWO]], %[[A]],
// CHECK: return %[[THREE]]
// ORDERED-LABEL: func.func @marks
// ORDERED-NOT: llvm.call_intrinsic
func.func @marks(%a: vector<16xf32>, %b: vector<16xf32>, %c: vector<16xf32>) -> vector<16xf32> {
  %nan = arith.constant dense<0xFFC00000> : vector<16xf32>
  %0 = arith.cmpf uno, %a, %b : vector<16xf32>
  %1 = arith.select %0, %nan, %c : vector<16xi1>, vector<16xf32>
  %2 = arith.cmpf uno, %a, %a : vector<16xf32>
  %3 = arith.select %2, %nan, %1 : vector<16xi1>, vector<16xf32>
  return %3 : vector<16xf32>
}

// Other NaN, other tests, vectors of another type than those that are tested, and types that
// these instructions do not take.
// CHECK-LABEL: func.func @others
// CHECK-NOT: llvm.call_intrinsic
// CHECK: return
func.func @others(%a: vector<16xf32>, %b: vector<16xf64>, %c: f32, %d: vector<[4]xf32>, %e: vector<2x2xf32>,
                  %f: vector<16xf16>) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, f32, vector<[4]xf32>,
                                          vector<2x2xf32>, vector<16xf16>, vector<16xf32>) {
  %positive = arith.constant dense<0x7FC00000> : vector<16xf32>
  %nan = arith.constant dense<0xFFC00000> : vector<16xf32>
  %0 = arith.cmpf uno, %a, %a : vector<16xf32>
  %1 = arith.select %0, %positive, %a : vector<16xi1>, vector<16xf32>
  %2 = arith.cmpf ord, %a, %a : vector<16xf32>
  %3 = arith.select %2, %nan, %a : vector<16xi1>, vector<16xf32>
  %4 = arith.cmpf uno, %b, %b : vector<16xf64>
  %5 = arith.select %4, %nan, %a : vector<16xi1>, vector<16xf32>
  %6 = arith.minimumf %c, %c : f32
  %7 = arith.minimumf %d, %d : vector<[4]xf32>
  %8 = arith.minimumf %e, %e : vector<2x2xf32>
  %9 = arith.minimumf %f, %f : vector<16xf16>
  %10 = arith.minimumf %a, %a fastmath<nnan,nsz> : vector<16xf32>
  return %1, %3, %5, %6, %7, %8, %9, %10
      : vector<16xf32>, vector<16xf32>, vector<16xf32>, f32, vector<[4]xf32>, vector<2x2xf32>, vector<16xf16>, vector<16xf32>
}
