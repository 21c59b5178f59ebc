//===- signatures.c - A compiled library of signatures --------------------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These functions are never called; only their signatures are read.
//
//===----------------------------------------------------------------------===//

#include <stddef.h>
#include <stdint.h>

#define FUNCTION(NAME, JSON)                                                   \
  int32_t NAME(void) { return 1; }                                             \
  int32_t NAME##_output_shapes(void) { return 1; }                             \
  const char *NAME##_status_string(int32_t status) { return NULL; }            \
  const char *NAME##_signature(void) { return JSON; }

#define INPUT(JSON) "{\"name\": \"f\", \"inputs\": [" JSON "], \"outputs\": []}"

FUNCTION(
    complete,
    "{\"version\": [1, 2], \"outputs\": [], \"name\": \"complete\","
    " \"inputs\": [{\"shape\": [3, 2, -1], \"dtype\": \"bfloat16\","
    " \"name\": \"a \\\"b\\\" \\u00e9\", \"dim_params\": [\"\", \"\", \"N\"]},"
    " {\"name\": \"\", \"dtype\": \"bool\", \"shape\": []}]}")
FUNCTION(null, NULL)
FUNCTION(empty, "")
FUNCTION(syntax, "{\"name\": \"f\", ]")
FUNCTION(array, "[]")
FUNCTION(no_name, "{\"inputs\": [], \"outputs\": []}")
FUNCTION(no_inputs, "{\"name\": \"f\", \"outputs\": []}")
FUNCTION(outputs, "{\"name\": \"f\", \"inputs\": [], \"outputs\": 3}")
FUNCTION(no_dtype, INPUT("{\"name\": \"a\", \"shape\": []}"))
FUNCTION(dtype, INPUT("{\"name\": \"a\", \"dtype\": \"int4\", \"shape\": []}"))
FUNCTION(extent, INPUT("{\"name\": \"a\", \"dtype\": \"int8\", "
                       "\"shape\": [2, -2]}"))
FUNCTION(fraction, INPUT("{\"name\": \"a\", \"dtype\": \"int8\", "
                         "\"shape\": [1.5]}"))
FUNCTION(dim_params, INPUT("{\"name\": \"a\", \"dtype\": \"int8\", "
                           "\"shape\": [2, 3], \"dim_params\": [\"N\"]}"))

// Looks like a compiled function, but is not one.
const char *get_signature(void) { return NULL; }
