// RUN: reduce-opt %s -split-input-file -convert-reduce-to-linalg -reduce-collapse-dims -reduce-inner-first -canonicalize -cse | FileCheck %s
// RUN: reduce-opt %s -split-input-file -convert-reduce-to-linalg=name-combiners=true \
// RUN:     -reduce-fuse-elementwise -reduce-collapse-dims -reduce-inner-first -canonicalize -cse \
// RUN:   | FileCheck %s --check-prefix=WHOLE

// All rows are read in the order of memory, as one dimension; then 16 partial results
// are combined for each of 59 results.
// CHECK-LABEL: func.func @all_rows
// CHECK-DAG: %[[ROWS:.*]] = tensor.collapse_shape %arg0 {{\[}}[0, 1], [2]] : tensor<16x59x2000xi32> into tensor<944x2000xi32>
// CHECK-DAG: %[[SCRATCH:.*]] = memref.alloca(){{.*}} : memref<944xi32>
// CHECK:     %[[STATES:.*]] = bufferization.to_tensor %[[SCRATCH]] restrict writable
// CHECK:     %[[START:.*]] = linalg.fill {{.*}} outs(%[[STATES]] :
// CHECK:     %[[PARTIAL:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[ROWS]] : tensor<944x2000xi32>) outs(%[[START]] : tensor<944xi32>)
// CHECK:     %[[EXPANDED:.*]] = tensor.expand_shape %[[PARTIAL]] {{\[}}[0, 1]] output_shape [16, 59]
// CHECK:     linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[EXPANDED]] : tensor<16x59xi32>) outs(%{{.*}} : tensor<59xi32>)
func.func @all_rows(%data: tensor<16x59x2000xi32>) -> tensor<59xi32> {
  %0 = reduce.min %data axes = [0, 2] : tensor<16x59x2000xi32> -> tensor<59xi32>
  return %0 : tensor<59xi32>
}

// -----

// Products of bf16 keep their partial results in f32, and round once.
// CHECK-LABEL: func.func @outer_kept
// CHECK-DAG: %[[SCRATCH:.*]] = memref.alloca(){{.*}} : memref<944xf32>
// CHECK:     scf.for %[[I:[^ ]*]] =
// CHECK:       %[[ROWS:.*]] = tensor.extract_slice %{{.*}}[%[[I]], 0, 0] [1, 944, 300] [1, 1, 1] : tensor<9x944x300xbf16> to tensor<944x300xbf16>
// CHECK:       linalg.generic {{.*}} ins(%[[ROWS]] : tensor<944x300xbf16>) outs(%{{.*}} : tensor<944xf32>)
// CHECK:       %[[PRODUCTS:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel", "parallel"]} ins(%{{.*}} : tensor<16x1x59xf32>)
// CHECK:       linalg.generic {{.*}} ins(%[[PRODUCTS]] : tensor<1x59xf32>) outs(%{{.*}} : tensor<1x59xbf16>)
func.func @outer_kept(%data: tensor<9x16x59x300xbf16>) -> tensor<9x59xbf16> {
  %0 = reduce.prod %data axes = [1, 3] : tensor<9x16x59x300xbf16> -> tensor<9x59xbf16>
  return %0 : tensor<9x59xbf16>
}

// -----

