#include "measure/counters/program_events.h"

#include "base/format.h"
#include "measure/counters/counted_machine.h"
#include "measure/counters/event_list.h"
#include "measure/file/number_text.h"

#include <algorithm>
#include <cmath>

namespace osaca::measure {

namespace {

std::string used_text(const BelievedEvent &one, const EventMatrix &matrix, double count, double seconds) {
  for (const Capacity &capacity : capacities(matrix))
    if (capacity.part.resource == one.part.resource && capacity.part.access == one.part.access)
      if (const auto used = utilisation(one.verdict, capacity, count, seconds))
        return format_text(", {} % of its capacity", decimal(100 * *used, 1));
  return "";
}

} // namespace

std::vector<BelievedEvent> believed_events(const EventMatrix &matrix, const std::vector<CounterEvent> &events) {
  std::vector<BelievedEvent> made;
  const auto follows_from_ways = [&made](const CountedPart &part) {
    return part.access.empty() &&
           std::ranges::any_of(made, [&](const BelievedEvent &one) { return one.part.resource == part.resource; });
  };
  for (const CountedPart &part : parts_of(matrix))
    for (const EventVerdict &verdict : ranked_events(matrix, {}, part)) {
      const auto event =
          std::ranges::find_if(events, [&](const CounterEvent &other) { return other.name == verdict.formula.name; });
      if (!verdict.is_accepted() || event == events.end() || follows_from_ways(part))
        continue;
      made.push_back({part, verdict, *event});
      break;
    }
  return made;
}

std::string program_report(const std::vector<BelievedEvent> &believed, const EventMatrix &matrix,
                           const CountedProgram &program) {
  std::string out = format_text("The program took {} s. Counts in user space, including its child processes:\n",
                                decimal(program.seconds, 3));
  for (std::size_t i = 0; i < believed.size() && i < program.counts.size(); ++i) {
    const BelievedEvent &one = believed[i];
    out += format_text("  {}: ", name_of(one.part));
    if (const CounterFault *fault = fault_in(program.counts[i])) {
      out += text_of(*fault) + "\n";
      continue;
    }
    const double count = counts_in(program.counts[i])->front();
    const double units = count / std::max(1.0, std::round(one.verdict.per_unit));
    out += decimal(units, 0);
    if (program.seconds > 0)
      out += format_text(", {} per second", decimal(units / program.seconds, 0));
    out += format_text("{} ({}{})\n", used_text(one, matrix, count, program.seconds), one.event.name,
                       one.verdict.also.empty() ? "" : ", which counts everything that passes through there");
  }
  return out;
}

namespace {

constexpr std::size_t longest_command = 200;

const CounterEvent *listed_event(const std::vector<CounterEvent> &events, const std::string &name) {
  const auto found = std::ranges::find_if(events, [&](const CounterEvent &one) { return one.name == name; });
  return found == events.end() ? nullptr : &*found;
}

const ExclusivePair *pair_of(const std::vector<ExclusivePair> &pairs, const std::string &a, const std::string &b) {
  const auto found = std::ranges::find_if(pairs, [&](const ExclusivePair &one) {
    return (one.first == a && one.second == b) || (one.first == b && one.second == a);
  });
  return found == pairs.end() ? nullptr : &*found;
}

class ChosenEvents {
public:
  explicit ChosenEvents(const std::vector<ExclusivePair> &exclusive) : exclusive_(exclusive) {}

  void add(const CounterEvent &event) {
    if (has(event.name))
      return;
    for (const CounterEvent &other : chosen_)
      if (pair_of(exclusive_, event.name, other.name) != nullptr) {
        left_out_.push_back(format_text("{} cannot be counted together with {}", event.name, other.name));
        return;
      }
    chosen_.push_back(event);
  }

  /// Events of the system need no counter of the processor.
  void keep_what_fits(CounterSource &source, Workload &idle) {
    std::vector<CounterEvent> of_processor;
    for (const CounterEvent &event : std::vector<CounterEvent>(chosen_)) {
      if (event.type == software_event_type)
        continue;
      const Counted alone = source.count({event}, idle);
      if (const CounterFault *fault = fault_in(alone)) {
        left_out_.push_back(format_text("{}: {}", event.name, text_of(*fault)));
        chosen_.erase(std::ranges::find(chosen_, event));
      } else {
        of_processor.push_back(event);
      }
    }
    const std::size_t fitting = of_processor.empty() ? 0 : countable_together(source, of_processor, idle);
    for (std::size_t i = fitting; i < of_processor.size(); ++i) {
      left_out_.push_back("no counter is free for " + of_processor[i].name);
      chosen_.erase(std::ranges::find(chosen_, of_processor[i]));
    }
  }

  void leave_out(std::string text) { left_out_.push_back(std::move(text)); }
  [[nodiscard]] bool has(const std::string &name) const { return listed_event(chosen_, name) != nullptr; }
  [[nodiscard]] std::vector<std::string> left_out() && { return std::move(left_out_); }

private:
  const std::vector<ExclusivePair> &exclusive_;
  std::vector<CounterEvent> chosen_;
  std::vector<std::string> left_out_;
};

} // namespace

ProgramEvents program_events(const CounterRecording &recording, const std::vector<CounterEvent> &events,
                             CounterSource &source, Workload &idle) {
  const std::vector<RoledEvent> roles = stall_events_of(recording);
  const std::vector<BelievedEvent> parts = believed_events(recording.matrix, events);
  ChosenEvents chosen(recording.exclusive);
  for (const RoledEvent &one : roles)
    if (const CounterEvent *event = listed_event(events, one.event))
      chosen.add(*event);
    else
      chosen.leave_out(one.event + ": its code is missing from the list of events");
  for (const BelievedEvent &one : parts)
    chosen.add(one.event);
  chosen.keep_what_fits(source, idle);
  ProgramEvents made;
  for (const BelievedEvent &one : parts)
    if (chosen.has(one.event.name)) {
      made.parts.push_back(one);
      made.wanted.push_back(one.event);
    }
  for (const RoledEvent &one : roles)
    if (chosen.has(one.event)) {
      made.roles.push_back(one);
      if (listed_event(made.wanted, one.event) == nullptr)
        made.wanted.push_back(*listed_event(events, one.event));
    }
  made.left_out = std::move(chosen).left_out();
  return made;
}

std::string recorded_command(const std::string &command) {
  std::string text = command.substr(0, longest_command);
  for (char &c : text)
    c = c < 0x20 || c > 0x7e ? '?' : c;
  return text;
}

RecordedProgram recorded_program(const std::string &command, const std::vector<CounterEvent> &wanted,
                                 const CountedProgram &program) {
  RecordedProgram made;
  made.command = recorded_command(command);
  made.seconds = program.seconds;
  for (std::size_t i = 0; i < wanted.size() && i < program.counts.size(); ++i)
    if (const std::vector<double> *counts = counts_in(program.counts[i]))
      made.counts.emplace_back(wanted[i].name, counts->front());
  return made;
}

} // namespace osaca::measure
