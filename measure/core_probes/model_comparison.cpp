// The subject of a finding is assembly text. It is decoded, so that the model's own rules apply to it.
#include "measure/core_probes/model_comparison.h"

#include "base/format.h"
#include "base/name_matching.h"
#include "decode/code/encoding.h"
#include "decode/decoder.h"
#include "measure/file/number_text.h"
#include "measure/harness/benchmark.h"
#include "model/idioms.h"
#include "model/instruction_cost.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::core_probes {

namespace {

std::vector<std::string> parts_of(const std::string &text, std::string_view divider) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(divider, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + divider.size();
  }
  return parts;
}

std::optional<Instruction> instruction_of(std::string text) {
  text = replaced(std::move(text), "constant(%rip)", "64(%rip)");
  if (text.starts_with("j")) // a jump, with a target
    text += " next\nnext:";
  const Expected<AssembledCode> code = assemble(text, Isa::x86_64, {"", false, "subject of a finding"});
  if (!code)
    return std::nullopt;
  const Expected<Kernel> kernel = decode_block(code->bytes, Isa::x86_64, {});
  if (!kernel || kernel->instructions.empty())
    return std::nullopt;
  return kernel->instructions.front();
}

std::vector<Instruction> instructions_of(const std::string &text) {
  std::vector<Instruction> made;
  for (const std::string &part : parts_of(text, "; "))
    if (auto instruction = instruction_of(part))
      made.push_back(std::move(*instruction));
  return made;
}

std::optional<double> fusing_pairs(const MachineModel &model, const std::string &subject) {
  double count = 0;
  for (const std::string &text : parts_of(subject, " | ")) {
    const std::vector<Instruction> pair = instructions_of(text);
    if (pair.size() != 2)
      return std::nullopt;
    count += fuses(model, pair[0], pair[1]) ? 1 : 0;
  }
  return count;
}

bool names(const std::vector<std::string> &globs, const Instruction &instruction) {
  return std::ranges::any_of(globs, [&](const std::string &glob) { return glob_matches(glob, instruction.opcode); });
}

/// For all pairs of the subject the modelled delay that differs most from the measured one.
std::optional<double> reader_delay(const MachineModel &model, const ProbeFinding &finding) {
  std::optional<double> farthest;
  for (const std::string &text : parts_of(finding.subject, " | ")) {
    const std::vector<Instruction> pair = instructions_of(text);
    if (pair.size() != 2)
      return std::nullopt;
    const auto &rules = model.core().bypasses;
    const auto rule = std::ranges::find_if(
        rules, [&](const Bypass &bypass) { return names(bypass.from, pair[0]) && names(bypass.to, pair[1]); });
    const double said = rule == rules.end() ? 0 : rule->delay_cycles.to_double();
    if (!farthest || std::abs(said - *finding.value) > std::abs(*farthest - *finding.value))
      farthest = said;
  }
  return farthest;
}

/// The model's value of a mechanism; it counts as absent if the model has no such rule.
std::optional<double> of_mechanism(const Core &core, Aspect aspect) {
  switch (aspect) {
  case Aspect::split_among_first: return core.dispatch_splits ? core.dispatch_splits->among_first : 0;
  case Aspect::splits_per_cycle: return core.dispatch_splits ? core.dispatch_splits->per_cycle : 0;
  case Aspect::ops_read_per_cycle: return core.op_cache ? core.op_cache->ops_per_cycle : 0;
  case Aspect::crossing_stores_apart: return core.store_commit && core.store_commit->crossing_apart ? 1 : 0;
  case Aspect::page_crossing_cycles:
    return core.store_commit ? std::optional(core.store_commit->page_crossing_cycles.to_double()) : std::nullopt;
  case Aspect::grouped_accesses: return core.grouped_accesses ? 1 : 0;
  case Aspect::renamed_loads_in_turns:
    return core.memory_renaming ? std::optional<double>(core.memory_renaming->port != 0 ? 1 : 0) : std::nullopt;
  case Aspect::results_block: return core.blocking_results ? 1 : 0;
  case Aspect::dispatch_groups: return core.dispatch_groups ? 1 : 0;
  case Aspect::vector_results: return core.vector_results ? 1 : 0;
  case Aspect::loads_bound_in_turn:
    return std::ranges::any_of(core.schedulers, [&](const Scheduler &scheduler) {
      return scheduler.ports_in_turn && (scheduler.ports & core.ports_of_kind(PortKind::load)) != 0;
    });
  default: return std::nullopt;
  }
}

/// The number of scheduler entries in which a uop of the instruction can wait.
std::optional<double> waiting_places(const MachineModel &model, const Instruction &instruction) {
  const std::optional<Cost> cost = cost_of(model, instruction, -1);
  if (!cost || model.core().schedulers.empty())
    return std::nullopt;
  int entries = 0;
  bool queued = false;
  for (const Scheduler &scheduler : model.core().schedulers)
    if (std::ranges::any_of(cost->demands,
                            [&](const PortDemand &demand) { return (demand.ports & scheduler.ports) != 0; })) {
      entries += scheduler.entries;
      queued = queued || scheduler.is_queued;
    }
  if (queued && model.core().scheduler_queue)
    entries += model.core().scheduler_queue->entries;
  return entries > 0 ? std::optional<double>(entries) : std::nullopt;
}

std::optional<double> renamed(const Core &core, const std::vector<Instruction> &pair) {
  const std::optional<MemoryRenamingRules> &rules = core.memory_renaming;
  if (pair.size() != 2 || !rules)
    return std::nullopt;
  const Instruction &load = pair[1];
  if (load.loads && load.stores) // an operation in place
    return load.operands.empty() || as_memory(load.operands[0]) == nullptr
               ? std::nullopt
               : std::optional<double>(as_memory(load.operands[0])->width_bytes >= rules->in_place_bytes &&
                                               !names(rules->not_in_place, load)
                                           ? 1
                                           : 0);
  return names(rules->loads, load) ? 1 : 0;
}

