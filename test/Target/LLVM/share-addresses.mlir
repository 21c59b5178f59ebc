// RUN: reduce-compile %s --mcpu=x86-64-v3 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V3 --implicit-check-not='groups: 8 vmulps ymm,'
// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | %vector_loops | FileCheck %s --check-prefix=V4 --implicit-check-not='groups: 8 vmulps zmm,'
// RUN: reduce-compile %s --mcpu=x86-64-v4 --target=x86_64-unknown-linux-gnu --emit=llvmir \
// RUN:   | FileCheck %s --check-prefix=IR
// RUN: reduce-compile %s --mcpu=x86-64-v3 --target=x86_64-unknown-linux-gnu --emit=asm \
// RUN:   | FileCheck %s --check-prefix=STORES
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

// UnmaskStores finds a store of a choice among lanes of what is in its place, before its address is another one than that
// of the load.
// STORES-LABEL: stores.data:
// STORES-NOT: vmaskmov
// STORES: .size stores.data,
// IR-LABEL: define {{.*}} @stores
// IR: {{%[0-9]+}} = freeze i64
func.func @stores(%data: memref<?xf32>, %out: memref<?xf32>, %distances: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %end = memref.dim %data, %c0 : memref<?xf32>
  %index0 = arith.constant 0 : index
  %integer0 = memref.load %distances[%index0] : memref<?xi64>
  %distance0 = arith.index_cast %integer0 : i64 to index
  %index1 = arith.constant 1 : index
  %integer1 = memref.load %distances[%index1] : memref<?xi64>
  %distance1 = arith.index_cast %integer1 : i64 to index
  %index2 = arith.constant 2 : index
  %integer2 = memref.load %distances[%index2] : memref<?xi64>
  %distance2 = arith.index_cast %integer2 : i64 to index
  %index3 = arith.constant 3 : index
  %integer3 = memref.load %distances[%index3] : memref<?xi64>
  %distance3 = arith.index_cast %integer3 : i64 to index
  %index4 = arith.constant 4 : index
  %integer4 = memref.load %distances[%index4] : memref<?xi64>
  %distance4 = arith.index_cast %integer4 : i64 to index
  scf.for %column = %c0 to %end step %c8 {
    %element = vector.load %data[%column] : memref<?xf32>, vector<8xf32>
    %place0 = arith.addi %column, %distance0 : index
    %old0 = vector.load %out[%place0] : memref<?xf32>, vector<8xf32>
    %less0 = arith.cmpf olt, %old0, %element : vector<8xf32>
    %new0 = arith.select %less0, %old0, %element : vector<8xi1>, vector<8xf32>
    vector.store %new0, %out[%place0] : memref<?xf32>, vector<8xf32>
    %place1 = arith.addi %column, %distance1 : index
    %old1 = vector.load %out[%place1] : memref<?xf32>, vector<8xf32>
    %less1 = arith.cmpf olt, %old1, %element : vector<8xf32>
    %new1 = arith.select %less1, %old1, %element : vector<8xi1>, vector<8xf32>
    vector.store %new1, %out[%place1] : memref<?xf32>, vector<8xf32>
    %place2 = arith.addi %column, %distance2 : index
    %old2 = vector.load %out[%place2] : memref<?xf32>, vector<8xf32>
    %less2 = arith.cmpf olt, %old2, %element : vector<8xf32>
    %new2 = arith.select %less2, %old2, %element : vector<8xi1>, vector<8xf32>
    vector.store %new2, %out[%place2] : memref<?xf32>, vector<8xf32>
    %place3 = arith.addi %column, %distance3 : index
    %old3 = vector.load %out[%place3] : memref<?xf32>, vector<8xf32>
    %less3 = arith.cmpf olt, %old3, %element : vector<8xf32>
    %new3 = arith.select %less3, %old3, %element : vector<8xi1>, vector<8xf32>
    vector.store %new3, %out[%place3] : memref<?xf32>, vector<8xf32>
    %place4 = arith.addi %column, %distance4 : index
    %old4 = vector.load %out[%place4] : memref<?xf32>, vector<8xf32>
    %less4 = arith.cmpf olt, %old4, %element : vector<8xf32>
    %new4 = arith.select %less4, %old4, %element : vector<8xi1>, vector<8xf32>
    vector.store %new4, %out[%place4] : memref<?xf32>, vector<8xf32>
  }
  return
}
