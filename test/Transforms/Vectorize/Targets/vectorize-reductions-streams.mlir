// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=256,streams=8,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=32768}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=256,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=32768}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=ORDER
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,streams=8,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=32768}' --reduce-vectorize=strategies=column-groups,inner --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=GROUPS
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=256,streams=8,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=32768}' --reduce-vectorize=strategies=column-groups,inner --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=SHORT
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=256,streams=8,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=32768}' --reduce-vectorize --split-input-file --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Inputs beyond the second cache, on a machine that reads memory faster in eight places than in
// one: parts of a loop take turns. Without `streams`, no loop is inside another.

// Seven parts of 80 strips, and one of 65. Two strips of 256 bytes are a turn.
// CHECK-LABEL: func.func @long_row
// CHECK-DAG: %[[ZERO:.+]] = arith.constant 0 : index
// CHECK-DAG: %[[STRIP:.+]] = arith.constant 64 : index
// CHECK-DAG: %[[TURN:.+]] = arith.constant 128 : index
// CHECK-DAG: %[[PART:.+]] = arith.constant 5120 : index
// CHECK-DAG: %[[END:.+]] = arith.constant 40000 : index
// CHECK: scf.for %[[PLACE:.+]] = %[[ZERO]] to %[[PART]] step %[[TURN]] iter_args(%[[FIRST:.+]] = %{{.+}}) -> (vector<64xi32>)
// CHECK: scf.for %[[FROM:.+]] = %[[PLACE]] to %[[END]] step %[[PART]] iter_args(%[[SECOND:.+]] = %[[FIRST]]) -> (vector<64xi32>)
// CHECK: %[[AFTER:.+]] = arith.addi %[[FROM]], %[[TURN]] : index
// CHECK: %[[TO:.+]] = arith.minsi %[[AFTER]], %[[END]] : index
// CHECK: scf.for %[[OFFSET:.+]] = %[[FROM]] to %[[TO]] step %[[STRIP]] iter_args(%{{.+}} = %[[SECOND]]) -> (vector<64xi32>)
// CHECK: vector.transfer_read %{{.+}}[%[[OFFSET]]]
// CHECK-NOT: scf.for
// ORDER-LABEL: func.func @long_row
// ORDER: scf.for
// ORDER-NOT: scf.for
// ORDER: return
func.func @long_row(%data: tensor<40000xi32>) -> tensor<i32> {
  %0 = reduce.prod %data axes = [0] : tensor<40000xi32> -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// Without reassociation, the elements of a column are combined in order.
// CHECK-LABEL: func.func @in_order
// CHECK-NOT: arith.minsi
// CHECK: return
func.func @in_order(%data: tensor<4000x9xf32>, %init: tensor<9xf32>) -> tensor<9xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<4000x9xf32>) outs(%init : tensor<9xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.mulf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

// With it, two groups of seven rows are a turn. The last group is read with elements after it.
// CHECK-LABEL: func.func @in_any_order
// CHECK-DAG: %[[END:.+]] = arith.constant 35937 : index
// CHECK-DAG: %[[GROUP:.+]] = arith.constant 63 : index
// CHECK-DAG: %[[TURN:.+]] = arith.constant 126 : index
// CHECK-DAG: %[[PART:.+]] = arith.constant 4536 : index
// CHECK: scf.for %{{.+}} = %{{.+}} to %[[PART]] step %[[TURN]]
// CHECK: scf.for %{{.+}} = %{{.+}} to %[[END]] step %[[PART]]
// CHECK: scf.for %{{.+}} = %{{.+}} to %{{.+}} step %[[GROUP]]
func.func @in_any_order(%data: tensor<4000x9xf32>) -> tensor<9xf32> {
  %0 = reduce.min %data axes = [0] : tensor<4000x9xf32> -> tensor<9xf32>
  return %0 : tensor<9xf32>
}

// -----

// The input is in the second cache.
// CHECK-LABEL: func.func @near
// CHECK: scf.for
// CHECK-NOT: scf.for
func.func @near(%data: tensor<2900xi32>) -> tensor<i32> {
  %0 = reduce.prod %data axes = [0] : tensor<2900xi32> -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// Eight blocks of eight rows are a turn.
// CHECK-LABEL: func.func @short_rows
// CHECK-DAG: %[[PART:.+]] = arith.constant 5056 : index
// CHECK-DAG: %[[TURN:.+]] = arith.constant 64 : index
// CHECK-DAG: %[[BLOCK:.+]] = arith.constant 8 : index
// CHECK: scf.for %{{.+}} = %{{.+}} to %[[PART]] step %[[TURN]]
// CHECK: scf.for %{{.+}} = %{{.+}} to %{{.+}} step %[[PART]]
// CHECK: scf.for %{{.+}} = %{{.+}} to %{{.+}} step %[[BLOCK]]
func.func @short_rows(%data: tensor<40000x2xi32>) -> tensor<40000xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<40000x2xi32> -> tensor<40000xi32>
  return %0 : tensor<40000xi32>
}

// -----

// Few rows of more than a turn take turns themselves: of more than 512 bytes, in four parts.
// CHECK-LABEL: func.func @rows
// CHECK-DAG: %[[PART:.+]] = arith.constant 5 : index
// CHECK-DAG: %[[ONE:.+]] = arith.constant 1 : index
// CHECK: scf.for %{{.+}} = %{{.+}} to %[[PART]] step %[[ONE]]
// CHECK: scf.for %{{.+}} = %{{.+}} to %{{.+}} step %[[PART]]
// CHECK: scf.for %{{.+}} = %{{.+}} to %{{.+}} step %[[ONE]]
// CHECK: scf.for
// CHECK-NOT: scf.for
func.func @rows(%data: tensor<20x400xf32>) -> tensor<20xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<20x400xf32> -> tensor<20xf32>
  return %0 : tensor<20xf32>
}

