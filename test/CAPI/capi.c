//===- capi.c - The C interface of the compiler ---------------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DEFINE: %{model} = %onnx_testdata/test_reduce_min_keepdims_random/model.onnx

// RUN: rm -rf %t && mkdir %t
// RUN: reduce-capi-test %{model} %t/model.o %t/model.h 2>&1 | FileCheck %s
// RUN: %host_cc -shared %t/model.o -o %t/model.so

// RUN: reduce-run %t/model.so --signature | FileCheck %s --check-prefix=TYPES
// TYPES: "shape":[3,2,2]

// RUN: FileCheck %s --check-prefix=HEADER < %t/model.h
// HEADER: (const DLTensor *in0, DLTensor *out0);

//===----------------------------------------------------------------------===//

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"
#include "mlir-c/Pass.h"
#include "reduce-c/Compile.h"
#include "reduce-c/Dialects.h"
#include "reduce-c/Import.h"
#include "reduce-c/Reductions.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static void print(MlirStringRef string, void *userData) {
  (void)userData;
  printf("%.*s", (int)string.length, string.data);
}

static void printError(MlirStringRef string, void *userData) {
  (void)userData;
  printf("refused: %.*s\n", (int)string.length, string.data);
}

static MlirLogicalResult printDiagnostic(MlirDiagnostic diagnostic,
                                         void *userData) {
  printf("diagnostic: ");
  mlirDiagnosticPrint(diagnostic, print, userData);
  printf("\n");
  return mlirLogicalResultSuccess();
}

static MlirContext createContext(void) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  reduceRegisterCompilerDialects(registry);
  MlirContext context =
      mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, printDiagnostic, NULL, NULL);
  return context;
}

static void printOperation(MlirOperation operation) {
  if (mlirOperationIsNull(operation)) {
    printf("none\n");
    return;
  }
  mlirOperationPrint(operation, print, NULL);
  printf("\n");
}

