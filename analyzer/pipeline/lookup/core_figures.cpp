#include "pipeline/lookup/core_figures.h"

#include "analysis/bind/costed_kernel.h"
#include "analysis/bounds/port_pressure.h"
#include "base/format.h"
#include "model/idioms.h"
#include "pipeline/lookup/latency_figures.h"

#include <algorithm>
#include <span>
#include <utility>

namespace osaca {

std::string_view name_of(ThroughputLimit limit) {
  switch (limit) {
  case ThroughputLimit::ports: return "ports";
  case ThroughputLimit::divider: return "divider";
  case ThroughputLimit::dispatch: return "dispatch";
  case ThroughputLimit::store_commit: return "store commit";
  case ThroughputLimit::taken_branches: return "taken branches";
  }
  return "unknown";
}

std::string_view name_of(RenameShortcut shortcut) {
  switch (shortcut) {
  case RenameShortcut::none: return "";
  case RenameShortcut::zero_idiom: return "zero idiom";
  case RenameShortcut::ones_idiom: return "ones idiom";
  case RenameShortcut::flags_only_idiom: return "waits for flags only";
  case RenameShortcut::eliminated: return "eliminated";
  case RenameShortcut::renamed_addition: return "added at rename";
  }
  return "unknown";
}

std::string_view name_of(CoreFigures::Status status) {
  switch (status) {
  case CoreFigures::Status::known: return "known";
  case CoreFigures::Status::no_figures: return "no_figures";
  case CoreFigures::Status::repeats: return "repeats";
  case CoreFigures::Status::other_isa: return "other_isa";
  }
  return "unknown";
}

namespace {

RenameShortcut shortcut_of(const FormCosts &costs, const Instruction &instruction, const CostedInstruction &costed) {
  if (costed.is_renamed_addition)
    return RenameShortcut::renamed_addition;
  const IdiomRule *idiom = find_idiom(costs.model(), instruction);
  if (idiom == nullptr)
    return RenameShortcut::none;
  switch (idiom->kind) {
  case IdiomRule::Kind::zero: return RenameShortcut::zero_idiom;
  case IdiomRule::Kind::ones: return RenameShortcut::ones_idiom;
  case IdiomRule::Kind::flags: return RenameShortcut::flags_only_idiom;
  case IdiomRule::Kind::move:
  case IdiomRule::Kind::nop: break;
  }
  return idiom->eliminated ? RenameShortcut::eliminated : RenameShortcut::none;
}

/// Cycles in which the store reaches the cache; 0 if the model does not describe this.
Cycles store_commit_cycles(const Core &core, const CostedInstruction &costed) {
  Cycles longest;
  if (!core.store_commit || !costed.stores || core.store_commit->per_cycle <= 0 || core.store_commit->block_bytes <= 0)
    return longest;
  for (const CostedAddress &address : costed.addresses)
    if (costed.operands[static_cast<std::size_t>(address.operand)].written)
      longest = std::max({longest, Cycles(1, core.store_commit->per_cycle),
                          Cycles(address.width_bytes, core.store_commit->block_bytes)});
  return longest;
}

/// The copies do not wait for each other. The largest limit counts; of equal ones the first.
void add_throughput(const CostedKernel &kernel, CoreFigures &figures) {
  const Core &core = kernel.model.core();
  const CostedInstruction &costed = *kernel.instructions.back().costed;
  const PortBounds by_ports = port_bounds(kernel, PortAssignment::optimal);
  const Cycles width = core.dispatch_width.value;
  const bool is_taken = costed.changes_flow && core.taken_branch_cycles;
  const std::pair<ThroughputLimit, Cycles> limits[] = {
      {ThroughputLimit::ports, by_ports.execution},
      {ThroughputLimit::divider, by_ports.divider},
      {ThroughputLimit::dispatch, width > Cycles(0) ? figures.dispatch_slots / width : Cycles(0)},
      {ThroughputLimit::store_commit, store_commit_cycles(core, costed)},
      {ThroughputLimit::taken_branches, is_taken ? core.taken_branch_cycles->value : Cycles(0)}};
  for (const auto &[limit, cycles] : limits)
    if (figures.throughput_cycles.value_or(Cycles(0)) < cycles) {
      figures.throughput_cycles = cycles;
      figures.limit = limit;
    }
  if (figures.limit == ThroughputLimit::ports && by_ports.divisions_fill_ports())
    figures.limit = ThroughputLimit::divider;
}

void add_port_uses(const CostedKernel &kernel, std::size_t part, std::vector<PortUse> &uses) {
  // Demands after those of the instruction are limits of the core that have the form of ports (Core::vector_rates).
  const std::span<const PortDemand> demands = kernel.demands_of(part);
  const std::size_t own = kernel.instructions[part].costed->cost->demands.size();
  for (const PortDemand &demand : demands.first(std::min(own, demands.size()))) {
    PortUse use{{}, demand.cycles};
    const std::vector<Port> &ports = kernel.model.core().ports;
    for (std::size_t i = 0; i < std::min<std::size_t>(ports.size(), 64); ++i)
      if (((demand.ports >> i) & 1) != 0)
        use.ports.push_back(ports[i].name);
    const auto same = std::ranges::find_if(uses, [&](const PortUse &other) { return other.ports == use.ports; });
    if (same != uses.end())
      same->cycles += use.cycles;
    else
      uses.push_back(std::move(use));
  }
}

std::string cited(Origin origin, const std::string &source) {
  return source.starts_with(name_of(origin)) ? source : format_text("{}: {}", name_of(origin), source);
}

/// The figures of a prefix and its instruction are added, so each is cited.
void add_source(std::span<const Instruction> parts, const CostedKernel &kernel, CoreFigures &figures) {
  const Provenance &last = kernel.instructions.back().costed->cost->provenance;
  figures.origin = last.origin;
  figures.source = last.text;
  if (parts.size() == 1)
    return;
  figures.origin = Origin::composed;
  figures.source.clear();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Provenance &source = kernel.instructions[i].costed->cost->provenance;
    figures.source += format_text("{}{} ({})", figures.source.empty() ? "" : " + ", parts[i].opcode,
                                  cited(source.origin, source.text));
  }
}

CoreFigures empty_figures(const MachineModel &model, CoreFigures::Status status) {
  CoreFigures figures;
  figures.arch = model.name();
  figures.isa = std::string(name_of(model.data().isa));
  figures.status = status;
  return figures;
}

} // namespace

