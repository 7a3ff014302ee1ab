// What is made of several runs, with runs that are made up.
#include "measure/harness/repeated_measurement.h"

#include <gtest/gtest.h>

namespace osaca::measure {
namespace {

constexpr std::uint64_t passes_of_run = 100;
constexpr RepetitionPolicy three_runs = {3, 0};

/// On a calm core where a tick is a cycle, and an execution is said to take `cycles`.
TimedRun run_of(double cycles) {
  TimedRun run;
  run.status = Status::ok;
  run.passes = passes_of_run;
  const auto window = [cycles](double executions) {
    return static_cast<std::uint64_t>(static_cast<double>(passes_of_run) * (100 + cycles * executions));
  };
  run.samples.assign(20, {calibration_cycles, window(500), window(1000), 8000});
  return run;
}

Executions executions_of(std::size_t instructions) { return {500, 1000, least_cycles_of(instructions)}; }

/// A run that is made in the same way each time.
template <typename Made> Run each(const Made &made, std::size_t instructions) {
  return [=](std::size_t) { return CountedRun{made(), executions_of(instructions)}; };
}

Measurement figure_of(double cycles, std::size_t instructions) {
  CalmCore core;
  return repeated_measurement(each([cycles] { return run_of(cycles); }, instructions), three_runs, core);
}

TEST(RepeatedMeasurement, DividesByTheIterationsOfEachRun) {
  CalmCore core;
  const auto run = [](std::size_t number) {
    Executions executions = executions_of(1);
    executions.longer += static_cast<double>(number);
    TimedRun timed = run_of(0.5);
    for (Sample &sample : timed.samples)
      sample.long_ticks += passes_of_run * number / 2;
    return CountedRun{std::move(timed), executions};
  };
  const Measurement figure = repeated_measurement(run, {3, 0}, core);
  EXPECT_EQ(figure.status, Status::ok);
  EXPECT_NEAR(figure.cycles, 0.5, 0.001);
}

TEST(RepeatedMeasurement, IsWhatRunsAgreeOn) {
  const Measurement figure = figure_of(0.5, 1);
  EXPECT_EQ(figure.status, Status::ok);
  EXPECT_DOUBLE_EQ(figure.cycles, 0.5);
}

// 0.047 was once said of an addition. The widest cores rename eight macro-ops per cycle, and a compare with its branch
// is one.
TEST(RepeatedMeasurement, NeverSaysWhatNoCoreCanDo) {
  for (const double cycles : {0.047, 0.0, -0.3}) {
    const Measurement figure = figure_of(cycles, 1);
    EXPECT_EQ(figure.status, Status::impossible) << cycles;
    EXPECT_EQ(figure.cycles, 0) << cycles;
  }
  EXPECT_EQ(figure_of(0.4, 8).status, Status::impossible);
  EXPECT_EQ(figure_of(0.125, 1).status, Status::ok);
  EXPECT_EQ(figure_of(1.0, 8).status, Status::ok);
}

TEST(RepeatedMeasurement, ContinuesAfterAnImpossibleRun) {
  CalmCore core;
  int runs = 0;
  const auto run = [&runs] { return run_of(++runs == 1 ? 0.01 : 0.5); };
  const Measurement figure = repeated_measurement(each(run, 1), {3, 5}, core);
  EXPECT_EQ(figure.status, Status::ok);
  EXPECT_DOUBLE_EQ(figure.cycles, 0.5);
  EXPECT_EQ(runs, 4);
}

// Beside somebody else, all agree on twice the figure.
TEST(RepeatedMeasurement, WaitsForACalmCore) {
  constexpr int busy_runs = 200;
  for (const bool waits : {false, true}) {
    CalmCore core;
    (void)repeated_measurement(each([] { return run_of(0.5); }, 1), {4, 0}, core);
    int runs = 0;
    const auto run = [&runs] {
      const bool is_busy = ++runs <= busy_runs;
      TimedRun made = run_of(is_busy ? 1.0 : 0.5);
      for (Sample &sample : made.samples)
        sample.canary_ticks *= is_busy ? 2 : 1;
      return made;
    };
    const Measurement figure = repeated_measurement(each(run, 1), {3, 0, waits ? 60.0 : 0.0}, core);
    EXPECT_EQ(figure.status, waits ? Status::ok : Status::unstable);
    EXPECT_DOUBLE_EQ(figure.cycles, waits ? 0.5 : 1.0);
    EXPECT_EQ(core.waited_seconds() > 0, waits);
  }
}

TEST(RepeatedMeasurement, EndsWithARunThatEndsOtherwise) {
  CalmCore core;
  const auto run = [] {
    TimedRun ended;
    ended.status = Status::fault;
    ended.detail = "address 0x10";
    return ended;
  };
  const Measurement figure = repeated_measurement(each(run, 1), three_runs, core);
  EXPECT_EQ(figure.status, Status::fault);
  EXPECT_EQ(figure.detail, "address 0x10");
}

} // namespace
} // namespace osaca::measure
