# Man pages of the tools, generated from their --help.
find_program(HELP2MAN help2man)
if(NOT HELP2MAN)
  message(STATUS "help2man was not found: there will be no man pages")
  return()
endif()

get_property(tools GLOBAL PROPERTY REDUCE_INSTALLED_TOOLS)
set(pages)
foreach(tool IN LISTS tools)
  set(page "${REDUCE_BINARY_DIR}/share/man/man1/${tool}.1")
  add_custom_command(
    OUTPUT "${page}"
    COMMAND "${REDUCE_PYTHON}" "${REDUCE_SOURCE_DIR}/utils/write_man_page.py"
      --help2man "${HELP2MAN}" --version "${PROJECT_VERSION}"
      "$<TARGET_FILE:${tool}>" "${page}"
    DEPENDS ${tool} "${REDUCE_SOURCE_DIR}/utils/write_man_page.py"
    VERBATIM
    COMMENT "Writing the man page of ${tool}")
  list(APPEND pages "${page}")
endforeach()
add_custom_target(reduce-man-pages ALL DEPENDS ${pages})
install(FILES ${pages}
  DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
  COMPONENT ReduceTools)
