// Address units that are given by place or not, told from times of an AMD EPYC (Genoa, 2026), of a Xeon (Emerald
// Rapids, 2026) and of cores that were made up.
#include "measure/core_probes/dispatch_rules.h"
#include "measure/core_probes/probe.h"
#include "ruled_core.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace osaca::measure::core_probes {
namespace {

constexpr AccessUnits six_wide{6, 3};

TEST(AccessGroups, ShowInTimesOfACoreThatHasThem) {
  EXPECT_EQ(given_by_place({{2, 1, 0.750}, {2, 1, 0.758}, {2, 1, 0.746}, {2, 0, 0.666}, {2, 2, 0.664}, {4, 1, 1.337}},
                           six_wide),
            true);
}

TEST(AccessGroups, AreNoneWhereCodeIsFaster) {
  EXPECT_EQ(
      given_by_place({{2, 1, 0.71}, {2, 1, 0.71}, {2, 1, 0.71}, {2, 0, 0.69}, {3, 0, 1.01}, {4, 1, 1.34}}, six_wide),
      false);
  EXPECT_EQ(given_by_place({{2, 1, 0.667}, {2, 0, 0.667}}, six_wide), false);
}

TEST(AccessGroups, AreNotReportedIfAnotherLimitDominates) {
  EXPECT_EQ(given_by_place({{2, 1, 0.750}, {2, 0, 0.750}}, six_wide), std::nullopt) << "all loads are slower";
  EXPECT_EQ(given_by_place({{2, 1, 0.900}, {2, 0, 0.667}}, six_wide), std::nullopt);
  EXPECT_EQ(given_by_place({{2, 0, 0.667}, {4, 1, 1.333}}, six_wide), std::nullopt) << "nothing tells";
  EXPECT_EQ(given_by_place({{2, 1, 1.0}}, {4, 2}), std::nullopt);
  EXPECT_EQ(given_by_place({}, six_wide), std::nullopt);
  EXPECT_EQ(given_by_place({{2, 1, 0.75}}, {0, 0}), std::nullopt);
}

/// Six operations a cycle, three loads.
RuledCore core_with(double (*rule)(const TimedAccesses &, const AccessUnits &)) {
  return RuledCore([rule](const Lines &lines) {
    const int loads = count_with(lines, "(%rsi)");
    return rule({loads, static_cast<int>(lines.size()) - loads, 0}, six_wide);
  });
}

std::optional<double> by_place(RuledCore &bench) { return probe_access_groups(bench).front().value; }

TEST(AccessGroups, AreFoundByTheProbe) {
  RuledCore with = core_with(cycles_if_by_place);
  EXPECT_EQ(by_place(with), 1);
  RuledCore without = core_with(cycles_if_free);
  EXPECT_EQ(by_place(without), 0);
}

} // namespace
} // namespace osaca::measure::core_probes
