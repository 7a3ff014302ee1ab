# No machine's name in the code that analyses and shows: cmake -DSOURCE_DIR=<project> -P machine_names.cmake
#
# What a machine can do is asked of its model by capability. A comparison with a name would have to be found and extended
# for every new machine. Comments may give examples.
cmake_minimum_required(VERSION 3.25)

set(names "zen[ _]?[0-9]+" "znver[0-9]*" btver bdver skylake "skl|skx|csx|clx|icl|icx|snb|ivb|hsw|bdw|spr|emr" cascade_?lake
          ice_?lake tiger_?lake alder_?lake raptor_?lake meteor_?lake arrow_?lake sapphire_?rapids emerald_?rapids
          granite_?rapids sandy_?bridge ivy_?bridge haswell broadwell nehalem westmere goldmont tremont gracemont
          neoverse "cortex" thunderx "tx2" "a64fx" "firestorm|icestorm|cyclone" ampere "sifive|u74" spacemit xuantie ascalon)
list(JOIN names "|" alternatives)

set(problems "")
file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/analyzer/analysis/*.h ${SOURCE_DIR}/analyzer/analysis/*.cpp
     ${SOURCE_DIR}/analyzer/render/*.h ${SOURCE_DIR}/analyzer/render/*.cpp ${SOURCE_DIR}/analyzer/report/*.h
     ${SOURCE_DIR}/analyzer/report/*.cpp ${SOURCE_DIR}/analyzer/kernel/*.h ${SOURCE_DIR}/analyzer/kernel/*.cpp)
foreach(file IN LISTS files)
  file(STRINGS ${SOURCE_DIR}/${file} lines)
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "//.*" "" code "${line}")
    string(TOLOWER "${code}" code)
    if(code MATCHES "(^|[^a-z0-9])(${alternatives})([^a-z0-9]|$)")
      list(APPEND problems "${file}: \"${CMAKE_MATCH_2}\" in: ${line}")
    endif()
  endforeach()
endforeach()
if(problems)
  list(JOIN problems "\n  " text)
  message(FATAL_ERROR "machine names in code (ask the model for a capability instead):\n  ${text}")
endif()
