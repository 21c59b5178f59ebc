// RUN: reduce-compile %s --mcpu=x86-64-v3 --emit=llvmir -o - | FileCheck %s
// RUN: reduce-compile %s --mcpu=x86-64-v3 --emit=llvmir -o - 2>&1 | FileCheck %s --check-prefix=WARNING
// WARNING-NOT: warning

// LLVM vectorizes the loops of elementwise operations, if the tensors are contiguous.
// CHECK-LABEL: define {{.*}} @add_data(
// CHECK: fadd <8 x float>
// CHECK: ret i32
// Others are read one element after another, by code that is inlined.
// CHECK-LABEL: define {{.*}} @add.checked(
// CHECK-NOT: fadd <
// CHECK: fadd float
// CHECK-LABEL: define {{.*}} @add(
// CHECK-NOT: fadd
// CHECK: ret i32
#id = affine_map<(i) -> (i)>
func.func @add(%a: tensor<1000xf32>, %b: tensor<1000xf32>) -> tensor<1000xf32> {
  %empty = tensor.empty() : tensor<1000xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<1000xf32>, tensor<1000xf32>) outs(%empty : tensor<1000xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    %1 = arith.addf %x, %y : f32
    linalg.yield %1 : f32
  } -> tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// Functions of the math dialect, in a model as in a pipeline.
// CHECK-LABEL: define {{.*}} @absolute_data(
// CHECK: call {{.*}}<8 x float> @llvm.fabs.v8f32(<8 x float>
func.func @absolute(%a: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = math.absf %a : tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// Vectors of what a library computes gain nothing, and do no harm.
// CHECK-LABEL: define {{.*}} @exponentials_data(
// CHECK: call float @llvm.exp.f32(float
func.func @exponentials(%a: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = math.exp %a : tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// A reduction over a dimension of extent 1 is one of them, if it is not a copy.
// CHECK-LABEL: define {{.*}} @bits_data(
// CHECK: icmp ne <32 x i8>
func.func @bits(%a: tensor<100x1x30xi1>) -> tensor<100x30xi1> {
  %0 = reduce.min %a axes = [1] : tensor<100x1x30xi1> -> tensor<100x30xi1>
  return %0 : tensor<100x30xi1>
}

// LLVM's legalization keeps the vectors that the pass has chosen.
// CHECK: attributes #0 = {{.*}}"prefer-vector-width"="256"
