# CMAKE_OSACA_ANALYZE on a project that knows nothing of us, and with targets that want something else.
#   cmake -DBUILD_DIR= -DSCRATCH= -P analyze_all_test.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/support.cmake)

file(REMOVE_RECURSE ${SCRATCH})
install_and_move(${BUILD_DIR} ${SCRATCH})
set(loop "void f(double *a, int n) { for (int i = 0; i < n; ++i) a[i] *= 2.0; }\n")
file(WRITE ${SCRATCH}/p/a.c "${loop}")
file(WRITE ${SCRATCH}/p/sub/b.c "${loop}")
file(WRITE ${SCRATCH}/p/main.c "int main(void) { return 0; }\n")
file(WRITE ${SCRATCH}/p/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES C)\nadd_subdirectory(sub)\n"
  "add_library(one STATIC a.c)\nadd_library(other STATIC a.c)\nadd_library(headers INTERFACE)\nadd_executable(p main.c)\n"
  "set_target_properties(other PROPERTIES OSACA_ANALYZE OFF)\n")
file(WRITE ${SCRATCH}/p/sub/CMakeLists.txt "add_library(deep STATIC b.c)\n"
  "set_target_properties(deep PROPERTIES OSACA_ANALYZE \"ALL_LOOPS;ARCH;skx\")\n")

set(build ${SCRATCH}/build)
# A list does not survive as an argument here; a user's shell passes -DCMAKE_OSACA_ANALYZE="ALL_LOOPS;ARCH;zen4" as it is.
file(WRITE ${SCRATCH}/cache.cmake "set(CMAKE_OSACA_ANALYZE \"ALL_LOOPS;ARCH;zen4\" CACHE STRING \"\")\n")
run(said ${CMAKE_COMMAND} -S ${SCRATCH}/p -B ${build} -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
    "-DCMAKE_PROJECT_INCLUDE=${prefix}/lib/cmake/Osaca/OsacaAnalyzeProject.cmake" -C ${SCRATCH}/cache.cmake)
expect_no_match("${said}" "CMake (Warning|Error)" "configuring is quiet")
command_of(${build} one.dir/a.c.o command)
expect_match("${command}" "arch=zen4" "what the variable says")
command_of(${build} other.dir/a.c.o command)
expect_no_match("${command}" "${added_options}" "the property says OFF")
command_of(${build} deep.dir/b.c.o command)
expect_match("${command}" "arch=skx" "the property says something else")
run(ignored ${CMAKE_COMMAND} --build ${build})
run(said ${CMAKE_COMMAND} --build ${build} -t osaca_report)
expect_match("${said}" "a\\.c" "the report holds the loops")
expect_match("${said}" "b\\.c" "of both folders")

# Without the variable nothing happens.
run(said ${CMAKE_COMMAND} -S ${SCRATCH}/p -B ${build}-plain -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
    "-DCMAKE_PROJECT_INCLUDE=${prefix}/lib/cmake/Osaca/OsacaAnalyzeProject.cmake")
command_of(${build}-plain one.dir/a.c.o command)
expect_no_match("${command}" "${added_options}" "nobody asked")
