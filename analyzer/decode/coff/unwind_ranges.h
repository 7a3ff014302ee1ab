#pragma once

#include "container/coff_tables.h"
#include "decode/image/code_section.h"

#include <string_view>
#include <vector>

namespace osaca {

/// Where functions of a linked file are, by its table for unwinding the stack (.pdata), which lists all but those that
/// call nothing and keep nothing on the stack; sorted. Microsoft's "x64 exception handling" and "ARM64 exception
/// handling" describe it.
[[nodiscard]] std::vector<AddressRange> windows_unwinding_ranges(std::string_view bytes, const CoffFile &file);

} // namespace osaca
