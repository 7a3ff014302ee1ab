#include "measure/from_tables/table_entries.h"

#include "base/format.h"
#include "base/index.h"
#include "base/name_matching.h"
#include "measure/compose/model_text.h"
#include "measure/tables/model_figures.h"
#include "model/idioms.h"
#include "model/instruction_cost.h"
#include "model/opcode_variants.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace osaca::measure::from_tables {

namespace {

/// The nearest whole number if the difference is within the scatter of published figures, otherwise hundredths.
Cycles tidy_latency(double cycles) {
  constexpr double scatter = 0.06;
  constexpr double part = 0.015; // clocks that were not exactly known
  const double whole = std::round(cycles);
  return std::abs(cycles - whole) <= std::max(scatter, part * cycles)
             ? Cycles(static_cast<std::int64_t>(whole))
             : Cycles(std::llround(std::max(cycles, 0.0) * 100), 100);
}

/// LLVM's latency for instructions about which nothing is known.
constexpr int placeholder_cycles = 100;

Cycles hundredths(double cycles) { return Cycles(std::max<std::int64_t>(std::llround(cycles * 100), 1), 100); }

struct Latencies {
  Cycles usual;
  std::vector<OperandLatency> exceptions;
};

/// The latency of most pairs, and the pairs that differ. `otherwise`: if there are none.
Latencies latencies_of(const TableFigures &figures, const Cycles &otherwise) {
  std::map<Cycles, int> votes;
  for (const auto &[pair, cycles] : figures.latencies)
    ++votes[tidy_latency(cycles)];
  Latencies made{otherwise, {}};
  int most = 0;
  for (const auto &[cycles, count] : votes)
    if (count >= most) {
      most = count;
      made.usual = cycles;
    }
  for (const auto &[pair, cycles] : figures.latencies)
    if (const Cycles tidy = tidy_latency(cycles); tidy != made.usual)
      made.exceptions.push_back({pair.first, pair.second, tidy});
  return made;
}

/// LLVM's latency of the value that an operand gets; 0: not known.
int compilers_latency_of(const KnownForm &form, const Operand &operand) {
  const auto &forwarding = form.compiler.forwarding;
  const auto number = static_cast<std::size_t>(std::max<int>(operand.write_number, 0));
  return forwarding && operand.write_number >= 0 && number < forwarding->writes.size()
             ? forwarding->writes[number].latency_cycles
             : 0;
}

void add_exception(Latencies &latencies, const OperandLatency &one) {
  const bool is_known = std::ranges::any_of(latencies.exceptions, [&](const OperandLatency &known) {
    return known.from == one.from && known.to == one.to;
  });
  if (!is_known && one.cycles != latencies.usual)
    latencies.exceptions.push_back(one);
}

/// What LLVM knows of single operands: results that are ready later than others (the high half of a product), and
/// results whose old value the core waits for, although the instruction does not read it.
void add_what_compiler_knows(Latencies &latencies, const KnownForm &form) {
  const std::vector<Operand> &operands = form.instruction.operands;
  int first = 0;
  for (const Operand &operand : operands)
    if (operand.written && first == 0)
      first = compilers_latency_of(form, operand);
  for (std::size_t to = 0; to < operands.size(); ++to) {
    const int own = operands[to].written ? compilers_latency_of(form, operands[to]) : 0;
    if (own == 0 || first == 0 || own == first || as_register(operands[to]) == nullptr)
      continue;
    for (std::size_t from = 0; from < operands.size(); ++from)
      if (operands[from].read && as_register(operands[from]) != nullptr)
        add_exception(latencies, {static_cast<int>(from), static_cast<int>(to), latencies.usual + Cycles(own - first)});
  }
  if (form.compiler.waits_for_old_value && !operands.empty() && !operands.front().read)
    latencies.exceptions.insert(latencies.exceptions.begin(), {0, 0, latencies.usual});
}

std::string latency_lines(const Latencies &latencies) {
  std::string exceptions;
  for (const OperandLatency &one : latencies.exceptions)
    exceptions += format_text("{}{}, to: {}, cycles: {}}}", exceptions.empty() ? "{from: " : ", {from: ", one.from,
                              one.to, one.cycles.text(4));
  return format_text("    latency: {}\n", latencies.usual.text(4)) +
         (exceptions.empty() ? "" : format_text("    operand_latency: [{}]\n", exceptions));
}

std::string slots_line(const Cycles &slots) {
  return slots == Cycles(1) ? "" : format_text("    slots: {}\n", slots.text(4));
}

std::optional<KnownThroughput> throughput_of(const TableFigures &figures) {
  if (!figures.throughput_cycles)
    return std::nullopt;
  return KnownThroughput{*figures.throughput_cycles, figures.throughput_is_bound};
}

/// Whether the file itself, not a model that it extends, has an entry for the opcode.
bool has_own_entry(const MachineModel &model, const std::string &opcode) {
  const MachineModel::Data &data = model.data();
  return std::ranges::any_of(data.forms, [&](const FormEntry &entry) { return entry.opcode == opcode; }) ||
         std::ranges::any_of(data.patterns, [&](const FormEntry &entry) { return glob_matches(entry.opcode, opcode); });
}

bool accesses_memory(const KnownForm &form) { return form.instruction.loads || form.instruction.stores; }

/// Whether another spelling of the instruction has a row, whose entry is then used for this opcode too.
bool is_spelt_otherwise(const KnownForm &form, const TableForms &tables, Isa isa) {
  return std::ranges::any_of(opcode_variants(form.opcode, isa), [&](const OpcodeVariant &variant) {
    return variant.same_operation && !variant.drops_memory && tables.figures.contains(variant.opcode);
  });
}

/// Whether the model that the file extends has a figure that is not composed itself.
bool has_published_base(const MachineModel &model, const std::string &opcode) {
  if (model.data().base == nullptr)
    return false;
  const std::optional<FormEntry> entry = model.find(opcode);
  return entry && entry->cost.provenance.origin < Origin::composed;
}

struct ChosenFigures {
  TableFigures figures;
  bool is_relative = false;
};

std::optional<ChosenFigures> figures_for(const KnownForm &form, const TableEvidence &evidence,
                                         const MachineModel &model) {
  if (const auto found = evidence.tables.figures.find(form.opcode); found != evidence.tables.figures.end()) {
    ChosenFigures made{found->second, false};
    if (const auto relative = evidence.relatives.figures_for(form)) {
      for (const auto &[pair, cycles] : relative->latencies)
        made.figures.latencies.emplace(pair, cycles);
      if (!made.figures.throughput_cycles)
        made.figures.throughput_cycles = relative->throughput_cycles;
    }
    return made;
  }
  if (has_published_base(model, form.opcode) || find_idiom(model, form.instruction) != nullptr ||
      !evidence.relatives.has_kin(form.opcode) || is_spelt_otherwise(form, evidence.tables, evidence.catalogue.isa()))
    return std::nullopt;
  if (auto relative = evidence.relatives.figures_for(form))
    return ChosenFigures{*std::move(relative), true};
  return std::nullopt;
}

/// For lea: the figures of addresses with more parts.
std::string address_lines(const TableFigures &figures, const PortFitter &fitter, const std::vector<Port> &ports) {
  std::string out;
  for (const auto &[key, address] :
       {std::pair{"scaled", figures.scaled}, std::pair{"three_component", figures.three_component},
        std::pair{"shifted", figures.shifted}, std::pair{"same_register", figures.same_register}}) {
    if (!address || address->throughput_cycles <= 0)
      continue;
    const PortSet widest = fitter.widest_set();
    if (widest == 0)
      continue;
    const int size = std::max(1, static_cast<int>(std::lround(1 / address->throughput_cycles)));
    PortDemand demand{fitter.similar_set(widest, size), 1};
    if (demand.ports == 0)
      demand = {widest, hundredths(std::popcount(widest) * address->throughput_cycles)};
    out += format_text("    {}: {{ports: {}, latency: {}}}\n", key, compose::demands_text({demand}, ports),
                       tidy_latency(address->latency_cycles).text(4));
  }
  return out;
}

/// Whether the model that the file extends has the same figures.
bool is_inherited(const MachineModel &model, const std::string &opcode, const TableFigures &figures,
                  const FittedPorts &ports, const Latencies &latencies) {
  if (model.data().base == nullptr || figures.scaled || figures.three_component || figures.shifted || figures.same_register)
    return false;
  const std::optional<FormEntry> entry = model.find(opcode);
  return entry && entry->cost.demands == ports.demands && entry->cost.dispatch_slots == ports.slots &&
         entry->cost.latency_cycles == latencies.usual && entry->cost.operand_latencies == latencies.exceptions;
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
    const auto chosen = figures_for(form, evidence, model);
    if (!chosen)
      continue;
    FittedPorts ports = evidence.fitter.fit(form, throughput_of(chosen->figures));
    if (chosen->figures.latencies.empty() && Cycles(placeholder_cycles) <= form.compiler.latency_cycles)
      continue; // nobody knows the latency
    Latencies latencies = latencies_of(chosen->figures, form.compiler.latency_cycles);
    add_what_compiler_knows(latencies, form);
    if ((model.rule_matches(form.opcode).lists & RuleMatches::addition) != 0) { // with constants too large for rename
      ports = {{{evidence.fitter.widest_set(), Cycles(1)}}, 1, PortOrigin::similar};
      latencies = {1, {}};
    }
    if (is_inherited(model, form.opcode, chosen->figures, ports, latencies))
      continue;
    const std::string lines = format_text(
        "    ports: {}\n{}{}{}", compose::demands_text(ports.demands, model.core().ports), slots_line(ports.slots),
        latency_lines(latencies), address_lines(chosen->figures, evidence.fitter, model.core().ports));
    entries.add(form.opcode, lines,
                chosen->is_relative ? relatives_key(evidence.source) : source_key(evidence.source, ports.origin));
  }
  return entries;
}

