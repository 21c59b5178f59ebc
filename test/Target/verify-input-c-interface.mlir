// RUN: reduce-opt %s --reduce-verify-input=c-interface --split-input-file --verify-diagnostics
// RUN: reduce-opt %s --reduce-to-llvm-pipeline=c-interface --split-input-file --verify-diagnostics

// A library has an interface of its own. Declarations may have such attributes.

// Clause llvm-attributes.
func.func private @declared(f32 {llvm.noundef}) -> f32
    attributes {llvm.emit_c_interface, llvm.readnone, llvm.linkage = #llvm.linkage<extern_weak>}

// -----

// expected-error @below {{'func.func' op has the attribute 'llvm.emit_c_interface', but the C interface determines how a function of a compiled library is called}}
func.func @wrapped(%data: tensor<3xf32>) -> tensor<3xf32> attributes {llvm.emit_c_interface} {
  return %data : tensor<3xf32>
}

// -----

// expected-error @below {{'func.func' op has the attribute 'llvm.bareptr', but the C interface determines how a function of a compiled library is called}}
func.func @bare(%data: tensor<3xf32>) -> tensor<3xf32> attributes {llvm.bareptr} {
  return %data : tensor<3xf32>
}

// -----

// expected-error @below {{'func.func' op has the attribute 'llvm.linkage', but the C interface determines how a function of a compiled library is called}}
func.func private @linked(%data: f32) -> f32 attributes {llvm.linkage = #llvm.linkage<weak>} {
  return %data : f32
}

// -----

// expected-error @below {{'func.func' op has the attribute 'omp.declare_target', but the compiler controls OpenMP in a compiled library}}
func.func private @openmp() attributes {omp.declare_target = 1}

// -----

// expected-error @below {{'func.func' op argument 0 has the attribute 'omp.any', but the compiler controls OpenMP in a compiled library}}
func.func private @openmp_argument(f32 {omp.any})

// -----

// expected-error @below {{'builtin.module' op has the attribute 'llvm.data_layout', but the target determines such attributes of a compiled library}}
module attributes {llvm.data_layout = "E"} {}

// -----

// expected-error @below {{'builtin.module' op has the attribute 'llvm.module_asm', but the target determines such attributes of a compiled library}}
module attributes {llvm.module_asm = ["nop"]} {}

// -----

// expected-error @below {{'builtin.module' op has the attribute 'dlti.dl_spec', but the target determines such attributes of a compiled library}}
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>} {}

// -----

// expected-error @below {{'builtin.module' op has the attribute 'omp.is_target_device', but the compiler controls OpenMP in a compiled library}}
module attributes {omp.is_target_device = true} {}
