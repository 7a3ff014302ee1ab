// Reads DWARF from untrusted files: line programs, the entries of .debug_info, and inlined calls.
#pragma once

#include "decode/image/line_table.h"

#include <cstdint>
#include <functional>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Support/DataExtractor.h>
#include <map>
#include <optional>
#include <vector>

namespace osaca {

// Runs the line programs of one .debug_line section: DWARF versions 2 to 5, section 6.2 of the DWARF 5 standard.
//
// LLVM has a reader, but on damaged debug information it follows null pointers and jumps out of its tables. The files
// are untrusted, so this reader was written by hand. It reads only .debug_line and its strings.

/// A number in a section of a relocatable file, after relocation.
struct Relocated {
  std::uint64_t value = 0;
  std::uint64_t section = 0; ///< section of the symbol, if the number is an address
};

struct LineSections {
  llvm::StringRef lines;        ///< .debug_line
  llvm::StringRef line_strings; ///< .debug_line_str
  llvm::StringRef strings;      ///< .debug_str
  /// The relocated number at an offset of .debug_line; `raw` is the number stored there.
  std::function<Relocated(std::uint64_t offset, std::uint64_t raw)> relocate;
};

/// Reads all tables up to the first one that extends beyond the section.
[[nodiscard]] LineRows run_line_programs(const LineSections &sections);

// The entries of .debug_info in their order (DWARF 2 to 5, section 7.5 of the DWARF 5 standard), with only the
// attributes that inlined_subroutines() needs. This reader is written by hand for the same reason as the line programs
// above.

struct DebugSections {
  llvm::StringRef info;
  llvm::StringRef abbreviations;
  llvm::StringRef addresses;   ///< .debug_addr
  llvm::StringRef ranges;      ///< .debug_ranges, up to DWARF 4
  llvm::StringRef range_lists; ///< .debug_rnglists
};

/// The value of an attribute, and the form that says how to interpret it.
struct DebugNumber {
  llvm::dwarf::Form form = {};
  std::uint64_t value = 0;
};

/// The needed attributes of an entry, as stored: indices and offsets are not resolved yet.
struct DebugEntry {
  llvm::dwarf::Tag tag = llvm::dwarf::DW_TAG_null;
  int depth = 0; ///< 0: the entry of the unit itself
  std::optional<DebugNumber> low_pc;
  std::optional<DebugNumber> high_pc;
  std::optional<DebugNumber> ranges;
  std::optional<DebugNumber> line_table;  ///< DW_AT_stmt_list
  std::optional<DebugNumber> addresses;   ///< DW_AT_addr_base
  std::optional<DebugNumber> range_lists; ///< DW_AT_rnglists_base
  std::uint64_t call_file = 0;
  std::uint64_t call_line = 0;
  std::uint64_t call_column = 0;
};

struct DebugUnit {
  std::uint16_t version = 0;
  bool is_64_bit = false; ///< offsets have 8 bytes
};

/// Visits the entries of all units for machines with 8-byte addresses; the entry of the unit itself comes first. If a
/// unit contains invalid bytes or abbreviations, the rest of the unit is skipped. A truncated unit ends the visit.
void for_each_debug_entry(const DebugSections &sections,
                          const std::function<void(const DebugUnit &, const DebugEntry &)> &visit);

// Inlined calls, from the DWARF entries for inlined subroutines. Clang writes them with -g and -gline-tables-only, GCC
// with -g and -g1.

/// For linked files only. `lines` are the line tables of the file; the entries refer to its file numbers. Damaged parts
/// are left out.
[[nodiscard]] InlineSites inlined_subroutines(const DebugSections &sections, const LineRows &lines);

} // namespace osaca