namespace {

bool is_gather(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const MemoryOperand *memory = as_memory(operand);
    return memory != nullptr && memory->is_gather_scatter;
  });
}

class MemoryEntryWriter {
public:
  MemoryEntryWriter(const TableEvidence &evidence, const MachineModel &model) : evidence_(evidence), model_(model) {}

  void add(const KnownForm &form) {
    const auto chosen = figures_for(form, evidence_, model_);
    if (!chosen || (form.instruction.loads && form.instruction.stores))
      return; // in place: renaming of memory and forwarding belong to the core
    if (is_gather(form.instruction))
      return add_gather(form, *chosen);
    if (is_plain_access(form.opcode, evidence_.catalogue.isa()))
      return add_plain_access(form, *chosen);
    const std::optional<Cost> composed = listed_cost(model_, form.instruction);
    if (composed && (chosen->is_relative || agrees(form, chosen->figures, *composed)))
      return;
    const Latencies latencies = operation_latencies(form, chosen->figures, composed);
    const FittedPorts ports = operation_ports(form, chosen->figures, composed);
    entries_.add(form.opcode,
                 format_text("    ports: {}\n{}{}", compose::demands_text(ports.demands, model_.core().ports),
                             slots_line(ports.slots), latency_lines(latencies)),
                 chosen->is_relative ? relatives_key(evidence_.source) : source_key(evidence_.source, ports.origin));
  }

