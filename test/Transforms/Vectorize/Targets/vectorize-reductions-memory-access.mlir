// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,prefetches=true}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,prefetches=true,drops_nan=true}' --reduce-vectorize --canonicalize --cse --split-input-file | FileCheck %s --check-prefix=DROPS-NAN
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true}' --reduce-vectorize --split-input-file | FileCheck %s --check-prefix=NO-PREFETCH --implicit-check-not=memref.prefetch
// NO-PREFETCH: func @aligned

// Where each vector is a cache line, strips of long rows start at a line: by the
// address of the row, whose elements before the line are read by a mask. The last
// strip ends with the row, and repeats elements.
// CHECK-LABEL: func @aligned
// CHECK: scf.for %[[ROW:[^ ]*]] =
// CHECK:   %[[BUFFER:.*]] = bufferization.to_buffer %{{.*}} read_only : tensor<3x8195xi32> to memref<3x8195xi32, strided<[?, ?], offset: ?>>
// CHECK:   %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[BUFFER]]
// CHECK:   %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[BASE]]
// CHECK:   %[[ROW_OFFSET:.*]] = arith.muli %[[ROW]], %[[STRIDES]]#0
// CHECK:   %[[POSITION:.*]] = arith.addi %[[OFFSET]], %[[ROW_OFFSET]]
// CHECK:   %[[ELEMENT:.*]] = arith.divui %[[ADDRESS]], %c4
// CHECK:   %[[START:.*]] = arith.addi %[[ELEMENT]], %[[POSITION]]
// CHECK:   %[[DISTANCE:.*]] = arith.subi %c0, %[[START]]
// CHECK:   %[[FROM:.*]] = arith.andi %[[DISTANCE]], %c15
// CHECK:   %[[MASK:.*]] = vector.create_mask %[[FROM]] : vector<16xi1>
// CHECK:   vector.transfer_read %{{.*}}[%[[ROW]], %c0], %{{.*}} : tensor<3x8195xi32>, vector<16xi32>
// CHECK:   %[[LENGTH:.*]] = arith.subi %c8195, %[[FROM]]
// CHECK:   %[[STRIPS:.*]] = arith.andi %[[LENGTH]], %c-64
// CHECK:   %[[END:.*]] = arith.addi %[[FROM]], %[[STRIPS]]
// CHECK:   scf.for %{{.*}} = %[[FROM]] to %[[END]] step %c64
// CHECK:   vector.transfer_read %{{.*}}[%[[ROW]], %c8131], {{.*}} : tensor<3x8195xi32>, vector<64xi32>
// CHECK-NOT: arith.select {{.*}} vector<64xi1>
// CHECK: tensor.insert
func.func @aligned(%data: tensor<3x8195xi32>) -> tensor<3xi32> {
  %0 = reduce.min %data axes = [1] : tensor<3x8195xi32> -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// Rows of less than 16 KiB are not aligned in the last cache, but in memory, and in the
// first two caches (vectorize-reductions-aligned-rows.mlir).
// CHECK-LABEL: func @in_cache
// CHECK-NOT: memref.extract_aligned_pointer_as_index
// CHECK: return
func.func @in_cache(%data: tensor<600x2051xi32>) -> tensor<600xi32> {
  %0 = reduce.min %data axes = [1] : tensor<600x2051xi32> -> tensor<600xi32>
  return %0 : tensor<600xi32>
}

// CHECK-LABEL: func @in_memory
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: return
func.func @in_memory(%data: tensor<6000x2051xi32>) -> tensor<6000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<6000x2051xi32> -> tensor<6000xi32>
  return %0 : tensor<6000xi32>
}

// -----

// A product must not repeat elements.
// CHECK-LABEL: func @product
// CHECK: %[[FROM:.*]] = arith.andi %{{.*}}, %c15
// CHECK: %[[END:.*]] = arith.addi %[[FROM]], %{{.*}}
// CHECK: scf.for %{{.*}} = %[[FROM]] to %[[END]] step %c64
// CHECK: %[[REPEATED:.*]] = arith.subi %[[END]], %c8131
// CHECK: %[[MASK:.*]] = vector.create_mask %[[REPEATED]] : vector<64xi1>
// CHECK: %[[ELEMENTS:.*]] = vector.transfer_read %{{.*}}[%c8131]
// CHECK: arith.select %[[MASK]], %{{.*}}, %[[ELEMENTS]] : vector<64xi1>, vector<64xi32>
func.func @product(%data: tensor<8195xi32>) -> tensor<i32> {
  %0 = reduce.prod %data axes = [0] : tensor<8195xi32> -> tensor<i32>
  return %0 : tensor<i32>
}

