# Writes the linker option that stores the id of this build in the loader:
#   cmake -DSOURCE_DIR=<project> -DSETTINGS=<text> -DOUTPUT=<file> -P OsacaBuildId.cmake
#
# A compiler cache sees one file of osaca, the loader, but a report depends on the driver, its models and the plugin as
# well. So the loader's build-id is a hash of the sources of them all and of the compilers and options that they are
# built with. It is the same for equal sources on every machine.
cmake_minimum_required(VERSION 3.25)

set(folders analyzer driver models plugin-common gcc-plugin clang-plugin cmake)
list(TRANSFORM folders REPLACE "(.+)" "${SOURCE_DIR}/\\1/*" OUTPUT_VARIABLE patterns)
file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR} ${patterns})
list(SORT files)
set(text "${SETTINGS}\n")
foreach(file IN LISTS files)
  file(SHA256 ${SOURCE_DIR}/${file} hash)
  string(APPEND text "${hash} ${file}\n")
endforeach()
string(SHA1 id "${text}")
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "-Wl,--build-id=0x${id}\n" @ONLY) # writes only if the content changes
