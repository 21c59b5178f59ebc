// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4}' --reduce-vectorize --canonicalize --cse | FileCheck %s --implicit-check-not=linalg.generic

// An epilogue reads other tensors where it reads results: as many elements, at
// the same position.

#row = affine_map<(i) -> (i)>
#all = affine_map<(i) -> ()>
#id = affine_map<(i, j) -> (i, j)>
#outer = affine_map<(i, j) -> (i)>
#inner = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func.func @inner
// CHECK-SAME: (%{{.*}}: tensor<2x100xf32>, %[[BIAS:.*]]: tensor<2xf32>, %[[SCALE:.*]]: tensor<f32>, %[[TO:.*]]: tensor<2xf32>)
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c2 {{.*}} iter_args(%[[OUT:.*]] = %[[TO]])
// CHECK:   %[[MIN:.*]] = vector.extract %{{.*}}[0] : f32
// CHECK:   %[[S:.*]] = tensor.extract %[[SCALE]][] : tensor<f32>
// CHECK:   %[[B:.*]] = tensor.extract %[[BIAS]][%[[ROW]]] : tensor<2xf32>
// CHECK:   %[[SCALED:.*]] = arith.mulf %[[S]], %[[MIN]] : f32
// CHECK:   %[[SUM:.*]] = arith.addf %[[B]], %[[SCALED]] : f32
// CHECK:   tensor.insert %[[SUM]] into %[[OUT]][%[[ROW]]]
func.func @inner(%data: tensor<2x100xf32>, %bias: tensor<2xf32>, %scale: tensor<f32>, %to: tensor<2xf32>) -> tensor<2xf32> {
  %0 = reduce.min %data axes = [1] : tensor<2x100xf32> -> tensor<2xf32>
  %1 = linalg.generic {
      indexing_maps = [#all, #row, #row, #row], iterator_types = ["parallel"]}
      ins(%scale, %0, %bias : tensor<f32>, tensor<2xf32>, tensor<2xf32>) outs(%to : tensor<2xf32>) {
  ^bb0(%s: f32, %r: f32, %b: f32, %out: f32):
    %2 = arith.mulf %s, %r : f32
    %3 = arith.addf %b, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// No rank, and the result read twice.
// CHECK-LABEL: func.func @scalar
// CHECK-SAME: (%{{.*}}: tensor<100xi32>, %[[BIAS:.*]]: tensor<i32>, %[[TO:.*]]: tensor<i32>)
// CHECK: %[[PROD:.*]] = vector.extract %{{.*}}[0] : i32
// CHECK: %[[B:.*]] = tensor.extract %[[BIAS]][]
// CHECK: %[[SQUARE:.*]] = arith.muli %[[PROD]], %[[PROD]] : i32
// CHECK: %[[RESULT:.*]] = arith.subi %[[SQUARE]], %[[B]] : i32
// CHECK: tensor.insert %[[RESULT]] into %[[TO]][]
func.func @scalar(%data: tensor<100xi32>, %bias: tensor<i32>, %to: tensor<i32>) -> tensor<i32> {
  %0 = reduce.prod %data axes = [0] : tensor<100xi32> -> tensor<i32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>],
      iterator_types = []}
      ins(%0, %0, %bias : tensor<i32>, tensor<i32>, tensor<i32>) outs(%to : tensor<i32>) {
  ^bb0(%r: i32, %s: i32, %b: i32, %out: i32):
    %2 = arith.muli %r, %s : i32
    %3 = arith.subi %2, %b : i32
    linalg.yield %3 : i32
  } -> tensor<i32>
  return %1 : tensor<i32>
}

// Vectors along the innermost dimension; one element of inputs without it.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: (%{{.*}}: tensor<3x10x8xf32>, %[[COLUMN:.*]]: tensor<3xf32>, %[[ROW:.*]]: tensor<10xi8>, %{{.*}}: tensor<3x10xf32>)
// CHECK: scf.for %[[I:.*]] = %c0 to %c3
// CHECK:   scf.for %{{.*}} = %c0 to %c10 step %c4 iter_args(%[[OUT:.*]] = %{{.*}})
// CHECK:     %[[J:.*]] = arith.minui
// CHECK:     %[[MIN:.*]] = arith.minimumf {{.*}} : vector<4xf32>
// CHECK:     %[[C:.*]] = tensor.extract %[[COLUMN]][%[[I]]]
// CHECK:     %[[CS:.*]] = vector.broadcast %[[C]] : f32 to vector<4xf32>
// CHECK:     %[[R:.*]] = vector.transfer_read %[[ROW]][%[[J]]], %{{.*}} {in_bounds = [true]} : tensor<10xi8>, vector<4xi8>
// CHECK:     %[[RS:.*]] = arith.sitofp %[[R]] : vector<4xi8> to vector<4xf32>
// CHECK:     %[[SCALED:.*]] = arith.mulf %[[MIN]], %[[CS]] : vector<4xf32>
// CHECK:     %[[SUM:.*]] = arith.addf %[[SCALED]], %[[RS]] : vector<4xf32>
// CHECK:     vector.transfer_write %[[SUM]], %[[OUT]][%[[I]], %[[J]]]
func.func @rows(%data: tensor<3x10x8xf32>, %column: tensor<3xf32>, %row: tensor<10xi8>, %to: tensor<3x10xf32>) -> tensor<3x10xf32> {
  %0 = reduce.min %data axes = [2] : tensor<3x10x8xf32> -> tensor<3x10xf32>
  %1 = linalg.generic {
      indexing_maps = [#id, #outer, #inner, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %column, %row : tensor<3x10xf32>, tensor<3xf32>, tensor<10xi8>) outs(%to : tensor<3x10xf32>) {
  ^bb0(%r: f32, %c: f32, %i: i8, %out: f32):
    %2 = arith.sitofp %i : i8 to f32
    %3 = arith.mulf %r, %c : f32
    %4 = arith.addf %3, %2 : f32
    linalg.yield %4 : f32
  } -> tensor<3x10xf32>
  return %1 : tensor<3x10xf32>
}

// As wide as each strip.
// CHECK-LABEL: func.func @columns
// CHECK-SAME: (%{{.*}}: tensor<5x23xi32>, %[[BIAS:.*]]: tensor<23xi32>, %[[LIMIT:.*]]: i32, %{{.*}}: tensor<23xi32>)
// CHECK: %[[B:.*]] = vector.transfer_read %[[BIAS]][%c0], {{.*}}, vector<16xi32>
// CHECK: %[[L:.*]] = vector.broadcast %[[LIMIT]] : i32 to vector<16xi32>
// CHECK: %[[SUM:.*]] = arith.addi %[[B]], %{{.*}} : vector<16xi32>
// CHECK: %[[MAX:.*]] = arith.maxsi %[[SUM]], %[[L]] : vector<16xi32>
// CHECK: vector.transfer_write %[[MAX]]
// CHECK: vector.transfer_read %[[BIAS]][%c16], {{.*}}, vector<4xi32>
// CHECK: vector.transfer_read %[[BIAS]][%c20], {{.*}}, vector<2xi32>
// CHECK: vector.transfer_read %[[BIAS]][%c22], {{.*}}, vector<1xi32>
func.func @columns(%data: tensor<5x23xi32>, %bias: tensor<23xi32>, %limit: i32, %to: tensor<23xi32>) -> tensor<23xi32> {
  %0 = reduce.min %data axes = [0] : tensor<5x23xi32> -> tensor<23xi32>
  %1 = linalg.generic {
      indexing_maps = [#row, #row, #all, #row], iterator_types = ["parallel"]}
      ins(%bias, %0, %limit : tensor<23xi32>, tensor<23xi32>, i32) outs(%to : tensor<23xi32>) {
  ^bb0(%b: i32, %r: i32, %l: i32, %out: i32):
    %2 = arith.addi %b, %r : i32
    %3 = arith.maxsi %2, %l : i32
    linalg.yield %3 : i32
  } -> tensor<23xi32>
  return %1 : tensor<23xi32>
}

// Elements beyond the end are neither read nor written.
// CHECK-LABEL: func.func @unknown
// CHECK-SAME: (%{{.*}}: tensor<?x?xf64>, %[[BIAS:.*]]: tensor<?xf64>, %{{.*}}: tensor<?xf64>)
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f64
// CHECK: %[[B:.*]] = vector.transfer_read %[[BIAS]][%[[J:.*]]], %[[ZERO]] : tensor<?xf64>, vector<2xf64>
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %[[B]] : vector<2xf64>
// CHECK: vector.transfer_write %[[SUM]], %{{.*}}[%[[J]]] : vector<2xf64>, tensor<?xf64>
// CHECK: vector.transfer_read %[[BIAS]][%{{.*}}], %{{.*}} {in_bounds = [true]} : tensor<?xf64>, vector<8xf64>
func.func @unknown(%data: tensor<?x?xf64>, %bias: tensor<?xf64>, %to: tensor<?xf64>) -> tensor<?xf64> {
  %0 = reduce.min %data axes = [0] : tensor<?x?xf64> -> tensor<?xf64>
  %1 = linalg.generic {
      indexing_maps = [#row, #row, #row], iterator_types = ["parallel"]}
      ins(%0, %bias : tensor<?xf64>, tensor<?xf64>) outs(%to : tensor<?xf64>) {
  ^bb0(%r: f64, %b: f64, %out: f64):
    %2 = arith.addf %r, %b : f64
    linalg.yield %2 : f64
  } -> tensor<?xf64>
  return %1 : tensor<?xf64>
}

// If results are added to existing values, none is stored twice: the remainder
// of 7 rows is not covered by a second block of 4.
// CHECK-LABEL: func.func @in_place
// CHECK-SAME: (%{{.*}}: tensor<7x8xi32>, %[[SUMS:.*]]: tensor<7xi32>)
// CHECK-NOT: scf.for
// CHECK: %[[READ:.*]] = vector.transfer_read %[[SUMS]][%c0], {{.*}}, vector<4xi32>
// CHECK: %[[ADDED:.*]] = arith.addi %[[READ]], %{{.*}} : vector<4xi32>
// CHECK: %[[FOUR:.*]] = vector.transfer_write %[[ADDED]], %[[SUMS]][%c0]
// CHECK: vector.transfer_read %[[FOUR]][%c4], {{.*}}, vector<2xi32>
// CHECK: %[[SIX:.*]] = vector.transfer_write %{{.*}}, %[[FOUR]][%c4]
// CHECK: vector.transfer_read %[[SIX]][%c6], {{.*}}, vector<1xi32>
// CHECK: %[[SEVEN:.*]] = vector.transfer_write %{{.*}}, %[[SIX]][%c6]
// CHECK: return %[[SEVEN]]
func.func @in_place(%data: tensor<7x8xi32>, %sums: tensor<7xi32>) -> tensor<7xi32> {
  %0 = reduce.min %data axes = [1] : tensor<7x8xi32> -> tensor<7xi32>
  %1 = linalg.generic {
      indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%0 : tensor<7xi32>) outs(%sums : tensor<7xi32>) {
  ^bb0(%r: i32, %sum: i32):
    %2 = arith.addi %sum, %r : i32
    linalg.yield %2 : i32
  } -> tensor<7xi32>
  return %1 : tensor<7xi32>
}

// An input that is also written is read at the position of the write.
// CHECK-LABEL: func.func @over_input
// CHECK-SAME: (%{{.*}}: tensor<7x8xi32>, %[[SUMS:.*]]: tensor<7xi32>)
// CHECK: %[[FOUR:.*]] = vector.transfer_write %{{.*}}, %[[SUMS]][%c0]
// CHECK: %[[READ:.*]] = vector.transfer_read %[[FOUR]][%c4], {{.*}}, vector<2xi32>
// CHECK: arith.subi %{{.*}}, %[[READ]] : vector<2xi32>
func.func @over_input(%data: tensor<7x8xi32>, %sums: tensor<7xi32>) -> tensor<7xi32> {
  %0 = reduce.min %data axes = [1] : tensor<7x8xi32> -> tensor<7xi32>
  %1 = linalg.generic {
      indexing_maps = [#row, #row, #row], iterator_types = ["parallel"]}
      ins(%0, %sums : tensor<7xi32>, tensor<7xi32>) outs(%sums : tensor<7xi32>) {
  ^bb0(%r: i32, %s: i32, %out: i32):
    %2 = arith.subi %r, %s : i32
    linalg.yield %2 : i32
  } -> tensor<7xi32>
  return %1 : tensor<7xi32>
}

// The results themselves can be overwritten.
// CHECK-LABEL: func.func @over_results
// CHECK-SAME: (%{{.*}}: tensor<7x8xi32>, %[[BIAS:.*]]: tensor<7xi32>)
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<7xi32>
// CHECK: scf.for %{{.*}} = %c0 to %c7 step %c4 iter_args(%[[OUT:.*]] = %[[EMPTY]])
// CHECK:   %[[MIN:.*]] = arith.minsi {{.*}} : vector<4xi32>
// CHECK:   %[[B:.*]] = vector.transfer_read %[[BIAS]][%[[J:.*]]],
// CHECK:   %[[RESULT:.*]] = arith.subi %[[B]], %[[MIN]]
// CHECK:   vector.transfer_write %[[RESULT]], %[[OUT]][%[[J]]]
func.func @over_results(%data: tensor<7x8xi32>, %bias: tensor<7xi32>) -> tensor<7xi32> {
  %0 = reduce.min %data axes = [1] : tensor<7x8xi32> -> tensor<7xi32>
  %1 = linalg.generic {
      indexing_maps = [#row, #row], iterator_types = ["parallel"]}
      ins(%bias : tensor<7xi32>) outs(%0 : tensor<7xi32>) {
  ^bb0(%b: i32, %r: i32):
    %2 = arith.subi %b, %r : i32
    linalg.yield %2 : i32
  } -> tensor<7xi32>
  return %1 : tensor<7xi32>
}

// A view without dimensions of size 1 is read through its source: the distance
// between rows is irrelevant there.
// CHECK-LABEL: func.func @collapsed
// CHECK-SAME: (%{{.*}}: tensor<5x7xi32>, %[[BIAS:.*]]: tensor<1x7xi32>, %{{.*}}: tensor<7xi32>)
// CHECK-NOT: tensor.collapse_shape
// CHECK: vector.transfer_read %[[BIAS]][%c0, %c0], {{.*}} : tensor<1x7xi32>, vector<4xi32>
// CHECK: vector.transfer_read %[[BIAS]][%c0, %c4], {{.*}} : tensor<1x7xi32>, vector<2xi32>
func.func @collapsed(%data: tensor<5x7xi32>, %bias: tensor<1x7xi32>, %to: tensor<7xi32>) -> tensor<7xi32> {
  %0 = reduce.min %data axes = [0] : tensor<5x7xi32> -> tensor<7xi32>
  %collapsed = tensor.collapse_shape %bias [[0, 1]] : tensor<1x7xi32> into tensor<7xi32>
  %1 = linalg.generic {
      indexing_maps = [#row, #row, #row], iterator_types = ["parallel"]}
      ins(%0, %collapsed : tensor<7xi32>, tensor<7xi32>) outs(%to : tensor<7xi32>) {
  ^bb0(%r: i32, %b: i32, %out: i32):
    %2 = arith.subi %b, %r : i32
    linalg.yield %2 : i32
  } -> tensor<7xi32>
  return %1 : tensor<7xi32>
}
