// The entries of .debug_info, one after the other (DWARF 2 to 5, section 7.5 of the DWARF 5 standard): only what
// inlined_subroutines.h needs of them. By hand for the reason that line_program.h gives.
#pragma once

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Support/DataExtractor.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace osaca {

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

} // namespace osaca
