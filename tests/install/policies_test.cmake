# Projects with the policies of any CMake: ours are our own, so every way to use osaca works, and configuring stays as quiet as without us.
#   cmake -DBUILD_DIR= -DSCRATCH= "-DCLANGS=clang-19;..." -P policies_test.cmake
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/support.cmake)

file(REMOVE_RECURSE ${SCRATCH})
install_and_move(${BUILD_DIR} ${SCRATCH})
set(package "${prefix}/lib/cmake/Osaca")

# Whoever adds a file does not forget it: each one that is installed sets its policies, but the one that CMake writes.
file(GLOB files ${package}/*.cmake)
foreach(file IN LISTS files)
  file(READ ${file} text)
  if(NOT file MATCHES "ConfigVersion" AND NOT text MATCHES "\n(cmake_policy|cmake_minimum_required)\\(VERSION ")
    message(FATAL_ERROR "${file} runs under the policies of the projects that use it")
  endif()
endforeach()

# With the old policies unquoted and quoted words of if() are names of variables: these have the names of our words.
set(traps "set(Clang trap)\nset(GNU trap)\nset(ON trap)\nset(AUTO trap)\nset(Fortran trap)\nset(TRUE_ trap)\nset(never trap)\nset(html trap)\n")
set(targets "add_library(p STATIC f.c)\nadd_executable(app main.c)\nadd_subdirectory(sub)\n")
set(minimum_none "")
foreach(version IN ITEMS 3.0 3.5 3.25)
  set(minimum_${version} "cmake_minimum_required(VERSION ${version})\n")
endforeach()

# write_project(NAME VERSION LINES): a project with a library, a program, and a target in a folder below.
function(write_project name version lines)
  set(folder ${SCRATCH}/${name})
  file(WRITE ${folder}/f.c "void f(float *a, int n) {\n#pragma osaca analyze\n  for (int i = 0; i < n; i++)\n    a[i] *= 2;\n}\n")
  file(WRITE ${folder}/main.c "int main(void) { return 0; }\n")
  file(WRITE ${folder}/sub/CMakeLists.txt "add_library(deep STATIC ../f.c)\n")
  file(WRITE ${folder}/CMakeLists.txt "${minimum_${version}}project(P C)\n${traps}enable_testing()\n${lines}")
endfunction()

# configure(NAME [option...]): what was said, in `said`; it is what the same project says without us, but for our own words.
function(configure name)
  file(REMOVE_RECURSE ${SCRATCH}/${name}/build)
  run(output ${CMAKE_COMMAND} -S ${SCRATCH}/${name} -B ${SCRATCH}/${name}/build -G Ninja -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
      -Wno-dev -Wno-deprecated ${ARGN})
  expect_no_match("${output}" "CMake (Deprecation )?(Warning|Error)|Policy CMP" "${name}: configuring is quiet")
  set(said "${output}" PARENT_SCOPE)
endfunction()

set(by_include "-DCMAKE_PROJECT_INCLUDE=${package}/OsacaAnalyzeProject.cmake")
set(by_package "-DCMAKE_PREFIX_PATH=${prefix}")
# A list does not survive as an argument here.
file(WRITE ${SCRATCH}/cache.cmake "set(CMAKE_OSACA_ANALYZE \"ALL_LOOPS;ARCH;zen4\" CACHE STRING \"\")\n")

foreach(version IN ITEMS none 3.0 3.5 3.25)
  # A project that knows nothing of us, asked for and not asked for.
  write_project(include-${version} ${version} "${targets}")
  configure(include-${version} ${by_include})
  command_of(${SCRATCH}/include-${version}/build "p.dir/f(.c)?.o" command)
  expect_no_match("${command}" "${added_options}" "${version}: nobody asked")
  configure(include-${version} ${by_include} -C ${SCRATCH}/cache.cmake)
  foreach(object IN ITEMS "p.dir/f(.c)?.o" "deep.dir/__/f(.c)?.o")
    command_of(${SCRATCH}/include-${version}/build "${object}" command)
    expect_match("${command}" "arch=zen4" "${version}: ${object} is analysed")
  endforeach()
  configure(include-${version} ${by_include} -DCMAKE_OSACA_ANALYZE=ON)
  command_of(${SCRATCH}/include-${version}/build "p.dir/f(.c)?.o" command)
  expect_match("${command}" "fplugin" "${version}: ON asks too")

  # One that calls us, with all that may be asked for.
  file(WRITE ${SCRATCH}/package-${version}/ci/calls.yml "schema: osaca-calls-1\nlibrary: own\nsource: made up\nfunctions:\n"
    "  - name: f\n    signature: double(double)\n    classes:\n      - {class: typical, throughput: 20, latency: 33}\n")
  write_project(package-${version} ${version} "${targets}find_package(Osaca CONFIG REQUIRED)\n
    osaca_analyze(p ARCH zen4 skx DATA L2 MISPREDICT 3% CALLS ci/calls.yml REPORT html text sarif FAIL_ON never TOLERANCE 5% REPORT_DIR reports)\n
    osaca_analyze(app ARCH zen4 ALL_LOOPS STRICT FAIL_ON never)\n")
  configure(package-${version} ${by_package})
  set(build ${SCRATCH}/package-${version}/build)
  command_of(${build} "p.dir/f(.c)?.o" command)
  expect_match("${command}" "arch=zen4,skx" "${version}: osaca_analyze() adds what was asked for")
  expect_match("${command}" "calls=[^\"]*/package-${version}/ci/calls\\.yml" "${version}: the table is in the source folder")
endforeach()

# What is built and shown, with the policies of before.
foreach(version IN ITEMS none 3.0 3.5)
  set(build ${SCRATCH}/package-${version}/build)
  run(built ${CMAKE_COMMAND} --build ${build})
  expect_match("${built}" "f\\.c:3:3: note: osaca: [^\n]* cycles per iteration" "${version}: the build shows its loops")
  run(shown ${CMAKE_COMMAND} --build ${build} -t osaca_report_p)
  expect_match("${shown}" "f\\.c:3" "${version}: and so does the report")
  foreach(file IN ITEMS osaca.html osaca.txt osaca.sarif)
    if(NOT EXISTS ${build}/osaca-reports/p/${file})
      message(FATAL_ERROR "${version}: ${file} was not written")
    endif()
  endforeach()
  run(tested ${CMAKE_CTEST_COMMAND} --test-dir ${build} -L osaca)
  expect_match("${tested}" "100% tests passed, 0 tests failed out of [12]" "${version}: the gate")
endforeach()

# Link-time optimisation: by a flag, and by the property, which projects with older policies set in vain.
set(compilers gcc)
if(CLANGS)
  list(GET CLANGS -1 newest)
  list(APPEND compilers ${newest})
endif()
set(by_property "${targets}target_link_libraries(app PRIVATE p)\nset_property(TARGET app p PROPERTY INTERPROCEDURAL_OPTIMIZATION ON)\n")
set(by_flag "add_compile_options(-flto)\nlink_libraries(-flto)\n${targets}target_link_libraries(app PRIVATE p)\n")
foreach(version IN ITEMS 3.0 3.5 3.25)
  foreach(way IN ITEMS by_property by_flag)
    set(name link-${version}-${way})
    write_project(${name} ${version} "${${way}}")
    foreach(compiler IN LISTS compilers)
      configure(${name} ${by_include} -C ${SCRATCH}/cache.cmake -DCMAKE_C_COMPILER=${compiler} "-DCMAKE_C_FLAGS=-g -O1")
      command_of(${SCRATCH}/${name}/build "app.dir/main(.c)?.o" command)
      if(compiler MATCHES "clang" AND command MATCHES "-flto")
        expect_match("${command}" "osaca-linked" "${name}: the plugin knows when the code is written")
      elseif(compiler MATCHES "clang")
        expect_match("${version}-${way}" "^3\\.[05]-by_property$" "${name}: optimised at the link, unless older policies prevent it")
        expect_no_match("${command}" "osaca-linked" "${name}: the code is in the objects as ever")
      endif()
    endforeach()
  endforeach()
endforeach()

# A toolchain that looks for packages in another system's folder only.
write_project(cross 3.5 "${targets}")
file(WRITE ${SCRATCH}/toolchain.cmake "set(CMAKE_FIND_ROOT_PATH /nowhere)\nset(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)\n")
configure(cross ${by_include} -C ${SCRATCH}/cache.cmake -DCMAKE_TOOLCHAIN_FILE=${SCRATCH}/toolchain.cmake)

# A CMake that is too old for us: the project is built, and is told why nothing is analysed.
write_project(old 3.5 "${targets}set(CMAKE_VERSION 3.22.1)\nfind_package(Osaca CONFIG REQUIRED)\nosaca_analyze(p ARCH zen4)\n")
run(said ${CMAKE_COMMAND} -S ${SCRATCH}/old -B ${SCRATCH}/old/build -G Ninja ${by_package} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)
expect_match("${said}" "osaca: CMake 3\\.25 or newer is required, but this is 3\\.22\\.1" "the reason is given")
command_of(${SCRATCH}/old/build "p.dir/f(.c)?.o" command)
expect_no_match("${command}" "${added_options}" "nothing is added")
