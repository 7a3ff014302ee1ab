# What a user gets: `cmake --install`, and osaca_analyze() for a project that takes us in by add_subdirectory.
#
#   bin/osaca                                          the driver
#   lib/osaca/<compiler>-<version>-<triplet>/osaca.so  one plugin per compiler; they find the driver as ../../../bin/osaca,
#                                                      which is why this is lib/ on every system
#   lib/cmake/Osaca/                                   find_package(Osaca CONFIG)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

option(OSACA_INSTALL "Make install rules" ${PROJECT_IS_TOP_LEVEL})

include(${CMAKE_CURRENT_LIST_DIR}/OsacaAnalyze.cmake)
set_property(GLOBAL PROPERTY OSACA_PLUGIN_ROOT ${PROJECT_BINARY_DIR}/lib/osaca)
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
                ${CMAKE_CURRENT_LIST_DIR}/OsacaAnalyze.cmake ${CMAKE_CURRENT_LIST_DIR}/OsacaReport.cmake
          DESTINATION ${OSACA_PACKAGE_DIR})
  if(TARGET osaca)
    install(TARGETS osaca RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
  install(DIRECTORY ${PROJECT_BINARY_DIR}/lib/osaca DESTINATION lib
          FILES_MATCHING PATTERN "*.so" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
          WORLD_READ WORLD_EXECUTE)
  install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(FILES gcc-plugin/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME LICENSE.gcc-plugin)
  install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "*.json")
  install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
endif()