// -----

// Many rows are spread: eight at a time, 13 rows apart. The last part has nine rows, and
// repeats the last one.
// REMARK: Function=spread | Reason="rows in several places of memory are read side by side", strategy=row-groups, tile=8x8
// CHECK-LABEL: func.func @spread
// CHECK-DAG: %[[LAST:.+]] = arith.constant 99 : index
// CHECK-DAG: %[[PART:.+]] = arith.constant 13 : index
// CHECK-DAG: %[[LENGTH:.+]] = arith.constant 1024 : index
// CHECK: scf.for %[[FIRST:.+]] = %c0 to %[[PART]] step %c1
// CHECK: %[[ROW:.+]] = arith.minui %[[FIRST]], %[[LAST]]
// CHECK: %[[NEXT:.+]] = arith.addi %[[FIRST]], %[[PART]]
// CHECK: %[[NEXT_ROW:.+]] = arith.minui %[[NEXT]], %[[LAST]]
// CHECK: %[[START:.+]] = arith.muli %[[ROW]], %[[LENGTH]]
// CHECK: %[[NEXT_START:.+]] = arith.muli %[[NEXT_ROW]], %[[LENGTH]]
// CHECK: scf.for %[[OFFSET:.+]] = %c0 to %[[LENGTH]] step %c8
// CHECK: %[[PLACE:.+]] = arith.addi %[[START]], %[[OFFSET]]
// CHECK: vector.transfer_read %{{.+}}[%[[PLACE]]], {{.+}} vector<8xi32>
// CHECK: %[[NEXT_PLACE:.+]] = arith.addi %[[NEXT_START]], %[[OFFSET]]
// CHECK: vector.transfer_read %{{.+}}[%[[NEXT_PLACE]]], {{.+}} vector<8xi32>
// CHECK-COUNT-6: vector.transfer_read {{.+}} vector<8xi32>
// CHECK-NOT: transfer_read
// CHECK: scf.yield
// CHECK: vector.transfer_write %{{.+}}[%[[ROW]]] {{.+}} vector<1xi32>
// CHECK: vector.transfer_write %{{.+}}[%[[NEXT_ROW]]] {{.+}} vector<1xi32>
// CHECK-COUNT-6: vector.transfer_write {{.+}} vector<1xi32>
// CHECK-NOT: transfer_write
// CHECK: return
// ORDER-LABEL: func.func @spread
// ORDER: vector.transfer_read {{.+}} vector<64xi32>
func.func @spread(%data: tensor<100x1024xi32>) -> tensor<100xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<100x1024xi32> -> tensor<100xi32>
  return %0 : tensor<100xi32>
}

// -----

// Rows of few vectors have no loop. Of vectors of four lanes, the results are two vectors.
// REMARK: Function=spread_vectors {{.*}}, tile=8x4
// CHECK-LABEL: func.func @spread_vectors
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK-COUNT-24: vector.transfer_read {{.+}} vector<4xi64>
// CHECK-NOT: transfer_read
// CHECK-COUNT-8: vector.transfer_write {{.+}} vector<1xi64>
// CHECK-NOT: transfer_write
// CHECK: return
func.func @spread_vectors(%data: tensor<1000x9xi64>) -> tensor<1000xi64> {
  %0 = reduce.min %data axes = [1] : tensor<1000x9xi64> -> tensor<1000xi64>
  return %0 : tensor<1000xi64>
}

