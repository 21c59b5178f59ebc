# Functions that build this project's libraries and tools.
#
# LLVM's add_mlir_library is not used: its MLIR dependencies are hundreds of
# static libraries, and linking one of them together with libMLIR.so would bring
# a second copy of MLIR into the process.

# Compiler flags of every target of this project.
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

# One precompiled header, built once and shared by all targets: most of the time
# to compile a file of this project is spent on MLIR's IR headers.
add_library(ReducePCH OBJECT "${REDUCE_SOURCE_DIR}/cmake/PrecompiledHeader.cpp")
target_link_libraries(ReducePCH PRIVATE ReduceOptions)
if(REDUCE_ENABLE_PCH)
  target_precompile_headers(ReducePCH PRIVATE
    "${REDUCE_SOURCE_DIR}/cmake/PrecompiledHeader.h")
endif()

function(reduce_configure_target name)
  # Do not link ReduceOptions, which would become a target of the package.
  target_compile_definitions(${name} PRIVATE
    $<TARGET_PROPERTY:ReduceOptions,INTERFACE_COMPILE_DEFINITIONS>)
  target_compile_options(${name} PRIVATE
    $<TARGET_PROPERTY:ReduceOptions,INTERFACE_COMPILE_OPTIONS>)
  # Users of a library with sanitizers need their runtime.
  if(REDUCE_SANITIZE)
    target_link_options(${name} PUBLIC -fsanitize=${REDUCE_SANITIZE})
  endif()
  if(REDUCE_ENABLE_PCH)
    target_precompile_headers(${name} REUSE_FROM ReducePCH)
  endif()
  add_dependencies(${name} ReduceHeaders)
endfunction()

# add_reduce_library(NAME sources... [NO_INSTALL] [LINK_LIBS libs...])
#
# Unless NO_INSTALL is given, the library is one of the package's targets (see
# cmake/ReduceConfig.cmake.in), and so must be those of LINK_LIBS. Users refer
# to it as Reduce::NAME, both from the package and, by an alias, in a build of
# this project.
function(add_reduce_library name)
  cmake_parse_arguments(ARG "NO_INSTALL" "" "LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  reduce_configure_target(${name})
  # Headers that are not installed are included relative to lib/.
  target_include_directories(${name} PRIVATE "${REDUCE_SOURCE_DIR}/lib")
  target_include_directories(${name} INTERFACE
    $<BUILD_INTERFACE:${REDUCE_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${REDUCE_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${name} PUBLIC ${ARG_LINK_LIBS} MLIR LLVM)
  if(NOT ARG_NO_INSTALL)
    add_library(Reduce::${name} ALIAS ${name})
    install(TARGETS ${name} EXPORT ReduceTargets
      COMPONENT ReduceDevelopment)
  endif()
endfunction()

# Sets the rpath of the installed file to find libMLIR.so: Debian's is in a
# folder that the dynamic linker does not search.
function(reduce_set_install_rpath name)
  if(NOT DEFINED LLVM_MAIN_SRC_DIR)
    set_target_properties(${name} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  else()
    llvm_setup_rpath(${name})
  endif()
endfunction()

# add_reduce_tool(NAME sources... [NO_INSTALL] [LINK_LIBS libs...])
#
# Unless NO_INSTALL is given, users refer to it as Reduce::NAME, like libraries.
function(add_reduce_tool name)
  cmake_parse_arguments(ARG "NO_INSTALL" "" "LINK_LIBS" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  reduce_configure_target(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK_LIBS} MLIR LLVM)
  if(REDUCE_UPSTREAM_ASSERTIONS)
    target_sources(${name} PRIVATE
      "${REDUCE_SOURCE_DIR}/test/Assertions/UpstreamAssertions.cpp")
    target_link_options(${name} PRIVATE LINKER:--export-dynamic)
  endif()
  reduce_set_install_rpath(${name})
  set_property(GLOBAL APPEND PROPERTY REDUCE_TOOLS ${name})
  if(NOT ARG_NO_INSTALL)
    set_property(GLOBAL APPEND PROPERTY REDUCE_INSTALLED_TOOLS ${name})
    add_executable(Reduce::${name} ALIAS ${name})
    install(TARGETS ${name} EXPORT ReduceToolTargets
      COMPONENT ReduceTools)
  endif()
endfunction()

# All headers that mlir_tablegen generates are added to this target, and every
# library and tool depends on it.
add_custom_target(ReduceHeaders)
add_dependencies(ReduceHeaders mlir-headers)
