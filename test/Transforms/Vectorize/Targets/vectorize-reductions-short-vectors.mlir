// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=256,drops_nan=true,blends=true,shuffled_vectors=8}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=256,drops_nan=true,blends=true,shuffled_vectors=8,mask_registers=true,masked_arithmetic=true}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=MASKS
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=128,drops_nan=true,blends=true,shuffled_vectors=8}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s --check-prefix=SSE
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=256,drops_nan=true,blends=true,shuffled_vectors=8}' --reduce-vectorize | FileCheck %s --check-prefix=LOOPS
// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=128,drops_nan=true,blends=true,shuffled_vectors=8}' --reduce-vectorize | FileCheck %s --check-prefix=SSE-LOOPS

// Vectors shorter than a cache line, where no instruction shuffles two of them: SSE and AVX2.
// Rows with an odd factor are read in two pieces, except three elements.
// CHECK: Function=three {{.*}} strategy=short-rows
// CHECK: Function=five {{.*}} strategy=overlapped-rows
// CHECK: Function=six {{.*}} strategy=overlapped-rows
// MASKS: Function=three {{.*}} strategy=short-rows
// MASKS: Function=five {{.*}} strategy=short-rows
// MASKS: Function=six {{.*}} strategy=short-rows
func.func @three(%data: tensor<1000x3xi32>) -> tensor<1000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x3xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}
func.func @five(%data: tensor<1000x5xi32>) -> tensor<1000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x5xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}
func.func @six(%data: tensor<1000x6xi32>) -> tensor<1000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x6xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// A row that is a vector: where combinations test for NaN, they should be few.
// CHECK: Function=vector_of_floats {{.*}} strategy=padded-rows
// CHECK: Function=vector_of_integers {{.*}} strategy=short-rows
// MASKS: Function=vector_of_floats {{.*}} strategy=short-rows
// MASKS: Function=vector_of_integers {{.*}} strategy=short-rows
func.func @vector_of_floats(%data: tensor<1000x8xf32>) -> tensor<1000xf32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x8xf32> -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}
func.func @vector_of_integers(%data: tensor<1000x8xi32>) -> tensor<1000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x8xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// Rows of a few strips: one after the other, if a vector takes one fast operation. Minima of
// 64-bit integers take several, and products of integers several cycles.
// CHECK: Function=fast {{.*}} strategy=inner
// CHECK: Function=several {{.*}} strategy=row-groups
// CHECK: Function=several_long {{.*}} strategy=inner
// CHECK: Function=slow {{.*}} strategy=row-groups
// CHECK: Function=product_of_floats {{.*}} strategy=inner
// CHECK: Function=numbers {{.*}} strategy=row-groups
// CHECK: Function=numbers_long {{.*}} strategy=inner
// MASKS: Function=fast {{.*}} strategy=inner
// MASKS: Function=several {{.*}} strategy=inner
// MASKS: Function=several_long {{.*}} strategy=inner
// MASKS: Function=slow {{.*}} strategy=inner
// MASKS: Function=product_of_floats {{.*}} strategy=inner
// MASKS: Function=numbers {{.*}} strategy=inner
// MASKS: Function=numbers_long {{.*}} strategy=inner
func.func @fast(%data: tensor<500x70xi32>) -> tensor<500xi32> {
  %0 = reduce.min %data axes = [1] : tensor<500x70xi32> -> tensor<500xi32>
  return %0 : tensor<500xi32>
}
func.func @several(%data: tensor<100x500xi64>) -> tensor<100xi64> {
  %0 = reduce.min %data axes = [1] : tensor<100x500xi64> -> tensor<100xi64>
  return %0 : tensor<100xi64>
}
func.func @several_long(%data: tensor<100x512xi64>) -> tensor<100xi64> {
  %0 = reduce.min %data axes = [1] : tensor<100x512xi64> -> tensor<100xi64>
  return %0 : tensor<100xi64>
}
func.func @slow(%data: tensor<100x500xi32>) -> tensor<100xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<100x500xi32> -> tensor<100xi32>
  return %0 : tensor<100xi32>
}
func.func @product_of_floats(%data: tensor<200x500xf32>) -> tensor<200xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<200x500xf32> -> tensor<200xf32>
  return %0 : tensor<200xf32>
}
func.func @numbers(%data: tensor<200x500xf32>) -> tensor<200xf32> {
  %0 = reduce.min %data axes = [1] : tensor<200x500xf32> -> tensor<200xf32>
  return %0 : tensor<200xf32>
}
func.func @numbers_long(%data: tensor<200x512xf32>) -> tensor<200xf32> {
  %0 = reduce.min %data axes = [1] : tensor<200x512xf32> -> tensor<200xf32>
  return %0 : tensor<200xf32>
}