// -----

// Rows of 68 bytes are spread (those of 64 are short-rows); those of 60 bytes and 512 KiB are not.
// REMARK: Function=short_length | Reason="rows in several places
func.func @short_length(%data: tensor<2000x17xf32>) -> tensor<2000xf32> {
  %0 = reduce.min %data axes = [1] : tensor<2000x17xf32> -> tensor<2000xf32>
  return %0 : tensor<2000xf32>
}

// -----

// REMARK: Function=shorter {{.*}}"rows are not long
func.func @shorter(%data: tensor<2000x15xi32>) -> tensor<2000xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<2000x15xi32> -> tensor<2000xi32>
  return %0 : tensor<2000xi32>
}

// -----

// REMARK: Function=greatest_length | Reason="rows in several places
func.func @greatest_length(%data: tensor<64x131071xi32>) -> tensor<64xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<64x131071xi32> -> tensor<64xi32>
  return %0 : tensor<64xi32>
}

// -----

// REMARK: Function=longer {{.*}}, strategy=inner
func.func @longer(%data: tensor<64x131072xi32>) -> tensor<64xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<64x131072xi32> -> tensor<64xi32>
  return %0 : tensor<64xi32>
}

// -----

// In the last cache, rows of 160 bytes are spread and shorter ones are not: of 512 bytes, if
// elements have 16 bits.
// REMARK: Function=cached {{.*}}"rows in several places
func.func @cached(%data: tensor<100x40xf32>) -> tensor<100xf32> {
  %0 = reduce.min %data axes = [1] : tensor<100x40xf32> -> tensor<100xf32>
  return %0 : tensor<100xf32>
}

// -----

// REMARK-NOT: Function=cached_shorter {{.*}}"rows in several places
func.func @cached_shorter(%data: tensor<100x39xf32>) -> tensor<100xf32> {
  %0 = reduce.min %data axes = [1] : tensor<100x39xf32> -> tensor<100xf32>
  return %0 : tensor<100xf32>
}

// -----

// REMARK: Function=cached_words {{.*}}"rows in several places
func.func @cached_words(%data: tensor<64x256xi16>) -> tensor<64xi16> {
  %0 = reduce.min %data axes = [1] : tensor<64x256xi16> -> tensor<64xi16>
  return %0 : tensor<64xi16>
}

// -----

// REMARK-NOT: Function=cached_shorter_words {{.*}}"rows in several places
func.func @cached_shorter_words(%data: tensor<64x255xi16>) -> tensor<64xi16> {
  %0 = reduce.min %data axes = [1] : tensor<64x255xi16> -> tensor<64xi16>
  return %0 : tensor<64xi16>
}

// -----

// Parts of fewer than eight rows are too close to each other.
// REMARK: Function=few_rows_of_parts {{.*}}, strategy=inner
func.func @few_rows_of_parts(%data: tensor<63x4000xi32>) -> tensor<63xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<63x4000xi32> -> tensor<63xi32>
  return %0 : tensor<63xi32>
}

// -----

// These results may not be stored twice.
// REMARK: Function=accumulating {{.*}}, strategy=inner
func.func @accumulating(%data: tensor<100x1024xi32>, %init: tensor<100xi32>) -> tensor<100xi32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%data : tensor<100x1024xi32>) outs(%init : tensor<100xi32>) {
  ^bb0(%element: i32, %accumulator: i32):
    %1 = arith.muli %accumulator, %element : i32
    linalg.yield %1 : i32
  } -> tensor<100xi32>
  return %0 : tensor<100xi32>
}

// -----

