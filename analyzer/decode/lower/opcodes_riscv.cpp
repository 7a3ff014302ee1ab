// RISC-V: registers tell floating point from vectors.
#include "decode/lower/opcode_class.h"

#include <algorithm>
#include <array>

namespace osaca {

namespace {

using Kind = AffineForm::Kind;

// With W: of 32 bits, whose sign is extended; UW: whose upper half is cleared first. What loops count in them fits.
constexpr std::array<AffineOpcode, 24> affine_of_riscv = {{{"ADD", {Kind::plus_register}},
                                                           {"ADDI", {Kind::plus_number}},
                                                           {"ADDIW", {Kind::plus_number}},
                                                           {"ADDW", {Kind::plus_register}},
                                                           {"ADD_UW", {Kind::plus_register}},
                                                           {"LUI", {Kind::upper_number}},
                                                           {"MUL", {Kind::product}},
                                                           {"MULW", {Kind::product}},
                                                           {"SH1ADD", {Kind::scaled_plus, 1, 2}},
                                                           {"SH1ADD_UW", {Kind::scaled_plus, 1, 2}},
                                                           {"SH2ADD", {Kind::scaled_plus, 1, 4}},
                                                           {"SH2ADD_UW", {Kind::scaled_plus, 1, 4}},
                                                           {"SH3ADD", {Kind::scaled_plus, 1, 8}},
                                                           {"SH3ADD_UW", {Kind::scaled_plus, 1, 8}},
                                                           {"SLLI", {Kind::shift_left}},
                                                           {"SLLIW", {Kind::shift_left}},
                                                           {"SLLI_UW", {Kind::shift_left}},
                                                           {"SRAI", {Kind::shift_right}},
                                                           {"SRAIW", {Kind::shift_right}},
                                                           {"SRLI", {Kind::shift_right}},
                                                           {"SRLIW", {Kind::shift_right}},
                                                           {"SUB", {Kind::plus_register, -1}},
                                                           {"SUBW", {Kind::plus_register, -1}},
                                                           {"VSETVLI", {Kind::element_count}}}};

AffineForm riscv_affine(std::string_view opcode) {
  const auto *found =
      std::ranges::find_if(affine_of_riscv, [&](const AffineOpcode &known) { return known.opcode == opcode; });
  return found == affine_of_riscv.end() ? AffineForm{} : found->form;
}

} // namespace

OpcodeClass riscv_class(const OpcodeDescription &described) {
  OpcodeClass made;
  made.affine = riscv_affine(described.opcode);
  made.is_nop = described.opcode == "C_NOP" || described.opcode == "C_NOP_HINT";
  made.is_prefetch =
      described.opcode == "PREFETCH_I" || described.opcode == "PREFETCH_R" || described.opcode == "PREFETCH_W";
  made.is_vector_packed = described.has_vector_register && described.has_several_elements;
  made.is_scalar_fp = described.has_vector_register && !described.has_several_elements;
  return made;
}

} // namespace osaca
