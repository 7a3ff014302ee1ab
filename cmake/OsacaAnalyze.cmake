# osaca_analyze(TARGET [ARCH name...] [ALL_LOOPS] [FUNCTION name] [REPORT_DIR dir])
#
# Asks the compiler, while it compiles TARGET's own C and C++ sources, to predict the loops that stand behind
# `#pragma osaca analyze` (ALL_LOOPS: every innermost loop; FUNCTION: those of one function). ARCH names the machines to
# predict for; without it, the one that -march/-mtune names. Nothing is added to other targets or to what links TARGET.
#
# The report of each object lies in the object itself, in a section that linking drops, so it also comes out of compiler
# caches. `cmake --build . -t osaca_report` builds the targets and prints their reports. With REPORT_DIR they are written
# there as well, one JSON file per object.
#
# It never breaks a build: a compiler without a plugin gets a message and the flags it always had.
include_guard(GLOBAL)

# Where osaca.so and <compiler>-<version>[-<target>]/osaca.so lie, and what drives them. The package's config file or the
# source tree's top CMakeLists.txt set these before; both as global properties, so that the function works in any folder.
define_property(GLOBAL PROPERTY OSACA_PLUGIN_ROOT BRIEF_DOCS "Folder of the compiler plugins")
define_property(GLOBAL PROPERTY OSACA_PLUGINS_BEING_BUILT BRIEF_DOCS "Plugins that this build makes: id=target")
define_property(GLOBAL PROPERTY OSACA_ANALYSED_TARGETS BRIEF_DOCS "Targets given to osaca_analyze")
set_property(GLOBAL PROPERTY OSACA_CMAKE_DIR ${CMAKE_CURRENT_LIST_DIR})