  [[nodiscard]] EntryList take() { return std::move(entries_); }

private:
  [[nodiscard]] bool agrees(const KnownForm &form, const TableFigures &figures, const Cost &cost) const {
    constexpr double tolerance = 0.5;
    const double throughput = modelled_throughput(model_, form.instruction, cost);
    if (figures.throughput_cycles && !figures.throughput_is_bound &&
        !throughputs_agree(throughput, *figures.throughput_cycles))
      return false;
    if (figures.address_to_result_cycles &&
        std::abs(*figures.address_to_result_cycles - (cost.load_latency_cycles + cost.latency_cycles).to_double()) >
            tolerance)
      return false;
    return std::ranges::all_of(figures.latencies, [&](const auto &one) {
      Cycles cycles = cost.latency_cycles;
      for (const OperandLatency &exception : cost.operand_latencies)
        if (exception.from == one.first.first && exception.to == one.first.second)
          cycles = exception.cycles;
      return std::abs(cycles.to_double() - one.second) <= tolerance;
    });
  }

  /// The latency of the operation, without the load.
  [[nodiscard]] Latencies operation_latencies(const KnownForm &form, const TableFigures &figures,
                                              const std::optional<Cost> &composed) const {
    Cycles otherwise = composed ? composed->latency_cycles : form.compiler.register_latency_cycles;
    if (const auto part = form.instruction.loads ? load_part(model_.core(), form.instruction) : std::nullopt;
        part && figures.address_to_result_cycles)
      otherwise = tidy_latency(std::max(0.0, *figures.address_to_result_cycles - part->latency_cycles.to_double()));
    if (form.instruction.stores && !composed)
      otherwise = 0;
    return latencies_of(figures, otherwise);
  }

