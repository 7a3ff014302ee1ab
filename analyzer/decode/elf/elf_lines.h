#pragma once

#include "decode/image/line_table.h"

#include <llvm/Object/ELFObjectFile.h>

namespace osaca {

/// By .debug_line. Tables that are damaged are read as far as they make sense.
[[nodiscard]] LineRows elf_lines(const llvm::object::ELFObjectFileBase &file);

} // namespace osaca
