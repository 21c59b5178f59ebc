# Debian packages, built by `cpack -G DEB` in the build tree, one per component.
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL ReduceTools ReduceDevelopment)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_NAME reduce)
set(CPACK_PACKAGE_CONTACT "The Reduce project <reduce@localhost>" CACHE STRING
  "Maintainer that the packages name")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_RESOURCE_FILE_LICENSE "${REDUCE_SOURCE_DIR}/LICENSE")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# Dependencies on linked libraries are found automatically; others are listed
# below.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)

# ReduceTools. dpkg-shlibdeps may miss libLLVM, which is reached through a link
# in llvm-22-dev. reduce-compile runs a linker, and its headers include
# DLPack's. Only code compiled for several threads needs OpenMP's library.
set(CPACK_DEBIAN_REDUCETOOLS_PACKAGE_NAME reduce)
set(CPACK_DEBIAN_REDUCETOOLS_PACKAGE_SECTION devel)
set(CPACK_COMPONENT_REDUCETOOLS_DESCRIPTION
  "Compiles the reductions of ONNX and OpenVINO models to objects and libraries
with a C interface on DLPack tensors. Contains the tools, their documentation
and a CMake package for users of compiled models.")
set(CPACK_DEBIAN_REDUCETOOLS_PACKAGE_DEPENDS "libllvm22, lld-22, libdlpack-dev")
set(CPACK_DEBIAN_REDUCETOOLS_PACKAGE_RECOMMENDS libomp-22-dev)

# ReduceDevelopment. MLIR's CMake files also refer to LLVM's and MLIR's
# programs.
set(CPACK_DEBIAN_REDUCEDEVELOPMENT_PACKAGE_NAME libreduce-dev)
set(CPACK_DEBIAN_REDUCEDEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_REDUCEDEVELOPMENT_DESCRIPTION
  "Development files: headers, TableGen records, static libraries and CMake
targets of the MLIR dialect reduce, its passes and its importers.")
string(CONCAT CPACK_DEBIAN_REDUCEDEVELOPMENT_PACKAGE_DEPENDS
  "reduce (= ${PROJECT_VERSION}), "
  "libmlir-22-dev, mlir-22-tools, llvm-22, llvm-22-dev, llvm-22-tools, "
  "libffi-dev, libonnx-dev, libprotobuf-dev, libpugixml-dev")
# Static libraries link nothing.
set(CPACK_DEBIAN_REDUCEDEVELOPMENT_PACKAGE_SHLIBDEPS OFF)

include(CPack)
