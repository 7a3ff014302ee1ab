#include "decode/lower/traits.h"

#include <algorithm>
#include <array>

namespace osaca {
namespace {

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

template <std::size_t N> bool one_of(std::string_view text, const std::array<std::string_view, N> &names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

// x86 mnemonics that touch vector registers but move one integer or one half without computing.
constexpr std::array<std::string_view, 18> x86_single_moves = {
    "movd",   "movq",   "movlps", "movlpd", "movhps", "movhpd",  "pinsrb",  "pinsrw",    "pinsrd",
    "pinsrq", "pextrb", "pextrw", "pextrd", "pextrq", "movdq2q", "movq2dq", "extractps", "insertps"};

Traits x86_traits(std::string_view opcode, std::string_view mnemonic, bool vector) {
  Traits traits;
  traits.is_nop = opcode.starts_with("NOOP");
  traits.is_prefetch = mnemonic.starts_with("prefetch");
  if (opcode.starts_with("VZERO"))
    return traits;
  std::string_view name = mnemonic;
  if (name.starts_with("v") && !name.starts_with("verr") && !name.starts_with("verw"))
    name.remove_prefix(1);
  if (!vector) {
    // x87: everything but its control and state instructions.
    traits.is_scalar_fp = mnemonic.starts_with("f") && !mnemonic.starts_with("fx") && !contains(mnemonic, "cw") &&
                          !contains(mnemonic, "env") && mnemonic != "fwait" && mnemonic != "femms";
    return traits;
  }
  if (one_of(name, x86_single_moves))
    return traits;
  // pabsd, pminsd, pdpwssd: packed integers whose names end like scalars.
  const bool integer = name.starts_with("p");
  const bool scalar_name = name.ends_with("sd") || name.ends_with("ss") || name.ends_with("sh") ||
                           contains(name, "sd2") || contains(name, "ss2") || contains(name, "sh2") ||
                           contains(name, "2sd") || contains(name, "2ss") || contains(name, "2sh");
  traits.is_scalar_fp = scalar_name && !integer && !name.starts_with("broadcast");
  traits.is_vector_packed = !traits.is_scalar_fp;
  return traits;
}

Traits aarch64_traits(std::string_view opcode, std::string_view mnemonic, const OperandTraits &operands) {
  Traits traits;
  traits.is_nop = mnemonic == "nop";
  traits.is_prefetch = mnemonic.starts_with("prf");
  if (!operands.has_vector_register)
    return traits;
  traits.is_vector_packed = operands.has_several_elements;
  const bool scalar_access = (opcode.starts_with("LD") || opcode.starts_with("ST")) && !traits.is_vector_packed;
  traits.is_scalar_fp = !traits.is_vector_packed && (opcode.starts_with("F") || opcode.starts_with("SCVTF") ||
                                                     opcode.starts_with("UCVTF") || scalar_access);
  return traits;
}

Traits riscv_traits(std::string_view opcode, std::string_view mnemonic, bool vector) {
  Traits traits;
  traits.is_nop = mnemonic == "nop" || mnemonic == "c.nop";
  traits.is_prefetch = opcode.starts_with("PREFETCH");
  if (!vector)
    return traits;
  traits.is_vector_packed = opcode.starts_with("V");
  traits.is_scalar_fp = !traits.is_vector_packed;
  return traits;
}

} // namespace

Traits traits_of(Isa isa, std::string_view opcode, std::string_view mnemonic, const OperandTraits &operands) {
  switch (isa) {
  case Isa::x86_64: return x86_traits(opcode, mnemonic, operands.has_vector_register);
  case Isa::aarch64: return aarch64_traits(opcode, mnemonic, operands);
  case Isa::riscv64: break;
  }
  return riscv_traits(opcode, mnemonic, operands.has_vector_register);
}

} // namespace osaca
