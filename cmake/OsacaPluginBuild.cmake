# How a plugin is compiled and linked: with the compiler and flags that are compatible with the host compiler, not with
# those of this build.

set(OSACA_PLUGIN_COMMON_DIR ${PROJECT_SOURCE_DIR}/plugin-common)

option(OSACA_REQUIRE_PLUGINS "Fail the build if a plugin cannot be built; OFF: build without that plugin" ON)

# The sources of plugin-common that all plugins use.
set(OSACA_PLUGIN_COMMON_SOURCES arguments.cpp capture.cpp child_process.cpp driver_client.cpp failed_report.cpp folders.cpp
    json_writer.cpp called_texts.cpp loop_fate.cpp loop_requests.cpp fortran_directives.cpp fortran_lines.cpp
    fortran_statements.cpp
    annotated_loops.cpp source_tokens.cpp statement_span.cpp statement_stack.cpp)
list(TRANSFORM OSACA_PLUGIN_COMMON_SOURCES PREPEND ${OSACA_PLUGIN_COMMON_DIR}/)

# osaca_build_plugin(IDENTITY BUILDER program SOURCES... FLAGS... LINK_FLAGS...): adds the target
# osaca_plugin_<identity>, which builds lib/osaca/<identity>/osaca.so. OSACA_PLUGINS_BEING_BUILT tells osaca_analyze()
# in this tree which target builds it.
function(osaca_build_plugin identity)
  _osaca_build_shared(${identity} ${PROJECT_BINARY_DIR}/lib/osaca/${identity}/osaca.so ${ARGN})
  set_property(GLOBAL APPEND PROPERTY OSACA_PLUGINS_BEING_BUILT ${identity}=osaca_plugin_${identity})
endfunction()

# osaca_build_loader(SOURCES...): adds the target osaca_plugin_loader, which builds lib/osaca/osaca.so. It loads one of
# the plugins.
function(osaca_build_loader)
  set(id_option ${CMAKE_CURRENT_BINARY_DIR}/loader/build_id.txt)
  _osaca_add_build_id(${id_option})
  # The loader contains its own C++ library: GCC has none to share, and starting is faster if none has to be found.
  _osaca_build_shared(loader ${PROJECT_BINARY_DIR}/lib/osaca/osaca.so
    BUILDER ${CMAKE_CXX_COMPILER}
    SOURCES ${ARGN}
    FLAGS -std=c++17 -I${PROJECT_SOURCE_DIR} -ffunction-sections -fdata-sections
    LINK_FLAGS -static-libstdc++ -static-libgcc -Wl,--exclude-libs,ALL -Wl,--gc-sections -Wl,-z,defs
               -Wl,-soname,osaca.so -Wl,--version-script,${OSACA_PLUGIN_COMMON_DIR}/loader/exports.map @${id_option}
    LINK_DEPENDS ${id_option})
endfunction()

# The file with the linker option for the id of this build (OsacaBuildId.cmake).
function(_osaca_add_build_id file)
  set(patterns)
  foreach(folder IN ITEMS analyzer driver models plugin-common gcc-plugin clang-plugin cmake)
    list(APPEND patterns ${PROJECT_SOURCE_DIR}/${folder}/*)
  endforeach()
  file(GLOB_RECURSE inputs CONFIGURE_DEPENDS ${patterns})
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  set(settings "${PROJECT_VERSION}|${CMAKE_CXX_COMPILER_ID}-${CMAKE_CXX_COMPILER_VERSION}|${CMAKE_CXX_FLAGS}")
  string(APPEND settings "|${CMAKE_CXX_FLAGS_${config}}|LLVM ${LLVM_PACKAGE_VERSION}")
  add_custom_command(
    OUTPUT ${file}
    COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DSETTINGS=${settings} -DOUTPUT=${file}
            -P ${PROJECT_SOURCE_DIR}/cmake/OsacaBuildId.cmake
    DEPENDS ${inputs}
    COMMENT "Computing the id of this build" VERBATIM)
endfunction()

# With OSACA_UNITY, a plugin's sources are compiled as one unit, because most of the time is spent on reading the host
# compiler's headers.
function(_osaca_join_sources sources joined)
  set(text)
  foreach(source IN LISTS ${sources})
    get_filename_component(source ${source} ABSOLUTE)
    string(APPEND text "#include \"${source}\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${joined} CONTENT "${text}" @ONLY)
  set(${sources} ${joined} PARENT_SCOPE)
endfunction()

# The optimisation level of plugins: -O1, or -O0 if this build is not optimised. -O2 takes one and a half times as long.
function(_osaca_plugin_level level)
  set(${level} -O1 PARENT_SCOPE)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" config)
  if(CMAKE_CXX_FLAGS_${config} MATCHES "-O0")
    set(${level} -O0 PARENT_SCOPE)
  endif()
endfunction()

function(_osaca_build_shared identity plugin)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "BUILDER" "SOURCES;FLAGS;LINK_FLAGS;LINK_DEPENDS")
  _osaca_plugin_level(level)
  set(flags ${level} -g0 -fPIC -fno-rtti -fno-exceptions -fvisibility=hidden -fvisibility-inlines-hidden -Wall -Wextra
            "-DOSACA_VERSION=\"${PROJECT_VERSION}\"" ${arg_FLAGS} -I${CMAKE_CURRENT_SOURCE_DIR} -I${OSACA_PLUGIN_COMMON_DIR})
  if(OSACA_WERROR)
    list(APPEND flags -Werror)
  endif()
  set(leave_out sh ${PROJECT_SOURCE_DIR}/cmake/leave_out.sh ${identity})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${identity})
  if(OSACA_UNITY)
    _osaca_join_sources(arg_SOURCES ${folder}/plugin_sources.cpp)
  endif()
  set(objects)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(source ${source} ABSOLUTE)
    get_filename_component(name ${source} NAME_WE)
    set(object ${folder}/${name}.o)
    set(or_leave_out)
    if(NOT OSACA_REQUIRE_PLUGINS)
      set(or_leave_out ${leave_out} ${object} --)
    endif()
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
      COMMAND ${or_leave_out} ${CMAKE_CXX_COMPILER_LAUNCHER} ${arg_BUILDER} ${flags} -MD -MF ${object}.d -MQ ${object} -c ${source} -o ${object}
      DEPENDS ${source} DEPFILE ${object}.d
      COMMENT "Compiling ${name} for ${identity}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  get_filename_component(plugin_folder ${plugin} DIRECTORY)
  set(or_leave_out)
  if(NOT OSACA_REQUIRE_PLUGINS)
    set(or_leave_out ${leave_out} ${plugin} ${objects} --)
  endif()
  add_custom_command(
    OUTPUT ${plugin}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${plugin_folder}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${plugin} # it may be a link from an older build
    COMMAND ${or_leave_out} ${arg_BUILDER} -shared ${arg_LINK_FLAGS} -o ${plugin} ${objects} -ldl
    # A compiler cache only sees the loader.
    COMMAND ${CMAKE_COMMAND} -E touch_nocreate ${PROJECT_BINARY_DIR}/lib/osaca/osaca.so
    DEPENDS ${objects} ${arg_LINK_DEPENDS}
    COMMENT "Linking plugin ${identity}" VERBATIM)
  add_custom_target(osaca_plugin_${identity} ALL DEPENDS ${plugin})
endfunction()
