# A project with link-time optimisation: loops are found where the program is linked, also those of its static library; reports,
# gate and baseline as for objects; and the program is the one that is built without us.
#   cmake -DBUILD_DIR= -DSCRATCH= -DGENERATOR= -DCC=gcc-12 -P link_time_test.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/support.cmake)

file(REMOVE_RECURSE ${SCRATCH})
install_and_move(${BUILD_DIR} ${SCRATCH})
set(project ${SCRATCH}/project)
set(build ${SCRATCH}/build)
file(WRITE ${project}/CMakeLists.txt [[
cmake_minimum_required(VERSION 3.25)
project(linked C)
enable_testing()
option(ANALYSE "" ON)
option(OPTIMISE "at the link" ON)
add_library(helpers STATIC helpers.c)
add_executable(app main.c)
target_link_libraries(app PRIVATE helpers)
if(ANALYSE)
  find_package(Osaca CONFIG REQUIRED)
  osaca_analyze(helpers ARCH zen4)
  osaca_analyze(app ARCH zen4 BASELINE baseline.json REPORT json)
endif()
# Behind osaca_analyze(), as a project may write it.
set_target_properties(helpers app PROPERTIES INTERPROCEDURAL_OPTIMIZATION ${OPTIMISE})
add_library(flagged SHARED flagged.c)
if(ANALYSE)
  osaca_analyze(flagged ARCH zen4 ALL_LOOPS)
endif()
target_compile_options(flagged PRIVATE -flto)
]])
file(WRITE ${project}/helpers.h "double total(const double *values, int count);\n")
file(WRITE ${project}/helpers.c [[
#include "helpers.h"
double total(const double *values, int count) {
  double sum = 0;
#pragma osaca analyze
  for (int i = 0; i < count; ++i)
    sum += values[i] * values[i];
  return sum;
}
int unused(int count) {
#pragma osaca analyze
  while (count & 3)
    count ^= count >> 1;
  return count;
}
]])
set(scale "values[i] * 0.5")
file(WRITE ${project}/main.c [[
#include "helpers.h"
static double values[1000];
int main(int argc, char **argv) {
#pragma osaca analyze
  for (int i = 0; i < 1000; ++i)
    values[i] = (values[i] + argc) * 0.5;
  return total(values, argc * 100) > 3.0;
}
]])
file(WRITE ${project}/flagged.c "void flagged(float *a, int n) {\n  for (int i = 0; i < n; ++i)\n    a[i] += 1;\n}\n")

set(configure ${CMAKE_COMMAND} -S ${project} -B ${build} -G ${GENERATOR} -DCMAKE_C_COMPILER=${CC} -DCMAKE_BUILD_TYPE=Release
              "-DCMAKE_PREFIX_PATH=${prefix}")
set(build_it ${CMAKE_COMMAND} --build ${build})
get_filename_component(bin ${CMAKE_COMMAND} DIRECTORY)
set(gate ${bin}/ctest --test-dir ${build} -L osaca --output-on-failure -V)

# Without us.
run(ignored ${configure} -DANALYSE=OFF)
run(ignored ${build_it})
file(SHA256 ${build}/app app_without)
file(SHA256 ${build}/libflagged.so flagged_without)

# With.
run(said ${configure} -DANALYSE=ON)
expect_match("${said}" "the code of helpers is generated when a program is linked with it" "where to look for its loops")
run(said ${build_it} --clean-first)
expect_match("${said}" "helpers\\.c:5:3: note: osaca: [^\n]*cycles per iteration" "the library's loop is seen in the program")
expect_match("${said}" "main\\.c:5:3: note: osaca: [^\n]*cycles per iteration" "the program's loop")
expect_match("${said}" "osaca: 1 loop of libflagged\\.[^ \n]* analysed" "the flag is seen as well")
expect_no_match("${said}" "helpers\\.c:11" "what is not in the program")
expect_no_match("${said}" "analysed when the program is linked" "no hint where all is done already")
file(SHA256 ${build}/app app_with)
file(SHA256 ${build}/libflagged.so flagged_with)
expect_equal("${app_with}" "${app_without}" "the program is the same")
expect_equal("${flagged_with}" "${flagged_without}" "the library is the same")

# The report and the gate.
run(said ${build_it} -t osaca_report)
expect_match("${said}" "helpers\\.c:5 " "the library's loop is in the report of the program")
expect_match("${said}" "\n3 loops " "and all loops are in one report")
run(ignored ${build_it} -t osaca_update_baseline_app)
run(said ${gate})
expect_match("${said}" "100% tests passed" "the baseline holds")
file(READ ${project}/main.c text)
string(REPLACE "* 0.5" "/ values[0]" slower "${text}")
file(WRITE ${project}/main.c "${slower}")
run(ignored ${build_it})
execute_process(COMMAND ${gate} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(status EQUAL 0)
  message(FATAL_ERROR "the division went through:\n${said}")
endif()
expect_match("${said}" "main\\.c:5:3: .*cycles per source iteration on zen4" "what became slower")

# Not optimised at the link any more: what an earlier link said is not shown, and the objects have their reports.
file(WRITE ${project}/main.c "${text}")
run(ignored ${configure} -DOPTIMISE=OFF)
run(ignored ${build_it})
run(said ${build_it} -t osaca_report_app)
expect_match("${said}" "1 loop " "only the target's own objects")
