# How a plugin is compiled and linked: not by the tree's own compiler and flags, but by those that fit the host compiler.

set(OSACA_PLUGIN_COMMON_DIR ${PROJECT_SOURCE_DIR}/plugin-common)

# What every compiler's plugin takes from plugin-common.
set(OSACA_PLUGIN_COMMON_SOURCES arguments.cpp capture.cpp child_process.cpp driver_client.cpp folders.cpp driver_path.cpp
    json_writer.cpp)
list(TRANSFORM OSACA_PLUGIN_COMMON_SOURCES PREPEND ${OSACA_PLUGIN_COMMON_DIR}/)

# osaca_build_plugin(IDENTITY BUILDER program SOURCES... FLAGS... LINK_FLAGS... [DEPENDS...]): adds the target
# osaca_plugin_<identity>, which makes lib/osaca/<identity>/osaca.so. OSACA_PLUGINS_BEING_BUILT tells osaca_analyze() in this
# tree which target makes it.
function(osaca_build_plugin identity)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "BUILDER" "SOURCES;FLAGS;LINK_FLAGS;DEPENDS")
  set(flags -O2 -g0 -fPIC -fno-rtti -fno-exceptions -fvisibility=hidden -fvisibility-inlines-hidden -Wall -Wextra
            "-DOSACA_VERSION=\"${PROJECT_VERSION}\"" ${arg_FLAGS} -I${CMAKE_CURRENT_SOURCE_DIR} -I${OSACA_PLUGIN_COMMON_DIR})
  if(OSACA_WERROR)
    list(APPEND flags -Werror)
  endif()
  set(objects)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${identity})
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(source ${source} ABSOLUTE)
    get_filename_component(name ${source} NAME_WE)
    set(object ${folder}/${name}.o)
    add_custom_command(
      OUTPUT ${object}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
      COMMAND ${CMAKE_CXX_COMPILER_LAUNCHER} ${arg_BUILDER} ${flags} -MD -MF ${object}.d -MT ${object} -c ${source} -o ${object}
      DEPENDS ${source} ${arg_DEPENDS} DEPFILE ${object}.d
      COMMENT "Compiling ${name} for ${identity}" VERBATIM)
    list(APPEND objects ${object})
  endforeach()
  set(plugin ${PROJECT_BINARY_DIR}/lib/osaca/${identity}/osaca.so)
  add_custom_command(
    OUTPUT ${plugin}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/lib/osaca/${identity}
    COMMAND ${arg_BUILDER} -shared ${arg_LINK_FLAGS} -o ${plugin} ${objects} -ldl
    DEPENDS ${objects}
    COMMENT "Linking the plugin for ${identity}" VERBATIM)
  add_custom_target(osaca_plugin_${identity} ALL DEPENDS ${plugin})
  set_property(GLOBAL APPEND PROPERTY OSACA_PLUGINS_BEING_BUILT ${identity}=osaca_plugin_${identity})
endfunction()
