// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=8,mask_registers=true,drops_nan=true,orders_zeros=true}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=8,mask_registers=true,drops_nan=true,orders_zeros=true,slow_split_loads=true}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s --check-prefixes=CHECK,SLOW
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=256,accumulators=8,blends=true,drops_nan=true}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=SHORT --implicit-check-not=extract_aligned_pointer
// SHORT: func @second_cache
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,drops_nan=true,orders_zeros=true}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=FEW

// In the second cache, strips of each row start at its first cache line. One row is read
// after another. A row's first vector starts with the row, its last two end with it at
// the latest.
// CHECK-LABEL: func @second_cache
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: %[[FIRST:.*]] = arith.andi %{{.*}}, %c15 : index
// CHECK-NOT: extract_aligned_pointer
// CHECK: scf.for %[[I:[^ ]*]] = %c0 to %c112 step %c16
// CHECK:   %[[OFFSET:.*]] = arith.addi %[[FIRST]], %[[I]]
// CHECK:   %[[PLACE:.*]] = arith.addi %[[ROW:.*]], %[[OFFSET]]
// CHECK:   vector.transfer_read %[[DATA:.*]][%[[PLACE]]], {{.*}} : tensor<133000xi32>, vector<16xi32>
// CHECK: vector.transfer_read %[[DATA]][%[[ROW]]]
// CHECK: %[[END:.*]] = arith.addi %[[FIRST]], %c112
// CHECK: arith.minui %[[END]], %c117
// CHECK: %[[NEXT:.*]] = arith.addi %[[FIRST]], %c128
// CHECK: arith.minui %[[NEXT]], %c117
// CHECK-NOT: arith.select
// CHECK-COUNT-7: scf.for %{{.*}} = %c0 to %c112 step %c16
func.func @second_cache(%data: tensor<1000x133xi32>) -> tensor<1000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x133xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// -----

// Each of these elements is combined once.
// CHECK-LABEL: func @product
// CHECK: %[[FIRST:.*]] = arith.andi %{{.*}}, %c15 : index
// CHECK: scf.for %{{.*}} = %c0 to %c176 step %c16
// CHECK: %[[MASK:.*]] = vector.create_mask %[[FIRST]] : vector<16xi1>
// CHECK: arith.select %[[MASK]]
// CHECK: %[[END:.*]] = arith.addi %[[FIRST]], %c176
// CHECK: %[[START:.*]] = arith.minui %[[END]], %c184
// CHECK: %[[REPEATED:.*]] = arith.subi %[[END]], %[[START]]
// CHECK: vector.create_mask %[[REPEATED]] : vector<16xi1>
func.func @product(%data: tensor<1000x200xi32>) -> tensor<1000xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<1000x200xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// -----

// Rows that take more operations are read side by side, and so are those in the first
// cache. Short ones of these are not aligned.
// CHECK-LABEL: func @side_by_side
// CHECK-COUNT-8: arith.andi %{{.*}}, %c15 : index
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c32
// CHECK-COUNT-8: vector.transfer_read
// CHECK: return
func.func @side_by_side(%data: tensor<1000x201xf32>) -> tensor<1000xf32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x201xf32> -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// CHECK-LABEL: func @near
// CHECK-COUNT-8: arith.andi %{{.*}}, %c15 : index
// CHECK: scf.for %{{.*}} = %c0 to %{{.*}} step %c16
// CHECK: return
func.func @near(%data: tensor<32x301xi32>) -> tensor<32xi32> {
  %0 = reduce.min %data axes = [1] : tensor<32x301xi32> -> tensor<32xi32>
  return %0 : tensor<32xi32>
}

// -----

// CHECK-LABEL: func @near_short
// CHECK-NOT: extract_aligned_pointer
// CHECK: return
func.func @near_short(%data: tensor<32x201xi32>) -> tensor<32xi32> {
  %0 = reduce.min %data axes = [1] : tensor<32x201xi32> -> tensor<32xi32>
  return %0 : tensor<32xi32>
}

// Rows of whole lines are not aligned, and neither are few rows that would not keep the
// processor busy.
// CHECK-LABEL: func @whole_lines
// CHECK-NOT: extract_aligned_pointer
// CHECK: return
func.func @whole_lines(%data: tensor<1000x192xi32>) -> tensor<1000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x192xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// CHECK-LABEL: func @few_rows
// CHECK-NOT: extract_aligned_pointer
// CHECK: return
func.func @few_rows(%data: tensor<7x2001xi32>) -> tensor<7xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<7x2001xi32> -> tensor<7xi32>
  return %0 : tensor<7xi32>
}