std::optional<double> of_core(const std::optional<SourcedCycles> &figure) {
  return figure && !figure->value.is_zero() ? std::optional(figure->value.to_double()) : std::nullopt;
}

std::optional<double> unless_zero(const Cycles &cycles) {
  return cycles.is_zero() ? std::nullopt : std::optional(cycles.to_double());
}

std::optional<double> of_instructions(const MachineModel &model, const ProbeFinding &finding) {
  const std::vector<Instruction> subject = instructions_of(finding.subject);
  if (subject.empty())
    return std::nullopt;
  const Instruction &first = subject.front();
  switch (finding.aspect) {
  case Aspect::scheduler_entries: return waiting_places(model, first);
  case Aspect::load_latency: {
    const auto part = load_part(model.core(), first);
    return part ? unless_zero(part->latency_cycles) : std::nullopt;
  }
  case Aspect::forward_cycles:
  case Aspect::failed_forward_cycles: {
    const auto part = store_part(model.core(), first);
    if (!part)
      return std::nullopt;
    return unless_zero(finding.aspect == Aspect::forward_cycles ? part->forward_cycles : part->failed_forward_cycles);
  }
  case Aspect::renamed_load: return renamed(model.core(), subject);
  case Aspect::zero_idiom: {
    const IdiomRule *rule = find_idiom(model, first);
    return rule != nullptr && (rule->kind == IdiomRule::Kind::zero || rule->kind == IdiomRule::Kind::ones) ? 1 : 0;
  }
  case Aspect::eliminated: {
    const IdiomRule *rule = find_idiom(model, first);
    return rule != nullptr && rule->eliminated ? 1 : 0;
  }
  default: return std::nullopt;
  }
}

bool agree(const ProbeFinding &finding, double modelled) {
  constexpr double part = 0.1;
  constexpr double cycles = 0.3;
  const double apart = std::abs(*finding.value - modelled);
  if (finding.unit == yes_or_no || finding.aspect == Aspect::fuses)
    return apart < 0.5;
  return apart <= part * std::max(*finding.value, modelled) || (finding.unit == "cycles" && apart <= cycles);
}

std::string figure(double value, const std::string &unit) {
  ProbeFinding shown;
  shown.unit = unit;
  shown.value = value;
  return unit == yes_or_no ? value_text(shown) : decimal(value, std::abs(value - std::round(value)) < 0.005 ? 0 : 2);
}

std::string padded(std::string text, std::size_t width, bool right) {
  if (text.size() < width)
    text.insert(right ? 0 : text.size(), width - text.size(), ' ');
  return text;
}

} // namespace

std::optional<double> modelled_value(const MachineModel &model, const ProbeFinding &finding) {
  if (model.data().isa != Isa::x86_64)
    return std::nullopt;
  switch (finding.aspect) {
  case Aspect::none: return std::nullopt;
  case Aspect::dispatch_width: return of_core(model.core().dispatch_width);
  case Aspect::reorder_buffer: return of_core(model.core().reorder_buffer);
  case Aspect::misprediction_cycles: return of_core(model.core().misprediction_cycles);
  case Aspect::run_end_cycles: return of_core(model.core().run_end_cycles);
  case Aspect::taken_branch_cycles: return of_core(model.core().taken_branch_cycles);
  case Aspect::fuses: return fusing_pairs(model, finding.subject);
  case Aspect::reader_delay: return reader_delay(model, finding);
  case Aspect::split_among_first:
  case Aspect::splits_per_cycle:
  case Aspect::ops_read_per_cycle:
  case Aspect::crossing_stores_apart:
  case Aspect::page_crossing_cycles:
  case Aspect::grouped_accesses:
  case Aspect::renamed_loads_in_turns:
  case Aspect::loads_bound_in_turn:
  case Aspect::results_block:
  case Aspect::dispatch_groups:
  case Aspect::vector_results: return of_mechanism(model.core(), finding.aspect);
  default: return of_instructions(model, finding);
  }
}

std::vector<PropertyComparison> compared(const MachineModel &model, const std::vector<ProbeFinding> &findings) {
  std::vector<PropertyComparison> all;
  for (const ProbeFinding &finding : findings) {
    if (!finding.value)
      continue;
    const std::optional<double> said = modelled_value(model, finding);
    if (said)
      all.push_back({finding.name, finding.unit, *finding.value, *said, agree(finding, *said)});
  }
  return all;
}

std::string comparison_text(const std::vector<PropertyComparison> &all, const std::string &model) {
  std::size_t widest = 4;
  for (const PropertyComparison &one : all)
    widest = std::max(widest, one.name.size());
  const auto agreeing = std::ranges::count_if(all, [](const PropertyComparison &one) { return one.agrees; });
  std::string out = format_text("\nCompared with the model {}: {} of {} figures agree.\n", model, agreeing, all.size());
  for (const bool agrees : {false, true})
    for (const PropertyComparison &one : all)
      if (one.agrees == agrees)
        out +=
            format_text("{}{}  measured {}  model {}{}\n", agrees ? "    " : "  ! ", padded(one.name, widest, false),
                        padded(figure(one.measured, one.unit), 6, true),
                        padded(figure(one.modelled, one.unit), 6, true), one.unit == yes_or_no ? "" : "  " + one.unit);
  return out;
}

} // namespace osaca::measure::core_probes
