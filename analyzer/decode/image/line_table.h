// Code addresses -> source lines, whatever kind of debug information they come from.
#pragma once

#include "base/source_location.h"
#include "decode/image/code_section.h"

#include <cstdint>
#include <string>
#include <vector>

namespace osaca {

struct LineRow {
  std::uint64_t address = 0;
  std::uint32_t file = 0; ///< index of LineRows::files; its first is the unknown one
  std::uint32_t line = 0; ///< 0: none
  std::uint32_t column = 0;
};

/// Rows of ascending addresses; the last one only says where the code ends.
struct LineSequence {
  std::uint64_t section = 0; ///< CodeAddress::section, in files that are not linked
  std::vector<LineRow> rows;
};

struct LineRows {
  std::vector<std::string> files;
  std::vector<LineSequence> sequences;
  bool is_refused = false; ///< the debug information is compressed, and would become too large
};

class LineTable {
public:
  /// Sequences that do not ascend are left out.
  LineTable(LineRows rows, bool is_relocatable);

  [[nodiscard]] bool is_empty() const { return sequences_.empty(); }
  [[nodiscard]] bool is_refused() const { return is_refused_; }

  /// The line that the compiler gave for the instruction; unknown if it gave none.
  [[nodiscard]] SourceLocation find(const CodeAddress &code) const;

private:
  std::vector<std::string> files_;
  std::vector<LineSequence> sequences_; ///< by section and first address
  bool is_relocatable_ = false;
  bool is_refused_ = false;
};

} // namespace osaca
