#include "analysis/operation_table.h"

#include <algorithm>
#include <array>

namespace osaca {
namespace {

constexpr std::array pairs = {
    FusablePair{"VMULSD", "VADDSD", "VFMADD231SDr"}, FusablePair{"VMULSS", "VADDSS", "VFMADD231SSr"},
    FusablePair{"VMULPD", "VADDPD", "VFMADD231PDr"}, FusablePair{"VMULPS", "VADDPS", "VFMADD231PSr"},
    FusablePair{"VMULSD", "VSUBSD", "VFMADD231SDr"}, FusablePair{"VMULSS", "VSUBSS", "VFMADD231SSr"},
    FusablePair{"VMULPD", "VSUBPD", "VFMADD231PDr"}, FusablePair{"VMULPS", "VSUBPS", "VFMADD231PSr"},
    FusablePair{"MULSD", "ADDSD", "VFMADD231SDr"},   FusablePair{"MULSS", "ADDSS", "VFMADD231SSr"},
    FusablePair{"MULPD", "ADDPD", "VFMADD231PDr"},   FusablePair{"MULPS", "ADDPS", "VFMADD231PSr"},
    FusablePair{"FMULDrr", "FADDDrr", "FMADDDrrr"},  FusablePair{"FMULSrr", "FADDSrr", "FMADDSrrr"},
    FusablePair{"FMULv", "FADDv", "FMLAv2f64"},      FusablePair{"FMULDrr", "FSUBDrr", "FMADDDrrr"},
};

// Operations of SSE and AVX whose scalar (SS, SD) and packed (PS, PD) forms differ in those letters only.
constexpr std::array x86_operations = {"ADD", "SUB", "MUL", "DIV", "SQRT", "MIN", "MAX"};
constexpr std::array scalar_prefixes = {"FADDD", "FADDS", "FSUBD",  "FSUBS",  "FMULD",  "FMULS", "FDIVD",
                                        "FDIVS", "FMADD", "FMSUBD", "FMSUBS", "FNMADD", "FSQRTD", "FSQRTS"};
constexpr std::array packed_prefixes = {"FADDv", "FSUBv",  "FMULv",  "FDIVv",  "FMLAv",  "FMLSv",  "FADD_Z", "FSUB_Z",
                                        "FMUL_Z", "FDIV_Z", "FMLA_Z", "FMLS_Z", "VFADD_", "VFSUB_", "VFMUL_", "VFMACC_"};

/// x86: [V](ADD|...)(SS|SD|PS|PD)..., and VF[N]M(ADD|SUB)nnn(SS|SD|PS|PD).
bool x86_arithmetic(std::string_view opcode, char element_count) {
  if (opcode.starts_with("VFM") || opcode.starts_with("VFNM")) {
    const auto digits = opcode.find_first_of("0123456789");
    return digits != std::string_view::npos && digits + 4 < opcode.size() && opcode[digits + 3] == element_count &&
           (opcode[digits + 4] == 'S' || opcode[digits + 4] == 'D');
  }
  const std::string_view plain = opcode.starts_with("V") ? opcode.substr(1) : opcode;
  return std::any_of(x86_operations.begin(), x86_operations.end(), [&](std::string_view operation) {
    return plain.starts_with(operation) && plain.size() > operation.size() + 1 &&
           plain[operation.size()] == element_count &&
           (plain[operation.size() + 1] == 'S' || plain[operation.size() + 1] == 'D');
  });
}

} // namespace

std::span<const FusablePair> fusable_pairs() { return pairs; }

bool has_packed_form(std::string_view opcode) {
  return x86_arithmetic(opcode, 'S') || std::any_of(scalar_prefixes.begin(), scalar_prefixes.end(),
                                                    [&](std::string_view p) { return opcode.starts_with(p); });
}

bool is_packed_arithmetic(std::string_view opcode) {
  return x86_arithmetic(opcode, 'P') || std::any_of(packed_prefixes.begin(), packed_prefixes.end(),
                                                    [&](std::string_view p) { return opcode.starts_with(p); });
}

bool uses_register_stack(Isa isa, const Instruction &instruction) {
  return isa == Isa::x86_64 && instruction.is_scalar_fp && instruction.mnemonic.starts_with('f');
}

} // namespace osaca
