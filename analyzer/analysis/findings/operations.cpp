#include "analysis/findings/operations.h"

#include "base/format.h"

#include <algorithm>
#include <array>
#include <set>

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

// Operations of SSE and AVX whose scalar (SS, SD) and packed (PS, PD) forms differ only in these letters.
constexpr std::array x86_operations = {"ADD", "SUB", "MUL", "DIV", "SQRT", "MIN", "MAX"};
constexpr std::array scalar_prefixes = {"FADDD", "FADDS",  "FSUBD",  "FSUBS",  "FMULD",  "FMULS",  "FDIVD", "FDIVS",
                                        "FMADD", "FMSUBD", "FMSUBS", "FNMADD", "FNMSUB", "FSQRTD", "FSQRTS"};
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

/// The operand letters of the register form. Fused operations and roots have a single "r", the others have two.
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

bool is_ordered_sum(std::string_view opcode) {
  return opcode.starts_with("FADDA_") || opcode.starts_with("VFREDOSUM") || opcode.starts_with("VFWREDOSUM");
}

std::optional<std::size_t> addend_operand(std::string_view opcode) {
  if (opcode.starts_with("VFM") || opcode.starts_with("VFNM")) {
    // The digits name the multiplied operands and then the addend, counted from 1.
    const auto digits = opcode.find_first_of("0123456789");
    if (digits == std::string_view::npos || digits + 2 >= opcode.size() || opcode[digits + 2] < '1' ||
        opcode[digits + 2] > '3')
      return std::nullopt; // some vector instructions of RISC-V have such names too
    return static_cast<std::size_t>(opcode[digits + 2] - '1');
  }
  for (std::string_view prefix : {"FMADD", "FMSUB", "FNMADD", "FNMSUB"}) // AArch64 and RISC-V: the last of four
                                                                         // operands
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
  return name ? format_text("{}{}{}", name->stem, name->width, register_operands(name->stem)) : std::string();
}

std::string wider_form(std::string_view opcode) {
  const auto name = packed_name(opcode);
  if (!name || name->width == "Z")
    return {};
  const std::string width = name->width == "Z128" ? "Z256" : name->width.empty() ? "Y" : "Z";
  return format_text("{}{}{}{}", name->stem.starts_with("V") ? "" : "V", name->stem, width,
                     register_operands(name->stem));
}

bool is_widest_form(std::string_view opcode) {
  const auto name = packed_name(opcode);
  return name && name->width == "Z";
}

namespace {

/// The longest path through a step. With x the estimate for 1/sqrt(a): a*x, (a*x)*x, that minus 3, times x/2.
constexpr int most_steps = 4;

bool estimates(const Instruction &instruction) {
  std::string_view name = instruction.mnemonic;
  if (name.starts_with('v'))
    name.remove_prefix(1);
  constexpr std::array names = {"rcpps", "rcpss", "rsqrtps", "rsqrtss"};
  return name.starts_with("rcp14") || name.starts_with("rcp28") || name.starts_with("rsqrt14") ||
         name.starts_with("rsqrt28") || std::ranges::find(names, name) != names.end() || name == "frecpe" ||
         name == "frsqrte";
}

bool may_refine(const Instruction &instruction) {
  const std::string_view name = instruction.mnemonic;
  if (name == "frecps" || name == "frsqrts")
    return true;
  return (has_packed_form(instruction.opcode) || is_packed_arithmetic(instruction.opcode)) &&
         name.find("div") == std::string_view::npos && name.find("sqrt") == std::string_view::npos &&
         name.find("min") == std::string_view::npos && name.find("max") == std::string_view::npos;
}

/// For each instruction, the instructions of the same iteration whose results it uses.
std::vector<std::set<int>> sources_of(const KernelFacts &facts) {
  std::vector<std::set<int>> sources(facts.code.instructions.size());
  for (const Dependency &edge : facts.graph.edges) {
    const int from = facts.graph.nodes[edge.from].instruction;
    const int to = facts.graph.nodes[edge.to].instruction;
    const bool is_value = edge.kind == DependencyKind::reg && edge.via.part == PassedThrough::Part::reg;
    if (from != to && edge.distance == 0 && is_value)
      sources[at(to)].insert(from);
  }
  return sources;
}

/// Whether it only uses values of the step: the estimate, values computed from it, the estimated number, and values
/// that do not change in the loop.
bool belongs(const std::set<int> &sources, const std::set<int> &step, const std::set<int> &argument) {
  const auto is_known = [&](int source) { return step.count(source) != 0 || argument.count(source) != 0; };
  return std::ranges::any_of(sources, [&](int source) { return step.count(source) != 0; }) &&
         std::ranges::all_of(sources, is_known);
}

} // namespace