// The memory has room for 4096 partial results. Tiles of rows leave room for those of two
// outer indices, each of which is a run, and which are combined with the results.
// CHECK-LABEL: func.func @tiles
// CHECK: memref.alloca(){{.*}} : memref<3162xi32>
// CHECK: scf.for %[[FIRST:[^ ]*]] = %c0{{.*}} to %c4743{{.*}} step %c1581
// CHECK:   %[[RESULTS:.*]] = linalg.fill {{.*}} -> tensor<1581xi32>
// CHECK:   scf.for %[[CHUNK:[^ ]*]] = %c0{{.*}} to %c10{{.*}} step %c2{{.*}} iter_args(%[[SO_FAR:.*]] = %[[RESULTS]])
// CHECK:     scf.for %[[INDEX:[^ ]*]] = %c0{{.*}} to %c2
// CHECK:       %[[OUTER:.*]] = arith.addi %[[CHUNK]], %[[INDEX]]
// CHECK:       %[[BEGIN:.*]] = arith.muli %[[OUTER]], %c6322
// CHECK:       %[[ROW:.*]] = arith.addi %[[BEGIN]], %[[FIRST]]
// CHECK:       tensor.extract_slice %{{.*}}[%[[ROW]], 0] [1581, 40] [1, 1] : tensor<63220x40xi32> to tensor<1581x40xi32>
// CHECK:       tensor.insert_slice
// CHECK:     linalg.generic {{.*}} ins(%{{.*}} : tensor<2x1581xi32>) outs(%[[SO_FAR]] :
// CHECK: scf.for %[[CHUNK:[^ ]*]] = %c0{{.*}} to %c10
// CHECK:   scf.for %[[INDEX:[^ ]*]] = %c0{{.*}} to %c2
// CHECK:     %[[OUTER:.*]] = arith.addi %[[CHUNK]], %[[INDEX]]
// CHECK:     %[[BEGIN:.*]] = arith.muli %[[OUTER]], %c6322
// CHECK:     %[[ROW:.*]] = arith.addi %[[BEGIN]], %c4743
// CHECK:     tensor.extract_slice %{{.*}}[%[[ROW]], 0] [1579, 40] [1, 1]
func.func @tiles(%data: tensor<10x6322x40xi32>) -> tensor<6322xi32> {
  %0 = reduce.min %data axes = [0, 2] : tensor<10x6322x40xi32> -> tensor<6322xi32>
  return %0 : tensor<6322xi32>
}

// -----

// Rows of columns.
// CHECK-LABEL: func.func @columns
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction", "parallel"]} ins(%{{.*}} : tensor<225x46x7xi64>) outs(%{{.*}} : tensor<225x7xi64>)
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel", "parallel"]} ins(%{{.*}} : tensor<15x15x7xi64>) outs(%{{.*}} : tensor<15x7xi64>)
func.func @columns(%data: tensor<15x15x46x7xi64>) -> tensor<15x7xi64> {
  %0 = reduce.prod %data axes = [0, 2] : tensor<15x15x46x7xi64> -> tensor<15x7xi64>
  return %0 : tensor<15x7xi64>
}

// -----

// Rows of a slice with gaps are one dimension only for each outer index.
// CHECK-LABEL: func.func @slice
// CHECK: scf.for %[[OUTER:[^ ]*]] = %c0{{.*}} to %c16
// CHECK:   tensor.extract_slice %{{.*}}[%[[OUTER]], 0, 0] [1, 59, 2000] [1, 1, 1] : tensor<16x59x2000xi32> to tensor<59x2000xi32>
func.func @slice(%data: tensor<16x60x2000xi32>) -> tensor<59xi32> {
  %rows = tensor.extract_slice %data[0, 1, 0] [16, 59, 2000] [1, 1, 1] : tensor<16x60x2000xi32> to tensor<16x59x2000xi32>
  %0 = reduce.min %rows axes = [0, 2] : tensor<16x59x2000xi32> -> tensor<59xi32>
  return %0 : tensor<59xi32>
}

// -----

