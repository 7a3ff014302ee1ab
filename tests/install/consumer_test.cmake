# Builds the consumer project and walks through a user's day:
#   cmake -DSOURCE_DIR= -DBUILD_DIR= -DSCRATCH= -DGENERATOR= [-DMODE=find_package|add_subdirectory] [-DCC= -DCXX=]
#         [-DCONFIG_FLAGS=] [-DONLY=configure] -P consumer_test.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/support.cmake)

file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${CMAKE_CURRENT_LIST_DIR}/consumer DESTINATION ${SCRATCH})
set(consumer ${SCRATCH}/consumer)
set(build ${SCRATCH}/build)

if("${CONFIG_FLAGS}" MATCHES "ccache")
  set(ENV{CCACHE_DIR} ${SCRATCH}/cache) # not the user's
endif()

set(configure ${CMAKE_COMMAND} -S ${consumer} -B ${build} -G ${GENERATOR} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
              "-DCMAKE_C_FLAGS=-O2" "-DCMAKE_CXX_FLAGS=-O2" ${CONFIG_FLAGS})
if(CC)
  list(APPEND configure -DCMAKE_C_COMPILER=${CC} -DCMAKE_CXX_COMPILER=${CXX})
endif()
if(MODE STREQUAL "add_subdirectory")
  # Two plugins tell as much as all of them, and take less long to build.
  list(APPEND configure -DOSACA_SOURCE_FOLDER=${SOURCE_DIR} -DOSACA_GCC_COMPILERS=gcc -DOSACA_CLANG_VERSIONS=22)
else()
  install_and_move(${BUILD_DIR} ${SCRATCH})
  list(APPEND configure "-DCMAKE_PREFIX_PATH=${prefix}")
endif()
run(configured ${configure})
expect_no_match("${configured}" "CMake Warning" "configuring is quiet")

# Only the analysed targets' own compiles carry the plugin.
foreach(object IN ITEMS watched.dir/.*watched.c.o watched.dir/.*shared.c.o watched_cxx.dir/.*main.cpp.o)
  command_of(${build} ${object} command)
  expect_match("${command}" "-fplugin=" "${object} is analysed")
endforeach()
expect_match("${command}" "-fplugin-arg-osaca-arch=zen4,skx" "both machines are asked for")
expect_match("${command}" "-fplugin-arg-osaca-data=L2" "for data in the second level")
foreach(object IN ITEMS bystander.dir/.*main.c.o bystander.dir/.*shared.c.o interface_user.dir/.*user.cpp.o)
  command_of(${build} ${object} command)
  expect_no_match("${command}" "${added_options}" "${object} is not analysed")
endforeach()

if(ONLY STREQUAL "configure")
  return()
endif()

set(build_it ${CMAKE_COMMAND} --build ${build} --parallel 2)
run(built ${build_it})
expect_match("${built}" "watched\\.c:3:[0-9]+: (note|remark): .*osaca: .*[0-9.]+ cycles per iteration.* on zen4" "the build says it")
expect_match("${built}" "main\\.cpp:8:[0-9]+: (note|remark): .*on skx" "for every machine")

run(reported ${build_it} --target osaca_report)
expect_match("${reported}" "watched\\.c" "the report holds the C target")
expect_match("${reported}" "main\\.cpp" "and the C++ target")
run(rebuilt ${build_it})
expect_no_match("${rebuilt}" "Building|Compiling|: osaca: " "nothing to do the second time")

# Lines of sources are shown although they are not below the source folder.
run(reported ${build_it} --target osaca_report_made)
file(GLOB_RECURSE pages ${build}/osaca-reports/made/osaca.html)
file(READ ${pages} page)
file(STRINGS ${consumer}/watched.c loop REGEX "for \\(")
list(GET loop 0 loop)
string(STRIP "${loop}" loop)
string(REGEX MATCH "for \\([^;<]*;" loop "${loop}") # a page has no <
string(FIND "${page}" "${loop}" at)
if(at EQUAL -1)
  message(SEND_ERROR "the page of a generated source does not hold its line ${loop}")
endif()

# The target that asked for report files has them.
file(GLOB_RECURSE files RELATIVE ${build} ${build}/sub/my-reports/*.json)
expect_match("${files}" "my-reports/.*main\\.cpp[^/]*\\.json" "REPORT_DIR is filled")
expect_no_match("${files}" "shared" "a source without an annotated loop has no report")

# From a compiler cache come objects with their reports.
if("${CONFIG_FLAGS}" MATCHES "ccache")
  run(cleaned ${build_it} --target clean)
  run(ignored ccache --zero-stats)
  run(built ${build_it} --target watched)
  run(statistics ccache --print-stats)
  # Clang writes letters that are not ASCII as octal numbers into line markers, so that ccache does not find the files they name,
  # and compares preprocessed sources.
  expect_match("${statistics}" "(direct|preprocessed)_cache_hit\t2\n" "both sources are in the cache")
  expect_match("${built}" "watched\\.c:3:[0-9]+: (note|remark): .*osaca: " "with what was said")
  run(reported ${build_it} --target osaca_report)
  expect_match("${reported}" "watched\\.c" "the report is there after a cache hit")
  expect_match("${reported}" "main\\.cpp" "and the other one")
endif()

# A loop that is no longer annotated leaves the report; the other stays.
file(READ ${consumer}/watched.c text)
string(REPLACE "#pragma osaca analyze\n" "" text "${text}")
file(WRITE ${consumer}/watched.c "${text}")
run(reported ${build_it} --target osaca_report)
expect_no_match("${reported}" "watched\\.c:[0-9]+" "the pragma was removed")
expect_match("${reported}" "main\\.cpp" "this one was not")

# So does a source that leaves the target.
file(READ ${consumer}/sub/CMakeLists.txt text)
string(REPLACE "watched_cxx main.cpp" "watched_cxx other.cpp" text "${text}")
file(WRITE ${consumer}/sub/CMakeLists.txt "${text}")
file(WRITE ${consumer}/sub/other.cpp "int main() { return 0; }\n")
run(reported ${build_it} --target osaca_report)
expect_no_match("${reported}" "main\\.cpp:[0-9]+" "its source left the target")
expect_match("${reported}" "nothing to report" "and nothing else is annotated")
