# CMAKE_OSACA_ANALYZE calls osaca_analyze() for all targets, like CMAKE_<LANG>_CLANG_TIDY.
#
# CMake has no hook for the creation of targets. So after all folders were read, every target is processed with the
# value that the variable has in its folder. For a project that does not use osaca itself:
# cmake -DCMAKE_PROJECT_INCLUDE=<prefix>/lib/cmake/Osaca/OsacaAnalyzeProject.cmake
# -DCMAKE_OSACA_ANALYZE="ARCH;zen4;ALL_LOOPS"
#   cmake -DCMAKE_PROJECT_INCLUDE=<prefix>/lib/cmake/Osaca/OsacaAnalyzeProject.cmake -DCMAKE_OSACA_ANALYZE="ARCH;zen4;ALL_LOOPS"
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.25) # independent of the project's policies

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
    if(NOT arguments) # also if it is OFF
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
