#include "decode/traits.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace osaca {
namespace {

bool starts(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }
bool ends(std::string_view text, std::string_view suffix) {
  return text.size() >= suffix.size() && text.substr(text.size() - suffix.size()) == suffix;
}
bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

template <std::size_t N> bool one_of(std::string_view text, const std::array<std::string_view, N> &names) {
  return std::find(names.begin(), names.end(), text) != names.end();
}

// x86 mnemonics that touch vector registers but move one integer or one half without computing.
constexpr std::array<std::string_view, 18> x86_single_moves = {
    "movd",   "movq",   "movlps", "movlpd", "movhps", "movhpd", "pinsrb", "pinsrw",    "pinsrd",
    "pinsrq", "pextrb", "pextrw", "pextrd", "pextrq", "movdq2q", "movq2dq", "extractps", "insertps"};

Traits x86_traits(std::string_view opcode, std::string_view mnemonic, bool vector) {
  Traits traits;
  traits.is_nop = starts(opcode, "NOOP");
  traits.is_prefetch = starts(mnemonic, "prefetch");
  if (starts(opcode, "VZERO"))
    return traits;
  std::string_view name = mnemonic;
  if (starts(name, "v") && !starts(name, "verr") && !starts(name, "verw"))
    name.remove_prefix(1);
  if (!vector) {
    // x87: everything but its control and state instructions.
    traits.is_scalar_fp = starts(mnemonic, "f") && !starts(mnemonic, "fx") && !contains(mnemonic, "cw") &&
                          !contains(mnemonic, "env") && mnemonic != "fwait" && mnemonic != "femms";
    return traits;
  }
  if (one_of(name, x86_single_moves))
    return traits;
  // pabsd, pminsd, pdpwssd: packed integers whose names end like scalars.
  const bool integer = starts(name, "p");
  const bool scalar_name = ends(name, "sd") || ends(name, "ss") || ends(name, "sh") || contains(name, "sd2") ||
                           contains(name, "ss2") || contains(name, "sh2") || contains(name, "2sd") ||
                           contains(name, "2ss") || contains(name, "2sh");
  traits.is_scalar_fp = scalar_name && !integer && !starts(name, "broadcast");
  traits.is_vector_packed = !traits.is_scalar_fp;
  return traits;
}

Traits aarch64_traits(std::string_view opcode, std::string_view mnemonic, bool vector) {
  Traits traits;
  traits.is_nop = mnemonic == "nop";
  traits.is_prefetch = starts(mnemonic, "prf");
  if (!vector)
    return traits;
  // Arrangements ("v2f64", "v16i8"), SVE ("_ZZZ", "LD1D"), whole 128-bit registers (LDRQui, STPQi).
  bool arrangement = false;
  for (std::size_t at = opcode.find('v'); at != std::string_view::npos; at = opcode.find('v', at + 1))
    arrangement = arrangement || (at + 1 < opcode.size() && std::isdigit(static_cast<unsigned char>(opcode[at + 1])));
  const bool sve = contains(opcode, "Z") || starts(opcode, "LD1") || starts(opcode, "ST1");
  const bool whole = contains(opcode, "RQ") || contains(opcode, "PQ");
  traits.is_vector_packed = arrangement || sve || whole;
  const bool scalar_access = (starts(opcode, "LD") || starts(opcode, "ST")) && !traits.is_vector_packed;
  traits.is_scalar_fp =
      !traits.is_vector_packed && (starts(opcode, "F") || starts(opcode, "SCVTF") || starts(opcode, "UCVTF") || scalar_access);
  return traits;
}

Traits riscv_traits(std::string_view opcode, std::string_view mnemonic, bool vector) {
  Traits traits;
  traits.is_nop = mnemonic == "nop" || mnemonic == "c.nop";
  traits.is_prefetch = starts(opcode, "PREFETCH");
  if (!vector)
    return traits;
  traits.is_vector_packed = starts(opcode, "V");
  traits.is_scalar_fp = !traits.is_vector_packed;
  return traits;
}

} // namespace

Traits traits_of(Isa isa, std::string_view opcode, std::string_view mnemonic, bool touches_vector_register) {
  switch (isa) {
  case Isa::x86_64: return x86_traits(opcode, mnemonic, touches_vector_register);
  case Isa::aarch64: return aarch64_traits(opcode, mnemonic, touches_vector_register);
  case Isa::riscv64: break;
  }
  return riscv_traits(opcode, mnemonic, touches_vector_register);
}

} // namespace osaca
