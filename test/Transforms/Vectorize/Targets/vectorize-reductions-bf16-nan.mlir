// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4}' --reduce-vectorize | FileCheck %s
// RUN: reduce-opt %s --reduce-attach-vector-target='facts={vector_bits=512,accumulators=4}' --reduce-vectorize --convert-arith-to-llvm | FileCheck %s --check-prefix=LLVM

// Conversions keep the attribute, which is valid on what they build.
// LLVM: llvm.fptrunc {{.*}}reduce.bf16_nan

// NaN among products of bf16 are those of bf16, so that rounding needs no test for NaN.
// Others may have any bits: where the initial values do not come from bf16, where elements
// are multiplied by others, or where the results are, before they are rounded.

#all = affine_map<(r, c) -> (r, c)>
#column = affine_map<(r, c) -> (c)>
#id = affine_map<(c) -> (c)>

// CHECK-LABEL: func.func @products
// CHECK: arith.truncf %{{.*}} {reduce.bf16_nan} : vector<{{.*}}xf32> to
func.func @products(%data: tensor<20x64xbf16>) -> tensor<64xbf16> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<64xf32>
  %start = linalg.fill ins(%one : f32) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  %products = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<20x64xbf16>) outs(%start : tensor<64xf32>) {
  ^bb0(%element: bf16, %accumulator: f32):
    %0 = arith.extf %element : bf16 to f32
    %1 = arith.mulf %accumulator, %0 fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %results = tensor.empty() : tensor<64xbf16>
  %rounded = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%products : tensor<64xf32>) outs(%results : tensor<64xbf16>) {
  ^bb0(%product: f32, %out: bf16):
    %0 = arith.truncf %product : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<64xbf16>
  return %rounded : tensor<64xbf16>
}

// CHECK-LABEL: func.func @other_start
// CHECK: arith.truncf %{{[a-z0-9_]+}} : 
func.func @other_start(%data: tensor<20x64xbf16>, %init: tensor<64xf32>) -> tensor<64xbf16> {
  %products = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<20x64xbf16>) outs(%init : tensor<64xf32>) {
  ^bb0(%element: bf16, %accumulator: f32):
    %0 = arith.extf %element : bf16 to f32
    %1 = arith.mulf %accumulator, %0 fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %results = tensor.empty() : tensor<64xbf16>
  %rounded = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%products : tensor<64xf32>) outs(%results : tensor<64xbf16>) {
  ^bb0(%product: f32, %out: bf16):
    %0 = arith.truncf %product : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<64xbf16>
  return %rounded : tensor<64xbf16>
}

// CHECK-LABEL: func.func @scaled_elements
// CHECK: vector.interleave
// CHECK: arith.truncf %{{[a-z0-9_]+}} : 
func.func @scaled_elements(%data: tensor<20x64xbf16>, %factors: tensor<20x64xf32>) -> tensor<64xbf16> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<64xf32>
  %start = linalg.fill ins(%one : f32) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  %products = linalg.generic {indexing_maps = [#all, #all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%data, %factors : tensor<20x64xbf16>, tensor<20x64xf32>) outs(%start : tensor<64xf32>) {
  ^bb0(%element: bf16, %factor: f32, %accumulator: f32):
    %0 = arith.extf %element : bf16 to f32
    %1 = arith.mulf %0, %factor : f32
    %2 = arith.mulf %accumulator, %1 fastmath<reassoc> : f32
    linalg.yield %2 : f32
  } -> tensor<64xf32>
  %results = tensor.empty() : tensor<64xbf16>
  %rounded = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%products : tensor<64xf32>) outs(%results : tensor<64xbf16>) {
  ^bb0(%product: f32, %out: bf16):
    %0 = arith.truncf %product : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<64xbf16>
  return %rounded : tensor<64xbf16>
}

// The element is extended, but another value is multiplied.
// CHECK-LABEL: func.func @other_factor
// CHECK: arith.truncf %{{[a-z0-9_]+}} :
func.func @other_factor(%data: tensor<20x64xbf16>, %factors: tensor<20x64xf32>) -> tensor<64xbf16> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<64xf32>
  %start = linalg.fill ins(%one : f32) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  %products = linalg.generic {indexing_maps = [#all, #all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%data, %factors : tensor<20x64xbf16>, tensor<20x64xf32>) outs(%start : tensor<64xf32>) {
  ^bb0(%element: bf16, %factor: f32, %accumulator: f32):
    %0 = arith.extf %element : bf16 to f32
    %1 = arith.mulf %accumulator, %factor fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %results = tensor.empty() : tensor<64xbf16>
  %rounded = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%products : tensor<64xf32>) outs(%results : tensor<64xbf16>) {
  ^bb0(%product: f32, %out: bf16):
    %0 = arith.truncf %product : f32 to bf16
    linalg.yield %0 : bf16
  } -> tensor<64xbf16>
  return %rounded : tensor<64xbf16>
}

// CHECK-LABEL: func.func @scaled_results
// CHECK: arith.truncf %{{[a-z0-9_]+}} : 
func.func @scaled_results(%data: tensor<20x64xbf16>, %factors: tensor<64xf32>) -> tensor<64xbf16> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<64xf32>
  %start = linalg.fill ins(%one : f32) outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  %products = linalg.generic {indexing_maps = [#all, #column], iterator_types = ["reduction", "parallel"]}
      ins(%data : tensor<20x64xbf16>) outs(%start : tensor<64xf32>) {
  ^bb0(%element: bf16, %accumulator: f32):
    %0 = arith.extf %element : bf16 to f32
    %1 = arith.mulf %accumulator, %0 fastmath<reassoc> : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %results = tensor.empty() : tensor<64xbf16>
  %rounded = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%products, %factors : tensor<64xf32>, tensor<64xf32>) outs(%results : tensor<64xbf16>) {
  ^bb0(%product: f32, %factor: f32, %out: bf16):
    %0 = arith.mulf %product, %factor : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  } -> tensor<64xbf16>
  return %rounded : tensor<64xbf16>
}
