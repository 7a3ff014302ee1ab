// From the rows of a form in a table to its figures.
#include "measure/from_tables/observations.h"

#include "base/index.h"
#include "measure/from_tables/port_fit.h"
#include "model/instruction_cost.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace osaca::measure::from_tables {

namespace {

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[(values.size() - 1) / 2];
}

using Rows = std::vector<const Observation *>;

/// AArch64: constants and copies of the stack pointer have the opcodes of operations (`mov w0, #1`, `mov x0, sp`).
bool reads_value(const Instruction &instruction) {
  return std::ranges::any_of(instruction.operands, [](const Operand &operand) {
    const Register *reg = as_register(operand);
    return operand.read && reg != nullptr && !reg->units.empty() && reg->kind != RegisterKind::stack_pointer;
  });
}

/// The rows with a throughput. Those whose sources are all one register, or that read none, are dropped if there are
/// others: the core may treat them in a special way.
Rows usual_rows(const std::vector<Observation> &all) {
  Rows usual;
  for (const Observation &one : all)
    if (one.throughput_cycles && !one.is_executed_idiom)
      usual.push_back(&one);
  const auto keep = [&](auto is_usual) {
    if (std::ranges::any_of(usual, is_usual))
      std::erase_if(usual, [&](const Observation *one) { return !is_usual(one); });
  };
  keep([](const Observation *one) { return !has_one_register_source(one->instruction); });
  keep([](const Observation *one) { return reads_value(one->instruction); });
  return usual;
}

/// From every register source to the last register result.
std::vector<OperandNumbers> pairs_to_last_result(const Instruction &instruction) {
  std::vector<OperandNumbers> made;
  int last = -1;
  for (int i = 0; i < static_cast<int>(instruction.operands.size()); ++i)
    if (const Register *reg = as_register(instruction.operands[at(i)]);
        reg != nullptr && instruction.operands[at(i)].written && reg->kind == RegisterKind::gpr)
      last = i;
  for (int i = 0; last >= 0 && i < static_cast<int>(instruction.operands.size()); ++i)
    if (as_register(instruction.operands[at(i)]) != nullptr && instruction.operands[at(i)].read)
      made.emplace_back(i, last);
  return made;
}

/// A row whose copies are chained through one pair of operands gives the latency of this pair. A row with several pairs
/// gives the longest of them; it is used for those pairs that have no row of their own. If the registers do not show a
/// chain, the latency is from the slowest source.
void add_latencies(const std::vector<Observation> &rows, TableFigures &figures) {
  std::map<std::vector<OperandNumbers>, std::vector<double>> chains;
  std::vector<double> loads;
  for (const Observation &row : rows) {
    if (!row.latency_cycles)
      continue;
    auto pairs = row.to_last_result ? pairs_to_last_result(row.instruction) : chained_operands(row.instruction);
    pairs = pairs.empty() ? register_pairs(row.instruction) : pairs;
    if (row.from_address || (pairs.empty() && row.instruction.loads))
      loads.push_back(*row.latency_cycles);
    else if (!pairs.empty())
      chains[pairs].push_back(*row.latency_cycles);
  }
  if (!loads.empty())
    figures.address_to_result_cycles = median(loads);
  std::vector<std::pair<std::vector<OperandNumbers>, double>> ordered;
  for (const auto &[pairs, cycles] : chains)
    ordered.emplace_back(pairs, median(cycles));
  std::ranges::stable_sort(ordered, {}, [](const auto &one) { return one.first.size(); });
  for (const auto &[pairs, cycles] : ordered) {
    double longest = cycles;
    for (const OperandNumbers &pair : pairs)
      if (const auto known = figures.latencies.find(pair); known != figures.latencies.end())
        longest = std::max(longest, known->second);
    for (const OperandNumbers &pair : pairs)
      figures.latencies.emplace(pair, longest);
  }
}

