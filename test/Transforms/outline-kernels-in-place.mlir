// RUN: reduce-compile %s --target=x86_64-unknown-linux-gnu --mcpu=x86-64-v4 --emit=llvmir \
// RUN:   | FileCheck %s --implicit-check-not=malloc

// The functions share kernels that reduce parts of the results. These are computed in
// their place: no call allocates memory for them.
// CHECK: define {{.*}}i32 @first(
// CHECK: call {{.*}}@reduce.kernel
// CHECK: define {{.*}}i32 @second(
func.func @first(%data: tensor<?x?x?x?xui64>) -> tensor<?x?xui64> {
  %0 = reduce.min %data axes = [1, 3] : tensor<?x?x?x?xui64> -> tensor<?x?xui64>
  return %0 : tensor<?x?xui64>
}

func.func @second(%data: tensor<?x?x?x?xui64>) -> tensor<?x?xui64> {
  %0 = reduce.min %data axes = [1, 3] : tensor<?x?x?x?xui64> -> tensor<?x?xui64>
  return %0 : tensor<?x?xui64>
}
