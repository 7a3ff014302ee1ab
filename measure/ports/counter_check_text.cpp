#include "measure/ports/counter_check_text.h"

#include "base/index.h"
#include "measure/file/decimal.h"
#include "measure/file/yaml_text.h"

namespace osaca::measure {
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
    out += "  note: \"there were too many ways to name the pipes to try them all\"\n";
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
