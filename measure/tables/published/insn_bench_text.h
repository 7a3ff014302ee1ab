// From the names of insn_bench_aarch64 to instructions. The names are short: "smlal.h (elem; v.h[7])". Which operands
// the instruction had follows from conventions of that benchmark: x0 or v0 is the result and often a source too, x1 or
// v1 is a further source, and x28 holds an address or a constant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace osaca::measure {

struct InsnBenchName {
  std::string mnemonic;
  char element = 0;                   ///< b, h, s, d, q of "add.b"; 0: none
  std::vector<std::string> arguments; ///< in parentheses, separated by semicolons

  [[nodiscard]] bool has(std::string_view argument) const;
  /// The number that follows this text in the arguments ("deg = 90", ">>17").
  [[nodiscard]] std::optional<int> number(std::string_view text) const;
};

/// Empty: the name is of several instructions, such as a store and a load.
[[nodiscard]] std::optional<InsnBenchName> insn_bench_name(std::string_view text);

/// In the syntax of LLVM's assembler; empty: the name does not say which instruction it is.
[[nodiscard]] std::string general_text(const InsnBenchName &name); ///< of general registers, and cryptography
[[nodiscard]] std::string memory_text(const InsnBenchName &name);
[[nodiscard]] std::string vector_text(const InsnBenchName &name);

} // namespace osaca::measure
