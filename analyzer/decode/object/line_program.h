// Runs the line programs of one .debug_line section.
#pragma once

#include "decode/object/line_table.h"

#include <llvm/Support/DataExtractor.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

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

struct LinePrograms {
  std::vector<LineFile> files;
  std::vector<LineTable::Sequence> sequences;
  std::map<std::uint64_t, std::vector<std::uint32_t>> files_of_tables; ///< by offset of the table: its own numbers -> `files`
};

/// All tables up to the first one that is not even bounded by the section.
[[nodiscard]] LinePrograms run_line_programs(const LineSections &sections);

} // namespace osaca
