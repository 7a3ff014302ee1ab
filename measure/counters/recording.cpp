#include "measure/counters/recording.h"

#include "base/format.h"
#include "measure/counters/event_verdict.h"
#include "measure/counters/program_shares.h"
#include "measure/file/number_text.h"
#include "measure/file/yaml_writer.h"

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

void write_unless_zero(YamlWriter &out, std::string_view key, double value) {
  if (value != 0)
    out.word_field(key, exact_text(value));
}

void write_counts(YamlWriter &out, const std::vector<std::pair<std::string, double>> &counts) {
  out.key("counts");
  const auto each = [&] {
    for (const auto &[event, count] : counts) {
      out.value(event);
      out.word(exact_text(count));
    }
  };
  out.object(each, counts.empty() ? YamlWriter::Layout::one_line : YamlWriter::Layout::lines);
}

void write_workload(YamlWriter &out, const EventMatrix &matrix, std::size_t index) {
  const StressWorkload &one = matrix.workloads[index];
  out.field("name", one.name);
  out.field_unless_empty("resource", one.resource);
  out.field_unless_empty("access", one.access);
  for (const auto &[key, value] :
       {std::pair{"units", one.units}, std::pair{"bytes", one.bytes}, std::pair{"bytes_per_unit", one.bytes_per_unit},
        std::pair{"seconds", one.seconds}, std::pair{"cycles", one.cycles}})
    write_unless_zero(out, key, value);
  if (!one.through.empty()) {
    out.key("through");
    const auto write_part = [&](const CountedPart &part) {
      out.object([&] {
        out.field("resource", part.resource);
        out.field_unless_empty("access", part.access);
      });
    };
    out.array(one.through, write_part, YamlWriter::Layout::one_line);
  }
  if (!one.unknown_resources.empty()) {
    out.key("untold");
    out.array(
        one.unknown_resources, [&](const std::string &resource) { out.value(resource); }, YamlWriter::Layout::one_line);
  }
  std::vector<std::pair<std::string, double>> counts;
  for (std::size_t i = 0; i < matrix.events.size(); ++i)
    if (matrix.counts[index][i])
      counts.emplace_back(matrix.events[i], *matrix.counts[index][i]);
  write_counts(out, counts);
}

void write_program(YamlWriter &out, const RecordedProgram &program) {
  out.field("command", program.command);
  write_unless_zero(out, "seconds", program.seconds);
  write_counts(out, program.counts);
}

void write_formula(YamlWriter &out, const EventFormula &formula) {
  out.key("terms");
  out.object([&] {
    for (const EventFormula::Term &term : formula.terms) {
      out.value(term.event);
      out.value(term.factor);
    }
  });
  out.field_unless_empty("name", formula.name);
}

void write_chase(YamlWriter &out, const RecordedChase &chase) {
  const ChaseCounts &counts = chase.counts;
  out.field("event", chase.event);
  out.field_unless_empty("level", chase.level);
  write_unless_zero(out, "latency_cycles", counts.latency_cycles);
  write_unless_zero(out, "chase", counts.chase);
  write_unless_zero(out, "with_independent", counts.with_independent);
  write_unless_zero(out, "independent_cycles", counts.independent_cycles);
  write_unless_zero(out, "with_dependent", counts.with_dependent);
  write_unless_zero(out, "dependent_cycles", counts.dependent_cycles);
}

/// A list of objects; nothing if it is empty.
template <class Item, class Write>
void write_list(YamlWriter &out, std::string_view key, const std::vector<Item> &items, YamlWriter::Layout layout,
                const Write &write) {
  if (items.empty())
    return;
  out.key(key);
  out.array(items, [&](const Item &item) { out.object([&] { write(item); }, layout); });
}

} // namespace

std::string recording_text(const CounterRecording &recording) {
  constexpr auto lines = YamlWriter::Layout::lines;
  constexpr auto one_line = YamlWriter::Layout::one_line;
  YamlWriter out;
  out.object([&] {
    out.word_field("schema", "osaca-counter-recording-1");
    out.field_unless_empty("machine", recording.machine);
    out.field_unless_empty("source", recording.source);
    const std::vector<StressWorkload> &workloads = recording.matrix.workloads;
    write_list(out, "workloads", workloads, lines, [&](const StressWorkload &one) {
      write_workload(out, recording.matrix, static_cast<std::size_t>(&one - workloads.data()));
    });
    write_list(out, "formulas", recording.formulas, one_line,
               [&](const EventFormula &one) { write_formula(out, one); });
    write_list(out, "chases", recording.chases, one_line, [&](const RecordedChase &one) { write_chase(out, one); });
    write_list(out, "roles", recording.roles, one_line, [&](const RoledEvent &one) {
      out.field("event", one.event);
      out.word_field("role", name_of(one.role));
    });
    write_list(out, "exclusive", recording.exclusive, one_line, [&](const ExclusivePair &pair) {
      out.field("first", pair.first);
      out.field("second", pair.second);
      out.field_unless_empty("reason", pair.reason);
    });
    write_list(out, "programs", recording.programs, lines,
               [&](const RecordedProgram &one) { write_program(out, one); });
  });
  return out.take();
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
