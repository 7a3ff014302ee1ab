// Memory renaming: loads, and operations with a memory operand, that get a stored value without latency. The chains in
// which each form was measured show which ones do.
#include "measure/compose/core_sections.h"
#include "measure/compose/form_facts.h"
#include "measure/compose/model_text.h"

#include "base/format.h"
#include "base/index.h"

#include <algorithm>
#include <map>
#include <utility>

namespace osaca::measure::compose {
namespace {

constexpr double hardly_more_cycles = 0.6;

bool is_general(const FormFacts &form) {
  return std::ranges::none_of(form.instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && reg->kind != RegisterKind::gpr && reg->kind != RegisterKind::flag &&
           reg->kind != RegisterKind::stack_pointer;
  });
}

int accessed_bytes(const Instruction &instruction) {
  for (const Operand &operand : instruction.operands)
    if (const MemoryOperand *memory = as_memory(operand))
      return memory->width_bytes;
  return 0;
}

/// Whether a chain of plain stores and this load takes no longer than its operation; empty: not measured.
std::optional<bool> measured_renaming(const FormFacts &form, const CoreEvidence &evidence) {
  const auto passed = memory_to_register_cycles(form);
  if (!passed)
    return std::nullopt;
  const double operation =
      latencies_between_registers(form, evidence.access.load_latency_cycles(form.instruction)).usual.to_double();
  return *passed <= operation + hardly_more_cycles;
}

/// A load whose chain was disturbed is treated like most loads of its mnemonic's kind (extending or not) and width.
using LoadKind = std::pair<std::string, int>; ///< the mnemonic without its suffix, bytes

LoadKind kind_of_load(const FormFacts &form) {
  constexpr std::size_t stem = 4; // "movz", "movs", "add"
  return {form.instruction.mnemonic.substr(0, stem), accessed_bytes(form.instruction)};
}

class RenamedLoads {
public:
  explicit RenamedLoads(const CoreEvidence &evidence) : evidence_(evidence) {
    for (const FormFacts &form : evidence.facts)
      if (form.instruction.loads && !form.instruction.stores && is_general(form))
        if (const auto is_renamed_alone = measured_renaming(form, evidence))
          votes_[kind_of_load(form)] += *is_renamed_alone ? 1 : -1;
  }

  [[nodiscard]] bool contains(const FormFacts &form) const {
    if (const auto is_renamed_alone = measured_renaming(form, evidence_))
      return *is_renamed_alone;
    const auto votes = votes_.find(kind_of_load(form));
    return votes != votes_.end() && votes->second > 0;
  }

private:
  const CoreEvidence &evidence_;
  std::map<LoadKind, int> votes_;
};

/// Whether a value that is pushed and popped may have no latency. A pop that was seen to get a stored value without
/// latency can do so, although chains of pushes and pops alone are slower on some cores.
bool pops_are_renamed(const CoreEvidence &evidence, const FormFacts &pop) {
  if (const auto passed = memory_to_register_cycles(pop); passed && *passed <= hardly_more_cycles)
    return true;
  const auto chain = evidence.structure.number("accesses.push_to_pop");
  constexpr double surely_not = 2;
  return !chain || *chain < surely_not;
}

bool moves_stack(const FormFacts &form) {
  return std::ranges::any_of(form.instruction.operands, [](const Operand &operand) { return operand.address_update; });
}

struct InPlaceForms {
  int narrowest_bytes = 0; ///< 0: none is renamed
  std::vector<std::string> others;
};

InPlaceForms in_place_forms(const CoreEvidence &evidence) {
  constexpr double latency_of_most = 1;
  InPlaceForms made;
  std::map<std::string, int> bytes_of_others;
  for (const FormFacts &form : evidence.facts) {
    const auto round_trip = memory_to_memory_cycles(form);
    if (!round_trip || !form.instruction.loads || !form.instruction.stores || !is_general(form))
      continue;
    const int bytes = accessed_bytes(form.instruction);
    if (*round_trip > latency_of_most + hardly_more_cycles)
      bytes_of_others[form.opcode] = bytes;
    else if (made.narrowest_bytes == 0 || bytes < made.narrowest_bytes)
      made.narrowest_bytes = bytes;
  }
  for (const auto &[opcode, bytes] : bytes_of_others)
    if (made.narrowest_bytes > 0 && bytes >= made.narrowest_bytes)
      made.others.push_back(opcode);
  return made;
}

} // namespace

std::string memory_renaming_section(const CoreEvidence &evidence) {
  std::vector<std::string> loads;
  const RenamedLoads renamed(evidence);
  for (const FormFacts &form : evidence.facts)
    if (form.instruction.loads && !form.instruction.stores && is_general(form) && renamed.contains(form) &&
        (!moves_stack(form) || pops_are_renamed(evidence, form)))
      loads.push_back(form.opcode);
  if (std::ranges::find(loads, "MOV64rm") == loads.end())
    return "";
  const InPlaceForms in_place = in_place_forms(evidence);
  const std::string indent = "      ";
  std::string out = format_text("  memory_renaming:\n    loads: {}\n", names_text(loads, indent));
  if (in_place.narrowest_bytes > 0)
    out += format_text("    in_place_bytes: {}\n", in_place.narrowest_bytes);
  else
    out += "    in_place_bytes: 64\n";
  const auto indexed = evidence.structure.number("accesses.indexed_store_to_load");
  if (indexed && *indexed > 2)
    out += "    indexed: false\n";
  const auto other_register = evidence.structure.number("forwarding.general_64_to_general_64");
  if (other_register && *other_register <= hardly_more_cycles)
    out += "    any_registers: true\n";
  else if (const auto learned = evidence.structure.number("renaming.learned_pairs"); learned && *learned >= 1)
    out += format_text("    learned_pairs: {}\n", static_cast<int>(*learned));
  if (!in_place.others.empty())
    out += format_text("    not_in_place: {}\n", names_text(in_place.others, indent));
  if (evidence.structure.truth("renaming.loads_in_turns").value_or(false))
    out += format_text("    ports: {}\n", renaming_port);
  return out + "    source: forms\n";
}

} // namespace osaca::measure::compose
