#include "measure/compose/core_sections.h"

#include "base/index.h"
#include "decode/decoder.h"
#include "measure/compose/form_facts.h"
#include "measure/compose/model_text.h"
#include "measure/core_probes/vector_kinds.h"
#include "model/opcode_variants.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace osaca::measure::compose {

namespace {

constexpr std::array<std::string_view, 6> floating_suffixes = {"ps", "pd", "ss", "sd", "ph", "sh"};

/// The latency between registers from a chain that consists of copies of the form alone.
std::optional<double> own_chain_cycles(const FormFacts &form) {
  std::optional<double> least;
  for (const auto &[pair, figure] : form.figures.latencies) {
    const bool is_plain = pair.second == "0" && pair.first.find('.') == std::string::npos;
    const bool is_digit = pair.first.size() == 1 && pair.first[0] >= '0' && pair.first[0] <= '9';
    if (!is_plain || !is_digit || figure.is_split || figure.is_bound)
      continue;
    const auto operand = static_cast<std::size_t>(pair.first[0] - '0');
    if (operand >= form.instruction.operands.size() || as_register(form.instruction.operands[operand]) == nullptr)
      continue;
    const double cycles = (figure.low_cycles + figure.high_cycles) / 2;
    least = least ? std::min(*least, cycles) : cycles;
  }
  return least;
}

/// With masks, a chain may wait for other values.
bool has_mask(const FormFacts &form) {
  return std::ranges::any_of(form.instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return reg != nullptr && reg->kind == RegisterKind::mask;
  });
}

/// By the last letters: single, double or half precision. Results of integer operations change their domain on the way
/// to other registers and to memory, which helpers use. So their chains do not show the delay within their own domain.
bool is_floating(const Instruction &instruction) {
  const std::string_view name = instruction.mnemonic;
  return std::ranges::any_of(floating_suffixes, [name](std::string_view suffix) { return name.ends_with(suffix); });
}

int explicit_operands(const Instruction &instruction) {
  return static_cast<int>(
      std::ranges::count_if(instruction.operands, [](const Operand &operand) { return !operand.implicit; }));
}

bool is_vector_operation(const FormFacts &form) {
  if (has_mask(form) || form.instruction.operands.empty() || !is_floating(form.instruction))
    return false;
  // If the result is also one of three sources, its latency differs from that of the loaded source for other reasons.
  const Operand &result = form.instruction.operands.front();
  const Register *reg = as_register(result);
  return reg != nullptr && reg->kind == RegisterKind::vector &&
         (!result.read || explicit_operands(form.instruction) == 2);
}

std::map<std::string, double> own_chains(const std::vector<FormFacts> &facts) {
  std::map<std::string, double> chains;
  for (const FormFacts &form : facts)
    if (const auto chain = own_chain_cycles(form); chain && is_vector_operation(form))
      chains[form.opcode] = *chain;
  return chains;
}

/// By how many cycles a chain of the form is faster than the latency of the operation after a load.
struct Saving {
  std::string opcode;
  std::pair<int, int> bits; ///< of the access and of the result; broadcasts are another kind of load
  double chain_cycles = 0;
  double cycles = 0;
};

int loaded_bits(const Instruction &instruction) {
  for (const Operand &operand : instruction.operands)
    if (const MemoryOperand *memory = as_memory(operand))
      return memory->width_bytes * 8;
  return 0;
}

std::vector<Saving> savings_of(const std::vector<FormFacts> &facts, const AccessParts &access,
                               const std::map<std::string, double> &chains) {
  std::vector<Saving> made;
  for (const FormFacts &form : facts) {
    const auto chain = chains.find(form.opcode);
    const auto whole = address_to_result_cycles(form);
    if (form.instruction.loads && !form.instruction.stores && chain != chains.end() && whole)
      made.push_back({form.opcode,
                      {loaded_bits(form.instruction), as_register(form.instruction.operands.front())->width_bits},
                      chain->second,
                      *whole - access.load_latency_cycles(form.instruction) - chain->second});
  }
  return made;
}

double usual_saving(const std::vector<Saving> &savings, const std::pair<int, int> &bits) {
  std::vector<double> all;
  for (const Saving &one : savings)
    if (one.bits == bits)
      all.push_back(one.cycles);
  if (all.empty())
    return 0;
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(all.begin(), middle, all.end());
  return *middle;
}

/// Rounded to halves, since the difference is spread over a chain of two.
Cycles halves(double cycles) { return Cycles(std::llround(cycles * 2), 2); }

} // namespace

