# Finds the Clangs on this machine that a plugin can be built for, and builds the plugin for each of them.
#
# Clang's C++ interface changes with every major version, but not within one. So there is one osaca.so per major
# version, in lib/osaca/clang-<major>/. One Clang compiles for all targets, so the name contains no triplet. The plugin
# does not link LLVM: everything that it calls is in the compiler that loads it.
include(OsacaPluginBuild)

set(OSACA_CLANG_VERSIONS "" CACHE STRING "Major versions of Clang to build plugins for (default: all installed)")
set(OSACA_LLVM_ROOTS "" CACHE STRING "Prefixes of LLVM and Clang, if they are not in a standard folder such as /usr/lib/llvm-<major>")

# osaca_llvm_root(MAJOR OUT): the folder that contains include/ of that version, or "".
function(osaca_llvm_root major out)
  set(${out} "" PARENT_SCOPE)
  foreach(root IN LISTS OSACA_LLVM_ROOTS ITEMS /usr/lib/llvm-${major} /usr/lib/llvm${major} /usr/lib/llvm/${major} /usr/local /usr)
    set(config ${root}/include/llvm/Config/llvm-config.h)
    if(EXISTS ${config})
      file(STRINGS ${config} version REGEX "define LLVM_VERSION_MAJOR ${major}$")
      if(version)
        set(${out} ${root} PARENT_SCOPE)
        return()
      endif()
    endif()
  endforeach()
endfunction()

# osaca_find_clang(MAJOR OUT): the program, or "".
function(osaca_find_clang major out)
  set(places ${OSACA_LLVM_ROOTS} /usr/lib/llvm-${major})
  list(TRANSFORM places APPEND /bin)
  find_program(OSACA_PROGRAM_clang-${major} NAMES clang-${major} PATHS ${places})
  mark_as_advanced(OSACA_PROGRAM_clang-${major})
  if(OSACA_PROGRAM_clang-${major})
    set(${out} ${OSACA_PROGRAM_clang-${major}} PARENT_SCOPE)
  else()
    set(${out} "" PARENT_SCOPE)
  endif()
endfunction()

# osaca_llvm_defines(ROOT MAJOR OUT): the macros that LLVM's headers require.
function(osaca_llvm_defines root major out)
  set(defines -D_GNU_SOURCE -D__STDC_CONSTANT_MACROS -D__STDC_FORMAT_MACROS -D__STDC_LIMIT_MACROS)
  find_program(OSACA_PROGRAM_llvm-config-${major} NAMES llvm-config-${major} PATHS ${root}/bin)
  mark_as_advanced(OSACA_PROGRAM_llvm-config-${major})
  if(OSACA_PROGRAM_llvm-config-${major})
    execute_process(COMMAND ${OSACA_PROGRAM_llvm-config-${major}} --cppflags OUTPUT_VARIABLE said
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    separate_arguments(said UNIX_COMMAND "${said}")
    list(FILTER said INCLUDE REGEX "^-D")
    list(APPEND defines ${said})
    list(REMOVE_DUPLICATES defines)
  endif()
  set(${out} ${defines} PARENT_SCOPE)
endfunction()

# osaca_clang_plugin_builder(MAJOR CLANG OUT): the compiler for the plugin. It is a Clang of the same version if that
# finds a C++ library. With precompiled headers, Clang needs a tenth of the time that it needs for LLVM's headers
# otherwise (GCC does not).
function(osaca_clang_plugin_builder major clang out)
  string(REGEX REPLACE "clang(-[0-9]+)?$" "clang++\\1" clangxx "${clang}")
  if(NOT DEFINED OSACA_CLANG_BUILDER_${major})
    set(probe ${CMAKE_CURRENT_BINARY_DIR}/builder-probe-${major})
    file(WRITE ${probe}.cpp "#include <string>\nstd::string probe() { return \"x\"; }\n")
    execute_process(COMMAND ${clangxx} -std=c++17 -fPIC -shared ${probe}.cpp -o ${probe}.so RESULT_VARIABLE failed
                    OUTPUT_QUIET ERROR_QUIET)
    if(failed)
      set(clangxx ${CMAKE_CXX_COMPILER})
    endif()
    set(OSACA_CLANG_BUILDER_${major} ${clangxx} CACHE FILEPATH "Compiler that builds the plugin for clang-${major}")
    mark_as_advanced(OSACA_CLANG_BUILDER_${major})
  endif()
  set(${out} ${OSACA_CLANG_BUILDER_${major}} PARENT_SCOPE)
endfunction()

# osaca_add_clang_plugin(MAJOR SOURCES...): adds the target osaca_plugin_clang-<major>, or reports why that is not
# possible. Nothing is reported about a version of which nothing is installed.
function(osaca_add_clang_plugin major)
  osaca_find_clang(${major} clang)
  osaca_llvm_root(${major} root)
  if(NOT clang AND NOT major IN_LIST OSACA_CLANG_VERSIONS)
    return()
  endif()
  if(NOT clang)
    message(STATUS "No Clang plugin for clang-${major}: the compiler is not installed (clang-${major})")
    return()
  elseif(NOT root)
    message(STATUS "No Clang plugin for ${clang}: LLVM's headers are not installed (llvm-${major}-dev)")
    return()
  elseif(NOT EXISTS ${root}/include/clang/Frontend/FrontendPluginRegistry.h)
    message(STATUS "No Clang plugin for ${clang}: Clang's headers are not installed (libclang-${major}-dev)")
    return()
  endif()
  osaca_llvm_defines(${root} ${major} defines)
  osaca_clang_plugin_builder(${major} ${clang} builder)
  # Clang is linked with the shared C++ library of the system, and strings and containers are passed between Clang and
  # the plugin. So the plugin uses the same library. (Clang warns about code of libstdc++ in std::stable_sort.)
  osaca_build_plugin(clang-${major}
    BUILDER ${builder}
    SOURCES ${ARGN}
    FLAGS -std=c++17 -DNDEBUG -Wno-deprecated-declarations ${defines} -isystem ${root}/include -DOSACA_CLANG_MAJOR=${major}
    LINK_FLAGS -Wl,-z,lazy)
  set_property(GLOBAL APPEND PROPERTY OSACA_CLANG_PLUGINS ${PROJECT_BINARY_DIR}/lib/osaca/clang-${major}/osaca.so)
  set_property(GLOBAL APPEND PROPERTY OSACA_CLANG_PLUGIN_COMPILERS ${clang})
  message(STATUS "Clang plugin for ${clang}: lib/osaca/clang-${major}/osaca.so, built with ${builder}")
endfunction()
