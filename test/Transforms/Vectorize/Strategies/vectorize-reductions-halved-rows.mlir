// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,permuted_bits=8}' --reduce-vectorize --canonicalize --cse | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,permuted_bits=8,converts_f16=true,compares_f16=true}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: reduce-opt %s --convert-reduce-to-linalg --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNPERMUTED --implicit-check-not='halves are combined'

// Rows of nine elements are halved, so that two of them, not one, share a vector when
// they are padded and transposed. The last pair of vectors ends with the block, which is
// two lanes earlier than its rows.
// UNPERMUTED: Function=minimum
// REMARK: Function=minimum | Reason="rows fit into a vector: their halves are combined, and those of a block padded to a power of two and merged", strategy=padded-rows, tile=16x9{{$}}
// CHECK-LABEL: func.func @minimum
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c32 step %c16
// CHECK:   %[[FIRST:.*]] = arith.muli %[[ROW]], %c9 : index
// CHECK:   %[[FRONT:.*]] = vector.transfer_read %{{.*}}[%[[FIRST]]], {{.*}} vector<16xi32>
// CHECK:   %[[HALF:.*]] = arith.addi %[[FIRST]], %c4 : index
// CHECK:   %[[BACK:.*]] = vector.transfer_read %{{.*}}[%[[HALF]]], {{.*}} vector<16xi32>
// CHECK:   %[[BOTH:.*]] = arith.minsi %[[FRONT]], %[[BACK]] : vector<16xi32>
// CHECK:   %[[V0:.*]] = vector.shuffle %[[BOTH]], %[[BOTH]] [0, 9, 1, 10, 2, 11, 3, 12, 4, 13, 4, 13, 4, 13, 4, 13]
// CHECK:   arith.addi %[[FIRST]], %c18 : index
// CHECK:   arith.addi %[[FIRST]], %c124 : index
// CHECK:   arith.addi %[[FIRST]], %c128 : index
// CHECK:   %[[LAST:.*]] = arith.minsi {{.*}} : vector<16xi32>
// CHECK:   %[[V7:.*]] = vector.shuffle %[[LAST]], %[[LAST]] [2, 11, 3, 12, 4, 13, 5, 14, 6, 15, 6, 15, 6, 15, 6, 15]
// CHECK:   vector.shuffle %[[V0]], %{{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23]
// CHECK:   vector.transfer_write %{{.*}}, %{{.*}}[%[[ROW]]] {in_bounds = [true]} : vector<16xi32>, tensor<32xi32>
func.func @minimum(%data: tensor<32x9xi32>) -> tensor<32xi32> {
  %0 = reduce.min %data axes = [1] : tensor<32x9xi32> -> tensor<32xi32>
  return %0 : tensor<32xi32>
}

// A product has no element twice: the first one of an odd number is multiplied by none.
// CHECK-LABEL: func.func @product
// CHECK-DAG: %[[ONES:.*]] = arith.constant dense<1.000000e+00> : vector<16xf32>
// CHECK-DAG: %[[FIRSTS:.*]] = arith.constant dense<[true, false, false, false, false, false, false, false, false, true, false, false, false, false, false, false]> : vector<16xi1>
// CHECK:   %[[FRONT:.*]] = vector.transfer_read {{.*}} vector<16xf32>
// CHECK:   %[[BACK:.*]] = vector.transfer_read {{.*}} vector<16xf32>
// CHECK:   %[[PRODUCT:.*]] = arith.mulf %[[FRONT]], %[[BACK]]
// CHECK:   %[[BOTH:.*]] = arith.select %[[FIRSTS]], %[[FRONT]], %[[PRODUCT]]
// CHECK:   vector.shuffle %[[BOTH]], %[[ONES]] [0, 9, 1, 10, 2, 11, 3, 12, 4, 13, 16, 16, 16, 16, 16, 16]
func.func @product(%data: tensor<32x9xf32>) -> tensor<32xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<32x9xf32> -> tensor<32xf32>
  return %0 : tensor<32xf32>
}

