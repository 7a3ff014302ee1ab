// Runs the line programs of one .debug_line section: DWARF versions 2 to 5, section 6.2 of the DWARF 5 standard.
//
// Written by hand although LLVM has a reader: LLVM's follows null pointers and jumps out of its tables on damaged debug
// information, and objects come from anywhere. This one reads nothing but .debug_line and its strings.
#pragma once

#include "decode/image/line_table.h"

#include <llvm/Support/DataExtractor.h>

#include <functional>

namespace osaca {

/// A number of a section in a relocatable file, as the linker would see it.
struct Relocated {
  std::uint64_t value = 0;
  std::uint64_t section = 0; ///< of the symbol, if the number is an address
};

struct LineSections {
  llvm::StringRef lines;        ///< .debug_line
  llvm::StringRef line_strings; ///< .debug_line_str
  llvm::StringRef strings;      ///< .debug_str
  /// What stands at an offset of .debug_line, whose bytes hold `raw`.
  std::function<Relocated(std::uint64_t offset, std::uint64_t raw)> relocate;
};

/// All tables up to the first one that is not even bounded by the section.
[[nodiscard]] LineRows run_line_programs(const LineSections &sections);

} // namespace osaca
