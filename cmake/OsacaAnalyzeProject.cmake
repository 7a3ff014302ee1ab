# For projects that do not use osaca themselves: -DCMAKE_PROJECT_INCLUDE=<this file> -DCMAKE_OSACA_ANALYZE="ARCH;zen4"
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.10...3.25) # independent of the project's policies; OsacaConfig.cmake handles an old CMake
# A toolchain file may restrict searches to the target system, which does not contain this package.
find_package(Osaca CONFIG REQUIRED PATHS ${CMAKE_CURRENT_LIST_DIR} NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
cmake_policy(POP)
