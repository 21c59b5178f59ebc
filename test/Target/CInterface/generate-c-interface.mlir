// RUN: reduce-opt %s --reduce-generate-c-interface --allow-unregistered-dialect | FileCheck %s --implicit-check-not=reduce.layout

// The function without checks runs the variant for contiguous tensors.
// CHECK-LABEL: func.func @copy_data(
// CHECK-SAME: %[[FROM:.*]]: !llvm.ptr, %[[TO:.*]]: !llvm.ptr) -> i32
// CHECK-NOT: llvm.alloca
// CHECK: llvm.insertvalue %[[FROM]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[TO]], %{{.*}}[0]
// CHECK: call @copy.contiguous({{.*}}) : (memref<2x3xf32>, memref<2x3xf32>) -> ()
// CHECK: return %c0_i32

// The slow entry checks each tensor (dtype code and bits, rank, extents; rank, bits, whether
// it is an output) and calls the matching variant, unless tensors share memory.
// CHECK-LABEL: func.func private @copy.checked(
// CHECK-SAME: %[[IN:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr) -> i32
// CHECK-NOT: llvm.alloca %{{.*}} x !llvm.ptr
// CHECK: %[[IN_TYPE:.*]] = call @reduce.check_type(%[[IN]], %c2_i8{{.*}}, %c32_i8{{.*}}, %c2_i32{{.*}}, %{{.*}})
// CHECK: %[[IS_OK:.*]] = arith.cmpi eq, %[[IN_TYPE]], %c0_i32
// CHECK: cf.cond_br %[[IS_OK]], ^{{.*}}, ^[[RETURN:.*]](%[[IN_TYPE]] : i32)
// CHECK: %[[IN_DATA:.*]] = call @reduce.check_data(%[[IN]], %c2_i32{{.*}}, %c32_i8{{.*}}, %false{{.*}})
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^[[RETURN]](%[[IN_DATA]] : i32)
// CHECK: %[[OUT_TYPE:.*]] = call @reduce.check_type(%[[OUT]], %c2_i8{{.*}}, %c32_i8{{.*}}, %c2_i32{{.*}}, %{{.*}})
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^[[RETURN]](%[[OUT_TYPE]] : i32)
// CHECK: %[[OUT_DATA:.*]] = call @reduce.check_data(%[[OUT]], %c2_i32{{.*}}, %c32_i8{{.*}}, %true{{.*}})
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^[[RETURN]](%[[OUT_DATA]] : i32)
// CHECK: call @reduce.is_contiguous(%[[IN]]
// CHECK: call @reduce.is_contiguous(%[[OUT]]
// CHECK: cf.cond_br %{{.*}}, ^[[CONTIGUOUS:.*]], ^[[STRIDED:.*]]
// CHECK: ^[[CONTIGUOUS]]:
// CHECK: call @reduce.store_range(%[[RANGES:.*]], %c0_i64{{.*}}, %[[IN]],
// CHECK: call @reduce.store_range(%[[RANGES]], %c1_i64{{.*}}, %[[OUT]],
// CHECK: %[[ALIASING:.*]] = call @reduce.check_aliasing(%[[RANGES]], %c1_i64{{.*}}, %c2_i64
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^[[RETURN]](%[[ALIASING]] : i32)
// CHECK: %[[FROM:.*]] = call @reduce.data(%[[IN]])
// CHECK: %[[TO:.*]] = call @reduce.data(%[[OUT]])
// CHECK: %[[DONE:.*]] = call @copy_data(%[[FROM]], %[[TO]]) {no_inline} : (!llvm.ptr, !llvm.ptr) -> i32
// CHECK: cf.br ^[[RETURN]](%[[DONE]]
// CHECK: ^[[STRIDED]]:
// CHECK: call @reduce.stride(%[[IN]]
// CHECK: call @reduce.store_range(%[[RANGES2:.*]], %c0_i64{{.*}}, %[[IN]],
// CHECK: call @reduce.stride(%[[OUT]]
// CHECK: call @reduce.store_range(%[[RANGES2]], %c1_i64{{.*}}, %[[OUT]],
// CHECK: call @reduce.check_aliasing(%[[RANGES2]], %c1_i64{{.*}}, %c2_i64
// CHECK: call @reduce.stride(%[[IN]]
// CHECK: call @copy.strided(
// CHECK: cf.br ^[[RETURN]](%c0_i32
// CHECK: ^[[RETURN]](%[[STATUS:.*]]: i32):
// CHECK-NEXT: return %[[STATUS]] : i32
// CHECK-NOT: has_contiguous_rows
// CHECK: llvm.mlir.global internal constant @copy.shape0(dense<[2, 3]> : tensor<2xi64>)

