#[[
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

  reduce_add_library(<name> [STATIC | SHARED] <model>...
    [TARGET <triple>] [MCPU <cpu>] [MATTR <features>] [THREADS <n> | auto]
    [OPTIMIZE <level>] [OPTIONS <option>...] [DEPENDS <file>...])

Makes <name> a library of compiled models. Whoever links it finds the header of
each model by the model's name: row_min.onnx gives row_min.h. See
docs/Installing.md.
#]]

# Reports an error in a call.
macro(_reduce_error)
  message(FATAL_ERROR "reduce_add_library(${name}): " ${ARGN})
endmacro()

# Sets `path` to the location of a model, which may be the output of a rule in
# this folder.
function(_reduce_find_model name model path)
  if(NOT model MATCHES "\\.(onnx|xml|mlir|mlirbc)$")
    _reduce_error("'${model}' is neither an argument nor a model: expected a "
      "file .onnx, .xml, .mlir or .mlirbc")
  endif()
  foreach(folder "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_BINARY_DIR}")
    get_filename_component(candidate "${model}" ABSOLUTE BASE_DIR "${folder}")
    get_source_file_property(is_generated "${candidate}" GENERATED)
    if(is_generated OR (EXISTS "${candidate}"
        AND NOT IS_DIRECTORY "${candidate}"))
      set(${path} "${candidate}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  _reduce_error("there is no model '${model}'")
endfunction()

# Lets reduce-compile check the options with an empty module. If it is
# installed, this reports an invalid option before anything is built.
function(_reduce_check_options name)
  get_target_property(is_imported Reduce::reduce-compile IMPORTED)
  if(NOT is_imported)
    return()
  endif()
  get_target_property(compiler Reduce::reduce-compile LOCATION)
  if(NOT EXISTS "${compiler}")
    return() # a build tree that is not built yet
  endif()
  execute_process(
    COMMAND "${compiler}" - --emit=reduce ${ARGN}
    INPUT_FILE /dev/null
    RESULT_VARIABLE status
    OUTPUT_QUIET
    ERROR_VARIABLE message)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " options)
    _reduce_error("the options ${options} are wrong: ${message}")
  endif()
endfunction()

# Links the library that code for several threads calls.
function(_reduce_link_openmp name)
  find_library(REDUCE_OPENMP_LIBRARY omp
    HINTS "${REDUCE_OPENMP_LIBRARY_HINT}"
    DOC "LLVM's OpenMP library, for models that use threads")
  if(NOT REDUCE_OPENMP_LIBRARY)
    _reduce_error("THREADS needs LLVM's OpenMP library (libomp-22-dev): set "
      "REDUCE_OPENMP_LIBRARY")
  endif()
  target_link_libraries(${name} PRIVATE "${REDUCE_OPENMP_LIBRARY}")
endfunction()

# Sets `target` to the target that the project's own code is compiled for.
function(_reduce_get_target name target)
  foreach(variable IN ITEMS CMAKE_C_COMPILER_TARGET CMAKE_CXX_COMPILER_TARGET
      CMAKE_LIBRARY_ARCHITECTURE)
    if(${variable})
      set(${target} "${${variable}}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  _reduce_error("TARGET is needed to cross compile")
endfunction()

# Adds a rule that compiles a model into an object and a header. `output` is
# their common name without extension.
function(_reduce_compile_model model output options depends)
  # The weights of an OpenVINO model, if it has any, are in a file beside it.
  if(model MATCHES "\\.xml$")
    string(REGEX REPLACE "\\.xml$" ".bin" weights "${model}")
    get_source_file_property(is_generated "${weights}" GENERATED)
    if(is_generated OR EXISTS "${weights}")
      list(APPEND depends "${weights}")
    endif()
  endif()
  get_filename_component(file "${model}" NAME)
  add_custom_command(
    OUTPUT "${output}.o" "${output}.h"
    COMMAND Reduce::reduce-compile "${model}" -o "${output}.o" ${options}
    DEPENDS "${model}" "$<TARGET_FILE:Reduce::reduce-compile>" ${depends}
    VERBATIM
    COMMENT "Compiling the model ${file}")
endfunction()

function(reduce_add_library name)
  set(keywords TARGET MCPU MATTR THREADS OPTIMIZE)
  set(lists OPTIONS DEPENDS)
  cmake_parse_arguments(PARSE_ARGV 1 ARG
    "STATIC;SHARED" "${keywords}" "${lists}")
  if(TARGET ${name})
    _reduce_error("there is a target of this name already")
  endif()
  if(ARG_STATIC AND ARG_SHARED)
    _reduce_error("STATIC and SHARED exclude each other")
  endif()
  foreach(keyword IN LISTS keywords lists)
    if(keyword IN_LIST ARG_KEYWORDS_MISSING_VALUES)
      _reduce_error("${keyword} has no value")
    endif()
  endforeach()
  if(NOT ARG_UNPARSED_ARGUMENTS)
    _reduce_error("no model is given")
  endif()

  if(NOT ARG_TARGET AND CMAKE_CROSSCOMPILING)
    _reduce_get_target(${name} ARG_TARGET)
  endif()
  set(options)
  foreach(keyword IN ITEMS TARGET MCPU MATTR THREADS)
    if(DEFINED ARG_${keyword})
      string(TOLOWER "${keyword}" option)
      list(APPEND options "--${option}=${ARG_${keyword}}")
    endif()
  endforeach()
  if(DEFINED ARG_OPTIMIZE)
    list(APPEND options "-O${ARG_OPTIMIZE}")
  endif()
  # The other options may be valid only with the models.
  _reduce_check_options(${name} ${options})
  list(APPEND options ${ARG_OPTIONS})

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${name}.reduce")
  file(MAKE_DIRECTORY "${folder}")
  set(outputs)
  foreach(model IN LISTS ARG_UNPARSED_ARGUMENTS)
    _reduce_find_model(${name} "${model}" path)
    get_filename_component(stem "${path}" NAME_WLE)
    if("${folder}/${stem}.o" IN_LIST outputs)
      _reduce_error("'${model}' would have the header '${stem}.h', as another "
        "of its models has")
    endif()
    _reduce_compile_model(
      "${path}" "${folder}/${stem}" "${options}" "${ARG_DEPENDS}")
    list(APPEND outputs "${folder}/${stem}.o" "${folder}/${stem}.h")
  endforeach()

  set(kind STATIC)
  if(ARG_SHARED OR (BUILD_SHARED_LIBS AND NOT ARG_STATIC))
    set(kind SHARED)
  endif()
  add_library(${name} ${kind} ${outputs})
  # CMake cannot determine the language from the objects.
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  if(C IN_LIST languages)
    set_target_properties(${name} PROPERTIES LINKER_LANGUAGE C)
  endif()

  find_path(REDUCE_DLPACK_INCLUDE_DIR dlpack/dlpack.h
    DOC "Where <dlpack/dlpack.h> is, which compiled models' headers include")
  if(NOT REDUCE_DLPACK_INCLUDE_DIR)
    _reduce_error("<dlpack/dlpack.h> was not found (libdlpack-dev): set "
      "REDUCE_DLPACK_INCLUDE_DIR")
  endif()
  find_path(REDUCE_COMM_INCLUDE_DIR reduce_comm.h
    HINTS ${REDUCE_COMM_INCLUDE_DIR_HINT}
    DOC "Where <reduce_comm.h> is, which sharded models' headers include")
  target_include_directories(${name} SYSTEM INTERFACE
    "$<BUILD_INTERFACE:${folder}>" "${REDUCE_DLPACK_INCLUDE_DIR}"
    "${REDUCE_COMM_INCLUDE_DIR}")
  if(DEFINED ARG_THREADS AND NOT ARG_THREADS STREQUAL "1")
    _reduce_link_openmp(${name})
  endif()
endfunction()
