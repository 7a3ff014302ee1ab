// Code addresses -> source files, lines, and the calls that were inlined there, whatever kind of debug information they
// come from.
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

/// A source file as the compiler was told of it.
struct LineFile {
  std::string name;
  std::string working_folder = {}; ///< that a relative name begins in; empty: not told (before DWARF 5)
  std::string md5 = {};            ///< 16 bytes, of the file when it was compiled; empty: not told
};

// The source files of debug information, each once in each working folder and with each content. An entry of two bytes
// may stand for a name of thousands, so what is read and what is kept of them is bounded.

class LineFiles {
public:
  LineFiles();

  /// 0, the unknown file: no file can have that name, or there are too many.
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

// Code addresses -> source lines, whatever kind of debug information they come from.

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

// Through which calls code was inlined where it stands, whatever debug information says so.

/// A call that was replaced by the code of what it calls.
struct InlineSite {
  std::uint32_t file = 0; ///< index of LineRows::files; 0: unknown
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  int outer = -1; ///< the call that the code around this one was inlined through; -1: none
};

class InlineSites {
public:
  struct Interval {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    int site = -1;
    int around = -1; ///< the interval around this one
  };

  InlineSites() = default;
  /// `sites`: outer ones before those in them. `intervals`: where their code is, in any order, `around` not yet known.
  InlineSites(std::vector<InlineSite> sites, std::vector<Interval> intervals);

  /// The innermost call that the instruction came through; null: none.
  [[nodiscard]] const InlineSite *at(std::uint64_t address) const;
  [[nodiscard]] const InlineSite *outer_of(const InlineSite &site) const {
    return site.outer < 0 ? nullptr : &sites_[static_cast<std::size_t>(site.outer)];
  }

  [[nodiscard]] const std::vector<Interval> &intervals() const { return intervals_; }
  [[nodiscard]] const InlineSite &site_of(const Interval &interval) const {
    return sites_[static_cast<std::size_t>(interval.site)];
  }

private:
  std::vector<InlineSite> sites_;   ///< outer ones before those in them
  std::vector<Interval> intervals_; ///< by begin; those around others before them
};

} // namespace osaca
