// RUN: reduce-compile %s --mcpu=znver5 --target=x86_64-unknown-linux-gnu --emit=asm | FileCheck %s
// RUN: reduce-compile %s --mcpu=znver5 --target=x86_64-unknown-linux-gnu --emit=llvmir | FileCheck %s --check-prefix=IR
// RUN: reduce-compile %s --mcpu=znver4 --target=x86_64-unknown-linux-gnu --emit=asm | FileCheck %s --check-prefix=WHOLE

// Zen 5 reads rows that are not whole lines, in no cache, in loads of half a line, and LLVM would
// make one of two.
// CHECK-LABEL: columns_data:
// CHECK: vmovdqu {{.*}}, %ymm[[LOW:[0-9]+]]
// CHECK: vinserti64x4 $1, {{.*}}(%{{.*}}), %zmm[[LOW]],
// IR-LABEL: define {{.*}}@columns{{.*}}(
// IR: load <8 x i32>
// IR: call void asm sideeffect "", "~{memory}"()
// IR-NEXT: {{.*}} = load <8 x i32>
// WHOLE-LABEL: columns_data:
// WHOLE-NOT: vinserti64x4
// WHOLE-LABEL: columns:
func.func @columns(%data: tensor<25000x412xi32>) -> tensor<412xi32> {
  %0 = reduce.min %data axes = [0] : tensor<25000x412xi32> -> tensor<412xi32>
  return %0 : tensor<412xi32>
}

// Those that are whole lines are read so.
// CHECK-LABEL: lines_data:
// CHECK: vpminsd {{.*}}(%{{.*}}), %zmm
// CHECK-NOT: vinserti64x4
// CHECK-LABEL: lines:
func.func @lines(%data: tensor<25000x416xi32>) -> tensor<416xi32> {
  %0 = reduce.min %data axes = [0] : tensor<25000x416xi32> -> tensor<416xi32>
  return %0 : tensor<416xi32>
}
