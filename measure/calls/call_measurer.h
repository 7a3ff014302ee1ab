// The figures of a function's calls, from several processes that agree.
#pragma once

#include "measure/calls/call_list.h"
#include "measure/calls/call_process.h"
#include "measure/file/measurement.h"
#include "measure/harness/repeated_measurement.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace osaca::measure::calls {

struct MeasuredClass {
  std::string name;
  std::string arguments;
  Measurement throughput;
  std::optional<Measurement> latency; ///< empty: no call can depend on another one

  /// Whether the runs differed.
  [[nodiscard]] bool is_unstable() const {
    return throughput.status == Status::unstable || (latency && latency->status == Status::unstable);
  }
};

struct MeasuredCalls {
  CallSubject subject;
  std::vector<MeasuredClass> classes; ///< those that could be measured
  std::string problem;                ///< why there is no class
  int calm_epoch = 0;
};

class CallMeasurer {
public:
  /// `additions_per_cycle`: see CalmCore::expect_additions.
  [[nodiscard]] static Expected<CallMeasurer> create(const RepetitionPolicy &repetition, double additions_per_cycle);
  /// Waits until the core has been calm for some rounds; later figures are compared with these.
  void settle(double patience_seconds);
  [[nodiscard]] MeasuredCalls measure(const CallSubject &subject);
  /// Figures of earlier epochs were disturbed (CalmCore::epoch).
  [[nodiscard]] int calm_epoch() const { return core_.epoch(); }

private:
  CallMeasurer(TimedFrame frame, const RepetitionPolicy &repetition)
      : frame_(std::move(frame)), repetition_(repetition) {}
  [[nodiscard]] Measurement timed(const CallSubject &subject, const ArgumentClass &arguments, CallTiming timing);
  [[nodiscard]] std::optional<Measurement> latency(const CallSubject &subject, const ArgumentClass &arguments,
                                                   double throughput);

  TimedFrame frame_;
  RepetitionPolicy repetition_;
  CalmCore core_;
  std::map<CallValue, double> links_; ///< cycles of the instructions between the calls of a chain, by the result
};

/// malloc is timed together with free, and each of them counts as half of the time.
[[nodiscard]] std::vector<MeasuredCalls> with_free(std::vector<MeasuredCalls> measured);

struct CallTableFacts {
  MeasuredMachine machine;
  std::string core;    ///< the name of its model
  std::string library; ///< "glibc 2.36"
};

/// A table that the analyses read (docs/measure/calls.md).
[[nodiscard]] std::string table_yaml(const CallTableFacts &facts, const std::vector<MeasuredCalls> &measured);

} // namespace osaca::measure::calls
