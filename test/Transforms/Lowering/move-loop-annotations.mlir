// RUN: reduce-opt %s --reduce-move-loop-annotations | FileCheck %s

#annotation = #llvm.loop_annotation<vectorize = <disable = false>>

// CHECK-LABEL: llvm.func @conditional
// CHECK: llvm.cond_br %{{.*}}, ^bb1, ^bb2 {loop_annotation = #loop_annotation}
llvm.func @conditional(%condition: i1) {
  llvm.br ^bb1
^bb1:
  llvm.cond_br %condition, ^bb1, ^bb2 {llvm.loop_annotation = #annotation}
^bb2:
  llvm.return
}

// CHECK-LABEL: llvm.func @unconditional
// CHECK: llvm.br ^bb1{{$}}
// CHECK: llvm.br ^bb1 {loop_annotation = #loop_annotation}
llvm.func @unconditional(%condition: i1) {
  llvm.br ^bb1
^bb1:
  llvm.cond_br %condition, ^bb2, ^bb3
^bb2:
  llvm.br ^bb1 {llvm.loop_annotation = #annotation}
^bb3:
  llvm.return
}

// Something else of that name is left alone.
// CHECK-LABEL: llvm.func @other
// CHECK: llvm.br ^bb1 {llvm.loop_annotation = "other"}
llvm.func @other() {
  llvm.br ^bb1 {llvm.loop_annotation = "other"}
^bb1:
  llvm.return
}
