#include "measure/from_tables/table_entries.h"

#include "base/format.h"
#include "measure/compose/model_text.h"
#include "measure/from_tables/entry_text.h"
#include "measure/from_tables/merged_inputs.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace osaca::measure::from_tables {

namespace {

/// The lines of variants: figures for some addresses, shifts or registers.
/// `own`: the ports of the form.
std::string variant_lines(const TableFigures &figures, const PortFitter &fitter, const std::vector<Port> &ports,
                          const std::vector<PortDemand> &own) {
  std::string out;
  for (const auto &[key, variant] :
       {std::pair{"scaled", figures.scaled}, std::pair{"three_component", figures.three_component},
        std::pair{"shifted", figures.shifted}, std::pair{"shifted_far", figures.shifted_far},
        std::pair{"zero_addend", figures.zero_addend}, std::pair{"same_register", figures.same_register}}) {
    if (!variant || variant->throughput_cycles <= 0)
      continue;
    const PortSet widest = fitter.known_sets().widest();
    if (widest == 0)
      continue;
    const int size = std::max(1, static_cast<int>(std::lround(1 / variant->throughput_cycles)));
    const bool keeps_ports = key == std::string_view("zero_addend") && !own.empty();
    const PortSet like = keeps_ports ? own.front().ports : widest;
    PortDemand demand{std::popcount(like) == size ? like : fitter.known_sets().similar(like, size), 1};
    if (demand.ports == 0)
      demand = {widest, compose::hundredths(std::popcount(widest) * variant->throughput_cycles)};
    const std::vector<PortDemand> &of_table = variant->demands;
    out += format_text("    {}: {{ports: {}, latency: {}}}\n", key,
                       compose::demands_text(of_table.empty() ? std::vector{demand} : of_table, ports),
                       tidy_latency(variant->latency_cycles).text(4));
  }
  return out;
}

/// Figures without any latency get LLVM's.
TableFigures with_compilers_latencies(TableFigures figures, const KnownForm &form) {
  if (figures.latencies.empty())
    for (const OperandNumbers &pair : register_pairs(form.instruction))
      figures.latencies[pair] = compiler_latency(form, pair).to_double();
  return figures;
}

/// Whether the model that the file extends gives the figures. Its ports are then kept.
bool is_inherited(const MachineModel &model, const KnownForm &form, const TableFigures &figures) {
  if (model.data().base == nullptr || figures.scaled || figures.three_component || figures.shifted ||
      figures.shifted_far || figures.zero_addend || figures.same_register)
    return false;
  constexpr int no_compiler = -1;
  const std::optional<FormEntry> entry = model.find(form.opcode);
  const std::optional<Cost> cost = entry ? cost_of(model, form.instruction, no_compiler) : std::nullopt;
  return cost && gives_figures(model, form, figures, *cost);
}

} // namespace

void EntryList::add(const std::string &opcode, const std::string &figures, const std::string &source) {
  ++by_source_[source];
  const std::string text = format_text("{}    source: {}\n", figures, source);
  const auto [known, is_new] = place_of_.try_emplace(text, entries_.size());
  if (is_new)
    entries_.push_back({text, {}});
  entries_[known->second].second.push_back(opcode);
}

std::string EntryList::yaml() const {
  std::string out;
  for (const auto &[text, opcodes] : entries_)
    out += format_text("  - match: {}\n{}", compose::names_text(opcodes, "            "), text);
  return out;
}

EntryList register_entries(const TableEvidence &evidence, const MachineModel &model) {
  EntryList entries;
  for (const KnownForm &form : evidence.catalogue.forms()) {
    if (accesses_memory(form) || has_own_entry(model, form.opcode))
      continue;
    auto chosen = figures_for(form, evidence, model);
    if (!chosen)
      continue;
    chosen->figures = with_merged_input(std::move(chosen->figures), form, evidence.tables);
    FittedPorts ports = evidence.fitter.fit(form, throughput_of(chosen->figures));
    if (chosen->figures.latencies.empty() && Cycles(placeholder_cycles) <= form.compiler.latency_cycles)
      continue; // the latency is not known
    Latencies latencies = latencies_of(with_compilers_latencies(chosen->figures, form), form.compiler.latency_cycles);
    add_what_compiler_knows(latencies, form);
    if ((model.rule_matches(form.opcode).lists & RuleMatches::addition) != 0) { // with constants too large for rename
      ports = {{{evidence.fitter.known_sets().widest(), Cycles(1)}}, 1, PortOrigin::similar};
      latencies = {1, {}};
    }
    if (is_inherited(model, form, chosen->figures))
      continue;
    const std::string lines = format_text(
        "    ports: {}\n{}{}{}", compose::demands_text(ports.demands, model.core().ports), slots_line(ports.slots),
        latency_lines(latencies), variant_lines(chosen->figures, evidence.fitter, model.core().ports, ports.demands));
    entries.add(form.opcode, lines, source_of(*chosen, evidence.source, ports.origin));
  }
  return entries;
}

std::string source_key(const std::string &tables, PortOrigin origin) {
  switch (origin) {
  case PortOrigin::compiler: return tables + "_latency";
  case PortOrigin::confirmed: return tables + "_confirmed";
  case PortOrigin::similar: return tables + "_similar";
  case PortOrigin::slow_unit: return tables + "_slow";
  case PortOrigin::stretched: return tables + "_stretched";
  case PortOrigin::published: return tables + "_units";
  }
  return tables;
}

std::string throughput_key(const std::string &tables) { return tables + "_throughput"; }

std::string relatives_key(const std::string &tables) { return tables + "_relatives"; }

std::vector<DerivedSource> derived_sources(const std::string &tables, const std::string &text, const std::string &cpu,
                                           bool of_other_core) {
  const auto one = [&](PortOrigin origin, const std::string &ports) {
    return DerivedSource{source_key(tables, origin), of_other_core ? "composed" : "published", text + "; " + ports};
  };
  return {
      one(PortOrigin::confirmed, format_text("ports: LLVM's ({}), which explain the throughput", cpu)),
      one(PortOrigin::published, "ports: those of the table"),
      one(PortOrigin::similar, "ports: a guess, a set of ports that other forms use and that explains the throughput"),
      one(PortOrigin::slow_unit, format_text("ports: LLVM's ({}), and a slow unit for the throughput", cpu)),
      one(PortOrigin::stretched,
          format_text("ports: a guess, LLVM's ({}) with busy times scaled to the throughput", cpu)),
      one(PortOrigin::compiler, format_text("throughput not published; ports: LLVM's ({})", cpu)),
      {throughput_key(tables), "composed",
       text + ": throughput only; latency of forms that LLVM's scheduling models treat most alike; ports: LLVM's, or a "
              "guess"},
      {relatives_key(tables), "composed", text + ": figures of forms that LLVM's scheduling models treat most alike"}};
}

DerivedSource vector_source(const std::string &tables, const std::string &text, const std::string &cpu) {
  return {tables + "_vector", "composed",
          text +
              format_text(", by LMUL and SEW; settings that the table lacks are estimated; ports and latency: those of "
                          "the form, or LLVM's ({})",
                          cpu)};
}

} // namespace osaca::measure::from_tables
