# Targets whose code is generated when they are linked (link-time optimisation): INTERPROCEDURAL_OPTIMIZATION, or -flto
# among the flags.
#
# GCC runs the plugin at that time too, if it is on the command line of the link. Its report cannot be stored in an
# object, because the objects of a link are deleted. So the reports are files in a folder of the target. The target
# property OSACA_LINKED names that folder, and the targets that show reports read it too.
#
# Clang runs no plugin at that time. So the linked program or library is analysed: `osaca annotated` finds the loops of
# the annotations in its sources. Its notes appear in the build, and its report is in the same folder.
#
# Static and object libraries are not linked. Their loops are reported for the analysed programs and shared libraries
# that link them.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.25) # independent of the project's policies

define_property(TARGET PROPERTY OSACA_LINKED BRIEF_DOCS "Folder of the reports that are written when the target is linked")

define_property(TARGET PROPERTY OSACA_LEFT_TO_LINK BRIEF_DOCS "Whether programs that link this library contain its loops")

# _osaca_analyze_link(TARGET LANGUAGE PLUGIN ARGUMENTS REPORT_DIR): does nothing unless the target is optimised when it
# is linked, which is known only after all folders were read. ARGUMENTS are those of the plugin. REPORT_DIR is the
# folder where the user wants reports, or empty.
function(_osaca_analyze_link target language plugin arguments report_dir)
  set(compiler ${CMAKE_${language}_COMPILER_ID})
  if(NOT compiler MATCHES "^(GNU|Clang)$")
    return()
  endif()
  list(FILTER arguments EXCLUDE REGEX "^-fplugin-arg-osaca-(embed|report_dir=.*)$")
  if(report_dir)
    set(folder ${report_dir}/${target}.linked)
  else()
    get_target_property(binary_dir ${target} BINARY_DIR)
    set(folder ${binary_dir}/osaca-reports/${target}/linked)
    get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
    if(multi_config)
      string(APPEND folder "/$<CONFIG>")
    endif()
  endif()
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]]
    CALL _osaca_settle_link [[${target}]] [[${language}]] [[${compiler}]] [[${plugin}]] [[${arguments}]] [[${folder}]])")
endfunction()

function(_osaca_settle_link target language compiler plugin arguments folder)
  _osaca_is_optimised_at_link(${target} ${language} is_optimised condition)
  if(NOT is_optimised)
    return()
  endif()
  if(compiler STREQUAL "Clang")
    target_compile_options(${target} PRIVATE
      "$<$<AND:${condition},$<COMPILE_LANG_AND_ID:${language},Clang>>:-fplugin-arg-osaca-linked>")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
    _osaca_say_once(STATUS "osaca: the code of ${target} is generated when a program is linked with it (link-time optimisation). Its loops are "
                           "reported for the analysed programs and shared libraries that link it")
    set_property(TARGET ${target} PROPERTY OSACA_LEFT_TO_LINK TRUE)
    return()
  endif()
  if(compiler STREQUAL "GNU")
    target_link_options(${target} PRIVATE
      "$<$<AND:${condition},$<LINK_LANG_AND_ID:${language},GNU>>:-fplugin=${plugin};${arguments};-fplugin-arg-osaca-report_dir=${folder}>")
  else()
    _osaca_look_at_linked(${target} "${arguments}" "${folder}")
  endif()
  get_target_property(known ${target} OSACA_LINKED)
  if(NOT known)
    set_property(TARGET ${target} PROPERTY OSACA_LINKED "${folder}")
    set_property(TARGET osaca_report APPEND PROPERTY OSACA_LINKED "${folder}")
  endif()
endfunction()

