// The functions that a user asked for by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// "f" for "f.constprop.0", "f.part.1.cold", "f.avx2.0": whose copy or part a symbol is. Dots that are part of a name
/// ("main.main" of Go) stay.
[[nodiscard]] std::string_view without_clone_suffixes(std::string_view symbol);

/// "f.part.1" for "f.part.1.cold"; empty: not a cold part.
[[nodiscard]] std::string hot_part_of(std::string_view symbol);

/// Names, exact or with * and ?. Each may be a symbol's ("_ZN3sim5solveEPdi"), or what C++ calls it, with or without
/// parameters ("sim::solve(double*, int)", "sim::solve"), and for templates with or without arguments.
class FunctionPatterns {
public:
  explicit FunctionPatterns(std::vector<std::string> patterns) : patterns_(std::move(patterns)) {}

  [[nodiscard]] bool empty() const { return patterns_.empty(); }
  [[nodiscard]] const std::vector<std::string> &all() const { return patterns_; }

  /// Indices of the patterns that mean this symbol; a clone is meant with its original.
  [[nodiscard]] std::vector<std::size_t> matching(const std::string &symbol) const;
  [[nodiscard]] bool matches(const std::string &symbol) const { return empty() || !matching(symbol).empty(); }

private:
  std::vector<std::string> patterns_;
};

/// The spellings under which a symbol is found: as it is, without suffixes, and demangled.
[[nodiscard]] std::vector<std::string> spellings_of(const std::string &symbol);

} // namespace osaca