std::vector<bool> refinements(const KernelFacts &facts) {
  const int count = static_cast<int>(facts.code.instructions.size());
  std::vector<bool> refines(facts.code.instructions.size(), false);
  std::vector<std::set<int>> sources; // filled at the first estimate
  for (int estimate = 0; estimate < count; ++estimate) {
    if (!estimates(instruction_at(facts, estimate)))
      continue;
    if (sources.empty())
      sources = sources_of(facts);
    const std::set<int> &argument = sources[at(estimate)];
    std::set<int> step = {estimate};
    std::vector<int> length(facts.code.instructions.size(), 0);
    for (int i = estimate + 1; i < count; ++i) {
      if (!may_refine(instruction_at(facts, i)) || !belongs(sources[at(i)], step, argument))
        continue;
      for (const int source : sources[at(i)])
        length[at(i)] = std::max(length[at(i)], length[at(source)] + 1);
      if (length[at(i)] > most_steps)
        continue;
      step.insert(i);
    }
    if (step.size() < 3) // an estimate that is used without refinement
      continue;
    step.erase(estimate);
    for (const int i : step)
      refines[at(i)] = true;
  }
  return refines;
}

namespace {

constexpr int least_packed_bytes = 16;

constexpr std::array<std::string_view, 12> packed_integer_arithmetic = {
    "padd", "psub", "pmul", "pmadd", "pabs", "pmin", "pmax", "psad", "pavg", "pcmp", "pdp", "pternlog"};

bool is_packed_integer_arithmetic(std::string_view mnemonic) {
  if (mnemonic.starts_with('v'))
    mnemonic.remove_prefix(1);
  return std::ranges::any_of(packed_integer_arithmetic,
                             [mnemonic](std::string_view name) { return mnemonic.starts_with(name); });
}

/// Whether this is neither a constant nor a spilled scalar.
bool is_data(const MemoryOperand &memory) {
  if (memory.index)
    return true;
  return memory.base && memory.base->kind != RegisterKind::program_counter &&
         memory.base->kind != RegisterKind::stack_pointer;
}

int widest_vector(const Instruction &instruction, int scalable_bits) {
  int bits = 0;
  for (const Operand &operand : instruction.operands)
    if (const Register *reg = as_register(operand); reg != nullptr && reg->kind == RegisterKind::vector)
      bits = std::max(bits, reg->width_bits == 0 ? scalable_bits : reg->width_bits);
  return bits;
}

bool works_on_vectors(Isa isa, const Instruction &instruction) {
  if (!instruction.is_vector_packed)
    return false;
  for (const Operand &operand : instruction.operands)
    if (const auto *memory = std::get_if<MemoryOperand>(&operand.value))
      if ((memory->width_bytes >= least_packed_bytes || memory->is_gather_scatter) && is_data(*memory))
        return true;
  if (isa == Isa::x86_64)
    return is_packed_arithmetic(instruction.opcode) || is_packed_integer_arithmetic(instruction.mnemonic);
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && operand.read && reg->kind == RegisterKind::vector;
  });
}

} // namespace

int vector_bits(const Kernel &kernel, int scalable_bits) {
  int bits = 0;
  for (const Instruction &instruction : kernel.instructions)
    if (works_on_vectors(kernel.isa, instruction))
      bits = std::max(bits, widest_vector(instruction, scalable_bits));
  return bits;
}

namespace {

constexpr int narrow_bytes = 2;

/// Whether it only moves data. On x86, arithmetic instructions may load and store too, so only the name counts there.
bool merely_moves(Isa isa, const Instruction &instruction) {
  return instruction.mnemonic.find("mov") != std::string::npos ||
         (isa != Isa::x86_64 && (instruction.loads || instruction.stores));
}

bool computes(Isa isa, const Instruction &instruction) {
  return (instruction.is_scalar_fp || instruction.is_vector_packed) && !instruction.is_prefetch &&
         !merely_moves(isa, instruction);
}

} // namespace

CodeMix kind_of_code(const Kernel &kernel, const AddressAnalysis &addresses) {
  CodeMix mix;
  mix.instructions = static_cast<int>(kernel.instructions.size());
  int conditional = 0;
  for (const Instruction &instruction : kernel.instructions) {
    mix.calls += is_unknown_call(instruction) ? 1 : 0;
    conditional += instruction.is_conditional ? 1 : 0;
    mix.arithmetic += computes(kernel.isa, instruction) ? 1 : 0;
    mix.loads += instruction.loads && !instruction.is_prefetch ? 1 : 0;
  }
  mix.branches = std::max(0, conditional - 1); // one of them closes the loop
  for (const MemoryAccess &access : addresses.accesses) {
    const bool is_narrow = access.width_bytes > 0 && access.width_bytes <= narrow_bytes;
    mix.narrow_accesses += is_narrow ? 1 : 0;
    mix.strided_accesses += !is_narrow && access.step_bytes.value_or(0) != 0 ? 1 : 0;
  }
  return mix;
}

} // namespace osaca
