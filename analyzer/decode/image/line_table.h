// Maps code addresses to source files, lines and inlined calls, for all kinds of debug information.
#pragma once

#include "base/source_location.h"
#include "decode/image/code_section.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace osaca {

/// A source file as the compiler recorded it.
struct LineFile {
  std::string name;
  std::string working_folder = {}; ///< the folder that a relative name starts from; empty: unknown (before DWARF 5)
  std::string md5 = {};            ///< 16 bytes, of the file when it was compiled; empty: unknown
};

// The source files of debug information. A file occurs once for each working folder and each content. A table entry of
// two bytes may refer to a name of thousands of bytes. Therefore the total length of the names is limited, both of
// those read and of those kept.

class LineFiles {
public:
  LineFiles();

  /// Returns 0, the unknown file, if no file can have that name, or if the limit is reached.
  [[nodiscard]] std::uint32_t number_of(std::string_view folder, std::string_view path,
                                        std::string_view working_folder = {}, std::string md5 = {});
  [[nodiscard]] std::vector<LineFile> take() { return std::move(files_); }

private:
  [[nodiscard]] std::uint32_t number_of(LineFile file);

  std::size_t left_to_read_ = std::size_t{4} << 30U;
  std::size_t left_to_keep_ = 128U << 20U;
  std::vector<LineFile> files_;
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

// The line table.

/// The source place of the code from `address` up to the next row.
struct LineRow {
  std::uint64_t address = 0;
  std::uint32_t file = 0; ///< index into LineRows::files; index 0 is the unknown file
  std::uint32_t line = 0; ///< 0: none
  std::uint32_t column = 0;
};

/// Rows with ascending addresses; the last one only marks the end of the code.
struct LineSequence {
  std::uint64_t section = 0; ///< CodeAddress::section, in files that are not linked
  std::vector<LineRow> rows;
};

/// The line information of a file, as the readers of debug information return it.
struct LineRows {
  std::vector<LineFile> files = {};
  std::vector<LineSequence> sequences = {};
  /// DWARF only: from the offset of a table in .debug_line to its file numbers, as indices into `files`.
  std::map<std::uint64_t, std::vector<std::uint32_t>> files_of_tables = {};
  bool is_refused = false; ///< the debug information is compressed, and would become too large
};

/// Finds the source line of an instruction.
class LineTable {
public:
  /// Sequences that are not ascending are dropped.
  LineTable(LineRows rows, bool is_relocatable);

  [[nodiscard]] bool is_empty() const { return sequences_.empty(); }
  [[nodiscard]] bool is_refused() const { return is_refused_; }

  /// The line of the instruction; unknown if the compiler gave none.
  [[nodiscard]] SourceLocation find(const CodeAddress &code) const;

  /// The row that covers an instruction; null if there is none, or if it has no line.
  [[nodiscard]] const LineRow *row_at(const CodeAddress &code) const;
  /// The files of the rows that begin between these addresses.
  [[nodiscard]] std::set<std::uint32_t> files_between(const CodeAddress &begin, std::uint64_t end) const;
  [[nodiscard]] const std::vector<LineFile> &files() const { return files_; }
  [[nodiscard]] const std::vector<LineSequence> &sequences() const { return sequences_; }
  [[nodiscard]] SourceLocation location(std::uint32_t file, std::uint32_t line, std::uint32_t column) const;

private:
  [[nodiscard]] std::vector<LineSequence>::const_iterator first_sequence_after(const CodeAddress &code) const;

  std::vector<LineFile> files_;
  std::vector<LineSequence> sequences_; ///< by section and first address
  bool is_relocatable_ = false;
  bool is_refused_ = false;
};

// Inlined calls, for all kinds of debug information.

/// A call that was replaced by the body of the called function.
struct InlineSite {
  std::uint32_t file = 0; ///< index into LineRows::files; 0: unknown
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  int outer = -1; ///< index of the inlined call that encloses this one; -1: none
};

/// The inlined calls of a file, and the code of each.
class InlineSites {
public:
  struct Interval {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    int site = -1;
    int around = -1; ///< index of the enclosing interval; -1: none
  };

  InlineSites() = default;
  /// `sites`: outer ones before inner ones. `intervals`: the code of each site, in any order; `around` need not be set.
  InlineSites(std::vector<InlineSite> sites, std::vector<Interval> intervals);

  /// The innermost inlined call that contains the instruction; null: none.
  [[nodiscard]] const InlineSite *at(std::uint64_t address) const;
  [[nodiscard]] const InlineSite *outer_of(const InlineSite &site) const {
    return site.outer < 0 ? nullptr : &sites_[static_cast<std::size_t>(site.outer)];
  }

  [[nodiscard]] const std::vector<Interval> &intervals() const { return intervals_; }
  [[nodiscard]] const InlineSite &site_of(const Interval &interval) const {
    return sites_[static_cast<std::size_t>(interval.site)];
  }

private:
  std::vector<InlineSite> sites_;   ///< outer ones before inner ones
  std::vector<Interval> intervals_; ///< sorted by begin; enclosing ones first
};

} // namespace osaca
