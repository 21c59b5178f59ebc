// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=512,orders_zeros=true,fixes_nan=true}' --reduce-expand-vector-extrema --canonicalize='region-simplify=aggressive' | FileCheck %s
// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=512,orders_zeros=true,fixes_nan=true}' --reduce-expand-vector-extrema --reduce-strip-annotations --convert-vector-to-llvm --convert-to-llvm --reconcile-unrealized-casts | reduce-translate --mlir-to-llvmir | FileCheck %s --check-prefix=LLVM

// Blocks that differ in an operand that must be a constant are not merged, although
// those that differ in other operands are.

// CHECK-LABEL: func.func @kinds
// CHECK-DAG: %[[MAXIMUM:.*]] = llvm.mlir.constant(5 : i32)
// CHECK-DAG: %[[MINIMUM:.*]] = llvm.mlir.constant(4 : i32)
// CHECK: llvm.x86.avx512.mask.range.ps.512"(%{{.*}}, %{{.*}}, %[[MINIMUM]], {{.*}} {reduce.immediate = 4 : i32}
// CHECK: llvm.x86.avx512.mask.range.ps.512"(%{{.*}}, %{{.*}}, %[[MAXIMUM]], {{.*}} {reduce.immediate = 5 : i32}
// LLVM-LABEL: @kinds
// LLVM-DAG: @llvm.x86.avx512.mask.range.ps.512(<16 x float> %{{.*}}, <16 x float> %{{.*}}, i32 4,
// LLVM-DAG: @llvm.x86.avx512.mask.range.ps.512(<16 x float> %{{.*}}, <16 x float> %{{.*}}, i32 5,
func.func @kinds(%is_minimum: i1, %a: vector<16xf32>, %b: vector<16xf32>) -> vector<16xf32> {
  cf.cond_br %is_minimum, ^minimum, ^maximum
^minimum:
  %0 = arith.minimumf %a, %b : vector<16xf32>
  cf.br ^end(%0 : vector<16xf32>)
^maximum:
  %1 = arith.maximumf %a, %b : vector<16xf32>
  cf.br ^end(%1 : vector<16xf32>)
^end(%result: vector<16xf32>):
  return %result : vector<16xf32>
}

// CHECK-LABEL: func.func @operands
// CHECK: llvm.x86.avx512.mask.range.ps.512
// CHECK-NOT: llvm.x86.avx512.mask.range.ps.512
func.func @operands(%is_first: i1, %a: vector<16xf32>, %b: vector<16xf32>, %c: vector<16xf32>) -> vector<16xf32> {
  cf.cond_br %is_first, ^first, ^second
^first:
  %0 = arith.minimumf %a, %b : vector<16xf32>
  cf.br ^end(%0 : vector<16xf32>)
^second:
  %1 = arith.minimumf %c, %b : vector<16xf32>
  cf.br ^end(%1 : vector<16xf32>)
^end(%result: vector<16xf32>):
  return %result : vector<16xf32>
}
