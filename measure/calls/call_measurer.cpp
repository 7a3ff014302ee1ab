#include "measure/calls/call_measurer.h"

#include "base/format.h"

#include <algorithm>
#include <utility>

namespace osaca::measure::calls {
namespace {

bool has_figure(const Measurement &figure) {
  return (figure.status == Status::ok || figure.status == Status::unstable) && figure.cycles > 0;
}

} // namespace

Expected<CallMeasurer> CallMeasurer::create(const RepetitionPolicy &repetition, double additions_per_cycle) {
  OSACA_TRY(TimedFrame frame, make_frame({}));
  CallMeasurer made(std::move(frame), repetition);
  made.core_.expect_additions(additions_per_cycle);
  return made;
}

Measurement CallMeasurer::timed(const CallSubject &subject, const ArgumentClass &arguments, CallTiming timing) {
  auto code = call_code(subject, timing);
  if (!code)
    return {Status::unsupported, 0, 0, code.error().message};
  CallTask task{subject.library, subject.name, *std::move(code), call_data(subject, arguments, timing)};
  const Executions executions{calls_per_pass, 2.0 * calls_per_pass, 0};
  const auto run = [&](std::size_t) {
    task.calm_crowding = core_.least_crowding();
    return CountedRun{time_calls(frame_, task), executions};
  };
  return repeated_measurement(run, repetition_, core_);
}

/// The link is timed in the same way as the calls, once for each type of result.
std::optional<Measurement> CallMeasurer::latency(const CallSubject &subject, const ArgumentClass &arguments,
                                                 double throughput) {
  Measurement chain = timed(subject, arguments, CallTiming::chain);
  if (!has_figure(chain))
    return std::nullopt;
  if (has_link(subject)) {
    const CallValue kind = subject.signature.result;
    auto known = links_.find(kind);
    if (known == links_.end()) {
      const Measurement link = timed(subject, arguments, CallTiming::link);
      if (!has_figure(link))
        return std::nullopt;
      known = links_.emplace(kind, link.cycles).first;
    }
    chain.cycles -= known->second;
  }
  chain.cycles = std::max(chain.cycles, throughput);
  return chain;
}

void CallMeasurer::settle(double patience_seconds) {
  constexpr ValueRange any = {1, 2};
  const CallSubject subject = users_subject("libm.so.6", "fabs", {CallValue::float64, {CallValue::float64}}, {any});
  RepetitionPolicy once{1, 0, 0};
  std::swap(once, repetition_);
  const auto measure_once = [&] { (void)timed(subject, subject.classes.front(), CallTiming::independent); };
  osaca::measure::settle(core_, measure_once, patience_seconds);
  std::swap(once, repetition_);
}

MeasuredCalls CallMeasurer::measure(const CallSubject &subject) {
  MeasuredCalls made{subject, {}, "", core_.epoch()};
  for (const ArgumentClass &arguments : subject.classes) {
    MeasuredClass of_class{arguments.name, text_of(arguments), timed(subject, arguments, CallTiming::independent), {}};
    if (!has_figure(of_class.throughput)) {
      made.problem = format_text("{}{}{}", name_of(of_class.throughput.status),
                                 of_class.throughput.detail.empty() ? "" : ": ", of_class.throughput.detail);
      break; // the other classes would fail in the same way
    }
    if (has_chain(subject) || subject.kind == CallKind::allocation)
      of_class.latency = latency(subject, arguments, of_class.throughput.cycles);
    made.classes.push_back(std::move(of_class));
  }
  return made;
}

std::vector<MeasuredCalls> with_free(std::vector<MeasuredCalls> measured) {
  std::vector<MeasuredCalls> all;
  for (MeasuredCalls &one : measured) {
    if (one.subject.kind != CallKind::allocation) {
      all.push_back(std::move(one));
      continue;
    }
    for (MeasuredClass &of_class : one.classes) {
      of_class.throughput.cycles /= 2;
      if (of_class.latency)
        of_class.latency->cycles = std::max(of_class.latency->cycles / 2, of_class.throughput.cycles);
    }
    MeasuredCalls release = one;
    release.subject.name = "free";
    release.subject.signature = {CallValue::nothing, {CallValue::integer}};
    for (MeasuredClass &of_class : release.classes)
      of_class.latency.reset();
    all.push_back(std::move(one));
    all.push_back(std::move(release));
  }
  return all;
}

} // namespace osaca::measure::calls