// Of extents that are not known, it is decided at run time whether the stages gain, and
// whether a tile has all rows: the rows of a chunk are then a single run. The results of
// earlier chunks are one more row of partial results, so that the second stage starts with
// constants.
// CHECK-LABEL: func.func @unknown
// CHECK-SAME: (%[[DATA:.*]]: tensor<?x?x?xi32>)
// CHECK-DAG: %[[OUTER:.*]] = tensor.dim %[[DATA]], %c0
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %[[DATA]], %c1
// CHECK-DAG: %[[LENGTH:.*]] = tensor.dim %[[DATA]], %c2
// CHECK-DAG: memref.alloca(){{.*}} : memref<6144xi32>
// CHECK:     %[[TILE:.*]] = arith.minui %[[ROWS]], %c2048
// CHECK:     %[[MAX_CHUNK:.*]] = arith.divui %c4096
// CHECK:     %[[CHUNK:.*]] = arith.minui %[[OUTER]], %[[MAX_CHUNK]]
// CHECK:     %[[IS_WHOLE:.*]] = arith.cmpi eq, %[[TILE]], %[[ROWS]]
// CHECK:     arith.cmpi ugt, %{{.*}}, %c12288
// CHECK-DAG: arith.cmpi uge, %[[LENGTH]], %c16
// CHECK:     scf.if
// CHECK:       %[[ALL:.*]] = tensor.collapse_shape %[[DATA]] {{\[}}[0, 1], [2]]
// CHECK:       scf.for %[[FIRST:[^ ]*]] = %c0 to %[[ROWS]] step %[[TILE]]
// CHECK:         %[[REST:.*]] = arith.subi %[[ROWS]], %[[FIRST]]
// CHECK:         %[[NUM_ROWS:.*]] = arith.minui %[[TILE]], %[[REST]]
// CHECK:         %[[RESULTS:.*]] = tensor.extract_slice %{{.*}}[%[[FIRST]]] [%[[NUM_ROWS]]] [1]
// CHECK:         scf.for %[[FIRST_OUTER:[^ ]*]] = %c0 to %[[OUTER]] step %[[CHUNK]] iter_args(%[[SO_FAR:.*]] = %[[RESULTS]])
// CHECK:           %[[REST_OUTER:.*]] = arith.subi %[[OUTER]], %[[FIRST_OUTER]]
// CHECK:           %[[SIZE:.*]] = arith.minui %[[CHUNK]], %[[REST_OUTER]]
// CHECK:           %[[IS_LATER:.*]] = arith.cmpi ne, %[[FIRST_OUTER]], %c0
// CHECK:           %[[ONE_MORE:.*]] = arith.index_castui %[[IS_LATER]]
// CHECK:           %[[NUM_STATES:.*]] = arith.addi %[[SIZE]], %[[ONE_MORE]]
// CHECK:           %[[STATES:.*]] = arith.muli %[[NUM_STATES]], %[[NUM_ROWS]]
// CHECK:           %[[SCRATCH:.*]] = tensor.extract_slice %{{.*}}[0] [%[[STATES]]] [1] : tensor<6144xi32>
// CHECK:           %[[ALL_ROWS:.*]] = arith.muli %[[SIZE]], %[[NUM_ROWS]]
// CHECK:           %[[MORE:.*]] = arith.subi %[[STATES]], %[[ALL_ROWS]]
// CHECK:           %[[EARLIER:.*]] = tensor.extract_slice %[[SO_FAR]][0] [%[[MORE]]] [1]
// CHECK:           %[[LAST:.*]] = tensor.extract_slice %[[SCRATCH]][%[[ALL_ROWS]]] [%[[MORE]]] [1]
// CHECK:           %[[COPY:.*]] = linalg.copy ins(%[[EARLIER]] : tensor<?xi32>) outs(%[[LAST]] : tensor<?xi32>)
// CHECK:           tensor.insert_slice %[[COPY]] into %[[SCRATCH]][%[[ALL_ROWS]]] [%[[MORE]]] [1]
// CHECK:           %[[RUNS:.*]] = arith.select %[[IS_WHOLE]], %c1, %[[SIZE]]
// CHECK:           %[[RUN_ROWS:.*]] = arith.select %[[IS_WHOLE]], %[[ALL_ROWS]], %[[NUM_ROWS]]
// CHECK:           scf.for %{{.*}} = %c0 to %[[RUNS]] step %c1
// CHECK:             tensor.extract_slice %[[ALL]][%{{.*}}, 0] [%[[RUN_ROWS]], %[[LENGTH]]] [1, 1] : tensor<?x?xi32> to tensor<?x?xi32>
// CHECK:             linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]}
// CHECK:           %[[START:.*]] = linalg.fill {{.*}} outs(%[[SO_FAR]] :
// CHECK:           linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%{{.*}}) outs(%[[START]] :
// CHECK:     } else {
// CHECK:       linalg.generic {{.*}} iterator_types = ["reduction", "parallel", "reduction"]}
func.func @unknown(%data: tensor<?x?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0, 2] : tensor<?x?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// Of some extents that are known, the others decide.
// CHECK-LABEL: func.func @unknown_rows
// CHECK: scf.if
// CHECK:   scf.for %{{.*}} = %c0 to %{{.*}} step
// CHECK:   scf.for %{{.*}} = %c0 to %c16 step
// CHECK:   linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]}
func.func @unknown_rows(%data: tensor<16x?x2000xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0, 2] : tensor<16x?x2000xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// A tile has all rows, so it is a single run.
// CHECK-LABEL: func.func @unknown_length
// CHECK: scf.if
// CHECK:   linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}} : tensor<944x?xi32>)
func.func @unknown_length(%data: tensor<16x59x?xi32>) -> tensor<59xi32> {
  %0 = reduce.min %data axes = [0, 2] : tensor<16x59x?xi32> -> tensor<59xi32>
  return %0 : tensor<59xi32>
}