// The quick entry calls the function without checks if the tensors pass all
// checks and are contiguous; everything else is for the slow one.
// CHECK-LABEL: func.func @copy(
// CHECK-SAME: %[[IN:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr) -> i32
// CHECK-NOT: call
// CHECK: llvm.icmp "ne" %[[IN]],
// CHECK: llvm.icmp "ne" %[[OUT]],
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^[[SLOW:[a-z0-9]*]]
// The device, rank 2 with f32 (32 bits, code 2, one lane), and a shape.
// CHECK: llvm.getelementptr %[[IN]][0, 1]
// CHECK: arith.cmpi eq, %{{.*}}, %c1_i32
// CHECK: llvm.getelementptr %[[IN]][0, 3]
// CHECK: arith.cmpi eq, %{{.*}}, %c316667938734082_i64
// CHECK: llvm.getelementptr %[[IN]][0, 7]
// CHECK: llvm.getelementptr %[[OUT]][0, 1]
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^[[SLOW]]
// The extents, the address and the strides.
// CHECK: arith.cmpi eq, %{{.*}}, %c2_i64
// CHECK: arith.cmpi eq, %{{.*}}, %c3_i64
// CHECK: %[[FROM:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: %[[TO:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i64) -> !llvm.ptr, i8
// CHECK: llvm.getelementptr %[[IN]][0, 8]
// CHECK: %[[HAS_STRIDES:.*]] = llvm.icmp "ne"
// CHECK: cf.cond_br %[[HAS_STRIDES]], ^{{.*}}, ^{{.*}}
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^[[SLOW]]
// CHECK: llvm.getelementptr %[[OUT]][0, 8]
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^[[SLOW]]
// No shared memory.
// CHECK: arith.cmpi uge,
// CHECK: arith.cmpi uge,
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^[[SLOW]]
// CHECK: %[[DONE:.*]] = call @copy_data(%[[FROM]], %[[TO]]) {no_inline} : (!llvm.ptr, !llvm.ptr) -> i32
// CHECK: return %[[DONE]]
// CHECK: ^[[SLOW]]:
// CHECK: %[[CHECKED:.*]] = call @copy.checked(%[[IN]], %[[OUT]]) {no_inline} : (!llvm.ptr, !llvm.ptr) -> i32
// CHECK: return %[[CHECKED]]
// CHECK-LABEL: func.func @copy_output_shapes(
// CHECK-NOT: call @reduce.check_type
// CHECK: call @reduce.check_capacity(
// CHECK: call @reduce.set_shape(
// CHECK-LABEL: func.func @copy_status_string(
// CHECK-SAME: %[[NUMBER:.*]]: i32) -> !llvm.ptr
// CHECK: arith.minui %[[NUMBER]], %c20_i32
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
    attributes {reduce.layout = #reduce.layout<strided>} {
  linalg.copy ins(%data : memref<2x3xf32, strided<[?, ?], offset: ?>>) outs(%out : memref<2x3xf32, strided<[?, ?], offset: ?>>)
  return
}

