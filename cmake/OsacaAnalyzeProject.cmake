# For projects that know nothing of osaca: -DCMAKE_PROJECT_INCLUDE=<this file> -DCMAKE_OSACA_ANALYZE="ARCH;zen4"
include_guard(GLOBAL)
find_package(Osaca CONFIG REQUIRED PATHS ${CMAKE_CURRENT_LIST_DIR} NO_DEFAULT_PATH)
