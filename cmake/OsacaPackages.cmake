# `cpack -G DEB` in the build folder creates one package for the program, one for the tools that need more libraries,
# and one for each compiler's plugin. The latter depends on the exact version of the compiler that it was built for.
#
#   osaca                              driver, models, loader, CMake package, pkg-config, manual pages, completions, documentation
#   osaca-tools                        osaca-measure, osaca-scan
#   osaca-plugin-gcc-<major>           the plugin for the system's GCC of that version
#   osaca-plugin-gcc-<major>-<target>  for a cross compiler
#   osaca-plugin-clang-<major>         for one major version of Clang
#
# Packages install into /usr, whatever CMAKE_INSTALL_PREFIX is. They work only on the Debian release that they are built
# on, so their version contains it (0.1.0+debian13). The package for a later release has the higher version.

include(${CMAKE_CURRENT_LIST_DIR}/OsacaCopyright.cmake)

set(OSACA_PACKAGE_CONTACT "The osaca project <osaca@localhost>" CACHE STRING "Maintainer that the packages name")

# osaca_package_version(OUT)
function(osaca_package_version out)
  set(version ${PROJECT_VERSION})
  cmake_host_system_information(RESULT release QUERY DISTRIB_INFO)
  if(release_ID MATCHES "^[a-z]+$" AND release_VERSION_ID MATCHES "^[0-9.]+$")
    string(APPEND version "+${release_ID}${release_VERSION_ID}")
  endif()
  set(${out} ${version} PARENT_SCOPE)
endfunction()

# osaca_plugin_package(IDENTITY NAME DEPENDS): Debian's package names must not contain underscores.
function(osaca_plugin_package identity name depends)
  if(identity MATCHES "^clang-([0-9]+)$")
    set(${name} osaca-plugin-${identity} PARENT_SCOPE)
    set(${depends} ${identity} PARENT_SCOPE)
    return()
  endif()
  string(REGEX MATCH "^gcc-([0-9]+)-(.*)$" matched ${identity})
  set(compiler gcc-${CMAKE_MATCH_1})
  set(machine ${CMAKE_MATCH_2})
  if(NOT machine STREQUAL "${CMAKE_LIBRARY_ARCHITECTURE}")
    string(REPLACE "_" "-" target ${machine})
    string(APPEND compiler -${target})
  endif()
  set(${name} osaca-plugin-${compiler} PARENT_SCOPE)
  # A GCC plugin works with one version only. Updates by the distribution within this version keep the interface for
  # plugins.
  get_property(program GLOBAL PROPERTY OSACA_GCC_OF_${identity})
  execute_process(COMMAND ${program} -dumpfullversion OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(version MATCHES "^([0-9]+)\\.([0-9]+)\\.([0-9]+)$")
    math(EXPR next "${CMAKE_MATCH_3} + 1")
    string(CONCAT compiler "${compiler} (>= ${version}), " "${compiler} (<< ${CMAKE_MATCH_1}.${CMAKE_MATCH_2}.${next}~)")
  endif()
  set(${depends} "${compiler}" PARENT_SCOPE)
endfunction()

# osaca_package(COMPONENT NAME DESCRIPTION NOTICE text [DEPENDS text] [SUGGESTS text] [HOLDS package...])
function(osaca_package component name description)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "DEPENDS;SUGGESTS;NOTICE" "HOLDS")
  string(TOUPPER ${component} upper)
  set(CPACK_COMPONENT_${upper}_DESCRIPTION "${description}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name} PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${arg_DEPENDS}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SUGGESTS "${arg_SUGGESTS}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${upper}_PACKAGE_SHLIBDEPS ON PARENT_SCOPE)
  set(CPACK_COMPONENTS_ALL ${CPACK_COMPONENTS_ALL} ${component} PARENT_SCOPE)
  # Each package contains its licence; an installation without packages contains them once.
  set(copyright ${PROJECT_BINARY_DIR}/generated/copyright/${name})
  osaca_copyright(${copyright} "${arg_NOTICE}" ${arg_HOLDS})
  install(FILES ${copyright} DESTINATION share/doc/${name} RENAME copyright COMPONENT ${component} EXCLUDE_FROM_ALL)
  if(OSACA_GZIP)
    set(changelog ${PROJECT_BINARY_DIR}/generated/changelog/${name})
    file(MAKE_DIRECTORY ${changelog})
    file(WRITE ${changelog}/changelog "${name} (${CPACK_DEBIAN_PACKAGE_VERSION}) unstable; urgency=medium\n\n  * Version ${PROJECT_VERSION}.\n\n"
         " -- ${OSACA_PACKAGE_CONTACT}  Thu, 01 Jan 1970 00:00:00 +0000\n")
    execute_process(COMMAND ${OSACA_GZIP} -9 -n -f ${changelog}/changelog)
    install(FILES ${changelog}/changelog.gz DESTINATION share/doc/${name} COMPONENT ${component} EXCLUDE_FROM_ALL)
  endif()
endfunction()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME osaca)
set(CPACK_PACKAGE_VENDOR "the osaca project")
set(CPACK_PACKAGE_CONTACT "${OSACA_PACKAGE_CONTACT}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
# A DESTDIR is used, so that links are the same as in /usr.
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
osaca_package_version(CPACK_DEBIAN_PACKAGE_VERSION)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
    WORLD_EXECUTE)

set(CPACK_COMPONENTS_ALL)
osaca_apache_notice(apache)
osaca_gpl_notice(gpl)
set(linked llvm-22-dev libyaml-cpp-dev libfmt-dev libcli11-dev nlohmann-json3-dev libpugixml-dev zlib1g-dev libzstd-dev)
osaca_package(osaca osaca
  "see what your loops cost, in every build
Predicts from assembly and objects how many cycles an iteration of a loop
takes on a core, what limits it, and what to try. With the package of the
plugin for a compiler, a build reports this for the annotated loops."
  SUGGESTS "osaca-tools" NOTICE "${apache}" HOLDS ${linked})
if(TARGET osaca-measure OR TARGET osaca-scan)
  osaca_package(osaca_tools osaca-tools
    "measuring and scanning for osaca
osaca measure times blocks, loops and instructions on this machine. osaca
model creates and compares models of cores. osaca scan lists the loops of a
project and puts pragmas before them."
    DEPENDS "osaca (= ${CPACK_DEBIAN_PACKAGE_VERSION})" NOTICE "${apache}" HOLDS ${linked} libclang-22-dev)
endif()
get_property(identities GLOBAL PROPERTY OSACA_PLUGINS_BEING_BUILT)
list(TRANSFORM identities REPLACE "=.*" "")
foreach(identity IN LISTS identities)
  osaca_plugin_package(${identity} name depends)
  string(MAKE_C_IDENTIFIER plugin_${identity} component)
  set(notice "${apache}")
  if(identity MATCHES "^gcc-")
    set(notice "${gpl}")
  endif()
  osaca_package(${component} ${name}
    "osaca's plugin for ${identity}
Reports during the compilation how many cycles the annotated loops take.
The option -fplugin=osaca.so loads it."
    DEPENDS "osaca (= ${CPACK_DEBIAN_PACKAGE_VERSION}), ${depends}" NOTICE "${notice}")
endforeach()

include(CPack)
