// DEFINE: %{lines} = vector_bits=512,accumulators=8,mask_registers=true,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=65536
// DEFINE: %{vectorize} = reduce-opt %s -split-input-file -convert-reduce-to-linalg
// RUN: %{vectorize} -reduce-attach-vector-target='facts={%{lines}}' -reduce-vectorize -canonicalize -cse | FileCheck %s
// RUN: %{vectorize} -reduce-attach-vector-target='facts={%{lines},slow_split_loads=true}' -reduce-vectorize -canonicalize -cse | FileCheck %s --check-prefix=SLOW
// RUN: %{vectorize} -reduce-attach-vector-target='facts={%{lines},loop_loads=28}' -reduce-vectorize -canonicalize -cse | FileCheck %s --check-prefix=KNOWN
// RUN: %{vectorize} -reduce-attach-vector-target='facts={%{lines},loop_loads=28}' -reduce-vectorize -remark-format=emitRemark -remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %{vectorize} -reduce-attach-vector-target='facts={vector_bits=512,accumulators=16,mask_registers=true,loop_loads=28,l1_cache_bytes=8192,l2_cache_bytes=8192,last_cache_bytes=65536}' -reduce-vectorize -canonicalize -cse | FileCheck %s --check-prefix=MORE
// RUN: %{vectorize} -reduce-attach-vector-target='facts={vector_bits=2048,mask_registers=true}' -reduce-vectorize -canonicalize -cse | FileCheck %s --check-prefix=LONG-VECTORS
// RUN: %{vectorize} -reduce-attach-vector-target='facts={vector_bits=256,accumulators=8,blends=true}' -reduce-vectorize -canonicalize -cse | FileCheck %s --check-prefix=SHORT-VECTORS

// SHORT-VECTORS-NOT: memref.alloca

