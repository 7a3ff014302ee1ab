#include "measure/model/late_readers.h"

#include "decode/decoder.h"
#include "measure/core_probes/vector_kinds.h"
#include "measure/model/opcode_globs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

namespace osaca::measure::composer {
namespace {

constexpr std::string_view behind = "bypasses.behind_";
constexpr std::string_view late = ".late_by_";
constexpr int wide_bits = 512;

/// A finding about one kind, and those that read its values late.
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

/// Opcodes by kind. A result that goes to a mask or a general register is another matter.
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
  // What has the same readers is one rule. Chains of sums alone may be quicker than what the sums take to others
  // (`saved`): that part of the latency is the way on which they are late.
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

} // namespace osaca::measure::composer
