// The debug information of a stripped program or library, in a file of its own: found as debuggers find it.
//
//   /usr/lib/debug/.build-id/ab/cdef.debug           by the build-id ab cdef in its notes
//   FOLDER/NAME, FOLDER/.debug/NAME,
//   /usr/lib/debug/FOLDER/NAME                       by the name in .gnu_debuglink (GDB's manual, "Separate Debug Files")
#pragma once

#include "osaca/embedded_reports.h"

#include <string>

namespace osaca {

/// Its bytes, if there is one that was made from this very file, which is at `path`: with the same build-id, or, where there is none,
/// with the checksum of .gnu_debuglink. Empty: nothing of the kind. What cannot be opened or read is not there.
[[nodiscard]] std::string debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open);

} // namespace osaca
