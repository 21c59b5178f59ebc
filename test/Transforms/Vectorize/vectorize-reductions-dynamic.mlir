// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize='strategies=inner,outer' --canonicalize --cse | FileCheck %s --implicit-check-not=vector.reduction --implicit-check-not=vector.multi_reduction --implicit-check-not='vector.mask {'

// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4,mask_registers=true}' --reduce-vectorize='strategies=inner,outer' --canonicalize --cse | FileCheck %s --check-prefix=MASKS --implicit-check-not=vector.multi_reduction --implicit-check-not='vector.mask {'

// Masked reductions are miscompiled: lanes beyond a row are the identity instead.
// MASKS-LABEL: func.func @inner
// MASKS-SAME: %[[DATA:[^ ]*]]: tensor<?x?xf32>
// MASKS-DAG: %[[NEUTRAL:.*]] = arith.constant dense<0x7F800000> : vector<4xf32>
// MASKS: scf.for %[[ROW:[^ ]*]] =
// MASKS:   %[[EXTENT:.*]] = tensor.dim %[[DATA]], %c1
// MASKS:   %[[TAIL:.*]] = arith.andi %[[EXTENT]], %c-16
// MASKS:   scf.for {{.*}} to %[[TAIL]] step %c16
// MASKS:   scf.for %[[I:[^ ]*]] = %[[TAIL]] to %[[EXTENT]] step %c4 {{.*}} -> (vector<4xf32>)
// MASKS:     %[[REST:.*]] = arith.subi %[[EXTENT]], %[[I]]
// MASKS:     %[[MASK:.*]] = vector.create_mask %[[REST]] : vector<4xi1>
// MASKS:     %[[READ:.*]] = vector.transfer_read %[[DATA]][%[[ROW]], %[[I]]]
// MASKS:     arith.select %[[MASK]], %[[READ]], %[[NEUTRAL]]

// Without mask registers, few machines have masked reads. The last vector ends
// with the row; a row that is shorter than a vector is read element by element.
// CHECK-LABEL: func.func @inner
// CHECK-SAME: %[[DATA:[^ ]*]]: tensor<?x?xf32>
// CHECK: scf.for %[[ROW:[^ ]*]] =
// CHECK:   %[[EXTENT:.*]] = tensor.dim %[[DATA]], %c1
// CHECK:   %[[TAIL:.*]] = arith.andi %[[EXTENT]], %c-16
// CHECK:   scf.for {{.*}} to %[[TAIL]] step %c16 {{.*}} -> (vector<16xf32>)
// CHECK:   %[[LONG:.*]] = arith.cmpi uge, %[[EXTENT]], %c4 : index
// CHECK:   %[[END:.*]] = arith.select %[[LONG]], %[[EXTENT]], %[[TAIL]] : index
// CHECK:   %[[LAST:.*]] = arith.subi %[[EXTENT]], %c4 : index
// CHECK:   scf.for %[[NEXT:[^ ]*]] = %[[TAIL]] to %[[END]] step %c4 {{.*}} -> (vector<4xf32>)
// CHECK:     %[[I:.*]] = arith.minui %[[NEXT]], %[[LAST]] : index
// CHECK-NOT: vector.create_mask
// CHECK:     vector.transfer_read %[[DATA]][%[[ROW]], %[[I]]], {{.*}} vector<4xf32>
// CHECK:   scf.for %[[I:[^ ]*]] = %[[END]] to %[[EXTENT]] step %c1 {{.*}} -> (vector<4xf32>)
// CHECK:     vector.transfer_read %[[DATA]][%[[ROW]], %[[I]]], {{.*}} vector<1xf32>
func.func @inner(%data: tensor<?x?xf32>, %init: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<?x?xf32>) outs(%init : tensor<?xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.minimumf %element, %accumulator : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Columns in strips, then in narrower ones, at most one of each width.
// CHECK-LABEL: func.func @outer
// CHECK: scf.for {{.*}} step %c8
// CHECK:   scf.for {{.*}} step %c1
// CHECK:   vector.transfer_write {{.*}} {in_bounds = [true]} : vector<8xf64>
// CHECK: scf.for {{.*}} step %c4
// CHECK: scf.for {{.*}} step %c2
// CHECK:   vector.transfer_write {{.*}} {in_bounds = [true]} : vector<2xf64>
// CHECK: scf.for {{.*}} step %c1
// CHECK:   scf.for {{.*}} step %c1
// CHECK:   vector.transfer_write {{.*}} {in_bounds = [true]} : vector<1xf64>
func.func @outer(%data: tensor<?x?xf64>, %init: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<?x?xf64>) outs(%init : tensor<?xf64>) {
  ^bb0(%element: f64, %accumulator: f64):
    %1 = arith.mulf %accumulator, %element : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// Repeated elements in a product's last vector are replaced by the identity.
// CHECK-LABEL: func.func @product
// CHECK-DAG: %[[ONES:.*]] = arith.constant dense<1> : vector<4xi32>
// CHECK: %[[I:.*]] = arith.minui %[[NEXT:.*]], %{{.*}} : index
// CHECK: %[[REPEATED:.*]] = arith.subi %[[NEXT]], %[[I]] : index
// CHECK: %[[MASK:.*]] = vector.create_mask %[[REPEATED]] : vector<4xi1>
// CHECK: %[[READ:.*]] = vector.transfer_read
// CHECK: arith.select %[[MASK]], %[[ONES]], %[[READ]]
func.func @product(%data: tensor<?xi32>, %init: tensor<i32>) -> tensor<i32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%data : tensor<?xi32>) outs(%init : tensor<i32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.muli %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}
