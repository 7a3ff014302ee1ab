#pragma once

#include "base/expected.h"
#include "decode/image/object_image.h"

#include <string_view>

namespace osaca {

/// Reads an ELF file. `bytes` must be aligned, because LLVM reads its structures in place. `debug_bytes` holds a file
/// with the symbols and lines of a stripped one; its unreadable parts are ignored. `with_inlining` requests
/// ObjectImage::inlined. Errors (without line and column): the file cannot be read, its code is for an unsupported CPU,
/// or it is an object for link-time optimisation.
[[nodiscard]] Expected<ObjectImage> elf_image(std::string_view bytes, std::string_view debug_bytes,
                                              bool with_inlining = false);

} // namespace osaca