/// As must_chain(), through a register.
bool must_chain_registers(const Instruction &instruction) {
  return std::ranges::any_of(chained_operands(instruction), [&](const OperandNumbers &pair) {
    const Operand &to = instruction.operands[at(pair.second)];
    const Register *reg = as_register(to);
    return instruction.operands[at(pair.first)].implicit && to.implicit && reg != nullptr &&
           reg->kind == RegisterKind::gpr;
  });
}

/// Whether every copy reads what the copy before it wrote, whichever registers the copies name: flags (adc), or
/// registers that the opcode fixes (cwtl, `add $constant, %eax`).
bool must_chain(const Instruction &instruction) {
  return std::ranges::any_of(chained_operands(instruction), [&](const OperandNumbers &pair) {
    return instruction.operands[at(pair.first)].implicit && instruction.operands[at(pair.second)].implicit;
  });
}

constexpr double chain_scatter = 0.1;
constexpr double longest_pipelined = 4.5; // cycles; longer operations may well not be pipelined

bool has_latency(const Observation &row, double cycles) {
  return row.latency_cycles && std::abs(*row.latency_cycles - cycles) <= chain_scatter;
}

/// For operations with two results (`mul`), which have a row for each: the latency from the fixed source to the other
/// result is a cycle more or less. A multiplier that is busy for so long would not be one.
bool is_chained_through_other_result(const Observation &row, const Rows &rows) {
  constexpr double shortest = 2.5;
  constexpr double longest_multiplication = 7;
  constexpr double difference = 1;
  const double cycles = *row.throughput_cycles;
  const double longest = writes_fixed_pair(row.instruction) ? longest_multiplication : longest_pipelined;
  return cycles >= shortest && cycles <= longest && must_chain_registers(row.instruction) &&
         !divides(row.instruction) && std::ranges::any_of(rows, [&](const Observation *one) {
           return has_latency(*one, cycles) || has_latency(*one, cycles + difference);
         });
}

/// Whether the copies waited for each other, so that the throughput is only the latency again. `rows`: all rows of the
/// form.
bool is_chained(const Observation &row, const Rows &rows) {
  constexpr double shortest = 2; // of an operation whose copies may name other registers
  if (is_chained_through_other_result(row, rows))
    return true;
  return has_latency(row, *row.throughput_cycles) &&
         ((rows.size() > 1 && *row.latency_cycles >= shortest) ||
          (*row.latency_cycles <= longest_pipelined && must_chain(row.instruction)));
}

void add_throughput(const Rows &rows, TableFigures &figures) {
  std::vector<double> exact;
  std::vector<double> bounds;
  for (const Observation *row : rows)
    (row->throughput_is_bound || is_chained(*row, rows) ? bounds : exact).push_back(*row->throughput_cycles);
  if (!bounds.empty()) // a row that is slower than a bound of another row was disturbed
    std::erase_if(exact, [least = *std::ranges::min_element(bounds)](double cycles) { return cycles > least * 1.05; });
  if (exact.empty() && bounds.empty())
    return;
  figures.throughput_is_bound = exact.empty();
  figures.throughput_cycles = exact.empty() ? *std::ranges::min_element(bounds) : median(exact);
  for (const Observation *row : rows)
    if (figures.demands.empty() && !row->demands.empty() &&
        throughputs_agree(port_throughput(row->demands), *figures.throughput_cycles))
      figures.demands = row->demands;
}

/// AArch64: of general registers. With the zero register as addend it is a multiplication.
bool is_multiply_add(std::string_view opcode) {
  constexpr std::array<std::string_view, 6> names = {"MADD", "MSUB", "SMADDL", "UMADDL", "SMSUBL", "UMSUBL"};
  return opcode.ends_with("rrr") &&
         std::ranges::any_of(names, [&](std::string_view name) { return opcode.starts_with(name); });
}

enum class OperandsKind { plain, scaled, three_component, shifted, shifted_far, zero_addend };

