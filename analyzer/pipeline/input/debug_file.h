// The debug information of a linked file, where it is in a file of its own.
#pragma once

#include "base/byte_source.h"

#include <string>

namespace osaca {

/// Its bytes, if there is one that was made together with this very file, which is at `path`: ELF's by the build-id or
/// a checksum, the program database of a Windows program by its GUID, what is in a .dSYM of macOS by its UUID. Empty:
/// nothing of the kind. What cannot be opened or read is not there.
[[nodiscard]] std::string debug_file_of(const ByteSource &file, const std::string &path, const FileOpener &open);

} // namespace osaca
