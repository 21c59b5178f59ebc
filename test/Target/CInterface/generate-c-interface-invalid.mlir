// RUN: reduce-opt %s --reduce-generate-c-interface --split-input-file --verify-diagnostics

// expected-error @below {{'func.func' op 'scalar' cannot be called from C: argument 0: 'f32' is neither a ranked tensor nor a memref}}
func.func @scalar(%scalar: f32) {
  return
}

// -----

// expected-error @below {{'func.func' op 'unranked' cannot be called from C: argument 0: 'memref<*xf32>' is neither a ranked tensor nor a memref}}
func.func @unranked(%data: memref<*xf32>) {
  return
}

// -----

// expected-error @below {{'func.func' op 'rank' cannot be called from C: argument 0: expected at most rank 256, got 257}}
func.func @rank(%data: memref<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32>) {
  return
}

// -----

// expected-error @below {{'func.func' op 'too_large' cannot be called from C: argument 0: a tensor of float32 with the shape [9223372036854775807] is too large}}
func.func @too_large(%data: memref<9223372036854775807xf32>) {
  return
}

// -----

// expected-error @below {{'func.func' op 'tensor' cannot be called from C: expected memrefs for arguments and no results, got '(tensor<2xf32>) -> ()'}}
func.func @tensor(%data: tensor<2xf32>) {
  return
}

// -----

// expected-error @below {{'func.func' op 'result' cannot be called from C: expected memrefs for arguments and no results, got '(memref<2xf32>) -> memref<2xf32>'}}
func.func @result(%data: memref<2xf32>) -> memref<2xf32> {
  return %data : memref<2xf32>
}

// -----

// expected-error @below {{'func.func' op 'order' cannot be called from C: argument 1 is not a result, but follows an argument that is one}}
func.func @order(%out: memref<2xf32> {bufferize.result}, %data: memref<2xf32>) {
  return
}

// -----

// expected-error @below {{'func.func' op 'no_shapes' cannot be called from C: there is no shape function for the 2 dynamic sizes of its results}}
func.func @no_shapes(%data: memref<?xf32>, %out: memref<?x?xf32> {bufferize.result}) {
  return
}

// -----

// expected-error @below {{'func.func' op 'other_shapes' cannot be called from C: there is no shape function for the 1 dynamic size of its results}}
func.func @other_shapes(%data: memref<?xf32>, %out: memref<?xf32> {bufferize.result}) {
  return
}
func.func private @other_shapes.shapes(%data: memref<?xf32>) -> index attributes {reduce.layout = #reduce.layout<strided>} {
  %c0 = arith.constant 0 : index
  return %c0 : index
}

// -----

// expected-error @below {{'func.func' op 'complex' cannot be called from C: argument 0: element type 'complex<f32>' of 'memref<2xcomplex<f32>>' is not in the specification}}
func.func @complex(%data: memref<2xcomplex<f32>>) {
  return
}

// -----

// expected-error @below {{'func.func' op 'i4' cannot be called from C: argument 0: element type 'i4' of 'memref<2xi4>' is not in the specification}}
func.func @i4(%data: memref<2xi4>) {
  return
}

// -----

// expected-error @below {{'func.func' op 'index' cannot be called from C: argument 0: element type 'index' of 'memref<2xindex>' is not in the specification}}
func.func @index(%data: memref<2xindex>) {
  return
}

// -----

// expected-note @below {{the other function is here}}
func.func @"a b"() {
  return
}
// expected-error @below {{'func.func' op exports the name 'a_b', as 'a b' does}}
func.func @a.b() {
  return
}

// -----

// expected-note @below {{the other function is here}}
func.func @a_signature() {
  return
}
// expected-error @below {{'func.func' op exports the name 'a_signature', as 'a_signature' does}}
func.func @a() {
  return
}

// -----

// expected-note @below {{the other function is here}}
func.func @a(%data: memref<2xf32>) {
  return
}
// expected-error @below {{'func.func' op exports the name 'a_data', as 'a' does}}
func.func @a_data(%data: memref<?xf32>) {
  return
}

// -----

func.func @a(%data: memref<2xf32>) {
  return
}
// expected-error @below {{'func.func' op has a name that the C interface needs: 'a_data'}}
func.func private @a_data() {
  return
}

// -----

func.func @a() {
  return
}
// expected-error @below {{'func.func' op has a name that the C interface needs: 'a_output_shapes'}}
func.func private @a_output_shapes() {
  return
}

// -----

func.func @a() {
  return
}
// expected-error @below {{'llvm.mlir.global' op has a name that the C interface needs: 'a.signature'}}
llvm.mlir.global internal constant @a.signature("text")

// -----

func.func @a(%data: memref<2xf32>) {
  return
}
// expected-error @below {{'llvm.mlir.global' op has a name that the C interface needs: 'a.shape0'}}
llvm.mlir.global internal constant @a.shape0("text")

// -----

func.func @a() {
  return
}
// expected-error @below {{'func.func' op has a name that the C interface needs: 'reduce.data'}}
func.func private @reduce.data() {
  return
}

// -----

func.func @a() {
  return
}
// expected-error @below {{'llvm.func' op has a name that the C interface needs: 'malloc'}}
llvm.func @malloc(i32) -> !llvm.ptr

// -----

// expected-error @below {{'func.func' op 'memory' cannot be called from C: argument 0: 'memref<4xf32, 1>' must be contiguous and without an offset, in the default memory space}}
func.func @memory(%data: memref<4xf32, 1>) {
  return
}

// -----

// expected-error @below {{'func.func' op 'offset' cannot be called from C: argument 1: 'memref<4xf32, strided<[1], offset: 5>>' must be contiguous and without an offset}}
func.func @offset(%data: memref<4xf32>, %from: memref<4xf32, strided<[1], offset: 5>>) {
  return
}

// -----

// expected-error @below {{'func.func' op 'no_strides' cannot be called from C: argument 0: 'memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>' must be contiguous and without an offset}}
func.func @no_strides(%data: memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>>) {
  return
}

// -----

func.func @buffers(%data: memref<4xf32>) {
  // expected-error @below {{'memref.alloc' op is not supported in a function that C calls: a buffer of type 'memref<4xf32, 1>' is not in the default memory space, or the size of its elements is not known}}
  %0 = memref.alloc() : memref<4xf32, 1>
  return
}

// -----

func.func @elements(%data: memref<4xf32>) {
  // expected-error @below {{'memref.alloc' op is not supported in a function that C calls: a buffer of type 'memref<2xmemref<4xf32>>' is not in the default memory space, or the size of its elements is not known}}
  %0 = memref.alloc() : memref<2xmemref<4xf32>>
  return
}

// -----

func.func @allocates(%data: memref<3xf32>) {
  %0 = memref.alloc() : memref<3xf32>
  return
}
func.func @calls(%data: memref<3xf32>) {
  // expected-error @below {{'func.call' op uses 'allocates', which allocates memory or contains assertions: it must be inlined first}}
  call @allocates(%data) : (memref<3xf32>) -> ()
  return
}
