// RUN: reduce-opt %s --reduce-verify-input --split-input-file --verify-diagnostics
// RUN: reduce-opt %s --reduce-to-linalg-pipeline --split-input-file --verify-diagnostics
// RUN: reduce-opt %s --reduce-to-vector-pipeline --split-input-file --verify-diagnostics
// RUN: reduce-opt %s --reduce-to-loops-pipeline --split-input-file --verify-diagnostics
// RUN: reduce-opt %s --reduce-to-llvm-pipeline --split-input-file --verify-diagnostics

// Attributes that passes use internally.

// Clause internal-attributes.
// expected-error @below {{'func.func' op has the attribute 'reduce.layout', which only -reduce-add-strided-variants and -reduce-add-shape-functions may set}}
func.func @strided(%data: tensor<3xf32>) attributes {reduce.layout = #reduce.layout<strided>} {
  return
}

// -----

// expected-error @below {{'func.func' op has the attribute 'reduce.layout', which only -reduce-add-strided-variants and -reduce-add-shape-functions may set}}
func.func private @rows(tensor<3xf32>) attributes {reduce.layout = #reduce.layout<inner_contiguous>}

// -----

// expected-error @below {{'func.func' op argument 1 has the attribute 'bufferize.result', which only -reduce-bufferize-function-boundaries may set}}
func.func @result(%data: tensor<3xf32>, %out: memref<3xf32> {bufferize.result}) {
  return
}

// -----

module {
  module @nested {
    // expected-error @below {{'func.func' op result 0 has the attribute 'bufferize.result', which only -reduce-bufferize-function-boundaries may set}}
    func.func private @result() -> (f32 {bufferize.result})
  }
}

// -----

// Attributes of functions in the LLVM dialect.

// Clause llvm-attributes.
// expected-error @below {{'func.func' op has the attribute 'CConv', which belongs to llvm.func and is lost when a func.func is lowered}}
func.func @calling_convention() attributes {CConv = #llvm.cconv<fastcc>} {
  return
}

// -----

// expected-error @below {{'func.func' op has the attribute 'CConv', which belongs to llvm.func and is lost when a func.func is lowered}}
func.func @no_calling_convention() attributes {CConv = "fast"} {
  return
}

// -----

// expected-error @below {{'func.func' op has the attribute 'comdat', which}}
func.func @comdat() attributes {comdat = @a::@b} {
  return
}

// -----

// expected-error @below {{'func.func' op has the attribute 'linkage', which}}
func.func @linkage() attributes {linkage = 1} {
  return
}

// -----

// expected-error @below {{'func.func' op has the attribute 'memory_effects', which}}
func.func @memory_effects() attributes {memory_effects = 1} {
  return
}

// -----

// expected-error @below {{'func.func' op has the attribute 'no_nans_fp_math', which}}
func.func @no_nans() attributes {no_nans_fp_math = true} {
  return
}

// -----

// expected-error @below {{'func.func' op has the attribute 'passthrough', which}}
func.func @passthrough() attributes {passthrough = ["noinline"]} {
  return
}

// -----

// expected-error @below {{'func.func' op has the attribute 'personality', which}}
func.func @personality() attributes {personality = @nobody} {
  return
}

// -----

// expected-error @below {{'llvm.func' op has the attribute 'personality', but there is no function @nobody}}
llvm.func @personality_of_llvm() attributes {personality = @nobody} {
  llvm.return
}

// -----

// expected-error @below {{'func.func' op has the attribute 'visibility_', which}}
func.func private @visibility() attributes {visibility_ = "hidden"}

// -----

// expected-error @below {{'func.func' op has the attribute 'func.varargs', but variable arguments are not supported}}
func.func private @variable(f32) attributes {func.varargs = true}

// -----

// Attributes that the conversion to the LLVM dialect interprets.

// expected-error @below {{'func.func' op has the attribute 'llvm.readnone', but its arguments or results are in memory}}
func.func @readnone(%data: tensor<3xf32>) attributes {llvm.readnone} {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'llvm.readnone' to be a unit, got 1 : i64}}
func.func private @kind_of_readnone() attributes {llvm.readnone = 1}