// A variant for contiguous rows is called for them unless the output is
// strided.
// CHECK-LABEL: func.func private @rows.data(
// CHECK-SAME: %[[IN0:.*]]: !llvm.ptr, %[[IN1:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr, %[[SIZE:.*]]: i64) -> i32
// CHECK: llvm.insertvalue %[[SIZE]], %{{.*}}[3, 1]
// CHECK: call @rows.contiguous(
// CHECK-LABEL: func.func private @rows.checked(
// CHECK-SAME: %[[IN0:.*]]: !llvm.ptr, %[[IN1:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr) -> i32
// CHECK: call @reduce.is_contiguous(%[[IN0]], %c2_i32
// CHECK: call @reduce.is_contiguous(%[[IN1]], %c0_i32
// CHECK: %[[OUT_IS:.*]] = call @reduce.is_contiguous(%[[OUT]], %c2_i32
// CHECK: %[[OUT_ARE:.*]] = arith.andi %{{.*}}, %[[OUT_IS]]
// CHECK: cf.cond_br %{{.*}}, ^[[CONTIGUOUS:.*]], ^[[ELSE:.*]]
// CHECK: ^[[CONTIGUOUS]]:
// CHECK: call @rows.data(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {no_inline} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64) -> i32
// CHECK: ^[[ELSE]]:
// CHECK: %[[ROWS0:.*]] = call @reduce.has_contiguous_rows(%[[IN0]], %c2_i32
// CHECK: %[[BOTH:.*]] = arith.andi %{{.*}}, %[[ROWS0]]
// CHECK: %[[ROWS1:.*]] = call @reduce.has_contiguous_rows(%[[IN1]], %c0_i32
// CHECK: %[[ALL:.*]] = arith.andi %[[BOTH]], %[[ROWS1]]
// CHECK: %[[FITS:.*]] = arith.andi %[[OUT_ARE]], %[[ALL]]
// CHECK: cf.cond_br %[[FITS]], ^[[ROWS:.*]], ^[[STRIDED:.*]]
// CHECK: ^[[ROWS]]:
// CHECK: call @reduce.stride(%[[IN0]]
// CHECK: call @rows.rows(
// CHECK: cf.br ^{{.*}}(%c0_i32
// CHECK: ^[[STRIDED]]:
// CHECK: call @rows.strided(
// CHECK: func.func private @rows.rows(
// CHECK-SAME: llvm.linkage = #llvm.linkage<internal>
func.func @rows(%data: memref<2x?xf32>, %scalar: memref<f32>, %out: memref<2x3xf32> {bufferize.result}) {
  return
}
func.func private @rows.rows(%data: memref<2x?xf32, strided<[?, 1], offset: ?>>,
                             %scalar: memref<f32, strided<[], offset: ?>>,
                             %out: memref<2x3xf32> {bufferize.result})
    attributes {reduce.layout = #reduce.layout<inner_contiguous>} {
  return
}
func.func private @rows.strided(%data: memref<2x?xf32, strided<[?, ?], offset: ?>>,
                                %scalar: memref<f32, strided<[], offset: ?>>,
                                %out: memref<2x3xf32, strided<[?, ?], offset: ?>> {bufferize.result})
    attributes {reduce.layout = #reduce.layout<strided>} {
  return
}

// Each variant, with its name and kind.
// CHECK-LABEL: func.func @mixed(
// CHECK-NOT: call @mixed.rows
// CHECK-NOT: call @mixed.strided
// CHECK: func.func private @mixed.contiguous
func.func @mixed(%data: memref<2x3xf32>) {
  return
}
func.func private @mixed.rows(%data: memref<2x3xf32, strided<[?, ?], offset: ?>>) attributes {reduce.layout = #reduce.layout<strided>} {
  return
}
func.func private @mixed.strided(%data: memref<2x3xf32, strided<[?, 1], offset: ?>>) attributes {reduce.layout = #reduce.layout<inner_contiguous>} {
  return
}

