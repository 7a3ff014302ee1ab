# osaca_analyze(TARGET [ARCH name...] [DATA level|size] [MISPREDICT rate] [ALL_LOOPS] [FUNCTION name] [STRICT] [REPORT_DIR dir]
#                      [REPORT format...] [BASELINE file] [TOLERANCE percent] [FAIL_ON findings|warning|regressions|never])
#
# Asks the compiler, while it compiles TARGET's own C, C++ and Fortran sources, to predict the loops that stand behind
# `#pragma osaca analyze`, in Fortran `!OSACA$ analyze` (ALL_LOOPS: every innermost loop; FUNCTION: those of one function). ARCH names the machines to
# predict for; without it, the one that -march/-mtune names. DATA says where the data of all loops are (L2, 48MB) whose pragma does
# not; MISPREDICT, which part of their conditional branches is predicted wrongly (3%). STRICT makes errors of what the source expects
# of a loop and does not get. Nothing is added to other targets or to what links TARGET.
#
# The report of each object lies in the object itself, in a section that linking drops, so it also comes out of compiler
# caches. OsacaReportTargets.cmake says which targets and tests show it. With REPORT_DIR the reports are written there as well,
# one JSON file per object. Where code is written when TARGET is linked: OsacaLinkTime.cmake.
#
# CMAKE_OSACA_ANALYZE, set to such arguments (or ON), is osaca_analyze() for all targets of the folder and those below; a
# target's property OSACA_ANALYZE (such arguments, or OFF) goes before it.
#
# It never breaks a build: a compiler without a plugin gets a message and the flags it always had.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.25) # this file's, whatever the project's are
include(${CMAKE_CURRENT_LIST_DIR}/OsacaFindPlugin.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/OsacaReportTargets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/OsacaLinkTime.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/OsacaAnalyzeAll.cmake)

# Where osaca.so and <compiler>-<version>[-<target>]/osaca.so lie, and what drives them. The package's config file or the
# source tree's top CMakeLists.txt set these before; both as global properties, so that the function works in any folder.
define_property(GLOBAL PROPERTY OSACA_PLUGIN_ROOT BRIEF_DOCS "Folder of the compiler plugins")
define_property(GLOBAL PROPERTY OSACA_PLUGINS_BEING_BUILT BRIEF_DOCS "Plugins that this build makes: id=target")
define_property(GLOBAL PROPERTY OSACA_ANALYSED_TARGETS BRIEF_DOCS "Targets given to osaca_analyze")
define_property(TARGET PROPERTY OSACA_ANALYZE BRIEF_DOCS "Arguments of osaca_analyze for this target, or OFF")
set_property(GLOBAL PROPERTY OSACA_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR})

function(osaca_analyze target)
  set(flags ALL_LOOPS STRICT)
  set(values DATA MISPREDICT REPORT_DIR FUNCTION BASELINE TOLERANCE FAIL_ON)
  set(lists ARCH REPORT)
  cmake_parse_arguments(PARSE_ARGV 1 arg "${flags}" "${values}" "${lists}")
  _osaca_check_arguments(${target} "${arg_UNPARSED_ARGUMENTS}" "${arg_KEYWORDS_MISSING_VALUES}")
  _osaca_check_report_arguments(${target} "${arg_REPORT}" "${arg_FAIL_ON}" "${arg_TOLERANCE}")
  set(arguments embed)
  if(arg_REPORT_DIR)
    _osaca_report_folder("${arg_REPORT_DIR}" report_dir)
    list(APPEND arguments report_dir=${report_dir})
  endif()
  if(arg_ARCH)
    list(JOIN arg_ARCH "," archs)
    list(APPEND arguments arch=${archs})
  endif()
  if(arg_DATA)
    list(APPEND arguments data=${arg_DATA})
  endif()
  if(arg_MISPREDICT)
    list(APPEND arguments mispredict=${arg_MISPREDICT})
  endif()
  if(arg_ALL_LOOPS)
    list(APPEND arguments all)
  endif()
  if(arg_STRICT)
    list(APPEND arguments strict)
  endif()
  if(arg_FUNCTION)
    list(APPEND arguments function=${arg_FUNCTION})
  endif()
  list(TRANSFORM arguments PREPEND -fplugin-arg-osaca-)

  set(active FALSE)
  set(may_have_targets TRUE)
  if(CMAKE_BINARY_DIR MATCHES "#")
    set(may_have_targets FALSE)
  endif()
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  foreach(language IN ITEMS C CXX Fortran)
    if(language IN_LIST languages)
      _osaca_find_plugin(${language} plugin builders)
      if(plugin)
        # OSACA_PLUGIN: the macros of osaca/annotate.h are pragmas.
        set(define -DOSACA_PLUGIN)
        if(language STREQUAL "Fortran")
          set(define)
        endif()
        target_compile_options(${target} PRIVATE
          "$<$<COMPILE_LANG_AND_ID:${language},${CMAKE_${language}_COMPILER_ID}>:-fplugin=${plugin};${arguments};${define}>")
        if(builders)
          add_dependencies(${target} ${builders})
        endif()
        if(arg_REPORT_DIR)
          _osaca_bypass_ccache(${target} ${language})
        endif()
        if(may_have_targets)
          _osaca_analyze_link(${target} ${language} ${plugin} "${arguments}" "${report_dir}")
        endif()
        set(active TRUE)
      endif()
    endif()
  endforeach()

  if(NOT may_have_targets)
    message(WARNING "osaca_analyze(${target}): CMake has no custom targets in a folder with '#' in its path. Loops are analysed "
                    "while they are compiled, but there are no reports and tests of them.")
    return()
  endif()
  _osaca_report_target()
  if(active)
    _osaca_register(${target} "${arg_REPORT}" "${arg_BASELINE}" "${arg_TOLERANCE}" "${arg_FAIL_ON}")
  endif()
