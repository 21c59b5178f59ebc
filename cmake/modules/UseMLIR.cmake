# Finds LLVM and MLIR: as packages, or as the build that this project is part of
# (LLVM_EXTERNAL_PROJECTS). In both cases, sets the variables of MLIR's package
# and the output folders of targets.

set(REDUCE_MLIR_VERSION 22.1)

if(NOT DEFINED LLVM_MAIN_SRC_DIR)
  find_package(MLIR ${REDUCE_MLIR_VERSION} REQUIRED CONFIG)
  message(STATUS "Using MLIR from ${MLIR_DIR}")
  message(STATUS "Using LLVM ${LLVM_PACKAGE_VERSION} from ${LLVM_DIR}")
  list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${REDUCE_BINARY_DIR}/bin")
  set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${REDUCE_BINARY_DIR}/lib")
  set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${REDUCE_BINARY_DIR}/lib")
else()
  # MLIR's static libraries would add a second copy to the shared one.
  if(NOT TARGET MLIR OR NOT TARGET LLVM)
    message(FATAL_ERROR "Reduce links the shared libraries of MLIR and LLVM: "
      "configure LLVM with LLVM_ENABLE_PROJECTS=mlir and "
      "LLVM_BUILD_LLVM_DYLIB=ON")
  endif()
  message(STATUS "Using MLIR and LLVM of this build")
  set(MLIR_INCLUDE_DIRS
    "${LLVM_MAIN_SRC_DIR}/../mlir/include"
    "${LLVM_BINARY_DIR}/tools/mlir/include")
  set(LLVM_INCLUDE_DIRS "${LLVM_MAIN_INCLUDE_DIR}" "${LLVM_INCLUDE_DIR}")
  if(NOT MLIR_TABLEGEN_EXE)
    set(MLIR_TABLEGEN_EXE $<TARGET_FILE:mlir-tblgen>)
  endif()
  list(APPEND CMAKE_MODULE_PATH
    "${LLVM_MAIN_SRC_DIR}/../mlir/cmake/modules"
    "${LLVM_MAIN_SRC_DIR}/cmake/modules")
endif()

include(TableGen)
include(AddLLVM)
include(AddMLIR)
