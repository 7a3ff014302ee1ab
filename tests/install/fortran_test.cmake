# The example in Fortran: CMake preprocesses its sources apart (Ninja) or not (Makefiles); its loops are found at their lines either way.
#   cmake -DSOURCE_DIR= -DBUILD_DIR= -DSCRATCH= -DGENERATOR= -DFC=gfortran-12 -P fortran_test.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/support.cmake)

file(REMOVE_RECURSE ${SCRATCH})
file(COPY ${SOURCE_DIR}/examples/heat DESTINATION ${SCRATCH})
set(build ${SCRATCH}/build)
install_and_move(${BUILD_DIR} ${SCRATCH})
run(said ${CMAKE_COMMAND} -S ${SCRATCH}/heat -B ${build} -G ${GENERATOR} -DCMAKE_Fortran_COMPILER=${FC} "-DCMAKE_PREFIX_PATH=${prefix}"
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_Fortran_FLAGS=-fdiagnostics-plain-output)
expect_no_match("${said}" "osaca: no plugin" "gfortran has one")
run(said ${CMAKE_COMMAND} --build ${build})
foreach(loop IN ITEMS "14:7: note: osaca: vector body: [0-9.]+ cycles per iteration .* on zen4" "25:5: note: osaca: .* bound by a loop-carried dependency")
  expect_match("${said}" "plate.f90:${loop}" "the note stands at the loop")
endforeach()
file(READ ${build}/compile_commands.json commands)
expect_match("${commands}" "fplugin=[^ ]*" "the plugin is in the commands")
expect_no_match("${commands}" "-DOSACA" "macros are for C")
run(said ${CMAKE_COMMAND} --build ${build} -t osaca_report)
expect_match("${said}" "plate.f90:14" "the reports lie in the objects")

# A compiler without a plugin.
file(WRITE ${SCRATCH}/flang.cmake "set(CMAKE_Fortran_COMPILER_ID LLVMFlang)\nset(CMAKE_Fortran_COMPILER /usr/bin/flang)\n"
     "include([[${SOURCE_DIR}/cmake/OsacaFindPlugin.cmake]])\n_osaca_find_plugin(Fortran plugin builders)\n"
     "if(plugin)\n  message(FATAL_ERROR \"\${plugin}\")\nendif()\n")
run(said ${CMAKE_COMMAND} -P ${SCRATCH}/flang.cmake)
expect_match("${said}" "no plugin for LLVMFlang .*/usr/bin/flang.*osaca PROGRAM" "and what to do instead")
