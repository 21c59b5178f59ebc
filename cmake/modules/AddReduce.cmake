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
  # ReduceOptions is not linked: it would be among the package's targets.
  target_compile_definitions(${name} PRIVATE
    $<TARGET_PROPERTY:ReduceOptions,INTERFACE_COMPILE_DEFINITIONS>)
  target_compile_options(${name} PRIVATE
    $<TARGET_PROPERTY:ReduceOptions,INTERFACE_COMPILE_OPTIONS>)
  # Whoever links a library with sanitizers needs their runtime.
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
# Unless NO_INSTALL, the library is one of the package's targets (see
# cmake/ReduceConfig.cmake.in), and so must be those of LINK_LIBS. Users name it
# Reduce::NAME: of the package, and where they build it themselves, by an alias.
function(add_reduce_library name)
  cmake_parse_arguments(ARG "NO_INSTALL" "" "LINK_LIBS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  reduce_configure_target(${name})
  # Headers that are not installed are named as folders of lib/ see them.
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

# Has the installed file find libMLIR.so: Debian's is in a folder that the dynamic
# linker does not search.
function(reduce_set_install_rpath name)
  if(NOT DEFINED LLVM_MAIN_SRC_DIR)
    set_target_properties(${name} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  else()
    llvm_setup_rpath(${name})
  endif()
endfunction()

# add_reduce_tool(NAME sources... [NO_INSTALL] [LINK_LIBS libs...])
#
# Unless NO_INSTALL, users name it Reduce::NAME, as they do libraries.
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

# Every header that mlir_tablegen generates joins this target, which every
# library and tool waits for.
add_custom_target(ReduceHeaders)
add_dependencies(ReduceHeaders mlir-headers)
