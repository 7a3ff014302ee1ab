// Where functions begin and end, by the tables for unwinding the stack (.eh_frame, "DWARF Extensions" of the Linux
// Standard Base): all that tells them apart in a stripped program.
#pragma once

#include "decode/image/code_section.h"

#include <llvm/Object/ELFObjectFile.h>

#include <vector>

namespace osaca {

/// Of a linked file; sorted by where they begin. Damaged tables are read as far as they make sense.
[[nodiscard]] std::vector<AddressRange> unwinding_ranges(const llvm::object::ELFObjectFileBase &file);

} // namespace osaca
