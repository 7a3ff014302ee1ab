# Language standard, warnings, sanitizers and ccache for the whole tree.

option(OSACA_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(OSACA_MEASURE "Build osaca-measure for the commands `osaca measure` and `osaca model`" ON)
option(OSACA_SANITIZE "Build with address and undefined-behaviour sanitizers" OFF)
option(OSACA_LIBFUZZER "Build with libFuzzer (requires Clang; see the preset fuzz)" OFF)
option(OSACA_UNITY "Compile the sources of each folder as one unit, which takes a third of the time" ON)
option(OSACA_WERROR "Treat warnings as errors" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

# The cache is used for the whole build, so only the top-level project may configure it.
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(OSACA_CCACHE ccache)
if(OSACA_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # These settings allow ccache to cache objects that use precompiled headers, and to find objects again in another
  # build folder.
  set(CMAKE_C_COMPILER_LAUNCHER ${OSACA_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_NOHASHDIR=true ${OSACA_CCACHE})
  message(STATUS "Compiler cache: ${OSACA_CCACHE}")
endif()

add_library(osaca_warnings INTERFACE)
target_compile_options(osaca_warnings INTERFACE -Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wold-style-cast
  -Wno-restrict) # false alarms of GCC 12 on concatenated strings (its bug 105651)
if(OSACA_WERROR)
  target_compile_options(osaca_warnings INTERFACE -Werror)
endif()
if(OSACA_SANITIZE)
  target_compile_options(osaca_warnings INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined)
  target_link_options(osaca_warnings INTERFACE -fsanitize=address,undefined)
endif()

if(OSACA_LIBFUZZER)
  target_compile_options(osaca_warnings INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(osaca_warnings INTERFACE -fsanitize=fuzzer-no-link)
endif()

# The headers of the standard library that most sources include. They are precompiled once for all libraries, which
# saves a third of the compile time. Adding more (LLVM's headers, JSON's) would not pay off, because GCC takes longer to
# load a large file. Each source still includes what it uses: the preset `apart` compiles without the precompiled
# header.
set(standard_headers_owner ${CMAKE_CURRENT_BINARY_DIR}/standard_headers.cpp)
file(CONFIGURE OUTPUT ${standard_headers_owner} CONTENT "")
add_library(osaca_standard_headers STATIC ${standard_headers_owner})
target_link_libraries(osaca_standard_headers PRIVATE osaca_warnings)
target_precompile_headers(osaca_standard_headers PRIVATE <algorithm> <array> <cctype> <charconv> <cmath> <cstdint> <cstdio>
  <cstdlib> <cstring> <filesystem> <functional> <map> <memory> <optional> <ranges> <set> <span> <sstream> <string> <string_view> <tuple>
  <unordered_map> <unordered_set> <utility> <variant> <vector>)

# osaca_precompiled(LIBRARY): the library uses the precompiled header. GCC then no longer treats its contents as system
# headers, and prints false warnings about strings in them.
#
# A release uses -O2 only for libraries with the property OSACA_RUNS_PER_LOOP. The others are compiled with -O1, in up to a
# quarter less time; an analysis then executes 0.1 % more instructions. (The header is for -O2. GCC 12 crashes when it
# reads a header of a lower level, and Clang refuses headers of any other level.)
function(osaca_precompiled library)
  target_precompile_headers(${library} REUSE_FROM osaca_standard_headers)
  osaca_by_folder(${library})
  set(runs_seldom $<NOT:$<BOOL:$<TARGET_PROPERTY:OSACA_RUNS_PER_LOOP>>>)
  target_compile_options(${library} PRIVATE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>
    $<$<AND:$<CONFIG:Release>,$<COMPILE_LANG_AND_ID:CXX,GNU>,${runs_seldom}>:-O1>)
endfunction()

# osaca_by_folder(TARGET): the sources of a folder are compiled together in one unit. So names in their anonymous
# namespaces must be unique in the folder.
function(osaca_by_folder target)
  if(NOT OSACA_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    get_filename_component(source ${source} ABSOLUTE)
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${source})
    get_filename_component(folder ${folder} DIRECTORY)
    string(MAKE_C_IDENTIFIER "${folder}" group)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # GCC treats the files that a unit includes as headers, which must not have members of types from anonymous
  # namespaces.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endfunction()

# Selects a library to link: the static one if it exists. The plugins start `osaca` for every translation unit, and
# finding shared libraries takes a third of its run time. A shared library would also load a second C++ runtime in
# addition to the static one.
function(osaca_find_archive name otherwise result)
  find_library(OSACA_ARCHIVE_${name} lib${name}.a)
  mark_as_advanced(OSACA_ARCHIVE_${name})
  if(OSACA_ARCHIVE_${name})
    set(${result} ${OSACA_ARCHIVE_${name}} PARENT_SCOPE)
  else()
    set(${result} ${otherwise} PARENT_SCOPE)
  endif()
endfunction()

# osaca_module(NAME [EXCEPT regular expression] [DEPENDS modules...]): one static library per module of the analyzer,
# from all sources in and below its folder. The module `report` is the library osaca_report_values, because osaca_report
# is the target that users of osaca_analyze() build.
function(osaca_module name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "EXCEPT" "DEPENDS")
  set(libraries ${name} ${arg_DEPENDS})
  list(TRANSFORM libraries PREPEND osaca_)
  list(TRANSFORM libraries REPLACE "^osaca_report$" osaca_report_values)
  list(POP_FRONT libraries library)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/analyzer/${name}/*.cpp)
  if(arg_EXCEPT)
    list(FILTER sources EXCLUDE REGEX "/analyzer/${name}/${arg_EXCEPT}")
  endif()
  add_library(${library} STATIC ${sources})
  target_include_directories(${library} PUBLIC ${PROJECT_SOURCE_DIR}/analyzer)
  target_link_libraries(${library} PUBLIC ${libraries} PRIVATE osaca_warnings)
  osaca_precompiled(${library})
endfunction()
