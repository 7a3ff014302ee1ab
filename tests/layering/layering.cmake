# Holds the architecture's table against the real #include lines:  cmake -DSOURCE_DIR=<project> -P layering.cmake
#
# Data flows one way, and each module knows only what it needs. A line that breaks the table is an error with its place.
cmake_minimum_required(VERSION 3.25)

# folder -> modules it may include (itself always); `std` and POSIX headers are free to all.
set(modules base yaml kernel report collection expectation settings model decode simulation analysis render pipeline public driver plugin-common gcc-plugin clang-plugin
            measure scan)
set(may_base "")
set(may_kernel base)
set(may_report base)
set(may_yaml base)
set(may_collection base report)
set(may_expectation base report)
set(may_settings base report yaml)
set(may_model base kernel yaml)
set(may_decode base kernel)
set(may_simulation base kernel model)
set(may_analysis base kernel model report simulation)
set(may_render base report collection)
set(may_pipeline base kernel report collection expectation model decode analysis public) # implements the public API
set(may_public base report collection)                                       # analyzer/include/osaca
set(may_driver public base report collection settings render plugin-common)           # base, report: the API's own values
set(may_plugin-common "")
set(may_gcc-plugin plugin-common)
set(may_clang-plugin plugin-common)
set(may_measure base yaml kernel decode model public report driver)      # driver: its command line, no command
set(may_scan base)

# Libraries of others, by how their headers begin, and who may see them.
set(libraries llvm llvm-c clang yaml-cpp nlohmann CLI fmt gtest gmock)
set(library_yaml yaml-cpp)
set(library_decode llvm llvm-c)
set(library_render nlohmann)
set(library_pipeline nlohmann)
set(library_driver nlohmann CLI fmt)
set(library_clang-plugin llvm clang)
set(library_measure nlohmann CLI fmt)
set(library_scan llvm clang nlohmann CLI)

# Programs that live beside a module's library because only they use it: <module>/*_main.cpp.
set(may_model_program base kernel decode) # compiles the shipped models; asks decode which opcodes there are

# Headers that may be seen in spite of the table: decode answers compiler_model() with a model's value, because only decode
# can ask LLVM for it.
set(exceptions "decode>model/machine_model.h")

set(problems "")

macro(problem text)
  list(APPEND problems "${where}: ${text}")
endmacro()

# Which module a file of the project belongs to.
function(module_of path result)
  if(path MATCHES "^analyzer/include/")
    set(${result} public PARENT_SCOPE)
  elseif(path MATCHES "^analyzer/([^/]+)/")
    set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
  elseif(path MATCHES "^([^/]+)/")
    set(${result} ${CMAKE_MATCH_1} PARENT_SCOPE)
  endif()
endfunction()

file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR} LIST_DIRECTORIES FALSE
     ${SOURCE_DIR}/analyzer/*.h ${SOURCE_DIR}/analyzer/*.cpp ${SOURCE_DIR}/driver/*.h ${SOURCE_DIR}/driver/*.cpp
     ${SOURCE_DIR}/gcc-plugin/*.h ${SOURCE_DIR}/gcc-plugin/*.cpp ${SOURCE_DIR}/clang-plugin/*.h
     ${SOURCE_DIR}/clang-plugin/*.cpp ${SOURCE_DIR}/plugin-common/*.h ${SOURCE_DIR}/plugin-common/*.cpp
     ${SOURCE_DIR}/measure/*.h ${SOURCE_DIR}/measure/*.cpp ${SOURCE_DIR}/scan/*.h ${SOURCE_DIR}/scan/*.cpp)
foreach(file IN LISTS files)
  module_of(${file} module)
  if(NOT module IN_LIST modules)
    set(where ${file})
    problem("folder \"${module}\" is not in the table of modules (tests/layering/layering.cmake)")
    continue()
  endif()
  cmake_path(GET file PARENT_PATH folder)
  file(STRINGS ${SOURCE_DIR}/${file} includes REGEX "^[ \t]*#[ \t]*include")
  foreach(line IN LISTS includes)
    set(where "${file}: ${line}")
    if(line MATCHES "include[ \t]*<([^>]+)>")
      set(header ${CMAKE_MATCH_1})
      string(REGEX REPLACE "/.*" "" library ${header})
      if(library IN_LIST libraries AND header MATCHES "/" AND NOT library IN_LIST library_${module})
        problem("${module} may not see ${library}")
      endif()
    elseif(line MATCHES "include[ \t]*\"([^\"]+)\"")
      set(header ${CMAKE_MATCH_1})
      string(REGEX REPLACE "/.*" "" first ${header})
      if(NOT header MATCHES "/")
        if(NOT EXISTS ${SOURCE_DIR}/${folder}/${header} AND NOT module STREQUAL "gcc-plugin"
           AND NOT (module STREQUAL "clang-plugin" AND EXISTS ${SOURCE_DIR}/plugin-common/${header}))
          problem("write the path from the module's parent folder: \"${module}/...\"")
        endif()
        continue()
      elseif(header MATCHES "^\\.\\./")
        problem("no relative paths")
        continue()
      elseif(first STREQUAL "osaca")
        set(first public)
      elseif(first IN_LIST libraries)
        if(NOT first IN_LIST library_${module})
          problem("${module} may not see ${first}")
        endif()
        continue()
      endif()
      set(may ${may_${module}})
      if(file MATCHES "_main\\.cpp$")
        list(APPEND may ${may_${module}_program})
      endif()
      if(NOT first STREQUAL module AND NOT first IN_LIST may AND first IN_LIST modules
         AND NOT "${module}>${header}" IN_LIST exceptions)
        problem("${module} may not include ${first}")
      endif()
    endif()
  endforeach()
endforeach()
list(LENGTH files file_count)

if(problems)
  list(JOIN problems "\n  " text)
  message(FATAL_ERROR "the layering is broken:\n  ${text}")
endif()
if(file_count LESS 20)
  message(FATAL_ERROR "only ${file_count} files found under ${SOURCE_DIR}: is this the project?")
endif()
message(STATUS "${file_count} files keep to the table")
