// Collectives that have no call.
// RUN: reduce-opt %s --one-shot-bufferize=bufferize-function-boundaries --split-input-file --verify-diagnostics

shard.grid @grid(shape = 1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2)

func.func @axis_31(%data: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{cannot be bufferized: grid axis 31 is out of range: ranks communicate in grids of at most 31 axes}}
  // expected-error @+1 {{failed to bufferize op}}
  %0 = shard.all_reduce %data on @grid grid_axes = [31] reduction = min : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

shard.grid @grid(shape = 1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x2)

func.func @gather_axis_35(%data: tensor<1x4xf32>) -> tensor<2x4xf32> {
  // expected-error @+2 {{cannot be bufferized: grid axis 35 is out of range: ranks communicate in grids of at most 31 axes}}
  // expected-error @+1 {{failed to bufferize op}}
  %0 = shard.all_gather %data on @grid grid_axes = [35] gather_axis = 0 : tensor<1x4xf32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

shard.grid @grid(shape = 2x3)

func.func @gather_order(%data: tensor<1x4xf32>) -> tensor<6x4xf32> {
  // expected-error @+2 {{cannot be bufferized: the grid axes [1, 0] are not in ascending order, in which ranks are gathered}}
  // expected-error @+1 {{failed to bufferize op}}
  %0 = shard.all_gather %data on @grid grid_axes = [1, 0] gather_axis = 0 : tensor<1x4xf32> -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// -----

shard.grid @grid(shape = 2)

func.func @gather_rows(%data: tensor<3x4xf32>) -> tensor<6x4xf32> {
  // expected-error @+2 {{cannot be bufferized: expected signless integers of 8 to 64 bits, f32 or f64; grid axes; the gather axis 0, of size 1; and a known number of ranks}}
  // expected-error @+1 {{failed to bufferize op}}
  %0 = shard.all_gather %data on @grid grid_axes = [0] gather_axis = 0 : tensor<3x4xf32> -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}

// -----

shard.grid @grid(shape = 2)

func.func @sum(%data: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{cannot be bufferized: expected signless integers of 8 to 64 bits, f32 or f64; the reduction min, max or product; and grid axes}}
  // expected-error @+1 {{failed to bufferize op}}
  %0 = shard.all_reduce %data on @grid grid_axes = [0] : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
