# The targets and tests that show the reports that osaca_analyze() stored in objects:
#
#   osaca_report                        the report of all analysed targets, in text
#   osaca_report_<target>               of one target, with the files that REPORT asked for
#   osaca_update_baseline[_<target>]    writes what is there now to the baseline
#   test osaca.<target>, label osaca    fails as FAIL_ON says (for targets with FAIL_ON or BASELINE)
#
# Files: <build folder of the target>/osaca-reports/<target>/[<configuration>/]osaca.html and so on.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.25) # independent of the project's policies

function(_osaca_check_report_arguments target formats fail_on tolerance)
  set(known text tables json markdown html sarif github gitlab junit remarks)
  foreach(format IN LISTS formats)
    if(NOT format IN_LIST known)
      list(JOIN known ", " known)
      message(FATAL_ERROR "osaca_analyze(${target}): unknown report format \"${format}\"; the formats are ${known}")
    endif()
  endforeach()
  if(fail_on AND NOT fail_on MATCHES "^(findings|warning|regressions|never)$")
    message(FATAL_ERROR "osaca_analyze(${target}): FAIL_ON must be findings, warning, regressions or never, not \"${fail_on}\"")
  endif()
  if(tolerance AND NOT tolerance MATCHES "^[0-9]+(\\.[0-9]+)?%?$")
    message(FATAL_ERROR "osaca_analyze(${target}): TOLERANCE must be a percentage such as 5%, not \"${tolerance}\"")
  endif()
endfunction()

# The target that prints all reports. It exists even where no plugin is active, and reports then that there is nothing.
function(_osaca_report_target)
  if(TARGET osaca_report)
    return()
  endif()
  set(manifest ${CMAKE_BINARY_DIR}/osaca-reports/all-$<CONFIG>.txt)
  _osaca_linked_option(linked osaca_report)
  _osaca_add_report(osaca_report "${manifest}" "Reporting the analysed loops" "${linked}")
  # Written when all targets are known: one line per object.
  file(GENERATE OUTPUT ${manifest}
       CONTENT "$<JOIN:$<GENEX_EVAL:$<TARGET_PROPERTY:osaca_report,OSACA_OBJECTS>>,\n>\n" TARGET osaca_report)
endfunction()

# The folders of reports that are written when targets are linked. The property is set after all folders were read.
function(_osaca_linked_option result target)
  set(${result} "-DLINKED=$<JOIN:$<GENEX_EVAL:$<TARGET_PROPERTY:${target},OSACA_LINKED>>,|>" PARENT_SCOPE)
endfunction()

# _osaca_add_report(NAME MANIFEST COMMENT [option...]): adds a target that runs OsacaReport.cmake.
function(_osaca_add_report name manifest comment)
  _osaca_report_command(command "${manifest}" ${ARGN})
  add_custom_target(${name} COMMAND ${command} COMMENT "${comment}" VERBATIM USES_TERMINAL)
  if(TARGET osaca)
    add_dependencies(${name} osaca)
  endif()
endfunction()

function(_osaca_report_command result manifest)
  get_property(here GLOBAL PROPERTY OSACA_CMAKE_DIR)
  # The build folder contains generated sources, and a target's folder may be outside of the project's.
  set(folders $<REMOVE_DUPLICATES:$<TARGET_PROPERTY:osaca_report,OSACA_SOURCE_FOLDERS>>)
  set(${result} ${CMAKE_COMMAND} -DOSACA=$<TARGET_FILE:Osaca::osaca> -DMANIFEST=${manifest} -DROOT=${CMAKE_SOURCE_DIR}
      "-DSOURCES=${CMAKE_BINARY_DIR}|$<JOIN:${folders},|>" ${ARGN} -P ${here}/OsacaReport.cmake PARENT_SCOPE)
endfunction()

function(_osaca_register target formats baseline tolerance fail_on)
  add_dependencies(osaca_report ${target})
  set_property(TARGET osaca_report APPEND PROPERTY OSACA_OBJECTS "$<TARGET_OBJECTS:${target}>")

  get_target_property(binary_dir ${target} BINARY_DIR)
  get_target_property(source_dir ${target} SOURCE_DIR)
  set_property(TARGET osaca_report APPEND PROPERTY OSACA_SOURCE_FOLDERS ${source_dir})
  set(folder ${binary_dir}/osaca-reports/${target})
  set(manifest ${folder}/objects-$<CONFIG>.txt)
  file(GENERATE OUTPUT ${manifest} CONTENT "$<JOIN:$<TARGET_OBJECTS:${target}>,\n>\n")
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(multi_config)
    string(APPEND folder "/$<CONFIG>")
  endif()

  _osaca_linked_option(linked ${target})
  set(options -DFOLDER=${folder} "${linked}" "-DLEFT_TO_LINK=$<TARGET_PROPERTY:${target},OSACA_LEFT_TO_LINK>" -DTARGET=${target})
  if(baseline)
    cmake_path(ABSOLUTE_PATH baseline BASE_DIRECTORY ${source_dir} NORMALIZE)
    list(APPEND options -DBASELINE=${baseline})
  endif()
  if(tolerance)
    list(APPEND options -DTOLERANCE=${tolerance})
  endif()
  string(REPLACE ";" "," formats "${formats}")
  _osaca_add_report(osaca_report_${target} "${manifest}" "Reporting the loops of ${target}" ${options} "-DFORMATS=${formats}")
  add_dependencies(osaca_report_${target} ${target})

  if(baseline)
    _osaca_add_report(osaca_update_baseline_${target} "${manifest}" "Writing ${baseline}" ${options} -DUPDATE=ON)
    add_dependencies(osaca_update_baseline_${target} ${target})
    if(NOT TARGET osaca_update_baseline)
      add_custom_target(osaca_update_baseline)
    endif()
    add_dependencies(osaca_update_baseline osaca_update_baseline_${target})
  endif()
  if(fail_on OR baseline)
    if(NOT fail_on)
      set(fail_on regressions)
    endif()
    _osaca_report_command(command "${manifest}" ${options} "-DFORMATS=${formats}" -DFAIL_ON=${fail_on} -DAS_TEST=ON)
    add_test(NAME osaca.${target} COMMAND ${command})
    set_tests_properties(osaca.${target} PROPERTIES LABELS osaca SKIP_REGULAR_EXPRESSION "osaca: skipped: ")
  endif()
endfunction()

cmake_policy(POP)
