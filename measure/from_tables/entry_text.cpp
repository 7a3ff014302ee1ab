#include "measure/from_tables/entry_text.h"

#include "base/format.h"
#include "base/index.h"
#include "base/name_matching.h"
#include "kernel/system_operations.h"
#include "measure/tables/model_figures.h"
#include "model/idioms.h"
#include "model/opcode_variants.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

namespace osaca::measure::from_tables {

namespace {

/// LLVM's latency of the value that an operand gets; 0: not known.
int compilers_latency_of(const KnownForm &form, const Operand &operand) {
  const auto &forwarding = form.compiler.forwarding;
  const auto number = static_cast<std::size_t>(std::max<int>(operand.write_number, 0));
  return forwarding && operand.write_number >= 0 && number < forwarding->writes.size()
             ? forwarding->writes[number].latency_cycles
             : 0;
}

void add_exception(Latencies &latencies, const OperandLatency &one) {
  const bool is_known = std::ranges::any_of(
      latencies.exceptions, [&](const OperandLatency &known) { return known.from == one.from && known.to == one.to; });
  if (!is_known && one.cycles != latencies.usual)
    latencies.exceptions.push_back(one);
}

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

} // namespace

Cycles tidy_latency(double cycles) {
  constexpr double scatter = 0.06;
  constexpr double part = 0.015; // clocks that were not exactly known
  const double whole = std::round(cycles);
  return std::abs(cycles - whole) <= std::max(scatter, part * cycles)
             ? Cycles(static_cast<std::int64_t>(whole))
             : Cycles(std::llround(std::max(cycles, 0.0) * 100), 100);
}

Latencies latencies_of(const TableFigures &figures, const Cycles &otherwise) {
  std::map<Cycles, int> votes;
  int first_result = std::numeric_limits<int>::max();
  for (const auto &[pair, cycles] : figures.latencies)
    first_result = std::min(first_result, pair.second);
  for (const auto &[pair, cycles] : figures.latencies)
    if (pair.second == first_result)
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

std::string source_of(const ChosenFigures &chosen, const std::string &tables, PortOrigin origin) {
  if (chosen.is_relative)
    return relatives_key(tables);
  return chosen.latency_is_derived ? throughput_key(tables) : source_key(tables, origin);
}

std::optional<KnownThroughput> throughput_of(const TableFigures &figures) {
  if (!figures.throughput_cycles)
    return std::nullopt;
  return KnownThroughput{*figures.throughput_cycles, figures.throughput_is_bound, figures.demands};
}

bool accesses_memory(const KnownForm &form) { return form.instruction.loads || form.instruction.stores; }

namespace {

/// AArch64: the operations that shift a register first and are executed like this one: of 64 and of 32 bits, and a
/// difference like a sum.
std::vector<std::string> shifting_siblings(const std::string &opcode) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> alike = {
      {{"SUB", "ADD"}, {"SUBS", "ADDS"}, {"BICS", "ANDS"}}};
  constexpr std::size_t ending = 3; // the width and "rs"
  if (!opcode.ends_with("Wrs") && !opcode.ends_with("Xrs"))
    return {};
  const std::string name = opcode.substr(0, opcode.size() - ending);
  std::vector<std::string> made = {name + "Xrs", name + "Wrs"};
  for (const auto &[difference, sum] : alike)
    if (name == difference)
      made.insert(made.end(), {std::string(sum) + "Xrs", std::string(sum) + "Wrs"});
  return made;
}

/// What shifts take that no row of the form is about.
void add_shifts_of_siblings(const std::string &opcode, const TableForms &tables, TableFigures &figures) {
  const bool has_rows = tables.figures.contains(opcode);
  for (const std::string &sibling : shifting_siblings(opcode)) {
    const auto known = tables.figures.find(sibling);
    if (known == tables.figures.end() || figures.shifted_far)
      continue;
    if (!has_rows && !figures.shifted)
      figures.shifted = known->second.shifted;
    if (figures.shifted.has_value() == known->second.shifted.has_value())
      figures.shifted_far = known->second.shifted_far;
  }
}

/// AArch64: the multiply-adds of general registers that are executed like this one.
std::vector<std::string> multiplying_siblings(const std::string &opcode) {
  const std::vector<std::string> plain = {"MADDXrrr", "MSUBXrrr", "MADDWrrr", "MSUBWrrr"};
  const std::vector<std::string> widening = {"SMADDLrrr", "UMADDLrrr", "SMSUBLrrr", "UMSUBLrrr"};
  for (const std::vector<std::string> &alike : {plain, widening})
    if (std::ranges::find(alike, opcode) != alike.end())
      return alike;
  return {};
}

/// Tells a multiplication from a multiply-add if a row of each is known, of this form or of similar ones, and if the
/// multiplication is quicker.
void tell_multiplications(const std::string &opcode, const TableForms &tables, TableFigures &figures) {
  constexpr double quicker = 0.7;
  for (const std::string &sibling : multiplying_siblings(opcode))
    if (const auto known = tables.figures.find(sibling); known != tables.figures.end()) {
      if (!figures.zero_addend)
        figures.zero_addend = known->second.zero_addend;
      if (known->second.with_addend && (!figures.with_addend || figures.with_addend->demands.empty()))
        figures.with_addend = known->second.with_addend;
    }
  if (!figures.zero_addend || !figures.with_addend ||
      figures.zero_addend->throughput_cycles > quicker * figures.with_addend->throughput_cycles) {
    figures.zero_addend.reset();
    return;
  }
  figures.throughput_cycles = figures.with_addend->throughput_cycles;
  figures.throughput_is_bound = false;
  figures.demands = figures.with_addend->demands;
}

} // namespace

std::optional<ChosenFigures> figures_for(const KnownForm &form, const TableEvidence &evidence,
                                         const MachineModel &model) {
  if (const auto found = evidence.tables.figures.find(form.opcode); found != evidence.tables.figures.end()) {
    const bool has_latency = !found->second.latencies.empty() || found->second.address_to_result_cycles;
    ChosenFigures made{found->second, false, !has_latency && !register_pairs(form.instruction).empty()};
    if (const auto relative = evidence.relatives.figures_for(form)) {
      for (const auto &[pair, cycles] : relative->latencies)
        made.figures.latencies.emplace(pair, cycles);
      if (!made.figures.throughput_cycles)
        made.figures.throughput_cycles = relative->throughput_cycles;
    }
    add_shifts_of_siblings(form.opcode, evidence.tables, made.figures);
    tell_multiplications(form.opcode, evidence.tables, made.figures);
    return made;
  }
  if (system_operation(evidence.catalogue.isa(), form.opcode) != SystemOperation::none)
    return std::nullopt; // relatives do not tell what it takes
  if (has_published_base(model, form.opcode) || find_idiom(model, form.instruction) != nullptr ||
      !evidence.relatives.has_kin(form.opcode) || is_spelt_otherwise(form, evidence.tables, evidence.catalogue.isa()))
    return std::nullopt;
  auto relative = evidence.relatives.figures_for(form);
  if (!relative)
    return std::nullopt;
  add_shifts_of_siblings(form.opcode, evidence.tables, *relative);
  tell_multiplications(form.opcode, evidence.tables, *relative);
  return ChosenFigures{*std::move(relative), true, true};
}

bool has_own_entry(const MachineModel &model, const std::string &opcode) {
  const MachineModel::Data &data = model.data();
  return std::ranges::any_of(data.forms, [&](const FormEntry &entry) { return entry.opcode == opcode; }) ||
         std::ranges::any_of(data.patterns, [&](const FormEntry &entry) { return glob_matches(entry.opcode, opcode); });
}

bool gives_figures(const MachineModel &model, const KnownForm &form, const TableFigures &figures, const Cost &cost) {
  constexpr double tolerance = 0.5;
  const double throughput = modelled_throughput(model, form.instruction, cost);
  if (figures.throughput_cycles && !figures.throughput_is_bound &&
      !throughputs_agree(throughput, *figures.throughput_cycles))
    return false;
  const Cycles loaded = cost.load_latency_cycles + cost.latency_cycles;
  if (figures.address_to_result_cycles && std::abs(*figures.address_to_result_cycles - loaded.to_double()) > tolerance)
    return false;
  return std::ranges::all_of(figures.latencies, [&](const auto &one) {
    Cycles cycles = cost.latency_cycles;
    for (const OperandLatency &exception : cost.operand_latencies)
      if (exception.from == one.first.first && exception.to == one.first.second)
        cycles = exception.cycles;
    return std::abs(cycles.to_double() - one.second) <= tolerance;
  });
}

} // namespace osaca::measure::from_tables
