// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,drops_nan=true,orders_zeros=true}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=256,accumulators=4,mask_registers=true,drops_nan=true}' --reduce-vectorize --split-input-file | FileCheck %s --check-prefix=SHORT --implicit-check-not=extract_aligned_pointer
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,drops_nan=true,orders_zeros=true,loop_loads=28,operations_per_load=2}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=FEW
// SHORT: func @integers
// SHORT-NOT: arith.select {{.*}} vector<8xi1>
// SHORT: func @floats

// Four rows of 20 elements are five vectors of 16, each of which is read once: of the
// first row, the second vector has the last four elements, and so on. The first group
// starts with the first row. The next one starts at a cache line, up to three rows
// before the end of the first one: -115 is the inverse of 5 modulo 4.
// CHECK-LABEL: func @integers
// CHECK-DAG: %[[FRONT4:.*]] = arith.constant dense<[true, true, true, true, false, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>
// CHECK-DAG: %[[FROM4:.*]] = arith.constant dense<[false, false, false, false, true, true, true, true, true, true, true, true, true, true, true, true]> : vector<16xi1>
// CHECK-DAG: %[[SECOND4:.*]] = arith.constant dense<[false, false, false, false, true, true, true, true, false, false, false, false, false, false, false, false]> : vector<16xi1>
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape
// CHECK: %[[BEFORE:.*]] = arith.andi %{{.*}}, %c15 : index
// CHECK: %[[QUARTERS:.*]] = arith.shrui %[[BEFORE]], %c2 : index
// CHECK: %[[PRODUCT:.*]] = arith.muli %[[QUARTERS]], %c-115 : index
// CHECK: %[[ALIGNED:.*]] = arith.andi %[[PRODUCT]], %c3 : index
// CHECK: %[[ROUNDED:.*]] = arith.shli %[[QUARTERS]], %c2 : index
// CHECK: %[[IS_FOUND:.*]] = arith.cmpi eq, %[[BEFORE]], %[[ROUNDED]] : index
// CHECK: %[[NEGATIVE:.*]] = arith.subi %c0, %[[ALIGNED]] : index
// CHECK: %[[EARLIER:.*]] = arith.andi %[[NEGATIVE]], %c3 : index
// CHECK: %[[SHIFT:.*]] = arith.select %[[IS_FOUND]], %[[EARLIER]], %c0 : index
// CHECK: %[[END:.*]] = arith.addi %[[SHIFT]], %c4000 : index
// CHECK: scf.for %[[I:[^ ]*]] = %c0 to %[[END]] step %c16
// CHECK:   %[[SHIFTED:.*]] = arith.subi %[[I]], %[[SHIFT]] : index
// CHECK:   %[[START:.*]] = arith.maxsi %[[SHIFTED]], %c0 : index
// CHECK:   %[[ROW:.*]] = arith.minui %[[START]], %c3984 : index
// CHECK:   %[[FIRST:.*]] = arith.muli %[[ROW]], %c20 : index
// CHECK:   %[[A:.*]] = vector.transfer_read %[[ROWS]][%[[FIRST]]], {{.*}} vector<16xi32>
// CHECK:   %[[PLACE:.*]] = arith.addi %[[FIRST]], %c16 : index
// CHECK:   %[[B:.*]] = vector.transfer_read %[[ROWS]][%[[PLACE]]], {{.*}} vector<16xi32>
// CHECK:   %[[AB:.*]] = arith.minsi %[[A]], %[[B]] : vector<16xi32>
// CHECK:   arith.select %[[FRONT4]], %[[AB]], %[[A]] : vector<16xi1>
// CHECK:   %[[C:.*]] = vector.transfer_read
// CHECK:   %[[BC:.*]] = arith.select %[[FROM4]], %[[B]], %[[C]] : vector<16xi1>
// CHECK:   %[[BCC:.*]] = arith.minsi %[[BC]], %[[C]] : vector<16xi32>
// CHECK:   arith.select %[[SECOND4]], %[[BCC]], %[[BC]] : vector<16xi1>
// CHECK-COUNT-17: vector.transfer_read {{.*}} vector<16xi32>
// CHECK-NOT: vector.transfer_read
// CHECK: return
func.func @integers(%data: tensor<4000x20xi32>) -> tensor<4000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<4000x20xi32> -> tensor<4000xi32>
  return %0 : tensor<4000xi32>
}

