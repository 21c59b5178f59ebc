// RUN: reduce-compile %s --mcpu=x86-64-v3 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V3 --implicit-check-not='groups: 8 vmulps ymm,'
// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V4 --implicit-check-not='groups: 8 vmulps zmm,'
// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=llvmir \
// RUN:   | FileCheck %s --check-prefix=IR
// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=llvmir -O0 \
// RUN:   | FileCheck %s --check-prefix=NONE

// NONE-NOT: freeze

// The eight vectors of a group of outer indices, at distances that have no common step: the loop over rows adds one
// register to its pointer for each, and reads no part of an address from the stack.
// V3: groups: 8 vmulps ymm{{$}}
// V4: groups: 8 vmulps zmm{{$}}
// IR-LABEL: define {{.*}} @groups
// IR: {{%[0-9]+}} = freeze i64
func.func @groups(%data: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %0 = reduce.prod %data axes = [1] : tensor<?x?x?xf32> -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// LLVM finds good addresses of multiples of one distance, here of eight rows.
// IR-LABEL: define {{.*}} @rows
// IR-NOT: {{%[0-9]+}} = freeze
func.func @rows(%data: tensor<8x?xf32>) -> tensor<?xf32> {
  %0 = reduce.prod %data axes = [0] : tensor<8x?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
