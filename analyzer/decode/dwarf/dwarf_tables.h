// DWARF as hostile input: line programs, the entries of .debug_info, and what was inlined where by these.
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
// Written by hand although LLVM has a reader: LLVM's follows null pointers and jumps out of its tables on damaged debug
// information, and objects come from anywhere. This one reads nothing but .debug_line and its strings.

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

// The entries of .debug_info, one after the other (DWARF 2 to 5, section 7.5 of the DWARF 5 standard): only what
// inlined_subroutines.h needs of them. By hand for the reason that line_program.h gives.

struct DebugSections {
  llvm::StringRef info;
  llvm::StringRef abbreviations;
  llvm::StringRef addresses;   ///< .debug_addr
  llvm::StringRef ranges;      ///< .debug_ranges, up to DWARF 4
  llvm::StringRef range_lists; ///< .debug_rnglists
};

struct DebugNumber {
  llvm::dwarf::Form form = {};
  std::uint64_t value = 0;
};

/// The attributes of an entry that matter here, as they are written.
struct DebugEntry {
  llvm::dwarf::Tag tag = llvm::dwarf::DW_TAG_null;
  int depth = 0; ///< the unit's own entry: 0
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

/// Visits the entries of units that hold code for machines with addresses of 8 bytes, the unit's own first. Where the
/// bytes of a unit make no sense any more, or its abbreviations do not, it goes on with the next unit; it ends at one
/// that is cut off.
void for_each_debug_entry(const DebugSections &sections,
                          const std::function<void(const DebugUnit &, const DebugEntry &)> &visit);

// What was inlined where, by DWARF's entries for inlined subroutines. Clang writes them with -g and -gline-tables-only,
// GCC with -g and -g1.

/// Of a linked file. `lines`: its line tables, by whose numbers files are named. What is damaged is left out.
[[nodiscard]] InlineSites inlined_subroutines(const DebugSections &sections, const LineRows &lines);

} // namespace osaca
