#include "measure/from_tables/vector_entries.h"

#include "base/format.h"
#include "base/text.h"
#include "decode/block_reader.h"
#include "measure/compose/model_text.h"
#include "measure/from_tables/entry_text.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace osaca::measure::from_tables {

namespace {

/// The setting that the figures of `forms` are for: LMUL 1 and SEW 32, or one register of memory.
VectorSetting usual_setting(const KnownForm &form) {
  constexpr int log_of_32_bits = 5;
  const int own = own_log_element_bits(form);
  return {0, own != 0 ? own : log_of_32_bits};
}

/// The nearest whole or half number within the scatter and the cost of the loop around the copies, otherwise
/// hundredths.
Cycles tidy_cycles(double cycles) {
  constexpr double loop = 0.15;
  constexpr double part = 0.035;
  const double tolerance = std::max(loop, part * cycles);
  for (const int parts : {1, 2}) {
    const double whole = std::round(cycles * parts);
    if (whole > 0 && std::abs(cycles - whole / parts) <= tolerance / parts)
      return Cycles(static_cast<std::int64_t>(whole), parts);
  }
  return compose::hundredths(cycles);
}

/// The busiest of LLVM's ports, for as long as measured. The other ones are as busy as LLVM says.
std::vector<PortDemand> ports_for(std::vector<PortDemand> demands, double cycles) {
  const auto busy = [](const PortDemand &demand) { return demand.cycles.to_double() / std::popcount(demand.ports); };
  const auto most = std::ranges::max_element(demands, {}, busy);
  if (most == demands.end())
    return demands;
  const std::size_t busiest = static_cast<std::size_t>(most - demands.begin());
  const int units = std::popcount(most->ports);
  for (std::size_t i = 0; i < demands.size(); ++i)
    if (i == busiest || busy(demands[i]) > cycles)
      demands[i].cycles = i == busiest ? tidy_cycles(cycles * units) : Cycles(std::popcount(demands[i].ports));
  return demands;
}

/// The words of types as a list in a file.
std::string types_text(const VectorTypes &types) {
  std::string out;
  for (const std::string &word : types.words())
    out += (out.empty() ? "[" : ", ") + word;
  return out + "]";
}

class VectorEntryWriter {
public:
  VectorEntryWriter(const PortFitter &fitter, const MachineModel &model, BlockReader reader)
      : fitter_(fitter), model_(model), reader_(std::move(reader)) {}

  /// The lines of a form's figures; empty: neither the description nor LLVM knows its ports.
  std::string lines(const KnownForm &known, const CyclesBySetting &plain, const CyclesBySetting &masked) {
    std::vector<std::pair<std::string, VectorTypes>> figures;
    for (const auto &[cycles, mask] : {std::pair(&plain, ""), std::pair(&masked, ", masked: true")})
      for (const auto &[setting, value] : *cycles) {
        const std::string text = figures_text(known, setting, value, works_by_register(known, *cycles, setting));
        if (text.empty())
          continue;
        const auto same = std::ranges::find(figures, mask + text, &std::pair<std::string, VectorTypes>::first);
        VectorTypes &types =
            same == figures.end() ? figures.emplace_back(mask + text, VectorTypes()).second : same->second;
        types.add(setting.log_group, setting.log_element_bits);
      }
    std::string out;
    for (const auto &[text, types] : figures)
      out += format_text("      - {{types: {}{}}}\n", types_text(types), text);
    return out.empty() ? out : "    figures:\n" + out;
  }

private:
  CompilerCost compiler_cost(const KnownForm &known, const VectorSetting &setting) {
    if (reader_.read(known.code) <= 0)
      return {};
    const std::vector<CompilerCost> costs = reader_.compiler_costs(
        {static_cast<std::int8_t>(setting.log_group), static_cast<std::int8_t>(setting.log_element_bits)});
    return costs.empty() ? CompilerCost() : costs.front();
  }

