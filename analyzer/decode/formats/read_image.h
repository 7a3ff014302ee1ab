#pragma once

#include "base/expected.h"
#include "container/file_kind.h"
#include "decode/image/object_image.h"

#include <string>
#include <string_view>

namespace osaca {

/// Reads the code of a file of any system. `debug_bytes` holds another file with the names and lines of a linked one;
/// empty: none. Unreadable parts of it are ignored. `with_inlining` requests ObjectImage::inlined. `bytes` must be
/// aligned to eight bytes and outlive the result. Errors (without line and column): the file cannot be read, its code
/// is for an unsupported CPU, or it is an object for link-time optimisation.
[[nodiscard]] Expected<ObjectImage> read_image(std::string_view bytes, std::string_view debug_bytes,
                                               bool with_inlining = false);

/// Why no code can be read from a binary file of this kind; empty for kinds that may contain code.
[[nodiscard]] std::string why_no_code(FileKind kind);

} // namespace osaca
