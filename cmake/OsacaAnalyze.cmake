# osaca_analyze(TARGET [ARCH name...] [DATA level|size] [MISPREDICT rate] [CALLS file] [ALL_LOOPS] [FUNCTION name] [STRICT]
#                      [REPORT_DIR dir] [REPORT format...] [BASELINE file] [TOLERANCE percent] [FAIL_ON findings|warning|regressions|never])
#
# While the compiler compiles TARGET's own C, C++ and Fortran sources, it predicts the loops that follow `#pragma osaca
# analyze`, or `!OSACA$ analyze` in Fortran. ALL_LOOPS selects every innermost loop, FUNCTION those of one function.
# ARCH names the cores to predict for; the default is the one selected by -march/-mtune. DATA is the level or size of
# the data (L2, 48MB) of all loops whose pragma gives none. MISPREDICT is the share of their conditional branches that
# is mispredicted (3%). CALLS is a table with the costs of calls, written by `osaca measure calls`. With STRICT, an unmet expectation in the source is an error. Other targets, and what links
# TARGET, are not changed.
#
# The report of each object is stored in the object itself, in a section that linking drops. So compiler caches restore
# it too. OsacaReportTargets.cmake describes the targets and tests that show the reports. With REPORT_DIR, the reports
# are also written there, one JSON file per object. OsacaLinkTime.cmake handles targets whose code is generated when
# they are linked.
#
# If CMAKE_OSACA_ANALYZE is set to such arguments (or ON), osaca_analyze() is called for all targets of the folder and
# the folders below. The target property OSACA_ANALYZE (such arguments, or OFF) takes precedence.
#
# It never breaks a build: if a compiler has no plugin, a message is printed and its flags are not changed.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.25) # independent of the project's policies
include(${CMAKE_CURRENT_LIST_DIR}/OsacaFindPlugin.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/OsacaCheckValues.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/OsacaReportTargets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/OsacaLinkTime.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/OsacaAnalyzeAll.cmake)

# The folders of osaca.so and <compiler>-<version>[-<target>]/osaca.so, and the driver. They are set before by the
# package's config file or by the source tree's top CMakeLists.txt. Both are global properties, so that the function
# works in any folder.
define_property(GLOBAL PROPERTY OSACA_PLUGIN_ROOT BRIEF_DOCS "Folder of the compiler plugins")
define_property(GLOBAL PROPERTY OSACA_PLUGINS_BEING_BUILT BRIEF_DOCS "Plugins built by this project: id=target")
define_property(GLOBAL PROPERTY OSACA_ANALYSED_TARGETS BRIEF_DOCS "Targets for which osaca_analyze was called")
define_property(TARGET PROPERTY OSACA_ANALYZE BRIEF_DOCS "Arguments of osaca_analyze for this target, or OFF")
set_property(GLOBAL PROPERTY OSACA_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR})

function(osaca_analyze target)
  set(flags ALL_LOOPS STRICT)
  set(values DATA MISPREDICT CALLS REPORT_DIR FUNCTION BASELINE TOLERANCE FAIL_ON)
  set(lists ARCH REPORT)
  cmake_parse_arguments(PARSE_ARGV 1 arg "${flags}" "${values}" "${lists}")
  _osaca_check_arguments(${target} "${arg_UNPARSED_ARGUMENTS}" "${arg_KEYWORDS_MISSING_VALUES}")
  _osaca_check_report_arguments(${target} "${arg_REPORT}" "${arg_FAIL_ON}" "${arg_TOLERANCE}")
  if(arg_CALLS)
    cmake_path(ABSOLUTE_PATH arg_CALLS BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
  endif()
  _osaca_check_values(${target} "${arg_ARCH}" "${arg_DATA}" "${arg_MISPREDICT}" "${arg_CALLS}")
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
  if(arg_CALLS)
    list(APPEND arguments calls=${arg_CALLS})
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
        # OSACA_PLUGIN makes the macros of osaca/annotate.h expand to pragmas.
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
                    "while they are compiled, but there are no targets and tests that report them.")
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
    message(FATAL_ERROR "osaca_analyze(${target}): unknown argument \"${unparsed}\"; the arguments are "
                        "ARCH, DATA, MISPREDICT, CALLS, ALL_LOOPS, FUNCTION, STRICT, REPORT_DIR, REPORT, BASELINE, TOLERANCE, FAIL_ON")
  endif()
  if(missing)
    message(FATAL_ERROR "osaca_analyze(${target}): ${missing} requires a value")
  endif()
  get_target_property(type ${target} TYPE)
  get_target_property(imported ${target} IMPORTED)
  get_target_property(aliased ${target} ALIASED_TARGET)
  if(imported OR aliased OR NOT type MATCHES "^(EXECUTABLE|STATIC_LIBRARY|SHARED_LIBRARY|MODULE_LIBRARY|OBJECT_LIBRARY)$")
    message(FATAL_ERROR "osaca_analyze(${target}): only a target of this project that compiles sources can be analysed")
  endif()
  get_property(analysed GLOBAL PROPERTY OSACA_ANALYSED_TARGETS)
  if(target IN_LIST analysed)
    message(FATAL_ERROR "osaca_analyze(${target}): called twice; name all cores in one call: ARCH a b")
  endif()
  set_property(GLOBAL APPEND PROPERTY OSACA_ANALYSED_TARGETS ${target})
endfunction()

# One folder per configuration, if the build folder contains several configurations.
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

# A compiler cache restores the object including its report, and the messages, but not a report file. So REPORT_DIR
# would be empty after a clean build. Targets with a REPORT_DIR are therefore compiled without the cache.
function(_osaca_bypass_ccache target language)
  get_target_property(launcher ${target} ${language}_COMPILER_LAUNCHER)
  if(launcher)
    list(GET launcher 0 first)
    cmake_path(GET first STEM name)
    if(name MATCHES "^s?ccache$")
      set_property(TARGET ${target} PROPERTY ${language}_COMPILER_LAUNCHER "")
      _osaca_say_once(STATUS "osaca: targets with a REPORT_DIR are compiled without ${name}, which does not restore report files")
    endif()
  endif()
endfunction()

cmake_policy(POP)
