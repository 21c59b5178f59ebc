// DEFINE: %{facts} = vector_bits=128,accumulators=4,l1_cache_bytes=8192,l2_cache_bytes=65536,last_cache_bytes=65536
// DEFINE: %{strategies} = --reduce-vectorize='strategies=outer-streams,outer' --canonicalize --cse
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={%{facts},streams=8}' %{strategies} | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={%{facts}}' %{strategies} | FileCheck %s --check-prefix=ONE-PLACE
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={%{facts},streams=8}' --reduce-vectorize='strategies=outer-streams,outer' --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,l1_cache_bytes=8192,l2_cache_bytes=65536,last_cache_bytes=65536,streams=8}' --reduce-vectorize='strategies=outer-streams,outer' --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=LINES

// ONE-PLACE-NOT: memref.alloca

// 200 outer indices are four parts of 50. The accumulators of 34 columns take 48
// places, as strips have 16. The first row replaces them, and the last one is
// combined with them on the way to the results.
// CHECK-LABEL: func.func @parts
// CHECK-DAG: %[[MEMORY:.*]] = memref.alloca() {alignment = 64 : i64} : memref<192xi32>
// CHECK: scf.for %[[FIRST:.*]] = %c0 to %c50 step %c1 iter_args
// CHECK:   scf.for %[[I:.*]] = %[[FIRST]] to %c200 step %c50 iter_args(%[[PLACE:.*]] = %c0)
// CHECK:     arith.addi %[[PLACE]], %c48 : index
// CHECK:     scf.for %[[COLUMN:.*]] = %c0 to %c32 step %c16 {
// CHECK:       %[[ROW:.*]] = vector.transfer_read %{{.*}}[%[[I]], %c0, %[[COLUMN]]], {{.*}} vector<16xi32>
// CHECK:       %[[AT:.*]] = arith.addi %[[COLUMN]], %[[PLACE]] : index
// CHECK:       vector.store %[[ROW]], %[[MEMORY]][%[[AT]]]
// CHECK:     vector.transfer_read %{{.*}}[%[[I]], %c0, %c32], {{.*}} vector<2xi32>
// CHECK:   scf.for %[[J:.*]] = %c1 to %c4 step %c1 {
// CHECK:     scf.for %[[I:.*]] = %[[FIRST]] to %c200 step %c50 iter_args(%[[PLACE:.*]] = %c0)
// CHECK:       scf.for %[[COLUMN:.*]] = %c0 to %c32 step %c16 {
// CHECK:         %[[AT:.*]] = arith.addi %[[COLUMN]], %[[PLACE]] : index
// CHECK:         %[[SO_FAR:.*]] = vector.load %[[MEMORY]][%[[AT]]]
// CHECK:         %[[ROW:.*]] = vector.transfer_read %{{.*}}[%[[I]], %[[J]], %[[COLUMN]]], {{.*}} vector<16xi32>
// CHECK:         %[[NEXT:.*]] = arith.minsi %[[SO_FAR]], %[[ROW]]
// CHECK:         vector.store %[[NEXT]], %[[MEMORY]][%[[AT]]]
// CHECK:   scf.for %[[I:.*]] = %[[FIRST]] to %c200 step %c50 iter_args(%[[PLACE:.*]] = %c0, %{{.*}} = %{{.*}})
// CHECK:     scf.for %[[COLUMN:.*]] = %c0 to %c32 step %c16 iter_args
// CHECK:       %[[SO_FAR:.*]] = vector.load %[[MEMORY]]
// CHECK:       %[[ROW:.*]] = vector.transfer_read %{{.*}}[%[[I]], %c4, %[[COLUMN]]], {{.*}} vector<16xi32>
// CHECK:       %[[RESULT:.*]] = arith.minsi %[[SO_FAR]], %[[ROW]]
// CHECK:       vector.transfer_write %[[RESULT]], %{{.*}}[%[[I]], %[[COLUMN]]]
// REMARK: Function=parts | Reason="rows are read in the order of memory, and those of several outer indices take turns", strategy=outer-streams, tile=4x1x34
func.func @parts(%data: tensor<200x5x34xi32>) -> tensor<200x34xi32> {
  %0 = reduce.min %data axes = [1] : tensor<200x5x34xi32> -> tensor<200x34xi32>
  return %0 : tensor<200x34xi32>
}

