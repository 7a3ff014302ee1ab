#include "measure/ports/ports_file.h"

#include "base/index.h"
#include "measure/file/measurement_file.h"
#include "measure/file/number_text.h"
#include "measure/ports/mixes_file.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {

namespace {

constexpr int digits = 3;

std::string pipes_text(PipeSet set) {
  std::string out;
  for (int pipe = 0; pipe < most_pipes; ++pipe)
    if (((set >> pipe) & 1U) != 0)
      out += (out.empty() ? "p" : ", p") + std::to_string(pipe);
  return "[" + out + "]";
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
    out_ += "measured: {mixes: " + std::to_string(report_.mixes) +
            ", unreliable: " + std::to_string(report_.unreliable_mixes) +
            ", median_spread: " + decimal(report_.median_spread, 4) + "}\n";
    out_ += "dispatch_width: {instructions: " + decimal(map_.dispatch_width, 2) +
            (map_.width_is_seen ? "" : ", at_least: true") + "}\n";
    out_ += "pipes: " + std::to_string(map_.pipes) + "\nunits: " + std::to_string(map_.units) + "\n";
  }

  void classes() {
    out_ += "classes:\n";
    for (std::size_t i = 0; i < map_.classes.size(); ++i) {
      const PipeClass &one = map_.classes[i];
      out_ += "  - {name: c" + std::to_string(i) + ", pipes: " + pipes_text(one.pipes) +
              ", blocking: " + yaml_quoted(name(one.representative)) + reached(one) + ", forms: [";
      for (std::size_t k = 0; k < one.members.size(); ++k)
        out_ += (k > 0 ? ", " : "") + yaml_quoted(name(one.members[k]));
      out_ += "]}\n";
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
    out_ += "  - opcode: " + yaml_quoted(report_.opcodes[i]) + "\n";
    if (!report_.variants[i].empty())
      out_ += "    variant: " + yaml_quoted(report_.variants[i]) + "\n";
    out_ += "    text: " + yaml_quoted(report_.texts[i]) + "\n    status: " + yaml_quoted(kind(usage)) + "\n";
    if (!usage.reason.empty())
      out_ += "    reason: " + yaml_quoted(usage.reason) + "\n";
    if (usage.solo_cycles)
      out_ += "    alone: " + decimal(*usage.solo_cycles, digits) + "\n";
    if (usage.slots)
      out_ += "    slots: " + short_number(*usage.slots) + "\n";
    if (!report_.with[i].empty()) {
      out_ += "    with: [";
      for (std::size_t k = 0; k < report_.with[i].size(); ++k)
        out_ += (k > 0 ? ", " : "") + yaml_quoted(report_.with[i][k]);
      out_ += "]\n";
    }
    if (usage.kind != FormUsage::Kind::unknown)
      uops("uops", usage.demands, usage);
    else if (usage.confidence > 0)
      uops("best_guess", usage.demands, usage);
    if (!usage.beside_others.empty())
      uops("beside_others", usage.beside_others, {});
    if (usage.confidence > 0)
      out_ += "    confidence: " + decimal(usage.confidence, 2) + "\n";
    if (usage.explanations > 1)
      out_ += "    explanations: " + std::to_string(usage.explanations) + "\n";
    if (usage.mixes > 0)
      out_ += "    residual: {mixes: " + std::to_string(usage.mixes) +
              ", worst: " + decimal(usage.worst_error, digits) + "}\n";
  }

  void uops(std::string_view title, const std::vector<PipeDemand> &demands, const FormUsage &usage) {
    if (demands.empty() && usage.unit < 0)
      return;
    out_ += "    " + std::string(title) + ":\n";
    for (const PipeDemand &one : demands)
      out_ += "      - {pipes: " + pipes_text(one.pipes) + ", cycles: " + short_number(one.cycles) + "}\n";
    if (usage.unit >= 0)
      out_ +=
          "      - {unit: u" + std::to_string(usage.unit) + ", cycles: " + decimal(usage.unit_cycles, digits) + "}\n";
  }

  void left_out() {
    if (!report_.left_out.empty())
      out_ += "left_out:\n";
    for (const auto &[opcode, reason] : report_.left_out)
      out_ += "  - {opcode: " + yaml_quoted(opcode) + ", reason: " + yaml_quoted(reason) + "}\n";
  }

  void doubts() {
    if (map_.doubts.empty() && map_.notes.empty())
      return;
    out_ += "ambiguities:\n";
    for (const SharingDoubt &one : map_.doubts)
      out_ += "  - {classes: [c" + std::to_string(one.first_class) + ", c" + std::to_string(one.second_class) +
              "], shared_pipes: [" + std::to_string(one.least) + ", " + std::to_string(one.most) + "]}\n";
    for (const std::string &note : map_.notes)
      out_ += "  - {note: " + yaml_quoted(note) + "}\n";
  }

  void residual() {
    const MixResidual &found = map_.residual;
    out_ += "residual:\n  random_mixes: " + std::to_string(found.mixes) +
            "\n  mean_error: " + decimal(found.mean, digits) + "\n  worst_error: " + decimal(found.worst, digits) +
            "\n";
    if (found.mixes > 0)
      out_ += "  worst: {mix: " + yaml_quoted(mix_text(report_.forms, found.worst_mix)) +
              ", predicted: " + decimal(found.worst_predicted, digits) +
              ", measured: " + decimal(found.worst_measured, digits) + "}\n";
  }

  void check(const ModelCheck &found) {
    int agreeing = 0;
    int known = 0;
    for (const FormCheck &one : found.forms) {
      known += one.is_known ? 1 : 0;
      agreeing += one.agrees ? 1 : 0;
    }
    out_ += "against:\n  model: " + yaml_quoted(found.model_name) + "\n  pipes: {";
    for (std::size_t i = 0; i < found.port_of_pipe.size(); ++i)
      out_ += (i > 0 ? ", p" : "p") + std::to_string(i) + ": " + yaml_quoted(found.port_of_pipe[i]);
    out_ += "}\n  forms: " + std::to_string(known) + "\n  agreeing: " + std::to_string(agreeing) +
            "\n  mixes: " + std::to_string(found.mixes) + "\n  mean_error: " + decimal(found.mean_error, digits) +
            "\n  worst_error: " + decimal(found.worst_error, digits) + "\n";
    out_ += "  disagreeing:\n";
    for (const FormCheck &one : found.forms)
      if (one.is_known && !one.agrees)
        out_ += "    - {opcode: " + yaml_quoted(name(one.form)) + ", measured: " + yaml_quoted(one.measured) +
                ", model: " + yaml_quoted(one.model) + ", mixes: " + std::to_string(one.mixes) +
                ", mixes_off: " + std::to_string(one.mixes_off) + ", worst_ratio: " + decimal(one.worst_ratio, 2) +
                "}\n";
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
      out += (out.empty() ? "" : ", ") + yaml_quoted(counters[i].name) + ": " + decimal(one.uops[i], uop_digits);
  return "{" + out + "}";
}

} // namespace

std::string counter_check_text(const CounterCheck &check, const std::vector<FormUnderTest> &forms) {
  std::string out = "check:\n";
  if (!check.unavailable.empty())
    return out + "  counters: unavailable\n  reason: " + yaml_quoted(check.unavailable) + "\n";
  out += "  counters: [";
  for (std::size_t i = 0; i < check.counters.size(); ++i)
    out += (i > 0 ? ", " : "") + yaml_quoted(check.counters[i].name);
  out += "]\n  pipes: {";
  std::string named;
  for (std::size_t pipe = 0; pipe < check.counter_of_pipe.size(); ++pipe)
    if (const int counter = check.counter_of_pipe[pipe]; counter >= 0)
      named +=
          (named.empty() ? "p" : ", p") + std::to_string(pipe) + ": " + yaml_quoted(check.counters[at(counter)].name);
  out += named + "}\n";
  if (!check.is_complete)
    out += "  note: \"not all assignments of counters to pipes were tried, because there were too many\"\n";
  out += "  forms: " + std::to_string(check.forms.size()) + "\n  agreeing: " + std::to_string(agreeing_forms(check)) +
         "\n  disagreeing:\n";
  for (const CounterVerdict &one : check.forms)
    if (one.kind != CounterVerdict::Kind::agrees)
      out += "    - {form: " + yaml_quoted(forms[at(one.form)].name) + ", verdict: " + yaml_quoted(name_of(one.kind)) +
             ", inferred: " + decimal(one.inferred, uop_digits) + ", counted: " + decimal(one.counted, uop_digits) +
             ", at: " + counted_text(one, check.counters) + "}\n";
  if (!check.uncounted.empty())
    out += "  not_counted:\n";
  for (const auto &[form, reason] : check.uncounted)
    out += "    - {form: " + yaml_quoted(forms[at(form)].name) + ", reason: " + yaml_quoted(reason) + "}\n";
  return out;
}

} // namespace osaca::measure
