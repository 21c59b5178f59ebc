// RUN: reduce-opt %s --convert-reduce-to-linalg=name-combiners --reduce-attach-vector-target='facts={vector_bits=128,accumulators=4,compares_f16=true}' --reduce-vectorize --canonicalize --cse | FileCheck %s

// On a machine that compares f16, vectors of f16 accumulate, and only the result
// becomes a key: as a scalar, or as a vector of results.

// CHECK-LABEL: func @inner
// CHECK-DAG: %[[INFINITY:.*]] = arith.constant dense<0x7C00> : vector<32xf16>
// CHECK: %[[MIN:.*]] = scf.for {{.*}} iter_args(%[[ACCUMULATOR:.*]] = %[[INFINITY]]) -> (vector<32xf16>)
// CHECK-NEXT: %[[ELEMENTS:.*]] = vector.transfer_read {{.*}} : tensor<1024xf16>, vector<32xf16>
// CHECK-NEXT: arith.minimumf %[[ELEMENTS]], %[[ACCUMULATOR]] fastmath<nsz> : vector<32xf16>
// CHECK-NEXT: scf.yield
// CHECK: %[[SCALAR:.*]] = vector.extract %{{.*}}[0] : f16 from vector<1xf16>
// CHECK: arith.bitcast %[[SCALAR]] : f16 to i16
// CHECK-NOT: vector<{{.*}}xi16>
// CHECK: return
func.func @inner(%data: tensor<1024xf16>) -> tensor<f16> {
  %0 = reduce.min %data axes = [0] : tensor<1024xf16> -> tensor<f16>
  return %0 : tensor<f16>
}

// CHECK-LABEL: func @columns
// CHECK: arith.minimumf {{.*}} : vector<{{.*}}xf16>
// CHECK: arith.bitcast %{{.*}} : vector<[[WIDTH:.*]]xf16> to vector<[[WIDTH]]xi16>
func.func @columns(%data: tensor<100x64xf16>) -> tensor<64xf16> {
  %0 = reduce.min %data axes = [0] : tensor<100x64xf16> -> tensor<64xf16>
  return %0 : tensor<64xf16>
}

// Keys take no more instructions if NaN are ignored, and bf16 is compared as integers.

// CHECK-LABEL: func @ignored
// CHECK-NOT: arith.minimumf
// CHECK: arith.minui {{.*}} : vector<{{.*}}xi16>
func.func @ignored(%data: tensor<1024xf16>) -> tensor<f16> {
  %0 = reduce.min %data axes = [0] nan_mode = ignore : tensor<1024xf16> -> tensor<f16>
  return %0 : tensor<f16>
}

// CHECK-LABEL: func @bf16
// CHECK-NOT: arith.minimumf
// CHECK: arith.maxui {{.*}} : vector<{{.*}}xi16>
func.func @bf16(%data: tensor<1024xbf16>) -> tensor<bf16> {
  %0 = reduce.min %data axes = [0] : tensor<1024xbf16> -> tensor<bf16>
  return %0 : tensor<bf16>
}

// A reduction that does not start with the neutral key remains one of keys.

#all = affine_map<(column) -> (column)>
#none = affine_map<(column) -> ()>

// CHECK-LABEL: func @started
// CHECK-NOT: arith.minimumf
// CHECK: arith.maxui {{.*}} : vector<{{.*}}xi16>
func.func @started(%data: tensor<1024xf16>, %start: tensor<i16>) -> tensor<i16> {
  %0 = linalg.generic {indexing_maps = [#all, #none], iterator_types = ["reduction"]}
      ins(%data : tensor<1024xf16>) outs(%start : tensor<i16>) {
  ^bb0(%element: f16, %accumulator: i16):
    %infinity = arith.constant 31744 : i16
    %zero = arith.constant 0 : i16
    %bits = arith.bitcast %element : f16 to i16
    %reversed = arith.subi %infinity, %bits : i16
    %is_positive = arith.cmpi sge, %bits, %zero : i16
    %key = arith.select %is_positive, %reversed, %bits : i16
    %1 = arith.maxui %accumulator, %key {reduce.combiner = #reduce.combiner<"reduce.min"(f16), {nan_mode = #reduce<nan_mode propagate>}>} : i16
    linalg.yield %1 : i16
  } -> tensor<i16>
  return %0 : tensor<i16>
}
