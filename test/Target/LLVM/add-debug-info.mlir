// RUN: reduce-opt %s --reduce-add-debug-info --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s
// RUN: reduce-opt %s --reduce-add-debug-info --mlir-print-debuginfo | mlir-translate --mlir-to-llvmir | opt -passes=verify -S -o - | FileCheck %s --check-prefix=LLVM

// A line of the function, a node of a model, the result of fusing two
// operations, a line of another file, and an operation without a location.
// CHECK-LABEL: llvm.func @f(
// CHECK: llvm.mlir.constant(1 : i32) {{.*}} loc(fused<#llvm.di_subprogram<{{.*}}name = "f"{{.*}}>["a.mlir":3:5])
// CHECK: llvm.mlir.constant(2 : i32) {{.*}} loc(callsite(fused<#llvm.di_subprogram<{{.*}}name = "smallest"{{.*}}>["model.xml":7:5] at fused<#llvm.di_subprogram<{{.*}}name = "f"{{.*}}>["a.mlir":1:1]))
// CHECK: llvm.mlir.constant(3 : i32) {{.*}} loc(callsite(fused<#llvm.di_subprogram<{{.*}}name = "product"{{.*}}>["model.onnx":1:0] at
// CHECK: llvm.mlir.constant(4 : i32) {{.*}} loc(fused<#llvm.di_lexical_block_file<{{.*}}>["b.mlir":9:1])
// CHECK: llvm.mlir.constant(5 : i32) {{.*}} loc(fused<#llvm.di_subprogram<{{.*}}name = "f"{{.*}}>["a.mlir":1:1])

// LLVM: define void @f() !dbg ![[F:[0-9]+]]
// LLVM: store volatile i32 1, {{.*}}, !dbg ![[ONE:[0-9]+]]
// LLVM: store volatile i32 2, {{.*}}, !dbg ![[TWO:[0-9]+]]
// LLVM: store volatile i32 3, {{.*}}, !dbg ![[THREE:[0-9]+]]
// LLVM: store volatile i32 4, {{.*}}, !dbg ![[FOUR:[0-9]+]]
// LLVM: store volatile i32 5, {{.*}}, !dbg ![[FIVE:[0-9]+]]
// LLVM-DAG: ![[F]] = distinct !DISubprogram(name: "f", linkageName: "f", {{.*}}, line: 1, {{.*}}spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: ![[UNIT:[0-9]+]])
// LLVM-DAG: ![[UNIT]] = distinct !DICompileUnit(language: DW_LANG_C11, file: ![[FILE:[0-9]+]], producer: "reduce-compile", isOptimized: true,
// LLVM-DAG: ![[FILE]] = !DIFile(filename: "a.mlir", directory: "")
// LLVM-DAG: ![[ONE]] = !DILocation(line: 3, column: 5, scope: ![[F]])
// LLVM-DAG: ![[TWO]] = !DILocation(line: 7, column: 5, scope: ![[SMALLEST:[0-9]+]], inlinedAt: ![[FIVE]])
// LLVM-DAG: ![[SMALLEST]] = distinct !DISubprogram(name: "smallest", {{.*}}, line: 7, {{.*}}spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized,
// LLVM-DAG: ![[THREE]] = !DILocation(line: 1, scope: ![[PRODUCT:[0-9]+]], inlinedAt: ![[FIVE]])
// LLVM-DAG: ![[PRODUCT]] = distinct !DISubprogram(name: "product"
// LLVM-DAG: ![[FOUR]] = !DILocation(line: 9, column: 1, scope: ![[BLOCK:[0-9]+]])
// LLVM-DAG: ![[BLOCK]] = distinct !DILexicalBlockFile(scope: ![[F]], file: ![[OTHER:[0-9]+]], discriminator: 0)
// LLVM-DAG: ![[OTHER]] = !DIFile(filename: "b.mlir", directory: "")
// LLVM-DAG: ![[FIVE]] = !DILocation(line: 1, column: 1, scope: ![[F]])
llvm.func @f() {
  %address = llvm.mlir.addressof @memory : !llvm.ptr loc("a.mlir":3:5)
  %1 = llvm.mlir.constant(1 : i32) : i32 loc("a.mlir":3:5)
  llvm.store volatile %1, %address : i32, !llvm.ptr loc("a.mlir":3:5)
  %2 = llvm.mlir.constant(2 : i32) : i32 loc("smallest"("model.xml":7:5))
  llvm.store volatile %2, %address : i32, !llvm.ptr loc("smallest"("model.xml":7:5))
  %3 = llvm.mlir.constant(3 : i32) : i32 loc(fused[unknown, "product"("model.onnx":0:0), "a.mlir":4:4])
  llvm.store volatile %3, %address : i32, !llvm.ptr loc(fused[unknown, "product"("model.onnx":0:0), "a.mlir":4:4])
  %4 = llvm.mlir.constant(4 : i32) : i32 loc(callsite("b.mlir":9:1 at "a.mlir":4:4))
  llvm.store volatile %4, %address : i32, !llvm.ptr loc(callsite("b.mlir":9:1 at "a.mlir":4:4))
  %5 = llvm.mlir.constant(5 : i32) : i32 loc(unknown)
  llvm.store volatile %5, %address : i32, !llvm.ptr loc(unknown)
  llvm.return loc(unknown)
} loc("a.mlir":1:1)

// Internal functions are local to their unit. Functions without a location have
// a unit like others.
// LLVM-DAG: distinct !DISubprogram(name: "inner", {{.*}}spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized,
// LLVM-DAG: !DIFile(filename: "<unknown>", directory: "")
llvm.func internal @inner() {
  llvm.return
} loc(unknown)

// Declarations are unchanged, and so are operations with a scope.
// CHECK: llvm.func @declared() loc("a.mlir":5:1)
llvm.func @declared() loc("a.mlir":5:1)
// CHECK: loc(fused<#llvm.di_subprogram<{{.*}}name = "given"{{.*}}>["c.c":1:1])
// LLVM-DAG: distinct !DISubprogram(name: "given"
llvm.func @other() {
  llvm.return
} loc(fused<#llvm.di_subprogram<id = distinct[0]<>, compileUnit = <id = distinct[1]<>, sourceLanguage = DW_LANG_C11, file = <"c.c" in "">, isOptimized = false, emissionKind = Full>, name = "given", file = <"c.c" in "">, subprogramFlags = Definition>>["c.c":1:1])

llvm.mlir.global internal @memory(0 : i32) : i32
