// Through which calls code was inlined where it stands, by DWARF's entries for inlined subroutines. Clang writes them
// with -g and -gline-tables-only, GCC with -g and -g1.
#pragma once

#include "decode/object/line_table.h"

#include <llvm/Object/ELFObjectFile.h>

#include <cstdint>
#include <vector>

namespace osaca {

/// A call that was replaced by the code of what it calls.
struct InlineSite {
  std::uint32_t file = 0; ///< index of LineTable::files(); 0: unknown
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  int outer = -1; ///< the call that the code around this one was inlined through; -1: none
};

class InlineSites {
public:
  InlineSites() = default;
  /// Of a linked file; of others, whose addresses the linker has yet to fill in, nothing is read. What is damaged is
  /// left out.
  InlineSites(const llvm::object::ELFObjectFileBase &file, const LineTable &lines);

  /// The innermost call that the instruction came through; null: none.
  [[nodiscard]] const InlineSite *at(std::uint64_t address) const;
  [[nodiscard]] const InlineSite *outer_of(const InlineSite &site) const {
    return site.outer < 0 ? nullptr : &sites_[static_cast<std::size_t>(site.outer)];
  }

  struct Interval {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    int site = -1;
    int around = -1; ///< the interval around this one
  };

  [[nodiscard]] const std::vector<Interval> &intervals() const { return intervals_; }
  [[nodiscard]] const InlineSite &site_of(const Interval &interval) const {
    return sites_[static_cast<std::size_t>(interval.site)];
  }

private:
  std::vector<InlineSite> sites_;   ///< outer ones before those in them
  std::vector<Interval> intervals_; ///< by begin; those around others before them
};

} // namespace osaca
