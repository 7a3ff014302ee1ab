# How a plugin is compiled and linked: not by the tree's own compiler and flags, but by those that fit the host compiler.

set(OSACA_PLUGIN_COMMON_DIR ${PROJECT_SOURCE_DIR}/plugin-common)

# What every compiler's plugin takes from plugin-common.
set(OSACA_PLUGIN_COMMON_SOURCES arguments.cpp capture.cpp child_process.cpp driver_client.cpp folders.cpp driver_path.cpp
    json_writer.cpp loop_fate.cpp loop_requests.cpp)
list(TRANSFORM OSACA_PLUGIN_COMMON_SOURCES PREPEND ${OSACA_PLUGIN_COMMON_DIR}/)

# osaca_build_plugin(IDENTITY BUILDER program SOURCES... FLAGS... LINK_FLAGS... [PRECOMPILE header]): adds the target
# osaca_plugin_<identity>, which makes lib/osaca/<identity>/osaca.so. OSACA_PLUGINS_BEING_BUILT tells osaca_analyze() in this
# tree which target makes it. PRECOMPILE: a header that all sources beside it include first; BUILDER is a Clang or a GCC.
function(osaca_build_plugin identity)
  _osaca_build_shared(${identity} ${PROJECT_BINARY_DIR}/lib/osaca/${identity}/osaca.so ${ARGN})
  set_property(GLOBAL APPEND PROPERTY OSACA_PLUGINS_BEING_BUILT ${identity}=osaca_plugin_${identity})
endfunction()

# osaca_build_loader(SOURCES...): the target osaca_plugin_loader makes lib/osaca/osaca.so, which loads one of the plugins.
function(osaca_build_loader)
  # A C++ library of its own: GCC has none to share, and starting is faster without looking for one.
  _osaca_build_shared(loader ${PROJECT_BINARY_DIR}/lib/osaca/osaca.so
    BUILDER ${CMAKE_CXX_COMPILER}
    SOURCES ${ARGN}
    FLAGS -std=c++17 -I${PROJECT_SOURCE_DIR} -ffunction-sections -fdata-sections
    LINK_FLAGS -static-libstdc++ -static-libgcc -Wl,--exclude-libs,ALL -Wl,--gc-sections -Wl,-z,defs
               -Wl,-soname,osaca.so -Wl,--version-script,${OSACA_PLUGIN_COMMON_DIR}/loader/exports.map)
endfunction()

# Precompiles a header into `folder`. TO_COMPILE is the variable with the command, which may get options; MADE receives the
# file, HOW the options with which a source is compiled with it.
function(_osaca_precompile identity folder builder header to_compile made how)
  get_filename_component(header ${header} ABSOLUTE)
  get_filename_component(name ${header} NAME)
  set(command ${${to_compile}})
  if(builder MATCHES "clang")
    # It holds the path of its header, by which Clang knows that it was included already: so it must not come from another
    # clone. Without time stamps in it, this clone finds it in the cache again.
    list(APPEND command -Xclang -fno-pch-timestamp)
    set(product ${folder}/${name}.pch)
    set(with -include-pch ${product})
    set(making ${CMAKE_COMMAND} -E env CCACHE_NAMESPACE=${folder} ${command} -fpch-instantiate-templates)
    set(source ${header})
  else()
    # GCC looks for what is made beside the file that is named to it.
    set(source ${folder}/first_${name})
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${name}\"\n")
    set(product ${source}.gch)
    set(with -include ${source} -Winvalid-pch)
    set(making ${command})
  endif()
  add_custom_command(
    OUTPUT ${product}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${making} -MD -MF ${product}.d -MQ ${product} -x c++-header ${source} -o ${product}
    DEPENDS ${header} ${builder} DEPFILE ${product}.d # only the very same compiler reads it
    COMMENT "Precompiling ${name} for ${identity}" VERBATIM)
  set(${to_compile} ${command} PARENT_SCOPE)
  set(${made} ${product} PARENT_SCOPE)
  set(${how} ${with} PARENT_SCOPE)
endfunction()

function(_osaca_build_shared identity plugin)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "BUILDER;PRECOMPILE" "SOURCES;FLAGS;LINK_FLAGS")
  set(flags -O2 -g0 -fPIC -fno-rtti -fno-exceptions -fvisibility=hidden -fvisibility-inlines-hidden -Wall -Wextra
            "-DOSACA_VERSION=\"${PROJECT_VERSION}\"" ${arg_FLAGS} -I${CMAKE_CURRENT_SOURCE_DIR} -I${OSACA_PLUGIN_COMMON_DIR})
  if(OSACA_WERROR)
    list(APPEND flags -Werror)
  endif()
  set(objects)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${identity})
  set(compile ${CMAKE_CXX_COMPILER_LAUNCHER} ${arg_BUILDER} ${flags})
  if(arg_PRECOMPILE)
    # With these concessions ccache keeps what is precompiled, and what is compiled with it.
    list(PREPEND compile ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros)
    _osaca_precompile(${identity} ${folder} ${arg_BUILDER} ${arg_PRECOMPILE} compile precompiled precompiled_options)
    get_filename_component(header_folder ${arg_PRECOMPILE} ABSOLUTE)
    get_filename_component(header_folder ${header_folder} DIRECTORY)
  endif()
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(source ${source} ABSOLUTE)
    get_filename_component(name ${source} NAME_WE)
    set(object ${folder}/${name}.o)
    set(with)
    set(with_file)
    get_filename_component(source_folder ${source} DIRECTORY)
    if(arg_PRECOMPILE AND source_folder STREQUAL header_folder)
      set(with ${precompiled_options})
      set(with_file ${precompiled})
    endif()
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
      COMMAND ${compile} ${with} -MD -MF ${object}.d -MQ ${object} -c ${source} -o ${object}
      DEPENDS ${source} ${with_file} DEPFILE ${object}.d
      COMMENT "Compiling ${name} for ${identity}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  get_filename_component(plugin_folder ${plugin} DIRECTORY)
  add_custom_command(
    OUTPUT ${plugin}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${plugin_folder}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${plugin} # it may be a link of an older build
    COMMAND ${arg_BUILDER} -shared ${arg_LINK_FLAGS} -o ${plugin} ${objects} -ldl
    # The loader is all that a compiler cache knows of the plugin.
    COMMAND ${CMAKE_COMMAND} -E touch_nocreate ${PROJECT_BINARY_DIR}/lib/osaca/osaca.so
    DEPENDS ${objects}
    COMMENT "Linking plugin ${identity}" VERBATIM)
  add_custom_target(osaca_plugin_${identity} ALL DEPENDS ${plugin})
endfunction()