// A turn is at most 256 bytes, 64 of 150 columns: the last one has 16 and 6.
// CHECK-LABEL: func.func @turns
// CHECK: scf.for %[[FIRST:.*]] = %c0 to %c15 step %c1
// CHECK:   scf.for %[[ROW:.*]] = %c1 to %c3 step %c1 {
// CHECK:     scf.for %[[FROM:.*]] = %c0 to %c150 step %c64 {
// CHECK:       %[[END:.*]] = arith.addi %[[FROM]], %c64 : index
// CHECK:       %[[TO:.*]] = arith.minui %[[END]], %c150 : index
// CHECK:       scf.for %[[I:.*]] = %[[FIRST]] to %c60 step %c15
// CHECK:         %[[LIMIT:.*]] = arith.minui %[[TO]], %c144 : index
// CHECK:         scf.for %{{.*}} = %[[FROM]] to %[[LIMIT]] step %c16
// CHECK:         %[[IS_LAST:.*]] = arith.cmpi eq, %[[TO]], %c150 : index
// CHECK:         scf.if %[[IS_LAST]]
// CHECK:           vector.transfer_read %{{.*}}[%[[I]], %[[ROW]], %c144], {{.*}} vector<4xi32>
// CHECK:           vector.transfer_read %{{.*}}[%[[I]], %[[ROW]], %{{.*}}], {{.*}} vector<2xi32>
// REMARK: Function=turns | {{.*}}strategy=outer-streams, tile=4x1x64
func.func @turns(%data: tensor<60x4x150xi32>) -> tensor<60x150xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<60x4x150xi32> -> tensor<60x150xi32>
  return %0 : tensor<60x150xi32>
}

// There may be fewer parts: three of 3, 3 and 3.
// CHECK-LABEL: func.func @fewer_parts
// CHECK: scf.for %[[FIRST:.*]] = %c0 to %c3 step %c1
// CHECK:   scf.for %{{.*}} = %[[FIRST]] to %c9 step %c3
func.func @fewer_parts(%data: tensor<9x5x512xi32>) -> tensor<9x512xi32> {
  %0 = reduce.min %data axes = [1] : tensor<9x5x512xi32> -> tensor<9x512xi32>
  return %0 : tensor<9x512xi32>
}

// The last part may be shorter: parts of 3, 3, 3 and 1.
// CHECK-LABEL: func.func @shorter_part
// CHECK: scf.for %[[FIRST:.*]] = %c0 to %c3 step %c1
// CHECK:   scf.for %{{.*}} = %[[FIRST]] to %c10 step %c3
func.func @shorter_part(%data: tensor<10x5x512xi32>) -> tensor<10x512xi32> {
  %0 = reduce.min %data axes = [1] : tensor<10x5x512xi32> -> tensor<10x512xi32>
  return %0 : tensor<10x512xi32>
}

// The elements of a column are combined in order, from the start that `init` has
// on, so the combiner need not allow reassociation.
// CHECK-LABEL: func.func @in_order
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %c200 step %c50
// CHECK:   %[[START:.*]] = vector.transfer_read %{{.*}}[%[[I]], %[[COLUMN:.*]]], {{.*}} vector<16xf32>
// CHECK:   %[[ROW:.*]] = vector.transfer_read %{{.*}}[%[[I]], %c0, %[[COLUMN]]], {{.*}} vector<16xf32>
// CHECK:   %[[FIRST:.*]] = arith.mulf %[[START]], %[[ROW]]
// CHECK:   vector.store %[[FIRST]]
// CHECK: scf.for
// CHECK:   %[[SO_FAR:.*]] = vector.load
// CHECK:   %[[ROW:.*]] = vector.transfer_read
// CHECK:   arith.mulf %[[SO_FAR]], %[[ROW]]
func.func @in_order(%data: tensor<200x5x34xf32>, %init: tensor<200x34xf32>) -> tensor<200x34xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, c)>],
      iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<200x5x34xf32>) outs(%init : tensor<200x34xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.mulf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<200x34xf32>
  return %0 : tensor<200x34xf32>
}

// Without masked arithmetic, minima of bf16 have two accumulators in loops, for
// the keys of each sign. The first row starts with neutral ones.
// CHECK-LABEL: func.func @keys
// CHECK-DAG: memref.alloca() {{.*}} : memref<256xi16>
// CHECK-DAG: memref.alloca() {{.*}} : memref<256xi16>
// CHECK: scf.for
// CHECK:   %[[ROW:.*]] = vector.transfer_read %{{.*}}[%{{.*}}, %c0, %{{.*}}], {{.*}} vector<16xbf16>
// CHECK:   vector.store %{{.*}}, %[[FIRST:.*]][%{{.*}}] : memref<256xi16>, vector<16xi16>
// CHECK:   vector.store %{{.*}}, %[[SECOND:.*]][%{{.*}}] : memref<256xi16>, vector<16xi16>
// CHECK: scf.for
// CHECK:   vector.load %[[FIRST]]
// CHECK:   vector.load %[[SECOND]]
// CHECK: vector.load %[[FIRST]]
// CHECK: vector.load %[[SECOND]]
// CHECK: vector.transfer_read %{{.*}}[%{{.*}}, %c4, %{{.*}}], {{.*}} vector<16xbf16>
// CHECK: vector.transfer_write {{.*}} vector<16xbf16>
// REMARK: Function=keys | {{.*}}strategy=outer-streams
func.func @keys(%data: tensor<200x5x64xbf16>) -> tensor<200x64xbf16> {
  %0 = reduce.min %data axes = [1] : tensor<200x5x64xbf16> -> tensor<200x64xbf16>
  return %0 : tensor<200x64xbf16>
}

