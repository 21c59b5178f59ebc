// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4,mask_registers=true,drops_nan=true}' --reduce-vectorize --remark-format=emitRemark --remarks-filter='reduce.*' -o /dev/null 2>&1 | FileCheck %s

// Where one instruction loads and combines a vector, rows of a strip of all
// accumulators are long, if the input is known not to be in the first cache. These
// rows start at a cache line, which is a vector here.

// CHECK: Function=rows_of_lines | {{.*}} strategy=inner
func.func @rows_of_lines(%data: tensor<1000x64xi32>) -> tensor<1000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x64xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// CHECK: Function=shorter_rows | {{.*}} strategy=row-groups
func.func @shorter_rows(%data: tensor<1000x63xi32>) -> tensor<1000xi32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x63xi32> -> tensor<1000xi32>
  return %0 : tensor<1000xi32>
}

// CHECK: Function=near_rows | {{.*}} strategy=row-groups
func.func @near_rows(%data: tensor<100x64xi32>) -> tensor<100xi32> {
  %0 = reduce.min %data axes = [1] : tensor<100x64xi32> -> tensor<100xi32>
  return %0 : tensor<100xi32>
}

// A check for NaN, the conversion of an element, and a product of bytes on x86 take
// more instructions.
// CHECK: Function=checked_numbers | {{.*}} strategy=row-groups
func.func @checked_numbers(%data: tensor<1000x64xf32>) -> tensor<1000xf32> {
  %0 = reduce.min %data axes = [1] : tensor<1000x64xf32> -> tensor<1000xf32>
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
