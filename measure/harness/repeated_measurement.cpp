#include "measure/harness/repeated_measurement.h"

#include "measure/harness/samples.h"
#include "measure/harness/stopwatch.h"

#include <algorithm>

namespace osaca::measure {

namespace {

constexpr double news = 0.95; // times the lowest crowding so far: a lower value means that the core had been shared
constexpr double calm_tolerance = 1.05;
constexpr double steady_spread = 0.04;  // of a free core's canary; includes the resolution of the clock
constexpr std::size_t one_in_wild = 50; // at most one round in this many looks calmer than it is
constexpr std::size_t in_a_row = 4;     // such wrong rounds do not follow each other
constexpr double agreement = 1.03;
constexpr double least_additions = 0.72; ///< of the expected rate: schedulers idle some units (0.84 on a free Emerald
                                         ///< Rapids); a second thread takes half

} // namespace

double CalmCore::least_crowding() const {
  if (crowdings_.empty())
    return 0;
  const double of_many = crowdings_[crowdings_.size() / one_in_wild];
  return agreed_ > 0 ? std::min(agreed_, of_many) : of_many;
}

void CalmCore::remember(double crowding) {
  crowdings_.insert(std::upper_bound(crowdings_.begin(), crowdings_.end(), crowding), crowding);
  latest_.push_back(crowding);
  if (latest_.size() > in_a_row)
    latest_.pop_front();
  const auto [least, most] = std::ranges::minmax_element(latest_);
  if (latest_.size() == in_a_row && *most <= agreement * *least && (agreed_ <= 0 || *most < agreed_))
    agreed_ = *most;
}

CalmCore::Verdict CalmCore::judge(const Typical &round) {
  // If the frequency changes between chain and canary, a round can look calmer than the core is. Such a round is
  // ignored.
  if (round.crowding_spread > steady_spread) {
    latest_.clear();
    return Verdict::disturbed;
  }
  if (round.additions_per_cycle > 0 && round.additions_per_cycle < least_additions * expected_additions_)
    return Verdict::disturbed;
  const double before = least_crowding();
  remember(round.crowding);
  const double least = least_crowding();
  if (least < before * news) {
    ++epoch_;
    return Verdict::calmer_than_ever;
  }
  return round.crowding <= least * calm_tolerance ? Verdict::calm : Verdict::disturbed;
}

namespace {

constexpr double stable_spread = 0.03;

} // namespace

double least_cycles_of(std::size_t instructions, double per_cycle) {
  return static_cast<double>(instructions) / per_cycle;
}

double least_cycles_of(const std::vector<Instruction> &code) {
  const auto count = [&code](auto &&is_one) { return static_cast<double>(std::ranges::count_if(code, is_one)); };
  const double branches = count([](const Instruction &one) { return one.is_branch; });
  const double taken =
      count([](const Instruction &one) { return one.is_branch && (!one.is_conditional || one.is_taken); });
  return std::max(
      {least_cycles_of(code.size()), branches / most_branches_per_cycle, taken / most_taken_branches_per_cycle});
}

Measurement repeated_measurement(const TimedFrame &frame, const TimedTask &task, const Executions &executions,
                                 const RepetitionPolicy &repetition, CalmCore &core) {
  TimedTask next = task;
  const auto run = [&](std::size_t) {
    next.calm_crowding = core.least_crowding();
    return CountedRun{run_timed(frame, next), executions};
  };
  return repeated_measurement(run, repetition, core);
}

Measurement repeated_measurement(const Run &run, const RepetitionPolicy &repetition, CalmCore &core) {
  const auto wanted = static_cast<std::size_t>(std::max(repetition.runs, 1));
  std::vector<double> calm;
  std::vector<double> all;
  const Stopwatch watch;
  const auto goes_on = [&](std::size_t runs) {
    const bool is_disturbed = calm.size() < wanted;
    return runs < wanted || watch.seconds() <= repetition.patience_seconds ||
           (is_disturbed && core.waited_seconds() < repetition.wait_seconds);
  };
  for (std::size_t runs = 0; goes_on(runs); ++runs) {
    const double began = watch.seconds();
    const auto [timed, executions] = run(runs);
    if (runs >= wanted && began > repetition.patience_seconds)
      core.has_waited(watch.seconds() - began);
    if (timed.status != Status::ok)
      return {timed.status, 0, 0, timed.detail};
    const auto passes = static_cast<double>(timed.passes);
    const Typical found =
        typical(timed.samples,
                {static_cast<double>(calibration_cycles), timed.clock_overhead_ticks, passes * executions.shorter,
                 passes * executions.longer, static_cast<double>(sentinel_units * sentinel_unit_additions)},
                core.least_crowding());
    const CalmCore::Verdict verdict = core.judge(found);
    if (verdict == CalmCore::Verdict::calmer_than_ever)
      calm.clear();
    // If the clock jumped between the windows, the difference can be anything, even zero or negative.
    if (found.cycles <= executions.least_cycles)
      continue;
    all.push_back(found.cycles);
    if (verdict != CalmCore::Verdict::disturbed)
      calm.push_back(found.cycles);
    std::vector<double> agreeing = calm;
    const double spread = closest_agreement(agreeing, wanted);
    if (agreeing.size() >= wanted && spread <= stable_spread)
      return {Status::ok, median(std::move(agreeing)), spread, ""};
  }
  if (all.empty())
    return {Status::impossible, 0, 0,
            "every run took less time than any core needs for this many instructions or branches"};
  std::vector<double> agreeing = calm.size() >= wanted ? calm : all;
  const double spread = closest_agreement(agreeing, wanted);
  return {Status::unstable, median(std::move(agreeing)), spread,
          calm.size() >= wanted ? "" : "another thread was on the core"};
}

bool settle(const CalmCore &core, const std::function<void()> &measure_once, double patience_seconds) {
  constexpr int calm_rounds = 12;
  const Stopwatch watch;
  double least = 0;
  for (int calm = 0; calm < calm_rounds;) {
    measure_once();
    const double now = core.least_crowding();
    calm = now < least || least <= 0 ? 0 : calm + 1;
    least = now;
    if (watch.seconds() > patience_seconds)
      break;
  }
  return least > 0;
}

} // namespace osaca::measure