// Without a strided variant, other tensors get a status (11). A call from
// another function goes to the function itself, not to its checks.
// CHECK-LABEL: func.func @caller_data(
// CHECK: call @caller.contiguous(
// CHECK-LABEL: func.func private @caller.checked(
// CHECK: %[[STRIDES:.*]] = arith.constant 11 : i32
// CHECK-NEXT: cf.br ^{{.*}}(%[[STRIDES]] : i32)
// CHECK-LABEL: func.func private @caller.contiguous
// CHECK: call @copy.contiguous(%{{.*}}, %{{.*}}) : (memref<2x3xf32>, memref<2x3xf32>) -> ()
func.func @caller(%data: memref<2x3xf32>, %out: memref<2x3xf32> {bufferize.result}) {
  call @copy(%data, %out) : (memref<2x3xf32>, memref<2x3xf32>) -> ()
  return
}

// Buffers become parts of one block: 64 bytes each for 5 doubles and for none,
// 128 for 100 bytes of i1. The block belongs to the arena that the caller frees.
// CHECK-LABEL: func.func @allocates_data(
// CHECK: %[[ARENA:.*]] = llvm.alloca
// CHECK: llvm.store %{{.*}}, %[[ARENA]]
// CHECK: %[[STATUS:.*]] = call @allocates.contiguous(%{{.*}}, %[[ARENA]]) : (memref<f64>, !llvm.ptr) -> i32
// CHECK-NEXT: call @reduce.free_all(%[[ARENA]])
// CHECK-NEXT: return %[[STATUS]]
// CHECK-LABEL: func.func private @allocates.contiguous
// CHECK-SAME: %[[ARENA:[^ ]*]]: !llvm.ptr) -> i32
// CHECK: %[[BYTES:.*]] = arith.constant 256 : i64
// CHECK: %[[BLOCK:.*]] = call @reduce.allocate(%[[ARENA]], %[[BYTES]])
// CHECK: %[[EXISTS:.*]] = llvm.icmp "ne" %[[BLOCK]], %{{.*}}
// CHECK: cf.assert %[[EXISTS]], "there is no memory for an intermediate tensor"
// CHECK: %[[WORKSPACE:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<256xi8>
// CHECK: memref.view %[[WORKSPACE]][%c0{{.*}}][] : memref<256xi8> to memref<5xf64>
// CHECK: memref.view %[[WORKSPACE]][%c64{{.*}}][] : memref<256xi8> to memref<100xi1>
// CHECK: memref.view %[[WORKSPACE]][%c192{{.*}}][] : memref<256xi8> to memref<0xf32>
// CHECK-NOT: memref.dealloc
// CHECK: return %c0_i32{{.*}} : i32
func.func @allocates(%out: memref<f64> {bufferize.result}) {
  %0 = memref.alloc() : memref<5xf64>
  %1 = memref.alloc() : memref<100xi1>
  %2 = memref.alloc() : memref<0xf32>
  "test.use"(%0, %1, %2) : (memref<5xf64>, memref<100xi1>, memref<0xf32>) -> ()
  memref.dealloc %0 : memref<5xf64>
  return
}

// The status of an assertion is returned by the function.
// CHECK-LABEL: func.func private @asserts.data(
// CHECK: %[[STATUS:.*]] = call @asserts.contiguous() : () -> i32
// CHECK: return %[[STATUS]]
// CHECK-LABEL: func.func @asserts(
// CHECK: %[[STATUS:.*]] = call @asserts.data() {no_inline} : () -> i32
// CHECK: cf.br ^{{.*}}(%[[STATUS]] : i32)
// CHECK-LABEL: func.func private @asserts.contiguous() -> i32
func.func @asserts() {
  %false = arith.constant false
  cf.assert %false, "an axis is out of range"
  return
}

//===----------------------------------------------------------------------===//
// Dynamic shapes
//===----------------------------------------------------------------------===//

