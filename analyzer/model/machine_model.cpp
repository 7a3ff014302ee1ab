#include "model/machine_model.h"

#include "base/name_matching.h"

#include <algorithm>
#include <set>

namespace osaca {
namespace {

const FormEntry *find_listed(const MachineModel::Data &data, std::string_view opcode) {
  const auto exact = std::ranges::lower_bound(data.forms, opcode, {}, &FormEntry::opcode);
  if (exact != data.forms.end() && exact->opcode == opcode)
    return &*exact;
  const auto pattern =
      std::ranges::find_if(data.patterns, [&](const FormEntry &entry) { return glob_matches(entry.opcode, opcode); });
  return pattern != data.patterns.end() ? &*pattern : nullptr;
}

bool any_matches(const std::vector<std::string> &patterns, std::string_view opcode) {
  return std::ranges::any_of(patterns, [&](const std::string &pattern) { return glob_matches(pattern, opcode); });
}

/// The rules whose patterns match the opcode: bit i is rule i.
template <class Rule>
std::uint64_t bits_of(const std::vector<Rule> &rules, std::vector<std::string> Rule::*patterns,
                      std::string_view opcode) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(rules.size(), 64); ++i)
    bits |= std::uint64_t{any_matches(rules[i].*patterns, opcode)} << i;
  return bits;
}

std::uint64_t lists_with(const Core &core, std::string_view opcode) {
  std::uint64_t bits = 0;
  const auto mark = [&](const std::vector<std::string> &patterns, RuleMatches::List bit) {
    if (any_matches(patterns, opcode))
      bits |= bit;
  };
  if (core.memory_renaming) {
    mark(core.memory_renaming->loads, RuleMatches::renamed_load);
    mark(core.memory_renaming->not_in_place, RuleMatches::not_in_place);
    mark(core.memory_renaming->sometimes, RuleMatches::renamed_sometimes);
  }
  if (core.renamed_additions) {
    mark(core.renamed_additions->match, RuleMatches::addition);
    mark(core.renamed_additions->late_readers, RuleMatches::late_reader);
  }
  if (core.fetch)
    mark(core.fetch->length_changes, RuleMatches::length_change);
  if (core.wide_vectors)
    mark(core.wide_vectors->moved, RuleMatches::moved);
  if (core.store_drain)
    mark(core.store_drain->match, RuleMatches::drain);
  return bits;
}

/// Two bits per rule: its `of` and its `other`. No globs: any opcode.
std::uint64_t issue_kinds(const std::vector<IssueRule> &rules, std::string_view opcode) {
  std::uint64_t bits = 0;
  const auto fits = [&](const IssueKind &kind) {
    return std::uint64_t{kind.match.empty() || any_matches(kind.match, opcode)};
  };
  for (std::size_t i = 0; i < std::min<std::size_t>(rules.size(), 32); ++i)
    bits |= (fits(rules[i].of) | fits(rules[i].other) << 1U) << 2 * i;
  return bits;
}

} // namespace

PortSet Core::ports_of_kind(PortKind kind) const {
  PortSet set = 0;
  for (std::size_t i = 0; i < ports.size() && i < 64; ++i)
    if (ports[i].kind == kind)
      set |= PortSet(1) << i;
  return set;
}

int Coverage::total() const {
  int sum = 0;
  for (const auto &[origin, count] : forms)
    sum += count;
  return sum;
}

MachineModel::MachineModel(Data data) {
  std::ranges::stable_sort(data.forms, [](const FormEntry &a, const FormEntry &b) { return a.opcode < b.opcode; });
  data_ = std::make_shared<const Data>(std::move(data));
}

NamesOfCore MachineModel::core_names() const {
  NamesOfCore names;
  for (const Data *layer = data_.get(); layer; layer = layer->base.get()) {
    names.push_back({layer->name});
    names.back().insert(names.back().end(), layer->aliases.begin(), layer->aliases.end());
  }
  return names;
}

std::optional<FormEntry> MachineModel::find(std::string_view opcode) const {
  for (const Data *layer = data_.get(); layer; layer = layer->base.get()) {
    if (const FormEntry *listed = find_listed(*layer, opcode)) {
      FormEntry entry = *listed;
      entry.opcode = opcode;
      return entry;
    }
    if (layer->table)
      if (std::optional<FormEntry> compiled = layer->table->find(opcode))
        return compiled;
  }
  return std::nullopt;
}

RuleMatches MachineModel::rule_matches(std::string_view opcode) const {
  if (data_->table)
    return data_->table->rule_matches(opcode);
  const Core &core = data_->core;
  RuleMatches matches;
  matches.idioms = bits_of(core.idioms, &IdiomRule::match, opcode);
  matches.fusion_first = bits_of(core.fusion, &FusionRule::first, opcode);
  matches.fusion_second = bits_of(core.fusion, &FusionRule::second, opcode);
  matches.bypass_from = bits_of(core.bypasses, &Bypass::from, opcode);
  matches.bypass_to = bits_of(core.bypasses, &Bypass::to, opcode);
  matches.issue = issue_kinds(core.in_order.rules, opcode);
  matches.lists = lists_with(core, opcode);
  return matches;
}

// An overlay's entry hides the same opcode of its base. A glob counts as one form, because the opcodes are not known.
Coverage MachineModel::coverage() const {
  if (data_->table && !data_->base && data_->forms.empty() && data_->patterns.empty())
    return data_->table->coverage();
  Coverage coverage;
  std::set<std::string> seen;
  const auto count = [&](const std::string &opcode, const Provenance &provenance) {
    if (seen.insert(opcode).second)
      ++coverage.forms[provenance.origin];
  };
  for (const Data *layer = data_.get(); layer; layer = layer->base.get()) {
    for (const std::vector<FormEntry> *list : {&layer->forms, &layer->patterns})
      for (const FormEntry &entry : *list)
        count(entry.opcode, entry.cost.provenance);
    if (!layer->table)
      continue;
    for (const std::string &opcode : layer->table->opcodes())
      if (!seen.contains(opcode))
        if (const std::optional<FormEntry> entry = layer->table->find(opcode))
          count(opcode, entry->cost.provenance);
  }
  return coverage;
}

} // namespace osaca
