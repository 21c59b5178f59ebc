// RUN: reduce-compile %s --mcpu=znver4 --target=x86_64-unknown-linux-gnu --emit=asm | FileCheck %s
// RUN: reduce-compile %s --mcpu=znver5 --target=x86_64-unknown-linux-gnu --emit=asm | FileCheck %s
// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=asm | FileCheck %s
// RUN: reduce-compile %s --mcpu=znver4 --target=x86_64-unknown-linux-gnu --emit=llvmir | FileCheck %s --check-prefix=IR
// RUN: reduce-compile %s --mcpu=znver2 --target=x86_64-unknown-linux-gnu --emit=llvmir | FileCheck %s --check-prefix=NONE
// RUN: reduce-compile %s --mcpu=sapphirerapids --target=x86_64-unknown-linux-gnu --emit=llvmir | FileCheck %s --check-prefix=NONE
// RUN: reduce-compile %s --mcpu=generic --target=x86_64-unknown-linux-gnu --emit=llvmir | FileCheck %s --check-prefix=NONE
// RUN: reduce-compile %s --mcpu=znver4 --target=x86_64-unknown-linux-gnu -O0 --emit=llvmir | FileCheck %s --check-prefix=NONE

// Zen 4 and 5 load blocks of rows in the order of memory, and so does code for a level of x86-64 with AVX-512.
// NONE-NOT: asm sideeffect

// A block is a single load, which becomes six. The last block overlaps the one before, so each
// address depends on a comparison: LLVM would load in another order.
// CHECK-LABEL: divided_data:
// CHECK: vmovdqu64 (%[[ADDRESS:.+]]), %zmm
// CHECK: vmovdqu64 64(%[[ADDRESS]]), %zmm
// CHECK: vmovdqu64 128(%[[ADDRESS]]), %zmm
// CHECK: vmovdqu64 192(%[[ADDRESS]]), %zmm
// CHECK: vmovdqu64 256(%[[ADDRESS]]), %zmm
// CHECK: vmovdqu64 320(%[[ADDRESS]]), %zmm
// CHECK: vmovdqu64 %zmm{{.*}}, (%rsi
// IR-LABEL: define {{.*}}@divided{{.*}}(
// IR: load <8 x i64>
// IR-NEXT: call void asm sideeffect "", "~{memory}"()
// IR: load <8 x i64>
// IR-NOT: load <48 x i64>
func.func @divided(%data: tensor<6401x6xi64>) -> tensor<6401xi64> {
  %0 = reduce.min %data axes = [1] : tensor<6401x6xi64> -> tensor<6401xi64>
  return %0 : tensor<6401xi64>
}

// Each vector is a load of its own: two rows share five.
// CHECK-LABEL: shared_data:
// CHECK: vmovdqu64 (%[[ADDRESS:.+]]), %zmm
// CHECK: 64(%[[ADDRESS]]), %zmm
// CHECK: 128(%[[ADDRESS]]), %zmm
// CHECK: 192(%[[ADDRESS]]), %zmm
// CHECK: 256(%[[ADDRESS]]), %zmm
// CHECK: 320(%[[ADDRESS]]), %zmm
// CHECK: 384(%[[ADDRESS]]), %zmm
// CHECK: 448(%[[ADDRESS]]), %zmm
// CHECK: 512(%[[ADDRESS]]), %zmm
// CHECK: vmovdqu64 %zmm{{.*}}, (%rsi
func.func @shared(%data: tensor<6400x20xi64>) -> tensor<6400xi64> {
  %0 = reduce.min %data axes = [1] : tensor<6400x20xi64> -> tensor<6400xi64>
  return %0 : tensor<6400xi64>
}

// Loads that are operands of arithmetic stay so.
// CHECK-LABEL: operands_data:
// CHECK: vpminsq 64(%{{.+}}), %zmm
// CHECK-LABEL: operands:
// IR-LABEL: define {{.*}}@operands{{.*}}(
// IR-NOT: asm sideeffect
// IR: ret
func.func @operands(%data: tensor<64000xi64>) -> tensor<i64> {
  %0 = reduce.min %data axes = [0] : tensor<64000xi64> -> tensor<i64>
  return %0 : tensor<i64>
}

// No register has whole elements only, so the load is not divided.
// IR-LABEL: define {{.*}}@odd{{.*}}(
// IR: load <64 x i24>
// IR: ret
func.func @odd(%data: memref<?xi8>, %result: memref<?xi8>) {
  %c0 = arith.constant 0 : index
  %from = memref.view %data[%c0][] : memref<?xi8> to memref<64xi24>
  %to = memref.view %result[%c0][] : memref<?xi8> to memref<64xi24>
  %0 = vector.load %from[%c0] : memref<64xi24>, vector<64xi24>
  %1 = vector.shuffle %0, %0 [1, 0, 3, 2] : vector<64xi24>, vector<64xi24>
  %2 = vector.insert_strided_slice %1, %0 {offsets = [0], strides = [1]} : vector<4xi24> into vector<64xi24>
  vector.store %2, %to[%c0] : memref<64xi24>, vector<64xi24>
  return
}
