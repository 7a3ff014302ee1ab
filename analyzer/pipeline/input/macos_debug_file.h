// The debug information of a macOS program or library, as dsymutil puts it beside:
// PROGRAM.dSYM/Contents/Resources/DWARF/PROGRAM, or beside the bundle that the program is in.
#pragma once

#include "base/byte_source.h"

#include <string>

namespace osaca {

/// With the same UUID. As debug_file_of().
[[nodiscard]] std::string macos_debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open);

} // namespace osaca
