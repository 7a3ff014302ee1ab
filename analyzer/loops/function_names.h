// Selects functions by the names that the user gave.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

/// "f" for "f.constprop.0", "f.part.1.cold" or "f.avx2.0": the function that the symbol is a copy or a part of. Dots
/// that belong to a name ("main.main" in Go) are kept.
[[nodiscard]] std::string_view without_clone_suffixes(std::string_view symbol);

/// "f.part.1" for "f.part.1.cold"; empty if the symbol is not a cold part.
[[nodiscard]] std::string hot_part_of(std::string_view symbol);

/// Names, exact or with the wildcards * and ?. A name may be a symbol ("_ZN3sim5solveEPdi") or the C++ name with or
/// without parameters ("sim::solve(double*, int)", "sim::solve"), and for templates with or without arguments. Names of
/// the standard library's types may be written as in reports ("std::vector<double>"). Blanks that separate no words
/// have no meaning: ">>" is "> >".
class FunctionPatterns {
public:
  explicit FunctionPatterns(std::vector<std::string> patterns);

  [[nodiscard]] bool empty() const { return patterns_.empty(); }
  [[nodiscard]] const std::vector<std::string> &all() const { return patterns_; }

  /// Indices of the patterns that match this symbol. A pattern that matches a function also matches its clones.
  [[nodiscard]] std::vector<std::size_t> matching(const std::string &symbol) const;
  [[nodiscard]] bool matches(const std::string &symbol) const { return empty() || !matching(symbol).empty(); }

private:
  std::vector<std::string> patterns_;
  std::vector<std::string> dense_patterns_; ///< parallel: without the blanks that have no meaning
};

/// The spellings that patterns are compared with: the symbol itself, the symbol without clone suffixes, the demangled
/// name, and the name as reports show it.
[[nodiscard]] std::vector<std::string> spellings_of(const std::string &symbol);

/// The patterns. A plain name that matches no function is replaced by its name in a scope ("sim::solve" for "solve"),
/// if all functions with that plain name are in the same scope.
[[nodiscard]] std::vector<std::string> with_scopes(const std::vector<std::string> &patterns,
                                                   const std::vector<std::string> &functions);

/// Whether the pattern contains wildcards.
[[nodiscard]] bool has_wildcards(std::string_view pattern);

} // namespace osaca
