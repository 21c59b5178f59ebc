# How this project's libraries and tools are built.
#
# LLVM's own add_mlir_library is not used: its MLIR dependencies name hundreds
# of static libraries, and linking one of them beside libMLIR.so brings a
# second copy of MLIR into the process.

# Flags every target of this project is compiled with.
add_library(ReduceOptions INTERFACE)
separate_arguments(REDUCE_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(ReduceOptions INTERFACE ${REDUCE_LLVM_DEFINITIONS})
target_compile_options(ReduceOptions INTERFACE
  -fPIC # also in tools, so that all can share the precompiled header
  -Wall -Wextra -Wno-unused-parameter -Wimplicit-fallthrough
  $<$<BOOL:${REDUCE_ENABLE_WERROR}>:-Werror>
  $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
if(NOT LLVM_ENABLE_RTTI)
  target_compile_options(ReduceOptions INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()
if(REDUCE_SANITIZE)
  target_compile_options(ReduceOptions INTERFACE
    -fsanitize=${REDUCE_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(ReduceOptions INTERFACE -fsanitize=${REDUCE_SANITIZE})
endif()

# One precompiled header, built once and shared by every target: MLIR's IR
# headers are most of what a file of this project costs to compile.
add_library(ReducePCH OBJECT "${REDUCE_SOURCE_DIR}/cmake/PrecompiledHeader.cpp")
target_link_libraries(ReducePCH PRIVATE ReduceOptions)
if(REDUCE_ENABLE_PCH)
  target_precompile_headers(ReducePCH PRIVATE
    "${REDUCE_SOURCE_DIR}/cmake/PrecompiledHeader.h")
endif()

function(reduce_configure_target name)
  target_link_libraries(${name} PRIVATE ReduceOptions)
  if(REDUCE_ENABLE_PCH)
    target_precompile_headers(${name} REUSE_FROM ReducePCH)
  endif()
  add_dependencies(${name} ReduceHeaders)
endfunction()

# add_reduce_library(NAME sources... [LINK_LIBS libs...])
function(add_reduce_library name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  reduce_configure_target(${name})
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS} MLIR LLVM)
endfunction()

# add_reduce_tool(NAME sources... [LINK_LIBS libs...])
function(add_reduce_tool name)
  cmake_parse_arguments(ARG "" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  reduce_configure_target(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} MLIR LLVM)
  set_property(GLOBAL APPEND PROPERTY REDUCE_TOOLS ${name})
endfunction()

# Every header that mlir_tablegen generates joins this target, which every
# library and tool waits for.
add_custom_target(ReduceHeaders)
