# What is installed by `cmake --install`, and how a project that includes this one with add_subdirectory gets
# osaca_analyze().
#
#   bin/osaca                                           the driver
#   lib/osaca/osaca.so                                  what users name: it loads the plugin for their compiler
#   lib/osaca/clang-<major>, gcc-<major>-<target>/osaca.so  one plugin per compiler; they find the driver as
#                                                       ../../../bin/osaca, which is why this is lib/ on every system
#   lib/cmake/Osaca/                                    find_package(Osaca CONFIG)
#   lib/pkgconfig/osaca.pc                              the same for pkg-config
#   share/man, completions                              OsacaGeneratedFiles.cmake
#   links in the compilers' search paths                if the prefix is /usr or /usr/local (OSACA_SYSTEM_LINKS)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

option(OSACA_INSTALL "Create install rules" ${PROJECT_IS_TOP_LEVEL})
set(OSACA_SYSTEM_LINKS AUTO CACHE STRING
    "Install links that make -fplugin=osaca.so work without a path: ON, OFF, or AUTO (prefix /usr or /usr/local)")

include(${CMAKE_CURRENT_LIST_DIR}/OsacaAnalyze.cmake)
set_property(GLOBAL PROPERTY OSACA_PLUGIN_ROOT ${PROJECT_BINARY_DIR}/lib/osaca)
add_library(osaca_annotate INTERFACE)
add_library(Osaca::annotate ALIAS osaca_annotate)
target_include_directories(osaca_annotate INTERFACE ${PROJECT_SOURCE_DIR}/plugin-common/include)
if(TARGET osaca AND NOT TARGET Osaca::osaca)
  add_executable(Osaca::osaca ALIAS osaca)
endif()

if(OSACA_INSTALL)
  set(OSACA_PACKAGE_DIR lib/cmake/Osaca)
  configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/OsacaConfig.cmake.in ${PROJECT_BINARY_DIR}/OsacaConfig.cmake
                                INSTALL_DESTINATION ${OSACA_PACKAGE_DIR} NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/OsacaConfigVersion.cmake
                                   VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/OsacaConfig.cmake ${PROJECT_BINARY_DIR}/OsacaConfigVersion.cmake
                ${CMAKE_CURRENT_LIST_DIR}/OsacaAnalyze.cmake ${CMAKE_CURRENT_LIST_DIR}/OsacaAnalyzeAll.cmake
                ${CMAKE_CURRENT_LIST_DIR}/OsacaLinkedProgram.cmake
                ${CMAKE_CURRENT_LIST_DIR}/OsacaAnalyzeProject.cmake ${CMAKE_CURRENT_LIST_DIR}/OsacaFindPlugin.cmake
                ${CMAKE_CURRENT_LIST_DIR}/OsacaCheckValues.cmake
                ${CMAKE_CURRENT_LIST_DIR}/OsacaLinkTime.cmake
                ${CMAKE_CURRENT_LIST_DIR}/OsacaReport.cmake ${CMAKE_CURRENT_LIST_DIR}/OsacaReportTargets.cmake
          DESTINATION ${OSACA_PACKAGE_DIR} COMPONENT osaca)
  install(FILES plugin-common/include/osaca/annotate.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/osaca COMPONENT osaca)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/osaca.pc.in ${PROJECT_BINARY_DIR}/osaca.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/osaca.pc DESTINATION lib/pkgconfig COMPONENT osaca)
  if(TARGET osaca)
    install(TARGETS osaca RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT osaca)
  endif()
  if(TARGET osaca-measure)
    install(TARGETS osaca-measure RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT osaca_tools OPTIONAL)
  endif()
  if(TARGET osaca-scan)
    install(TARGETS osaca-scan RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT osaca_tools OPTIONAL)
  endif()
  # osaca_install_plugin(FOLDER COMPONENT): installs the osaca.so of a folder below lib. OPTIONAL: a plugin that was not
  # built is left out. It is stripped where install(TARGETS) would strip it: by `cmake --install --strip`, and in
  # packages.
  function(osaca_install_plugin folder component)
    install(FILES ${PROJECT_BINARY_DIR}/lib/${folder}/osaca.so DESTINATION lib/${folder} COMPONENT ${component} OPTIONAL)
    install(CODE "if(CMAKE_INSTALL_DO_STRIP)
      execute_process(COMMAND \"${CMAKE_STRIP}\" --strip-unneeded \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/${folder}/osaca.so\" ERROR_QUIET)
    endif()" COMPONENT ${component})
  endfunction()
  osaca_install_plugin(osaca osaca)
  # Compiler caches identify the plugin by this file, whatever other files change.
  install(CODE "file(TOUCH_NOCREATE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/osaca/osaca.so\")" COMPONENT osaca)
  get_property(being_built GLOBAL PROPERTY OSACA_PLUGINS_BEING_BUILT)
  list(TRANSFORM being_built REPLACE "=.*" "")
  configure_file(${CMAKE_CURRENT_LIST_DIR}/OsacaSystemLinks.cmake.in ${PROJECT_BINARY_DIR}/OsacaSystemLinks.cmake @ONLY)
  install(CODE "set(OSACA_LINK_IN_FOLDER \"\")" COMPONENT osaca)
  install(SCRIPT ${PROJECT_BINARY_DIR}/OsacaSystemLinks.cmake COMPONENT osaca)
  foreach(identity IN LISTS being_built)
    string(MAKE_C_IDENTIFIER plugin_${identity} component)
    osaca_install_plugin(osaca/${identity} ${component})
    get_property(folder GLOBAL PROPERTY OSACA_GCC_PLUGIN_FOLDER_OF_${identity})
    if(folder)
      install(CODE "set(OSACA_LINK_IN_FOLDER \"${folder}\")" COMPONENT ${component})
      install(SCRIPT ${PROJECT_BINARY_DIR}/OsacaSystemLinks.cmake COMPONENT ${component})
    endif()
  endforeach()
  include(${CMAKE_CURRENT_LIST_DIR}/OsacaGeneratedFiles.cmake)
  install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT osaca)
  install(FILES gcc-plugin/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT osaca RENAME LICENSE.gcc-plugin)
  # In the same folders as in the repository, so that the links of README.md work.
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT osaca
          FILES_MATCHING PATTERN "*.md" PATTERN "*.json" PATTERN "*.png")
  install(DIRECTORY models/pages DESTINATION ${CMAKE_INSTALL_DOCDIR}/models COMPONENT osaca)
  install(FILES models/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/models COMPONENT osaca)
  install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT osaca)
  if(PROJECT_IS_TOP_LEVEL)
    include(${CMAKE_CURRENT_LIST_DIR}/OsacaPackages.cmake)
  endif()
endif()