// If extents are not known, the input has to be larger than the last cache, there
// have to be as many outer indices as parts, rows of 128 to 6,144 bytes, and at
// most 98,304 bytes of each index.
// CHECK-LABEL: func.func @unknown
// CHECK: memref.alloca() {{.*}} : memref<6144xi32>
// CHECK-DAG: %[[N:.*]] = tensor.dim %{{.*}}, %c0
// CHECK-DAG: %[[K:.*]] = tensor.dim %{{.*}}, %c2
// CHECK: arith.cmpi ugt, %{{.*}}, %c16384 : index
// CHECK: %[[PARTS:.*]] = arith.subi %[[N]], %c4 : index
// CHECK: arith.cmpi ult, %[[PARTS]]
// CHECK: %[[COLUMNS:.*]] = arith.subi %[[K]], %c32 : index
// CHECK: arith.cmpi ult, %[[COLUMNS]], %c1505 : index
// CHECK: arith.cmpi ult, %{{.*}}, %c24577 : index
// CHECK: scf.if
// CHECK:   %[[DISTANCE:.*]] = arith.ceildivui %[[N]], %c4 : index
// CHECK:   scf.for %{{.*}} = %c0 to %[[DISTANCE]]
// CHECK: } else {
// REMARK: Function=unknown | Reason="whether rows are read in the order of memory, and those of several outer indices take turns, is decided at run time", strategy=outer-streams, tile=4x1x64
func.func @unknown(%data: tensor<?x?x?xi32>) -> tensor<?x?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?x?xi32> -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

// Accumulators take at most 48 KiB, so those of 64 bits are 6,144: 1,536 of each part.
// CHECK-LABEL: func.func @wide_accumulators
// CHECK: memref.alloca() {{.*}} : memref<6144xi64>
// CHECK: arith.cmpi ult, %{{.*}}, %c1409 : index
// REMARK: Function=wide_accumulators | {{.*}}strategy=outer-streams
func.func @wide_accumulators(%data: tensor<?x?x?xi8>, %init: tensor<?x?xi64>) -> tensor<?x?xi64> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, c)>],
      iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%data : tensor<?x?x?xi8>) outs(%init : tensor<?x?xi64>) {
  ^bb0(%element: i8, %accumulator: i64):
    %extended = arith.extsi %element : i8 to i64
    %1 = arith.addi %accumulator, %extended : i64
    linalg.yield %1 : i64
  } -> tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}

// REMARK: Function=cached | {{.*}}strategy=outer,
func.func @cached(%data: tensor<100x5x32xi32>) -> tensor<100x32xi32> {
  %0 = reduce.min %data axes = [1] : tensor<100x5x32xi32> -> tensor<100x32xi32>
  return %0 : tensor<100x32xi32>
}

// REMARK: Function=few_outer_indices | {{.*}}strategy=outer,
func.func @few_outer_indices(%data: tensor<3x10x1000xi32>) -> tensor<3x1000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<3x10x1000xi32> -> tensor<3x1000xi32>
  return %0 : tensor<3x1000xi32>
}

// REMARK: Function=short_rows | {{.*}}strategy=outer,
func.func @short_rows(%data: tensor<2000x10x7xi32>) -> tensor<2000x7xi32> {
  %0 = reduce.min %data axes = [1] : tensor<2000x10x7xi32> -> tensor<2000x7xi32>
  return %0 : tensor<2000x7xi32>
}

// REMARK: Function=long_rows | {{.*}}strategy=outer,
func.func @long_rows(%data: tensor<20x10x1537xi32>) -> tensor<20x1537xi32> {
  %0 = reduce.min %data axes = [1] : tensor<20x10x1537xi32> -> tensor<20x1537xi32>
  return %0 : tensor<20x1537xi32>
}

// REMARK: Function=many_rows | {{.*}}strategy=outer,
func.func @many_rows(%data: tensor<20x193x128xi32>) -> tensor<20x128xi32> {
  %0 = reduce.min %data axes = [1] : tensor<20x193x128xi32> -> tensor<20x128xi32>
  return %0 : tensor<20x128xi32>
}

// REMARK: Function=all_rows | {{.*}}strategy=outer,
func.func @all_rows(%data: tensor<3000x100xi32>) -> tensor<100xi32> {
  %0 = reduce.min %data axes = [0] : tensor<3000x100xi32> -> tensor<100xi32>
  return %0 : tensor<100xi32>
}

// If vectors are cache lines, rows of more than 3 KiB are streams themselves.
// REMARK: Function=long_rows_of_lines | {{.*}}strategy=outer-streams,
// LINES: Function=turns_of_lines | {{.*}}strategy=outer-streams,
func.func @turns_of_lines(%data: tensor<20x10x768xi32>) -> tensor<20x768xi32> {
  %0 = reduce.min %data axes = [1] : tensor<20x10x768xi32> -> tensor<20x768xi32>
  return %0 : tensor<20x768xi32>
}

// LINES: Function=long_rows_of_lines | {{.*}}strategy=outer,
func.func @long_rows_of_lines(%data: tensor<20x10x769xi32>) -> tensor<20x769xi32> {
  %0 = reduce.min %data axes = [1] : tensor<20x10x769xi32> -> tensor<20x769xi32>
  return %0 : tensor<20x769xi32>
}
