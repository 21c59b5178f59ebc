// Reductions of other dialects, compiled by this project and by MLIR itself.

// RUN: reduce-opt %s --convert-tosa-to-reduce --raise-linalg-to-reduce -o %t.reduce
// RUN: FileCheck %s --check-prefix=REDUCE --input-file=%t.reduce --implicit-check-not=tosa. --implicit-check-not='"reduction"'
// RUN: reduce-opt %t.reduce --reduce-to-llvm-pipeline -o %t.ours
// RUN: mlir-runner %t.ours -e main -entry-point-result=void --shared-libs=%mlir_c_runner_utils >%t.actual
// RUN: mlir-opt %s --pass-pipeline='builtin.module(func.func(tosa-to-linalg),one-shot-bufferize{bufferize-function-boundaries},func.func(convert-linalg-to-loops),buffer-deallocation-pipeline,expand-strided-metadata,convert-vector-to-scf,convert-scf-to-cf,convert-vector-to-llvm,convert-to-llvm,reconcile-unrealized-casts)' -o %t.upstream
// RUN: mlir-runner %t.upstream -e main -entry-point-result=void --shared-libs=%mlir_c_runner_utils >%t.expected
// RUN: FileCheck %s --match-full-lines --input-file=%t.expected
// RUN: diff %t.expected %t.actual

// REDUCE-COUNT-13: reduce.

// Five rows of eight numbers: without NaN, with some NaN, and only NaN.
func.func private @floats() -> tensor<5x8xf32> {
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %nan = arith.constant 0x7FC00000 : f32
    %row = arith.muli %i, %c8 : index
    %place = arith.addi %row, %j : index
    %integer = arith.index_cast %place : index to i32
    %float = arith.sitofp %integer : i32 to f32
    %twenty = arith.constant 20.5 : f32
    %number = arith.subf %twenty, %float : f32
    %last = arith.cmpi eq, %i, %c4 : index
    %third = arith.cmpi eq, %i, %c3 : index
    %column = arith.cmpi eq, %j, %c3 : index
    %inside = arith.andi %third, %column : i1
    %isNaN = arith.ori %last, %inside : i1
    %element = arith.select %isNaN, %nan, %number : f32
    tensor.yield %element : f32
  } : tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}

// From -100 in steps of 5.
func.func private @integers() -> tensor<5x8xi8> {
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c5 = arith.constant 5 : index
    %c8 = arith.constant 8 : index
    %c100 = arith.constant 100 : index
    %row = arith.muli %i, %c8 : index
    %place = arith.addi %row, %j : index
    %steps = arith.muli %place, %c5 : index
    %difference = arith.subi %steps, %c100 : index
    %element = arith.index_cast %difference : index to i8
    tensor.yield %element : i8
  } : tensor<5x8xi8>
  return %0 : tensor<5x8xi8>
}

func.func private @print(%data: tensor<5xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %vector = vector.transfer_read %data[%c0], %zero {in_bounds = [true]} : tensor<5xf32>, vector<5xf32>
  vector.print %vector : vector<5xf32>
  return
}

func.func private @print_integers(%data: tensor<5xi8>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i8
  %vector = vector.transfer_read %data[%c0], %zero {in_bounds = [true]} : tensor<5xi8>, vector<5xi8>
  %wide = arith.extsi %vector : vector<5xi8> to vector<5xi32>
  vector.print %wide : vector<5xi32>
  return
}