endfunction()

function(_osaca_check_arguments target unparsed missing)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "osaca_analyze: there is no target \"${target}\" (call it after add_executable or add_library)")
  endif()
  if(unparsed)
    message(FATAL_ERROR "osaca_analyze(${target}): unknown argument \"${unparsed}\"; known are "
                        "ARCH, DATA, MISPREDICT, ALL_LOOPS, FUNCTION, STRICT, REPORT_DIR, REPORT, BASELINE, TOLERANCE, FAIL_ON")
  endif()
  if(missing)
    message(FATAL_ERROR "osaca_analyze(${target}): no value after ${missing}")
  endif()
  get_target_property(type ${target} TYPE)
  get_target_property(imported ${target} IMPORTED)
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(imported OR aliased OR NOT type MATCHES "^(EXECUTABLE|STATIC_LIBRARY|SHARED_LIBRARY|MODULE_LIBRARY|OBJECT_LIBRARY)$")
    message(FATAL_ERROR "osaca_analyze(${target}): only a target of this project that compiles sources can be analysed")
  endif()
  get_property(analysed GLOBAL PROPERTY OSACA_ANALYSED_TARGETS)
  if(target IN_LIST analysed)
    message(FATAL_ERROR "osaca_analyze(${target}): called twice; give all machines in one call: ARCH a b")
  endif()
  set_property(GLOBAL APPEND PROPERTY OSACA_ANALYSED_TARGETS ${target})
endfunction()

# A folder per configuration where a build folder holds several.
function(_osaca_report_folder wanted result)
  cmake_path(ABSOLUTE_PATH wanted BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} NORMALIZE)
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(multi_config)
    foreach(config IN LISTS CMAKE_CONFIGURATION_TYPES)
      file(MAKE_DIRECTORY ${wanted}/${config})
    endforeach()
    string(APPEND wanted "/$<CONFIG>")
  else()
    file(MAKE_DIRECTORY ${wanted})
  endif()
  set(${result} "${wanted}" PARENT_SCOPE)
endfunction()

# A compiler cache restores the object, with the report in it, and the messages, but not a report file: a REPORT_DIR would
# be empty after a clean build. So targets that ask for one are compiled afresh.
function(_osaca_bypass_ccache target language)
  get_target_property(launcher ${target} ${language}_COMPILER_LAUNCHER)
  if(launcher)
    list(GET launcher 0 first)
    cmake_path(GET first STEM name)
    if(name MATCHES "^s?ccache$")
      set_property(TARGET ${target} PROPERTY ${language}_COMPILER_LAUNCHER "")
      _osaca_say_once(STATUS "osaca: targets with a REPORT_DIR are compiled without ${name}, which would lose its files")
    endif()
  endif()
endfunction()

cmake_policy(POP)
