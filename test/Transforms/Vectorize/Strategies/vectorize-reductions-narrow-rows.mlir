// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4,converts_f16=true}' --reduce-vectorize='strategies=narrow-rows,outer' --canonicalize --cse | FileCheck %s

// Four rows at once; then two, then one of the remaining three, into the front
// of the accumulators.
// CHECK-LABEL: func.func @rows
// CHECK: %[[JOINED:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2]] : tensor<2x15x4xf32> into tensor<2x60xf32>
// CHECK: scf.for %[[I:.*]] = %c0 to %c2
// CHECK:   %[[ACC:.*]] = scf.for %[[ROW:.*]] = %c0 to %c12 step %c4 iter_args(%[[SO_FAR:.*]] = %{{.*}}) -> (vector<16xf32>)
// CHECK:     %[[FIRST:.*]] = arith.muli %[[ROW]], %c4 : index
// CHECK:     %[[READ:.*]] = vector.transfer_read %[[JOINED]][%[[I]], %[[FIRST]]], {{.*}} vector<16xf32>
// CHECK:     arith.minimumf %[[READ]], %[[SO_FAR]] fastmath<nsz> : vector<16xf32>
// CHECK:   vector.transfer_read %[[JOINED]][%[[I]], %c48], {{.*}} vector<8xf32>
// CHECK:   vector.transfer_read %[[JOINED]][%[[I]], %c56], {{.*}} vector<4xf32>
// CHECK:   %[[LAST:.*]] = vector.insert_strided_slice
// CHECK-DAG: vector.extract_strided_slice %[[LAST]] {offsets = [8], sizes = [8], strides = [1]}
// CHECK-DAG: vector.extract_strided_slice %[[LAST]] {offsets = [0], sizes = [8], strides = [1]}
// CHECK:   arith.minimumf {{.*}} : vector<8xf32>
// CHECK:   %[[RESULT:.*]] = arith.minimumf {{.*}} : vector<4xf32>
// CHECK:   vector.transfer_write %[[RESULT]], %{{.*}}[%[[I]], %c0]
func.func @rows(%data: tensor<2x15x4xf32>) -> tensor<2x4xf32> {
  %0 = reduce.min %data axes = [1] : tensor<2x15x4xf32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// The accumulators are carried through both reduced loops.
// CHECK-LABEL: func.func @alternating
// CHECK: scf.for %[[J:.*]] = %c0 to %c5
// CHECK:   scf.for %[[I:.*]] = %c0 to %c3 {{.*}} -> (vector<8xi64>)
// CHECK:     scf.for %{{.*}} = %c0 to %c8 step %c4 {{.*}} -> (vector<8xi64>)
// CHECK:       vector.transfer_read %{{.*}}[%[[I]], %[[J]], %{{.*}}], {{.*}} vector<8xi64>
// CHECK:   arith.muli {{.*}} : vector<2xi64>
// CHECK:   vector.transfer_write {{.*}}[%[[J]], %c0] {in_bounds = [true]} : vector<2xi64>, tensor<5x2xi64>
func.func @alternating(%data: tensor<3x5x8x2xi64>) -> tensor<5x2xi64> {
  %0 = reduce.prod %data axes = [0, 2] : tensor<3x5x8x2xi64> -> tensor<5x2xi64>
  return %0 : tensor<5x2xi64>
}

// CHECK-LABEL: func.func @unknown_number_of_rows
// CHECK: %[[COUNT:.*]] = tensor.dim
// CHECK: %[[GROUPS:.*]] = arith.andi %[[COUNT]], %c-8 : index
// CHECK: %[[ACC:.*]] = scf.for %{{.*}} = %c0 to %[[GROUPS]] step %c8 {{.*}} -> (vector<16xf32>)
// CHECK: scf.for %{{.*}} = %[[GROUPS]] to %[[COUNT]] step %c1 iter_args(%{{.*}} = %[[ACC]]) -> (vector<16xf32>)
// CHECK:   vector.transfer_read {{.*}} vector<2xf16>
// CHECK: arith.truncf {{.*}} : vector<2xf32> to vector<2xf16>
func.func @unknown_number_of_rows(%data: tensor<?x2xf16>) -> tensor<2xf16> {
  %0 = reduce.prod %data axes = [0] : tensor<?x2xf16> -> tensor<2xf16>
  return %0 : tensor<2xf16>
}

// CHECK-LABEL: func.func @one_column
// CHECK: vector.transfer_read {{.*}} vector<2xf32>
// CHECK: vector.transfer_read {{.*}} vector<1xf32>
// CHECK: vector.transfer_write {{.*}} : vector<1xf32>, tensor<1xf32>
func.func @one_column(%data: tensor<3x1xf32>) -> tensor<1xf32> {
  %0 = reduce.min %data axes = [0] : tensor<3x1xf32> -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// The initial value of the output is combined once.
#id = affine_map<(a, b) -> (a, b)>
#column = affine_map<(a, b) -> (b)>
// CHECK-LABEL: func.func @start
// CHECK-SAME: (%{{.*}}, %[[INIT:.*]]: tensor<2xi32>)
// CHECK: %[[RESULT:.*]] = arith.muli {{.*}} : vector<2xi32>
// CHECK: %[[START:.*]] = vector.transfer_read %[[INIT]][%c0]
// CHECK: arith.muli %[[START]], %[[RESULT]] : vector<2xi32>
func.func @start(%data: tensor<8x2xi32>, %init: tensor<2xi32>) -> tensor<2xi32> {
  %0 = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<8x2xi32>) outs(%init : tensor<2xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.muli %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// If the length of rows is not known, that it is 2, 4 or 8, half a vector, is decided at
// run time, as is that there are 8 rows at least, which fill a vector. One vector ends with
// the last row. The accumulators are combined until one vector is left, and then once more
// for each power of two that is not less than the length. Each length has a store.
// CHECK-LABEL: func.func @unknown
// CHECK-DAG: %[[LENGTH:.*]] = tensor.dim %{{.*}}, %c2
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: %[[END:.*]] = arith.muli %[[LENGTH]], %[[ROWS]] : index
// CHECK: %[[ONE_LESS:.*]] = arith.subi %[[LENGTH]], %c1 : index
// CHECK: %[[BITS:.*]] = arith.andi %[[LENGTH]], %[[ONE_LESS]] : index
// CHECK: %[[IS_POWER:.*]] = arith.cmpi eq, %[[BITS]], %c0 : index
// CHECK: arith.cmpi uge, %[[END]], %c16 : index
// CHECK: %[[TWO_LESS:.*]] = arith.subi %[[LENGTH]], %c2 : index
// CHECK: arith.cmpi ult, %[[TWO_LESS]], %c7 : index
// CHECK: arith.cmpi uge, %[[ROWS]], %c8 : index
// CHECK: %[[SERVED:.*]] = arith.andi %{{.*}}, %[[IS_POWER]] : i1
// CHECK: scf.if %[[SERVED]]
// CHECK:   vector.transfer_read {{.*}} vector<64xi8>
// CHECK:   vector.transfer_read {{.*}} vector<16xi8>
// CHECK:   %[[LAST:.*]] = arith.subi %[[END]], %c16 : index
// CHECK:   %[[READ:.*]] = vector.transfer_read %{{.*}}[%{{.*}}, %[[LAST]]], {{.*}} vector<16xi8>
// CHECK:   arith.cmpi ule, %[[LENGTH]], %c8 : index
// CHECK:   vector.shuffle {{.*}} [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7]
// CHECK:   arith.cmpi ule, %[[LENGTH]], %c4 : index
// CHECK:   vector.shuffle {{.*}} [4, 5, 6, 7, 8,
// CHECK:   arith.cmpi ule, %[[LENGTH]], %c2 : index
// CHECK:   vector.shuffle {{.*}} [2, 3, 4, 5, 6,
// CHECK-NOT: vector.shuffle
// CHECK:   arith.cmpi eq, %[[LENGTH]], %c2 : index
// CHECK:   vector.transfer_write {{.*}} vector<2xi8>
// CHECK:   arith.cmpi eq, %[[LENGTH]], %c4 : index
// CHECK:   vector.transfer_write {{.*}} vector<4xi8>
// CHECK:   vector.transfer_write {{.*}} vector<8xi8>
func.func @unknown(%data: tensor<?x?x?xi8>) -> tensor<?x?xi8> {
  %0 = reduce.min %data axes = [1] : tensor<?x?x?xi8> -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

// Of products, the vector that ends with the last row has neutral elements for those that
// are combined already.
// CHECK-LABEL: func.func @unknown_products
// CHECK: %[[PLACE:.*]] = arith.subi %[[END:.*]], %c4 : index
// CHECK: vector.transfer_read %{{.*}}[%{{.*}}, %[[PLACE]]], {{.*}} vector<4xi32>
// CHECK: %[[REPEATED:.*]] = arith.subi %{{.*}}, %[[PLACE]] : index
// CHECK: %[[MASK:.*]] = vector.create_mask %[[REPEATED]] : vector<4xi1>
// CHECK: arith.select %[[MASK]], %cst
func.func @unknown_products(%data: tensor<?x?x?xi32>) -> tensor<?x?xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?x?xi32> -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}
