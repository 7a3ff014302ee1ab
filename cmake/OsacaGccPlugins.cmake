# Finds the GCCs on this machine that a plugin can be built for, and builds the plugin for each of them.
#
# A GCC plugin works with exactly one build of one compiler. So there is one osaca.so per compiler, in
# lib/osaca/gcc-<major>-<target>/. The plugin of a cross compiler runs on the host, like the compiler itself: it is
# compiled with the headers of the cross compiler by the host's g++ of the same version.
include(OsacaPluginBuild)

set(OSACA_GCC_COMPILERS "" CACHE STRING "GCC compilers to build plugins for (default: all installed)")

set(OSACA_GCC_ISAS x86_64 aarch64 riscv64)

# osaca_gcc_identity(COMPILER OUT): "gcc-12-x86_64-linux-gnu", or "" if COMPILER is not GCC.
function(osaca_gcc_identity compiler out)
  set(${out} "" PARENT_SCOPE)
  execute_process(COMMAND ${compiler} --version OUTPUT_VARIABLE banner ERROR_QUIET RESULT_VARIABLE failed)
  if(failed OR NOT banner MATCHES "Free Software Foundation")
    return()
  endif()
  execute_process(COMMAND ${compiler} -dumpversion OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${compiler} -dumpmachine OUTPUT_VARIABLE machine OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  string(REGEX MATCH "^[0-9]+" major "${version}")
  if(major AND machine)
    set(${out} "gcc-${major}-${machine}" PARENT_SCOPE)
  endif()
endfunction()

# osaca_gcc_plugin_headers(COMPILER OUT): the folder of its plugin headers, or "".
function(osaca_gcc_plugin_headers compiler out)
  execute_process(COMMAND ${compiler} -print-file-name=plugin OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE
                  ERROR_QUIET)
  if(EXISTS "${folder}/include/gcc-plugin.h")
    get_filename_component(folder "${folder}/include" REALPATH)
    set(${out} "${folder}" PARENT_SCOPE)
  else()
    set(${out} "" PARENT_SCOPE)
  endif()
endfunction()

# osaca_find_gccs(OUT): paths of the compilers to build for, the host's default first.
function(osaca_find_gccs out)
  if(OSACA_GCC_COMPILERS)
    set(${out} ${OSACA_GCC_COMPILERS} PARENT_SCOPE)
    return()
  endif()
  set(names gcc)
  foreach(major RANGE 16 11 -1)
    list(APPEND names gcc-${major})
    foreach(isa IN LISTS OSACA_GCC_ISAS)
      list(APPEND names ${isa}-linux-gnu-gcc-${major})
    endforeach()
  endforeach()
  set(found)
  foreach(name IN LISTS names)
    find_program(OSACA_PROGRAM_${name} ${name})
    mark_as_advanced(OSACA_PROGRAM_${name})
    if(OSACA_PROGRAM_${name})
      list(APPEND found ${OSACA_PROGRAM_${name}})
    endif()
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# osaca_gcc_host_compiler(MAJOR OUT): the C++ compiler of the host that builds plugins for GCC MAJOR.
function(osaca_gcc_host_compiler major out)
  find_program(OSACA_PROGRAM_g++-${major} g++-${major})
  mark_as_advanced(OSACA_PROGRAM_g++-${major})
  if(OSACA_PROGRAM_g++-${major})
    set(${out} ${OSACA_PROGRAM_g++-${major}} PARENT_SCOPE)
  elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    set(${out} ${CMAKE_CXX_COMPILER} PARENT_SCOPE)
  else()
    set(${out} "" PARENT_SCOPE)
  endif()
endfunction()

# osaca_add_gcc_plugin(COMPILER SOURCES...): adds the target osaca_plugin_<identity>, or reports why that is not
# possible. Only the first compiler of an identity is used. The path of osaca.so is appended to the global property
# OSACA_GCC_PLUGINS.
function(osaca_add_gcc_plugin compiler)
  osaca_gcc_identity(${compiler} identity)
  if(NOT identity OR TARGET osaca_plugin_${identity})
    return()
  endif()
  osaca_gcc_plugin_headers(${compiler} headers)
  if(NOT headers)
    message(STATUS "No GCC plugin for ${compiler}: its plugin headers are not installed (gcc-<version>-plugin-dev)")
    return()
  endif()
  string(REGEX MATCH "^gcc-([0-9]+)-([a-z0-9_]+)" matched ${identity})
  set(major ${CMAKE_MATCH_1})
  set(isa ${CMAKE_MATCH_2})
  if(NOT isa IN_LIST OSACA_GCC_ISAS)
    message(STATUS "No GCC plugin for ${compiler}: its target ${isa} is not supported")
    return()
  endif()
  osaca_gcc_host_compiler(${major} host)
  if(NOT host)
    message(STATUS "No GCC plugin for ${compiler}: g++-${major}, which is required to build it, is not installed")
    return()
  endif()
  string(TOUPPER ${isa} upper_isa)
  # The compilers are linked with a C++ library of their own, so the plugin contains its own as well.
  osaca_build_plugin(${identity}
    BUILDER ${host}
    SOURCES ${ARGN}
    FLAGS -std=c++17 -DOSACA_TARGET_${upper_isa} -isystem ${headers}
    LINK_FLAGS -static-libstdc++ -static-libgcc -Wl,--exclude-libs,ALL)
  set_property(GLOBAL APPEND PROPERTY OSACA_GCC_PLUGINS ${PROJECT_BINARY_DIR}/lib/osaca/${identity}/osaca.so)
  set_property(GLOBAL APPEND PROPERTY OSACA_GCC_PLUGIN_COMPILERS ${compiler})
  get_filename_component(folder ${headers} DIRECTORY)
  set_property(GLOBAL PROPERTY OSACA_GCC_PLUGIN_FOLDER_OF_${identity} ${folder})
  set_property(GLOBAL PROPERTY OSACA_GCC_OF_${identity} ${compiler})
  message(STATUS "GCC plugin for ${compiler}: lib/osaca/${identity}/osaca.so, built with ${host}")
endfunction()