// The grouping of a floating-point product affects its rounding, so it does not
// depend on the address.
// CHECK-LABEL: func @rounded_product
// CHECK-NOT: memref
// CHECK: return
func.func @rounded_product(%data: tensor<8195xf32>) -> tensor<f32> {
  %0 = reduce.prod %data axes = [0] : tensor<8195xf32> -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// What takes several operations for each vector prefetches, if the input is not in
// the first two caches: 16 KiB ahead, and each line of a strip.
// CHECK-LABEL: func @far
// CHECK: scf.for %[[I:[^ ]*]] = %{{.*}} to %{{.*}} step %c32
// CHECK:   %[[FIRST:.*]] = arith.addi %[[I]], %c2048
// CHECK:   memref.prefetch %{{.*}}[%[[FIRST]]], read, locality<0>, data : memref<300000xf64,
// CHECK:   %[[SECOND:.*]] = arith.addi %[[I]], %c2056
// CHECK:   memref.prefetch %{{.*}}[%[[SECOND]]], read, locality<0>, data
// CHECK-COUNT-2: memref.prefetch
// CHECK-NOT: memref.prefetch
func.func @far(%data: tensor<300000xf64>) -> tensor<f64> {
  %0 = reduce.prod %data axes = [0] : tensor<300000xf64> -> tensor<f64>
  return %0 : tensor<f64>
}

// One operation, which reads whole lines, needs no prefetches.
// CHECK-LABEL: func @far_integers
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @far_integers(%data: tensor<300000xi64>) -> tensor<i64> {
  %0 = reduce.min %data axes = [0] : tensor<300000xi64> -> tensor<i64>
  return %0 : tensor<i64>
}

// CHECK-LABEL: func @near
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @near(%data: tensor<100000xf64>) -> tensor<f64> {
  %0 = reduce.prod %data axes = [0] : tensor<100000xf64> -> tensor<f64>
  return %0 : tensor<f64>
}

// Rows that are not long are read in their order, too.
// CHECK-LABEL: func @far_rows
// CHECK: memref.prefetch
func.func @far_rows(%data: tensor<100000x33xi32>) -> tensor<100000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<100000x33xi32> -> tensor<100000xi32>
  return %0 : tensor<100000xi32>
}

// In no cache, a group of rows first prefetches as much, 16 KiB later: 16 rows of
// 32 elements.
// CHECK-LABEL: func @rows_in_memory
// CHECK-SAME: (%[[DATA:.*]]: tensor<200000x32xi32>)
// CHECK: scf.for %[[FIRST:.*]] = %c0 to %c200000 step %c16
// CHECK:   %[[BUFFER:.*]] = bufferization.to_buffer
// CHECK:   scf.for %[[LINE:.*]] = %c4096 to %c4608 step %c16 {
// CHECK:     memref.prefetch %[[BUFFER]][%[[FIRST]], %[[LINE]]], read, locality<0>, data
// CHECK:   }
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @rows_in_memory(%data: tensor<200000x32xi32>) -> tensor<200000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<200000x32xi32> -> tensor<200000xi32>
  return %0 : tensor<200000xi32>
}

// Strips of spread rows that are not aligned prefetch what each row has later: 8 rows
// 2 KiB and, beyond the last cache, 16 rows 1 KiB.
// CHECK-LABEL: func @far_strips
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %c512 : index
// CHECK: memref.prefetch %{{.*}}[%{{.*}}, %[[NEXT]]]
func.func @far_strips(%data: tensor<1000x1001xi32>) -> tensor<1001xi32> {
  %0 = reduce.min %data axes = [0] : tensor<1000x1001xi32> -> tensor<1001xi32>
  return %0 : tensor<1001xi32>
}

