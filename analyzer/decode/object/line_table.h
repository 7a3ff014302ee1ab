// Code addresses -> source lines, by DWARF's line tables (versions 2 to 5, section 6.2 of the DWARF 5 standard).
//
// Written by hand although LLVM has a reader: LLVM's follows null pointers and jumps out of its tables on damaged debug
// information, and objects come from anywhere. This one reads nothing but .debug_line and its strings.
#pragma once

#include "base/source_location.h"
#include "decode/object/line_file.h"

#include <llvm/Object/ELFObjectFile.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace osaca {

/// Where an instruction is. In linked files addresses are unique, and the section is not looked at.
struct CodeAddress {
  std::uint64_t address = 0;
  std::uint64_t section = 0; ///< LLVM's index
};

class LineTable {
public:
  /// Tables that are damaged are read as far as they make sense.
  explicit LineTable(const llvm::object::ELFObjectFileBase &file);

  [[nodiscard]] bool is_empty() const { return sequences_.empty(); }
  /// Its sections are compressed, and would become too large.
  [[nodiscard]] bool is_refused() const { return is_refused_; }

  /// The line that the compiler gave for the instruction; unknown if it gave none.
  [[nodiscard]] SourceLocation find(const CodeAddress &code) const;

  // How the tables are kept, for the reader of the line programs.
  struct Row {
    std::uint64_t address = 0;
    std::uint32_t file = 0; ///< index of files; 0: unknown
    std::uint32_t line = 0;
    std::uint32_t column = 0;
  };
  /// Rows of ascending addresses; the last one only says where the code ends.
  struct Sequence {
    std::uint64_t section = 0;
    std::vector<Row> rows;
  };

  /// The row that speaks for an instruction; null: none, or one that knows no line.
  [[nodiscard]] const Row *row_at(const CodeAddress &code) const;
  /// The files of the rows that begin between these addresses.
  [[nodiscard]] std::set<std::uint32_t> files_between(const CodeAddress &begin, std::uint64_t end) const;
  [[nodiscard]] const std::vector<LineFile> &files() const { return files_; }
  [[nodiscard]] const std::vector<Sequence> &sequences() const { return sequences_; }
  /// Of the table at this offset of .debug_line; 0: unknown.
  [[nodiscard]] std::uint32_t file_of_table(std::uint64_t table, std::uint64_t number) const;
  [[nodiscard]] SourceLocation location(std::uint32_t file, std::uint32_t line, std::uint32_t column) const;

private:
  [[nodiscard]] std::vector<Sequence>::const_iterator behind(const CodeAddress &code) const;

  std::vector<LineFile> files_;
  std::vector<Sequence> sequences_; ///< by section and first address
  std::map<std::uint64_t, std::vector<std::uint32_t>> files_of_tables_;
  bool is_relocatable_ = false;
  bool is_refused_ = false;
};

} // namespace osaca
