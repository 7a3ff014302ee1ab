#pragma once

#include <string>
#include <string_view>

namespace osaca {

/// What is wrong with an ELF file, in a few words; empty: its tables lie inside it and refer to each other properly.
/// LLVM's reader ends the process on some malformed tables, so this comes first.
[[nodiscard]] std::string malformation_of_elf(std::string_view bytes);

} // namespace osaca
