#pragma once

#include "base/expected.h"
#include "decode/image/object_image.h"

#include <string_view>

namespace osaca {

/// Of an object (COFF) or a linked file (PE). `database`: the bytes of its program database, which has the names and
/// lines of a linked one; empty: there is none; what cannot be read of it is not there. Errors (without a place): it
/// cannot be read, or code for another CPU.
[[nodiscard]] Expected<ObjectImage> coff_image(std::string_view bytes, std::string_view database);

} // namespace osaca
