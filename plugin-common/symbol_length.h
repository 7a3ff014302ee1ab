// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Protects the demangler against C++ symbols whose names would become too long.
#pragma once

#include <cstddef>
#include <string>

namespace osaca {

/// Whether a symbol may be passed to a demangler. A symbol can refer to its own parts repeatedly (S_, S0_, T_), so that
/// a short symbol can expand to a very long name. With the number of references that is allowed here, a name has at
/// most about ten megabytes.
inline bool may_be_demangled(const std::string &symbol) {
  constexpr std::size_t longest_symbol = 4096;
  constexpr int most_references = 40;
  int references = 0;
  for (std::size_t i = 0; i + 1 < symbol.size(); ++i) {
    const bool refers = symbol[i] == 'S' || symbol[i] == 'T';
    const char next = symbol[i + 1]; // first digit of a number in base 36
    references += refers && (next == '_' || (next >= '0' && next <= '9') || (next >= 'A' && next <= 'Z')) ? 1 : 0;
  }
  return symbol.size() <= longest_symbol && references <= most_references;
}

} // namespace osaca