// CHECK-LABEL: func @far_from_caches
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %c1874 step %c1
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %c512 : index
// CHECK: memref.prefetch %{{.*}}[%{{.*}}, %[[NEXT]]]
func.func @far_from_caches(%data: tensor<30000x300xbf16>) -> tensor<300xbf16> {
  %0 = reduce.prod %data axes = [0] : tensor<30000x300xbf16> -> tensor<300xbf16>
  return %0 : tensor<300xbf16>
}

// Strips of successive rows prefetch what is read later if a strip is a whole row,
// the next strips, or the next block of rows if there are few columns.
// CHECK-LABEL: func @far_narrow_rows
// CHECK: memref.prefetch %{{.*}}[%{{.*}}, %c4096{{.*}}]
func.func @far_narrow_rows(%data: tensor<20000x56xi32>) -> tensor<56xi32> {
  %0 = reduce.min %data axes = [0] : tensor<20000x56xi32> -> tensor<56xi32>
  return %0 : tensor<56xi32>
}

// Few long rows are streams: up to 7 in half of the last cache, where strips that
// prefetch are as fast, and up to 31 beyond the last cache. Only there, streams prefetch.
// CHECK-LABEL: func @far_few_rows
// CHECK-NOT: memref.prefetch
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c32
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @far_few_rows(%data: tensor<7x100001xi32>) -> tensor<100001xi32> {
  %0 = reduce.min %data axes = [0] : tensor<7x100001xi32> -> tensor<100001xi32>
  return %0 : tensor<100001xi32>
}

// CHECK-LABEL: func @far_more_rows
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c128
// CHECK:   %[[NEXT:.*]] = arith.addi %[[I]], %c384 : index
// CHECK:   memref.prefetch %{{.*}}[%c0, %[[NEXT]]]
// CHECK:   scf.for %[[ROW:.*]] = %c1 to %c10
// CHECK:     memref.prefetch %{{.*}}[%[[ROW]], %[[NEXT]]]
func.func @far_more_rows(%data: tensor<10x100001xi32>) -> tensor<100001xi32> {
  %0 = reduce.min %data axes = [0] : tensor<10x100001xi32> -> tensor<100001xi32>
  return %0 : tensor<100001xi32>
}

// CHECK-LABEL: func @rows_in_last_cache
// CHECK-NOT: memref.prefetch
// CHECK: scf.for %{{.*}} = %{{.*}} to %{{.*}} step %c32
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @rows_in_last_cache(%data: tensor<15x200001xi32>) -> tensor<200001xi32> {
  %0 = reduce.min %data axes = [0] : tensor<15x200001xi32> -> tensor<200001xi32>
  return %0 : tensor<200001xi32>
}

// CHECK-LABEL: func @rows_beyond_caches
// CHECK: scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c32
// CHECK:   %[[NEXT:.*]] = arith.addi %[[I]], %c128 : index
// CHECK:   memref.prefetch %{{.*}}[%c0{{.*}}, %[[NEXT]]]
// CHECK:   memref.prefetch %{{.*}}[%c30{{.*}}, %{{.*}}]
func.func @rows_beyond_caches(%data: tensor<31x300001xi32>) -> tensor<300001xi32> {
  %0 = reduce.min %data axes = [0] : tensor<31x300001xi32> -> tensor<300001xi32>
  return %0 : tensor<300001xi32>
}

// If all rows are a small block of memory, strips prefetch the next one, however many
// rows there are.
// CHECK-LABEL: func @far_small_blocks
// CHECK: scf.for %[[BLOCK:.*]] = %c0 to %c500 step %c1
// CHECK:   scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c128
// CHECK:     %[[NEXT:.*]] = arith.addi %[[I]], %c6020 : index
// CHECK:     memref.prefetch %{{.*}}[%[[BLOCK]], %c0, %[[NEXT]]]
// CHECK:     scf.for %[[ROW:.*]] = %c1 to %c20
// CHECK:       memref.prefetch %{{.*}}[%[[BLOCK]], %[[ROW]], %[[NEXT]]]
func.func @far_small_blocks(%data: tensor<500x20x301xi32>) -> tensor<500x301xi32> {
  %0 = reduce.min %data axes = [1] : tensor<500x20x301xi32> -> tensor<500x301xi32>
  return %0 : tensor<500x301xi32>
}

