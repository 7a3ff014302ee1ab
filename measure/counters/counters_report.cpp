#include "measure/counters/counters_report.h"

#include "measure/counters/event_verdict.h"
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

std::string name_of_part(const CountedPart &part) { return part.resource + (part.access.empty() ? "" : ", " + part.access); }

/// An event that counts several parts may be of use all the same: how much it counts of each.
std::string overlap_text(const EventMatrix &matrix, const EventVerdict &verdict) {
  if (verdict.kind != EventVerdict::Kind::counts_elsewhere)
    return "";
  std::string text;
  for (const auto &[part, per_unit] : overlap_of(matrix, verdict.formula))
    text += (text.empty() ? "; " : " + ") + decimal(per_unit, share_digits) + " " + name_of_part(part);
  return text;
}

std::string part_text(const CounterRecording &recording, const CountedPart &part) {
  std::string out = name_of_part(part) + ":\n";
  for (const EventVerdict &one : ranked_events(recording.matrix, recording.formulas, part))
    if (one.kind != EventVerdict::Kind::not_counted)
      out += std::string(one.is_accepted() ? "  accepted  " : "  rejected  ") + one.formula.name + ": " + text_of(one) +
             overlap_text(recording.matrix, one) + "\n";
  return out;
}

std::string capacity_text(const Capacity &one) {
  std::string out = "  " + name_of_part(one.part) + ": " + decimal(one.units_per_second / mega, rate_digits) + " M/s";
  if (one.bytes_per_second > 0)
    out += ", " + decimal(one.bytes_per_second / giga, rate_digits) + " GB/s";
  if (one.is_contradictory)
    out += "; contradictory: so many a second are " + decimal(one.implied_bytes_per_second / giga, rate_digits) +
           " GB/s, so nothing is concluded from either";
  return out + "\n";
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
    out += "  " + chase.event + ": " + std::string(name_of(judged_stalls(chase.counts))) + "\n";
  std::string shown;
  for (std::size_t begin = 0; begin < out.size();) {
    const std::size_t end = std::min(out.find('\n', begin), out.size());
    shown += printable(out.substr(begin, end - begin)) + "\n";
    begin = end + 1;
  }
  return shown;
}

} // namespace osaca::measure
