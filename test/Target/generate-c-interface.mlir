// RUN: reduce-opt %s --reduce-generate-c-interface --allow-unregistered-dialect | FileCheck %s

// The entry checks each tensor: dtype code and bits, rank, extents, is it an
// output; then calls the variant that fits.
// CHECK-LABEL: func.func @copy(
// CHECK-SAME: %[[IN:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr) -> i32
// CHECK: %[[IN_STATUS:.*]] = call @reduce.check_tensor(%[[IN]], %c2_i8{{.*}}, %c32_i8{{.*}}, %c2_i32{{.*}}, %{{.*}}, %false{{.*}})
// CHECK: %[[OUT_STATUS:.*]] = call @reduce.check_tensor(%[[OUT]], %c2_i8{{.*}}, %c32_i8{{.*}}, %c2_i32{{.*}}, %{{.*}}, %true{{.*}})
// CHECK: %[[FIRST:.*]] = call @reduce.first_failure(%c0_i32{{.*}}, %[[IN_STATUS]])
// CHECK: %[[STATUS:.*]] = call @reduce.first_failure(%[[FIRST]], %[[OUT_STATUS]])
// CHECK: %[[IS_OK:.*]] = arith.cmpi eq, %[[STATUS]], %c0_i32
// CHECK: scf.if %[[IS_OK]]
// CHECK:   func.call @reduce.is_contiguous(%[[IN]]
// CHECK:   func.call @reduce.is_contiguous(%[[OUT]]
// CHECK:   scf.if
// CHECK:     func.call @copy.contiguous(
// CHECK:   } else {
// CHECK:     func.call @reduce.stride(%[[IN]]
// CHECK:     func.call @copy.strided(
// CHECK: } else {
// CHECK:   scf.yield %[[STATUS]] : i32
// CHECK: llvm.mlir.global internal constant @copy.shape0(dense<[2, 3]> : tensor<2xi64>)
// CHECK-LABEL: func.func @copy_output_shapes(
// CHECK: call @reduce.check_capacity(
// CHECK: func.call @reduce.set_shape(
// CHECK-LABEL: func.func @copy_status_string(
// CHECK-SAME: %[[NUMBER:.*]]: i32) -> !llvm.ptr
// CHECK: arith.minui %[[NUMBER]], %c12_i32
// CHECK: llvm.mlir.global internal constant @copy.status_strings("done\00{{.*}}unknown status\00
// CHECK-LABEL: func.func @copy_signature() -> !llvm.ptr
// CHECK: llvm.mlir.global internal constant @copy.signature("{\22name\22:\22copy\22,\22inputs\22:[{\22name\22:\22data\22,\22dtype\22:\22float32\22,\22shape\22:[2,3]}],\22outputs\22:[{\22name\22:\22result0\22,
// CHECK: func.func private @copy.contiguous(
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>
// CHECK: func.func private @copy.strided(
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>
func.func @copy(%data: memref<2x3xf32> {reduce.name = "data"}, %out: memref<2x3xf32> {bufferize.result}) {
  linalg.copy ins(%data : memref<2x3xf32>) outs(%out : memref<2x3xf32>)
  return
}
func.func private @copy.strided(%data: memref<2x3xf32, strided<[?, ?], offset: ?>>,
                                %out: memref<2x3xf32, strided<[?, ?], offset: ?>> {bufferize.result})
    attributes {reduce.strided} {
  linalg.copy ins(%data : memref<2x3xf32, strided<[?, ?], offset: ?>>) outs(%out : memref<2x3xf32, strided<[?, ?], offset: ?>>)
  return
}

// Without a strided variant other tensors get a status (11). A call of another
// function goes to that function, not to its checks.
// CHECK-LABEL: func.func @caller(
// CHECK: func.call @caller.contiguous(
// CHECK: } else {
// CHECK-NEXT: %[[STRIDES:.*]] = arith.constant 11 : i32
// CHECK-NEXT: scf.yield %[[STRIDES]]
// CHECK-LABEL: func.func private @caller.contiguous
// CHECK: call @copy.contiguous(%{{.*}}, %{{.*}}) : (memref<2x3xf32>, memref<2x3xf32>) -> ()
func.func @caller(%data: memref<2x3xf32>, %out: memref<2x3xf32> {bufferize.result}) {
  call @copy(%data, %out) : (memref<2x3xf32>, memref<2x3xf32>) -> ()
  return
}

// Buffers become parts of one block: 64 bytes for each of 5 doubles and of none,
// 128 for 100 bytes of i1; and 63 to align it.
// CHECK-LABEL: func.func @allocates(
// CHECK: %[[BLOCK:.*]] = llvm.call @malloc(%c319_i64) : (i64) -> !llvm.ptr
// CHECK: scf.if
// CHECK:   arith.constant 10 : i32
// CHECK: } else {
// CHECK:   func.call @allocates.contiguous({{.*}}) : (memref<f64>, memref<256xi8>) -> ()
// CHECK:   llvm.call @free(%[[BLOCK]]) : (!llvm.ptr) -> ()
// CHECK-LABEL: func.func private @allocates.contiguous
// CHECK-SAME: %[[WORKSPACE:[^ ]*]]: memref<256xi8>)
// CHECK-DAG: memref.view %[[WORKSPACE]][%c0][] : memref<256xi8> to memref<5xf64>
// CHECK-DAG: memref.view %[[WORKSPACE]][%c64][] : memref<256xi8> to memref<100xi1>
// CHECK-DAG: memref.view %[[WORKSPACE]][%c192][] : memref<256xi8> to memref<0xf32>
func.func @allocates(%out: memref<f64> {bufferize.result}) {
  %0 = memref.alloc() : memref<5xf64>
  %1 = memref.alloc() : memref<100xi1>
  %2 = memref.alloc() : memref<0xf32>
  "test.use"(%0, %1, %2) : (memref<5xf64>, memref<100xi1>, memref<0xf32>) -> ()
  return
}

// Names become identifiers, and none that the library calls itself.
// CHECK-LABEL: func.func @_2nd_graph() -> i32
func.func @"2nd graph"() {
  return
}
// CHECK-LABEL: func.func @reduce_malloc() -> i32
func.func @malloc() {
  return
}

// All that is shared is there once, and internal.
// CHECK: func.func private @reduce.check_tensor({{.*}} attributes {llvm.linkage = #llvm.linkage<internal>}
// CHECK-NOT: func.func private @reduce.check_tensor