// Whether rows are spread is decided at run time.
// REMARK: Function=unknown_number {{.*}}"rows are long: whether several are read side by side is decided at run time", strategy=row-groups
// CHECK-LABEL: func.func @unknown_number
// CHECK-DAG: %[[ROWS:.+]] = tensor.dim %{{.+}}, %c0
// CHECK-DAG: %[[MANY:.+]] = arith.cmpi uge, %[[ROWS]], %c64
// CHECK-DAG: %[[LARGE:.+]] = arith.cmpi ugt, %{{.+}}, %c3072
// CHECK: %[[SPREAD:.+]] = arith.andi %[[LARGE]], %[[MANY]]
// CHECK: scf.if %[[SPREAD]]
// CHECK-COUNT-8: vector.transfer_read {{.+}} vector<8xi32>
// CHECK-NOT: transfer_read
// CHECK: } else {
// CHECK: vector.transfer_read {{.+}} vector<64xi32>
func.func @unknown_number(%data: tensor<?x1024xi32>) -> tensor<?xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<?x1024xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// Short rows are spread in memory only.
// CHECK-LABEL: func.func @unknown_number_of_short_rows
// CHECK: %[[MANY:.+]] = arith.cmpi uge, %{{.+}}, %c64
// CHECK: %[[FAR:.+]] = arith.cmpi ugt, %[[ELEMENTS:.+]], %c3072
// CHECK: %[[BOTH:.+]] = arith.andi %[[FAR]], %[[MANY]]
// CHECK: %[[IN_MEMORY:.+]] = arith.cmpi ugt, %[[ELEMENTS]], %c8192
// CHECK: %[[SPREAD:.+]] = arith.andi %[[BOTH]], %[[IN_MEMORY]]
// CHECK: scf.if %[[SPREAD]]
func.func @unknown_number_of_short_rows(%data: tensor<?x39xi32>) -> tensor<?xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<?x39xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// A group of rows of bytes would have 16.
// REMARK: Function=unknown_number_of_bytes {{.*}}"rows are long: whether several {{.*}}, tile=8x32
func.func @unknown_number_of_bytes(%data: tensor<?x5000xi8>) -> tensor<?xi8> {
  %0 = reduce.min %data axes = [1] : tensor<?x5000xi8> -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// -----

// Of unknown length, rows have at least 128 bytes in memory, and 384 in the last cache.
// CHECK-LABEL: func.func @unknown_rows
// CHECK: %[[LENGTH:.+]] = tensor.dim %{{.+}}, %c1
// CHECK: %[[OVER:.+]] = arith.subi %[[LENGTH]], %c32
// CHECK: %[[FITS:.+]] = arith.cmpi ult, %[[OVER]], %c131040
// CHECK: %[[SOME:.+]] = arith.andi %{{.+}}, %[[FITS]]
// CHECK: %[[FAR:.+]] = arith.cmpi ugt, %[[ELEMENTS:.+]], %c3072
// CHECK: %[[FARTHER_SOME:.+]] = arith.andi %[[FAR]], %[[SOME]]
// CHECK: %[[IN_MEMORY:.+]] = arith.cmpi ugt, %[[ELEMENTS]], %c8192
// CHECK: %[[OVER_CACHED:.+]] = arith.subi %[[LENGTH]], %c96
// CHECK: %[[FITS_CACHED:.+]] = arith.cmpi ult, %[[OVER_CACHED]], %c130976
// CHECK: %[[FITS_EITHER:.+]] = arith.ori %[[FITS_CACHED]], %[[IN_MEMORY]]
// CHECK: %[[SPREAD:.+]] = arith.andi %[[FARTHER_SOME]], %[[FITS_EITHER]]
// CHECK: scf.if %[[SPREAD]]
// CHECK-COUNT-8: vector.transfer_read {{.+}} vector<8xi32>
func.func @unknown_rows(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// Three long rows are not enough: each is read in streams.
// CHECK-LABEL: func.func @few_rows
// CHECK: vector.transfer_read {{.+}} vector<64xi32>
func.func @few_rows(%data: tensor<3x8000xi32>) -> tensor<3xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<3x8000xi32> -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// Few columns: in a cache, outer indices take turns, and strips go over all rows of each.
// CHECK-LABEL: func.func @columns
// CHECK-DAG: %[[PART:.+]] = arith.constant 20 : index
// CHECK: scf.for %{{.+}} = %{{.+}} to %[[PART]] step %c2
// CHECK: scf.for %{{.+}} = %{{.+}} to %{{.+}} step %[[PART]]
func.func @columns(%data: tensor<150x6x9xi32>) -> tensor<150x9xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<150x6x9xi32> -> tensor<150x9xi32>
  return %0 : tensor<150x9xi32>
}

// -----

// Longer turns, of fewer parts.
// CHECK-LABEL: func.func @more_rows
// CHECK-DAG: %[[PART:.+]] = arith.constant 10 : index
// CHECK: scf.for %{{.+}} = %{{.+}} to %[[PART]] step %c1
// CHECK: scf.for %{{.+}} = %{{.+}} to %{{.+}} step %[[PART]]
func.func @more_rows(%data: tensor<40x20x9xi32>) -> tensor<40x9xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<40x20x9xi32> -> tensor<40x9xi32>
  return %0 : tensor<40x9xi32>
}