function(osaca_analyze target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ALL_LOOPS" "REPORT_DIR;FUNCTION" "ARCH")
  _osaca_check_arguments(${target} "${arg_UNPARSED_ARGUMENTS}" "${arg_KEYWORDS_MISSING_VALUES}")
  set(arguments embed)
  if(arg_REPORT_DIR)
    _osaca_report_folder("${arg_REPORT_DIR}" report_dir)
    list(APPEND arguments report_dir=${report_dir})
  endif()
  if(arg_ARCH)
    list(JOIN arg_ARCH "," archs)
    list(APPEND arguments arch=${archs})
  endif()
  if(arg_ALL_LOOPS)
    list(APPEND arguments all)
  endif()
  if(arg_FUNCTION)
    list(APPEND arguments function=${arg_FUNCTION})
  endif()
  list(TRANSFORM arguments PREPEND -fplugin-arg-osaca-)

  set(active FALSE)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  foreach(language IN ITEMS C CXX)
    if(language IN_LIST languages)
      _osaca_find_plugin(${language} plugin builders)
      if(plugin)
        target_compile_options(${target} PRIVATE
          "$<$<COMPILE_LANG_AND_ID:${language},${CMAKE_${language}_COMPILER_ID}>:-fplugin=${plugin};${arguments}>")
        if(builders)
          add_dependencies(${target} ${builders})
        endif()
        if(arg_REPORT_DIR)
          _osaca_bypass_ccache(${target} ${language})
        endif()
        set(active TRUE)
      endif()
    endif()
  endforeach()

  _osaca_report_target()
  if(active)
    _osaca_register(${target})
  endif()
endfunction()

function(_osaca_check_arguments target unparsed missing)
  if(NOT TARGET ${target})
    message(FATAL_ERROR "osaca_analyze: there is no target \"${target}\" (call it after add_executable or add_library)")
  endif()
  if(unparsed)
    message(FATAL_ERROR "osaca_analyze(${target}): unknown argument \"${unparsed}\"; known are "
                        "ARCH, ALL_LOOPS, FUNCTION, REPORT_DIR")
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

# The plugin for the compiler of one language; empty (and said so, once per compiler) if there is none. It is always the
# loader, which picks the implementation for the compiler that loads it. `builders` are the targets to be built before,
# where this very build makes them.
function(_osaca_find_plugin language plugin_result builders_result)
  set(${plugin_result} "" PARENT_SCOPE)
  set(${builders_result} "" PARENT_SCOPE)
  set(compiler_id "${CMAKE_${language}_COMPILER_ID}")
  if(NOT compiler_id MATCHES "^(GNU|Clang)$")
    _osaca_say_once(STATUS "osaca: no plugin for ${compiler_id} (${CMAKE_${language}_COMPILER}); osaca_analyze() adds "
                           "nothing to ${language} sources")
    return()
  endif()
  _osaca_plugin_ids(${language} ids)
  get_property(root GLOBAL PROPERTY OSACA_PLUGIN_ROOT)
  get_property(being_built GLOBAL PROPERTY OSACA_PLUGINS_BEING_BUILT)
  foreach(id IN LISTS ids)
    foreach(entry IN LISTS being_built)
      if(entry MATCHES "^([^=]+)=(.+)$" AND CMAKE_MATCH_1 STREQUAL id)
        set(${plugin_result} ${root}/osaca.so PARENT_SCOPE)
        set(${builders_result} ${CMAKE_MATCH_2} osaca_plugin_loader osaca PARENT_SCOPE) # the plugin starts the driver
        return()
      endif()
    endforeach()
    if(EXISTS ${root}/${id}/osaca.so)
      set(${plugin_result} ${root}/osaca.so PARENT_SCOPE)
      return()
    endif()
  endforeach()
  list(GET ids 0 wanted)
  file(GLOB present RELATIVE ${root} ${root}/*/osaca.so)
  list(TRANSFORM present REPLACE "/osaca.so$" "")
  foreach(entry IN LISTS being_built)
    string(REGEX REPLACE "=.*" "" id ${entry})
    list(APPEND present ${id})
  endforeach()
  list(REMOVE_DUPLICATES present)
  list(JOIN present ", " present)
  _osaca_say_once(WARNING "osaca: no plugin ${wanted} for ${CMAKE_${language}_COMPILER} in ${root} (there: "
                          "${present}). The build goes on without it; build osaca with the headers for this compiler's "
                          "plugins installed to get one (Debian: gcc-<version>-plugin-dev, or libclang-<version>-dev and "
                          "llvm-<version>-dev).")
endfunction()

# Names under which a plugin for this compiler may be installed, best first. A GCC plugin works in exactly one build of
# GCC, a Clang plugin in one major version.
function(_osaca_plugin_ids language result)
  set(compiler ${CMAKE_${language}_COMPILER})
  set(version ${CMAKE_${language}_COMPILER_VERSION})
  string(REGEX MATCH "^[0-9]+" major "${version}")
  if(CMAKE_${language}_COMPILER_ID STREQUAL "Clang")
    set(${result} clang-${major} PARENT_SCOPE)
    return()
  endif()
  get_property(ids GLOBAL PROPERTY OSACA_PLUGIN_IDS_${compiler})
  if(NOT ids)
    separate_arguments(extra UNIX_COMMAND "${CMAKE_${language}_COMPILER_ARG1}")
    execute_process(COMMAND ${compiler} ${extra} -dumpmachine
                    OUTPUT_VARIABLE machine OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    execute_process(COMMAND ${compiler} ${extra} -dumpfullversion
                    OUTPUT_VARIABLE full_version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(full_version)
      set(version ${full_version})
      string(REGEX MATCH "^[0-9]+" major "${version}")
    endif()
    set(ids gcc-${version}-${machine} gcc-${major}-${machine})
    set_property(GLOBAL PROPERTY OSACA_PLUGIN_IDS_${compiler} ${ids})
  endif()
  set(${result} ${ids} PARENT_SCOPE)
endfunction()

function(_osaca_say_once level)
  string(CONCAT text ${ARGN})
  string(SHA1 key "${text}")
  get_property(said GLOBAL PROPERTY OSACA_SAID_${key})
  if(NOT said)
    set_property(GLOBAL PROPERTY OSACA_SAID_${key} TRUE)
    message(${level} "${text}")
  endif()
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

# The target that prints what was collected; it exists (and says that there is nothing) even where no plugin is active.
function(_osaca_report_target)
  if(TARGET osaca_report)
    return()
  endif()
  get_property(here GLOBAL PROPERTY OSACA_CMAKE_DIR)
  add_custom_target(osaca_report
    COMMAND ${CMAKE_COMMAND} -DOSACA=$<TARGET_FILE:Osaca::osaca> -DMANIFEST=${CMAKE_BINARY_DIR}/osaca-reports/$<CONFIG>.txt
            -P ${here}/OsacaReport.cmake
    COMMENT "Loops marked for analysis" VERBATIM USES_TERMINAL)
  if(TARGET osaca)
    add_dependencies(osaca_report osaca)
  endif()
  # Written when everything is known: a line per object.
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/osaca-reports/$<CONFIG>.txt
       CONTENT "$<JOIN:$<GENEX_EVAL:$<TARGET_PROPERTY:osaca_report,OSACA_OBJECTS>>,\n>\n" TARGET osaca_report)
endfunction()

function(_osaca_register target)
  add_dependencies(osaca_report ${target})
  set_property(TARGET osaca_report APPEND PROPERTY OSACA_OBJECTS "$<TARGET_OBJECTS:${target}>")
endfunction()
