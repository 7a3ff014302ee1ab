#include "measure/from_tables/observations.h"

#include "base/format.h"
#include "base/index.h"
#include "measure/tables/example_forms.h"
#include "model/idioms.h"
#include "model/instruction_cost.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure::from_tables {

namespace {

bool says(const PublishedRow &row, std::string_view words) { return row.note.find(words) != std::string::npos; }

/// InstLatx64's loops have 13 copies: 4 or 5 cycles of a loop stand for anything from a quarter of a cycle upwards.
bool is_of_thirteen_copies(const std::optional<double> &cycles) {
  constexpr double four = 4.0 / 13;
  constexpr double five = 5.0 / 13;
  return cycles && (std::abs(*cycles - four) < 0.004 || std::abs(*cycles - five) < 0.01);
}

Observation observation_of(const PublishedRow &row, Instruction instruction) {
  Observation made;
  made.instruction = std::move(instruction);
  made.latency_cycles = row.latency_cycles;
  if (!says(row, "doubtful"))
    made.throughput_cycles = row.throughput_cycles;
  made.throughput_is_bound = says(row, "may limit the throughput") || is_of_thirteen_copies(row.throughput_cycles);
  made.from_address = says(row, "latency from the address");
  if (says(row, "to the same memory")) // forwarding and renaming of memory belong to the core
    made.latency_cycles.reset();
  return made;
}

/// The pairs of operands through which a copy waits for the copy before it.
std::vector<OperandNumbers> chained_operands(const Instruction &instruction) {
  std::vector<OperandNumbers> made;
  const auto count = static_cast<int>(instruction.operands.size());
  for (int from = 0; from < count; ++from)
    for (int to = 0; to < count; ++to) {
      const Operand &source = instruction.operands[at(from)];
      const Operand &result = instruction.operands[at(to)];
      const Register *read = as_register(source);
      const Register *written = as_register(result);
      if (read != nullptr && written != nullptr && source.read && result.written && !source.address_update &&
          !result.address_update && read->overlaps(*written))
        made.emplace_back(from, to);
    }
  return made;
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[(values.size() - 1) / 2];
}

using Rows = std::vector<const Observation *>;

/// Rows whose sources are all one register are dropped if there are others: the core may treat them in a special way.
Rows usual_rows(const std::vector<Observation> &all) {
  Rows usual;
  for (const Observation &one : all)
    if (!has_one_register_source(one.instruction))
      usual.push_back(&one);
  if (usual.empty())
    for (const Observation &one : all)
      usual.push_back(&one);
  return usual;
}

/// A row whose copies are chained through one pair of operands gives the latency of this pair. A row with several pairs
/// gives the longest of them; it is used for those pairs that have no row of their own.
void add_latencies(const Rows &rows, TableFigures &figures) {
  std::map<std::vector<OperandNumbers>, std::vector<double>> chains;
  std::vector<double> loads;
  for (const Observation *row : rows) {
    if (!row->latency_cycles)
      continue;
    if (const auto pairs = chained_operands(row->instruction); row->from_address)
      loads.push_back(*row->latency_cycles);
    else if (!pairs.empty())
      chains[pairs].push_back(*row->latency_cycles);
  }
  if (!loads.empty())
    figures.address_to_result_cycles = median(loads);
  std::vector<std::pair<std::vector<OperandNumbers>, double>> ordered;
  for (const auto &[pairs, cycles] : chains)
    ordered.emplace_back(pairs, median(cycles));
  std::ranges::stable_sort(ordered, {}, [](const auto &one) { return one.first.size(); });
  for (const auto &[pairs, cycles] : ordered)
    for (const OperandNumbers &pair : pairs)
      figures.latencies.emplace(pair, cycles);
}

/// Whether the copies waited for each other, so that the throughput is only the latency again.
bool is_chained(const Observation &row) {
  constexpr double shortest = 2;
  constexpr double scatter = 0.1;
  return row.latency_cycles && *row.latency_cycles >= shortest &&
         std::abs(*row.latency_cycles - *row.throughput_cycles) <= scatter;
}

void add_throughput(const Rows &rows, TableFigures &figures) {
  std::vector<double> exact;
  std::vector<double> bounds;
  for (const Observation *row : rows)
    if (row->throughput_cycles)
      (row->throughput_is_bound || is_chained(*row) ? bounds : exact).push_back(*row->throughput_cycles);
  if (exact.empty() && bounds.empty())
    return;
  figures.throughput_is_bound = exact.empty();
  figures.throughput_cycles = exact.empty() ? *std::ranges::min_element(bounds) : median(exact);
}

enum class AddressKind { plain, scaled, three_component };

/// The parts of the address that lea computes.
AddressKind address_kind(const Instruction &instruction) {
  if (!instruction.computes_address)
    return AddressKind::plain;
  int registers = 0;
  bool displaced = false;
  for (const Operand &operand : instruction.operands) {
    const Register *reg = as_register(operand);
    registers += reg != nullptr && operand.read ? 1 : 0;
    displaced |= std::holds_alternative<ImmediateOperand>(operand.value);
  }
  if (registers == 2 && displaced)
    return AddressKind::three_component;
  return instruction.address_scale != 1 ? AddressKind::scaled : AddressKind::plain;
}

/// Empty: there are no such rows, or their figures are those of plain addresses.
std::optional<TableFigures::Address> address_figures(const std::vector<Observation> &all, AddressKind kind,
                                                     const TableFigures &plain) {
  std::vector<double> latencies;
  std::vector<double> throughputs;
  for (const Observation &one : all)
    if (address_kind(one.instruction) == kind && one.latency_cycles && one.throughput_cycles) {
      latencies.push_back(*one.latency_cycles);
      throughputs.push_back(*one.throughput_cycles);
    }
  if (latencies.empty())
    return std::nullopt;
  const TableFigures::Address made{median(latencies), median(throughputs)};
  constexpr double tolerance = 0.3;
  const bool is_plain = std::ranges::any_of(
      plain.latencies, [&](const auto &one) { return std::abs(one.second - made.latency_cycles) <= tolerance; });
  return is_plain ? std::nullopt : std::optional(made);
}

TableFigures figures_of(const std::vector<Observation> &all) {
  std::vector<Observation> plain;
  for (const Observation &one : all)
    if (address_kind(one.instruction) == AddressKind::plain)
      plain.push_back(one);
  TableFigures made;
  const Rows rows = usual_rows(plain.empty() ? all : plain);
  add_latencies(rows, made);
  add_throughput(rows, made);
  if (!plain.empty() && plain.size() < all.size()) {
    made.scaled = address_figures(all, AddressKind::scaled, made);
    made.three_component = address_figures(all, AddressKind::three_component, made);
  }
  return made;
}

/// The cycles by which a value reaches the next copy sooner than other instructions. The row's latency lacks them.
double saved_in_chains(const MachineModel &core, const std::string &opcode) {
  const RuleMatches matches = core.rule_matches(opcode);
  const std::vector<Bypass> &bypasses = core.core().bypasses;
  double saved = 0;
  for (std::size_t i = 0; i < bypasses.size(); ++i)
    if ((matches.bypass_from & matches.bypass_to) >> i & 1)
      saved += bypasses[i].saved_cycles.to_double() - bypasses[i].delay_cycles.to_double();
  return saved;
}

/// Whether the core executes the instruction: not if it is an idiom, or an addition that is done at rename.
bool is_executed(const MachineModel &core, const Instruction &instruction) {
  if (find_idiom(core, instruction) != nullptr)
    return false;
  const std::optional<RegisterUpdate> update = update_of(instruction);
  return !update || (core.rule_matches(instruction.opcode).lists & RuleMatches::addition) == 0 ||
         std::abs(update->constant) > core.core().renamed_additions->largest_constant;
}

void fill_gaps(TableFigures &figures, const TableFigures &others) {
  if (!figures.has_latency()) {
    figures.latencies = others.latencies;
    figures.address_to_result_cycles = others.address_to_result_cycles;
  }
  if (!figures.throughput_cycles || (figures.throughput_is_bound && others.throughput_cycles)) {
    figures.throughput_cycles = others.throughput_cycles;
    figures.throughput_is_bound = others.throughput_is_bound;
  }
}

} // namespace

