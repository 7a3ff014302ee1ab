// Parses LLVM's opcode names, and lists other opcodes that do the same work as a given one.
#pragma once

#include "kernel/isa.h"

#include <string>
#include <string_view>
#include <vector>

namespace osaca {

// The parts of LLVM's x86 opcode names. VADDSDZrmkz_Int has the stem "VADDSD", encoding "Z", operand letters "rm", mask
// "kz" and tail "_Int". Letters: r is a register, m memory, i an immediate, b a broadcast from memory or rounding.

struct X86OpcodeName {
  std::string stem;
  std::string encoding; ///< "", "Y", "Z128", "Z256" or "Z"
  std::string letters;  ///< may end with the width of the last operand: "ri8", "rm16"
  std::string mask;     ///< "", "k" or "kz"
  std::string tail;     ///< "_Int", "_REV", "_alt", ... for further records of the same instruction
  [[nodiscard]] std::string text() const { return stem + encoding + letters + mask + tail; }
};

[[nodiscard]] X86OpcodeName parse_x86_opcode(std::string_view opcode);

/// The letters of the register form; empty if no letter is a memory reference.
[[nodiscard]] std::string_view x86_register_letters(std::string_view letters);

/// Whether the operation works on one element (ADDSD). The opcode then has no letter for the vector width.
[[nodiscard]] bool is_x86_scalar_stem(std::string_view stem);

/// Removes `suffix` from the end of `name`, if anything precedes it.
bool strip_suffix(std::string &name, std::string_view suffix);

// Other opcodes that do the same work: names under which a model may have the figures that it lacks for this opcode.
// These are pure functions over LLVM's naming scheme. The caller checks whether a variant exists.
//
// From VADDPDZ256rmbkz (VADDPD-Z256-rmb-kz) we get, among others, VADDPDZ256rmkz (the same memory form), VADDPDZ256rrkz
// (its register form), VADDPDZ256rr and VADDPDYrr. On AArch64, each addressing mode of an access has its own name:
// LDRDpost, LDRDroX -> LDRDui.

struct OpcodeVariant {
  std::string opcode;
  bool drops_memory = false;      ///< the register form of an opcode that accesses memory
  bool same_operation = true;     ///< only another spelling; false: another encoding, mask or width of immediate
  bool same_operand_order = true; ///< operands have the same numbers
};

/// Nearest first, memory forms before register forms. A few dozen at most; never includes the opcode itself.
[[nodiscard]] std::vector<OpcodeVariant> opcode_variants(std::string_view opcode, Isa isa);

/// Whether the opcode only moves a value between memory and a register.
[[nodiscard]] bool is_plain_access(std::string_view opcode, Isa isa);

} // namespace osaca
