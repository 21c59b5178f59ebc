// RUN: reduce-opt %s --pass-pipeline='builtin.module(reduce-to-llvm-pipeline{c-interface=true})' --dump-pass-pipeline -o %t.mlir 2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: mlir-opt %t.mlir | FileCheck %s --check-prefix=LLVM --implicit-check-not=unrealized_conversion_cast --implicit-check-not=@inner --implicit-check-not=@malloc
// RUN: mlir-translate %t.mlir --mlir-to-llvmir | FileCheck %s --check-prefix=LLVMIR
// RUN: reduce-opt %s --reduce-to-llvm-pipeline | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=PLAIN
// RUN: reduce-opt %s --reduce-to-llvm-pipeline='vectorize=false' | FileCheck %s --check-prefix=SCALAR --implicit-check-not='vector<'
// RUN: reduce-opt %s --reduce-to-llvm-pipeline='vector-target={vector_bits=512,accumulators=2}' | FileCheck %s --check-prefix=WIDE
// RUN: reduce-opt %s --reduce-to-llvm-pipeline --mlir-print-ir-after=reduce-vectorize 2>&1 >%t.out | FileCheck %s --check-prefix=DUMP

// Each pass can be named for --mlir-print-ir-after and similar options.
// PASSES: builtin.module(
// PASSES-NEXT: reduce-verify-input{
// PASSES-NEXT: reduce-shard-functions{reproducible=false},
// PASSES-NEXT: inline{
// PASSES-NEXT: symbol-dce{{[{]|,$}}
// PASSES-NEXT: func.func(
// PASSES-NEXT: canonicalize{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: convert-reduce-to-linalg{{[{]|,$}}
// PASSES-NEXT: func.func(
// PASSES-NEXT: convert-elementwise-to-linalg{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: canonicalize{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-fuse-elementwise{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: reduce-add-shape-functions{{[{]|,$}}
// PASSES-NEXT: reduce-add-strided-variants{{[{]|,$}}
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-collapse-dims{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: reduce-outline-kernels{{[{]|,$}}
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-specialize-small-inputs{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-specialize-unit-extents{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: canonicalize{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-collapse-dims{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-outer-first{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-inner-first{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-separate-columns{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-specialize-spread-rows{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: reduce-outline-kernels{{[{]|,$}}
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-specialize-extents{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-vectorize{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: canonicalize{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: cse{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: reduce-bufferize-function-boundaries{{[{]|,$}}
// PASSES-NEXT: func.func(
// PASSES-NEXT: canonicalize{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: reduce-bufferize-functions{{[{]|,$}}
// PASSES-NEXT: func.func(
// PASSES-NEXT: canonicalize{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: cse{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: canonicalize{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: reduce-generate-c-interface{{[{]|,$}}
// PASSES-NEXT: symbol-dce{{[{]|,$}}
// PASSES-NEXT: convert-bufferization-to-memref{{[{]|,$}}
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-lower-copy{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-lower-elementwise{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: convert-linalg-to-loops{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-emulate-float16{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-expand-float16{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-join-product-chains{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-pair-vector-products{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-expand-vector-products{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-expand-vector-extrema{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-expand-vector-masks{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: reduce-strip-annotations
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-lower-expand-shape{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: memref-expand{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: expand-strided-metadata{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: convert-vector-to-scf{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: lower-affine{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: canonicalize{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: convert-scf-to-cf{allow-pattern-rollback=false}
// PASSES-NEXT: func.func(
// PASSES-NEXT: reduce-convert-assert-to-status{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: func.func(
// PASSES-NEXT: convert-math-to-llvm{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: convert-math-to-libm{{[{]|,$}}
// PASSES-NEXT: func.func(
// PASSES-NEXT: convert-vector-to-llvm{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: convert-func-to-llvm{{[{]|,$}}
// PASSES-NEXT: convert-to-llvm{{[{]|,$}}
// PASSES-NEXT: reconcile-unrealized-casts{{[{]|,$}}
// PASSES-NEXT: llvm.func(
// PASSES-NEXT: reduce-move-loop-annotations{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: llvm.func(
// PASSES-NEXT: reduce-move-float16-as-integers{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: llvm.func(
// PASSES-NEXT: canonicalize{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: llvm.func(
// PASSES-NEXT: cse{{[{]|$}}
// PASSES-NEXT: )
// PASSES-NEXT: {{^[)]$}}

// DUMP: IR Dump After VectorizeReductionsPass (reduce-vectorize)

// Stock mlir-opt and mlir-translate read the result; calls are inlined.
// LLVM: llvm.func @min(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) -> i32
// LLVM: llvm.func internal @min.contiguous(
// LLVM: llvm.intr.minimum(%{{.*}}, %{{.*}}) {{.*}} vector<32xf32>
// LLVM: llvm.func internal @min.strided(
// LLVM-NOT: vector<
// LLVM: llvm.func internal @reduce.check_type(
// LLVMIR: define i32 @min(ptr %{{.*}}, ptr %{{.*}})
// LLVMIR: call {{.*}}<32 x float> @llvm.minimum.v32f32(

// Without the C interface, a function on the fields of memrefs.
// PLAIN: define void @min(ptr %0, ptr %1, i64 %2,
// SCALAR: llvm.func @min(
// SCALAR: llvm.intr.minimum(%{{.*}}, %{{.*}}) {{.*}} (f32, f32) -> f32
// WIDE: llvm.load %{{.*}} : !llvm.ptr -> vector<32xf32>

func.func @min(%data: tensor<4x1024xf32>) -> tensor<4x1xf32> {
  %0 = call @inner(%data) : (tensor<4x1024xf32>) -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}
func.func private @inner(%data: tensor<4x1024xf32>) -> tensor<4x1xf32> {
  %0 = reduce.min %data axes = [1] keepdims : tensor<4x1024xf32> -> tensor<4x1xf32>
  return %0 : tensor<4x1xf32>
}
