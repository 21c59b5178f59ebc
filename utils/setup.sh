#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs missing packages that the build and the tests need, on Debian 12.

set -euo pipefail

packages=(
  # Building. LLVM and MLIR 22 come from Debian's security archive; their CMake
  # files name the programs of llvm-22, llvm-22-tools and mlir-22-tools.
  cmake ninja-build g++
  llvm-22 llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
  # Linking compiled reductions.
  lld-22
  # Compiled reductions that use threads.
  libomp-22-dev
  # Model files and tensors.
  libonnx-dev libprotobuf-dev protobuf-compiler libpugixml-dev libdlpack-dev
  # Calling compiled functions.
  libffi-dev
  # Man pages and Debian's packages.
  help2man dpkg-dev file
  # Unit tests.
  libgtest-dev
  # Tests: lit needs psutil for its time limit; onnx reads the tensors that
  # results are compared with; valgrind detects races in concurrent calls.
  clang-format-22 libonnx-testdata python3 python3-numpy python3-onnx
  python3-psutil valgrind
  # Fuzzers.
  clang-22 libclang-rt-22-dev
  # Tests of sharded reductions: both implementations of MPI.
  openmpi-bin libopenmpi-dev mpich libmpich-dev python3-mpi4py
  python3-dask python3-distributed
  # Tests of code for other architectures and for older CPUs: the C libraries
  # for test programs, and an emulator.
  libc6-dev-arm64-cross libc6-dev-riscv64-cross qemu-user
)

# dpkg-query fails if it does not know a package; only its output matters.
installed=$(dpkg-query --show \
  --showformat='${db:Status-Status} ${binary:Package}\n' "${packages[@]}" \
  2>/dev/null | sed -n 's/^installed \([^:]*\).*/\1/p') || true
missing=()
for package in "${packages[@]}"; do
  if ! grep --quiet --line-regexp --fixed-strings "$package" <<<"$installed"
  then
    missing+=("$package")
  fi
done
if [[ ${#missing[@]} -eq 0 ]]; then
  exit 0
fi

as_root=(env DEBIAN_FRONTEND=noninteractive)
if [[ $(id -u) -ne 0 ]]; then
  if ! command -v sudo >/dev/null; then
    echo "setup.sh: error: installing ${missing[*]} needs root or sudo" >&2
    exit 1
  fi
  as_root=(sudo --non-interactive "${as_root[@]}")
fi

echo "Installing ${missing[*]}"
# An unrelated package source may be unreachable: only the installation decides.
"${as_root[@]}" apt-get --quiet update ||
  echo "setup.sh: warning: apt-get update failed, trying to install anyway" >&2
"${as_root[@]}" apt-get --quiet --yes --option DPkg::Lock::Timeout=300 \
  install --no-install-recommends \
  "${missing[@]}"
