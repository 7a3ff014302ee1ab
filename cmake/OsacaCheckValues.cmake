# Checks the values that osaca_analyze() passes to `osaca`, so that a typing error stops the configure step. Without this
# check, no loop would be analysed, and only a note of the compiler would say why.
include_guard(GLOBAL)
cmake_policy(PUSH)
cmake_policy(VERSION 3.25) # independent of the project's policies

# _osaca_check_values(TARGET ARCHS DATA MISPREDICT CALLS): `osaca` itself checks them. If it cannot run here, the values
# are not checked.
function(_osaca_check_values target archs data mispredict calls)
  set(program "")
  if(TARGET Osaca::osaca)
    get_target_property(program Osaca::osaca IMPORTED_LOCATION)
  endif()
  if(NOT program OR NOT EXISTS "${program}") # it may be built by this project
    return()
  endif()
  set(names ${archs})
  string(REPLACE "," ";" names "${names}")
  # The core of this machine, and files that are relative to the folder of the compile command, are known only later.
  list(FILTER names EXCLUDE REGEX "^(native$|[^/].*\\.ya?ml$)")
  if(names)
    _osaca_check_with(${target} "${program}" "models;${names}")
  endif()
  set(options "")
  if(data)
    list(APPEND options --data=${data})
  endif()
  if(mispredict)
    list(APPEND options --mispredict=${mispredict})
  endif()
  if(calls)
    get_property(is_generated SOURCE "${calls}" PROPERTY GENERATED)
    if(NOT is_generated) # else it may not exist yet
      list(APPEND options --calls=${calls})
    endif()
  endif()
  if(options)
    _osaca_check_with(${target} "${program}" "capture;${options};-")
  endif()
endfunction()

# Stops if `osaca` rejects these arguments. They are checked once, because many targets may have the same.
function(_osaca_check_with target program arguments)
  string(SHA1 key "${program};${arguments}")
  get_property(is_known GLOBAL PROPERTY OSACA_CHECKED_${key})
  if(is_known)
    return()
  endif()
  set_property(GLOBAL PROPERTY OSACA_CHECKED_${key} TRUE)
  # A capture without a loop.
  set(capture ${CMAKE_BINARY_DIR}/CMakeFiles/osaca-empty.capture)
  file(WRITE ${capture} "{\"schema\":\"osaca-capture-1\",\"unit\":\"\",\"compiler\":\"\",\"target\":{\"isa\":\"x86-64\",\"march\":\"\","
       "\"mtune\":\"\",\"cpu\":\"\",\"intel_syntax\":false},\"locations\":[],\"annotations\":[],\"functions\":[]}\n")
  execute_process(COMMAND ${program} capture - INPUT_FILE ${capture} RESULT_VARIABLE runs OUTPUT_QUIET ERROR_VARIABLE problem
                  TIMEOUT 60)
  if(NOT runs STREQUAL "0")
    string(STRIP "${runs}: ${problem}" problem)
    _osaca_say_once(WARNING "osaca: ${program} cannot run (${problem}), so the arguments of osaca_analyze() are not checked")
    return()
  endif()
  execute_process(COMMAND ${program} ${arguments} INPUT_FILE ${capture} RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE problem
                  TIMEOUT 60)
  if(status STREQUAL "2")
    string(REGEX REPLACE "^osaca: " "" problem "${problem}")
    string(STRIP "${problem}" problem)
    message(FATAL_ERROR "osaca_analyze(${target}): ${problem}")
  endif()
endfunction()

cmake_policy(POP)