func.func @main() {
  %floats = call @floats() : () -> tensor<5x8xf32>
  %integers = call @integers() : () -> tensor<5x8xi8>
  %cinf = arith.constant 0x7F800000 : f32
  %cnan = arith.constant 0x7FC00000 : f32
  %c1f = arith.constant 1.0 : f32
  %c2f = arith.constant 2.5 : f32
  %c1 = arith.constant 1 : i8
  %c50 = arith.constant 50 : i8
  %empty = tensor.empty() : tensor<5xf32>
  %inf = linalg.fill ins(%cinf : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %nan = linalg.fill ins(%cnan : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %one = linalg.fill ins(%c1f : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %two = linalg.fill ins(%c2f : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
  %none = tensor.empty() : tensor<5xi8>
  %once = linalg.fill ins(%c1 : i8) outs(%none : tensor<5xi8>) -> tensor<5xi8>
  %fifty = linalg.fill ins(%c50 : i8) outs(%none : tensor<5xi8>) -> tensor<5xi8>

  // CHECK: ( 13.5, 5.5, -2.5, nan, nan )
  %min = linalg.reduce { arith.minimumf } ins(%floats : tensor<5x8xf32>) outs(%inf : tensor<5xf32>) dimensions = [1]
  call @print(%min) : (tensor<5xf32>) -> ()
  // CHECK-NEXT: ( 2.5, 2.5, -2.5, nan, nan )
  %start = linalg.reduce { arith.minimumf } ins(%floats : tensor<5x8xf32>) outs(%two : tensor<5xf32>) dimensions = [1]
  call @print(%start) : (tensor<5xf32>) -> ()
  // CHECK-NEXT: ( 13.5, 5.5, -2.5, -10.5, inf )
  %ignore = linalg.reduce { arith.minnumf } ins(%floats : tensor<5x8xf32>) outs(%inf : tensor<5xf32>) dimensions = [1]
  call @print(%ignore) : (tensor<5xf32>) -> ()
  // CHECK-NEXT: ( 13.5, 5.5, -2.5, -10.5, nan )
  %ignoreFromNaN = linalg.reduce { arith.minnumf } ins(%floats : tensor<5x8xf32>) outs(%nan : tensor<5xf32>) dimensions = [1]
  call @print(%ignoreFromNaN) : (tensor<5xf32>) -> ()
  // CHECK-NEXT: ( 2.5, 2.5, -2.5, -10.5, 2.5 )
  %ignoreFromTwo = linalg.reduce { arith.minnumf } ins(%floats : tensor<5x8xf32>) outs(%two : tensor<5xf32>) dimensions = [1]
  call @print(%ignoreFromTwo) : (tensor<5xf32>) -> ()
  // CHECK-NEXT: ( {{.*}}, nan, nan )
  %strict = linalg.reduce { arith.mulf } ins(%floats : tensor<5x8xf32>) outs(%one : tensor<5xf32>) dimensions = [1]
  call @print(%strict) : (tensor<5xf32>) -> ()

  // CHECK-NEXT: ( -100, -60, -20, 20, 60 )
  %greatest = arith.constant dense<127> : tensor<5xi8>
  %signed = linalg.reduce { arith.minsi } ins(%integers : tensor<5x8xi8>) outs(%greatest : tensor<5xi8>) dimensions = [1]
  call @print_integers(%signed) : (tensor<5xi8>) -> ()
  // Unsigned, -100 is 156.
  // CHECK-NEXT: ( 50, 50, 0, 20, 50 )
  %unsigned = linalg.reduce { arith.minui } ins(%integers : tensor<5x8xi8>) outs(%fifty : tensor<5xi8>) dimensions = [1]
  call @print_integers(%unsigned) : (tensor<5xi8>) -> ()
  // CHECK-NEXT: ( 0, {{.*}} )
  %product = linalg.reduce { arith.muli } ins(%integers : tensor<5x8xi8>) outs(%once : tensor<5xi8>) dimensions = [1]
  call @print_integers(%product) : (tensor<5xi8>) -> ()

  // CHECK-NEXT: ( 13.5, 5.5, -2.5, nan, nan )
  %tosa = tosa.reduce_min %floats {axis = 1 : i32} : (tensor<5x8xf32>) -> tensor<5x1xf32>
  %tosaRows = tensor.collapse_shape %tosa [[0, 1]] : tensor<5x1xf32> into tensor<5xf32>
  call @print(%tosaRows) : (tensor<5xf32>) -> ()
  // CHECK-NEXT: ( 13.5, 5.5, -2.5, -10.5, nan )
  %tosaIgnore = tosa.reduce_min %floats {axis = 1 : i32, nan_mode = IGNORE} : (tensor<5x8xf32>) -> tensor<5x1xf32>
  %tosaIgnoreRows = tensor.collapse_shape %tosaIgnore [[0, 1]] : tensor<5x1xf32> into tensor<5xf32>
  call @print(%tosaIgnoreRows) : (tensor<5xf32>) -> ()
  return
}
