// From the names of applecpu to instructions: "SMLAL (by element, 4S)". The benchmark's conventions: register 0 is the
// result, 8 and the next ones are sources; x6 is an address and x7 an index; of stores and comparisons, 0 and 1 are the
// sources.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

struct AppleName {
  std::string mnemonic;               ///< in lower case
  std::vector<std::string> arguments; ///< in parentheses, separated by commas

  [[nodiscard]] bool has(std::string_view argument) const;
  [[nodiscard]] std::string last() const { return arguments.empty() ? "" : arguments.back(); }
  /// "w" or "x" of the last argument, "32-bit" or "64-bit"; "" otherwise.
  [[nodiscard]] std::string general_register() const;
};

[[nodiscard]] AppleName apple_name(std::string_view text);

/// In the syntax of LLVM's assembler; empty: the name does not say which instruction it is.
[[nodiscard]] std::string apple_general_text(const AppleName &name);
[[nodiscard]] std::string apple_memory_text(const AppleName &name);
[[nodiscard]] std::string apple_vector_text(const AppleName &name);

} // namespace osaca::measure