  /// What the description says of the form where the code does not show LMUL and SEW, with the core's memory part.
  /// Empty: nothing.
  std::optional<Cost> described_cost(const KnownForm &known) const {
    return model_.find(known.opcode) ? listed_cost(model_, known.instruction) : std::nullopt;
  }

  /// Empty where the form's own latency applies.
  static std::string latency_text(const KnownForm &known, const std::optional<Cost> &own, const CompilerCost &compiler,
                                  const CompilerCost &usual) {
    if (!own)
      return format_text(", latency: {}", compiler.latency_cycles.text(4));
    if (!compiler.known || !usual.known || compiler.latency_cycles <= usual.latency_cycles)
      return "";
    const Cycles of_form = known.instruction.loads ? own->load_latency_cycles : own->latency_cycles;
    return format_text(", latency: {}", (of_form + compiler.latency_cycles - usual.latency_cycles).text(4));
  }

  /// The ports that the description has for the form, otherwise LLVM's.
  std::vector<PortDemand> demands_of(const KnownForm &known, const std::optional<Cost> &own,
                                     const CompilerCost &compiler) const {
    if (own && !own->demands.empty())
      return own->demands;
    if (!compiler.known)
      return {};
    KnownForm form = known;
    form.compiler = compiler;
    return fitter_.all_compiler_demands(form);
  }

  /// Whether the core executes the registers of a group as separate operations, which wait only for their own parts of
  /// the sources. It does if it executes out of order, and if each register takes as long as a single one. A reduction
  /// waits for all registers.
  [[nodiscard]] bool works_by_register(const KnownForm &known, const CyclesBySetting &cycles,
                                       const VectorSetting &setting) const {
    constexpr double tolerance = 1.1;
    if (model_.core().in_order.value || known.opcode.find("RED") != std::string::npos)
      return false;
    const int own_element = own_log_element_bits(known);
    const int element = own_element != 0 ? own_element : setting.log_element_bits;
    const int log_registers = setting.log_group - setting.log_element_bits + element;
    const auto single = cycles.find({0, element});
    return single != cycles.end() && cycles.at(setting) <= std::exp2(log_registers) * single->second * tolerance;
  }

  std::string figures_text(const KnownForm &known, const VectorSetting &setting, double cycles, bool by_register) {
    const std::optional<Cost> own = described_cost(known);
    const CompilerCost cost = compiler_cost(known, setting);
    const std::vector<PortDemand> demands = ports_for(demands_of(known, own, cost), cycles);
    if (demands.empty())
      return "";
    return format_text(", ports: {}{}", compose::demands_text(demands, model_.core().ports),
                       own && by_register ? ""
                                          : latency_text(known, own, cost, compiler_cost(known, usual_setting(known))));
  }

  const PortFitter &fitter_;
  const MachineModel &model_;
  BlockReader reader_;
};

} // namespace

Expected<VectorEntries> vector_entries(const VectorTable &table, const Catalogue &catalogue, const PortFitter &fitter,
                                       const MachineModel &model, const std::string &source) {
  DecodeOptions options;
  options.scheduling_cpus = {model.data().compiler_cpu};
  OSACA_TRY(BlockReader reader, BlockReader::create(catalogue.isa(), options));
  VectorEntryWriter writer(fitter, model, std::move(reader));
  EntryList entries;
  VectorEntries made;
  static const CyclesBySetting none;
  const auto cycles_of = [&](const std::string &opcode, bool masked) -> const CyclesBySetting & {
    const auto found = table.cycles.find({opcode, masked});
    return found == table.cycles.end() ? none : found->second;
  };
  for (const KnownForm &form : catalogue.forms()) {
    const std::string lines = writer.lines(form, cycles_of(form.opcode, false), cycles_of(form.opcode, true));
    if (lines.empty())
      continue;
    entries.add(form.opcode, lines, source);
    ++made.forms;
  }
  made.yaml = entries.yaml();
  return made;
}

} // namespace osaca::measure::from_tables