// -----

// Memory has no room for the partial results of all indices of the outer dimension: those
// of a chunk are combined with the results.
// CHECK-LABEL: func.func @chunks
// CHECK: memref.alloca(){{.*}} : memref<4000xf32>
// CHECK: %[[RESULTS:.*]] = linalg.fill {{.*}} -> tensor<20xf32>
// CHECK: scf.for %[[CHUNK:[^ ]*]] = %c0{{.*}} to %c2000{{.*}} step %c200{{.*}} iter_args(%[[SO_FAR:.*]] = %[[RESULTS]])
// CHECK:   %[[ROW:.*]] = arith.muli %[[CHUNK]], %c20
// CHECK:   tensor.extract_slice %{{.*}}[%[[ROW]], 0] [4000, 40] [1, 1]
// CHECK:   linalg.generic {{.*}} ins(%{{.*}} : tensor<200x20xf32>) outs(%[[SO_FAR]] :
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @chunks(%data: tensor<2000x20x40xf32>) -> tensor<20xf32> {
  %0 = reduce.min %data axes = [0, 2] : tensor<2000x20x40xf32> -> tensor<20xf32>
  return %0 : tensor<20xf32>
}

// -----

// The last chunk is smaller. An epilogue is computed when all are combined.
// CHECK-LABEL: func.func @rest
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c4908{{.*}} step %c409
// CHECK:   linalg.generic {{.*}} ins(%{{.*}} : tensor<?x10xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<93x10xf32>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<10xf32>) outs(%{{.*}} : tensor<10xbf16>)
func.func @rest(%data: tensor<5000x10x?xbf16>) -> tensor<10xbf16> {
  %0 = reduce.prod %data axes = [0, 2] : tensor<5000x10x?xbf16> -> tensor<10xbf16>
  return %0 : tensor<10xbf16>
}

// -----

