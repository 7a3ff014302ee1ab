#include "analysis/findings/operation_table.h"

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
constexpr std::array scalar_prefixes = {"FADDD", "FADDS", "FSUBD",  "FSUBS",  "FMULD",  "FMULS",  "FDIVD",
                                        "FDIVS", "FMADD", "FMSUBD", "FMSUBS", "FNMADD", "FSQRTD", "FSQRTS"};
constexpr std::array packed_prefixes = {"FADDv",  "FSUBv",  "FMULv",  "FDIVv",  "FMLAv",  "FMLSv",
                                        "FADD_Z", "FSUB_Z", "FMUL_Z", "FDIV_Z", "FMLA_Z", "FMLS_Z",
                                        "VFADD_", "VFSUB_", "VFMUL_", "VFMACC_"};

/// x86: [V](ADD|...)(SS|SD|PS|PD)..., and VF[N]M(ADD|SUB)nnn(SS|SD|PS|PD).
bool x86_arithmetic(std::string_view opcode, char element_count) {
  if (opcode.starts_with("VFM") || opcode.starts_with("VFNM")) {
    const auto digits = opcode.find_first_of("0123456789");
    return digits != std::string_view::npos && digits + 4 < opcode.size() && opcode[digits + 3] == element_count &&
           (opcode[digits + 4] == 'S' || opcode[digits + 4] == 'D');
  }
  const std::string_view plain = opcode.starts_with("V") ? opcode.substr(1) : opcode;
  return std::ranges::any_of(x86_operations, [&](std::string_view operation) {
    return plain.starts_with(operation) && plain.size() > operation.size() + 1 &&
           plain[operation.size()] == element_count &&
           (plain[operation.size() + 1] == 'S' || plain[operation.size() + 1] == 'D');
  });
}

/// "VADDPDZ256rm" is {"VADDPD", "Z256", "rm"}.
struct PackedName {
  std::string_view stem;
  std::string_view width;
  std::string_view operands;
};

std::optional<PackedName> packed_name(std::string_view opcode) {
  if (!x86_arithmetic(opcode, 'P'))
    return std::nullopt;
  const auto type = std::max(opcode.rfind("PS") + 1, opcode.rfind("PD") + 1); // npos + 1 is 0
  const std::string_view rest = opcode.substr(type + 1);
  for (std::string_view width : {"Z256", "Z128", "Z", "Y"})
    if (rest.starts_with(width))
      return PackedName{opcode.substr(0, type + 1), width, rest.substr(width.size())};
  return PackedName{opcode.substr(0, type + 1), "", rest};
}

/// Fused operations and roots have one source of their own beside the destination, or are so named.
std::string_view register_operands(std::string_view stem) {
  return stem.find("FM") != std::string_view::npos || stem.find("FNM") != std::string_view::npos ||
                 stem.find("SQRT") != std::string_view::npos
             ? "r"
             : "rr";
}

} // namespace

std::span<const FusablePair> fusable_pairs() { return pairs; }

bool has_packed_form(std::string_view opcode) {
  return x86_arithmetic(opcode, 'S') ||
         std::ranges::any_of(scalar_prefixes, [&](std::string_view p) { return opcode.starts_with(p); });
}

bool is_packed_arithmetic(std::string_view opcode) {
  return x86_arithmetic(opcode, 'P') ||
         std::ranges::any_of(packed_prefixes, [&](std::string_view p) { return opcode.starts_with(p); });
}

std::optional<std::size_t> addend_operand(std::string_view opcode) {
  if (opcode.starts_with("VFM") || opcode.starts_with("VFNM")) {
    // The digits say which operands are multiplied, and the last which is added, from 1.
    const auto digits = opcode.find_first_of("0123456789");
    if (digits == std::string_view::npos || digits + 2 >= opcode.size() || opcode[digits + 2] < '1' ||
        opcode[digits + 2] > '3')
      return std::nullopt; // RISC-V's vectors are also called so
    return static_cast<std::size_t>(opcode[digits + 2] - '1');
  }
  for (std::string_view prefix : {"FMADD", "FMSUB", "FNMADD", "FNMSUB"}) // AArch64 and RISC-V: the last of four
    if (opcode.starts_with(prefix))
      return 3;
  if (opcode.starts_with("FMLA") || opcode.starts_with("FMLS"))
    return 0;
  return std::nullopt;
}

std::string operation_class(std::string_view mnemonic) {
  const auto has = [&](std::string_view part) { return mnemonic.find(part) != std::string_view::npos; };
  return has("add") || has("sub") || has("fmla") || has("fmls") || has("fmacc") ? "sum" : std::string(mnemonic);
}

std::string in_registers(std::string_view opcode) {
  const auto name = packed_name(opcode);
  return name ? std::string(name->stem) + std::string(name->width) + std::string(register_operands(name->stem))
              : std::string();
}

std::string wider_form(std::string_view opcode) {
  const auto name = packed_name(opcode);
  if (!name || name->width == "Z")
    return {};
  const std::string width = name->width == "Z128" ? "Z256" : name->width.empty() ? "Y" : "Z";
  return (name->stem.starts_with("V") ? "" : "V") + std::string(name->stem) + width +
         std::string(register_operands(name->stem));
}

bool is_widest_form(std::string_view opcode) {
  const auto name = packed_name(opcode);
  return name && name->width == "Z";
}

} // namespace osaca