Expected<TableForms> forms_in_tables(const std::vector<PublishedTable> &tables, const Catalogue &catalogue,
                                     const MachineModel &core) {
  OSACA_TRY(OpcodeFinder finder, OpcodeFinder::create(catalogue.isa()));
  TableForms made;
  for (const PublishedTable &table : tables) {
    std::map<std::string, std::vector<Observation>> by_opcode;
    for (const PublishedRow &row : table.rows) {
      if (row.assembly.empty() || row.assembly.starts_with("lock") || row.assembly.find(';') != std::string::npos)
        continue;
      std::optional<Instruction> instruction = finder.find(row.assembly);
      if (!instruction || catalogue.find(instruction->opcode) == nullptr) {
        ++made.unreadable;
        continue;
      }
      if (!is_executed(core, *instruction)) {
        ++made.idioms;
        continue;
      }
      ++made.rows;
      by_opcode[instruction->opcode].push_back(observation_of(row, *std::move(instruction)));
    }
    for (const auto &[opcode, all] : by_opcode) {
      TableFigures figures = figures_of(all);
      for (auto &[pair, cycles] : figures.latencies)
        cycles += saved_in_chains(core, opcode);
      if (const auto [known, is_new] = made.figures.emplace(opcode, figures); !is_new)
        fill_gaps(known->second, figures);
    }
  }
  return made;
}

} // namespace osaca::measure::from_tables
