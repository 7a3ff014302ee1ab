// Chips with several kinds of cores, and CPUs that compilers call by the name of a relative.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// A chip with several kinds of cores. Every core is a name that --arch accepts and that names a single core.
struct Chip {
  std::vector<std::string> names;       ///< what compilers and users call the chip
  std::string fastest_core;             ///< the core that the chip's names stand for
  std::vector<std::string> other_cores; ///< the other kinds that have a model; may be empty
};

/// What CPUID tells about an x86 CPU, with the numbers that Linux shows in /proc/cpuinfo.
struct CpuId {
  std::string vendor; ///< "GenuineIntel"; empty: not known
  int family = 0;
  int model = 0;
};

/// CPUs for which the compiler's name of the CPU means other figures than those of their core.
struct CpuIdRule {
  std::string vendor;
  int family = 0;
  int first_model = 0;
  int last_model = 0;
  std::string arch; ///< the name to use instead of the compiler's: a core or a chip
};

/// Reads lines "chip NAME... : FASTEST OTHER..." and "cpuid VENDOR FAMILY FIRST-LAST : ARCH" (or FIRST alone). Empty
/// lines and lines that begin with '#' are ignored.
class ChipList {
public:
  explicit ChipList(std::string_view text = {});

  [[nodiscard]] const std::vector<Chip> &chips() const { return chips_; }
  [[nodiscard]] const std::vector<CpuIdRule> &rules() const { return rules_; }
  /// The lines that have neither form, by number from 1. They are left out.
  [[nodiscard]] const std::vector<int> &unreadable_lines() const { return unreadable_lines_; }

  /// The chip with this name (not case-sensitive), or null.
  [[nodiscard]] const Chip *find(std::string_view name) const;
  /// The name to use for this CPU instead of the compiler's; empty: the compiler's is right.
  [[nodiscard]] std::string arch_of(const CpuId &cpu) const;

private:
  [[nodiscard]] bool read_line(std::string_view line);
  std::vector<Chip> chips_;
  std::vector<CpuIdRule> rules_;
  std::vector<int> unreadable_lines_;
};

} // namespace osaca
