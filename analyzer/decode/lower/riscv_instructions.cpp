#include "decode/lower/instruction_maker.h"
#include "decode/lower/opcode_class.h"

#include <algorithm>
#include <array>

namespace osaca {

// RISC-V: the registers distinguish floating point from vectors.

namespace {

using Kind = AffineForm::Kind;

// W: 32-bit operation with a sign-extended result; UW: the upper half of an operand is cleared first. Loop counters fit
// into 32 bits.
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

// RISC-V: an address is a base register with a 12-bit offset, or (vectors, atomics) a base register alone. LLVM lists
// them as plain operands: the second and third, except for prefetches (first) and atomics (last).

namespace {

unsigned base_operand_of_riscv(const Lowering &lowering) {
  const std::string_view opcode = lowering.facts.opcode;
  if (opcode.starts_with("PREFETCH") || opcode.starts_with("CBO"))
    return 0;
  if (opcode.starts_with("AMO") || opcode.starts_with("SC_"))
    return lowering.inst.getNumOperands() - 1;
  return 1;
}

/// The bytes of an access; 0 for vectors, where vl decides.
int accessed_bytes(std::string_view opcode) {
  struct Width {
    std::string_view prefix;
    int bytes;
  };
  constexpr std::array widths = {Width{"LB", 1},  Width{"SB", 1},  Width{"LH", 2},  Width{"SH", 2},  Width{"LW", 4},
                                 Width{"SW", 4},  Width{"LD", 8},  Width{"SD", 8},  Width{"FLH", 2}, Width{"FSH", 2},
                                 Width{"FLW", 4}, Width{"FSW", 4}, Width{"FLD", 8}, Width{"FSD", 8}};
  for (const Width &width : widths)
    if (opcode.starts_with(width.prefix))
      return width.bytes;
  if (opcode.starts_with("AMO") || opcode.starts_with("LR_") || opcode.starts_with("SC_"))
    return opcode.find("_Q") != std::string_view::npos   ? 16
           : opcode.find("_D") != std::string_view::npos ? 8
           : opcode.find("_H") != std::string_view::npos ? 2
           : opcode.find("_B") != std::string_view::npos ? 1
                                                         : 4;
  return 0;
}

bool has_vector_index(std::string_view opcode) {
  return opcode.starts_with("VLUX") || opcode.starts_with("VLOX") || opcode.starts_with("VSUX") ||
         opcode.starts_with("VSOX");
}

} // namespace

MemoryReferences memory_of_riscv(const Lowering &lowering) {
  const std::string_view opcode = lowering.facts.opcode;
  const bool prefetch = opcode.starts_with("PREFETCH");
  if ((!lowering.desc.mayLoad() && !lowering.desc.mayStore() && !prefetch) || opcode.starts_with("FENCE"))
    return {};
  const unsigned base = base_operand_of_riscv(lowering);
  if (!lowering.is_register(base))
    return {};
  MemoryReference found;
  found.first = base;
  found.count = 1;
  found.read = lowering.desc.mayLoad() || prefetch;
  found.written = lowering.desc.mayStore() && !prefetch;
  found.memory.base = lowering.shared_reg(base);
  found.memory.width_bytes = accessed_bytes(opcode);
  const unsigned next = base + 1;
  if (next < lowering.inst.getNumOperands() && !lowering.inst.getOperand(next).isReg()) {
    set_displacement(found.memory, lowering.inst.getOperand(next));
    ++found.count;
  } else if (has_vector_index(opcode) && lowering.is_register(next)) {
    found.memory.index = lowering.shared_reg(next);
    found.memory.is_gather_scatter = true;
    ++found.count;
  }
  return {found};
}

} // namespace osaca
