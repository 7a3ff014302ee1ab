#pragma once

#include "base/expected.h"
#include "decode/image/object_image.h"

#include <string_view>

namespace osaca {

/// Of an object, or of a program or library. `debug_bytes`: the file in its .dSYM, which has the names and lines of a
/// linked one; empty: there is none; what cannot be read of it is not there. Errors (without a place): it cannot be
/// read, or code for another CPU.
[[nodiscard]] Expected<ObjectImage> macho_image(std::string_view bytes, std::string_view debug_bytes);

} // namespace osaca