// -----

// A combination of floats takes more instructions than a selection: of the second row,
// whose two whole vectors are the fourth and fifth ones, both ends fill one vector, and
// an element of a whole one fills what is left.
// CHECK-LABEL: func @floats
// CHECK-DAG: %[[FROM12:.*]] = arith.constant dense<[false, false, false, false, false, false, false, false, false, false, false, false, true, true, true, true]> : vector<16xi1>
// CHECK-DAG: %[[FRONT8:.*]] = arith.constant dense<[true, true, true, true, true, true, true, true, false, false, false, false, false, false, false, false]> : vector<16xi1>
// CHECK: extract_aligned_pointer
// CHECK: scf.for
// CHECK-COUNT-2: vector.transfer_read
// CHECK: %[[THIRD:.*]] = vector.transfer_read
// CHECK: %[[FOURTH:.*]] = vector.transfer_read
// CHECK: %[[FIFTH:.*]] = vector.transfer_read
// CHECK: %[[SIXTH:.*]] = vector.transfer_read
// CHECK: %[[END:.*]] = arith.select %[[FRONT8]], %[[SIXTH]], %[[FOURTH]] : vector<16xi1>
// CHECK: arith.select %[[FROM12]], %[[THIRD]], %[[END]] : vector<16xi1>
func.func @floats(%data: tensor<1000x44xf32>) -> tensor<1000xf32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x44xf32> -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// -----

// The rounding of a product must not depend on the address.
// CHECK-LABEL: func @product
// CHECK-NOT: extract_aligned_pointer
// CHECK: scf.for %{{.*}} = %c0 to %c4000 step %c16
// CHECK: %[[A:.*]] = vector.transfer_read
// CHECK: %[[B:.*]] = vector.transfer_read
// CHECK: %[[AB:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK: arith.select %{{.*}}, %[[AB]], %[[A]] : vector<16xi1>
// CHECK: return
func.func @product(%data: tensor<4000x20xf32>) -> tensor<4000xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<4000x20xf32> -> tensor<4000xf32>
  return %0 : tensor<4000xf32>
}

// -----

// The accumulators of outer reduced loops are combined with the parts of a row. Groups
// start at any address.
// CHECK-LABEL: func @outer_loop
// CHECK-NOT: extract_aligned_pointer
// CHECK: scf.for %{{.*}} = %c0 to %c3{{.*}} iter_args(%[[ROW:[^ ]*]] =
// CHECK: %[[A:.*]] = vector.transfer_read
// CHECK: %[[B:.*]] = vector.transfer_read
// CHECK: %[[WHOLE:.*]] = arith.minsi %[[ROW]], %[[A]] : vector<16xi32>
// CHECK: %[[BOTH:.*]] = arith.minsi %[[WHOLE]], %[[B]] : vector<16xi32>
// CHECK: arith.select %{{.*}}, %[[BOTH]], %[[WHOLE]] : vector<16xi1>
func.func @outer_loop(%data: tensor<3x1000x20xi32>) -> tensor<1000xi32> {
  %0 = reduce.min %data axes = [0, 2] : tensor<3x1000x20xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// -----

// 32 rows of 150 bytes are 75 vectors. The lanes of 16 of them are combined together.
// CHECK-LABEL: func @bytes
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c32
// CHECK-COUNT-38: vector.transfer_read
// CHECK-NOT: vector.transfer_read
// CHECK: vector.transfer_write {{.*}} vector<16xi8>
// CHECK-COUNT-37: vector.transfer_read
// CHECK-NOT: vector.transfer_read
// CHECK: vector.transfer_write {{.*}} vector<16xi8>
func.func @bytes(%data: tensor<1000x150xui8>) -> tensor<1000xui8> {
  %0 = reduce.min %data axes = [1] : tensor<1000x150xui8> -> tensor<1000xui8>
  return %0 : tensor<1000xui8>
}

// -----

// Results that depend on what they replace are stored once.
// CHECK-LABEL: func @started
// CHECK-NOT: extract_aligned_pointer
// CHECK: scf.for %{{.*}} = %c0 to %c4000 step %c16
// CHECK: arith.select {{.*}} : vector<16xi1>
// CHECK: return
func.func @started(%data: tensor<4000x20xi32>, %start: tensor<4000xi32>) -> tensor<4000xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(row, column) -> (row, column)>, affine_map<(row, column) -> (row)>], iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<4000x20xi32>) outs(%start : tensor<4000xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.minsi %element, %accumulator : i32
    linalg.yield %1 : i32
  } -> tensor<4000xi32>
  return %0 : tensor<4000xi32>
}