// Symbolic dimensions of inputs agree; the extents of the outputs must be those
// that the shape function computes.
// CHECK-LABEL: func.func private @dynamic.checked(
// CHECK-SAME: %[[A:.*]]: !llvm.ptr, %[[B:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr) -> i32
// CHECK: call @reduce.check_type(%[[A]], {{.*}})
// CHECK: %[[SIZE_STATUS:.*]] = call @reduce.check_size(%[[A]], %c2_i32{{.*}}, %c32_i8{{.*}})
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^[[RETURN:.*]](%[[SIZE_STATUS]] : i32)
// CHECK: call @reduce.check_data(%[[A]],
// CHECK: call @reduce.check_type(%[[B]],
// CHECK: call @reduce.check_data(%[[B]],
// CHECK: call @reduce.check_type(%[[OUT]],
// CHECK: call @reduce.check_size(%[[OUT]],
// CHECK-NOT: call @reduce.check_data(%[[OUT]],
// CHECK: %[[A0:.*]] = call @reduce.extent(%[[A]], %c0_i64{{.*}})
// CHECK: %[[B0:.*]] = call @reduce.extent(%[[B]], %c0_i64{{.*}})
// CHECK: %[[AGREE:.*]] = arith.cmpi eq, %[[A0]], %[[B0]]
// CHECK: arith.select %[[AGREE]], %c0_i32{{.*}}, %c15_i32
// CHECK: %[[SHAPES:.*]]:2 = call @dynamic.shapes(%{{.*}}, %{{.*}}) : (memref<?x3xf32, {{.*}}>, memref<?xf32, {{.*}}>) -> (i32, index)
// CHECK: cf.cond_br %{{.*}}, ^{{.*}}, ^[[RETURN]](%[[SHAPES]]#0 : i32)
// CHECK: %[[EXPECTED:.*]] = arith.index_cast %[[SHAPES]]#1 : index to i64
// CHECK: %[[AGREE:.*]] = arith.cmpi eq, %[[A0]], %[[EXPECTED]]
// CHECK: arith.select %[[AGREE]], %c0_i32{{.*}}, %c15_i32
// CHECK: %[[ACTUAL:.*]] = call @reduce.extent(%[[OUT]], %c0_i64{{.*}})
// CHECK: %[[FITS:.*]] = arith.cmpi eq, %[[ACTUAL]], %[[EXPECTED]]
// CHECK: arith.select %[[FITS]], %c0_i32{{.*}}, %c6_i32
// CHECK: call @reduce.check_data(%[[OUT]],
// CHECK: call @reduce.is_contiguous
// CHECK: call @dynamic.data({{.*}}) {no_inline} : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
// CHECK: llvm.mlir.global internal constant @dynamic.shape0(dense<[-1, 3]> : tensor<2xi64>)

// The quick entry: the size of the first input is below 2^58, because each row
// has 12 bytes; the sizes with one name are equal; the status of the shape
// function is OK and the output has the size that it computes.
// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[LESS:.*]] = arith.subi %[[A0:.*]], %c1_i64
// CHECK: arith.cmpi ult, %[[LESS]], %c288230376151711744_i64
// CHECK: arith.subi %[[B0:.*]], %c1_i64
// CHECK: arith.subi %[[OUT0:.*]], %c1_i64
// CHECK: arith.cmpi eq, %[[A0]], %[[B0]]
// CHECK: arith.cmpi eq, %[[A0]], %[[OUT0]]
// CHECK: %[[SHAPES:.*]]:2 = call @dynamic.shapes(
// CHECK: arith.cmpi eq, %[[SHAPES]]#0, %c0_i32
// CHECK: %[[EXPECTED:.*]] = arith.index_cast %[[SHAPES]]#1 : index to i64
// CHECK: arith.cmpi eq, %[[EXPECTED]], %[[OUT0]]
// CHECK: call @dynamic.data(%{{.*}}, %{{.*}}, %{{.*}}, %[[A0]], %[[B0]], %[[OUT0]])

