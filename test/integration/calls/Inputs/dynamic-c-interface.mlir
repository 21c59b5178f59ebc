// The library that dynamic-c-interface.py calls.

func.func @rows(%data: tensor<?x?xf32> {reduce.dim_params = ["N", "M"]})
    -> (tensor<?xf32> {reduce.dim_params = ["N"]}) {
  %0 = reduce.min %data axes = [1] : tensor<?x?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @columns(%data: tensor<?x?xi32>) -> tensor<1x?xi32> {
  %0 = reduce.prod %data axes = [0] keepdims : tensor<?x?xi32> -> tensor<1x?xi32>
  return %0 : tensor<1x?xi32>
}

func.func @middle(%data: tensor<?x?x?xf64>) -> tensor<?x1x?xf64> {
  %0 = reduce.min %data axes = [1] keepdims : tensor<?x?x?xf64> -> tensor<?x1x?xf64>
  return %0 : tensor<?x1x?xf64>
}

func.func @inner(%data: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %0 = reduce.min %data axes = [2] : tensor<?x?x?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

func.func @inner_keepdims(%data: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = reduce.min %data axes = [2] keepdims : tensor<?x?x?xf32> -> tensor<?x?x1xf32>
  %1 = tensor.cast %0 : tensor<?x?x1xf32> to tensor<?x?x?xf32>
  return %1 : tensor<?x?x?xf32>
}

func.func @all(%data: tensor<?x4x?xi64>) -> tensor<i64> {
  %0 = reduce.prod %data axes = [0, 1, 2] : tensor<?x4x?xi64> -> tensor<i64>
  return %0 : tensor<i64>
}

func.func @same(%data: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = reduce.min %data axes = [] : tensor<?x?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A chain of two operators, whose intermediate tensor is allocated; two results.
func.func @chain(%data: tensor<?x?x?xi32>) -> (tensor<?xi32>, tensor<?x?xi32>) {
  %0 = reduce.min %data axes = [2] : tensor<?x?x?xi32> -> tensor<?x?xi32>
  %1 = reduce.min %data axes = [1] : tensor<?x?x?xi32> -> tensor<?x?xi32>
  %2 = reduce.prod %0 axes = [1] : tensor<?x?xi32> -> tensor<?xi32>
  return %2, %1 : tensor<?xi32>, tensor<?x?xi32>
}

// f16 products accumulate in f32.
func.func @halves(%data: tensor<?x?xf16>) -> tensor<?xf16> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?xf16> -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// Two inputs of one symbolic dimension, two outputs of another.
func.func @two(%a: tensor<?x3xf32> {reduce.dim_params = ["N", ""]},
               %b: tensor<?x?xf32> {reduce.dim_params = ["N", "M"]})
    -> (tensor<?xf32> {reduce.dim_params = ["K"]}, tensor<?xf32> {reduce.dim_params = ["K"]}) {
  %0 = reduce.min %a axes = [1] : tensor<?x3xf32> -> tensor<?xf32>
  %1 = reduce.min %b axes = [0] : tensor<?x?xf32> -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// A size that the model declares and its inputs may not have.
func.func @declared(%data: tensor<?x?xf32>) -> tensor<4xf32> {
  %0 = reduce.min %data axes = [1] : tensor<?x?xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Rows that an input selects, with checks of its values.
func.func @checked(%data: tensor<?x?xf32>, %rows: tensor<?xi64>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %zero = arith.constant 0 : i64
  %inf = arith.constant 0x7F800000 : f32
  %count = tensor.dim %rows, %c0 : tensor<?xi64>
  %height = tensor.dim %data, %c0 : tensor<?x?xf32>
  %limit = arith.index_cast %height : index to i64
  %sum = scf.for %i = %c0 to %count step %c1 iter_args(%sum = %c0) -> (index) {
    %row = tensor.extract %rows[%i] : tensor<?xi64>
    %nonnegative = arith.cmpi sge, %row, %zero : i64
    %small = arith.cmpi slt, %row, %limit : i64
    %valid = arith.andi %nonnegative, %small : i1
    cf.assert %valid, "an axis is out of range"
    %own = arith.cmpi ne, %row, %limit : i64
    cf.assert %own, "a text of nobody"
    %index = arith.index_cast %row : i64 to index
    %next = arith.addi %sum, %index : index
    scf.yield %next : index
  }
  %few = arith.cmpi ule, %sum, %height : index
  cf.assert %few, "a text of nobody"
  %empty = tensor.empty(%sum) : tensor<?xf32>
  %filled = linalg.fill ins(%inf : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  return %filled : tensor<?xf32>
}