// -----

// What takes more operations does not gain: each row starts with its first element.
// CHECK-LABEL: func @product_of_bytes
// CHECK-NOT: extract_aligned_pointer
// CHECK: return
func.func @product_of_bytes(%data: tensor<1000x150xi8>) -> tensor<1000xi8> {
  %0 = reduce.prod %data axes = [1] : tensor<1000x150xi8> -> tensor<1000xi8>
  return %0 : tensor<1000xi8>
}

// -----

// In the first cache, loads that touch two lines are as fast.
// CHECK-LABEL: func @near
// CHECK-NOT: arith.select %{{.*}} : vector<16xi1>
// CHECK: return
func.func @near(%data: tensor<400x20xi32>) -> tensor<400xi32> {
  %0 = reduce.min %data axes = [1] : tensor<400x20xi32> -> tensor<400xi32>
  return %0 : tensor<400xi32>
}

// -----

// Sixteen rows of 40 elements are 40 vectors. If a loop may have 28 loads, a group has eight
// rows; and rows that share vectors only if sixteen of them do, as those of 45 elements, do not.
// CHECK-LABEL: func @loads
// CHECK: scf.for
// CHECK: vector<16xi32>, tensor<4000xi32>
// FEW-LABEL: func @loads
// FEW: scf.for
// FEW-COUNT-20: vector.transfer_read
// FEW-NOT: vector.transfer_read
// FEW: vector.transfer_write {{.*}} : vector<8xi32>, tensor<4000xi32>
func.func @loads(%data: tensor<4000x40xi32>) -> tensor<4000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<4000x40xi32> -> tensor<4000xi32>
  return %0 : tensor<4000xi32>
}

// -----

// CHECK-LABEL: func @odd
// CHECK: arith.select {{.*}} vector<16xi1>
// FEW-LABEL: func @odd
// FEW-NOT: arith.select {{.*}} vector<16xi1>
// FEW: scf.for
// FEW-COUNT-24: vector.transfer_read
// FEW-NOT: vector.transfer_read
// FEW: vector.transfer_write {{.*}} : vector<8xi32>, tensor<4000xi32>
func.func @odd(%data: tensor<4000x45xi32>) -> tensor<4000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<4000x45xi32> -> tensor<4000xi32>
  return %0 : tensor<4000xi32>
}

// -----

// In the first cache, rows share vectors if other operations take less time than loads, and
// any number of loads is as good.
// CHECK-LABEL: func @near
// CHECK-NOT: arith.select {{.*}} vector<16xi1>
// CHECK: return
// FEW-LABEL: func @near
// FEW-COUNT-45: vector.transfer_read
// FEW-NOT: vector.transfer_read
// FEW: vector.transfer_write {{.*}} : vector<16xi32>, tensor<160xi32>
func.func @near(%data: tensor<160x45xi32>) -> tensor<160xi32> {
  %0 = reduce.min %data axes = [1] : tensor<160x45xi32> -> tensor<160xi32>
  return %0 : tensor<160xi32>
}