// Tensors that are read to compute shapes must have data; the capacity is
// checked before anything is computed.
// CHECK-LABEL: func.func @dynamic_output_shapes(
// CHECK-SAME: %[[A:.*]]: !llvm.ptr, %[[B:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr) -> i32
// CHECK: call @reduce.check_type(%[[A]],
// CHECK-NOT: call @reduce.check_data
// CHECK: call @reduce.check_type(%[[B]],
// CHECK: call @reduce.check_data(%[[B]], {{.*}}, %false{{.*}})
// CHECK: call @reduce.check_capacity(%[[OUT]], %c1_i32{{.*}})
// CHECK: arith.select %{{.*}}, %{{.*}}, %c15_i32
// CHECK: %[[SHAPES:.*]]:2 = call @dynamic.shapes(
// CHECK: %[[EXPECTED:.*]] = arith.index_cast %[[SHAPES]]#1 : index to i64
// CHECK: call @reduce.set_shape(%[[OUT]],
// CHECK: call @reduce.set_extent(%[[OUT]], %c0_i64{{.*}}, %[[EXPECTED]])
// CHECK: @dynamic.signature("{{.*}}\22shape\22:[-1,3],\22dim_params\22:[\22N\22,\22\22]
func.func @dynamic(%a: memref<?x3xf32> {reduce.dim_params = ["N", ""]}, %b: memref<?xf32> {reduce.dim_params = ["N"]},
                   %out: memref<?xf32> {bufferize.result, reduce.dim_params = ["N"]}) {
  return
}
func.func private @dynamic.shapes(%a: memref<?x3xf32, strided<[?, ?], offset: ?>>, %b: memref<?xf32, strided<[?], offset: ?>>)
    -> (i32, index) attributes {reduce.layout = #reduce.layout<strided>} {
  %c0 = arith.constant 0 : index
  %ok = arith.constant 0 : i32
  %size = memref.dim %a, %c0 : memref<?x3xf32, strided<[?, ?], offset: ?>>
  %element = memref.load %b[%c0] : memref<?xf32, strided<[?], offset: ?>>
  return %ok, %size : i32, index
}