/// Builds operations on the arguments of a block, and reads them.
static void testReductions(MlirContext context) {
  mlirDialectHandleLoadDialect(mlirGetDialectHandle__reduce__(), context);
  MlirLocation location = mlirLocationUnknownGet(context);
  MlirType types[] = {
      mlirTypeParseGet(context, text("tensor<?x3x2xf32>")),
      mlirTypeParseGet(context, text("tensor<1xi64>")),
      mlirTypeParseGet(context, text("i32")),
  };
  MlirLocation locations[] = {location, location, location};
  MlirBlock block = mlirBlockCreate(3, types, locations);
  MlirValue data = mlirBlockGetArgument(block, 0);
  MlirValue axesValue = mlirBlockGetArgument(block, 1);

  int64_t axes[] = {1, -1};
  MlirNamedAttribute ignore =
      mlirNamedAttributeGet(mlirIdentifierGet(context, text("nan_mode")),
                            reduceNanModeAttrGet(context, text("ignore")));
  MlirOperation min = reduceReductionCreate(location, text("reduce.min"), data,
                                            2, axes, true, 1, &ignore);
  // CHECK: reduce.min {{.*}} axes = [1, -1] keepdims nan_mode = ignore
  // CHECK-SAME: -> tensor<?x1x1xf32>
  printOperation(min);
  MlirAttribute mode = mlirOperationGetAttributeByName(min, text("nan_mode"));
  // CHECK: reduction: 1, 2 axes: 1 -1, keepdims: 1, data: 1, dynamic: 0
  // CHECK-SAME: mode: ignore
  printf("reduction: %d, %d axes: %d %d, keepdims: %d, data: %d, dynamic: %d, ",
         reduceOperationIsAReduction(min), (int)reduceReductionGetNumAxes(min),
         (int)reduceReductionGetAxis(min, 0),
         (int)reduceReductionGetAxis(min, 1), reduceReductionGetKeepdims(min),
         mlirValueEqual(reduceReductionGetInput(min), data),
         !mlirValueIsNull(reduceReductionGetDynamicAxes(min)));
  printf("mode: %s\n", reduceAttributeIsANanMode(mode)
                           ? reduceNanModeAttrGetValue(mode).data
                           : "none");
  mlirOperationDestroy(min);

  MlirType none = {NULL};
  MlirOperation prod = reduceReductionCreateWithDynamicAxes(
      location, text("reduce.prod"), data, axesValue, false, true, none, 0,
      NULL);
  // CHECK: reduce.prod {{.*}} axes = {{.*}} noop_with_empty_axes
  // CHECK-SAME: -> tensor<?x?xf32>
  printOperation(prod);
  // CHECK: 0 axes, keepdims: 0, dynamic: 1, noop: 1
  printf("%d axes, keepdims: %d, dynamic: %d, noop: %d\n",
         (int)reduceReductionGetNumAxes(prod), reduceReductionGetKeepdims(prod),
         mlirValueEqual(reduceReductionGetDynamicAxes(prod), axesValue),
         reduceReductionGetNoopWithEmptyAxes(prod));
  mlirOperationDestroy(prod);

  // CHECK: mode: 0
  printf("mode: %d\n",
         !mlirAttributeIsNull(reduceNanModeAttrGet(context, text("drop"))));
  // CHECK: diagnostic: axis 3 is out of range [-3, 2] for rank 3
  // CHECK-NEXT: none
  axes[0] = 3;
  printOperation(reduceReductionCreate(location, text("reduce.min"), data, 1,
                                       axes, false, 0, NULL));
  // CHECK: diagnostic: 'builtin.module' is not a reduction
  // CHECK-NEXT: none
  printOperation(reduceReductionCreate(location, text("builtin.module"), data,
                                       1, axes, false, 0, NULL));
  // CHECK: diagnostic: 'reduce.mean' is not a reduction
  // CHECK-NEXT: none
  printOperation(reduceReductionCreate(location, text("reduce.mean"), data, 1,
                                       axes, false, 0, NULL));
  // CHECK: diagnostic: expected a tensor to reduce, got 'i32'
  // CHECK-NEXT: none
  printOperation(reduceReductionCreate(location, text("reduce.min"),
                                       mlirBlockGetArgument(block, 2), 0, NULL,
                                       false, 0, NULL));
  // CHECK: diagnostic: expected axes to be a tensor, got 'i32'
  // CHECK-NEXT: none
  printOperation(reduceReductionCreateWithDynamicAxes(
      location, text("reduce.min"), data, mlirBlockGetArgument(block, 2), false,
      false, none, 0, NULL));
  // CHECK: diagnostic: 'keepdims' is given more than once
  // CHECK-NEXT: none
  axes[0] = 0;
  MlirNamedAttribute twice = mlirNamedAttributeGet(
      mlirIdentifierGet(context, text("keepdims")), mlirUnitAttrGet(context));
  printOperation(reduceReductionCreate(location, text("reduce.min"), data, 1,
                                       axes, true, 1, &twice));
  // CHECK: diagnostic: 'axes' is given more than once
  // CHECK-NEXT: none
  twice.name = mlirIdentifierGet(context, text("axes"));
  printOperation(reduceReductionCreate(location, text("reduce.min"), data, 1,
                                       axes, true, 1, &twice));
  mlirBlockDestroy(block);
}

static MlirModule parse(MlirContext context, const char *string) {
  return mlirModuleCreateParse(context, text(string));
}

static const char *const rows =
    "func.func @rows(%data: tensor<4x64xf32>) -> tensor<4xf32> {\n"
    "  %0 = reduce.min %data axes = [1] : tensor<4x64xf32> -> tensor<4xf32>\n"
    "  return %0 : tensor<4xf32>\n"
    "}\n";

/// Runs a pipeline of this project.
static void testPasses(MlirContext context) {
  reduceRegisterAllPasses();
  MlirModule module = parse(context, rows);
  MlirPassManager manager = mlirPassManagerCreate(context);
  MlirOpPassManager passes = mlirPassManagerGetAsOpPassManager(manager);
  mlirParsePassPipeline(
      passes,
      text(
          "builtin.module(convert-reduce-to-linalg,reduce-attach-vector-target{"
          "facts=vector_bits=256},func.func(reduce-vectorize))"),
      printError, NULL);
  mlirPassManagerRunOnOp(manager, mlirModuleGetOperation(module));
  // CHECK: func.func @rows
  // CHECK: vector.transfer_read
  printOperation(mlirModuleGetOperation(module));
  mlirPassManagerDestroy(manager);
  mlirModuleDestroy(module);
}