# Whether the target is optimised at its link in any configuration. In other configurations, the plugin is not called at
# the link. `condition_result` is a generator expression, because the property INTERPROCEDURAL_OPTIMIZATION has no
# effect in a project with the policies of CMake before 3.9, and only the target knows its policies.
function(_osaca_is_optimised_at_link target language result condition_result)
  set(configurations ${CMAKE_CONFIGURATION_TYPES} ${CMAKE_BUILD_TYPE})
  get_target_property(is_optimised ${target} INTERPROCEDURAL_OPTIMIZATION)
  get_target_property(folder ${target} SOURCE_DIR)
  get_directory_property(flags DIRECTORY ${folder} DEFINITION CMAKE_${language}_FLAGS)
  foreach(configuration IN LISTS configurations)
    string(TOUPPER ${configuration} configuration)
    get_target_property(is_so ${target} INTERPROCEDURAL_OPTIMIZATION_${configuration})
    if(is_so)
      set(is_optimised TRUE)
    endif()
    get_directory_property(more DIRECTORY ${folder} DEFINITION CMAKE_${language}_FLAGS_${configuration})
    string(APPEND flags " ${more}")
  endforeach()
  foreach(property IN ITEMS COMPILE_OPTIONS LINK_OPTIONS)
    get_target_property(options ${target} ${property})
    if(options)
      string(APPEND flags " ${options}")
    endif()
  endforeach()
  set(${result} TRUE PARENT_SCOPE)
  if(flags MATCHES "(^|[ ;:,])-flto([ ;>=]|$)")
    set(${condition_result} 1 PARENT_SCOPE)
  elseif(is_optimised)
    set(${condition_result} $<TARGET_POLICY:CMP0069> PARENT_SCOPE)
  else()
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

# A target of its own and not a command after the link, for two reasons: targets of other folders can be analysed too,
# and an unmet expectation does not delete the program.
function(_osaca_look_at_linked target arguments folder)
  if(TARGET osaca_linked_${target}) # it exists already for another language
    return()
  endif()
  if(arguments MATCHES "-fplugin-arg-osaca-function=")
    message(STATUS "osaca: FUNCTION is ignored for ${target}, because its code is generated when it is linked; its annotated loops are analysed, or all of them with ALL_LOOPS")
  endif()
  list(FILTER arguments INCLUDE REGEX "^-fplugin-arg-osaca-(arch=|data=|mispredict=|calls=|(all|strict)$)")
  list(TRANSFORM arguments REPLACE "^-fplugin-arg-osaca-" "--")
  string(REPLACE ";" "|" options "${arguments}")
  set(calls "")
  if(arguments MATCHES "--calls=([^;]+)")
    set(calls ${CMAKE_MATCH_1})
    if(NOT EXISTS "${calls}")
      set(calls "") # to depend on a missing file would break the build
    endif()
  endif()
  set(report ${folder}/${target}.json)
  get_property(here GLOBAL PROPERTY OSACA_CMAKE_DIR)
  set(drivers "")
  if(TARGET osaca)
    set(drivers osaca)
  endif()
  add_custom_command(OUTPUT ${report}
    COMMAND ${CMAKE_COMMAND} -DOSACA=$<TARGET_FILE:Osaca::osaca> -DPROGRAM=$<TARGET_FILE:${target}> -DREPORT=${report}
            "-DOPTIONS=${options}" -DNAME=${target} -P ${here}/OsacaLinkedProgram.cmake
    DEPENDS ${target} ${drivers} ${calls} COMMENT "Analysing the loops of ${target}" VERBATIM)
  _osaca_is_built_by_default(${target} by_default)
  set(all "")
  if(by_default)
    set(all ALL)
  endif()
  add_custom_target(osaca_linked_${target} ${all} DEPENDS ${report})
  foreach(user IN ITEMS osaca_report osaca_report_${target} osaca_update_baseline_${target})
    if(TARGET ${user})
      add_dependencies(${user} osaca_linked_${target})
    endif()
  endforeach()
endfunction()

# Whether neither the target nor a folder that contains it was excluded from `all`.
function(_osaca_is_built_by_default target result)
  get_target_property(is_left_out ${target} EXCLUDE_FROM_ALL)
  get_target_property(folder ${target} SOURCE_DIR)
  while(folder AND NOT is_left_out)
    get_property(is_left_out DIRECTORY ${folder} PROPERTY EXCLUDE_FROM_ALL)
    get_property(folder DIRECTORY ${folder} PROPERTY PARENT_DIRECTORY)
  endwhile()
  if(is_left_out)
    set(${result} FALSE PARENT_SCOPE)
  else()
    set(${result} TRUE PARENT_SCOPE)
  endif()
endfunction()

cmake_policy(POP)
