#include "measure/counters/program_shares.h"

#include "measure/file/decimal.h"

#include <algorithm>

namespace osaca::measure {
namespace {

std::optional<double> cycles_in_role(const std::vector<RoledEvent> &events, const RecordedProgram &program,
                                     StallRole role) {
  for (const RoledEvent &event : events)
    for (const auto &[name, count] : program.counts)
      if (event.role == role && event.event == name)
        return count;
  return std::nullopt;
}

std::string percent(double share) { return decimal(100 * share, 1) + " %"; }

bool has_event_for(const std::vector<RoledEvent> &events, StallRole role) {
  return std::ranges::any_of(events, [role](const RoledEvent &one) { return one.role == role; });
}

/// What is missing for any statement.
std::string missing_text(const std::vector<RoledEvent> &events) {
  for (const auto &[role, what] :
       {std::pair{StallRole::cycles, "cycles"}, std::pair{StallRole::pending_misses, "waiting for misses of L1"}})
    if (!has_event_for(events, role))
      return std::string("how it waits for memory is not told: no event of ") + what + " is accepted";
  return "how it waits for memory is not told: not all events of it were counted";
}

} // namespace

std::vector<RoledEvent> stall_events_of(const CounterRecording &recording) {
  std::vector<RoledEvent> made;
  const std::vector<RoleVerdict> verdicts = judged_roles(recording);
  for (const StallRole role : all_stall_roles) {
    const auto found =
        std::ranges::find_if(verdicts, [role](const RoleVerdict &one) { return one.role == role && one.is_accepted; });
    if (found != verdicts.end())
      made.push_back({found->event, role});
  }
  return made;
}

std::optional<ProgramShares> program_shares(const std::vector<RoledEvent> &events, const RecordedProgram &program) {
  const auto all = cycles_in_role(events, program, StallRole::cycles);
  const auto pending = cycles_in_role(events, program, StallRole::pending_misses);
  const auto stores = cycles_in_role(events, program, StallRole::store_buffer);
  const auto fill = cycles_in_role(events, program, StallRole::fill_buffers);
  const auto queue = cycles_in_role(events, program, StallRole::super_queue);
  if (!all || *all <= 0 || !pending)
    return std::nullopt;
  ProgramShares made;
  made.shares = taken_apart({*all, *pending, stores.value_or(0), fill.value_or(0), queue.value_or(0)});
  made.has_bandwidth = fill.has_value();
  made.has_queue = queue.has_value();
  made.has_stores = stores.has_value();
  return made;
}

std::string shares_text(const std::vector<RoledEvent> &events, const RecordedProgram &program) {
  const auto told = program_shares(events, program);
  if (!told)
    return missing_text(events);
  const StallShares &shares = told->shares;
  if (shares.is_contradictory)
    return "how it waits for memory is contradictory: more cycles of waiting than there are, or more for bandwidth "
           "than for memory";
  std::string text = percent(shares.productive) + " productive, " + percent(shares.memory) + " waiting for memory: ";
  if (told->has_bandwidth)
    text += percent(shares.bandwidth) + " for its bandwidth" +
            (told->has_queue ? ", " : " (at least, without an event of a full queue behind L2), ") +
            percent(shares.latency) + " for its latency";
  else
    text += "for bandwidth or latency is not told, without an event of full buffers";
  return text + (told->has_stores ? "" : "; at least so much, without an event of full store buffers");
}

} // namespace osaca::measure
