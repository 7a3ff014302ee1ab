// Code addresses -> source lines, whatever kind of debug information they come from.
#pragma once

#include "base/source_location.h"
#include "decode/image/code_section.h"
#include "decode/image/line_file.h"

#include <cstdint>
#include <map>
#include <set>
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
  std::vector<LineFile> files = {};
  std::vector<LineSequence> sequences = {};
  /// Of DWARF: by offset of the table in .debug_line, its own numbers -> `files`.
  std::map<std::uint64_t, std::vector<std::uint32_t>> files_of_tables = {};
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

  /// The row that speaks for an instruction; null: none, or one that knows no line.
  [[nodiscard]] const LineRow *row_at(const CodeAddress &code) const;
  /// The files of the rows that begin between these addresses.
  [[nodiscard]] std::set<std::uint32_t> files_between(const CodeAddress &begin, std::uint64_t end) const;
  [[nodiscard]] const std::vector<LineFile> &files() const { return files_; }
  [[nodiscard]] const std::vector<LineSequence> &sequences() const { return sequences_; }
  [[nodiscard]] SourceLocation location(std::uint32_t file, std::uint32_t line, std::uint32_t column) const;

private:
  [[nodiscard]] std::vector<LineSequence>::const_iterator behind(const CodeAddress &code) const;

  std::vector<LineFile> files_;
  std::vector<LineSequence> sequences_; ///< by section and first address
  bool is_relocatable_ = false;
  bool is_refused_ = false;
};

} // namespace osaca
