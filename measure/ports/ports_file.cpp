#include "measure/ports/ports_file.h"

#include "base/format.h"
#include "base/index.h"
#include "measure/file/measurement_file.h"
#include "measure/file/number_text.h"
#include "measure/ports/mixes_file.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {

// The text is composed by hand, not with YamlWriter: lists without entries stay empty keys, as in earlier files.

namespace {

constexpr int digits = 3;

std::string pipes_text(PipeSet set) {
  std::string out;
  for (int pipe = 0; pipe < most_pipes; ++pipe)
    if (((set >> pipe) & 1U) != 0)
      out += format_text("{}{}", out.empty() ? "p" : ", p", pipe);
  return format_text("[{}]", out);
}

std::string short_number(double value) { return decimal(value, value == std::round(value) ? 0 : 2); }

class Writer {
public:
  explicit Writer(const PortsReport &report) : report_(report), map_(report.map) {}

  std::string all() {
    head();
    classes();
    forms("forms", false);
    if (std::ranges::any_of(report_.variants, [](const std::string &one) { return !one.empty(); }))
      forms("variants", true);
    left_out();
    doubts();
    residual();
    if (report_.check)
      check(*report_.check);
    if (report_.counter_check)
      out_ += counter_check_text(*report_.counter_check, report_.forms);
    return std::move(out_);
  }

private:
  [[nodiscard]] const std::string &name(int form) const { return report_.forms[at(form)].name; }

  void head() {
    MeasuredMachine machine = report_.machine;
    machine.method += "; mixes of independent instructions, without counters";
    out_ += yaml_head("osaca-ports-1", machine);
    out_ += format_text("measured: {{mixes: {}, unreliable: {}, median_spread: {}}}\n", report_.mixes,
                        report_.unreliable_mixes, decimal(report_.median_spread, 4));
    out_ += format_text("dispatch_width: {{instructions: {}{}}}\n", decimal(map_.dispatch_width, 2),
                        map_.width_is_seen ? "" : ", at_least: true");
    out_ += format_text("pipes: {}\nunits: {}\n", map_.pipes, map_.units);
  }

  void classes() {
    out_ += "classes:\n";
    for (std::size_t i = 0; i < map_.classes.size(); ++i) {
      const PipeClass &one = map_.classes[i];
      std::vector<std::string> members;
      for (const int member : one.members)
        members.push_back(name(member));
      out_ += format_text("  - {{name: c{}, pipes: {}, blocking: {}{}, forms: {}}}\n", i, pipes_text(one.pipes),
                          yaml_quoted(name(one.representative)), reached(one), yaml_list(members));
    }
  }

  /// For pipes that never fill completely: their rate per cycle.
  [[nodiscard]] std::string reached(const PipeClass &one) const {
    for (const SetRate &rate : map_.rates)
      if (rate.pipes == one.pipes)
        return ", reached: " + decimal(rate.uops_per_cycle, 2);
    return "";
  }

  static std::string kind(const FormUsage &usage) {
    switch (usage.kind) {
    case FormUsage::Kind::uops: return "ok";
    case FormUsage::Kind::no_pipe: return std::string(no_pipe_status);
    case FormUsage::Kind::unknown: break;
    }
    return "unknown";
  }

  /// The forms with their usual operands, or the variants.
  void forms(std::string_view title, bool variants) {
    out_ += std::string(title) + ":\n";
    for (std::size_t i = 0; i < map_.forms.size(); ++i)
      if (variants != report_.variants[i].empty())
        form(i);
  }

  void form(std::size_t i) {
    const FormUsage &usage = map_.forms[i];
    out_ += format_text("  - opcode: {}\n", yaml_quoted(report_.opcodes[i]));
    if (!report_.variants[i].empty())
      out_ += format_text("    variant: {}\n", yaml_quoted(report_.variants[i]));
    out_ += format_text("    text: {}\n    status: {}\n", yaml_quoted(report_.texts[i]), yaml_quoted(kind(usage)));
    if (!usage.reason.empty())
      out_ += format_text("    reason: {}\n", yaml_quoted(usage.reason));
    if (usage.solo_cycles)
      out_ += format_text("    alone: {}\n", decimal(*usage.solo_cycles, digits));
    if (usage.slots)
      out_ += format_text("    slots: {}\n", short_number(*usage.slots));
    if (!report_.with[i].empty())
      out_ += format_text("    with: {}\n", yaml_list(report_.with[i]));
    if (usage.kind != FormUsage::Kind::unknown)
      uops("uops", usage.demands, usage);
    else if (usage.confidence > 0)
      uops("best_guess", usage.demands, usage);
    if (!usage.demands_in_mixes.empty())
      uops("beside_others", usage.demands_in_mixes, {});
    if (usage.confidence > 0)
      out_ += format_text("    confidence: {}\n", decimal(usage.confidence, 2));
    if (usage.explanations > 1)
      out_ += format_text("    explanations: {}\n", usage.explanations);
    if (usage.mixes > 0)
      out_ += format_text("    residual: {{mixes: {}, worst: {}}}\n", usage.mixes, decimal(usage.worst_error, digits));
  }

  void uops(std::string_view title, const std::vector<PipeDemand> &demands, const FormUsage &usage) {
    if (demands.empty() && usage.unit < 0)
      return;
    out_ += format_text("    {}:\n", title);
    for (const PipeDemand &one : demands)
      out_ += format_text("      - {{pipes: {}, cycles: {}}}\n", pipes_text(one.pipes), short_number(one.cycles));
    if (usage.unit >= 0)
      out_ += format_text("      - {{unit: u{}, cycles: {}}}\n", usage.unit, decimal(usage.unit_cycles, digits));
  }

