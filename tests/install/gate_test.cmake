# The example with a gate, as its CI runs it: builds, passes, and fails when someone puts the division back.
#   cmake -DSOURCE_DIR= -DBUILD_DIR= -DSCRATCH= -DGENERATOR= -DCC=gcc-12 -P gate_test.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/support.cmake)

file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${SOURCE_DIR}/examples/gate DESTINATION ${SCRATCH})
set(project ${SCRATCH}/gate)
set(build ${SCRATCH}/build)
install_and_move(${BUILD_DIR} ${SCRATCH})
run(ignored ${CMAKE_COMMAND} -S ${project} -B ${build} -G ${GENERATOR} -DCMAKE_C_COMPILER=${CC} "-DCMAKE_PREFIX_PATH=${prefix}")
get_filename_component(bin ${CMAKE_COMMAND} DIRECTORY)
set(config)
set(folder ${build}/osaca-reports/normalise)
if(GENERATOR MATCHES "Multi")
  set(config -C Release)
  string(APPEND folder /Release)
endif()
set(build_it ${CMAKE_COMMAND} --build ${build} --config Release)
set(gate ${bin}/ctest --test-dir ${build} -L osaca --output-on-failure -V ${config})

# The committed baseline holds.
run(ignored ${build_it})
run(said ${gate})
expect_match("${said}" "100% tests passed" "the loops are as they were")
expect_match("${said}" "CTestMeasurement type=\"numeric/double\" name=\"cycles normalise.c normalise, vector body on zen4\">1.0<"
             "each loop's cycles are measurements")

# Recording what did not change changes nothing.
file(READ ${project}/osaca-baseline.json before)
run(ignored ${build_it} -t osaca_update_baseline)
file(READ ${project}/osaca-baseline.json after)
if(NOT before STREQUAL after)
  message(FATAL_ERROR "the committed baseline is not what this compiler gives:\n${after}")
endif()

# All files, from one model; the same bytes every time.
run(ignored ${build_it} -t osaca_report_normalise)
file(GLOB files RELATIVE ${folder} ${folder}/*)
foreach(name IN ITEMS osaca.html osaca.sarif gl-code-quality-report.json osaca-junit.xml osaca.md)
  expect_match("${files}" "${name}" "REPORT names it")
  file(SHA256 ${folder}/${name} first_${name})
endforeach()
run(ignored ${build_it} -t osaca_report_normalise)
foreach(name IN ITEMS osaca.html osaca.sarif gl-code-quality-report.json osaca-junit.xml osaca.md)
  file(SHA256 ${folder}/${name} second)
  expect_equal("${second}" "${first_${name}}" "${name} is the same when nothing changed")
endforeach()

# Somebody divides again.
file(READ ${project}/normalise.c text)
string(REPLACE "*= scale" "/= peak" slower "${text}")
file(WRITE ${project}/normalise.c "${slower}")
string(REGEX REPLACE "\"gcc [^\"]*\"" "\"gcc 4.9.0\"" other_compiler "${before}")
file(WRITE ${project}/osaca-baseline.json "${other_compiler}")
run(ignored ${build_it})
execute_process(COMMAND ${gate} RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(status EQUAL 0)
  message(FATAL_ERROR "the division went through:\n${said}")
endif()
expect_match("${said}" "normalise.c:8:3: [a-z]+: .*0\\.125 -> 0\\.375 cycles per source iteration on zen4 .*now bound by the divider .*vdivps"
             "file, line, old and new cycles and the reason")
expect_match("${said}" "2 regressions against osaca-baseline.json" "and the count")
expect_match("${said}" "compiled with gcc [0-9.]+, previously with gcc 4\\.9\\.0: loops may have changed for that reason alone" "another compiler is named")
file(READ ${folder}/osaca.sarif sarif)
expect_match("${sarif}" "osaca-regression" "it is in the files, too")

# Whoever means it records it.
run(ignored ${build_it} -t osaca_update_baseline)
run(said ${gate})
expect_match("${said}" "100% tests passed" "the new figures are the baseline now")

# A faster loop fails nothing.
file(WRITE ${project}/normalise.c "${text}")
run(ignored ${build_it})
run(said ${gate})
expect_match("${said}" "faster" "and is told")

# CMake has no custom targets in a folder with '#' in its path. That costs the reports, not the build.
set(odd "${SCRATCH}/build #2")
run(said ${CMAKE_COMMAND} -S ${project} -B ${odd} -G ${GENERATOR} -DCMAKE_C_COMPILER=${CC} "-DCMAKE_PREFIX_PATH=${prefix}")
expect_match("${said}" "no custom targets in a folder with" "and a warning says so")
run(ignored ${CMAKE_COMMAND} --build ${odd} --config Release)
