# For projects that know nothing of osaca: -DCMAKE_PROJECT_INCLUDE=<this file> -DCMAKE_OSACA_ANALYZE="ARCH;zen4"
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.10...3.25) # this file's, whatever the project's are; OsacaConfig.cmake copes with an old CMake
# A toolchain file may restrict searches to the system that is built for; this package is not part of it.
find_package(Osaca CONFIG REQUIRED PATHS ${CMAKE_CURRENT_LIST_DIR} NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
cmake_policy(POP)
