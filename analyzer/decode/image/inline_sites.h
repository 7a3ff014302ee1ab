// Through which calls code was inlined where it stands, whatever debug information says so.
#pragma once

#include <cstdint>
#include <vector>

namespace osaca {

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
