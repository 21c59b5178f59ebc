// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=asm | FileCheck %s
// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=asm -O0 | FileCheck %s --check-prefix=UNSHARED
// RUN: reduce-compile %s --mcpu=x86-64-v3 --target=x86_64-unknown-linux-gnu --emit=asm | FileCheck %s --check-prefix=UNSHARED
// RUN: reduce-compile %s --mcpu=x86-64-v3,x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=asm | FileCheck %s --check-prefix=SEVERAL

// Accumulators with all bits set are copies of a register that is loaded once: the
// instruction that sets them reads them, so that rows would wait for each other.
// UNSHARED-NOT: reduce.ones

// CHECK-LABEL: groups_data:
// CHECK-NOT: vpternlogd
// CHECK: vmovdqa64 {{.*}}reduce.ones(%rip), %[[ONES:zmm[0-9]+]]
// CHECK-NOT: vpternlogd
// CHECK: Child Loop
// CHECK-COUNT-8: vmovdqa64 %[[ONES]], %zmm
// CHECK-NOT: vpternlogd
// CHECK: ret
func.func @groups(%data: tensor<20x150xui32>) -> tensor<20xui32> {
  %0 = reduce.min %data axes = [1] : tensor<20x150xui32> -> tensor<20xui32>
  return %0 : tensor<20xui32>
}

// Elements of another width share the register.
// CHECK-LABEL: rows_data:
// CHECK: vmovdqa64 {{.*}}reduce.ones(%rip), %[[ONES:zmm[0-9]+]]
// CHECK-NOT: vpternlogd
// CHECK: vmovdqa64 %[[ONES]], %zmm
// CHECK-NOT: vpternlogd
// CHECK: ret
func.func @rows(%data: tensor<96x5000xui8>) -> tensor<96xui8> {
  %0 = reduce.min %data axes = [1] : tensor<96x5000xui8> -> tensor<96xui8>
  return %0 : tensor<96xui8>
}

// A single row makes them once.
// CHECK-LABEL: all_data:
// CHECK: vpternlogd $255, %zmm
// CHECK: ret
func.func @all(%data: tensor<20000xui32>) -> tensor<ui32> {
  %0 = reduce.min %data axes = [0] : tensor<20000xui32> -> tensor<ui32>
  return %0 : tensor<ui32>
}

// CHECK: .Lreduce.ones:
// CHECK-NOT: .Lreduce.ones:

// Of several CPUs, those that have such registers share them.
// SEVERAL-LABEL: groups_data.x86_64_v3:
// SEVERAL-NOT: reduce.ones
// SEVERAL-LABEL: groups_data.x86_64_v4:
// SEVERAL: vmovdqa64 {{.*}}reduce.ones(%rip), %zmm