static void writeFile(MlirStringRef bytes, void *userData) {
  FILE *file = fopen(userData, "wb");
  if (!file || fwrite(bytes.data, 1, bytes.length, file) != bytes.length ||
      fclose(file) != 0)
    exit(EXIT_FAILURE);
}

static void measure(MlirStringRef bytes, void *userData) {
  *(size_t *)userData = bytes.length;
}

/// Imports the model at `path`, and compiles it.
static void testCompilation(MlirContext context, char **paths) {
  static char bytes[1 << 16];
  FILE *file = fopen(paths[0], "rb");
  if (!file)
    exit(EXIT_FAILURE);
  size_t size = fread(bytes, 1, sizeof(bytes), file);
  fclose(file);
  MlirStringRef name = text("model.onnx");
  // CHECK: diagnostic: {{.+}}
  // CHECK-NEXT: imported: 0
  MlirModule cut =
      reduceImportONNX(context, mlirStringRefCreate(bytes, size - 1), name);
  printf("imported: %d\n", !mlirModuleIsNull(cut));
  MlirModule module =
      reduceImportONNX(context, mlirStringRefCreate(bytes, size), name);
  // CHECK: reduce.min %{{.*}} keepdims
  printOperation(mlirModuleGetOperation(module));

  MlirStringRef empty = text("");
  // CHECK: refused: {{.*}}'foo'
  // CHECK-NEXT: target: 0
  ReduceTarget target =
      reduceTargetCreate(empty, text("foo"), empty, 2, printError, NULL);
  printf("target: %d\n", !reduceTargetIsNull(target));
  // CHECK: refused: unknown optimization level 4: expected 0 to 3
  reduceTargetCreate(empty, empty, empty, 4, printError, NULL);

  target = reduceTargetCreate(empty, empty, empty, 2, printError, NULL);
  if (mlirLogicalResultIsFailure(
          reducePrintHeader(module, text("model.h"), writeFile, paths[2])) ||
      mlirLogicalResultIsFailure(reduceCompile(
          module, target, 1, ReduceOutputObject, writeFile, paths[1])))
    exit(EXIT_FAILURE);
  mlirModuleDestroy(module);

  // Compiling changes the module, so each output needs its own.
  for (int output = ReduceOutputLLVMIR; output <= ReduceOutputObject;
       ++output) {
    size_t length = 0;
    MlirModule again = parse(context, rows);
    MlirLogicalResult result =
        reduceCompile(again, target, 1, output, measure, &length);
    // CHECK: output 0: 1 1
    // CHECK: output 1: 1 1
    // CHECK: output 2: 1 1
    printf("output %d: %d %d\n", output, mlirLogicalResultIsSuccess(result),
           length > 1000);
    mlirModuleDestroy(again);
  }

  // CHECK: diagnostic: {{.*}}'f' cannot be called from C: argument 0:
  // CHECK-SAME: 'tensor<*xf32>' is neither a ranked tensor nor a memref
  // CHECK-NEXT: compiled: 0
  MlirModule unranked =
      parse(context,
            "func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {\n"
            "  %0 = reduce.min %a axes = [0] : tensor<*xf32> -> tensor<*xf32>\n"
            "  return %0 : tensor<*xf32>\n"
            "}");
  size_t length = 0;
  printf("compiled: %d\n",
         mlirLogicalResultIsSuccess(reduceCompile(
             unranked, target, 1, ReduceOutputObject, measure, &length)));
  mlirModuleDestroy(unranked);
  reduceTargetDestroy(target);
}

int main(int argc, char **argv) {
  if (argc != 4)
    return EXIT_FAILURE;
  MlirContext context = createContext();
  testReductions(context);
  testPasses(context);
  testCompilation(context, argv + 1);
  mlirContextDestroy(context);
  return EXIT_SUCCESS;
}
