#include "measure/counters/program_report.h"

#include "measure/file/decimal.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {
namespace {

std::string used_text(const BelievedEvent &one, const EventMatrix &matrix, double count, double seconds) {
  for (const Capacity &capacity : capacities(matrix))
    if (capacity.part.resource == one.part.resource && capacity.part.access == one.part.access)
      if (const auto used = utilisation(one.verdict, capacity, count, seconds))
        return ", " + decimal(100 * *used, 1) + " % of its capacity";
  return "";
}

} // namespace

std::vector<BelievedEvent> believed_events(const EventMatrix &matrix, const std::vector<CounterEvent> &events) {
  std::vector<BelievedEvent> made;
  const auto is_told_by_its_ways = [&made](const CountedPart &part) {
    return part.access.empty() &&
           std::ranges::any_of(made, [&](const BelievedEvent &one) { return one.part.resource == part.resource; });
  };
  for (const CountedPart &part : parts_of(matrix))
    for (const EventVerdict &verdict : ranked_events(matrix, {}, part)) {
      const auto event =
          std::ranges::find_if(events, [&](const CounterEvent &other) { return other.name == verdict.formula.name; });
      if (!verdict.is_accepted() || event == events.end() || is_told_by_its_ways(part))
        continue;
      made.push_back({part, verdict, *event});
      break;
    }
  return made;
}

std::string program_report(const std::vector<BelievedEvent> &believed, const EventMatrix &matrix,
                           const CountedProgram &program) {
  std::string out =
      "The program took " + decimal(program.seconds, 3) + " s; counted in user space, with all that it started:\n";
  for (std::size_t i = 0; i < believed.size() && i < program.counts.size(); ++i) {
    const BelievedEvent &one = believed[i];
    out += "  " + name_of(one.part) + ": ";
    if (const CounterFault *fault = fault_in(program.counts[i])) {
      out += text_of(*fault) + "\n";
      continue;
    }
    const double count = counts_in(program.counts[i])->front();
    const double units = count / std::max(1.0, std::round(one.verdict.per_unit));
    out += decimal(units, 0);
    if (program.seconds > 0)
      out += ", " + decimal(units / program.seconds, 0) + " a second";
    out += used_text(one, matrix, count, program.seconds) + " (" + one.event.name +
           (one.verdict.also.empty() ? "" : ", which counts all that goes through there") + ")\n";
  }
  return out;
}

} // namespace osaca::measure
