# Tests of lit and FileCheck (LLVM's test runner and its comparison of texts; package llvm-NN-tools).
find_program(OSACA_LIT NAMES lit-22 lit-21 lit-20 lit-19 lit-23 llvm-lit lit)
find_program(OSACA_FILECHECK NAMES FileCheck-22 FileCheck-21 FileCheck-20 FileCheck-19 FileCheck-23 FileCheck)
mark_as_advanced(OSACA_LIT OSACA_FILECHECK)
if(NOT OSACA_LIT OR NOT OSACA_FILECHECK)
  message(STATUS "The tests of lit are left out: package llvm-22-tools is missing")
endif()

# Several tests of a suite may run at the same time, and lit would write the times of all of them to one file.
set(OSACA_LIT_COMMAND ${OSACA_LIT} -v --skip-test-time-recording)

# osaca_lit_suite(FOLDER OUTPUT [NAME=VALUE...]): OUTPUT is the folder to give to lit. Each value becomes `config.NAME`.
function(osaca_lit_suite folder output)
  cmake_path(ABSOLUTE_PATH folder OUTPUT_VARIABLE suite)
  file(REAL_PATH ${OSACA_FILECHECK} real)
  get_filename_component(OSACA_FILECHECK_FOLDER ${real} DIRECTORY)
  set(values "")
  foreach(value IN LISTS ARGN)
    string(REGEX MATCH "^([^=]+)=(.*)$" matched "${value}")
    string(APPEND values "config.${CMAKE_MATCH_1} = \"${CMAKE_MATCH_2}\"\n")
  endforeach()
  configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/lit.site.cfg.py.in ${output}/lit.site.cfg.py @ONLY)
endfunction()
