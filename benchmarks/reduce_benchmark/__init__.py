# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures compiled reductions beside those of other compilers and libraries."""
