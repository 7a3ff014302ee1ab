// The debug information of a stripped ELF file, found as debuggers find it.
//
//   /usr/lib/debug/.build-id/ab/cdef.debug           by the build-id ab cdef in its notes
//   FOLDER/NAME, FOLDER/.debug/NAME,
//   /usr/lib/debug/FOLDER/NAME                       by the name in .gnu_debuglink (GDB's manual, "Separate Debug
//   Files")
#pragma once

#include "base/byte_source.h"

#include <string>

namespace osaca {

/// With the same build-id, or, where there is none, with the checksum of .gnu_debuglink. As debug_file_of().
[[nodiscard]] std::string elf_debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open);

} // namespace osaca
