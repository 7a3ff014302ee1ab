// Sections about what cores do sooner, or elsewhere, than units: additions at rename, bypasses; and the banks of the
// cache.
#include "measure/model/core_sections.h"
#include "measure/model/form_latencies.h"
#include "measure/model/late_readers.h"
#include "measure/model/model_text.h"
#include "measure/tables/opcode_finder.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace osaca::measure::composer {
namespace {

/// Their result is 64 bits of a register and a constant.
bool adds_constant(const FormFacts &form) {
  const std::optional<RegisterUpdate> update = update_of(form.instruction);
  if (!update || update->constant == 0 || form.accesses_memory())
    return false;
  const Register *reg = as_register(form.instruction.operands[static_cast<std::size_t>(update->target)]);
  return reg != nullptr && reg->width_bits == 64;
}

/// Whether a chain of the form alone takes next to nothing; empty: there is no figure that says so or otherwise.
std::optional<bool> chain_takes_nothing(const FormFacts &form) {
  constexpr double hardly_any = 0.6;
  constexpr double surely_executed = 0.9;
  std::optional<bool> told;
  for (const auto &[pair, figure] : form.figures.latencies) {
    if (figure.is_bound && figure.high_cycles < hardly_any)
      return true;
    if (form.direct_pairs.contains(pair) && figure.low_cycles > surely_executed)
      told = false;
  }
  return told;
}

/// Operations that were seen to wait; of a mnemonic all forms with registers only.
std::vector<std::string> late_readers(const CoreEvidence &evidence) {
  constexpr std::string_view head = "additions.before_";
  std::set<std::string> mnemonics;
  for (const auto &[name, finding] : evidence.structure.all())
    if (name.starts_with(head) && finding.value.value_or(0) > 1 && finding.value.value_or(0) < 4)
      mnemonics.insert(name.substr(head.size()));
  std::vector<std::string> opcodes;
  for (const FormFacts &form : evidence.facts)
    if (const std::string &mnemonic = form.instruction.mnemonic;
        !form.accesses_memory() && mnemonic.size() > 2 &&
        (mnemonics.contains(mnemonic) || mnemonics.contains(mnemonic.substr(0, mnemonic.size() - 1))))
      opcodes.push_back(form.opcode);
  return opcodes;
}

double late_cycles(const StructureFindings &structure) {
  double most = 0;
  for (const auto &[name, finding] : structure.all())
    if (name.starts_with("additions.before_") && finding.value.value_or(0) < 4)
      most = std::max(most, finding.value.value_or(0));
  return std::round(most);
}

} // namespace

std::vector<std::string> renamed_additions(const CoreEvidence &evidence) {
  std::vector<std::string> opcodes;
  if (evidence.structure.number("additions.largest_constant").value_or(0) <= 0)
    return opcodes;
  int in_favour = 0;
  int against = 0;
  for (const FormFacts &form : evidence.facts)
    if (adds_constant(form)) {
      const auto told = chain_takes_nothing(form);
      in_favour += told.value_or(false) ? 1 : 0;
      against += told.value_or(true) ? 0 : 1;
      if (told.value_or(true))
        opcodes.push_back(form.opcode);
    }
  // A form without a figure is one that was disturbed; it does as most of its kind.
  return in_favour > against ? opcodes : std::vector<std::string>();
}

std::string renamed_additions_section(const CoreEvidence &evidence) {
  const std::vector<std::string> opcodes = renamed_additions(evidence);
  if (opcodes.empty())
    return "";
  const StructureFindings &structure = evidence.structure;
  const std::string indent = "      ";
  std::string out = "  renamed_additions:\n    match: " + names_text(opcodes, indent) + "\n    largest_constant: " +
                    std::to_string(static_cast<int>(*structure.number("additions.largest_constant"))) +
                    "\n    free_constant: " +
                    std::to_string(static_cast<int>(structure.number("additions.free_constant").value_or(0))) +
                    "\n    latency: " + cycles_text(structure.number("additions.latency").value_or(0)) + "\n";
  if (const std::vector<std::string> late = late_readers(evidence); !late.empty())
    out += "    late_readers: " + names_text(late, indent) +
           "\n    late_cycles: " + cycles_text(late_cycles(structure)) + "\n";
  return out + "    source: probes\n";
}

std::string bypasses_section(const CoreEvidence &evidence) {
  std::string out;
  std::size_t late_rules = 0;
  for (const BypassFamily &family : evidence.bypasses.families()) {
    const std::string names = names_text(family.opcodes, "         ");
    out += "    - from: " + names + "\n      to: " + names + "\n      saves: " + family.saved_cycles.text(4) +
           "\n      source: forms\n";
  }
  constexpr std::size_t most_rules = 64; // that the format has
  for (const LateReadersRule &rule : late_readers_rules(evidence)) {
    if (evidence.bypasses.families().size() + late_rules++ >= most_rules)
      break;
    out += "    - from: " + names_text(rule.from, "         ") + "\n      to: " + names_text(rule.to, "         ") +
           (rule.saves_cycles.is_zero() ? "" : "\n      saves: " + rule.saves_cycles.text(4)) +
           "\n      delays: " + rule.delays_cycles.text(4) +
           (wide_readers_are_late(evidence.structure) ? "" : "\n      beside_wide_vectors: false") +
           "\n      source: probes\n";
  }
  return out.empty() ? "" : "  bypasses:\n" + out;
}

std::string load_banks_section(const CoreEvidence &evidence) {
  const auto width = evidence.structure.number("banks.width");
  const auto span = evidence.structure.number("banks.span");
  const auto of_one = evidence.structure.number("banks.loads_of_one");
  if (!width || !span || !of_one || *width < 1 || *span <= *width)
    return "";
  return "  load_banks: {bank_bytes: " + std::to_string(static_cast<int>(*width)) +
         ", banks: " + std::to_string(static_cast<int>(*span / *width)) +
         ", per_cycle: " + std::to_string(std::max(1, static_cast<int>(std::lround(*of_one)))) +
         ", ports: " + bank_port + ", source: probes}\n";
}

} // namespace osaca::measure::composer
