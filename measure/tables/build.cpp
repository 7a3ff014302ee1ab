#include "measure/tables/build.h"

#include "base/format.h"
#include "base/index.h"
#include "base/text.h"
#include "measure/file/measurement_file.h"
#include "measure/file/number_text.h"
#include "measure/tables/form_figures.h"
#include "measure/tables/model_figures.h"
#include "model/read/port_expression.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace osaca::measure {
namespace {

/// The nearest whole number if the difference is within the scatter of measurements, otherwise two decimals.
Cycles rounded(double cycles) {
  constexpr double scatter = 0.06;
  const double whole = std::round(cycles);
  return std::abs(cycles - whole) <= scatter ? Cycles(static_cast<std::int64_t>(whole))
                                             : Cycles(std::llround(std::max(cycles, 0.0) * 100), 100);
}

double middle_cycles(const FigureRange &figure) { return (figure.low_cycles + figure.high_cycles) / 2; }

// The model is composed by hand, not with YamlWriter, because it has comments and wrapped lists of opcodes.

std::string quoted_text(std::string_view text) {
  constexpr std::size_t longest = 400;
  return yaml_quoted(text.substr(0, longest));
}

std::string one_line(std::string text) {
  for (char &c : text)
    if (c < 0x20 || c > 0x7e)
      c = ' ';
  return text.substr(0, 300);
}

/// A measured latency between registers. Latencies that were divided by assumption are left out.
struct RegisterLatency {
  int from = 0;
  int to = 0;
  Cycles cycles;
};

std::vector<RegisterLatency> register_latencies(const FormFigures &figures, const Instruction &instruction) {
  std::vector<RegisterLatency> made;
  for (const auto &[pair, figure] : figures.latencies) {
    const auto index = [&](const std::string &text) {
      const auto value = parse_number<unsigned>(text);
      return value && *value < instruction.operands.size() ? static_cast<int>(*value) : -1;
    };
    const int from = index(pair.first);
    const int to = index(pair.second);
    if (from < 0 || to < 0 || figure.is_split || figure.is_bound)
      continue;
    const Operand &source = instruction.operands[at(from)];
    const Operand &result = instruction.operands[at(to)];
    if (as_register(source) && as_register(result) && !source.address_update && !result.address_update)
      made.push_back({from, to, rounded(middle_cycles(figure))});
  }
  return made;
}

/// The latency of most pairs.
std::optional<Cycles> usual(const std::vector<RegisterLatency> &latencies) {
  std::optional<Cycles> best;
  std::ptrdiff_t most = 0;
  for (const RegisterLatency &one : latencies) {
    const auto count =
        std::ranges::count_if(latencies, [&](const RegisterLatency &other) { return other.cycles == one.cycles; });
    if (count > most || (count == most && one.cycles > *best)) {
      most = count;
      best = one.cycles;
    }
  }
  return best;
}

class Builder {
public:
  Builder(const MachineModel &base, ExampleForms &examples, const BuiltModelOptions &options)
      : base_(base), examples_(examples), options_(options) {}

  /// `source` is the key of the file in `sources`.
  void add(const MeasuredForm &form, const std::string &source) {
    const FormFigures figures = figures_of(form);
    if (!figures.throughput && figures.latencies.empty()) {
      ++made_.unstable;
      return;
    }
    const Expected<FormShape> shape = examples_.shape(form.opcode).made;
    const std::optional<FormEntry> entry = shape ? entry_of(shape->example.instruction) : std::optional<FormEntry>();
    if (!entry) {
      ++made_.not_expressed;
      comments_ +=
          format_text("# {}: {}; the base model has no ports for it\n", one_line(form.opcode), measured_text(figures));
      return;
    }
    write(form.opcode, source, figures, shape->example.instruction, *entry);
  }

  [[nodiscard]] BuiltModel finish(const std::string &head) {
    made_.yaml = format_text("{}{}{}", head, entries_.empty() ? "" : "\nforms:\n" + forms(),
                             comments_.empty() ? "" : "\n# Forms that could not be added:\n" + comments_);
    return made_;
  }

private:
  using EntryText = std::pair<std::string, std::string>; ///< the comment before the entry, and the lines after `match`