// -----

// Long rows that take more operations are aligned where loads of two lines are slow in
// the second cache.
// CHECK-LABEL: func @long_rows
// FAST-NOT: extract_aligned_pointer
// SLOW-COUNT-8: arith.andi %{{.*}}, %c15 : index
// CHECK: return
func.func @long_rows(%data: tensor<200x1001xf32>) -> tensor<200xf32> {
  %0 = reduce.min %data axes = [1] : tensor<200x1001xf32> -> tensor<200xf32>
  return %0 : tensor<200xf32>
}

// -----

// If extents are not known, all that is decided at run time: from 4 vectors to 16 KiB in
// the second cache here, where loads of two lines are slow there. Otherwise, rows are read one after
// another, and short ones need no aligned loads. Rows that are known to be long have a choice, too.
// CHECK-LABEL: func @unknown
// SLOW-DAG: %[[SIZE:.*]] = arith.muli
// SLOW-DAG: %[[IS_BEYOND:.*]] = arith.cmpi ugt, %[[SIZE]], %c12288
// SLOW-DAG: %[[LEAST:.*]] = arith.select %[[IS_BEYOND]], %c64, %c512
// SLOW-DAG: %[[RANGE:.*]] = arith.select %[[IS_BEYOND]], %c4032, %c0
// SLOW-DAG: %[[LENGTH:.*]] = arith.subi %{{.*}}, %[[LEAST]]
// SLOW-DAG: arith.cmpi ult, %[[LENGTH]], %[[RANGE]]
// SLOW-DAG: %[[REST:.*]] = arith.andi %{{.*}}, %c15
// SLOW-DAG: arith.cmpi ne, %[[REST]], %c0
// SLOW-COUNT-2: extract_aligned_pointer
// FAST: extract_aligned_pointer
// FAST-NOT: extract_aligned_pointer
// FAST: return
func.func @unknown(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// CHECK-LABEL: func @unknown_rows
// CHECK: scf.if
// CHECK: extract_aligned_pointer
func.func @unknown_rows(%data: tensor<?x1001xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x1001xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// Rows in the first cache that `inner` reads are aligned from 1.5 KiB on, and from 4 KiB if NaN is marked, unless
// they are whole lines or there is only one.
// CHECK-LABEL: func @near_rows
// CHECK: extract_aligned_pointer
func.func @near_rows(%data: tensor<7x603xi32>) -> tensor<7xi32> {
  %0 = reduce.min %data axes = [1] : tensor<7x603xi32> -> tensor<7xi32>
  return %0 : tensor<7xi32>
}

// -----

// CHECK-LABEL: func @near_numbers
// CHECK: extract_aligned_pointer
func.func @near_numbers(%data: tensor<7x1025xf32>) -> tensor<7xf32> {
  %0 = reduce.min %data axes = [1] : tensor<7x1025xf32> -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

// CHECK-LABEL: func @near_short_numbers
// CHECK-NOT: extract_aligned_pointer
// CHECK: return
func.func @near_short_numbers(%data: tensor<7x1023xf32>) -> tensor<7xf32> {
  %0 = reduce.min %data axes = [1] : tensor<7x1023xf32> -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// CHECK-LABEL: func @near_whole_lines
// CHECK-NOT: extract_aligned_pointer
// CHECK: return
func.func @near_whole_lines(%data: tensor<7x608xi32>) -> tensor<7xi32> {
  %0 = reduce.min %data axes = [1] : tensor<7x608xi32> -> tensor<7xi32>
  return %0 : tensor<7xi32>
}

// CHECK-LABEL: func @near_single_row
// CHECK-NOT: extract_aligned_pointer
// CHECK: return
func.func @near_single_row(%data: tensor<603xi32>) -> tensor<i32> {
  %0 = reduce.min %data axes = [0] : tensor<603xi32> -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// The product of floating-point numbers is never aligned.
// CHECK-LABEL: func @rounded
// CHECK-NOT: extract_aligned_pointer
// CHECK: return
func.func @rounded(%data: tensor<1000x201xf32>) -> tensor<1000xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<1000x201xf32> -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// -----

// Few accumulators have no lengths at which these rows are better aligned: no length is
// between 24 vectors and 4 strips, or between 10 vectors and 2 strips. Short rows must not
// be taken for such.
// FEW-LABEL: func @unknown_product
// FEW-NOT: arith.select %{{.*}}, %c-
// FEW: return
func.func @unknown_product(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
