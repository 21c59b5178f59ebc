//===- c-interface.c - Calls of a compiled library ------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the functions of c-interface.mlir, correctly and incorrectly, and
// counts unexpected outcomes.
//
//===----------------------------------------------------------------------===//

#include "interface.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int checks = 0, failures = 0;

#define EXPECT(CONDITION)                                                      \
  do {                                                                         \
    ++checks;                                                                  \
    if (!(CONDITION)) {                                                        \
      printf("line %d: expected %s\n", __LINE__, #CONDITION);                  \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

#define FLOAT(BITS) (DLDataType){kDLFloat, BITS, 1}
#define INT(BITS) (DLDataType){kDLInt, BITS, 1}

static DLTensor makeTensor(void *data, DLDataType dtype, int32_t ndim,
                           int64_t *shape, int64_t *strides) {
  DLTensor tensor = {data, {kDLCPU, 0}, ndim, dtype, shape, strides, 0};
  return tensor;
}

/// 0 1 2 ... with a small element in each row.
static void fillRows(float data[24]) {
  for (int i = 0; i < 24; ++i)
    data[i] = (float)i;
  for (int row = 0; row < 4; ++row)
    data[6 * row + (row + 2) % 6] = -1.0f - (float)row;
}

/// Calls rows() and checks the status, and that a failure writes nothing.
static void expectStatus(int line, const DLTensor *in, DLTensor *out,
                         const float result[4], int32_t expected) {
  float before[4];
  memcpy(before, result, sizeof(before));
  int32_t status = rows(in, out);
  ++checks;
  if (status != expected) {
    printf("line %d: expected status %d, got %d\n", line, expected, status);
    ++failures;
  }
  if (expected != REDUCE_STATUS_OK &&
      memcmp(before, result, sizeof(before)) != 0) {
    printf("line %d: the output was touched\n", line);
    ++failures;
  }
}

static void checkStatuses(void) {
  float data[25], result[4] = {7, 7, 7, 7};
  fillRows(data);
  int64_t inShape[] = {4, 6}, outShape[] = {4};
  const DLTensor goodIn = makeTensor(data, FLOAT(32), 2, inShape, NULL);
  const DLTensor goodOut = makeTensor(result, FLOAT(32), 1, outShape, NULL);
  DLTensor in, out;

// Changes one property of the valid tensors and calls.
#define CALL_WITH(CHANGE, STATUS)                                              \
  do {                                                                         \
    in = goodIn;                                                               \
    out = goodOut;                                                             \
    CHANGE;                                                                    \
    expectStatus(__LINE__, &in, &out, result, REDUCE_STATUS_##STATUS);         \
  } while (0)

  expectStatus(__LINE__, NULL, &out, result, REDUCE_STATUS_NULL_TENSOR);
  in = goodIn;
  expectStatus(__LINE__, &in, NULL, result, REDUCE_STATUS_NULL_TENSOR);
  CALL_WITH(in.data = NULL, NULL_DATA);
  CALL_WITH(out.data = NULL, NULL_DATA);
  CALL_WITH(in.device.device_type = kDLCUDA, DEVICE);
  CALL_WITH(out.device.device_type = kDLCUDAHost, DEVICE);
  CALL_WITH(in.dtype = FLOAT(64), DTYPE);
  CALL_WITH(in.dtype = INT(32), DTYPE);
  CALL_WITH(in.dtype.lanes = 2, DTYPE);
  CALL_WITH(in.dtype.lanes = 0, DTYPE);
  CALL_WITH(out.dtype.code = kDLUInt, DTYPE);
  CALL_WITH(in.ndim = 1, RANK);
  CALL_WITH(in.ndim = -1, RANK);
  CALL_WITH(out.ndim = 2, RANK);
  int64_t large[] = {4, 7}, negative[] = {4, -6}, transposed[] = {6, 4};
  CALL_WITH(in.shape = large, SHAPE);
  CALL_WITH(in.shape = negative, SHAPE);
  CALL_WITH(in.shape = transposed, SHAPE);
  CALL_WITH(in.shape = NULL, SHAPE);
  CALL_WITH(out.shape = large + 1, SHAPE);
  CALL_WITH(in.byte_offset = 2, ALIGNMENT);
  CALL_WITH(out.byte_offset = 1, ALIGNMENT);
  int64_t zero[] = {0};
  CALL_WITH(out.strides = zero, OVERLAP);
  // The first tensor's error is reported.
  CALL_WITH((in.ndim = 3, out.dtype = INT(64)), RANK);
  CALL_WITH((void)0, OK);
  EXPECT(result[0] == -1 && result[1] == -2 && result[2] == -3 &&
         result[3] == -4);

  // Other outputs may overlap themselves in more ways.
  float squares[64];
  int64_t shape[] = {4, 6};
  int64_t overlapping[][2] = {{0, 1}, {1, 0}, {1, 1}, {5, 1},  {1, 3},
                              {2, 2}, {3, 3}, {6, 6}, {-5, 1}, {1, -3}};
  for (size_t i = 0; i < sizeof(overlapping) / sizeof(*overlapping); ++i) {
    out = makeTensor(squares + 32, FLOAT(32), 2, shape, overlapping[i]);
    EXPECT(same(&goodIn, &out) == REDUCE_STATUS_OVERLAP);
  }
}

static void checkStrides(void) {
  float data[24], memory[64], result[4];
  fillRows(data);
  int64_t inShape[] = {4, 6}, outShape[] = {4};
  const DLTensor contiguous = makeTensor(data, FLOAT(32), 2, inShape, NULL);
  DLTensor out = makeTensor(result, FLOAT(32), 1, outShape, NULL);

  // Transposed, reversed, and with an offset in bytes.
  int64_t layouts[][3] = {
      {6, 1, 0}, {1, 4, 0}, {12, 2, 3}, {-6, -1, 23}, {-1, 4, 3}};
  for (size_t i = 0; i < sizeof(layouts) / sizeof(*layouts); ++i) {
    int64_t *strides = layouts[i], first = layouts[i][2];
    for (int j = 0; j < 64; ++j)
      memory[j] = -100;
    for (int64_t row = 0; row < 4; ++row)
      for (int64_t column = 0; column < 6; ++column)
        memory[first + row * strides[0] + column * strides[1]] =
            data[6 * row + column];
    DLTensor in = makeTensor(memory, FLOAT(32), 2, inShape, strides);
    in.byte_offset = (uint64_t)first * sizeof(float);
    memset(result, 0, sizeof(result));
    EXPECT(rows(&in, &out) == REDUCE_STATUS_OK);
    for (int row = 0; row < 4; ++row)
      EXPECT(result[row] == -1.0f - (float)row);
  }

  // One row, four times.
  int64_t repeated[] = {0, 1};
  DLTensor in = makeTensor(data + 6, FLOAT(32), 2, inShape, repeated);
  EXPECT(rows(&in, &out) == REDUCE_STATUS_OK);
  for (int row = 0; row < 4; ++row)
    EXPECT(result[row] == -2.0f);

  // Outputs: every third element, backwards; the elements between are
  // unchanged.
  int64_t backwards[] = {-3};
  for (int j = 0; j < 64; ++j)
    memory[j] = 55;
  out = makeTensor(memory, FLOAT(32), 1, outShape, backwards);
  out.byte_offset = 20 * sizeof(float);
  EXPECT(rows(&contiguous, &out) == REDUCE_STATUS_OK);
  for (int j = 0; j < 64; ++j) {
    int isResult = j <= 20 && j >= 11 && (20 - j) % 3 == 0;
    EXPECT(memory[j] == (isResult ? -1.0f - (float)((20 - j) / 3) : 55.0f));
  }

  // A copy into a transposed tensor, and the stride of a dimension of size 1.
  int64_t transposed[] = {1, 4};
  out = makeTensor(memory, FLOAT(32), 2, inShape, transposed);
  EXPECT(same(&contiguous, &out) == REDUCE_STATUS_OK);
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 6; ++column)
      EXPECT(memory[row + 4 * column] == data[6 * row + column]);
  int64_t factors[24], products[12], columnShape[] = {1, 6};
  for (int i = 0; i < 24; ++i)
    factors[i] = i - 11;
  int64_t anything[] = {-12345678901, 2};
  DLTensor integers = makeTensor(factors, INT(64), 2, inShape, NULL);
  out = makeTensor(products, INT(64), 2, columnShape, anything);
  EXPECT(columns(&integers, &out) == REDUCE_STATUS_OK);
  for (int column = 0; column < 6; ++column) {
    int64_t product = 1;
    for (int row = 0; row < 4; ++row)
      product *= factors[6 * row + column];
    EXPECT(products[2 * column] == product);
  }
}

static void checkSizesZero(void) {
  double minimums[3] = {0, 0, 0};
  int64_t inShape[] = {3, 0}, outShape[] = {3};
  DLTensor in = makeTensor(NULL, FLOAT(64), 2, inShape, NULL);
  DLTensor out = makeTensor(minimums, FLOAT(64), 1, outShape, NULL);
  EXPECT(empty_set(&in, &out) == REDUCE_STATUS_OK);
  for (int i = 0; i < 3; ++i)
    EXPECT(isinf(minimums[i]) && minimums[i] > 0);
  // Without elements, strides and alignment are irrelevant.
  int64_t strides[] = {7, -9};
  in.strides = strides;
  in.data = (char *)minimums + 1;
  EXPECT(empty_set(&in, &out) == REDUCE_STATUS_OK);

  int64_t noRows[] = {0, 6};
  in = makeTensor(NULL, FLOAT(32), 2, noRows, NULL);
  out = makeTensor(NULL, FLOAT(32), 1, noRows, NULL);
  EXPECT(empty_result(&in, &out) == REDUCE_STATUS_OK);

  float product = 5;
  int64_t noBlocks[] = {0, 6, 2};
  in = makeTensor(NULL, FLOAT(32), 3, noBlocks, NULL);
  out = makeTensor(&product, FLOAT(32), 0, NULL, NULL);
  EXPECT(empty_chain(&in, &out) == REDUCE_STATUS_OK && product == 1);

  int32_t number = 42, copied = 0;
  in = makeTensor(&number, INT(32), 0, NULL, NULL);
  out = makeTensor(&copied, INT(32), 0, NULL, NULL);
  EXPECT(scalar(&in, &out) == REDUCE_STATUS_OK && copied == 42);
}

static void checkOutputShapes(void) {
  int64_t shape[4] = {-1, -1, -1, -1};
  DLTensor out = makeTensor(NULL, FLOAT(32), 4, shape, NULL);
  EXPECT(columns_output_shapes(NULL, &out) == REDUCE_STATUS_OK);
  EXPECT(out.ndim == 2 && shape[0] == 1 && shape[1] == 6 && shape[2] == -1);
  shape[0] = shape[1] = -1;
  out.ndim = 1;
  EXPECT(columns_output_shapes(NULL, &out) == REDUCE_STATUS_CAPACITY);
  out.ndim = 2;
  out.shape = NULL;
  EXPECT(columns_output_shapes(NULL, &out) == REDUCE_STATUS_CAPACITY);
  EXPECT(columns_output_shapes(NULL, NULL) == REDUCE_STATUS_NULL_TENSOR);
  EXPECT(out.ndim == 2 && shape[0] == -1 && shape[1] == -1);

  // A scalar has no shape. The second output fails: the first is unchanged.
  int64_t rowShape[1] = {-1};
  DLTensor first = makeTensor(NULL, FLOAT(32), 0, NULL, NULL);
  DLTensor second = makeTensor(NULL, FLOAT(32), 1, rowShape, NULL);
  EXPECT(chain_output_shapes(NULL, &first, &second) == REDUCE_STATUS_OK);
  EXPECT(first.ndim == 0 && second.ndim == 1 && rowShape[0] == 64);
  first.ndim = 3;
  second.ndim = 0;
  EXPECT(chain_output_shapes(NULL, &first, &second) == REDUCE_STATUS_CAPACITY);
  EXPECT(first.ndim == 3);
}

static void checkStrings(void) {
  EXPECT(strcmp(rows_status_string(REDUCE_STATUS_OK), "done") == 0);
  EXPECT(strcmp(rows_status_string(REDUCE_STATUS_NULL_TENSOR),
                "a tensor is a null pointer") == 0);
  EXPECT(strcmp(rows_status_string(REDUCE_STATUS_STRIDES),
                "a tensor is not contiguous") == 0);
  for (int32_t status = 0; status <= REDUCE_STATUS_ALIASING; ++status) {
    EXPECT(strlen(rows_status_string(status)) > 0);
    EXPECT(strcmp(rows_status_string(status), "unknown status") != 0);
    EXPECT(strcmp(rows_status_string(status), columns_status_string(status)) ==
           0);
  }
  EXPECT(strcmp(rows_status_string(REDUCE_STATUS_DISAGREEMENT + 1),
                "unknown status") == 0);
  EXPECT(strcmp(rows_status_string(-1), "unknown status") == 0);
  EXPECT(strcmp(rows_status_string(INT32_MIN), "unknown status") == 0);
  EXPECT(strcmp(rows_status_string(INT32_MAX), "unknown status") == 0);
  EXPECT(strstr(rows_signature(), "\"min\"") != NULL);
}

/// Calls chain() repeatedly on data of this thread.
static void *callOften(void *argument) {
  static _Thread_local float data[64 * 1000];
  float least = -1.0f - *(float *)argument, result, minimums[64];
  for (int i = 0; i < 64 * 1000; ++i)
    data[i] = (float)(i % 1000);
  int64_t inShape[] = {64, 1000}, outShape[] = {64};
  DLTensor in = makeTensor(data, FLOAT(32), 2, inShape, NULL);
  DLTensor first = makeTensor(&result, FLOAT(32), 0, NULL, NULL);
  DLTensor second = makeTensor(minimums, FLOAT(32), 1, outShape, NULL);
  data[34567] = least;
  long wrong = 0;
  for (int call = 0; call < 200; ++call) {
    result = minimums[34] = minimums[35] = 99;
    if (chain(&in, &first, &second) != REDUCE_STATUS_OK || result != least ||
        minimums[34] != least || minimums[35] != 0)
      ++wrong;
  }
  return (void *)wrong;
}

static void checkThreads(void) {
  pthread_t threads[4];
  float numbers[4] = {1, 2, 3, 4};
  for (int i = 0; i < 4; ++i)
    EXPECT(pthread_create(&threads[i], NULL, callOften, &numbers[i]) == 0);
  for (int i = 0; i < 4; ++i) {
    void *wrong;
    EXPECT(pthread_join(threads[i], &wrong) == 0);
    EXPECT(wrong == NULL);
  }
}

/// An output may begin where an input ends, and end where one begins.
static void checkNeighbours(void) {
  float memory[32] = {0}, *data = memory + 4;
  fillRows(data);
  int64_t inShape[] = {4, 6}, outShape[] = {4};
  DLTensor in = makeTensor(data, FLOAT(32), 2, inShape, NULL);
  DLTensor out = makeTensor(data + 23, FLOAT(32), 1, outShape, NULL);
  expectStatus(__LINE__, &in, &out, data + 23, REDUCE_STATUS_ALIASING);
  out.data = data - 3;
  expectStatus(__LINE__, &in, &out, data - 3, REDUCE_STATUS_ALIASING);
  out.data = data + 24;
  expectStatus(__LINE__, &in, &out, data + 24, REDUCE_STATUS_OK);
  EXPECT(data[24] == -1 && data[27] == -4);
  out.data = data - 4;
  expectStatus(__LINE__, &in, &out, data - 4, REDUCE_STATUS_OK);
  EXPECT(memory[0] == -1 && memory[3] == -4);
}

int main(void) {
  checkStatuses();
  checkNeighbours();
  checkStrides();
  checkSizesZero();
  checkOutputShapes();
  checkStrings();
  checkThreads();
  printf("%d failures in %d checks\n", failures, checks);
  return failures != 0;
}