  /// The base's entry for the form; if the base composes it, with the memory part added.
  [[nodiscard]] std::optional<FormEntry> entry_of(const Instruction &instruction) const {
    std::optional<FormEntry> entry = base_.find(instruction.opcode);
    if (entry)
      return entry;
    constexpr int no_compiler = -1;
    const std::optional<Cost> cost = cost_of(base_, instruction, no_compiler);
    if (!cost)
      return std::nullopt;
    FormEntry made;
    made.opcode = instruction.opcode;
    made.cost = *cost;
    made.complete = instruction.loads || instruction.stores;
    return made;
  }

  static std::string measured_text(const FormFigures &figures) {
    std::string out = figures.throughput ? figures.throughput->text() + " cycles per copy" : "";
    for (const auto &[pair, figure] : figures.latencies)
      out += format_text("{}{} -> {} {}", out.empty() ? "" : ", ", one_line(pair.first), one_line(pair.second),
                         figure.text());
    return out;
  }

  /// The demands of the entry, scaled if the throughput requires it. `comment` says what could not be expressed.
  std::vector<PortDemand> demands_for(const FormFigures &figures, const Instruction &instruction,
                                      const FormEntry &entry, std::string &comment) {
    std::vector<PortDemand> demands = entry.cost.demands;
    constexpr int no_compiler = -1;
    const std::optional<Cost> cost = cost_of(base_, instruction, no_compiler);
    if (!figures.throughput || !cost ||
        agree(*figures.throughput, FigureRange::exact(modelled_throughput(base_, instruction, *cost)),
              options_.tolerance)) {
      ++made_.same_ports;
      return demands;
    }
    const double by_ports = port_throughput(demands);
    const bool memory_apart = !entry.complete && (instruction.loads || instruction.stores);
    // Copies that change memory in place wait for each other through memory; that is not the occupancy of a port.
    const bool in_place = instruction.loads && instruction.stores;
    const bool is_clear =
        !figures.throughput->is_bound && by_ports > 0 && !memory_apart && !in_place && !entry.three_component &&
        figures.throughput->high_cycles - figures.throughput->low_cycles < 0.2 * figures.throughput->high_cycles;
    if (is_clear) {
      Cost scaled = *cost;
      const double factor = middle_cycles(*figures.throughput) / by_ports;
      for (PortDemand &demand : demands)
        demand.cycles = Cycles(std::max<std::int64_t>(std::llround(demand.cycles.to_double() * factor * 100), 1), 100);
      scaled.demands = demands;
      if (agree(*figures.throughput, FigureRange::exact(modelled_throughput(base_, instruction, scaled)),
                options_.tolerance)) {
        ++made_.scaled_ports;
        return demands;
      }
    }
    ++made_.kept_ports;
    comment =
        format_text("    # measured: {} cycles per copy. These ports do not explain it\n", figures.throughput->text());
    return entry.cost.demands;
  }

  void write(const std::string &opcode, const std::string &source, const FormFigures &figures,
             const Instruction &instruction, const FormEntry &entry) {
    std::string comment;
    const std::vector<PortDemand> demands = demands_for(figures, instruction, entry, comment);
    const std::vector<RegisterLatency> measured = register_latencies(figures, instruction);
    const Cycles latency = usual(measured).value_or(entry.cost.latency_cycles);
    std::string out;
    if (entry.complete)
      out += format_text("    complete: true\n    load_latency: {}\n    forward: {}\n",
                         entry.cost.load_latency_cycles.text(4), entry.cost.store_forward_cycles.text(4));
    out += "    ports: [";
    for (std::size_t i = 0; i < demands.size(); ++i)
      out += format_text("{}{}\"", i == 0 ? "\"" : ", \"", port_demand_text(demands[i], base_.core().ports));
    out += format_text("]\n    latency: {}\n", latency.text(4));
    if (entry.cost.dispatch_slots != Cycles(1))
      out += format_text("    slots: {}\n", entry.cost.dispatch_slots.text(4));
    out += exceptions(measured, entry, latency);
    if (entry.three_component)
      out += three_component_text(*entry.three_component);
    add_entry(opcode, {comment, format_text("{}    source: {}\n", out, source)});
    ++made_.taken;
  }

