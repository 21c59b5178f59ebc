#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs the peers of benchmarks/run, and the packages that draw its plots, on
# Debian 12. Nothing here is needed to build or test the project. Debian has no
# package of ONNX Runtime; its library comes from the npm package
# onnxruntime-node, none of whose scripts are run.

set -euo pipefail

packages=(
  clang-22              # loops, and code of upstream's pipeline
  libeigen3-dev
  python3-dev python3-numpy
  libdnnl-dev           # oneDNN
  libtorch-dev          # PyTorch
  libonnx-dev libprotobuf-dev # models for ONNX Runtime
  python3-matplotlib    # plots
)
onnxruntime=onnxruntime-node@1.30.0

root=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")
peers=${1:-$root/build/peers}

as_root=(env DEBIAN_FRONTEND=noninteractive)
if [[ $(id -u) -ne 0 ]]; then
  as_root=(sudo --non-interactive "${as_root[@]}")
fi
"${as_root[@]}" apt-get --quiet update ||
  echo "setup.sh: warning: apt-get update failed, trying to install anyway" >&2
"${as_root[@]}" apt-get --quiet --yes --option DPkg::Lock::Timeout=300 \
  install --no-install-recommends "${packages[@]}"

if ! command -v npm >/dev/null; then
  echo "setup.sh: note: npm is not installed, so ONNX Runtime is left out" >&2
  exit 0
fi
case $(uname --machine) in
  x86_64) platform=linux/x64 ;;
  aarch64) platform=linux/arm64 ;;
  *)
    echo "setup.sh: note: no ONNX Runtime for $(uname --machine)" >&2
    exit 0
    ;;
esac
download=$(mktemp --directory)
trap 'rm -rf "$download"' EXIT
npm pack --ignore-scripts --pack-destination "$download" "$onnxruntime"
mkdir -p "$peers"
tar --extract --file "$download"/onnxruntime-node-*.tgz \
  --directory "$download" --wildcards "package/bin/*/$platform/libonnxruntime.so.1"
mv "$download"/package/bin/*/"$platform"/libonnxruntime.so.1 "$peers"
echo "Installed ONNX Runtime in $peers"
