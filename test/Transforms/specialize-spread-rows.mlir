// DEFINE: %{facts} = vector_bits=512,mask_registers=true,permuted_bits=8,slow_far_split_loads=true,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=65536
// DEFINE: %{specialize} = reduce-opt %s -split-input-file -convert-reduce-to-linalg -reduce-attach-vector-target='facts={%{facts},unrolled_streams=8}' -reduce-specialize-spread-rows
// RUN: %{specialize} -cse | FileCheck %s
// RUN: %{specialize} -reduce-outline-kernels='min-uses=2 versions=true' | FileCheck %s --check-prefix=OUTLINED
// RUN: %{specialize} -reduce-outline-kernels='min-uses=2 versions=true' -reduce-specialize-extents -reduce-vectorize -canonicalize -cse | FileCheck %s --check-prefix=LOOPS
// RUN: reduce-opt %s -split-input-file -convert-reduce-to-linalg -reduce-attach-vector-target='facts={%{facts}}' -reduce-specialize-spread-rows | FileCheck %s --check-prefix=ONE-PLACE

// Rows are spread if the last cache does not have them, and there are at least 32 of 256 bytes to
// 256 KiB each. This version is a function of its own, even if nothing else calls it.

// ONE-PLACE-NOT: reduce.spread_rows

// CHECK-LABEL: func.func @rows
// CHECK-SAME: %[[DATA:.*]]: tensor<?x?xi32>
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %[[DATA]], %c0
// CHECK-DAG: %[[MANY:.*]] = arith.cmpi uge, %[[ROWS]], %c32
// CHECK-DAG: %[[LENGTH:.*]] = tensor.dim %[[DATA]], %c1
// CHECK-DAG: %[[LONGER:.*]] = arith.subi %[[LENGTH]], %c64
// CHECK-DAG: %[[HAS_LENGTH:.*]] = arith.cmpi ult, %[[LONGER]], %c65472
// CHECK-DAG: %[[FIT:.*]] = arith.andi %[[MANY]], %[[HAS_LENGTH]]
// CHECK-DAG: %[[LARGER:.*]] = arith.cmpi ugt, %{{.*}}, %c16384
// CHECK-DAG: %[[SPREAD:.*]] = arith.andi %[[LARGER]], %[[FIT]]
// CHECK: scf.if %[[SPREAD]]
// CHECK: linalg.generic {{.*}} ins(%[[DATA]] : tensor<?x?xi32>) {{.*}}reduce.spread_rows
// CHECK: } else {
// CHECK: linalg.generic
// CHECK-NOT: reduce.spread_rows
// CHECK: return

// OUTLINED-LABEL: func.func @rows
// OUTLINED: scf.if
// OUTLINED: reduce.call_kernel @[[KERNEL:.*]] ins(%{{.*}} : tensor<?x?xi32>)
// OUTLINED: } else {
// OUTLINED-NOT: call_kernel
// OUTLINED: linalg.generic
// OUTLINED: func.func private @[[KERNEL]]
// OUTLINED-SAME: passthrough = ["noinline"]

// The function has one loop over rows, without a choice and without versions for short rows. In each
// of four places, it reads half a line at a time.
// LOOPS-LABEL: func.func @rows
// LOOPS: scf.index_switch
// LOOPS: func.func private @reduce.kernel
// LOOPS-NOT: scf.if
// LOOPS-NOT: scf.index_switch
// LOOPS: %[[PART:.*]] = arith.ceildivui %{{.*}}, %c4
// LOOPS: scf.for %[[FIRST:.*]] = %c0 to %[[PART]] step %c1
// LOOPS: %[[SECOND:.*]] = arith.addi %[[FIRST]], %[[PART]]
// LOOPS: scf.for
// LOOPS-COUNT-8: vector.transfer_read {{.*}} vector<8xi32>
// LOOPS-COUNT-4: vector.transfer_write
// LOOPS-NOT: scf.for
// LOOPS: return
func.func @rows(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// Rows of 64-bit elements are spread from a strip on.
// CHECK-LABEL: func.func @wide
// CHECK: arith.subi %{{.*}}, %c8
// CHECK: reduce.spread_rows
func.func @wide(%data: tensor<?x?xi64>) -> tensor<?xi64> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi64> -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// -----

// A known length that is in the range is not tested.
// CHECK-LABEL: func.func @known_length
// CHECK-NOT: arith.subi
// CHECK: arith.cmpi ugt
// CHECK-NOT: arith.subi
// CHECK: scf.if
// CHECK: reduce.spread_rows
func.func @known_length(%data: tensor<?x100xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x100xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// No version: rows that are too short, rows that are too few, a known shape, and columns.
// CHECK-LABEL: func.func @others
// CHECK-NOT: reduce.spread_rows
// CHECK: return
func.func @others(%short: tensor<?x10xi32>, %few: tensor<31x?xi32>, %known: tensor<100x1000xi32>,
                  %columns: tensor<?x?xi32>)
    -> (tensor<?xi32>, tensor<31xi32>, tensor<100xi32>, tensor<?xi32>) {
  %0 = reduce.min %short axes = [1] : tensor<?x10xi32> -> tensor<?xi32>
  %1 = reduce.min %few axes = [1] : tensor<31x?xi32> -> tensor<31xi32>
  %2 = reduce.min %known axes = [1] : tensor<100x1000xi32> -> tensor<100xi32>
  %3 = reduce.min %columns axes = [0] : tensor<?x?xi32> -> tensor<?xi32>
  return %0, %1, %2, %3 : tensor<?xi32>, tensor<31xi32>, tensor<100xi32>, tensor<?xi32>
}