  /// Forms with identical texts share an entry.
  void add_entry(const std::string &opcode, const EntryText &text) {
    const auto [known, is_new] = entry_of_text_.try_emplace(text, entries_.size());
    if (is_new)
      entries_.push_back({text, {}});
    entries_[known->second].second.push_back(opcode);
  }

  [[nodiscard]] std::string forms() const {
    std::string out;
    for (const auto &[text, opcodes] : entries_) {
      std::string line = "  - match: [";
      std::string names;
      for (std::size_t i = 0; i < opcodes.size(); ++i) {
        constexpr std::size_t widest = 120;
        const std::string name = opcodes[i] + (i + 1 < opcodes.size() ? "," : "]");
        if (i > 0 && line.size() + 1 + name.size() > widest) {
          names += line + "\n";
          line = "            ";
        }
        line += (i > 0 ? " " : "") + name;
      }
      out += format_text("{}{}{}\n{}", text.first, names, line, text.second);
    }
    return out;
  }

  /// The measured pairs that differ from the usual latency, and the base's exceptions that were not measured.
  static std::string exceptions(const std::vector<RegisterLatency> &measured, const FormEntry &entry,
                                const Cycles &latency) {
    std::map<std::pair<int, int>, Cycles> all;
    for (const OperandLatency &one : entry.cost.operand_latencies)
      all[{one.from, one.to}] = one.cycles;
    for (const RegisterLatency &one : measured)
      all[{one.from, one.to}] = one.cycles;
    std::string out;
    for (const auto &[pair, cycles] : all)
      if (cycles != latency)
        out += format_text("{}{{from: {}, to: {}, cycles: {}}}", out.empty() ? "" : ", ", pair.first, pair.second,
                           cycles.text(4));
    return out.empty() ? "" : format_text("    operand_latency: [{}]\n", out);
  }

  [[nodiscard]] std::string three_component_text(const FormEntry::Variant &three) const {
    std::string ports;
    for (const PortDemand &demand : three.demands)
      ports += format_text("{}{}\"", ports.empty() ? "\"" : ", \"", port_demand_text(demand, base_.core().ports));
    return format_text("    three_component: {{ports: [{}], latency: {}}}\n", ports, three.latency_cycles.text(4));
  }

  const MachineModel &base_;
  ExampleForms &examples_;
  const BuiltModelOptions &options_;
  BuiltModel made_;
  std::map<EntryText, std::size_t> entry_of_text_;                      ///< index of entries_
  std::vector<std::pair<EntryText, std::vector<std::string>>> entries_; ///< with the opcodes of each
  std::string comments_;
};

std::string head_of(const std::vector<MeasurementFile> &files, const MachineModel &base,
                    const BuiltModelOptions &options) {
  const MachineModel::Data &data = base.data();
  std::string out =
      format_text("schema: osaca-model-1\nname: {}\ntitle: {}\nisa: {}\nextends: {}\nsources:\n", options.name,
                  quoted_text(data.title + ", with measured forms"), name_of(data.isa), data.name);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const MeasuredMachine &machine = files[i].machine;
    out += format_text("  measured{}: {{kind: measured, text: {}}}\n", i + 1,
                       quoted_text(format_text("{}, {}: {}", machine.cpu, machine.date, machine.method)));
  }
  return out;
}

} // namespace

BuiltModel build_model(const std::vector<MeasurementFile> &files, const MachineModel &base, ExampleForms &examples,
                       const BuiltModelOptions &options) {
  struct Place {
    std::size_t file = 0;
    const MeasuredForm *form = nullptr;
  };
  std::map<std::string, Place> last;
  for (std::size_t i = 0; i < files.size(); ++i)
    for (const MeasuredForm &form : files[i].forms)
      if (form.status == FormStatus::ok && (!form.throughput.empty() || !form.latencies.empty()))
        last[form.opcode] = {i, &form};
  Builder builder(base, examples, options);
  for (const auto &[opcode, place] : last)
    builder.add(*place.form, format_text("measured{}", place.file + 1));
  return builder.finish(head_of(files, base, options));
}

} // namespace osaca::measure