  void left_out() {
    if (!report_.left_out.empty())
      out_ += "left_out:\n";
    for (const auto &[opcode, reason] : report_.left_out)
      out_ += format_text("  - {{opcode: {}, reason: {}}}\n", yaml_quoted(opcode), yaml_quoted(reason));
  }

  void doubts() {
    if (map_.doubts.empty() && map_.notes.empty())
      return;
    out_ += "ambiguities:\n";
    for (const SharingDoubt &one : map_.doubts)
      out_ += format_text("  - {{classes: [c{}, c{}], shared_pipes: [{}, {}]}}\n", one.first_class, one.second_class,
                          one.least, one.most);
    for (const std::string &note : map_.notes)
      out_ += format_text("  - {{note: {}}}\n", yaml_quoted(note));
  }

  void residual() {
    const MixResidual &found = map_.residual;
    out_ += format_text("residual:\n  random_mixes: {}\n  mean_error: {}\n  worst_error: {}\n", found.mixes,
                        decimal(found.mean, digits), decimal(found.worst, digits));
    if (found.mixes > 0)
      out_ += format_text("  worst: {{mix: {}, predicted: {}, measured: {}}}\n",
                          yaml_quoted(mix_text(report_.forms, found.worst_mix)), decimal(found.worst_predicted, digits),
                          decimal(found.worst_measured, digits));
  }

  void check(const PortModelCheck &found) {
    int agreeing = 0;
    int known = 0;
    for (const FormCheck &one : found.forms) {
      known += one.is_known ? 1 : 0;
      agreeing += one.agrees ? 1 : 0;
    }
    out_ += format_text("against:\n  model: {}\n  pipes: {{", yaml_quoted(found.model_name));
    for (std::size_t i = 0; i < found.port_of_pipe.size(); ++i)
      out_ += format_text("{}{}: {}", i > 0 ? ", p" : "p", i, yaml_quoted(found.port_of_pipe[i]));
    out_ += format_text("}}\n  forms: {}\n  agreeing: {}\n  mixes: {}\n  mean_error: {}\n  worst_error: {}\n", known,
                        agreeing, found.mixes, decimal(found.mean_error, digits), decimal(found.worst_error, digits));
    out_ += "  disagreeing:\n";
    for (const FormCheck &one : found.forms)
      if (one.is_known && !one.agrees)
        out_ +=
            format_text("    - {{opcode: {}, measured: {}, model: {}, mixes: {}, mixes_off: {}, worst_ratio: {}}}\n",
                        yaml_quoted(name(one.form)), yaml_quoted(one.measured), yaml_quoted(one.model), one.mixes,
                        one.mixes_off, decimal(one.worst_ratio, 2));
  }

  const PortsReport &report_;
  const PortMap &map_;
  std::string out_;
};

} // namespace

std::string ports_text(const PortsReport &report) { return Writer(report).all(); }

namespace {

constexpr int uop_digits = 2;
constexpr double least_shown = 0.02; // uops

std::string counted_text(const CounterVerdict &one, const std::vector<CounterOfPorts> &counters) {
  std::string out;
  for (std::size_t i = 0; i < counters.size(); ++i)
    if (one.uops[i] >= least_shown)
      out += format_text("{}{}: {}", out.empty() ? "" : ", ", yaml_quoted(counters[i].name),
                         decimal(one.uops[i], uop_digits));
  return format_text("{{{}}}", out);
}

} // namespace

std::string counter_check_text(const CounterCheck &check, const std::vector<FormUnderTest> &forms) {
  std::string out = "check:\n";
  if (!check.unavailable.empty())
    return format_text("{}  counters: unavailable\n  reason: {}\n", out, yaml_quoted(check.unavailable));
  std::vector<std::string> counters;
  for (const CounterOfPorts &one : check.counters)
    counters.push_back(one.name);
  out += format_text("  counters: {}\n  pipes: {{", yaml_list(counters));
  std::string named;
  for (std::size_t pipe = 0; pipe < check.counter_of_pipe.size(); ++pipe)
    if (const int counter = check.counter_of_pipe[pipe]; counter >= 0)
      named +=
          format_text("{}{}: {}", named.empty() ? "p" : ", p", pipe, yaml_quoted(check.counters[at(counter)].name));
  out += named + "}\n";
  if (!check.is_complete)
    out += "  note: \"not all assignments of counters to pipes were tried, because there were too many\"\n";
  out += format_text("  forms: {}\n  agreeing: {}\n  disagreeing:\n", check.forms.size(), agreeing_forms(check));
  for (const CounterVerdict &one : check.forms)
    if (one.kind != CounterVerdict::Kind::agrees)
      out += format_text("    - {{form: {}, verdict: {}, inferred: {}, counted: {}, at: {}}}\n",
                         yaml_quoted(forms[at(one.form)].name), yaml_quoted(name_of(one.kind)),
                         decimal(one.inferred, uop_digits), decimal(one.counted, uop_digits),
                         counted_text(one, check.counters));
  if (!check.uncounted.empty())
    out += "  not_counted:\n";
  for (const auto &[form, reason] : check.uncounted)
    out += format_text("    - {{form: {}, reason: {}}}\n", yaml_quoted(forms[at(form)].name), yaml_quoted(reason));
  return out;
}

} // namespace osaca::measure
