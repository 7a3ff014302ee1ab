# Analyses the annotated loops of a program that was just linked:
#   cmake -DOSACA=<driver> -DPROGRAM=<file> -DREPORT=<file> -DNAME=<target> [-DOPTIONS=--arch|zen4|...] -P OsacaLinkedProgram.cmake
#
# Only unmet expectations in the sources may fail the build, and only if OPTIONS contain --strict.
cmake_minimum_required(VERSION 3.25)
string(REPLACE "|" ";" options "${OPTIONS}")
cmake_path(GET REPORT PARENT_PATH folder)
file(MAKE_DIRECTORY ${folder})
execute_process(COMMAND ${OSACA} annotated ${options} --format diagnostics --report ${REPORT} ${PROGRAM}
                RESULT_VARIABLE status ERROR_VARIABLE problems)
string(STRIP "${problems}" problems)
if(status EQUAL 0)
  # A missing annotation is not reported, because the user may not expect one. The reasons why annotations were not
  # found are reported.
  file(READ ${REPORT} report)
  string(JSON notes LENGTH "${report}" notes)
  if(notes GREATER 0 AND problems)
    message(NOTICE "${problems}")
  endif()
elseif(NOT status EQUAL 1)
  message(NOTICE "osaca: some loops of ${NAME} were not analysed: ${problems}")
endif()
if(status EQUAL 1)
  file(REMOVE "${REPORT}") # so that the next build fails as well
  message(FATAL_ERROR "osaca: loops of ${NAME} do not meet their requirements, see above")
endif()
