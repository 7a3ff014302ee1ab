# Facts are values, and sentences are made of them last: nobody but rendering compares or searches text that was made for
# people.  cmake -DSOURCE_DIR=<project> -P words.cmake
#
# The sentences themselves are out of reach: layering.cmake lets only those who show them include render/words. This looks for
# the rest: a search for, or a comparison with, words of more than one; and searches in fields that hold text for people.
cmake_minimum_required(VERSION 3.25)

set(search "(find|rfind|find_first_of|starts_with|ends_with|contains|compare)\\(")
set(words "\"[^\"]*[A-Za-z][A-Za-z]+ [^\"]*[A-Za-z][^\"]*\"")
set(field "(\\.|->)(message|advice|explanation|reason|remark|detail|title|arch_title|source_of_figures|because)(\\(\\))?")
set(sentence "(message_of|advice_of|phrase_of|headline_of|text_of)\\([^()]*\\)")
set(patterns
  "${search}[^\"()]*${words}" "[!=]= *${words}" "${words} *[!=]="
  "${field}\\.${search}" "${field}\\.substr\\(" "${field} *[!=]= *[^= ]"
  "${sentence}\\.${search}" "${sentence}\\.substr\\(" "${sentence} *[!=]=" "[!=]= *${sentence}")

# What is read there is not ours, or is a format: file, what its line says, and why it may.
set(allowed
  "analyzer/decode/assembly/intel_rewrite.cpp|[Pp][Tt][Rr]|Intel's syntax"
  "analyzer/decode/assembly/text_parse.cpp|unknown directive|LLVM's parser tells directives that it does not know in no other way"
  "analyzer/decode/lower/lower_facts.cpp|mul vl|AArch64's syntax"
  "analyzer/expectation/parse.cpp|per (source )?iteration|what users write behind a pragma"
  "analyzer/pipeline/copies.cpp|\"line \"|names of regions in the input, which tell a marker's from ours"
  "driver/doctor/doctor_probe.cpp|per iteration|a compiler's output: does the plugin speak?"
  "driver/doctor/doctor_compilers.cpp|Free Software Foundation|a compiler's banner"
  "driver/command_line/manpage.cpp|Exit status:|help texts are the source of the manual page"
  "measure/file/machine_facts.cpp|model name|/proc/cpuinfo"
  "measure/tables/import_text.cpp|clock cycles|another program's table"
  "plugin-common/driver_client.cpp|prefix|what a program says on standard error begins with its name"
  "gcc-plugin/line_places.cpp|map->reason|a number of GCC's line maps"
  "clang-plugin/machine_text.cpp|Loop|LLVM's comments in assembly")

function(reads_words line result)
  set(${result} FALSE PARENT_SCOPE)
  foreach(pattern IN LISTS patterns)
    if(line MATCHES "${pattern}")
      set(${result} TRUE PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# What it is there for: each of these stood in the product once.
foreach(line IN ITEMS
    "role.starts_with(\"scalar version\")" "name.find(\"outer loop\") == 0" "if (role == \"vector body\")"
    "note.find(\"nearest relative\") != npos" "finding.message.find(part)" "made.error().message.starts_with(same_code)"
    "known.finding->message != finding.message" "message_of(a) == message_of(b)" "record.reason.substr(4)")
  reads_words("${line}" found)
  if(NOT found)
    message(FATAL_ERROR "this test finds nothing in: ${line}")
  endif()
endforeach()
foreach(line IN ITEMS "if (finding.rule == expectation_rule)" "text.find(':')" "finding.message = std::move(message)"
    "return \"the loop calls \" + callee" "loop.reason.empty() ? a : b" "name.starts_with(\"VFM\")")
  reads_words("${line}" found)
  if(found)
    message(FATAL_ERROR "this test takes it for a search in words: ${line}")
  endif()
endforeach()

set(problems "")
file(GLOB_RECURSE files RELATIVE ${SOURCE_DIR} LIST_DIRECTORIES FALSE
     ${SOURCE_DIR}/analyzer/*.h ${SOURCE_DIR}/analyzer/*.cpp ${SOURCE_DIR}/driver/*.h ${SOURCE_DIR}/driver/*.cpp
     ${SOURCE_DIR}/measure/*.h ${SOURCE_DIR}/measure/*.cpp ${SOURCE_DIR}/scan/*.h ${SOURCE_DIR}/scan/*.cpp
     ${SOURCE_DIR}/gcc-plugin/*.h ${SOURCE_DIR}/gcc-plugin/*.cpp ${SOURCE_DIR}/clang-plugin/*.h
     ${SOURCE_DIR}/clang-plugin/*.cpp ${SOURCE_DIR}/plugin-common/*.h ${SOURCE_DIR}/plugin-common/*.cpp)
list(FILTER files EXCLUDE REGEX "^analyzer/render/")
foreach(file IN LISTS files)
  file(READ ${SOURCE_DIR}/${file} text)
  string(REGEX REPLACE "[][;]" " " text "${text}") # which mean something in lists
  string(REPLACE "\n" ";" lines "${text}")
  list(FILTER lines INCLUDE REGEX "find|starts_with|ends_with|contains|compare|substr|.= ")
  foreach(line IN LISTS lines)
    reads_words("${line}" found)
    if(NOT found)
      continue()
    endif()
    set(may FALSE)
    foreach(entry IN LISTS allowed)
      if(entry MATCHES "^([^|]+)\\|([^|]+)\\|" AND file STREQUAL CMAKE_MATCH_1)
        set(what "${CMAKE_MATCH_2}")
        if(line MATCHES "${what}")
          set(may TRUE)
        endif()
      endif()
    endforeach()
    if(NOT may)
      string(STRIP "${line}" line)
      list(APPEND problems "${file}: ${line}")
    endif()
  endforeach()
endforeach()
list(LENGTH files file_count)
if(problems)
  list(JOIN problems "\n  " text)
  message(FATAL_ERROR "text for people is read back (make it a value, or say in this file why not):\n  ${text}")
endif()
if(file_count LESS 20)
  message(FATAL_ERROR "only ${file_count} files found under ${SOURCE_DIR}: is this the project?")
endif()
message(STATUS "${file_count} files read no sentence back")
