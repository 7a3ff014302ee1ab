#include "measure/counters/recording.h"

#include "base/format.h"
#include "measure/counters/event_verdict.h"
#include "measure/counters/program_shares.h"
#include "measure/file/measurement_file.h"
#include "measure/file/number_text.h"

#include <algorithm>
#include <charconv>

namespace osaca::measure {

namespace {

/// The shortest text from which the same number is read.
std::string exact_text(double value) {
  char text[64];
  const auto [end, problem] = std::to_chars(std::begin(text), std::end(text), value);
  return problem == std::errc{} ? std::string(std::begin(text), end) : "0";
}

std::string field_unless_zero(std::string_view key, double value) {
  return value == 0 ? "" : format_text(", {}: {}", key, exact_text(value));
}

std::string field_unless_empty(std::string_view key, const std::string &value) {
  return value.empty() ? "" : format_text(", {}: {}", key, yaml_quoted(value));
}

std::string counts_text(const std::vector<std::pair<std::string, double>> &counts) {
  std::string text;
  for (const auto &[event, count] : counts)
    text += format_text("      {}: {}\n", yaml_quoted(event), exact_text(count));
  return text.empty() ? "    counts: {}\n" : "    counts:\n" + text;
}

std::string workload_text(const EventMatrix &matrix, std::size_t index) {
  const StressWorkload &one = matrix.workloads[index];
  std::string out = format_text("  - name: {}\n", yaml_quoted(one.name));
  for (const auto &[key, value] : {std::pair{"resource", one.resource}, std::pair{"access", one.access}})
    if (!value.empty())
      out += format_text("    {}: {}\n", key, yaml_quoted(value));
  for (const auto &[key, value] :
       {std::pair{"units", one.units}, std::pair{"bytes", one.bytes}, std::pair{"bytes_per_unit", one.bytes_per_unit},
        std::pair{"seconds", one.seconds}, std::pair{"cycles", one.cycles}})
    if (value != 0)
      out += format_text("    {}: {}\n", key, exact_text(value));
  std::string parts;
  for (const CountedPart &part : one.through)
    parts += format_text("{}{}{}}}", parts.empty() ? "{resource: " : ", {resource: ", yaml_quoted(part.resource),
                         field_unless_empty("access", part.access));
  out += parts.empty() ? "" : format_text("    through: [{}]\n", parts);
  std::string untold;
  for (const std::string &resource : one.unknown_resources)
    untold += (untold.empty() ? "" : ", ") + yaml_quoted(resource);
  out += untold.empty() ? "" : format_text("    untold: [{}]\n", untold);
  std::vector<std::pair<std::string, double>> counts;
  for (std::size_t i = 0; i < matrix.events.size(); ++i)
    if (matrix.counts[index][i])
      counts.emplace_back(matrix.events[i], *matrix.counts[index][i]);
  return out + counts_text(counts);
}

std::string program_text(const RecordedProgram &program) {
  return format_text("  - command: {}\n{}{}", yaml_quoted(program.command),
                     program.seconds == 0 ? "" : format_text("    seconds: {}\n", exact_text(program.seconds)),
                     counts_text(program.counts));
}

std::string formula_text(const EventFormula &formula) {
  std::string terms;
  for (const EventFormula::Term &term : formula.terms)
    terms += format_text("{}{}: {}", terms.empty() ? "" : ", ", yaml_quoted(term.event), term.factor);
  return format_text("  - {{terms: {{{}}}{}}}\n", terms, field_unless_empty("name", formula.name));
}

std::string chase_text(const RecordedChase &chase) {
  const ChaseCounts &counts = chase.counts;
  return format_text(
      "  - {{event: {}{}{}{}{}{}{}{}}}\n", yaml_quoted(chase.event), field_unless_empty("level", chase.level),
      field_unless_zero("latency_cycles", counts.latency_cycles), field_unless_zero("chase", counts.chase),
      field_unless_zero("with_independent", counts.with_independent),
      field_unless_zero("independent_cycles", counts.independent_cycles),
      field_unless_zero("with_dependent", counts.with_dependent),
      field_unless_zero("dependent_cycles", counts.dependent_cycles));
}

} // namespace

std::string recording_text(const CounterRecording &recording) {
  std::string out = "schema: osaca-counter-recording-1\n";
  for (const auto &[key, value] : {std::pair{"machine", recording.machine}, std::pair{"source", recording.source}})
    if (!value.empty())
      out += format_text("{}: {}\n", key, yaml_quoted(value));
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
    out += format_text("  - {{event: {}, role: {}}}\n", yaml_quoted(one.event), name_of(one.role));
  if (!recording.exclusive.empty())
    out += "exclusive:\n";
  for (const ExclusivePair &pair : recording.exclusive)
    out += format_text("  - {{first: {}, second: {}{}}}\n", yaml_quoted(pair.first), yaml_quoted(pair.second),
                       field_unless_empty("reason", pair.reason));
  if (!recording.programs.empty())
    out += "programs:\n";
  for (const RecordedProgram &program : recording.programs)
    out += program_text(program);
  return out;
}

namespace {

constexpr double giga = 1e9;
constexpr double mega = 1e6;
constexpr int rate_digits = 1;
constexpr int share_digits = 2;

/// Names in files may contain anything; only printable characters are sent to terminals.
std::string printable(std::string text) {
  for (char &c : text)
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e)
      c = '?';
  return text;
}

/// An event that counts several parts may still be useful: the text says how much it counts of each.
std::string overlap_text(const EventMatrix &matrix, const EventVerdict &verdict) {
  if (verdict.kind != EventVerdict::Kind::counts_elsewhere)
    return "";
  std::string text;
  for (const auto &[part, per_unit] : overlap_of(matrix, verdict.formula))
    text += format_text("{}{} {}", text.empty() ? "; " : " + ", decimal(per_unit, share_digits), name_of(part));
  return text;
}

std::optional<StallRole> role_of(const CounterRecording &recording, const std::string &event) {
  const auto found = std::ranges::find_if(recording.roles, [&](const RoledEvent &one) { return one.event == event; });
  return found == recording.roles.end() ? std::nullopt : std::optional(found->role);
}

std::string part_text(const CounterRecording &recording, const CountedPart &part) {
  // Events with the same verdict share a line.
  std::vector<std::pair<std::string, std::string>> lines;
  for (const EventVerdict &one : ranked_events(recording.matrix, recording.formulas, part)) {
    if (one.kind == EventVerdict::Kind::not_counted || role_of(recording, one.formula.name))
      continue; // cycles are not lines
    const std::string said = text_of(one) + overlap_text(recording.matrix, one);
    if (!one.is_accepted() && !lines.empty() && lines.back().second == said)
      lines.back().first += ", " + one.formula.name;
    else
      lines.emplace_back((one.is_accepted() ? "  accepted  " : "  rejected  ") + one.formula.name, said);
  }
  std::string out = lines.empty() ? "" : name_of(part) + ":\n";
  for (const auto &[names, said] : lines)
    out += format_text("{}: {}\n", names, said);
  return out;
}

std::string capacity_text(const Capacity &one) {
  std::string out = format_text("  {}: {} M/s", name_of(one.part), decimal(one.units_per_second / mega, rate_digits));
  if (one.bytes_per_second > 0)
    out += format_text(", {} GB/s", decimal(one.bytes_per_second / giga, rate_digits));
  if (one.is_contradictory)
    out += format_text("; contradictory: this many lines per second are {} GB/s, so no utilisation is reported",
                       decimal(one.implied_bytes_per_second / giga, rate_digits));
  return out + "\n";
}

/// "  e, L3: accepted (53.0 cycles a load, 29.0 with independent work, 54.0 with work that is waited for)"
std::string chase_line(const RecordedChase &chase) {
  const ChaseCounts &counts = chase.counts;
  return format_text(
      "  {}{}: {} (latency {} cycles, counted {} alone, {} with independent work, {} with dependent work)\n",
      chase.event, chase.level.empty() ? "" : ", " + chase.level, name_of(judged_in_level(chase.level, counts)),
      decimal(counts.latency_cycles, rate_digits), decimal(counts.chase, rate_digits),
      decimal(counts.with_independent, rate_digits), decimal(counts.with_dependent, rate_digits));
}

std::string roles_text(const CounterRecording &recording) {
  std::string out = recording.roles.empty() ? "" : "Events that divide the time of a program:\n";
  for (const RoleVerdict &one : judged_roles(recording))
    out += format_text("{}{} ({}){}\n", one.is_accepted ? "  accepted  " : "  rejected  ", one.event, name_of(one.role),
                       one.is_accepted ? "" : ": " + one.reason);
  return out;
}

} // namespace

