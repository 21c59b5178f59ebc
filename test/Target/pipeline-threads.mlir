// RUN: reduce-opt %s --reduce-to-llvm-pipeline='threads=2' --dump-pass-pipeline -o %t.mlir 2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: FileCheck %s --check-prefixes=LLVM,TWO <%t.mlir --implicit-check-not=unrealized_conversion_cast
// RUN: reduce-opt %s --reduce-to-llvm-pipeline='threads=0 c-interface' | FileCheck %s --check-prefixes=LLVM,AUTO,INTERFACE
// RUN: reduce-opt %s --reduce-to-llvm-pipeline='threads=1' | FileCheck %s --check-prefix=ONE --implicit-check-not=omp.
// RUN: reduce-opt %s --reduce-to-llvm-pipeline --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=omp --implicit-check-not=split

// PASSES: reduce-collapse-dims
// PASSES: reduce-split-reductions
// PASSES: reduce-vectorize
// PASSES: reduce-bufferize-functions
// PASSES: reduce-lower-forall
// PASSES: convert-scf-to-openmp
// PASSES: reduce-drop-barriers
// PASSES: canonicalize
// PASSES: convert-scf-to-cf

// ONE: llvm.func @kept

// Each piece operates on vectors, and needs no memory of its own.
// LLVM-LABEL: llvm.func {{.*}}@kept
// LLVM-NOT: @malloc
// LLVM-NOT: @reduce.allocate
// TWO: omp.parallel num_threads(
// AUTO: omp.parallel {
// LLVM: omp.wsloop nowait
// LLVM-NOT: @malloc
// LLVM-NOT: @reduce.allocate
// LLVM: vector<{{[0-9]+}}xf32>
// LLVM: omp.terminator
func.func @kept(%data: tensor<64x8192xbf16>) -> tensor<64xbf16> {
  %0 = reduce.prod %data axes = [1] : tensor<64x8192xbf16> -> tensor<64xbf16>
  return %0 : tensor<64xbf16>
}

// Partial results are in memory that is allocated before the loop.
// LLVM-LABEL: llvm.func {{.*}}@reduced
// INTERFACE: llvm.call @reduce.allocate
// TWO: llvm.call @malloc
// LLVM: omp.parallel
// LLVM-NOT: @malloc
// LLVM-NOT: @reduce.allocate
// LLVM: omp.terminator
// INTERFACE-NOT: @reduce.allocate
// TWO: llvm.call @free
// LLVM: llvm.return
func.func @reduced(%data: tensor<1000000xf32>) -> tensor<f32> {
  %0 = reduce.min %data axes = [0] : tensor<1000000xf32> -> tensor<f32>
  return %0 : tensor<f32>
}