// Rows of unknown length, of more than three vectors, are read one after another between the first
// cache and memory: a loop over the rows of a block stores the accumulator of each. The last two
// vectors of a row, which may overlap the strips, are read last, so that memory is read in its order.
// CHECK-LABEL: func.func @rows
// CHECK: %[[MEMORY:.*]] = memref.alloca() {{.*}} : memref<256xi32>
// CHECK: %[[SIZE:.*]] = arith.muli %{{.*}}, %[[LENGTH:.*]] : index
// CHECK-DAG: %[[CACHED:.*]] = arith.cmpi ule, %[[SIZE]], %c16384
// CHECK-DAG: %[[BEYOND:.*]] = arith.cmpi ugt, %[[SIZE]], %c2048
// CHECK: %[[BETWEEN:.*]] = arith.andi %[[BEYOND]], %[[CACHED]]
// CHECK: %[[MANY:.*]] = arith.cmpi uge, %[[LENGTH]], %c49
// CHECK: %[[ORDERED:.*]] = arith.andi %[[BETWEEN]], %[[MANY]]
// CHECK: scf.if %[[ORDERED]]
// CHECK:   scf.for %[[BLOCK:.*]] = %c0 to %{{.*}} step %c16
// CHECK:     scf.for %[[ROW:.*]] = %c0 to %c16 step %c1 {
// CHECK-COUNT-2: vector.transfer_read
// CHECK:       %[[START:.*]] = arith.minsi
// CHECK:       %[[STRIPS:.*]] = scf.for %{{.*}} = %c32 to %{{.*}} step %c32 iter_args(%{{[^,]*}} = %[[START]]) -> (vector<16xi32>)
// CHECK:         scf.yield
// CHECK:       %[[FIRST:.*]] = vector.transfer_read
// CHECK:       %[[SECOND:.*]] = vector.transfer_read
// CHECK:       %[[BOTH:.*]] = arith.minsi %[[STRIPS]], %[[FIRST]]
// CHECK:       %[[STATE:.*]] = arith.minsi %[[BOTH]], %[[SECOND]]
// CHECK:       %[[PLACE:.*]] = arith.muli %[[ROW]], %c16
// CHECK:       vector.store %[[STATE]], %[[MEMORY]][%[[PLACE]]]
// CHECK:     }
// CHECK-COUNT-16: vector.load %[[MEMORY]]
// CHECK:     vector.transfer_write {{.*}} : vector<16xi32>, tensor<?xi32>
// CHECK: } else {
// CHECK:   scf.for {{.*}} -> (vector<16xi32>, vector<16xi32>,
func.func @rows(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// Elements of products that were read before are left out by a mask.
// CHECK-LABEL: func.func @products
// CHECK: memref.alloca
// CHECK:       %[[STRIPS:.*]] = scf.for %{{.*}} = %c32 to %{{.*}} step %c32
// CHECK:         scf.yield
// CHECK:       %[[FIRST:.*]] = vector.transfer_read
// CHECK:       %[[PRODUCT:.*]] = arith.muli %[[STRIPS]], %[[FIRST]]
// CHECK:       %[[ONE:.*]] = arith.select %{{.*}}, %[[STRIPS]], %[[PRODUCT]] : vector<16xi1>, vector<16xi32>
// CHECK:       %[[SECOND:.*]] = vector.transfer_read
// CHECK:       %[[NEXT:.*]] = arith.muli %[[ONE]], %[[SECOND]]
// CHECK:       arith.select %{{.*}}, %[[ONE]], %[[NEXT]] : vector<16xi1>, vector<16xi32>
// CHECK:       vector.store
func.func @products(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// So are those of shorter elements, except where loads that touch two lines are slow.
// CHECK-LABEL: func.func @short
// CHECK: memref.alloca() {{.*}} : memref<512xi16>
// SLOW-LABEL: func.func @short
// SLOW-NOT: memref.alloca
// SLOW: return
func.func @short(%data: tensor<?x?xi16>) -> tensor<?xi16> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi16> -> tensor<?xi16>
  return %0 : tensor<?xi16>
}

// -----

// Those of a known length are read so in the second cache if the number of loads in a loop
// matters. What is left over by blocks of 16 rows forms smaller ones.
// CHECK-LABEL: func.func @known
// CHECK-NOT: memref.alloca
// CHECK: return
// KNOWN-LABEL: func.func @known
// KNOWN: %[[MEMORY:.*]] = memref.alloca() {{.*}} : memref<256xi32>
// KNOWN: scf.for %[[ROW:.*]] = %c0 to %c16 step %c1 {
// KNOWN:   %[[OFFSET:.*]] = arith.muli %[[ROW]], %c141
// KNOWN:   vector.transfer_read %{{.*}}[%[[OFFSET]]]
// KNOWN-COUNT-7: vector.transfer_read
// KNOWN:   %[[LAST:.*]] = arith.addi %[[OFFSET]], %c125
// KNOWN:   vector.transfer_read %{{.*}}[%[[LAST]]]
// KNOWN-NOT: vector.transfer_read
// KNOWN:   vector.store
// KNOWN: }
// KNOWN: vector.transfer_write {{.*}} : vector<16xi32>, tensor<18xi32>
// KNOWN: scf.for %{{.*}} = %c0 to %c2 step %c1 {
// KNOWN: vector.transfer_write {{.*}} : vector<2xi32>, tensor<18xi32>
// REMARK: Function=known {{.*}}rows in the second cache are read one after another{{.*}}strategy=row-groups
func.func @known(%data: tensor<18x141xi32>) -> tensor<18xi32> {
  %0 = reduce.min %data axes = [1] : tensor<18x141xi32> -> tensor<18xi32>
  return %0 : tensor<18xi32>
}

// -----

// If the number of rows is not known, the size of the input is compared.
// KNOWN-LABEL: func.func @known_length
// KNOWN: %[[ROWS:.*]] = tensor.dim %{{.*}}, %c0
// KNOWN: %[[ELEMENTS:.*]] = arith.muli %[[ROWS]], %c141
// KNOWN: %[[NOT_FAR:.*]] = arith.cmpi ule, %[[ELEMENTS]], %c3072
// KNOWN: %[[BEYOND:.*]] = arith.cmpi ugt, %[[ELEMENTS]], %c2048
// KNOWN: %[[SECOND:.*]] = arith.andi %[[BEYOND]], %[[NOT_FAR]]
// KNOWN: scf.if %[[SECOND]]
// KNOWN: vector.store
// REMARK: Function=known_length {{.*}}whether rows are in the second cache
func.func @known_length(%data: tensor<?x141xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x141xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// Rows of more vectors than a loop may load are not.
// KNOWN-LABEL: func.func @long
// KNOWN-NOT: memref.alloca
// KNOWN: return
func.func @long(%data: tensor<7x401xi32>) -> tensor<7xi32> {
  %0 = reduce.min %data axes = [1] : tensor<7x401xi32> -> tensor<7xi32>
  return %0 : tensor<7xi32>
}

// -----

// Nine vectors and a part of one: the mask of what was read before is a constant.
// MORE-LABEL: func.func @known_product
// MORE: %[[REPEATED:.*]] = arith.constant dense<[true, true, true, true, true, true, true, true, true, false, false, false, false, false, false, false]> : vector<16xi1>
// MORE: scf.for
// MORE-COUNT-9: vector.transfer_read
// MORE: %[[PRODUCT:.*]] = arith.muli %[[BEFORE:[^,]*]], %{{.*}} : vector<16xi32>
// MORE: %[[LAST:.*]] = arith.muli %[[PRODUCT]], %{{.*}} : vector<16xi32>
func.func @known_product(%data: tensor<18x151xi32>) -> tensor<18xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<18x151xi32> -> tensor<18xi32>
  return %0 : tensor<18xi32>
}

// -----

// Positions in vectors of 256 lanes do not fit into bytes.
// LONG-VECTORS-LABEL: func.func @positions
// LONG-VECTORS: %[[POSITIONS:.*]] = arith.constant dense<{{.*}}> : vector<256xi16>
// LONG-VECTORS: arith.cmpi ugt, %{{.*}}, %[[POSITIONS]] : vector<256xi16>
func.func @positions(%data: tensor<?x?xi8>) -> tensor<?xi8> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?xi8> -> tensor<?xi8>
  return %0 : tensor<?xi8>
}
