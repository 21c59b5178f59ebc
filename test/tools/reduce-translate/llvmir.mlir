// RUN: reduce-translate --mlir-to-llvmir --split-input-file %s | FileCheck %s

// CHECK: define void @first()
llvm.func @first() {
  llvm.return
}

// -----

// CHECK: define void @second()
llvm.func @second() {
  llvm.return
}
