#include "measure/repeated.h"

#include "measure/samples.h"

#include <algorithm>
#include <chrono>

namespace osaca::measure {
namespace {

constexpr double stable_spread = 0.03;

} // namespace

Figure repeated_measurement(const TimedFrame &frame, const TimedTask &task, const Executions &executions,
                            const Repetition &repetition, CalmCore &core) {
  const auto wanted = static_cast<std::size_t>(std::max(repetition.runs, 1));
  std::vector<double> calm;
  std::vector<double> all;
  const auto begin = std::chrono::steady_clock::now();
  const auto out_of_patience = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() >
           repetition.patience_seconds;
  };
  while (all.size() < wanted || !out_of_patience()) {
    const TimedRun timed = run_timed(frame, task);
    if (timed.status != Status::ok)
      return {timed.status, 0, 0, timed.detail};
    const auto passes = static_cast<double>(timed.passes);
    const Typical found = typical(timed.samples, {static_cast<double>(calibration_cycles), timed.clock_overhead_ticks,
                                                  passes * executions.shorter, passes * executions.longer});
    const CalmCore::Verdict verdict = core.judge(found);
    if (verdict == CalmCore::Verdict::calmer_than_ever)
      calm.clear();
    all.push_back(found.cycles);
    if (verdict != CalmCore::Verdict::disturbed)
      calm.push_back(found.cycles);
    std::vector<double> lowest = calm;
    const double spread = lowest_agreement(lowest, wanted);
    // Where the clock went astray between the windows a difference can come out as nothing or less: never a figure.
    if (lowest.size() == wanted && spread <= stable_spread && median(lowest) > 0)
      return {Status::ok, median(lowest), spread, ""};
  }
  std::vector<double> lowest = calm.size() >= wanted ? calm : all;
  const double spread = lowest_agreement(lowest, wanted);
  return {Status::unstable, median(lowest), spread, calm.size() >= wanted ? "" : "another thread was on the core"};
}

} // namespace osaca::measure
