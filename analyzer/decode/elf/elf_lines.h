#pragma once

#include "decode/image/inline_sites.h"
#include "decode/image/line_table.h"

#include <llvm/Object/ELFObjectFile.h>

namespace osaca {

/// By .debug_line. Tables that are damaged are read as far as they make sense.
[[nodiscard]] LineRows elf_lines(const llvm::object::ELFObjectFileBase &file);

/// What was inlined where in a linked file with these lines.
[[nodiscard]] InlineSites elf_inline_sites(const llvm::object::ELFObjectFileBase &file, const LineRows &lines);

} // namespace osaca
