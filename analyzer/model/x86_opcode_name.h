// LLVM's x86 opcode names taken apart: VADDSDZrmkz_Int is stem "VADDSD", encoding "Z", operand letters "rm", mask "kz"
// and tail "_Int". The letters: r register, m memory, i immediate, b broadcast from memory or rounding.
#pragma once

#include <string>
#include <string_view>

namespace osaca {

struct X86OpcodeName {
  std::string stem;
  std::string encoding; ///< "", "Y", "Z128", "Z256" or "Z"
  std::string letters;  ///< may end in the width of the last operand: "ri8", "rm16"
  std::string mask;     ///< "", "k" or "kz"
  std::string tail;     ///< "_Int", "_REV", "_alt", ... of records that stand for the same instruction
  [[nodiscard]] std::string text() const { return stem + encoding + letters + mask + tail; }
};

[[nodiscard]] X86OpcodeName parse_x86_opcode(std::string_view opcode);

/// The letters of the register form; empty if no letter is a memory reference.
[[nodiscard]] std::string_view x86_register_letters(std::string_view letters);

/// Works on one element (ADDSD), so its name has no width.
[[nodiscard]] bool is_x86_scalar_stem(std::string_view stem);

/// Removes `suffix` if there is something before it.
bool strip_suffix(std::string &name, std::string_view suffix);

} // namespace osaca
