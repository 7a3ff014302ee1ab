#include "base/format.h"
#include "measure/compose/model_text.h"
#include "measure/from_tables/entry_text.h"
#include "measure/from_tables/table_entries.h"
#include "measure/tables/model_figures.h"
#include "model/instruction_cost.h"
#include "model/opcode_variants.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace osaca::measure::from_tables {

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
    if (composed && (chosen->is_relative || gives_figures(model_, form, chosen->figures, *composed)))
      return;
    if (!composed && chosen->figures.latencies.empty() && Cycles(placeholder_cycles) <= form.compiler.latency_cycles)
      return; // the latency is not known
    const Latencies latencies = operation_latencies(form, chosen->figures, composed);
    const FittedPorts ports = operation_ports(form, chosen->figures, composed);
    entries_.add(form.opcode,
                 format_text("    ports: {}\n{}{}", compose::demands_text(ports.demands, model_.core().ports),
                             slots_line(ports.slots), latency_lines(latencies)),
                 source_of(*chosen, evidence_.source, ports.origin));
  }

  [[nodiscard]] EntryList take() { return std::move(entries_); }

private:
  /// The latency of the operation, without the load.
  [[nodiscard]] Latencies operation_latencies(const KnownForm &form, const TableFigures &figures,
                                              const std::optional<Cost> &composed) const {
    Cycles otherwise = composed ? composed->latency_cycles : form.compiler.register_latency_cycles;
    const auto part = form.instruction.loads ? load_part(model_.core(), form.instruction) : std::nullopt;
    if (part && figures.address_to_result_cycles)
      otherwise = tidy_latency(std::max(0.0, *figures.address_to_result_cycles - part->latency_cycles.to_double()));
    else if (part && !composed && register_pairs(form.instruction).empty()) // LLVM has the latency with the load
      otherwise = std::max(Cycles(0), form.compiler.latency_cycles - part->latency_cycles);
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
    more.cycles = compose::hundredths(throughput->cycles * std::popcount(more.ports) - more.cycles.to_double());
    entries_.add(form.opcode,
                 format_text("    ports: {}\n    latency: 0\n", compose::demands_text({more}, model_.core().ports)),
                 source_key(evidence_.source, PortOrigin::stretched));
  }

  /// Of a gather: some of LLVM's models have a placeholder. The last element is loaded when the loads of the others
  /// have begun.
  [[nodiscard]] double least_latency(const KnownForm &form, const std::vector<PortDemand> &demands) const {
    Cycles load;
    for (const MemoryAccessCost &part : model_.core().loads)
      if (form.instruction.loads && part.kind == RegisterKind::vector)
        load = std::max(load, part.latency_cycles);
    return load.is_zero() ? 0 : load.to_double() + std::max(0.0, port_throughput(demands) - 1);
  }

  /// All figures of a gather or scatter, whose many accesses the core's loads and stores do not describe.
  void add_gather(const KnownForm &form, const ChosenFigures &chosen) {
    std::vector<PortDemand> demands = evidence_.fitter.all_compiler_demands(form);
    const double by_ports = port_throughput(demands);
    if (by_ports <= 0)
      return;
    const auto throughput = throughput_of(chosen.figures);
    if (throughput && !throughput->is_bound)
      for (PortDemand &demand : demands)
        demand.cycles = compose::hundredths(demand.cycles.to_double() * throughput->cycles / by_ports);
    Latencies latencies = latencies_of(chosen.figures, 0);
    std::erase_if(latencies.exceptions, [](const OperandLatency &one) { return one.from != one.to; });
    const double load =
        std::max(chosen.figures.address_to_result_cycles.value_or(form.compiler.latency_cycles.to_double()),
                 least_latency(form, demands));
    entries_.add(form.opcode,
                 format_text("    complete: true\n    load_latency: {}\n    ports: {}\n    slots: {}\n{}",
                             tidy_latency(load).text(4), compose::demands_text(demands, model_.core().ports),
                             std::max(form.compiler.uops, 1), latency_lines({0, latencies.exceptions})),
                 source_of(chosen, evidence_.source, PortOrigin::stretched));
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

} // namespace osaca::measure::from_tables