// -----

// Fewer columns than a vector: in a cache, groups of outer indices are better.
// REMARK: Function=fewer_columns {{.*}} strategy=column-groups
// CHECK-LABEL: func.func @fewer_columns
// CHECK-NOT: arith.minsi
// CHECK: return
func.func @fewer_columns(%data: tensor<200x6x5xi32>) -> tensor<200x5xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<200x6x5xi32> -> tensor<200x5xi32>
  return %0 : tensor<200x5xi32>
}

// -----

// REMARK: Function=fewer_columns_in_memory {{.*}} strategy=outer,
// CHECK-LABEL: func.func @fewer_columns_in_memory
// CHECK: arith.minsi
func.func @fewer_columns_in_memory(%data: tensor<410x6x5xi32>) -> tensor<410x5xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<410x6x5xi32> -> tensor<410x5xi32>
  return %0 : tensor<410x5xi32>
}

// -----

// Groups of outer indices take turns, unless columns are fewer than a vector: then a group stores
// what a later one replaces. If vectors are shorter than lines, groups are for inputs in a cache only,
// and no turns are taken.
// GROUPS-LABEL: func.func @unknown_columns
// GROUPS: %[[COLUMNS:.+]] = tensor.dim %{{.+}}, %c2
// GROUPS: %[[FILL:.+]] = arith.cmpi uge, %[[COLUMNS]], %c16
// GROUPS: %[[FAR:.+]] = arith.cmpi ugt, %{{.+}}, %c3072
// GROUPS: %[[USED:.+]] = arith.andi %[[FAR]], %[[FILL]] : i1
// GROUPS: scf.if %[[USED]] -> (index, index)
// SHORT-LABEL: func.func @unknown_columns
// SHORT-NOT: -> (index, index)
// SHORT: scf.for {{.*}} -> (index, tensor<?xi32>)
func.func @unknown_columns(%data: tensor<?x?x?xi32>) -> tensor<?x?xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?x?xi32> -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// -----

// Whether there are streams is decided at run time: of a long row, or not.
// CHECK-LABEL: func.func @unknown
// CHECK-DAG: %[[FAR:.+]] = arith.constant 3072 : index
// CHECK-DAG: %[[LONG:.+]] = arith.constant 24576 : index
// CHECK: %[[LENGTH:.+]] = tensor.dim
// CHECK: arith.cmpi ugt, %[[LENGTH]], %[[FAR]] : index
// CHECK: arith.cmpi uge, %[[LENGTH]], %[[LONG]] : index
// CHECK: scf.if
// CHECK: arith.ceildivui
// CHECK: } else {
// CHECK-NOT: arith.ceildivui
// CHECK: return
func.func @unknown(%data: tensor<?xi32>) -> tensor<i32> {
  %0 = reduce.prod %data axes = [0] : tensor<?xi32> -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// A slice of a large tensor may have no elements: that is no divisor.
// CHECK-LABEL: func.func @slices
// CHECK: scf.if
// CHECK: %[[ELEMENTS:.+]] = arith.maxui %{{.+}}, %c1
// CHECK: %[[LONG:.+]] = arith.cmpi uge, %[[ELEMENTS]], %c129
// CHECK: %[[PARTS:.+]] = arith.select %[[LONG]], %c4, %c8
// CHECK: arith.divui %c128, %[[ELEMENTS]]
// CHECK: arith.ceildivui %{{.+}}, %[[PARTS]]
func.func @slices(%data: tensor<?x?xi32>, %rows: index, %length: index, %out: tensor<4x?xi32>) -> tensor<4x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%tensor = %out) -> (tensor<4x?xi32>) {
    %slice = tensor.extract_slice %data[%i, 0] [%rows, %length] [1, 1] : tensor<?x?xi32> to tensor<?x?xi32>
    %1 = reduce.prod %slice axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
    %2 = tensor.insert_slice %1 into %tensor[%i, 0] [1, %rows] [1, 1] : tensor<?xi32> into tensor<4x?xi32>
    scf.yield %2 : tensor<4x?xi32>
  }
  return %0 : tensor<4x?xi32>
}
