// RUN: reduce-opt %s --reduce-attach-vector-target='facts={multiplies_i64=false}' --reduce-expand-vector-products | FileCheck %s
// RUN: reduce-opt %s --reduce-expand-vector-products | FileCheck %s --check-prefix=LEFT
// RUN: reduce-opt %s --reduce-attach-vector-target='facts={multiplies_f16=true}' --reduce-expand-vector-products | FileCheck %s --check-prefix=F16

// By default machines multiply vectors of i64.
// LEFT: arith.muli {{.*}} : vector<3xi64>

// CHECK-LABEL: func.func @expand
// CHECK-SAME: (%[[A:.*]]: vector<3xi64>, %[[B:.*]]: vector<3xi64>)
// CHECK-DAG: %[[HALVES_A:.*]] = vector.bitcast %[[A]] : vector<3xi64> to vector<6xi32>
// CHECK-DAG: %[[HALVES_B:.*]] = vector.bitcast %[[B]] : vector<3xi64> to vector<6xi32>
// CHECK-DAG: %[[SWAPPED:.*]] = vector.shuffle %[[HALVES_B]], %[[HALVES_B]] [1, 0, 3, 2, 5, 4]
// CHECK: %[[CROSSWISE:.*]] = arith.muli %[[HALVES_A]], %[[SWAPPED]] : vector<6xi32>
// CHECK-DAG: %[[EVEN:.*]] = vector.shuffle %[[CROSSWISE]], %[[CROSSWISE]] [0, 2, 4]
// CHECK-DAG: %[[ODD:.*]] = vector.shuffle %[[CROSSWISE]], %[[CROSSWISE]] [1, 3, 5]
// CHECK: %[[SUM:.*]] = arith.addi %[[EVEN]], %[[ODD]] : vector<3xi32>
// CHECK: %[[WIDE:.*]] = arith.extui %[[SUM]] : vector<3xi32> to vector<3xi64>
// CHECK: %[[BITS:.*]] = arith.constant dense<32> : vector<3xi64>
// CHECK: %[[UPPER:.*]] = arith.shli %[[WIDE]], %[[BITS]] : vector<3xi64>
// CHECK-DAG: %[[LOW_A:.*]] = arith.trunci %[[A]] : vector<3xi64> to vector<3xi32>
// CHECK-DAG: %[[LOW_B:.*]] = arith.trunci %[[B]] : vector<3xi64> to vector<3xi32>
// CHECK-DAG: %[[WIDE_A:.*]] = arith.extui %[[LOW_A]]
// CHECK-DAG: %[[WIDE_B:.*]] = arith.extui %[[LOW_B]]
// CHECK: %[[LOWER:.*]] = arith.muli %[[WIDE_A]], %[[WIDE_B]] : vector<3xi64>
// CHECK: %[[PRODUCT:.*]] = arith.addi %[[LOWER]], %[[UPPER]] : vector<3xi64>
// CHECK: return %[[PRODUCT]]
func.func @expand(%a: vector<3xi64>, %b: vector<3xi64>) -> vector<3xi64> {
  %0 = arith.muli %a, %b : vector<3xi64>
  return %0 : vector<3xi64>
}

// So have products of 32 bits.
// CHECK-LABEL: func.func @from_32_bits
// CHECK-NOT: vector.bitcast
// CHECK: return
func.func @from_32_bits(%a: vector<4xi32>, %b: vector<4xi32>) -> vector<4xi64> {
  %0 = arith.extui %a : vector<4xi32> to vector<4xi64>
  %1 = arith.extui %b : vector<4xi32> to vector<4xi64>
  %2 = arith.muli %0, %1 : vector<4xi64>
  return %2 : vector<4xi64>
}

// Scalars have an instruction, and so do vectors of other types.
// CHECK-LABEL: func.func @others
// CHECK-NEXT: arith.muli %{{.*}} : i64
// CHECK-NEXT: arith.muli %{{.*}} : vector<4xi32>
// CHECK-NEXT: arith.muli %{{.*}} : vector<4xindex>
// CHECK-NEXT: arith.muli %{{.*}} : vector<2x2xi64>
// CHECK-NEXT: arith.muli %{{.*}} : vector<[2]xi64>
// CHECK-NEXT: return
func.func @others(%a: i64, %b: vector<4xi32>, %c: vector<4xindex>, %d: vector<2x2xi64>, %e: vector<[2]xi64>)
    -> (i64, vector<4xi32>, vector<4xindex>, vector<2x2xi64>, vector<[2]xi64>) {
  %0 = arith.muli %a, %a : i64
  %1 = arith.muli %b, %b : vector<4xi32>
  %2 = arith.muli %c, %c : vector<4xindex>
  %3 = arith.muli %d, %d : vector<2x2xi64>
  %4 = arith.muli %e, %e : vector<[2]xi64>
  return %0, %1, %2, %3, %4 : i64, vector<4xi32>, vector<4xindex>, vector<2x2xi64>, vector<[2]xi64>
}

