# CMAKE_OSACA_ANALYZE: osaca_analyze() for all targets, in the manner of CMAKE_<LANG>_CLANG_TIDY.
#
# CMake offers no hook where targets are made; so when all folders were read, every target is looked at, with the
# variable's value in its folder. For a project that knows nothing of us:
#   cmake -DCMAKE_PROJECT_INCLUDE=<prefix>/lib/cmake/Osaca/OsacaAnalyzeProject.cmake -DCMAKE_OSACA_ANALYZE="ARCH;zen4;ALL_LOOPS"
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.25) # this file's, whatever the project's are

function(_osaca_analyze_folder folder)
  get_property(subfolders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS subfolders)
    _osaca_analyze_folder(${subfolder})
  endforeach()
  get_directory_property(for_all DIRECTORY ${folder} DEFINITION CMAKE_OSACA_ANALYZE)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  get_property(analysed GLOBAL PROPERTY OSACA_ANALYSED_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(target IN_LIST analysed OR NOT type MATCHES "^(EXECUTABLE|STATIC_LIBRARY|SHARED_LIBRARY|MODULE_LIBRARY|OBJECT_LIBRARY)$")
      continue()
    endif()
    get_property(has_own TARGET ${target} PROPERTY OSACA_ANALYZE SET)
    set(arguments "${for_all}")
    if(has_own)
      get_target_property(arguments ${target} OSACA_ANALYZE)
    endif()
    if(NOT arguments) # also OFF
      continue()
    endif()
    if(arguments STREQUAL "ON" OR arguments STREQUAL "TRUE" OR arguments STREQUAL "1")
      set(arguments "")
    endif()
    osaca_analyze(${target} ${arguments})
  endforeach()
endfunction()

function(_osaca_analyze_all)
  _osaca_analyze_folder(${CMAKE_SOURCE_DIR})
endfunction()

cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} ID osaca_analyze_all CALL _osaca_analyze_all)

cmake_policy(POP)
