# What happens where there is no plugin: a message, and a build as if we were not there.
#   cmake -DBUILD_DIR= -DSCRATCH= -DCLANGS=<paths> -P unsupported_test.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/support.cmake)

file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${CMAKE_CURRENT_LIST_DIR}/consumer DESTINATION ${SCRATCH})
install_and_move(${BUILD_DIR} ${SCRATCH})
set(configure ${CMAKE_COMMAND} -S ${SCRATCH}/consumer -G Ninja "-DCMAKE_PREFIX_PATH=${prefix}"
              -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "-DCMAKE_C_FLAGS=-O2" "-DCMAKE_CXX_FLAGS=-O2")

# Compilers that have one, but not in this package.
file(GLOB plugins "${prefix}/lib/osaca/*-*")
file(REMOVE_RECURSE ${plugins})
set(compilers "gcc|")
foreach(clang IN LISTS CLANGS)
  string(REGEX REPLACE "clang(-[0-9]+)?$" "clang++\\1" clangxx "${clang}")
  list(APPEND compilers "clang|-DCMAKE_C_COMPILER=${clang}|-DCMAKE_CXX_COMPILER=${clangxx}")
  break() # one shows it
endforeach()
foreach(flags IN LISTS compilers)
  string(REPLACE "|" ";" flags "${flags}")
  list(POP_FRONT flags name)
  set(build ${SCRATCH}/build-${name})
  run(configured ${configure} -B ${build} ${flags})
  expect_match("${configured}" "CMake Warning" "a missing plugin is worth a warning")
  expect_match("${configured}" "no plugin ${name}-[0-9.]+" "that names it")
  command_of(${build} watched.dir/watched.c.o command)
  expect_no_match("${command}" "${added_options}" "nothing is added")
  run(built ${CMAKE_COMMAND} --build ${build})
  expect_no_match("${built}" "osaca:" "the build goes on without it")
  run(reported ${CMAKE_COMMAND} --build ${build} -t osaca_report)
  expect_match("${reported}" "nothing to report" "and there is no report")
endforeach()

# A compiler that none can be made for. (CMake believes the name, if it is told not to ask the compiler.)
set(build ${SCRATCH}/build-unknown)
run(configured ${configure} -B ${build} -DCMAKE_C_COMPILER_ID=NVHPC -DCMAKE_C_COMPILER_ID_RUN=1
    -DCMAKE_CXX_COMPILER_ID=NVHPC -DCMAKE_CXX_COMPILER_ID_RUN=1 -DCMAKE_C_COMPILER_FORCED=1 -DCMAKE_CXX_COMPILER_FORCED=1)
expect_match("${configured}" "osaca: no plugin for NVHPC" "the user is told")
expect_no_match("${configured}" "CMake Warning" "by a plain message")
