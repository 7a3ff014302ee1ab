// LLVM's opcode names taken apart, and which other opcodes do the same work as a given one.
#pragma once

#include "kernel/isa.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// LLVM's x86 opcode names taken apart: VADDSDZrmkz_Int is stem "VADDSD", encoding "Z", operand letters "rm", mask "kz"
// and tail "_Int". The letters: r register, m memory, i immediate, b broadcast from memory or rounding.

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

// Which other opcodes do the same work as a given one: the names under which a model may have the figures that it lacks
// for this one. Pure functions over LLVM's naming scheme; whether a variant exists is for the caller to look up.
//
// x86 names are operation, encoding (Y, Z128, Z256, Z), operand letters (r register, m memory, i immediate, b broadcast
// or rounding), mask (k, kz) and tails such as _Int: VADDPD-Z256-rmb-kz. From VADDPDZ256rmbkz we get, among others,
// VADDPDZ256rmkz (the same memory form), VADDPDZ256rrkz (its register form), VADDPDZ256rr and VADDPDYrr.
// AArch64 has one name per addressing mode of the same access: LDRDpost, LDRDroX -> LDRDui.

struct OpcodeVariant {
  std::string opcode;
  bool drops_memory = false;      ///< the register form of an opcode that accesses memory
  bool same_operation = true;     ///< another spelling only; false: another encoding, mask or width of immediate
  bool same_operand_order = true; ///< operand numbers mean the same
};

/// Nearest first: memory forms before register forms; at most some dozens. Never the opcode itself.
[[nodiscard]] std::vector<OpcodeVariant> opcode_variants(std::string_view opcode, Isa isa);

/// Whether the opcode does nothing but move a value between memory and a register.
[[nodiscard]] bool is_plain_access(std::string_view opcode, Isa isa);

} // namespace osaca
