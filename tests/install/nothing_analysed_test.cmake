# A check must not pass if nothing was analysed, and a baseline must keep its loops then. A target that has no annotated loop and
# no baseline passes, and no build fails.
#   cmake -DBUILD_DIR= -DSCRATCH= -DCC=gcc-12 -P nothing_analysed_test.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/support.cmake)

file(REMOVE_RECURSE ${SCRATCH})
install_and_move(${BUILD_DIR} ${SCRATCH})
set(project ${SCRATCH}/project)
set(build ${SCRATCH}/build)
file(WRITE ${project}/CMakeLists.txt [[
cmake_minimum_required(VERSION 3.25)
project(nothing C)
enable_testing()
find_package(Osaca CONFIG REQUIRED)
set(TYPE STATIC CACHE STRING "of the library")
add_library(kernels ${TYPE} kernels.c)
osaca_analyze(kernels ARCH zen4 BASELINE baseline.json CALLS ${CMAKE_CURRENT_SOURCE_DIR}/calls.yml)
add_library(plain ${TYPE} plain.c)
osaca_analyze(plain ARCH zen4 FAIL_ON findings CALLS calls.yml)
]])
set(calls "schema: osaca-calls-1\nlibrary: own\nsource: made up\nfunctions:\n  - name: f\n    signature: double(double)\n\
    classes:\n      - {class: typical, throughput: 20, latency: 33}\n")
set(pragma "#pragma osaca analyze\n")
set(loop "  for (int i = 0; i < n; ++i)\n    a[i] *= s;\n}\n")
file(WRITE ${project}/calls.yml "${calls}")
file(WRITE ${project}/kernels.c "void scale(double *a, int n, double s) {\n${pragma}${loop}")
file(WRITE ${project}/plain.c "void plain(double *a, int n, double s) {\n${loop}")
set(configure ${CMAKE_COMMAND} -S ${project} -B ${build} -G Ninja -DCMAKE_C_COMPILER=${CC} -DCMAKE_BUILD_TYPE=Release
              "-DCMAKE_PREFIX_PATH=${prefix}")
set(build_it ${CMAKE_COMMAND} --build ${build})
get_filename_component(bin ${CMAKE_COMMAND} DIRECTORY)

function(expect_test name status said)
  execute_process(COMMAND ${bin}/ctest --test-dir ${build} -R "^osaca\\.${name}$" -V RESULT_VARIABLE result
                  OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "(\n1: |[ \n])+" " " output "${output}")
  expect_match("${output}" "Test #[0-9]+: osaca\\.${name} \\.+[* ]*${status}" "the test of ${name}")
  expect_match("${output}" "${said}" "and what it says")
endfunction()

function(expect_failing_update said)
  execute_process(COMMAND ${build_it} -t osaca_update_baseline RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(result EQUAL 0)
    message(FATAL_ERROR "the baseline was written:\n${output}")
  endif()
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  expect_match("${output}" "${said}" "why the baseline is not written")
  file(READ ${project}/baseline.json now)
  expect_equal("${now}" "${baseline}" "the baseline is kept")
endfunction()

run(ignored ${configure})
run(ignored ${build_it})
run(ignored ${build_it} -t osaca_update_baseline)
file(READ ${project}/baseline.json baseline)
expect_test(kernels Passed "")
expect_test(plain Passed "nothing to report")

# Link-time optimisation: the library's loops are in the programs that link it.
run(ignored ${configure} -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON)
run(ignored ${build_it})
expect_test(kernels Failed "nothing to compare with the baseline [^:]*: the code of kernels is generated when a program links it")
expect_test(plain Skipped "Call osaca_analyze\\(\\) with these arguments for the program or shared library that links plain")
expect_failing_update("baseline\\.json is not written: the code of kernels is generated when a program links it")
# Where the objects contain machine code too, nothing is missing.
run(ignored ${configure} "-DCMAKE_C_FLAGS=-flto -ffat-lto-objects" -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=OFF)
run(ignored ${build_it})
expect_test(kernels Passed "")
run(ignored ${configure} -DCMAKE_C_FLAGS=)

# A unit that cannot be analysed. The build goes on.
file(WRITE ${project}/calls.yml "schema: osaca-calls-0\n")
run(said ${build_it} --clean-first)
expect_match("${said}" "note: osaca: this unit is not analysed: [^\n]*calls\\.yml" "the compiler reports it")
expect_test(kernels Failed "kernels\\.c: this unit is not analysed: [^ ]*.*calls\\.yml")
expect_test(plain Passed "nothing to report")
expect_failing_update("baseline\\.json is not written, because loops may be missing")
run(said ${build_it} -t osaca_report)
expect_match("${said}" "kernels\\.c: this unit is not analysed" "the report of all targets says it, too")

# The same at the link.
file(WRITE ${project}/calls.yml "${calls}")
run(ignored ${configure} -DTYPE=SHARED -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON)
run(ignored ${build_it})
expect_test(kernels Passed "")
file(WRITE ${project}/calls.yml "schema: osaca-calls-0\n")
run(ignored ${build_it} --clean-first)
expect_test(kernels Failed "this unit is not analysed: [^ ]*.*calls\\.yml")
expect_failing_update("baseline\\.json is not written, because loops may be missing")
file(WRITE ${project}/calls.yml "${calls}")
run(ignored ${configure} -DTYPE=STATIC -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=OFF)

# The annotated loop is gone: on purpose or by mistake. The user decides.
file(WRITE ${project}/kernels.c "void scale(double *a, int n, double s) {\n${loop}")
run(ignored ${build_it} --clean-first)
expect_test(kernels Failed "contains loops, but no report was found")
run(said ${build_it} -t osaca_update_baseline)
string(REGEX REPLACE "[ \n]+" " " said "${said}")
expect_match("${said}" "contained loops and is empty now, because no report was found" "a baseline never becomes empty silently")
expect_test(kernels Passed "")
