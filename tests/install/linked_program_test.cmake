# Link-time optimisation with Clang: builds the project linked_program with osaca and without it, and walks through a user's day:
#   cmake -DBUILD_DIR= -DSCRATCH= -DGENERATOR= -DCC= [-DFLAGS=] -P linked_program_test.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/support.cmake)

file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${CMAKE_CURRENT_LIST_DIR}/linked_program DESTINATION ${SCRATCH})
set(project ${SCRATCH}/linked_program)
set(build ${SCRATCH}/build)
install_and_move(${BUILD_DIR} ${SCRATCH})
set(configure ${CMAKE_COMMAND} -S ${project} -B ${build} -G ${GENERATOR} -DCMAKE_C_COMPILER=${CC} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
              "-DCMAKE_PREFIX_PATH=${prefix}" "-DCMAKE_EXE_LINKER_FLAGS=${FLAGS}" "-DCMAKE_SHARED_LINKER_FLAGS=${FLAGS}")
set(with_lines "-DCMAKE_C_FLAGS=-O2 -g -march=x86-64-v3 -Wno-unknown-pragmas")
set(build_it ${CMAKE_COMMAND} --build ${build})

# The programs as they are without us.
run(ignored ${configure} ${with_lines} -DWITHOUT_OSACA=ON)
run(ignored ${build_it})
foreach(name IN ITEMS solver libshared.so plain)
  file(SHA256 ${build}/${name} ${name}_before)
endforeach()
file(REMOVE_RECURSE ${build})

run(configured ${configure} ${with_lines})
expect_match("${configured}" "code of kernels is generated when a program is linked with it" "where the library's loops are seen is said")
command_of(${build} solver.dir/main.c.o command)
expect_match("${command}" "-flto" "the property makes it so")
command_of(${build} plain.dir/main.c.o command)
expect_no_match("${command}" "osaca-linked" "other targets are as ever")
run(built ${build_it})
foreach(name IN ITEMS solver libshared.so plain)
  file(SHA256 ${build}/${name} after)
  expect_equal("${after}" "${${name}_before}" "${name} is the same with and without osaca")
endforeach()
expect_match("${built}" "main\\.c:9:3: note: osaca: [^\n]*cycles per iteration on zen4" "a loop of the program")
expect_match("${built}" "kernels\\.c:6:3: note: osaca: [^\n]*in main: [0-9.]+ cycles per iteration on zen4"
             "a loop of the library, inlined into it by the linker")
expect_match("${built}" "kernels\\.c:6:3: warning: osaca: expected cycles <= 1\\.0 on zen4" "and its budget")
expect_no_match("${built}" "the code of this unit is generated when" "the compiler's plugin knows that the program is looked at")
expect_no_match("${built}" "aside" "what is left out of all is left out")
run(rebuilt ${build_it})
expect_no_match("${rebuilt}" "osaca: |loops of" "nothing to do the second time")

run(reported ${build_it} --target osaca_report_solver)
expect_match("${reported}" "kernels\\.c:13" "the report holds the library's loops")
expect_match("${reported}" "main\\.c:9" "and the program's")
if(NOT EXISTS ${build}/osaca-reports/solver/osaca.sarif)
  message(FATAL_ERROR "the files of REPORT are written")
endif()
run(reported ${build_it} --target osaca_report)
expect_match("${reported}" "kernels\\.c:13" "the report on all targets, one of which has no code of its own")

# A gate: the budget is met now, and the loop becomes slower later.
file(READ ${project}/kernels.c text)
string(REPLACE " expect(cycles <= 1.0)" "" text "${text}")
file(WRITE ${project}/kernels.c "${text}")
run(ignored ${build_it})
run(updated ${build_it} --target osaca_update_baseline)
run(tested ${CMAKE_CTEST_COMMAND} --test-dir ${build} -L osaca)
string(REPLACE "a[i] * by" "a[i] / by" text "${text}")
file(WRITE ${project}/kernels.c "${text}")
run(ignored ${build_it})
execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${build} -L osaca --output-on-failure RESULT_VARIABLE status OUTPUT_VARIABLE tested)
expect_equal("${status}" "8" "the gate fails")
expect_match("${tested}" "kernels\\.c:13" "for the loop with the division")

# Without lines one note tells what to do, and the build goes on.
run(ignored ${configure} -DCMAKE_C_FLAGS=-O2)
run(built ${build_it})
expect_match("${built}" "some loops of solver were not analysed: [^\n]*-gline-tables-only" "what to do without lines")

# Sources that are not where the lines say: one note tells it, and what to do.
run(ignored ${configure} "-DCMAKE_C_FLAGS=-O2 -g \"-ffile-prefix-map=${project}=/gone\"")
run(built ${build_it})
expect_match("${built}" "note: sources that were not found cannot be searched for annotations: [^\n]*--source-path" "where the sources went is asked")

# ALL_LOOPS: of those that are not annotated the build only tells how many there are.
run(ignored ${configure} ${with_lines} -DSHARED_ARGUMENTS=ALL_LOOPS)
run(built ${build_it} --target osaca_linked_shared)
expect_match("${built}" "note: osaca: 1 other loop of libshared\\.so analysed; 'osaca report' shows them" "the loop that is not annotated is counted")
expect_match("${built}" "kernels\\.c:6:3: note: osaca: [^\n]*cycles per iteration" "the others are told as ever")
run(reported ${build_it} --target osaca_report_shared)
expect_match("${reported}" "kernels\\.c:20" "and the report has it")

# CALLS: the table is read when the linked library is analysed, and again when it changes.
set(calls "schema: osaca-calls-1\nlibrary: own\nsource: made up\nfunctions:\n  - name: f\n\
    signature: double(double)\n    classes:\n      - {class: typical, throughput: 20, latency: 33}\n")
file(WRITE ${project}/calls.yml "${calls}")
run(ignored ${configure} ${with_lines} "-DSHARED_ARGUMENTS=CALLS\\;calls.yml")
file(WRITE ${project}/calls.yml "schema: osaca-calls-0\n")
run(built ${build_it} --target osaca_linked_shared)
expect_match("${built}" "some loops of shared were not analysed: [^\n]*calls\\.yml" "the table cannot be read")
run(reported ${build_it} --target osaca_report_shared)
expect_match("${reported}" "calls\\.yml" "the report says that the loops are missing")
execute_process(COMMAND ${CMAKE_COMMAND} -E sleep 0.1) # times of files have steps of some milliseconds
file(WRITE ${project}/calls.yml "${calls}")
run(built ${build_it} --target osaca_linked_shared)
expect_match("${built}" "kernels\\.c:6:3: [^\n]*cycles per iteration" "the corrected table is used")

# STRICT: what the source expects fails the build, and again the next time.
string(REPLACE "analyze\n" "analyze expect(cycles <= 0.1)\n" text "${text}")
file(WRITE ${project}/kernels.c "${text}")
run(ignored ${configure} ${with_lines} -DSHARED_ARGUMENTS=STRICT)
foreach(time IN ITEMS first second)
  execute_process(COMMAND ${build_it} --target osaca_linked_shared RESULT_VARIABLE status OUTPUT_VARIABLE built ERROR_VARIABLE built)
  if(status EQUAL 0)
    message(FATAL_ERROR "a broken budget fails the build the ${time} time:\n${built}")
  endif()
  expect_match("${built}" "kernels\\.c:6:3: error: osaca: expected cycles <= 0\\.1" "as an error")
endforeach()