// Buffers are allocated at the start, before any write, even if their size is
// read from an input: all at once, those of known size first, and then those of
// each other size. Addresses are computed before the first use. A size that is
// computed in a loop allocates there.
// CHECK-LABEL: func.func private @early.contiguous(
// CHECK-SAME: %[[A:[^ ]*]]: memref<?xf32>, %[[B:[^ ]*]]: memref<2xi64>, %[[OUT:[^ ]*]]: memref<f32> {bufferize.result}, %[[ARENA:[^ ]*]]: !llvm.ptr) -> i32
// CHECK-DAG: %[[SIZE:.*]] = memref.dim %[[A]],
// CHECK-DAG: %[[ELEMENT:.*]] = memref.load %[[B]]
// CHECK: %[[LOADED:.*]] = arith.index_cast %[[ELEMENT]]
// CHECK: %[[KNOWN:.*]] = arith.constant 64 : i64
// CHECK: %[[WIDE:.*]] = arith.index_cast %[[SIZE]] : index to i64
// CHECK: %[[BYTES:.*]] = call @reduce.multiply_sizes(%c12_i64{{.*}}, %[[WIDE]])
// CHECK: %[[DISTANCE:.*]] = call @reduce.round_size(%[[BYTES]])
// CHECK: %[[ALL:.*]] = call @reduce.multiply_sizes(%[[DISTANCE]], %c2_i64{{.*}})
// CHECK: %[[START:.*]] = call @reduce.add_sizes(%[[KNOWN]], %[[ALL]])
// CHECK: %[[OTHER_BYTES:.*]] = call @reduce.multiply_sizes(
// CHECK: %[[OTHER_BYTES:.*]] = call @reduce.multiply_sizes(
// CHECK: %[[OTHER_DISTANCE:.*]] = call @reduce.round_size(%[[OTHER_BYTES]])
// CHECK: %[[OTHER:.*]] = call @reduce.multiply_sizes(%[[OTHER_DISTANCE]], %c1_i64{{.*}})
// CHECK: %[[TOTAL:.*]] = call @reduce.add_sizes(%[[START]], %[[OTHER]])
// CHECK: %[[BLOCK:.*]] = call @reduce.allocate(%[[ARENA]], %[[TOTAL]])
// CHECK: cf.assert
// CHECK: %[[MEMORY:.*]] = builtin.unrealized_conversion_cast {{.*}} to memref<?xi8>
// CHECK: memref.store %{{.*}}, %[[OUT]][]
// CHECK: scf.for %[[I:.*]] =
// CHECK:   %[[FIRST:.*]] = memref.view %[[MEMORY]]{{.*}}[%[[SIZE]]] : memref<?xi8> to memref<?x3xf32>
// CHECK:   "test.use"(%[[FIRST]])
// CHECK:   call @reduce.allocate(
// CHECK:   %[[THIRD:.*]] = memref.view %{{.*}}[%c0{{.*}}][%[[I]]] : memref<?xi8> to memref<?xf32>
// CHECK:   "test.use"(%[[THIRD]])
// CHECK: memref.view %[[MEMORY]][%c0{{.*}}][] : memref<?xi8> to memref<4xf32>
// CHECK: %[[ONE:.*]] = arith.constant 1 : i64
// CHECK: %[[BEFORE:.*]] = arith.muli %[[DISTANCE]], %[[ONE]]
// CHECK: %[[PLACE:.*]] = arith.addi %[[KNOWN]], %[[BEFORE]]
// CHECK: %[[OFFSET:.*]] = arith.index_cast %[[PLACE]]
// CHECK: memref.view %[[MEMORY]][%[[OFFSET]]][%[[SIZE]]] : memref<?xi8> to memref<?x3xf32>
// CHECK: memref.view %[[MEMORY]][%{{.*}}][%[[LOADED]], %[[SIZE]]] : memref<?xi8> to memref<?x?xf32>
func.func @early(%a: memref<?xf32>, %b: memref<2xi64>, %out: memref<f32> {bufferize.result}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = arith.constant 0.0 : f32
  memref.store %f0, %out[] : memref<f32>
  %size = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %size step %c1 {
    %0 = memref.alloc(%size) : memref<?x3xf32>
    "test.use"(%0) : (memref<?x3xf32>) -> ()
    %1 = memref.alloc(%i) : memref<?xf32>
    "test.use"(%1) : (memref<?xf32>) -> ()
  }
  %element = memref.load %b[%c1] : memref<2xi64>
  %loaded = arith.index_cast %element : i64 to index
  %other = memref.alloc(%size) : memref<?x3xf32>
  %2 = memref.alloc(%loaded, %size) : memref<?x?xf32>
  %static = memref.alloc() : memref<4xf32>
  "test.use"(%2, %other, %static) : (memref<?x?xf32>, memref<?x3xf32>, memref<4xf32>) -> ()
  return
}

// Only operations that cannot fail may be moved before an assertion.
// CHECK-LABEL: func.func private @guarded.contiguous(
// CHECK: cf.assert %{{.*}}, "an axis is out of range"
// CHECK: memref.load
// CHECK: call @reduce.allocate
func.func @guarded(%a: memref<?xi64>) {
  %at = arith.constant 0 : index
  %size_a = memref.dim %a, %at : memref<?xi64>
  %valid = arith.cmpi ne, %size_a, %at : index
  cf.assert %valid, "an axis is out of range"
  %element = memref.load %a[%at] : memref<?xi64>
  %size = arith.index_cast %element : i64 to index
  %0 = memref.alloc(%size) : memref<?xf32>
  "test.use"(%0) : (memref<?xf32>) -> ()
  return
}

//===----------------------------------------------------------------------===//
// Shared kernels
//===----------------------------------------------------------------------===//