// The results of minima are elements. So partial results are, too, if extents are unknown:
// both stages are whole reductions, with the conversion from integers that are in the order
// of the numbers. Others share their loops.
// WHOLE-LABEL: func.func @results
// WHOLE-DAG: %[[SCRATCH:.*]] = memref.alloca(){{.*}} : memref<12288xf16>
// WHOLE-DAG: %[[STATES:.*]] = memref.alloca(){{.*}} : memref<12288xi16>
// WHOLE: scf.if
// WHOLE:   scf.for
// WHOLE:     scf.for {{.*}} iter_args(%[[SO_FAR:.*]] = %{{.*}})
// WHOLE:       bufferization.to_tensor %[[SCRATCH]]
// WHOLE:       scf.for
// WHOLE:         bufferization.to_tensor %[[STATES]]
// WHOLE:         %[[START:.*]] = linalg.fill
// WHOLE:         %[[ROWS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.*}} : tensor<?x?xf16>) outs(%[[START]] : tensor<?xi16>)
// WHOLE:         linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[ROWS]] : tensor<?xi16>) outs(%{{.*}} : tensor<?xf16>)
// WHOLE:       %[[PARTIAL:.*]] = tensor.expand_shape %{{.*}} : tensor<?xf16> into tensor<?x?xf16>
// WHOLE:       bufferization.to_tensor %[[STATES]]
// WHOLE:       %[[START:.*]] = linalg.fill
// WHOLE:       %[[COLUMNS:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel"]} ins(%[[PARTIAL]] : tensor<?x?xf16>) outs(%[[START]] : tensor<?xi16>)
// WHOLE:       linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%[[COLUMNS]] : tensor<?xi16>) outs(%[[SO_FAR]] : tensor<?xf16>)
func.func @results(%data: tensor<?x?x?xf16>) -> tensor<?xf16> {
  %0 = reduce.min %data axes = [0, 2] : tensor<?x?x?xf16> -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// -----

// Not if something else is fused into the conversion, or into the reading of elements. Products
// round once. Extents that are known, and threads, have no loops to share.
#map = affine_map<(a) -> (a)>
#all = affine_map<(a, b, c) -> (a, b, c)>
// WHOLE-LABEL: func.func @states
// WHOLE-NOT: memref<{{.*}}xf16>
// WHOLE: return
func.func @states(%data: tensor<?x?x?xf16>, %known: tensor<16x59x2000xf16>, %to: tensor<?xf16>, %elements: tensor<?x?x?xf16>)
    -> (tensor<?xf16>, tensor<?xf16>, tensor<?xf16>, tensor<59xf16>) {
  %two = arith.constant 2.0 : f16
  %min = reduce.min %data axes = [0, 2] : tensor<?x?x?xf16> -> tensor<?xf16>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%min : tensor<?xf16>) outs(%to : tensor<?xf16>) {
  ^bb0(%result: f16, %out: f16):
    %4 = arith.mulf %result, %two : f16
    linalg.yield %4 : f16
  } -> tensor<?xf16>
  %squares = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%data : tensor<?x?x?xf16>) outs(%elements : tensor<?x?x?xf16>) {
  ^bb0(%element: f16, %out: f16):
    %4 = arith.mulf %element, %element : f16
    linalg.yield %4 : f16
  } -> tensor<?x?x?xf16>
  %1 = reduce.min %squares axes = [0, 2] : tensor<?x?x?xf16> -> tensor<?xf16>
  %2 = reduce.prod %data axes = [0, 2] : tensor<?x?x?xf16> -> tensor<?xf16>
  %3 = reduce.min %known axes = [0, 2] : tensor<16x59x2000xf16> -> tensor<59xf16>
  return %0, %1, %2, %3 : tensor<?xf16>, tensor<?xf16>, tensor<?xf16>, tensor<59xf16>
}

// -----

// An input in the first cache, short rows, one row for each result, an order that is
// prescribed, an unknown number of columns, too many dimensions of unknown extents, and a
// row of columns of which the memory has no room for two.
// CHECK-LABEL: func.func @others
// CHECK-NOT: memref.alloca
func.func @others(
    %small: tensor<4x8x40xf32>, %short: tensor<100x300x15xf32>,
    %one: tensor<500x1x100xf32>, %data: tensor<16x59x2000xf32>,
    %columns: tensor<?x59x2000x?xf32>, %five: tensor<?x?x?x?x?xf32>, %wide: tensor<10x10x20x3000xf32>)
    -> (tensor<8xf32>, tensor<300xf32>, tensor<1xf32>, tensor<59xf32>, tensor<59x?xf32>, tensor<?x?xf32>, tensor<10x3000xf32>) {
  %0 = reduce.min %small axes = [0, 2] : tensor<4x8x40xf32> -> tensor<8xf32>
  %1 = reduce.min %short axes = [0, 2] : tensor<100x300x15xf32> -> tensor<300xf32>
  %2 = reduce.min %one axes = [0, 2] : tensor<500x1x100xf32> -> tensor<1xf32>
  %3 = reduce.prod %data axes = [0, 2] {strict_order} : tensor<16x59x2000xf32> -> tensor<59xf32>
  %4 = reduce.min %columns axes = [0, 2] : tensor<?x59x2000x?xf32> -> tensor<59x?xf32>
  %5 = reduce.min %five axes = [0, 2, 4] : tensor<?x?x?x?x?xf32> -> tensor<?x?xf32>
  %6 = reduce.min %wide axes = [0, 2] : tensor<10x10x20x3000xf32> -> tensor<10x3000xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<8xf32>, tensor<300xf32>, tensor<1xf32>, tensor<59xf32>, tensor<59x?xf32>, tensor<?x?xf32>, tensor<10x3000xf32>
}