  [[nodiscard]] double with_access(const KnownForm &form, std::vector<PortDemand> demands) const {
    for (const auto &part : {form.instruction.loads ? load_part(model_.core(), form.instruction) : std::nullopt,
                             form.instruction.stores ? store_part(model_.core(), form.instruction) : std::nullopt})
      if (part)
        demands.insert(demands.end(), part->demands.begin(), part->demands.end());
    return port_throughput(demands);
  }

  /// The ports of the operation: none, the register form's or LLVM's, whichever explains the throughput first.
  [[nodiscard]] FittedPorts operation_ports(const KnownForm &form, const TableFigures &figures,
                                            const std::optional<Cost> &composed) const {
    const auto throughput = throughput_of(figures);
    FittedPorts own = evidence_.fitter.fit(form, std::nullopt);
    if (!throughput)
      return own;
    std::vector<std::vector<PortDemand>> candidates;
    if (own.demands.empty())
      candidates.emplace_back();
    if (composed)
      candidates.push_back(without_access(form, composed->demands));
    candidates.push_back(own.demands);
    candidates.emplace_back();
    for (const std::vector<PortDemand> &demands : candidates)
      if (throughputs_agree(with_access(form, demands), throughput->cycles))
        return {demands, own.slots, PortOrigin::confirmed};
    return evidence_.fitter.fit(form, throughput);
  }

  [[nodiscard]] std::vector<PortDemand> without_access(const KnownForm &form, std::vector<PortDemand> demands) const {
    for (const auto &part : {form.instruction.loads ? load_part(model_.core(), form.instruction) : std::nullopt,
                             form.instruction.stores ? store_part(model_.core(), form.instruction) : std::nullopt})
      if (part)
        for (const PortDemand &demand : part->demands)
          if (const auto found = std::ranges::find(demands, demand); found != demands.end())
            demands.erase(found);
    return demands;
  }

  /// A plain load that is slower than the core's loads occupies their ports for longer.
  void add_plain_access(const KnownForm &form, const ChosenFigures &chosen) {
    const auto throughput = throughput_of(chosen.figures);
    const std::optional<Cost> composed = listed_cost(model_, form.instruction);
    if (chosen.is_relative || form.instruction.stores || !throughput || throughput->is_bound || !composed ||
        composed->demands.empty())
      return;
    constexpr double margin = 1.12;
    if (throughput->cycles <= margin * modelled_throughput(model_, form.instruction, *composed))
      return;
    PortDemand more = composed->demands.front();
    more.cycles = hundredths(throughput->cycles * std::popcount(more.ports) - more.cycles.to_double());
    entries_.add(form.opcode,
                 format_text("    ports: {}\n    latency: 0\n", compose::demands_text({more}, model_.core().ports)),
                 source_key(evidence_.source, PortOrigin::stretched));
  }

