#include "measure/counters/recording.h"

#include "measure/file/yaml_text.h"

#include <algorithm>
#include <charconv>

namespace osaca::measure {
namespace {

/// Read again it is the same number.
std::string exact_text(double value) {
  char text[64];
  const auto [end, problem] = std::to_chars(std::begin(text), std::end(text), value);
  return problem == std::errc{} ? std::string(std::begin(text), end) : "0";
}

std::string field_unless_zero(std::string_view key, double value) {
  return value == 0 ? "" : ", " + std::string(key) + ": " + exact_text(value);
}

std::string field_unless_empty(std::string_view key, const std::string &value) {
  return value.empty() ? "" : ", " + std::string(key) + ": " + yaml_quoted(value);
}

std::string counts_text(const std::vector<std::pair<std::string, double>> &counts) {
  std::string text;
  for (const auto &[event, count] : counts)
    text += "      " + yaml_quoted(event) + ": " + exact_text(count) + "\n";
  return text.empty() ? "    counts: {}\n" : "    counts:\n" + text;
}

std::string workload_text(const EventMatrix &matrix, std::size_t index) {
  const StressWorkload &one = matrix.workloads[index];
  std::string out = "  - name: " + yaml_quoted(one.name) + "\n";
  for (const auto &[key, value] : {std::pair{"resource", one.resource}, std::pair{"access", one.access}})
    if (!value.empty())
      out += "    " + std::string(key) + ": " + yaml_quoted(value) + "\n";
  for (const auto &[key, value] :
       {std::pair{"units", one.units}, std::pair{"bytes", one.bytes}, std::pair{"bytes_per_unit", one.bytes_per_unit},
        std::pair{"seconds", one.seconds}, std::pair{"cycles", one.cycles}})
    if (value != 0)
      out += "    " + std::string(key) + ": " + exact_text(value) + "\n";
  std::string parts;
  for (const CountedPart &part : one.through)
    parts += (parts.empty() ? "{resource: " : ", {resource: ") + yaml_quoted(part.resource) +
             field_unless_empty("access", part.access) + "}";
  out += parts.empty() ? "" : "    through: [" + parts + "]\n";
  std::string untold;
  for (const std::string &resource : one.untold)
    untold += (untold.empty() ? "" : ", ") + yaml_quoted(resource);
  out += untold.empty() ? "" : "    untold: [" + untold + "]\n";
  std::vector<std::pair<std::string, double>> counts;
  for (std::size_t i = 0; i < matrix.events.size(); ++i)
    if (matrix.counts[index][i])
      counts.emplace_back(matrix.events[i], *matrix.counts[index][i]);
  return out + counts_text(counts);
}

std::string program_text(const RecordedProgram &program) {
  return "  - command: " + yaml_quoted(program.command) + "\n" +
         (program.seconds == 0 ? "" : "    seconds: " + exact_text(program.seconds) + "\n") +
         counts_text(program.counts);
}

std::string formula_text(const EventFormula &formula) {
  std::string terms;
  for (const EventFormula::Term &term : formula.terms)
    terms += (terms.empty() ? "" : ", ") + yaml_quoted(term.event) + ": " + std::to_string(term.factor);
  return "  - {terms: {" + terms + "}" + field_unless_empty("name", formula.name) + "}\n";
}

std::string chase_text(const RecordedChase &chase) {
  const ChaseCounts &counts = chase.counts;
  return "  - {event: " + yaml_quoted(chase.event) + field_unless_empty("level", chase.level) +
         field_unless_zero("latency_cycles", counts.latency_cycles) + field_unless_zero("chase", counts.chase) +
         field_unless_zero("with_independent", counts.with_independent) +
         field_unless_zero("independent_cycles", counts.independent_cycles) +
         field_unless_zero("with_dependent", counts.with_dependent) +
         field_unless_zero("dependent_cycles", counts.dependent_cycles) + "}\n";
}

} // namespace

std::string recording_text(const CounterRecording &recording) {
  std::string out = "schema: osaca-counter-recording-1\n";
  for (const auto &[key, value] : {std::pair{"machine", recording.machine}, std::pair{"source", recording.source}})
    if (!value.empty())
      out += std::string(key) + ": " + yaml_quoted(value) + "\n";
  if (!recording.matrix.workloads.empty())
    out += "workloads:\n";
  for (std::size_t i = 0; i < recording.matrix.workloads.size(); ++i)
    out += workload_text(recording.matrix, i);
  if (!recording.formulas.empty())
    out += "formulas:\n";
  for (const EventFormula &formula : recording.formulas)
    out += formula_text(formula);
  if (!recording.chases.empty())
    out += "chases:\n";
  for (const RecordedChase &chase : recording.chases)
    out += chase_text(chase);
  if (!recording.roles.empty())
    out += "roles:\n";
  for (const RoledEvent &one : recording.roles)
    out += "  - {event: " + yaml_quoted(one.event) + ", role: " + std::string(name_of(one.role)) + "}\n";
  if (!recording.exclusive.empty())
    out += "exclusive:\n";
  for (const ExclusivePair &pair : recording.exclusive)
    out += "  - {first: " + yaml_quoted(pair.first) + ", second: " + yaml_quoted(pair.second) +
           field_unless_empty("reason", pair.reason) + "}\n";
  if (!recording.programs.empty())
    out += "programs:\n";
  for (const RecordedProgram &program : recording.programs)
    out += program_text(program);
  return out;
}

Counted RecordedCounters::count(const std::vector<CounterEvent> &events, Workload &workload) {
  const std::string name = workload.name();
  const auto found =
      std::ranges::find_if(matrix_.workloads, [&](const StressWorkload &one) { return one.name == name; });
  if (found == matrix_.workloads.end())
    return CounterFault{CounterProblem::no_such_workload, name};
  const auto &row = matrix_.counts[static_cast<std::size_t>(found - matrix_.workloads.begin())];
  std::vector<double> counts;
  for (const CounterEvent &event : events) {
    const auto index = matrix_.event_named(event.name);
    if (!index || !row[*index])
      return CounterFault{CounterProblem::no_counter, event.name};
    counts.push_back(*row[*index]);
  }
  return counts;
}

} // namespace osaca::measure
