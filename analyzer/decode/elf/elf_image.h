#pragma once

#include "base/expected.h"
#include "decode/image/object_image.h"

#include <string_view>

namespace osaca {

/// `bytes` are aligned: LLVM reads its structures in place. `debug_bytes`: a file that has the symbols and lines of a
/// stripped one; what cannot be read of it is not there. `with_inlining`: ObjectImage::inlined is wanted. Errors
/// (without a place): it cannot be read, code for another CPU or code that waits for link-time optimisation.
[[nodiscard]] Expected<ObjectImage> elf_image(std::string_view bytes, std::string_view debug_bytes,
                                              bool with_inlining = false);

} // namespace osaca