// Blocks of more than 32 KiB are not small: these have strips of spread rows.
// CHECK-LABEL: func @far_large_blocks
// CHECK: memref.alloca
func.func @far_large_blocks(%data: tensor<500x40x301xi32>) -> tensor<500x301xi32> {
  %0 = reduce.min %data axes = [1] : tensor<500x40x301xi32> -> tensor<500x301xi32>
  return %0 : tensor<500x301xi32>
}

// CHECK-LABEL: func @far_in_order
// CHECK: scf.for %[[BLOCK:.*]] = %{{.*}} to %{{.*}} step %c1
// CHECK:   scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %c128
// CHECK:     %[[FIRST:.*]] = arith.muli %[[BLOCK]], %c16
// CHECK:     scf.for %[[ROW:.*]] = %c0 to %c16
// CHECK:       %[[THIS:.*]] = arith.addi %[[FIRST]], %[[ROW]]
// CHECK:       %[[NEXT:.*]] = arith.addi %[[I]], %c4800 : index
// CHECK:       memref.prefetch %{{.*}}[%[[THIS]], %[[NEXT]]]
func.func @far_in_order(%data: tensor<20000x300xf32>, %init: tensor<300xf32>) -> tensor<300xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<20000x300xf32>) outs(%init : tensor<300xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.mulf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<300xf32>
  return %0 : tensor<300xf32>
}

// Columns that a strip has almost all of are better read without.
// CHECK-LABEL: func @far_middle
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @far_middle(%data: tensor<20000x200xf32>, %init: tensor<200xf32>) -> tensor<200xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<20000x200xf32>) outs(%init : tensor<200xf32>) {
  ^bb0(%element: f32, %accumulator: f32):
    %1 = arith.mulf %accumulator, %element : f32
    linalg.yield %1 : f32
  } -> tensor<200xf32>
  return %0 : tensor<200xf32>
}

// One operation for each vector of whole lines needs none here, either.
// CHECK-LABEL: func @far_aligned_rows
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @far_aligned_rows(%data: tensor<1000x1024xi32>) -> tensor<1024xi32> {
  %0 = reduce.min %data axes = [0] : tensor<1000x1024xi32> -> tensor<1024xi32>
  return %0 : tensor<1024xi32>
}

// -----

