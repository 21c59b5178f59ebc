// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=2,mask_registers=true,permuted_bits=16}' --reduce-vectorize='strategies=folded-rows,outer' --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=2,mask_registers=true,permuted_bits=16}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A vector of 16 lanes has five rows of three elements. Two vectors accumulate
// side by side; the last one, and then the last three rows, follow. Of five
// rows, two are combined with others; then one of three, and one of two.
// REMARK: Function=known | Reason="kept rows are short: a vector has several, which are folded", strategy=folded-rows, tile=5x3
// CHECK-LABEL: func.func @known
// CHECK-SAME: (%[[DATA:.*]]: tensor<38x3xi32>)
// CHECK-DAG: %[[ROWS:.*]] = vector.constant_mask [15] : vector<16xi1>
// CHECK-DAG: %[[REST:.*]] = vector.constant_mask [9] : vector<16xi1>
// CHECK-DAG: %[[NEUTRAL:.*]] = arith.constant dense<2147483647> : vector<16xi32>
// CHECK-DAG: %[[OF_FIVE:.*]] = arith.constant dense<[9, 10, 11, 12, 13, 14, 22, {{.*}}]> : vector<16xi32>
// CHECK-DAG: %[[OF_THREE:.*]] = arith.constant dense<[6, 7, 8, 19, {{.*}}]> : vector<16xi32>
// CHECK-DAG: %[[OF_TWO:.*]] = arith.constant dense<[3, 4, 5, 19, {{.*}}]> : vector<16xi32>
// CHECK-DAG: %[[INPUT:.*]] = tensor.collapse_shape %[[DATA]] {{\[}}[0, 1]] : tensor<38x3xi32> into tensor<114xi32>
// CHECK: vector.transfer_read %[[INPUT]][%c105], %{{.*}}, %[[REST]] {in_bounds = [true]}
// CHECK: %[[ALL:.*]]:2 = scf.for %[[AT:.*]] = %c0 to %c90 step %c30
// CHECK:   vector.transfer_read %[[INPUT]][%[[AT]]], %{{.*}}, %[[ROWS]] {in_bounds = [true]}
// CHECK:   %[[NEXT:.*]] = arith.addi %[[AT]], %c15 : index
// CHECK:   vector.transfer_read %[[INPUT]][%[[NEXT]]], %{{.*}}, %[[ROWS]] {in_bounds = [true]}
// CHECK: vector.transfer_read %[[INPUT]][%c90], %{{.*}}, %[[ROWS]] {in_bounds = [true]}
// CHECK: %[[FIVE:.*]] = arith.minsi %{{.*}}, %[[ALL]]#1
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.d.512"(%[[FIVE]], %[[OF_FIVE]], %[[NEUTRAL]])
// CHECK: %[[THREE:.*]] = arith.minsi
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.d.512"(%[[THREE]], %[[OF_THREE]], %[[NEUTRAL]])
// CHECK: %[[TWO:.*]] = arith.minsi
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.d.512"(%[[TWO]], %[[OF_TWO]], %[[NEUTRAL]])
// CHECK: %[[ONE:.*]] = arith.minsi
// CHECK: vector.transfer_write %[[ONE]], %{{.*}}[%c0] : vector<16xi32>, tensor<3xi32>
func.func @known(%data: tensor<38x3xi32>) -> tensor<3xi32> {
  %0 = reduce.min %data axes = [0] : tensor<38x3xi32> -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// Also inside of another loop, of fewer indices than a group (narrow-groups).
// REMARK: Function=between | {{.*}}strategy=folded-rows, tile=5x3
// CHECK-LABEL: func.func @between
// CHECK: scf.for %{{.*}} = %c0 to %c3
// CHECK:   llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.d.512"
func.func @between(%data: tensor<3x?x3xf32>) -> tensor<3x3xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<3x?x3xf32> -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// At most half a vector, and from one to 128 vectors in all: full vectors may start at lines.
// REMARK: Function=unknown | Reason="kept rows may be short: whether a vector has several, which are folded, is decided at run time", strategy=folded-rows, tile=?x?
// CHECK-LABEL: func.func @unknown
// CHECK-SAME: (%[[DATA:.*]]: tensor<?x?xi16>)
// CHECK: %[[LESS:.*]] = arith.subi %[[LENGTH:.*]], %c2 : index
// CHECK: %[[ARE_SHORT:.*]] = arith.cmpi ult, %[[LESS]], %c15 : index
// CHECK: %[[MORE:.*]] = arith.subi %{{.*}}, %c32 : index
// CHECK: %[[FILL:.*]] = arith.cmpi ult, %[[MORE]], %c4065 : index
// CHECK: %[[SERVED:.*]] = arith.andi %[[ARE_SHORT]], %[[FILL]] : i1
// CHECK: scf.if %[[SERVED]]
// CHECK:   arith.divui %c32, %[[LENGTH]] : index
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.x86.avx512.vpermi2var.hi.512"
// CHECK:   vector.transfer_write
// CHECK: else
// CHECK-NOT: llvm.call_intrinsic
// CHECK: return
func.func @unknown(%data: tensor<?x?xi16>) -> tensor<?xi16> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xi16> -> tensor<?xi16>
  return %0 : tensor<?xi16>
}

// Few rows, many, and long ones are left to other strategies.
// REMARK-NOT: Function=others {{.*}}strategy=folded-rows
// CHECK-LABEL: func.func @others
// CHECK-NOT: llvm.call_intrinsic
// CHECK: return
func.func @others(%few: tensor<5x3xi32>, %many: tensor<1400x3xi32>, %long: tensor<20x9xi32>)
    -> (tensor<3xi32>, tensor<3xi32>, tensor<9xi32>) {
  %0 = reduce.min %few axes = [0] : tensor<5x3xi32> -> tensor<3xi32>
  %1 = reduce.min %many axes = [0] : tensor<1400x3xi32> -> tensor<3xi32>
  %2 = reduce.min %long axes = [0] : tensor<20x9xi32> -> tensor<9xi32>
  return %0, %1, %2 : tensor<3xi32>, tensor<3xi32>, tensor<9xi32>
}
