# Wrong calls of osaca_analyze() stop the configure step with a sentence that helps:
#   cmake -DBUILD_DIR= -DSCRATCH= -P misuse_test.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/support.cmake)

file(REMOVE_RECURSE ${SCRATCH})
install_and_move(${BUILD_DIR} ${SCRATCH})

function(expect_refusal name call expected)
  file(WRITE ${SCRATCH}/${name}/a.c "int x;\n")
  file(WRITE ${SCRATCH}/${name}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES C)\n"
    "find_package(Osaca CONFIG REQUIRED)\nadd_library(objects OBJECT a.c)\nadd_library(headers INTERFACE)\n${call}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${SCRATCH}/${name} -B ${SCRATCH}/${name}/build -G Ninja
                          "-DCMAKE_PREFIX_PATH=${prefix}"
                  RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(status EQUAL 0)
    message(FATAL_ERROR "${call} was accepted")
  endif()
  string(REGEX REPLACE "[ \n]+" " " said "${said}")
  expect_match("${said}" "${expected}" "${call}")
endfunction()

expect_refusal(no_target "osaca_analyze(nothing)" "there is no target \"nothing\"")
expect_refusal(interface "osaca_analyze(headers)" "only a target of this project that compiles sources")
expect_refusal(unknown "osaca_analyze(objects ARCHS zen4)" "unknown argument \"ARCHS;zen4\"")
expect_refusal(no_value "osaca_analyze(objects ARCH)" "ARCH requires a value")
expect_refusal(no_place "osaca_analyze(objects DATA)" "DATA requires a value")
expect_refusal(twice "osaca_analyze(objects ARCH zen4)\nosaca_analyze(objects ARCH skx)" "called twice")
expect_refusal(format "osaca_analyze(objects REPORT htm)" "unknown report format \"htm\"")
expect_refusal(gate "osaca_analyze(objects FAIL_ON slow)" "FAIL_ON must be findings, warning, regressions or never")
expect_refusal(tolerance "osaca_analyze(objects TOLERANCE much)" "TOLERANCE must be a percentage")

# Values that `osaca` itself checks.
expect_refusal(arch "osaca_analyze(objects ARCH zen4 zem4)" "unknown arch 'zem4'; did you mean 'zen4'")
expect_refusal(data "osaca_analyze(objects DATA L9)" "'L9' is not a place of data")
expect_refusal(mispredict "osaca_analyze(objects MISPREDICT 300%)" "'300%' is not a share of the branches")
expect_refusal(no_calls "osaca_analyze(objects CALLS calls.yml)" "calls.yml: cannot open the table of calls")
expect_refusal(calls "osaca_analyze(objects CALLS a.c)" "a.c:1:1: ")
expect_refusal(all "set(CMAKE_OSACA_ANALYZE ARCH zem4)" "unknown arch 'zem4'")

# Values that are known only when the sources are compiled.
file(WRITE ${SCRATCH}/later/a.c "int x;\n")
file(WRITE ${SCRATCH}/later/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(p LANGUAGES C)\n"
  "find_package(Osaca CONFIG REQUIRED)\nadd_library(objects OBJECT a.c)\n"
  "add_custom_command(OUTPUT calls.yml COMMAND true)\n"
  "osaca_analyze(objects ARCH native mine.yml CALLS \${CMAKE_CURRENT_BINARY_DIR}/calls.yml)\n")
run(ignored ${CMAKE_COMMAND} -S ${SCRATCH}/later -B ${SCRATCH}/later/build -G Ninja "-DCMAKE_PREFIX_PATH=${prefix}")

# If `osaca` cannot run, the configure step goes on.
file(REMOVE "${prefix}/bin/osaca")
file(WRITE "${prefix}/bin/osaca" "not a program")
file(CHMOD "${prefix}/bin/osaca" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
run(said ${CMAKE_COMMAND} -S ${SCRATCH}/arch -B ${SCRATCH}/arch/build -G Ninja "-DCMAKE_PREFIX_PATH=${prefix}")
string(REGEX REPLACE "[ \n]+" " " said "${said}")
expect_match("${said}" "bin/osaca cannot run \\([^)]*\\), so the arguments of osaca_analyze\\(\\) are not checked" "a warning")
