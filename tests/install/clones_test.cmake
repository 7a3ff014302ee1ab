# A plugin with precompiled headers, built in two clones that share a compiler cache:
#   cmake -DSOURCE_DIR= -DSCRATCH= -DCXX=clang++ -DCCACHE= -P clones_test.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/support.cmake)

file(REMOVE_RECURSE ${SCRATCH})
set(ENV{CCACHE_DIR} ${SCRATCH}/cache)
set(ENV{CCACHE_BASEDIR} ${SCRATCH}) # paths below it are the same to ccache
set(ENV{CCACHE_CONFIGPATH} ${SCRATCH}/none)

foreach(clone IN ITEMS first second)
  set(folder ${SCRATCH}/${clone})
  file(WRITE ${folder}/once.h "#pragma once\n#include <vector>\nstruct Once { std::vector<int> held; };\n")
  # Only the header is the same in both.
  file(WRITE ${folder}/plugin.cpp "#include \"once.h\"\nint size_in_${clone}(const Once &once) { return once.held.size(); }\n")
  file(WRITE ${folder}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(plugin VERSION 1.0 LANGUAGES CXX)\n"
    "include(\"${SOURCE_DIR}/cmake/OsacaPluginBuild.cmake\")\n"
    "osaca_build_plugin(it BUILDER \"${CXX}\" PRECOMPILE once.h SOURCES plugin.cpp FLAGS -std=c++17)\n")
  run(ignored ${CMAKE_COMMAND} -S ${folder} -B ${folder}/build -G Ninja -DCMAKE_CXX_COMPILER=${CXX}
      -DCMAKE_CXX_COMPILER_LAUNCHER=${CCACHE})
  run(ignored ${CMAKE_COMMAND} --build ${folder}/build)
  run(rebuilt ${CMAKE_COMMAND} --build ${folder}/build)
  expect_match("${rebuilt}" "no work to do" "nothing to do the second time")
endforeach()

# What the clone itself has compiled before comes from the cache.
run(ignored ${CMAKE_COMMAND} --build ${SCRATCH}/second/build --target clean)
run(ignored ${CCACHE} --zero-stats)
run(ignored ${CMAKE_COMMAND} --build ${SCRATCH}/second/build)
run(statistics ${CCACHE} --print-stats)
expect_match("${statistics}" "cache_miss\t0\n" "all of it is in the cache")
