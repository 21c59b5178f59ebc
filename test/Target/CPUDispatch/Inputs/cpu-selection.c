//===- cpu-selection.c - Machines made up, for the choice of a CPU --------===//
//
// Part of the Reduce project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the function that selects a CPU on simulated machines: the instructions
// that it uses are replaced by the functions here.
//
//===----------------------------------------------------------------------===//

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { EAX, EBX, ECX, EDX };

// LLVM returns four registers in memory.
uint32_t *cpuid(uint32_t *registers, uint32_t leaf,
                uint32_t subleaf) __asm__("reduce.cpuid");
uint32_t xgetbv(uint32_t number) __asm__("reduce.xgetbv");
uint32_t select_cpu(void) __asm__("reduce.select_cpu");

// A machine with all features, except the one that is set here.
static struct {
  uint32_t last_leaf, last_extended_leaf, last_subleaf, state;
  // The one bit that is cleared.
  uint32_t leaf, subleaf, reg, mask;
} machine;

static uint32_t get_register(uint32_t leaf, uint32_t subleaf, uint32_t reg) {
  if (leaf == 0 && reg == EAX)
    return machine.last_leaf;
  if (leaf == 0x80000000 && reg == EAX)
    return machine.last_extended_leaf;
  if (leaf == 7 && subleaf == 0 && reg == EAX)
    return machine.last_subleaf;
  if (leaf == machine.leaf && subleaf == machine.subleaf && reg == machine.reg)
    return ~machine.mask;
  return ~0u;
}

uint32_t *cpuid(uint32_t *registers, uint32_t leaf, uint32_t subleaf) {
  for (uint32_t reg = EAX; reg <= EDX; ++reg)
    registers[reg] = get_register(leaf, subleaf, reg);
  return registers;
}

uint32_t xgetbv(uint32_t number) {
  if (number != 0 || !(get_register(1, 0, ECX) & (1u << 27))) {
    puts("xgetbv is not available");
    exit(1);
  }
  return machine.state;
}

static void reset(void) {
  machine.last_leaf = 0x20;
  machine.last_extended_leaf = 0x80000008;
  machine.last_subleaf = 1;
  machine.state = ~0u;
  machine.mask = 0;
}

static int machines = 0, failures = 0;

static void expect(uint32_t expected, const char *what, uint32_t value) {
  uint32_t selected = select_cpu();
  ++machines;
  if (selected != expected) {
    printf("%s %#x: expected %u, got %u\n", what, value, expected, selected);
    ++failures;
  }
  reset();
}

// The bits that each CPU needs in addition to those of the previous one, by
// leaf, subleaf and register, from the x86-64 psABI's table of levels.
struct Bits {
  uint32_t leaf, subleaf, reg, mask;
};

// sse3, ssse3, fma, cx16, sse4.1, sse4.2, movbe, popcnt, xsave, osxsave, avx,
// f16c; bmi, avx2, bmi2; lahf, lzcnt.
static const struct Bits v3[] = {{1, 0, ECX,
                                  1 | 1 << 9 | 1 << 12 | 1 << 13 | 1 << 19 |
                                      1 << 20 | 1 << 22 | 1 << 23 | 1 << 26 |
                                      1 << 27 | 1 << 28 | 1 << 29},
                                 {7, 0, EBX, 1 << 3 | 1 << 5 | 1 << 8},
                                 {0x80000001, 0, ECX, 1 | 1 << 5}};
// avx512f, avx512dq, avx512cd, avx512bw, avx512vl.
static const struct Bits v4[] = {
    {7, 0, EBX, 1u << 16 | 1u << 17 | 1u << 28 | 1u << 30 | 1u << 31}};

static int needs(const struct Bits *bits, size_t count, uint32_t mask) {
  for (size_t i = 0; i < count; ++i)
    if (bits[i].leaf == machine.leaf && bits[i].subleaf == machine.subleaf &&
        bits[i].reg == machine.reg && (bits[i].mask & mask))
      return 1;
  return 0;
}

// Without each bit in turn.
static void test_bits(void) {
  static const uint32_t leaves[][2] = {
      {1, 0}, {7, 0}, {7, 1}, {0xd, 1}, {0x80000001, 0}, {0x80000008, 0}};
  for (size_t i = 0; i < sizeof(leaves) / sizeof(leaves[0]); ++i)
    for (uint32_t reg = EAX; reg <= EDX; ++reg)
      for (uint32_t bit = 0; bit < 32; ++bit) {
        machine.leaf = leaves[i][0];
        machine.subleaf = leaves[i][1];
        machine.reg = reg;
        machine.mask = 1u << bit;
        uint32_t expected = 2;
        if (needs(v4, sizeof(v4) / sizeof(v4[0]), 1u << bit))
          expected = 1;
        if (needs(v3, sizeof(v3) / sizeof(v3[0]), 1u << bit))
          expected = 0;
        expect(expected, "mask", machine.mask);
      }
}

int main(void) {
  reset();
#ifdef COOPERLAKE
  (void)test_bits;
  expect(1, "all", 0);
  machine.last_subleaf = 0;
  expect(0, "last subleaf", 0);
  machine.leaf = 7;
  machine.subleaf = 1;
  machine.reg = EAX;
  machine.mask = 1u << 5;
  expect(0, "without avx512bf16", 0);
#else
  expect(2, "all", 0);
  // Beyond the last leaf, no feature is reported, whatever cpuid returns.
  machine.last_leaf = 6;
  expect(0, "last leaf", 6);
  machine.last_leaf = 7;
  expect(2, "last leaf", 7);
  machine.last_extended_leaf = 0x80000000;
  expect(0, "last extended leaf", 0x80000000);
  // The system saves x87 and SSE; AVX; AVX-512.
  machine.state = 0x03;
  expect(0, "state", 0x03);
  machine.state = 0x07;
  expect(1, "state", 0x07);
  machine.state = 0xe7;
  expect(2, "state", 0xe7);
  for (uint32_t bit = 0; bit < 32; ++bit) {
    machine.state = ~(1u << bit);
    expect(bit == 1 || bit == 2   ? 0
           : bit >= 5 && bit <= 7 ? 1
                                  : 2,
           "without state", 1u << bit);
  }
  test_bits();
#endif
  printf("%d machines, %d failures\n", machines, failures);
  return failures != 0;
}
