// RUN: reduce-opt %s --reduce-verify-input=c-interface --split-input-file --verify-diagnostics
// RUN: reduce-opt %s --reduce-to-llvm-pipeline=c-interface --split-input-file --verify-diagnostics

// A library has an interface of its own. Who is called from it may say more.

// Clause llvm-attributes.
func.func private @declared(f32 {llvm.noundef}) -> f32
    attributes {llvm.emit_c_interface, llvm.readnone, llvm.linkage = #llvm.linkage<extern_weak>}

// -----

// expected-error @below {{'func.func' op has the attribute 'llvm.emit_c_interface', but how a function of a compiled library is called follows from its C interface}}
func.func @wrapped(%data: tensor<3xf32>) -> tensor<3xf32> attributes {llvm.emit_c_interface} {
  return %data : tensor<3xf32>
}

// -----

// expected-error @below {{'func.func' op has the attribute 'llvm.bareptr', but how a function of a compiled library is called follows from its C interface}}
func.func @bare(%data: tensor<3xf32>) -> tensor<3xf32> attributes {llvm.bareptr} {
  return %data : tensor<3xf32>
}

// -----

// expected-error @below {{'func.func' op has the attribute 'llvm.linkage', but how a function of a compiled library is called follows from its C interface}}
func.func private @linked(%data: f32) -> f32 attributes {llvm.linkage = #llvm.linkage<weak>} {
  return %data : f32
}

// -----

// expected-error @below {{'func.func' op has the attribute 'omp.declare_target', but what a compiled library does with OpenMP is the compiler's}}
func.func private @openmp() attributes {omp.declare_target = 1}

// -----

// expected-error @below {{'func.func' op argument 0 has the attribute 'omp.any', but what a compiled library does with OpenMP is the compiler's}}
func.func private @openmp_argument(f32 {omp.any})

// -----

// expected-error @below {{'builtin.module' op has the attribute 'llvm.data_layout', but what a compiled library is for LLVM follows from the target}}
module attributes {llvm.data_layout = "E"} {}

// -----

// expected-error @below {{'builtin.module' op has the attribute 'llvm.module_asm', but what a compiled library is for LLVM follows from the target}}
module attributes {llvm.module_asm = ["nop"]} {}

// -----

// expected-error @below {{'builtin.module' op has the attribute 'dlti.dl_spec', but what a compiled library is for LLVM follows from the target}}
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>} {}

// -----

// expected-error @below {{'builtin.module' op has the attribute 'omp.is_target_device', but what a compiled library does with OpenMP is the compiler's}}
module attributes {omp.is_target_device = true} {}