/// The parts of the address that lea computes, or a register that is shifted first.
OperandsKind operands_kind(const Instruction &instruction, Isa isa) {
  if (isa == Isa::aarch64 && instruction.opcode.ends_with("rs") && shifts_register(instruction))
    return shifts_far(instruction) ? OperandsKind::shifted_far : OperandsKind::shifted;
  if (isa == Isa::aarch64 && is_multiply_add(instruction.opcode) && adds_to_zero(instruction))
    return OperandsKind::zero_addend;
  if (!instruction.computes_address)
    return OperandsKind::plain;
  int registers = 0;
  bool displaced = false;
  for (const Operand &operand : instruction.operands) {
    const Register *reg = as_register(operand);
    registers += reg != nullptr && operand.read ? 1 : 0;
    displaced |= std::holds_alternative<ImmediateOperand>(operand.value);
  }
  if (registers == 2 && displaced)
    return OperandsKind::three_component;
  return instruction.address_scale != 1 ? OperandsKind::scaled : OperandsKind::plain;
}

constexpr double variant_tolerance = 0.3;

bool is_near(double a, double b) { return std::abs(a - b) <= variant_tolerance; }

/// The figures of the rows of one kind. Empty: there are none.
std::optional<TableFigures::Variant> variant_of_rows(const std::vector<Observation> &all, OperandsKind kind, Isa isa) {
  std::vector<double> latencies;
  std::vector<double> throughputs;
  std::vector<PortDemand> demands;
  for (const Observation &one : all)
    if (operands_kind(one.instruction, isa) == kind && one.latency_cycles && one.throughput_cycles) {
      latencies.push_back(*one.latency_cycles);
      throughputs.push_back(*one.throughput_cycles);
      if (demands.empty() && throughputs_agree(port_throughput(one.demands), *one.throughput_cycles))
        demands = one.demands;
    }
  if (latencies.empty())
    return std::nullopt;
  return TableFigures::Variant{median(latencies), median(throughputs), demands};
}

/// Empty: there are no such rows, or their figures are those of plain addresses.
std::optional<TableFigures::Variant> variant_figures(const std::vector<Observation> &all, OperandsKind kind,
                                                     const TableFigures &plain, Isa isa) {
  const std::optional<TableFigures::Variant> made = variant_of_rows(all, kind, isa);
  const bool is_plain =
      made && plain.throughput_cycles && is_near(*plain.throughput_cycles, made->throughput_cycles) &&
      std::ranges::any_of(plain.latencies, [&](const auto &one) { return is_near(one.second, made->latency_cycles); });
  return is_plain ? std::nullopt : made;
}

/// If all rows shift far, their figures are those of any shift.
void add_shifts(const std::vector<Observation> &all, TableFigures &figures, Isa isa) {
  const std::optional<TableFigures::Variant> near = variant_of_rows(all, OperandsKind::shifted, isa);
  figures.shifted = variant_figures(all, near ? OperandsKind::shifted : OperandsKind::shifted_far, figures, isa);
  if (!near)
    return;
  const std::optional<TableFigures::Variant> far = variant_of_rows(all, OperandsKind::shifted_far, isa);
  if (far &&
      !(is_near(near->latency_cycles, far->latency_cycles) && is_near(near->throughput_cycles, far->throughput_cycles)))
    figures.shifted_far = far;
}

/// Rows of lea with another width of the result have the same figures, where a form has no row of a kind.
std::vector<Observation> with_other_widths(const RowsByOpcode &by_opcode, const std::vector<Observation> &own,
                                           Isa isa) {
  const Instruction &one = own.front().instruction;
  constexpr int narrowest = 32; // bits: narrower results are merged into a register
  const auto width = [](const Instruction &instruction) {
    const Register *reg = instruction.operands.empty() ? nullptr : as_register(instruction.operands.front());
    return reg != nullptr ? reg->width_bits : 0;
  };
  std::vector<Observation> made = own;
  if (!one.computes_address || width(one) < narrowest)
    return made;
  for (const auto &[opcode, others] : by_opcode)
    for (const Observation &other : others) {
      const OperandsKind kind = operands_kind(other.instruction, isa);
      const bool has_own = std::ranges::any_of(
          own, [&](const Observation &known) { return operands_kind(known.instruction, isa) == kind; });
      if (other.instruction.computes_address && width(other.instruction) >= narrowest && !has_own)
        made.push_back(other);
    }
  return made;
}