// Eight products of f16 at a time: each of two instructions adds four to -0.
// F16-LABEL: func.func @extended
// F16-SAME: %[[A:.*]]: vector<16xf16>, %[[B:.*]]: vector<16xf16>
// F16: %[[ZERO:.*]] = arith.constant dense<-0.000000e+00> : vector<4xf32>
// F16: %[[A0:.*]] = vector.extract_strided_slice %[[A]] {offsets = [0], sizes = [8], strides = [1]}
// F16: %[[B0:.*]] = vector.extract_strided_slice %[[B]] {offsets = [0], sizes = [8], strides = [1]}
// F16: %[[P0:.*]] = llvm.call_intrinsic "llvm.aarch64.neon.fmlal.v4f32.v8f16"(%[[ZERO]], %[[A0]], %[[B0]])
// F16: vector.insert_strided_slice %[[P0]], %{{.*}} {offsets = [0], strides = [1]}
// F16: %[[P1:.*]] = llvm.call_intrinsic "llvm.aarch64.neon.fmlal2.v4f32.v8f16"(%[[ZERO]], %[[A0]], %[[B0]])
// F16: vector.insert_strided_slice %[[P1]], %{{.*}} {offsets = [4], strides = [1]}
// F16: vector.extract_strided_slice %[[A]] {offsets = [8], sizes = [8], strides = [1]}
// F16: llvm.call_intrinsic "llvm.aarch64.neon.fmlal.v4f32.v8f16"
// F16: %[[P3:.*]] = llvm.call_intrinsic "llvm.aarch64.neon.fmlal2.v4f32.v8f16"
// F16: %[[PRODUCT:.*]] = vector.insert_strided_slice %[[P3]], %{{.*}} {offsets = [12], strides = [1]}
// F16: return %[[PRODUCT]]
// LEFT-LABEL: func.func @extended
// LEFT: arith.mulf
func.func @extended(%a: vector<16xf16>, %b: vector<16xf16>) -> vector<16xf32> {
  %0 = arith.extf %a : vector<16xf16> to vector<16xf32>
  %1 = arith.extf %b : vector<16xf16> to vector<16xf32>
  %2 = arith.mulf %0, %1 : vector<16xf32>
  return %2 : vector<16xf32>
}

// Slices of an extension are slices of what it extends.
// F16-LABEL: func.func @slices
// F16-SAME: %[[A:.*]]: vector<24xf16>
// F16: %[[LOW:.*]] = vector.extract_strided_slice %[[A]] {offsets = [4], sizes = [8], strides = [1]}
// F16: %[[HIGH:.*]] = vector.extract_strided_slice %[[A]] {offsets = [16], sizes = [8], strides = [1]}
// F16: llvm.call_intrinsic "llvm.aarch64.neon.fmlal.v4f32.v8f16"(%{{.*}}, %[[LOW]], %[[HIGH]])
func.func @slices(%a: vector<24xf16>) -> vector<8xf32> {
  %0 = arith.extf %a : vector<24xf16> to vector<24xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [4], sizes = [8], strides = [1]} : vector<24xf32> to vector<8xf32>
  %2 = vector.extract_strided_slice %0 {offsets = [16], sizes = [8], strides = [1]} : vector<24xf32> to vector<8xf32>
  %3 = arith.mulf %1, %2 : vector<8xf32>
  return %3 : vector<8xf32>
}

// The instructions take eight lanes, and two factors of f16 with products of f32.
// F16-LABEL: func.func @not_of_f16
// F16-NOT: llvm.call_intrinsic
func.func @not_of_f16(%a: vector<4xf16>, %b: vector<8xf16>, %c: vector<8xf32>, %d: vector<8xbf16>,
                      %e: vector<2x8xf16>, %f: vector<[8]xf16>, %g: f16)
    -> (vector<4xf32>, vector<8xf32>, vector<8xf32>, vector<8xf64>, vector<2x8xf32>, vector<[8]xf32>, f32) {
  %a1 = arith.extf %a : vector<4xf16> to vector<4xf32>
  %a2 = arith.mulf %a1, %a1 : vector<4xf32>
  %b1 = arith.extf %b : vector<8xf16> to vector<8xf32>
  %b2 = arith.mulf %b1, %c : vector<8xf32>
  %d1 = arith.extf %d : vector<8xbf16> to vector<8xf32>
  %d2 = arith.mulf %d1, %d1 : vector<8xf32>
  %w1 = arith.extf %b : vector<8xf16> to vector<8xf64>
  %w2 = arith.mulf %w1, %w1 : vector<8xf64>
  %e1 = arith.extf %e : vector<2x8xf16> to vector<2x8xf32>
  %e2 = arith.mulf %e1, %e1 : vector<2x8xf32>
  %f1 = arith.extf %f : vector<[8]xf16> to vector<[8]xf32>
  %f2 = arith.mulf %f1, %f1 : vector<[8]xf32>
  %g1 = arith.extf %g : f16 to f32
  %g2 = arith.mulf %g1, %g1 : f32
  return %a2, %b2, %d2, %w2, %e2, %f2, %g2
      : vector<4xf32>, vector<8xf32>, vector<8xf32>, vector<8xf64>, vector<2x8xf32>, vector<[8]xf32>, f32
}
