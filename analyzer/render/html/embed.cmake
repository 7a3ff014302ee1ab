# Style sheets and scripts -> a C++ file with two strings:  cmake -DSTYLES=a.css;b.css -DSCRIPTS=a.js;b.js -DOUTPUT=f.cpp -P embed.cmake
#
# The scripts become one function of their own, so that they share their names with each other and with nothing else.
cmake_minimum_required(VERSION 3.25)

function(joined result)
  set(out "")
  foreach(file IN LISTS ARGN)
    file(READ ${file} text)
    string(FIND "${text}" ")embedded\"" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${file} contains the delimiter of the string literal that embeds it")
    endif()
    string(FIND "${text}" "</s" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${file} contains \"</s\", which would end its HTML element")
    endif()
    string(APPEND out "${text}")
  endforeach()
  set(${result} "${out}" PARENT_SCOPE)
endfunction()

joined(styles ${STYLES})
joined(scripts ${SCRIPTS})
file(WRITE ${OUTPUT} "// Made by embed.cmake from the files in html/page.
#include \"render/html/assets.h\"

namespace osaca::html {

std::string_view style_sheet() {
  return R\"embedded(${styles})embedded\";
}

std::string_view script() {
  return R\"embedded((() => {
\"use strict\";
${scripts}})();
)embedded\";
}

} // namespace osaca::html
")