/// The figures of rows whose sources are all one register, if other rows show that these are quicker: a double shift
/// that is a rotation, or an idiom.
std::optional<TableFigures::Variant> same_register_figures(const std::vector<Observation> &rows,
                                                           const TableFigures &usual) {
  std::vector<double> latencies;
  std::vector<double> throughputs;
  for (const Observation &row : rows)
    if (has_one_register_source(row.instruction) && row.latency_cycles && row.throughput_cycles) {
      latencies.push_back(*row.latency_cycles);
      throughputs.push_back(*row.throughput_cycles);
    }
  if (latencies.empty() || latencies.size() == rows.size() || !usual.throughput_cycles)
    return std::nullopt;
  const TableFigures::Variant made{median(latencies), median(throughputs), {}};
  constexpr double clearly = 0.8;
  const bool is_quicker = std::ranges::any_of(
      usual.latencies, [&](const auto &one) { return made.latency_cycles <= one.second - clearly; });
  return is_quicker ? std::optional(made) : std::nullopt;
}

/// AArch64: a multiplication is the multiply-add whose addend is zero, and may be quicker. Latencies are those of both.
void add_multiplications(const std::vector<Observation> &all, TableFigures &figures, Isa isa) {
  figures.zero_addend = variant_of_rows(all, OperandsKind::zero_addend, isa);
  for (const Observation &one : all)
    if (is_multiply_add(one.instruction.opcode) && operands_kind(one.instruction, isa) == OperandsKind::plain &&
        one.throughput_cycles && !one.throughput_is_bound)
      figures.with_addend = TableFigures::Variant{0, *one.throughput_cycles, one.demands};
}

TableFigures figures_of(const std::vector<Observation> &all, Isa isa) {
  std::vector<Observation> plain;
  for (const Observation &one : all)
    if (const OperandsKind kind = operands_kind(one.instruction, isa);
        kind == OperandsKind::plain || kind == OperandsKind::zero_addend)
      plain.push_back(one);
  TableFigures made;
  if (plain.empty() && isa == Isa::aarch64) { // what the instruction takes without a shift is unknown
    add_shifts(all, made, isa);
    return made;
  }
  const std::vector<Observation> &rows = plain.empty() ? all : plain;
  add_latencies(rows, made);
  add_throughput(usual_rows(rows), made);
  for (const Observation &row : all)
    if (row.is_executed_idiom && row.throughput_cycles && !row.throughput_is_bound)
      made.as_idiom_cycles = row.throughput_cycles;
  made.same_register = same_register_figures(rows, made);
  add_multiplications(all, made, isa);
  if (!plain.empty() && plain.size() < all.size()) {
    made.scaled = variant_figures(all, OperandsKind::scaled, made, isa);
    made.three_component = variant_figures(all, OperandsKind::three_component, made, isa);
    add_shifts(all, made, isa);
  }
  return made;
}

} // namespace

bool writes_fixed_pair(const Instruction &instruction) {
  return std::ranges::count_if(instruction.operands, [](const Operand &operand) {
           const Register *reg = as_register(operand);
           return reg != nullptr && operand.implicit && operand.written && reg->kind == RegisterKind::gpr;
         }) > 1;
}

TableFigures figures_of_form(const RowsByOpcode &rows, const std::string &opcode, Isa isa) {
  return figures_of(with_other_widths(rows, rows.at(opcode), isa), isa);
}

} // namespace osaca::measure::from_tables
