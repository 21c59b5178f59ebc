// RUN: reduce-compile %s --mcpu=x86-64-v3 --emit=llvmir -o - | FileCheck %s --implicit-check-not=vector.body

// LLVM neither vectorizes nor unrolls: the vectors come from the vectorizing pass.
// One variant for contiguous tensors, one for others, which is inlined.
// CHECK-LABEL: define {{.*}} @add_data(
// CHECK: fadd float
// CHECK-NOT: fadd
// CHECK: ret i32
// CHECK-LABEL: define {{.*}} @add.checked(
// CHECK: fadd float
// CHECK-NOT: fadd
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
// CHECK: call {{.*}}float @llvm.fabs.f32(float
func.func @absolute(%a: tensor<1000xf32>) -> tensor<1000xf32> {
  %0 = math.absf %a : tensor<1000xf32>
  return %0 : tensor<1000xf32>
}

// LLVM's legalization keeps the vectors that the pass has chosen.
// CHECK: attributes #0 = {{.*}}"prefer-vector-width"="256"
