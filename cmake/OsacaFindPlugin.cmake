# Finds the plugin for a project's compilers.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.25) # independent of the project's policies

# The plugin for the compiler of one language. It is empty if there is none, which is reported once per compiler. It is
# always the loader, which selects the implementation for the compiler that loads it. `builders` are the targets that
# have to be built before, if they belong to this build.
function(_osaca_find_plugin language plugin_result builders_result)
  set(${plugin_result} "" PARENT_SCOPE)
  set(${builders_result} "" PARENT_SCOPE)
  set(compiler_id "${CMAKE_${language}_COMPILER_ID}")
  if(NOT compiler_id MATCHES "^(GNU|Clang)$")
    set(instead)
    if(compiler_id MATCHES "Flang$")
      set(instead ". You can still analyse what it compiled: osaca PROGRAM, or osaca OBJECT")
    endif()
    _osaca_say_once(STATUS "osaca: no plugin for ${compiler_id} (${CMAKE_${language}_COMPILER}), so osaca_analyze() has "
                           "no effect on ${language} sources${instead}")
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
  _osaca_say_once(WARNING "osaca: no plugin ${wanted} for ${CMAKE_${language}_COMPILER} in ${root} (installed: "
                          "${present}). The build continues without it. To get the plugin, install the plugin headers of this "
                          "compiler and build osaca again (Debian: gcc-<version>-plugin-dev, or libclang-<version>-dev and "
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

cmake_policy(POP)
