# Prints the reports that the compiler plugins left in the objects: cmake -DOSACA=<driver> -DMANIFEST=<file> -P OsacaReport.cmake
#
# The manifest names every object of the analysed targets, one a line.
cmake_minimum_required(VERSION 3.25)

set(objects "")
if(EXISTS ${MANIFEST})
  file(STRINGS ${MANIFEST} objects)
endif()
set(existing "")
foreach(object IN LISTS objects)
  if(EXISTS "${object}") # not those of languages that the generator leaves out
    list(APPEND existing "${object}")
  endif()
endforeach()

# In portions, because a command line may only be so long.
set(portion 400)
set(reported FALSE)
while(existing)
  list(SUBLIST existing 0 ${portion} now)
  list(LENGTH now count)
  if(count LESS portion)
    set(existing "")
  else()
    list(SUBLIST existing ${portion} -1 existing)
  endif()
  execute_process(COMMAND ${OSACA} report ${now} RESULT_VARIABLE status ERROR_VARIABLE problems)
  if(status EQUAL 0)
    set(reported TRUE)
  elseif(problems MATCHES "no report is embedded")
    continue()
  endif()
  if(problems)
    message(NOTICE "${problems}")
  endif()
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "osaca report ended with status ${status}")
  endif()
endwhile()

if(NOT reported)
  message(NOTICE "osaca: nothing to report: no analysed target holds an annotated loop (#pragma osaca analyze)")
endif()