  /// All figures of a gather or scatter, whose many accesses the core's loads and stores do not describe.
  void add_gather(const KnownForm &form, const ChosenFigures &chosen) {
    std::vector<PortDemand> demands;
    for (const CompilerCost::ResourceUse &use : form.compiler.uses)
      if (const PortSet set = evidence_.fitter.ports_of(use, form.instruction); set != 0)
        demands.push_back({set, use.cycles});
    const double by_ports = port_throughput(demands);
    if (by_ports <= 0)
      return;
    const auto throughput = throughput_of(chosen.figures);
    if (throughput && !throughput->is_bound)
      for (PortDemand &demand : demands)
        demand.cycles = hundredths(demand.cycles.to_double() * throughput->cycles / by_ports);
    Latencies latencies = latencies_of(chosen.figures, 0);
    std::erase_if(latencies.exceptions, [](const OperandLatency &one) { return one.from != one.to; });
    const double load = chosen.figures.address_to_result_cycles.value_or(form.compiler.latency_cycles.to_double());
    entries_.add(form.opcode,
                 format_text("    complete: true\n    load_latency: {}\n    ports: {}\n    slots: {}\n{}",
                             tidy_latency(load).text(4), compose::demands_text(demands, model_.core().ports),
                             std::max(form.compiler.uops, 1), latency_lines({0, latencies.exceptions})),
                 chosen.is_relative ? relatives_key(evidence_.source)
                                    : source_key(evidence_.source, PortOrigin::stretched));
  }

  const TableEvidence &evidence_;
  const MachineModel &model_;
  EntryList entries_;
};

} // namespace

EntryList memory_entries(const TableEvidence &evidence, const MachineModel &model) {
  MemoryEntryWriter writer(evidence, model);
  for (const KnownForm &form : evidence.catalogue.forms())
    if (accesses_memory(form) && !has_own_entry(model, form.opcode))
      writer.add(form);
  return writer.take();
}

std::string source_key(const std::string &tables, PortOrigin origin) {
  switch (origin) {
  case PortOrigin::compiler: return tables + "_latency";
  case PortOrigin::confirmed: return tables + "_confirmed";
  case PortOrigin::similar: return tables + "_similar";
  case PortOrigin::slow_unit: return tables + "_slow";
  case PortOrigin::stretched: return tables + "_stretched";
  }
  return tables;
}

std::string relatives_key(const std::string &tables) { return tables + "_relatives"; }

std::vector<DerivedSource> derived_sources(const std::string &tables, const std::string &text, const std::string &cpu) {
  const auto one = [&](PortOrigin origin, const std::string &ports) {
    return DerivedSource{source_key(tables, origin), "published", text + "; " + ports};
  };
  return {
      one(PortOrigin::confirmed, format_text("ports: LLVM's ({}), which explain the throughput", cpu)),
      one(PortOrigin::similar, "ports: a guess, a set of ports that other forms use and that explains the throughput"),
      one(PortOrigin::slow_unit, format_text("ports: LLVM's ({}), and a slow unit for the throughput", cpu)),
      one(PortOrigin::stretched,
          format_text("ports: a guess, LLVM's ({}) with busy times scaled to the throughput", cpu)),
      one(PortOrigin::compiler, format_text("throughput not published; ports: LLVM's ({})", cpu)),
      {relatives_key(tables), "composed", text + ": figures of forms that LLVM's scheduling models treat most alike"}};
}

} // namespace osaca::measure::from_tables