CoreFigures figures_of_other_isa(const MachineModel &model) {
  return empty_figures(model, CoreFigures::Status::other_isa);
}

CoreFigures figures_on_core(FormCosts &costs, std::span<const Instruction> parts) {
  const MachineModel &model = costs.model();
  CoreFigures figures = empty_figures(model, CoreFigures::Status::known);
  std::vector<std::shared_ptr<const CostedInstruction>> bound;
  for (const Instruction &part : parts) {
    bound.push_back(bind_instruction(costs, costs.form_of(part), part));
    if (bound.back()->unknown) {
      figures.status = bound.back()->repeats ? CoreFigures::Status::repeats : CoreFigures::Status::no_figures;
      figures.is_absent = bound.back()->is_absent;
      return figures;
    }
  }
  const CostedInstruction &costed = *bound.back();
  const CostedKernel kernel = place(model, RegionKind::block, WayBack::none, bound);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    figures.dispatch_slots += kernel.instructions[i].dispatch_slots;
    add_port_uses(kernel, i, figures.ports);
  }
  figures.breaks_dependency = costed.breaks_dependency;
  figures.shortcut = shortcut_of(costs, parts.back(), costed);
  figures.latencies = latency_figures(model.core(), parts.back(), costed);
  add_throughput(kernel, figures);
  add_source(parts, kernel, figures);
  return figures;
}

} // namespace osaca
