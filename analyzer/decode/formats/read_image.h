#pragma once

#include "base/expected.h"
#include "container/file_kind.h"
#include "decode/image/object_image.h"

#include <string>
#include <string_view>

namespace osaca {

/// The code of a file of any system. `debug_bytes`: another file with the names and lines of a linked one; empty: there
/// is none; what cannot be read of it is not there. `with_inlining`: ObjectImage::inlined is wanted. `bytes` are
/// aligned for structures of eight bytes, and live longer. Errors (without a place): it cannot be read, code for
/// another CPU, or code that waits for link-time optimisation.
[[nodiscard]] Expected<ObjectImage> read_image(std::string_view bytes, std::string_view debug_bytes,
                                               bool with_inlining = false);

/// Why a file that is no text holds no code that could be read; empty for kinds that may.
[[nodiscard]] std::string why_no_code(FileKind kind);

} // namespace osaca
