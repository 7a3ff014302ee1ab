# A copy of the tree with one forbidden include in it: the check must name that line.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})
file(COPY ${SOURCE_DIR}/analyzer ${SOURCE_DIR}/driver ${SOURCE_DIR}/plugin-common DESTINATION ${SCRATCH}
     FILES_MATCHING PATTERN "*.h" PATTERN "*.cpp")
file(COPY ${SOURCE_DIR}/docs/dev/layers.md DESTINATION ${SCRATCH}/docs/dev)

function(expect_problem file include expected)
  file(WRITE ${SCRATCH}/${file} "#include ${include}\n")
  execute_process(COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${SCRATCH} -P ${CMAKE_CURRENT_LIST_DIR}/layering.cmake
                  RESULT_VARIABLE status ERROR_VARIABLE said OUTPUT_QUIET)
  file(REMOVE ${SCRATCH}/${file})
  if(status EQUAL 0 OR NOT said MATCHES "${expected}")
    message(FATAL_ERROR "${include} in ${file} should have been refused with \"${expected}\":\n${said}")
  endif()
endfunction()

expect_problem(analyzer/render/intruder.cpp "\"model/machine_model.h\"" "render may not include model")
expect_problem(analyzer/analysis/intruder.h "\"decode/decoder.h\"" "analysis may not include decode")
expect_problem(analyzer/analysis/intruder.h "<llvm/MC/MCInst.h>" "analysis may not see LLVM")
expect_problem(plugin-common/intruder.h "\"base/expected.h\"" "plugin-common may not include base")
expect_problem(analyzer/nowhere/intruder.h "<vector>" "not in the table")
expect_problem(analyzer/decode/lower/intruder.h "\"decode/assembly/text_parse.h\"" "decode/lower may not include decode/assembly")
expect_problem(analyzer/render/text/intruder.h "\"render/ci/ci_formats.h\"" "render/text may not include render/ci")
expect_problem(analyzer/render/intruder.h "<nlohmann/json.hpp>" "render may not see nlohmann-json")
