// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,drops_nan=true}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s

// Where one instruction loads and combines a vector, rows of two cache lines are long,
// if the input is known not to be in the first cache. Vectors are cache lines here.

// CHECK: Function=rows_of_lines | {{.*}} strategy=inner
func.func @rows_of_lines(%data: tensor<1000x35xi32>) -> tensor<1000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x35xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// CHECK: Function=shorter_rows | {{.*}} strategy=row-groups
func.func @shorter_rows(%data: tensor<1000x31xi32>) -> tensor<1000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x31xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// CHECK: Function=near_rows | {{.*}} strategy=row-groups
func.func @near_rows(%data: tensor<100x35xi32>) -> tensor<100xi32> {
  %0 = reduce.min %data axes = [1] : tensor<100x35xi32> -> tensor<100xi32>
  return %0 : tensor<100xi32>
}

// A check for NaN, the conversion of an element, and a product of bytes on x86 take
// more instructions.
// CHECK: Function=checked_numbers | {{.*}} strategy=row-groups
func.func @checked_numbers(%data: tensor<1000x35xf32>) -> tensor<1000xf32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x35xf32> -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// CHECK: Function=converted | {{.*}} strategy=row-groups
func.func @converted(%data: tensor<1000x50xbf16>) -> tensor<1000xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<1000x50xbf16> -> tensor<1000xbf16>
  return %0 : tensor<1000xbf16>
}

// CHECK: Function=bytes | {{.*}} strategy=row-groups
func.func @bytes(%data: tensor<1000x130xi8>) -> tensor<1000xi8> {
  %0 = reduce.prod %data axes = [1] : tensor<1000x130xi8> -> tensor<1000xi8>
  return %0 : tensor<1000xi8>
}
