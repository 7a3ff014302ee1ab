# Shared by the tests of this folder: run a command and look at what it said.

# run(VARIABLE command...): the command must succeed; its whole output lands in VARIABLE.
function(run variable)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command_line)
    message(FATAL_ERROR "status ${status} from: ${command_line}\n${output}")
  endif()
  set(${variable} "${output}" PARENT_SCOPE)
endfunction()

function(expect_equal text wanted why)
  if(NOT text STREQUAL wanted)
    message(FATAL_ERROR "${why}: expected \"${wanted}\", not \"${text}\"")
  endif()
endfunction()

function(expect_match text pattern why)
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "${why}: expected \"${pattern}\" in:\n${text}")
  endif()
endfunction()

function(expect_no_match text pattern why)
  if(text MATCHES "${pattern}")
    message(FATAL_ERROR "${why}: did not expect \"${pattern}\" in:\n${text}")
  endif()
endfunction()

# What osaca_analyze() adds to a compile command. The word "osaca" tells nothing: a folder may be called that.
set(added_options " \"?-(fplugin|DOSACA)")

# The compile command of the first object whose path matches `object`.
function(command_of build_dir object result)
  file(READ ${build_dir}/compile_commands.json json)
  string(JSON count LENGTH "${json}")
  math(EXPR last "${count} - 1")
  foreach(i RANGE ${last})
    string(JSON command GET "${json}" ${i} command)
    if(command MATCHES "-o [^ ]*${object} ")
      set(${result} "${command}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "no compile command for ${object} in ${build_dir}")
endfunction()

# A relocated install tree: installed in one place, then moved, as packages are.
macro(install_and_move build_dir scratch)
  run(ignored ${CMAKE_COMMAND} --install ${build_dir} --prefix ${scratch}/first-prefix)
  file(RENAME ${scratch}/first-prefix "${scratch}/prefix moved")
  set(prefix "${scratch}/prefix moved")
endmacro()