// -----

// expected-error @below {{'func.func' op expects 'llvm.emit_c_interface' to be a unit, got "yes"}}
func.func @kind_of_emit_c_interface() attributes {llvm.emit_c_interface = "yes"} {
  return
}

// -----

// expected-error @below {{'func.func' op expects 'llvm.linkage' to be a linkage, got "weak"}}
func.func @kind_of_linkage() attributes {llvm.linkage = "weak"} {
  return
}

// -----

// expected-error @below {{'func.func' op has the attribute 'llvm.emit_c_interfaces', which the LLVM dialect does not have here}}
func.func @unknown() attributes {llvm.emit_c_interfaces} {
  return
}

// -----

// expected-error @below {{'func.func' op has the attribute 'no_inline', but a function on tensors must be inlined unless it has no callers}}
func.func private @no_inline(tensor<3xf32>) attributes {no_inline}

// -----

// Arguments and results.

// expected-error @below {{'func.func' op argument 0 has the attribute 'llvm.noalias', which applies to one LLVM value, but 'tensor<3xf32>' is lowered to several}}
func.func @noalias(%data: tensor<3xf32> {llvm.noalias}) {
  return
}

// -----

// expected-error @below {{'func.func' op argument 1 has the attribute 'llvm.sret', which applies to one LLVM value, but 'memref<3xf32>' is lowered to several}}
func.func @sret(%scalar: f32, %data: memref<3xf32> {llvm.sret = f32}) {
  return
}

// -----

// expected-error @below {{'func.func' op result 0 has the attribute 'llvm.noundef', which applies to one LLVM value, but 'tensor<3xf32>' is lowered to several}}
func.func @noundef(%data: tensor<3xf32>) -> (tensor<3xf32> {llvm.noundef}) {
  return %data : tensor<3xf32>
}

// -----

// expected-error @below {{'func.func' op argument 0 has the attribute 'bufferization.buffer_layout', but -reduce-bufferize-function-boundaries chooses the layout}}
func.func @layout(%data: tensor<3x2xf32> {bufferization.buffer_layout = affine_map<(d0, d1) -> (d1, d0)>}) {
  return
}

// -----

// Modules.

// expected-error @below {{'builtin.module' op expects 'llvm.target_triple' to be a string, got 1 : i64}}
module attributes {llvm.target_triple = 1} {}

// -----

// expected-error @below {{'builtin.module' op expects 'llvm.dependent_libraries' to be an array of strings, got [1]}}
module attributes {llvm.dependent_libraries = [1]} {}

// -----

// expected-error @below {{'builtin.module' op expects 'llvm.module.flags' to be an array, got unit}}
module attributes {llvm.module.flags} {}

// -----

// expected-error @below {{'builtin.module' op has the attribute 'llvm.emit_c_interface', which the LLVM dialect does not have here}}
module attributes {llvm.emit_c_interface} {}

// -----

func.func @encoding(%data: tensor<4xf32, "sparse">) -> tensor<4xf32, "sparse"> {
  // expected-error @below {{'arith.addf' op has 'tensor<4xf32, "sparse">', whose encoding would be lost: lower it to tensors without an encoding first}}
  %0 = arith.addf %data, %data : tensor<4xf32, "sparse">
  return %0 : tensor<4xf32, "sparse">
}

// -----

func.func @outer() {
  builtin.module {
    // expected-error @below {{'func.func' op is a function in the body of 'outer', expected it in a module of its own}}
    func.func @inner() {
      return
    }
  }
  return
}

// -----

// Clause internal-attributes.
func.func private @kernel(%data: tensor<3xf32>) -> tensor<3xf32> {
  return %data : tensor<3xf32>
}
func.func @call(%data: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{'reduce.call_kernel' op is internal: only -reduce-outline-kernels may build it}}
  %result = reduce.call_kernel @kernel ins(%data : tensor<3xf32>) outs(%data : tensor<3xf32>) -> tensor<3xf32>
  return %result : tensor<3xf32>
}
