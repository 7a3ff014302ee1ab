// Rounds on made-up cores: what is timed, in which order, must not depend on what the machine at hand is like.
#include "measure/harness/samples.h"
#include "measure/harness/timed_code.h"

#include <gtest/gtest.h>

namespace osaca::measure {
namespace {

constexpr std::uint64_t short_executions = 500; // in a pass
constexpr std::uint64_t long_executions = 1000;

/// A tick is a cycle. The units that the code needs fall asleep while chain and canary run.
class SleepyCore : public RoundTimer {
public:
  SleepyCore(double cycles_per_execution, std::uint64_t waking_cycles)
      : cycles_per_execution_(cycles_per_execution), waking_cycles_(waking_cycles) {}

  std::uint64_t chain_ticks(std::uint64_t units) override {
    is_awake_ = false;
    return clock_cycles + units * calibration_unit_cycles;
  }
  std::uint64_t canary_ticks() override {
    is_awake_ = false;
    return clock_cycles + canary_units * calibration_unit_cycles;
  }
  std::uint64_t short_ticks(std::uint64_t passes) override { return window(passes, short_executions); }
  std::uint64_t long_ticks(std::uint64_t passes) override { return window(passes, long_executions); }

private:
  static constexpr std::uint64_t clock_cycles = 40;
  static constexpr std::uint64_t pass_cycles = 80; // beside the code

  std::uint64_t window(std::uint64_t passes, std::uint64_t executions) {
    const double of_pass = pass_cycles + cycles_per_execution_ * static_cast<double>(executions);
    const auto cycles = static_cast<std::uint64_t>(static_cast<double>(passes) * of_pass);
    const std::uint64_t waking = is_awake_ ? 0 : waking_cycles_;
    is_awake_ = true;
    return clock_cycles + waking + cycles;
  }

  double cycles_per_execution_;
  std::uint64_t waking_cycles_;
  bool is_awake_ = false;
};

double cycles_measured(RoundTimer &core) {
  const Rounds rounds = take_rounds(core, 40);
  const auto passes = static_cast<double>(rounds.passes);
  return typical(rounds.samples, {static_cast<double>(calibration_cycles), rounds.clock_overhead_ticks,
                                  passes * short_executions, passes * long_executions})
      .cycles;
}

// 1,100 to 4,350 cycles were seen on cores with vectors of 512 bits.
class WakingCycles : public testing::TestWithParam<std::uint64_t> {};

TEST_P(WakingCycles, AreNoPartOfAFigure) {
  for (const double cycles : {0.25, 0.5, 1.0, 4.0, 20.0}) {
    SleepyCore core(cycles, GetParam());
    EXPECT_NEAR(cycles_measured(core), cycles, 0.01 * cycles);
  }
}

TEST_P(WakingCycles, AreNotTakenForThoseOfAPass) {
  SleepyCore core(0.5, GetParam());
  SleepyCore awake(0.5, 0);
  EXPECT_EQ(take_rounds(core, 40).passes, take_rounds(awake, 40).passes);
}

INSTANTIATE_TEST_SUITE_P(Rounds, WakingCycles, testing::Values(1100, 4000, 4350, 100000));

TEST(Rounds, AreAsManyAsAreWanted) {
  SleepyCore core(0.5, 0);
  EXPECT_EQ(take_rounds(core, 40).samples.size(), 40U);
}

TEST(Rounds, AreFewerOfSlowCode) {
  SleepyCore core(10000, 0);
  EXPECT_EQ(take_rounds(core, 40).samples.size(), 10U);
}

/// Another thread is on the core, and slows the code down to half of its speed, until some rounds are over.
class SharedCore : public RoundTimer {
public:
  explicit SharedCore(int shared_rounds) : shared_rounds_(shared_rounds) {}
  std::uint64_t chain_ticks(std::uint64_t units) override {
    ++round_;
    return 40 + units * calibration_unit_cycles;
  }
  std::uint64_t canary_ticks() override { return slowness() * calibration_cycles; }
  std::uint64_t short_ticks(std::uint64_t passes) override { return 40 + slowness() * passes * short_executions; }
  std::uint64_t long_ticks(std::uint64_t passes) override { return 40 + slowness() * passes * long_executions; }

private:
  [[nodiscard]] std::uint64_t slowness() const { return round_ < shared_rounds_ ? 2 : 1; }
  int shared_rounds_;
  int round_ = 0;
};

TEST(Rounds, GoOnUntilTheCoreIsAsCalmAsItIsKnownToBe) {
  const auto cycles = [](double calm_crowding) {
    SharedCore core(300);
    const Rounds rounds = take_rounds(core, RoundPlan{40, 1, 10, 10, calm_crowding, 1000});
    const auto passes = static_cast<double>(rounds.passes);
    return typical(rounds.samples,
                   {static_cast<double>(calibration_cycles), rounds.clock_overhead_ticks, passes * short_executions,
                    passes * long_executions},
                   calm_crowding)
        .cycles;
  };
  EXPECT_NEAR(cycles(0), 2, 0.01) << "nothing says that the core is shared";
  EXPECT_NEAR(cycles(1), 1, 0.01);
}

TEST(Rounds, EndIfTheCoreIsNeverCalm) {
  SharedCore core(1'000'000);
  EXPECT_EQ(take_rounds(core, RoundPlan{40, 1, 10, 10, 1, 70}).samples.size(), 70U);
}

/// Settles only in the third window in a row.
class SlowToSettle : public RoundTimer {
public:
  std::uint64_t chain_ticks(std::uint64_t units) override {
    windows_ = 0;
    return 40 + units * calibration_unit_cycles;
  }
  std::uint64_t canary_ticks() override { return 40 + canary_units * calibration_unit_cycles; }
  std::uint64_t short_ticks(std::uint64_t passes) override { return window(passes * short_executions); }
  std::uint64_t long_ticks(std::uint64_t passes) override { return window(passes * long_executions); }

private:
  std::uint64_t window(std::uint64_t cycles) { return 40 + cycles + (++windows_ < 3 ? 5000 : 0); }
  int windows_ = 0;
};

TEST(Rounds, MoreUntimedWindowsLetSlowUnitsSettle) {
  SlowToSettle core;
  const auto figure = [&](int untimed_windows) {
    const Rounds rounds = take_rounds(core, 40, untimed_windows);
    const auto passes = static_cast<double>(rounds.passes);
    return typical(rounds.samples, {static_cast<double>(calibration_cycles), rounds.clock_overhead_ticks,
                                    passes * short_executions, passes * long_executions})
        .cycles;
  };
  EXPECT_LT(figure(1), 0.95); // the short window alone is disturbed: less than there is
  EXPECT_NEAR(figure(8), 1, 0.01);
}

} // namespace
} // namespace osaca::measure
