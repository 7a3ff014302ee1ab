#include "measure/counters/counters_report.h"

#include "measure/counters/event_verdict.h"
#include "measure/counters/program_shares.h"
#include "measure/file/decimal.h"

#include <algorithm>

namespace osaca::measure {
namespace {

constexpr double giga = 1e9;
constexpr double mega = 1e6;
constexpr int rate_digits = 1;
constexpr int share_digits = 2;

/// Names in files may hold anything; terminals get letters.
std::string printable(std::string text) {
  for (char &c : text)
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e)
      c = '?';
  return text;
}

/// An event that counts several parts may be of use all the same: how much it counts of each.
std::string overlap_text(const EventMatrix &matrix, const EventVerdict &verdict) {
  if (verdict.kind != EventVerdict::Kind::counts_elsewhere)
    return "";
  std::string text;
  for (const auto &[part, per_unit] : overlap_of(matrix, verdict.formula))
    text += (text.empty() ? "; " : " + ") + decimal(per_unit, share_digits) + " " + name_of(part);
  return text;
}

std::optional<StallRole> role_of(const CounterRecording &recording, const std::string &event) {
  const auto found = std::ranges::find_if(recording.roles, [&](const RoledEvent &one) { return one.event == event; });
  return found == recording.roles.end() ? std::nullopt : std::optional(found->role);
}

std::string part_text(const CounterRecording &recording, const CountedPart &part) {
  // Events of which the same is said share a line.
  std::vector<std::pair<std::string, std::string>> lines;
  for (const EventVerdict &one : ranked_events(recording.matrix, recording.formulas, part)) {
    if (one.kind == EventVerdict::Kind::not_counted || role_of(recording, one.formula.name))
      continue; // cycles are no lines
    const std::string said = text_of(one) + overlap_text(recording.matrix, one);
    if (!one.is_accepted() && !lines.empty() && lines.back().second == said)
      lines.back().first += ", " + one.formula.name;
    else
      lines.emplace_back((one.is_accepted() ? "  accepted  " : "  rejected  ") + one.formula.name, said);
  }
  std::string out = lines.empty() ? "" : name_of(part) + ":\n";
  for (const auto &[names, said] : lines)
    out += names + ": " + said + "\n";
  return out;
}

std::string capacity_text(const Capacity &one) {
  std::string out = "  " + name_of(one.part) + ": " + decimal(one.units_per_second / mega, rate_digits) + " M/s";
  if (one.bytes_per_second > 0)
    out += ", " + decimal(one.bytes_per_second / giga, rate_digits) + " GB/s";
  if (one.is_contradictory)
    out += "; contradictory: so many a second are " + decimal(one.implied_bytes_per_second / giga, rate_digits) +
           " GB/s, so nothing is concluded from either";
  return out + "\n";
}

/// "  e, L3: accepted (53.0 cycles a load, 29.0 with independent work, 54.0 with work that is waited for)"
std::string chase_line(const RecordedChase &chase) {
  const ChaseCounts &counts = chase.counts;
  return "  " + chase.event + (chase.level.empty() ? "" : ", " + chase.level) + ": " +
         std::string(name_of(judged_in_level(chase.level, counts))) + " (of " +
         decimal(counts.latency_cycles, rate_digits) + " cycles a load " + decimal(counts.chase, rate_digits) +
         ", beside independent work " + decimal(counts.with_independent, rate_digits) +
         ", with work that is waited for " + decimal(counts.with_dependent, rate_digits) + ")\n";
}

std::string roles_text(const CounterRecording &recording) {
  std::string out = recording.roles.empty() ? "" : "Parts of a program's time:\n";
  for (const RoleVerdict &one : judged_roles(recording))
    out += (one.is_accepted ? "  accepted  " : "  rejected  ") + one.event + " (" + std::string(name_of(one.role)) +
           ")" + (one.is_accepted ? "" : ": " + one.reason) + "\n";
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
    out += "Not to be counted together:\n";
  for (const ExclusivePair &pair : recording.exclusive)
    out += "  " + pair.first + ", " + pair.second + (pair.reason.empty() ? "" : ": " + pair.reason) + "\n";
  if (!recording.programs.empty())
    out += "Programs:\n";
  const std::vector<RoledEvent> stall_events = stall_events_of(recording);
  for (const RecordedProgram &program : recording.programs)
    out += "  " + program.command + ": " + shares_text(stall_events, program) + "\n";
  std::string shown;
  for (std::size_t begin = 0; begin < out.size();) {
    const std::size_t end = std::min(out.find('\n', begin), out.size());
    shown += printable(out.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return shown;
}

} // namespace osaca::measure
