// The program database of a Windows program: beside it, under the name that the program has for it (whose folder is one
// of the machine that linked it) or its own.
#pragma once

#include "base/byte_source.h"

#include <string>

namespace osaca {

/// With the GUID that the program says. As debug_file_of().
[[nodiscard]] std::string windows_debug_file_of(const ByteSource &file, const std::string &path,
                                                const FileOpener &open);

} // namespace osaca
