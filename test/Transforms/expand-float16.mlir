// RUN: reduce-opt %s --reduce-expand-float16 | FileCheck %s --implicit-check-not='arith.extf' --implicit-check-not='arith.truncf'
// RUN: reduce-opt %s --reduce-expand-float16='f16=false' | FileCheck %s --check-prefix=BF16-ONLY
// RUN: reduce-opt %s --reduce-expand-float16='bf16=false' | FileCheck %s --check-prefix=F16-ONLY

// The minimum has instructions everywhere.
// CHECK-LABEL: func.func @convert
// CHECK: arith.minimumf
// BF16-ONLY: arith.extf %{{.*}} : f16 to f32
// BF16-ONLY: arith.truncf %{{.*}} : vector<8xf32> to vector<8xf16>
// BF16-ONLY-NOT: arith.truncf
// F16-ONLY-NOT: f16 to f32
// F16-ONLY: arith.truncf %{{.*}} : vector<8xf32> to vector<8xbf16>
func.func @convert(%value: f16, %vector: vector<8xf32>) -> (f32, vector<8xf16>, vector<8xbf16>) {
  %0 = arith.extf %value : f16 to f32
  %one = arith.constant 1.0 : f32
  %1 = arith.minimumf %0, %one : f32
  %2 = arith.truncf %vector : vector<8xf32> to vector<8xf16>
  %3 = arith.truncf %vector : vector<8xf32> to vector<8xbf16>
  return %1, %2, %3 : f32, vector<8xf16>, vector<8xbf16>
}
