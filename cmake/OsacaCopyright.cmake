# The copyright file of a Debian package: our licences, and those of the libraries that are linked into its programs.
# The latter are read from the packages on the system that builds the packages, and not stored in this project.

# osaca_apache_notice(RESULT): every Debian system contains the licence itself, but not the exception.
function(osaca_apache_notice result)
  file(READ ${PROJECT_SOURCE_DIR}/LICENSE text)
  string(FIND "${text}" "---- LLVM Exceptions" at)
  string(SUBSTRING "${text}" ${at} -1 exception)
  set(${result} "Licensed under the Apache License, version 2.0, with LLVM's exceptions. On Debian systems the text of the
licence is in /usr/share/common-licenses/Apache-2.0.

${exception}" PARENT_SCOPE)
endfunction()

function(osaca_gpl_notice result)
  set(${result} "This plugin runs inside of GCC. It is free software: you can redistribute it and modify it under the terms of the
GNU General Public License as published by the Free Software Foundation, version 3 or any later one. It comes without any
warranty. On Debian systems the text of the licence is in /usr/share/common-licenses/GPL-3.
" PARENT_SCOPE)
endfunction()

# osaca_copyright(FILE NOTICE [PACKAGE...]): PACKAGE are the Debian packages whose code is linked in.
function(osaca_copyright file notice)
  set(text "Copyright (c) 2026 the authors of osaca.\n\n${notice}")
  foreach(package IN LISTS ARGN)
    set(theirs /usr/share/doc/${package}/copyright)
    if(NOT EXISTS ${theirs})
      message(STATUS "Packages: ${theirs} does not exist; the packages of `cpack -G DEB` will lack this licence")
      continue()
    endif()
    file(READ ${theirs} licence)
    string(APPEND text "\n\n==== The programs of this package contain code of ${package}, which has this copyright file: ====\n\n${licence}")
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "@text@" @ONLY)
endfunction()
