# What happens where there is no plugin: a message, and a build as if we were not there.
#   cmake -DBUILD_DIR= -DSCRATCH= -DCLANG=<path or empty> -P unsupported_test.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/support.cmake)

file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${CMAKE_CURRENT_LIST_DIR}/consumer DESTINATION ${SCRATCH})
install_and_move(${BUILD_DIR} ${SCRATCH})
set(configure ${CMAKE_COMMAND} -S ${SCRATCH}/consumer -G Ninja "-DCMAKE_PREFIX_PATH=${prefix}"
              -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "-DCMAKE_C_FLAGS=-O2" "-DCMAKE_CXX_FLAGS=-O2")

if(CLANG)
  string(REGEX REPLACE "clang([-0-9]*)$" "clang++\\1" CLANG_CXX "${CLANG}")
  set(build ${SCRATCH}/build-clang)
  run(configured ${configure} -B ${build} -DCMAKE_C_COMPILER=${CLANG} -DCMAKE_CXX_COMPILER=${CLANG_CXX})
  expect_match("${configured}" "osaca: no plugin for Clang" "the user is told")
  expect_no_match("${configured}" "CMake Warning" "by a plain message")
  command_of(${build} watched.dir/watched.c.o command)
  expect_no_match("${command}" "osaca" "nothing is added")
  run(built ${CMAKE_COMMAND} --build ${build} -t watched osaca_report)
  expect_match("${built}" "nothing to report" "and there is no report")
endif()

# GCC, but this version's plugin was not installed.
file(GLOB plugins "${prefix}/lib/osaca/gcc-*")
file(REMOVE_RECURSE ${plugins})
set(build ${SCRATCH}/build-missing)
run(configured ${configure} -B ${build})
expect_match("${configured}" "CMake Warning" "a missing plugin is worth a warning")
expect_match("${configured}" "no plugin gcc-[0-9.]+" "that names it")
run(built ${CMAKE_COMMAND} --build ${build})
expect_no_match("${built}" "osaca:" "the build goes on without it")