std::string counters_report(const CounterRecording &recording) {
  std::string out;
  for (const CountedPart &part : parts_of(recording.matrix))
    out += part_text(recording, part);
  const std::vector<Capacity> found = capacities(recording.matrix);
  if (!found.empty())
    out += "Capacities:\n";
  for (const Capacity &one : found)
    out += capacity_text(one);
  if (!recording.chases.empty())
    out += "Stalled cycles:\n";
  for (const RecordedChase &chase : recording.chases)
    if (role_of(recording, chase.event).value_or(StallRole::pending_misses) == StallRole::pending_misses)
      out += chase_line(chase);
  out += roles_text(recording);
  if (!recording.exclusive.empty())
    out += "Cannot be counted together:\n";
  for (const ExclusivePair &pair : recording.exclusive)
    out += format_text("  {}, {}{}\n", pair.first, pair.second, pair.reason.empty() ? "" : ": " + pair.reason);
  if (!recording.programs.empty())
    out += "Programs:\n";
  const std::vector<RoledEvent> stall_events = stall_events_of(recording);
  for (const RecordedProgram &program : recording.programs)
    out += format_text("  {}: {}\n", program.command, shares_text(stall_events, program));
  std::string shown;
  for (std::size_t begin = 0; begin < out.size();) {
    const std::size_t end = std::min(out.find('\n', begin), out.size());
    shown += printable(out.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return shown;
}

} // namespace osaca::measure