// Few slow rows of a strip or more that do not fill groups are reduced one after the other. The
// minima of f16 are those of integers, and wait for one cycle only. Groups of i64 have four rows.
// CHECK: Function=few {{.*}} strategy=inner
// CHECK: Function=few_short {{.*}} strategy=row-groups
// CHECK: Function=not_few {{.*}} strategy=row-groups
// CHECK: Function=four {{.*}} strategy=row-groups
// CHECK: Function=few_fast {{.*}} strategy=row-groups
// CHECK: Function=unknown {{.*}} strategy=row-groups
// LOOPS-LABEL: func.func @unknown
// LOOPS: %[[USUAL:.*]] = arith.select %{{.*}}, %c1024{{.*}}, %{{.*}}
// LOOPS: %[[ROWS:.*]] = tensor.dim %{{.*}}, %c0
// LOOPS: %[[MANY:.*]] = arith.cmpi uge, %[[ROWS]], %c8
// LOOPS: arith.select %[[MANY]], %[[USUAL]], %c128
// LOOPS-LABEL: func.func @unknown_wide
// LOOPS: %[[MANY:.*]] = arith.cmpi uge, %[[ROWS:.*]], %c8
// LOOPS: %[[REST:.*]] = arith.remui %[[ROWS]], %c4
// LOOPS: %[[LEFT_OVER:.*]] = arith.cmpi ne, %[[REST]], %c0
// LOOPS: %[[MULTIPLE:.*]] = arith.xori %[[LEFT_OVER]], %true
// LOOPS: %[[FILL:.*]] = arith.ori %[[MANY]], %[[MULTIPLE]]
// LOOPS: arith.select %[[FILL]], %{{.*}}, %c64
func.func @few(%data: tensor<6x64xi32>) -> tensor<6xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<6x64xi32> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}
func.func @few_short(%data: tensor<6x63xi32>) -> tensor<6xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<6x63xi32> -> tensor<6xi32>
  return %0 : tensor<6xi32>
}
func.func @not_few(%data: tensor<7x64xi32>) -> tensor<7xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<7x64xi32> -> tensor<7xi32>
  return %0 : tensor<7xi32>
}
func.func @four(%data: tensor<4x64xi32>) -> tensor<4xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<4x64xi32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
func.func @few_fast(%data: tensor<6x200xf16>) -> tensor<6xf16> {
  %0 = reduce.min %data axes = [1] : tensor<6x200xf16> -> tensor<6xf16>
  return %0 : tensor<6xf16>
}
func.func @unknown(%data: tensor<?x?xi32>) -> tensor<?xi32> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
func.func @unknown_wide(%data: tensor<?x?xi64>) -> tensor<?xi64> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xi64> -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// Floats of 16 bits have a loop form with two accumulators. Rows of few vectors have no loop, so
// that more of them share the combination of lanes. SSE has too few registers for that, and the
// loop form is faster from five vectors on.
// CHECK: Function=four_short_vectors {{.*}} strategy=row-groups, tile=8x16
// CHECK: Function=five_short_vectors {{.*}} strategy=row-groups, tile=8x16
// CHECK: Function=few_vectors {{.*}} strategy=row-groups, tile=8x16
// CHECK: Function=many_vectors {{.*}} strategy=row-groups, tile=4x16
// MASKS: Function=few_vectors {{.*}} strategy=inner
// SSE: Function=four_short_vectors {{.*}} strategy=row-groups, tile=4x8
// SSE: Function=five_short_vectors {{.*}} strategy=row-groups, tile=4x8
// SSE-LOOPS-LABEL: func.func @four_short_vectors
// SSE-LOOPS: scf.for
// SSE-LOOPS-NOT: scf.for
// SSE-LOOPS-LABEL: func.func @five_short_vectors
// SSE-LOOPS: scf.for
// SSE-LOOPS: scf.for {{.*}} step %c8
// LOOPS-LABEL: func.func @few_vectors
// LOOPS: scf.for
// LOOPS-NOT: scf.for
// LOOPS-LABEL: func.func @many_vectors
// LOOPS: scf.for
// LOOPS: scf.for {{.*}} step %c16
func.func @four_short_vectors(%data: tensor<1000x31xf16>) -> tensor<1000xf16> {
  %0 = reduce.min %data axes = [1] : tensor<1000x31xf16> -> tensor<1000xf16>
  return %0 : tensor<1000xf16>
}
func.func @five_short_vectors(%data: tensor<1000x33xf16>) -> tensor<1000xf16> {
  %0 = reduce.min %data axes = [1] : tensor<1000x33xf16> -> tensor<1000xf16>
  return %0 : tensor<1000xf16>
}
func.func @few_vectors(%data: tensor<1000x127xf16>) -> tensor<1000xf16> {
  %0 = reduce.min %data axes = [1] : tensor<1000x127xf16> -> tensor<1000xf16>
  return %0 : tensor<1000xf16>
}
func.func @many_vectors(%data: tensor<1000x129xf16>) -> tensor<1000xf16> {
  %0 = reduce.min %data axes = [1] : tensor<1000x129xf16> -> tensor<1000xf16>
  return %0 : tensor<1000xf16>
}
