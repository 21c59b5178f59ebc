// The functions of a sharded call, in the LLVM dialect and in C.
// RUN: rm -rf %t && mkdir %t
// RUN: reduce-opt %s --reduce-to-llvm-pipeline=c-interface | FileCheck %s --implicit-check-not="shard."
// RUN: reduce-compile %s -o %t/shared.o
// RUN: FileCheck %s --input-file=%t/shared.h --check-prefix=HEADER
// RUN: %host_cc -std=c99 -Wall -Wextra -Werror -fsyntax-only -I %reduce_src_root/include -x c %t/shared.h
// RUN: %host_cxx -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I %reduce_src_root/include -x c++ %t/shared.h
// No function of MPI is called.
// RUN: llvm-nm --undefined-only %t/shared.o | not grep -v -e ' malloc$' -e ' free$' -e ' mem[a-z]*$'
// The option is the same as the attributes.
// RUN: sed -e 's/^module.*/module {/' -e 's/, reduce.sharding = [^}]*//' %s > %t/plain.mlir
// RUN: reduce-compile %t/plain.mlir --grid=y:2,x:? '--shard=data=[y, x]' --emit=reduce > %t/options
// RUN: reduce-compile %s --emit=reduce | diff - %t/options
// Without the C interface, the caller provides the function.
// RUN: reduce-opt %s --reduce-to-llvm-pipeline | FileCheck %s --check-prefix=NO-INTERFACE --implicit-check-not="shard."

// HEADER: #include <reduce_comm.h>
// HEADER:      in0: "data", float32 [?, ?], split along [y, x]
// HEADER-NEXT: out0: "least", float32 [?], split along [y]
// HEADER: int32_t rows(const DLTensor *in0, DLTensor *out0);
// HEADER: grid [y: 2, x: ?]
// HEADER: int32_t rows_sharded(const DLTensor *in0, DLTensor *out0, const ReduceComm *comm);

// CHECK-LABEL: llvm.func @rows_sharded(
// CHECK:         llvm.call @reduce.check_comm
// CHECK:         llvm.call @reduce.begin_session
// CHECK:         llvm.call @rows.checked
// CHECK:         llvm.call @reduce.end_session
// CHECK: llvm.mlir.global internal constant @rows.grid(dense<[2, -1]> : tensor<2xi64>)
// The sizes on which ranks agree: rows and columns of the input, and of the output.
// CHECK: llvm.mlir.global internal constant @rows.splits(dense<[1, 2, 1]> : tensor<3xi32>)
// CHECK-LABEL: llvm.func @rows(
// CHECK:         %[[NULL:.*]] = llvm.mlir.zero : !llvm.ptr
// CHECK:         llvm.call @rows_sharded(%{{.*}}, %{{.*}}, %[[NULL]])
// CHECK-LABEL: llvm.func internal @rows.contiguous(
// CHECK:         llvm.call @reduce.begin_agreement
// The agreement ends as late as possible.
// CHECK-NOT:     llvm.call @reduce.agree
// CHECK:         llvm.call @reduce.session_all_reduce
// CHECK-LABEL: llvm.func @kept_sharded(
// CHECK-NOT:     llvm.call @reduce.begin_session
// CHECK:         llvm.call @kept.checked
// The first output needs no collective, but is not written before the agreement.
// CHECK-LABEL: llvm.func internal @several.contiguous(
// CHECK:         llvm.call @reduce.begin_agreement
// CHECK-NOT:     llvm.store
// CHECK:         llvm.call @reduce.agree
// CHECK:         llvm.store
// CHECK:         llvm.call @reduce.session_all_reduce

// NO-INTERFACE: llvm.func @reduce.all_reduce(i64, i64, i32, i32, i32) -> i32
// NO-INTERFACE: llvm.call @reduce.all_reduce(

module attributes {reduce.grid = #reduce.grid<y:2, x:?>} {
  func.func @rows(%data: tensor<?x?xf32> {reduce.name = "data", reduce.sharding = #reduce.sharding<[y, x]>})
      -> (tensor<?xf32> {reduce.name = "least"}) {
    %0 = reduce.min %data axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func @kept(%data: tensor<8x4xf32> {reduce.name = "data", reduce.sharding = #reduce.sharding<[y, x]>}) -> tensor<8x4xf32> {
    return %data : tensor<8x4xf32>
  }
  func.func @several(%data: tensor<2x2xi32> {reduce.sharding = #reduce.sharding<[y, _]>}) -> (tensor<2xi32>, tensor<2xi32>) {
    %0 = reduce.min %data axes = [1] : tensor<2x2xi32> -> tensor<2xi32>
    %1 = reduce.min %data axes = [0] : tensor<2x2xi32> -> tensor<2xi32>
    return %0, %1 : tensor<2xi32>, tensor<2xi32>
  }
}