// If the length is not known, this is decided at run time. A row that is not aligned starts at 0, and
// the last strip ends with it only if more than a vector is left over. A single row is short then.
// CHECK-LABEL: func @unknown
// CHECK: %[[LENGTH:.*]] = tensor.dim
// CHECK: %[[LONG:.*]] = arith.cmpi uge, %[[LENGTH]], %c4096
// CHECK: %[[HAS_STRIPS:.*]] = arith.cmpi uge, %[[LENGTH]], %c256
// CHECK: %[[IN_MEMORY:.*]] = arith.cmpi uge, %[[LENGTH]], %c4194305
// CHECK: %[[BOTH:.*]] = arith.andi %[[IN_MEMORY]], %[[HAS_STRIPS]]
// CHECK: %[[ALIGNED:.*]] = arith.ori %[[LONG]], %[[BOTH]]
// CHECK: scf.if %[[ALIGNED]]
// CHECK:   %[[FROM:.*]] = arith.andi %{{.*}}, %c15
// CHECK-NOT: memref.prefetch
// CHECK:   scf.for %{{.*}} = %[[FROM]]
// CHECK:   %[[LAST:.*]] = arith.subi %[[LENGTH]], %c64
// CHECK:   vector.transfer_read %{{.*}}[%[[LAST]]]
// CHECK: } else {
// CHECK-NOT: memref.prefetch
// CHECK:   %[[END:.*]] = arith.andi %[[LENGTH]], %c-64
// CHECK:   scf.for %{{.*}} = %c0 to %[[END]]
// CHECK:   %[[REST:.*]] = arith.subi %[[LENGTH]], %[[END]]
// CHECK:   %[[MANY:.*]] = arith.cmpi uge, %[[REST]], %c17
// CHECK:   %[[FITS:.*]] = arith.cmpi uge, %[[LENGTH]], %c64
// CHECK:   %[[OVERLAPS:.*]] = arith.andi %[[FITS]], %[[MANY]]
// CHECK:   scf.if %[[OVERLAPS]]
// CHECK:     %[[START:.*]] = arith.subi %[[LENGTH]], %c64
// CHECK:     vector.transfer_read %{{.*}}[%[[START]]]
// CHECK:   } else {
// CHECK:     vector.create_mask
func.func @unknown(%data: tensor<?xi32>) -> tensor<i32> {
  %0 = reduce.min %data axes = [0] : tensor<?xi32> -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// With prefetches, columns are as fast in pieces as packed.
// CHECK-LABEL: func @far_packed_rows
// CHECK-NOT: memref.alloca
// CHECK: memref.prefetch
// CHECK: return
func.func @far_packed_rows(%data: tensor<100000x91xi32>) -> tensor<91xi32> {
  %0 = reduce.min %data axes = [0] : tensor<100000x91xi32> -> tensor<91xi32>
  return %0 : tensor<91xi32>
}

// A choice of lanes takes a loop for numbers and one for NaN: fewer pieces are better.
// DROPS-NAN-LABEL: func @far_packed_numbers
// DROPS-NAN: memref.alloca
// DROPS-NAN: memref.prefetch
// DROPS-NAN: return
func.func @far_packed_numbers(%data: tensor<100000x47xf32>) -> tensor<47xf32> {
  %0 = reduce.min %data axes = [0] : tensor<100000x47xf32> -> tensor<47xf32>
  return %0 : tensor<47xf32>
}

// If the size is not known, one of two loops prefetches.
// CHECK-LABEL: func @unknown_packed_rows
// CHECK: %[[ELEMENTS:.*]] = arith.muli
// CHECK: %[[FAR:.*]] = arith.cmpi ugt, %[[ELEMENTS]], %c393216 : index
// CHECK: scf.if %[[FAR]]
// CHECK:   scf.for {{.*}} step %c144
// CHECK:   memref.prefetch
// CHECK: } else {
// CHECK-NOT: memref.prefetch
// CHECK:   scf.for {{.*}} step %c144
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @unknown_packed_rows(%data: tensor<?x9xi32>) -> tensor<9xi32> {
  %0 = reduce.min %data axes = [0] : tensor<?x9xi32> -> tensor<9xi32>
  return %0 : tensor<9xi32>
}

// -----

// Blocks of rows prefetch by a loop, which has no iteration unless the input is in
// no cache. This costs no second copy of the code.
// CHECK-LABEL: func @unknown_rows
// CHECK-SAME: (%[[DATA:.*]]: tensor<?x5xi32>)
// CHECK: %[[ROWS:.*]] = tensor.dim %[[DATA]], %c0
// CHECK: %[[ELEMENTS:.*]] = arith.muli %[[ROWS]], %c5
// CHECK: %[[IN_MEMORY:.*]] = arith.cmpi ugt, %[[ELEMENTS]], %c4194304
// CHECK: %[[END:.*]] = arith.select %[[IN_MEMORY]], %c4176, %c4096
// CHECK: scf.for %[[FIRST:.*]] = %c0 to %{{.*}} step %c16
// CHECK:   scf.for %[[LINE:.*]] = %c4096 to %[[END]] step %c16 {
// CHECK:     memref.prefetch %{{.*}}[%[[START:.*]], %[[LINE]]], read, locality<0>, data
// CHECK:   }
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @unknown_rows(%data: tensor<?x5xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x5xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// If the length is not known either, so do pieces of rows.
// CHECK-LABEL: func @unknown_lengths
// CHECK: %[[LENGTH:.*]] = tensor.dim %{{.*}}, %c1
// CHECK: %[[GROUP:.*]] = arith.muli %[[LENGTH]], %c{{[0-9]+}}
// CHECK: %[[AFTER:.*]] = arith.addi %[[GROUP]], %c4096
// CHECK: %[[END:.*]] = arith.select %{{.*}}, %[[AFTER]], %c4096
// CHECK: scf.for %{{.*}} = %c4096 to %[[END]] step %c16 {
// CHECK-NEXT: memref.prefetch
func.func @unknown_lengths(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Rows between two reduced dimensions are not read in the order of memory.
// CHECK-LABEL: func @unknown_blocks
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @unknown_blocks(%data: tensor<?x?x5xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [0, 2] : tensor<?x?x5xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