// Fewer rows than a block: no more is read than there is.
// CHECK-LABEL: func.func @few
// CHECK: vector.transfer_read %{{.*}}[%c0], {{.*}} tensor<18xi32>, vector<14xi32>
// CHECK: vector.transfer_read %{{.*}}[%c4], {{.*}} tensor<18xi32>, vector<14xi32>
// CHECK: vector.transfer_write {{.*}} : vector<2xi32>, tensor<2xi32>
func.func @few(%data: tensor<2x9xi32>) -> tensor<2xi32> {
  %0 = reduce.min %data axes = [1] : tensor<2x9xi32> -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// Rows of up to ten elements are halved, if that is known only at run time.
// CHECK-LABEL: func.func @unknown
// CHECK: %[[MORE:.*]] = arith.cmpi uge, %[[LENGTH:.*]], %c11 : index
// CHECK: scf.if %[[MORE]]
// CHECK: } else {
// CHECK:   %[[HALF:.*]] = arith.shrui %[[LENGTH]], %c1 : index
// CHECK:   llvm.call_intrinsic "llvm.x86.avx512.permvar.si.512"
func.func @unknown(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// The longest rows that are halved, and longer ones: a row of eleven f32 and the half of
// another one would take 17 lanes.
// REMARK: Function=i8_18 | Reason="{{.*}}their halves are combined
// REMARK: Function=i8_19 | Reason="rows fit into a vector: those of a block are padded
func.func @i8_18(%data: tensor<128x18xi8>) -> tensor<128xi8> {
  %0 = reduce.min %data axes = [1] : tensor<128x18xi8> -> tensor<128xi8>
  return %0 : tensor<128xi8>
}
func.func @i8_19(%data: tensor<128x19xi8>) -> tensor<128xi8> {
  %0 = reduce.min %data axes = [1] : tensor<128x19xi8> -> tensor<128xi8>
  return %0 : tensor<128xi8>
}
// REMARK: Function=i16_9 | Reason="{{.*}}their halves are combined
// REMARK: Function=i16_10 | {{.*}}strategy=short-rows
func.func @i16_9(%data: tensor<128x9xi16>) -> tensor<128xi16> {
  %0 = reduce.min %data axes = [1] : tensor<128x9xi16> -> tensor<128xi16>
  return %0 : tensor<128xi16>
}
func.func @i16_10(%data: tensor<128x10xi16>) -> tensor<128xi16> {
  %0 = reduce.min %data axes = [1] : tensor<128x10xi16> -> tensor<128xi16>
  return %0 : tensor<128xi16>
}
// REMARK: Function=f32_10 | Reason="{{.*}}their halves are combined
// REMARK: Function=f32_11 | {{.*}}strategy=overlapped-rows
func.func @f32_10(%data: tensor<128x10xf32>) -> tensor<128xf32> {
  %0 = reduce.min %data axes = [1] : tensor<128x10xf32> -> tensor<128xf32>
  return %0 : tensor<128xf32>
}
func.func @f32_11(%data: tensor<128x11xf32>) -> tensor<128xf32> {
  %0 = reduce.min %data axes = [1] : tensor<128x11xf32> -> tensor<128xf32>
  return %0 : tensor<128xf32>
}
// REMARK: Function=f64_5 | Reason="{{.*}}their halves are combined
// REMARK: Function=f64_6 | {{.*}}strategy=short-rows
func.func @f64_5(%data: tensor<128x5xf64>) -> tensor<128xf64> {
  %0 = reduce.min %data axes = [1] : tensor<128x5xf64> -> tensor<128xf64>
  return %0 : tensor<128xf64>
}
func.func @f64_6(%data: tensor<128x6xf64>) -> tensor<128xf64> {
  %0 = reduce.min %data axes = [1] : tensor<128x6xf64> -> tensor<128xf64>
  return %0 : tensor<128xf64>
}

// Wide products, floating-point minima that are narrower than a word, and two rows of
// narrow elements are not halved.
// REMARK: Function=product_64 | {{.*}}strategy=short-rows
// REMARK: Function=f16 | Reason="rows fit into a vector: those of a block are padded
// REMARK: Function=two_rows | {{.*}}strategy=overlapped-rows
func.func @product_64(%data: tensor<128x5xi64>) -> tensor<128xi64> {
  %0 = reduce.prod %data axes = [1] : tensor<128x5xi64> -> tensor<128xi64>
  return %0 : tensor<128xi64>
}
func.func @f16(%data: tensor<128x9xf16>) -> tensor<128xf16> {
  %0 = reduce.min %data axes = [1] : tensor<128x9xf16> -> tensor<128xf16>
  return %0 : tensor<128xf16>
}
func.func @two_rows(%data: tensor<128x33xi8>) -> tensor<128xi8> {
  %0 = reduce.min %data axes = [1] : tensor<128x33xi8> -> tensor<128xi8>
  return %0 : tensor<128xi8>
}
