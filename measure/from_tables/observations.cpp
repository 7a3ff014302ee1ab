#include "measure/from_tables/observations.h"

#include "base/format.h"
#include "base/index.h"
#include "measure/from_tables/port_fit.h"
#include "measure/from_tables/round_trips.h"
#include "measure/tables/example_forms.h"
#include "measure/tables/model_figures.h"
#include "model/idioms.h"
#include "model/instruction_cost.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::from_tables {

namespace {

/// The core's ports for units of a table; `compiler_ports` names them. Empty: it does not name all.
std::vector<PortDemand> demands_of(const std::vector<PublishedUse> &uses, const MachineModel &core) {
  const std::vector<Port> &ports = core.core().ports;
  std::vector<PortDemand> made;
  for (const PublishedUse &use : uses) {
    PortDemand demand{0, use.uops};
    for (const std::string &unit : use.units) {
      const auto names = core.data().compiler_ports.find(unit);
      if (names == core.data().compiler_ports.end())
        return {};
      for (const std::string &name : names->second)
        for (std::size_t i = 0; i < ports.size(); ++i)
          if (ports[i].name == name)
            demand.ports |= PortSet(1) << i;
    }
    made.push_back(demand);
  }
  return made;
}

Observation observation_of(const PublishedRow &row, Instruction instruction, const MachineModel &core) {
  Observation made;
  made.instruction = std::move(instruction);
  made.latency_cycles = row.latency_cycles;
  if (!row.has_doubtful_throughput)
    made.throughput_cycles = row.throughput_cycles;
  made.throughput_is_bound = row.throughput_is_bound;
  made.from_address = row.is_from_address;
  made.to_last_result = row.is_of_second_result;
  made.demands = demands_of(row.uses, core);
  if (row.is_through_memory) // forwarding and renaming of memory belong to the core
    made.latency_cycles.reset();
  return made;
}

/// The cycles by which a value reaches the next copy sooner than other instructions. The row's latency lacks them.
double saved_in_chains(const MachineModel &core, const std::string &opcode) {
  const RuleMatches matches = core.rule_matches(opcode);
  const std::vector<Bypass> &bypasses = core.core().bypasses;
  double saved = 0;
  for (std::size_t i = 0; i < bypasses.size(); ++i)
    if (((matches.bypass_from & matches.bypass_to) >> i & 1) != 0 && !bypasses[i].to_addresses)
      saved += bypasses[i].saved_cycles.to_double() - bypasses[i].delay_cycles.to_double();
  return saved;
}

enum class Execution { usual, as_idiom, none };

/// How the core executes the instruction: not at all if it is done at rename. Some cores zero registers in a port.
Execution execution_of(const MachineModel &core, const Instruction &instruction) {
  if (const IdiomRule *idiom = find_idiom(core, instruction))
    return idiom->kind == IdiomRule::Kind::zero && !idiom->eliminated ? Execution::as_idiom : Execution::none;
  const std::optional<RegisterUpdate> update = update_of(instruction);
  const bool is_renamed = update && (core.rule_matches(instruction.opcode).lists & RuleMatches::addition) != 0 &&
                          std::abs(update->constant) <= core.core().renamed_additions->largest_constant;
  return is_renamed ? Execution::none : Execution::usual;
}

/// Whether the row is about one instruction in its usual circumstances.
bool is_usable(const PublishedRow &row) {
  return !row.assembly.empty() && !row.assembly.starts_with("lock") && row.assembly.find(';') == std::string::npos &&
         !row.is_special_access && row.vector_types.empty() && !row.throughput_is_mixed;
}

/// Tables use a displacement for accesses that cross a boundary, whose cost belongs to the core.
bool is_displaced_access(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const MemoryOperand *memory = as_memory(operand);
    return memory != nullptr && !operand.implicit && memory->displacement != 0 && memory->base;
  });
}

void fill_gaps(TableFigures &figures, const TableFigures &others) {
  if (figures.latencies.empty() && !figures.address_to_result_cycles) {
    figures.latencies = others.latencies;
    figures.address_to_result_cycles = others.address_to_result_cycles;
  }
  if (!figures.throughput_cycles || (figures.throughput_is_bound && others.throughput_cycles)) {
    figures.throughput_cycles = others.throughput_cycles;
    figures.throughput_is_bound = others.throughput_is_bound;
    figures.demands = others.demands;
  }
  if (!figures.zero_addend)
    figures.zero_addend = others.zero_addend;
  if (!figures.with_addend)
    figures.with_addend = others.with_addend;
}

} // namespace

Expected<TableForms> forms_in_tables(const std::vector<PublishedTable> &tables, const Catalogue &catalogue,
                                     const MachineModel &core) {
  OSACA_TRY(OpcodeFinder finder, OpcodeFinder::create(catalogue.isa()));
  TableForms made;
  for (const PublishedTable &table : tables) {
    RowsByOpcode by_opcode;
    for (const PublishedRow &row : table.rows) {
      if (!is_usable(row))
        continue;
      std::optional<Instruction> instruction = finder.find(row.assembly);
      if (!instruction || catalogue.find(instruction->opcode) == nullptr) {
        ++made.unreadable;
        continue;
      }
      const Execution execution = execution_of(core, *instruction);
      ++(execution == Execution::usual && !is_displaced_access(*instruction) ? made.rows : made.idioms);
      if (execution == Execution::none || is_displaced_access(*instruction))
        continue;
      Observation &one = by_opcode[instruction->opcode].emplace_back(observation_of(row, *instruction, core));
      one.is_executed_idiom = execution == Execution::as_idiom;
      if (one.is_executed_idiom) // no copy waits for another one
        one.latency_cycles.reset();
    }
    std::erase_if(by_opcode,
                  [](const auto &form) { return std::ranges::all_of(form.second, &Observation::is_executed_idiom); });
    for (const auto &[opcode, all] : by_opcode) {
      TableFigures figures = figures_of_form(by_opcode, opcode, catalogue.isa());
      for (auto &[pair, cycles] : figures.latencies)
        cycles += saved_in_chains(core, opcode);
      if (const auto [known, is_new] = made.figures.emplace(opcode, figures); !is_new)
        fill_gaps(known->second, figures);
    }
    for (const PublishedRow &row : table.rows)
      if (const auto trip = round_trip_of(row, finder))
        add_latencies(*trip, catalogue, made);
  }
  return made;
}

} // namespace osaca::measure::from_tables
