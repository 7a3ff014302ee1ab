// What a program's counts say, after it was found out which events can be believed.
#pragma once

#include "measure/counters/event_verdict.h"
#include "measure/counters/perf_events.h"

namespace osaca::measure {

/// The event that counts what a part does.
struct BelievedEvent {
  CountedPart part;
  EventVerdict verdict;
  CounterEvent event;
};

/// Of each part the best one, if one is accepted and its code is known.
[[nodiscard]] std::vector<BelievedEvent> believed_events(const EventMatrix &matrix,
                                                         const std::vector<CounterEvent> &events);

/// Of each part: units, units per second, and how much of its capacity that is, where that is known. `program`: counts
/// of these events, in their order.
[[nodiscard]] std::string program_report(const std::vector<BelievedEvent> &believed, const EventMatrix &matrix,
                                         const CountedProgram &program);

} // namespace osaca::measure