// The callers of a shared kernel allocate its buffers. A division that a branch
// of the kernel guards is not guarded there: it must not divide by 0.
// CHECK-LABEL: func.func private @calls.contiguous(
// CHECK-DAG: %[[ROWS:.*]] = memref.dim %{{.*}}, %c0
// CHECK-DAG: %[[COLUMNS:.*]] = memref.dim %{{.*}}, %c1
// CHECK: %[[DIVISOR:.*]] = arith.maxui %[[COLUMNS]], %c1
// CHECK: %[[COUNT:.*]] = arith.ceildivui %[[ROWS]], %[[DIVISOR]]
// CHECK: arith.index_cast %[[COUNT]] : index to i64
// CHECK: call @reduce.allocate(
// CHECK: call @kernel({{.*}}) : (memref<?x?xf32>, memref<?xf32>) -> ()
// CHECK: call @kernel({{.*}}) : (memref<?x?xf32>, memref<?xf32>) -> ()
// CHECK-LABEL: func.func private @kernel(
// CHECK-NOT: memref.alloc
// CHECK-NOT: arith.maxui
// CHECK: arith.ceildivui
func.func @calls(%a: memref<?x?xf32>, %b: memref<?x?xf32>) {
  call @kernel(%a) : (memref<?x?xf32>) -> ()
  call @kernel(%b) : (memref<?x?xf32>) -> ()
  return
}
func.func private @kernel(%data: memref<?x?xf32>)
    attributes {llvm.linkage = #llvm.linkage<internal>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %data, %c0 : memref<?x?xf32>
  %columns = memref.dim %data, %c1 : memref<?x?xf32>
  %has_columns = arith.cmpi ne, %columns, %c0 : index
  scf.if %has_columns {
    %count = arith.ceildivui %rows, %columns : index
    %buffer = memref.alloc(%count) : memref<?xf32>
    "test.use"(%count, %buffer) : (index, memref<?xf32>) -> ()
    memref.dealloc %buffer : memref<?xf32>
  }
  return
}

//===----------------------------------------------------------------------===//
// Other functions
//===----------------------------------------------------------------------===//

// A contiguous tensor has a type with unknown strides, too.
// CHECK-LABEL: func.func @unknown_strides_data(
// CHECK: call @unknown_strides.contiguous({{.*}}) : (memref<4xf32, strided<[?], offset: ?>>) -> ()
func.func @unknown_strides(%data: memref<4xf32, strided<[?], offset: ?>>) {
  return
}

// Tensors without elements and many tensors have no quick entry.
// CHECK-LABEL: func.func @empty(
// CHECK: call @reduce.check_type(
// CHECK: call @empty_data(
func.func @empty(%data: memref<0x4xf32>) {
  return
}
// CHECK-LABEL: func.func @many(
// CHECK: call @reduce.check_type(
// CHECK: call @many_data(
func.func @many(%a: memref<2xf32>, %b: memref<2xf32>, %c: memref<2xf32>, %d: memref<2xf32>, %e: memref<2xf32>) {
  return
}

// Names become identifiers that differ from those that the library calls itself.
// CHECK-LABEL: func.func @_2nd_graph() -> i32
func.func @"2nd graph"() {
  return
}
// CHECK-LABEL: func.func @reduce_malloc() -> i32
func.func @malloc() {
  return
}

// All other definitions of the module become internal; declarations are unchanged.
// CHECK: llvm.func internal @helper() attributes {sym_visibility = "private"}
// CHECK: llvm.func @declared()
// CHECK: llvm.mlir.global internal @counter(0 : i64) {{.*}}sym_visibility = "private"
// CHECK: llvm.mlir.global external @elsewhere() {{.*}}: i64
// CHECK: memref.global "private" constant @table
// CHECK: func.func private @unused() attributes {llvm.linkage = #llvm.linkage<internal>}
llvm.func @helper() {
  llvm.return
}
llvm.func @declared()
llvm.mlir.global external @counter(0 : i64) : i64
llvm.mlir.global external @elsewhere() : i64
memref.global constant @table : memref<2xf32> = dense<1.0>
func.func private @unused() {
  return
}

// Shared definitions occur once, and are internal.
// CHECK: func.func private @reduce.check_type({{.*}} attributes {llvm.linkage = #llvm.linkage<internal>}
// CHECK-NOT: func.func private @reduce.check_type(