Bypasses::Bypasses(const std::vector<FormFacts> &facts, const AccessParts &access) {
  constexpr std::size_t fewest_forms = 6; // a few wrong figures must not form a family
  constexpr double least_saved = 0.4;
  constexpr double most_saved = 2.1;
  constexpr double least_chain = 1.5; // a latency of one cycle cannot be reduced
  const std::map<std::string, double> chains = own_chains(facts);
  const std::vector<Saving> savings = savings_of(facts, access, chains);
  for (const Saving &one : savings) {
    // The division of the time through memory is an assumption, and is the same for all forms of a width. So the usual
    // saving is subtracted.
    const double saved = one.cycles - usual_saving(savings, one.bits);
    constexpr double scatter = 0.15;
    if (saved < least_saved || saved > most_saved || one.chain_cycles < least_chain ||
        std::abs(saved - halves(saved).to_double()) > scatter)
      continue;
    saved_[one.opcode] = halves(saved);
    for (const OpcodeVariant &variant : opcode_variants(one.opcode, Isa::x86_64))
      if (const auto twin = chains.find(variant.opcode);
          variant.drops_memory && twin != chains.end() && std::abs(twin->second - one.chain_cycles) < 0.2)
        saved_.emplace(variant.opcode, halves(saved));
  }
  std::map<Cycles, BypassFamily> by_saved;
  for (const auto &[opcode, cycles] : saved_) {
    by_saved[cycles].saved_cycles = cycles;
    by_saved[cycles].opcodes.push_back(opcode);
  }
  for (auto &[cycles, family] : by_saved)
    if (family.opcodes.size() >= fewest_forms)
      families_.push_back(std::move(family));
    else
      for (const std::string &opcode : family.opcodes)
        saved_.erase(opcode);
}

Cycles Bypasses::saved(const std::string &opcode) const {
  const auto found = saved_.find(opcode);
  return found == saved_.end() ? Cycles(0) : found->second;
}

namespace {

constexpr std::string_view behind = "bypasses.behind_";
constexpr std::string_view late = ".late_by_";
constexpr int wide_bits = 512;

/// A finding about one kind, with the kinds that get its values late.
struct LateKind {
  std::string from;
  std::set<std::string> readers;
  double cycles = 0;
  double on_the_way_cycles = 0;
};

std::vector<LateKind> late_kinds(const StructureFindings &structure) {
  std::vector<LateKind> made;
  for (const auto &[name, finding] : structure.all()) {
    const std::size_t at = name.find(late);
    if (!name.starts_with(behind) || at == std::string::npos || name.ends_with(".on_the_way"))
      continue;
    constexpr double longest = 8;
    const auto cycles = structure.number(name);
    if (!cycles || *cycles <= 0 || *cycles > longest)
      continue;
    const double way = structure.number(name + ".on_the_way").value_or(*cycles);
    made.push_back({name.substr(behind.size(), at - behind.size()),
                    {finding.holds_with.begin(), finding.holds_with.end()},
                    *cycles,
                    std::min(way, longest)});
  }
  return made;
}

/// Opcodes by kind. Forms whose result is a mask or a general register are left out.
std::map<std::string, std::vector<const FormFacts *>> forms_by_kind(const CoreEvidence &evidence) {
  const int widest = wide_readers_are_late(evidence.structure) ? wide_bits : wide_bits / 2;
  std::map<std::string, std::vector<const FormFacts *>> made;
  for (const FormFacts &form : evidence.facts) {
    const core_probes::VectorKind *kind = core_probes::vector_kind_of(form.instruction);
    const Register *result =
        form.instruction.operands.empty() ? nullptr : as_register(form.instruction.operands.front());
    if (kind != nullptr && result != nullptr && result->kind == RegisterKind::vector && result->width_bits <= widest)
      made[std::string(kind->name)].push_back(&form);
  }
  return made;
}

Cycles halves_of(double cycles) { return Cycles(std::max<std::int64_t>(0, std::llround(cycles * 2)), 2); }

} // namespace

bool wide_readers_are_late(const StructureFindings &structure) {
  return structure.truth("bypasses.wide_vectors_too").value_or(false);
}

std::vector<LateReadersRule> late_readers_rules(const CoreEvidence &evidence) {
  const auto forms = forms_by_kind(evidence);
  // Kinds with the same readers share a rule. A chain of additions alone may be faster than the latency to other
  // operations (`saved`). That part of the latency belongs to the delay.
  using Key = std::tuple<std::set<std::string>, Cycles, Cycles>;
  std::map<Key, std::vector<std::string>> makers;
  for (const LateKind &one : late_kinds(evidence.structure)) {
    const auto found = forms.find(one.from);
    if (found == forms.end())
      continue;
    for (const FormFacts *form : found->second) {
      const Cycles delays = halves_of(one.cycles);
      const double already = evidence.bypasses.saved(form->opcode).to_double();
      makers[{one.readers, delays, halves_of(already + one.cycles - one.on_the_way_cycles)}].push_back(form->opcode);
    }
  }
  std::vector<std::string> all = opcode_names(Isa::x86_64);
  std::ranges::sort(all);
  std::vector<LateReadersRule> made;
  for (auto &[key, from] : makers) {
    const auto &[readers, delays, saves] = key;
    std::vector<std::string> to;
    for (const std::string &reader : readers)
      if (const auto found = forms.find(reader); found != forms.end())
        for (const FormFacts *form : found->second)
          to.push_back(form->opcode);
    std::ranges::sort(from);
    std::ranges::sort(to);
    if (!to.empty())
      made.push_back({opcode_globs(from, all), opcode_globs(to, all), delays, saves});
  }
  return made;
}

} // namespace osaca::measure::compose
