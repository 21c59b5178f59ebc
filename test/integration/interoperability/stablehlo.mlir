// StableHLO reductions with an init other than the identity, which is combined
// with the result by the combiner of each type.

// RUN: reduce-opt %s --allow-unregistered-dialect --convert-stablehlo-to-reduce --convert-elementwise-to-linalg -o %t.reduce
// RUN: FileCheck %s --check-prefix=REDUCE --input-file=%t.reduce --implicit-check-not=stablehlo
// RUN: reduce-opt %t.reduce --reduce-to-llvm-pipeline -o %t.llvm
// RUN: mlir-runner %t.llvm -e main -entry-point-result=void --shared-libs=%mlir_c_runner_utils | FileCheck %s --match-full-lines

// REDUCE-COUNT-5: reduce.

// Rows from 0 to 3, from 4 to 7 and from 8 to 11.
func.func private @numbers() -> tensor<3x4xi32> {
  %0 = tensor.generate {
  ^bb0(%i: index, %j: index):
    %c4 = arith.constant 4 : index
    %row = arith.muli %i, %c4 : index
    %place = arith.addi %row, %j : index
    %element = arith.index_cast %place : index to i32
    tensor.yield %element : i32
  } : tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}

// An init that is not known to be a constant.
func.func private @five() -> tensor<i32> {
  %0 = tensor.generate {
    %five = arith.constant 5 : i32
    tensor.yield %five : i32
  } : tensor<i32>
  return %0 : tensor<i32>
}

func.func private @print(%data: tensor<3xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %vector = vector.transfer_read %data[%c0], %zero {in_bounds = [true]} : tensor<3xi32>, vector<3xi32>
  vector.print %vector : vector<3xi32>
  return
}

func.func @main() {
  %numbers = call @numbers() : () -> tensor<3x4xi32>
  %five = call @five() : () -> tensor<i32>

  // CHECK: ( 0, 4, 5 )
  %0 = "stablehlo.reduce"(%numbers, %five) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %x = "stablehlo.minimum"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%x) : (tensor<i32>) -> ()
  }) : (tensor<3x4xi32>, tensor<i32>) -> tensor<3xi32>
  call @print(%0) : (tensor<3xi32>) -> ()

  // CHECK-NEXT: ( 0, 4200, 39600 )
  %1 = "stablehlo.reduce"(%numbers, %five) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %x = "stablehlo.multiply"(%a, %b) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%x) : (tensor<i32>) -> ()
  }) : (tensor<3x4xi32>, tensor<i32>) -> tensor<3xi32>
  call @print(%1) : (tensor<3xi32>) -> ()

  // From -6, which unsigned is great, on.
  // CHECK-NEXT: ( 5, 0, 2 )
  %six = arith.constant dense<6> : tensor<3x4xi32>
  %shifted = arith.subi %numbers, %six : tensor<3x4xi32>
  %unsigned = tensor.bitcast %shifted : tensor<3x4xi32> to tensor<3x4xui32>
  %unsignedFive = tensor.bitcast %five : tensor<i32> to tensor<ui32>
  %2 = "stablehlo.reduce"(%unsigned, %unsignedFive) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<ui32>, %b: tensor<ui32>):
    %x = "stablehlo.minimum"(%a, %b) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    "stablehlo.return"(%x) : (tensor<ui32>) -> ()
  }) : (tensor<3x4xui32>, tensor<ui32>) -> tensor<3xui32>
  %signless = tensor.bitcast %2 : tensor<3xui32> to tensor<3xi32>
  call @print(%signless) : (tensor<3xi32>) -> ()

  // CHECK-NEXT: ( 0, 4, 5 )
  %halves = arith.sitofp %numbers : tensor<3x4xi32> to tensor<3x4xf16>
  %halfFive = arith.sitofp %five : tensor<i32> to tensor<f16>
  %3 = "stablehlo.reduce"(%halves, %halfFive) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %x = "stablehlo.minimum"(%a, %b) : (tensor<f16>, tensor<f16>) -> tensor<f16>
    "stablehlo.return"(%x) : (tensor<f16>) -> ()
  }) : (tensor<3x4xf16>, tensor<f16>) -> tensor<3xf16>
  %integers = arith.fptosi %3 : tensor<3xf16> to tensor<3xi32>
  call @print(%integers) : (tensor<3xi32>) -> ()

  // All but the first row are true, and 5 is not greater than 7.
  // CHECK-NEXT: ( 0, 0, 0 )
  %two = arith.constant dense<2> : tensor<3x4xi32>
  %bools = arith.cmpi sgt, %numbers, %two : tensor<3x4xi32>
  %seven = arith.constant dense<7> : tensor<i32>
  %false = arith.cmpi sgt, %five, %seven : tensor<i32>
  %4 = "stablehlo.reduce"(%bools, %false) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<i1>, %b: tensor<i1>):
    %x = "stablehlo.and"(%a, %b) : (tensor<i1>, tensor<i1>) -> tensor<i1>
    "stablehlo.return"(%x) : (tensor<i1>) -> ()
  }) : (tensor<3x4xi1>, tensor<i1>) -> tensor<3xi1>
  %truths = arith.extui %4 : tensor<3xi1> to tensor<3xi32>
  call @print(%truths) : (tensor<3xi32>) -> ()
  return
}
