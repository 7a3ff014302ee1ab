#pragma once

#include <string>
#include <string_view>

namespace osaca {

/// Checks that the tables of an ELF file lie inside it and refer to each other correctly. Returns a short description
/// of the first problem; empty: none. LLVM's reader aborts on some malformed tables, so this check comes first.
[[nodiscard]] std::string malformation_of_elf(std::string_view bytes);

} // namespace osaca
