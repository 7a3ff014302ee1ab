// SC19's curves of performance over cores. Its authors let cores wait for each other long before memory is full, with a
// figure of its own for each machine; ours is the simple bound: each core as if it were alone, until together they ask
// for all that memory has. So it may be above their curves, never below.
#include "reference_table.h"

#include "analysis/memory/level_prediction.h"
#include "published_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace osaca::accuracy {
namespace {

struct Point {
  std::int64_t cores = 0;
  double performance = 0;
};

/// Cores of one domain; beyond these the curves count whole domains.
const std::map<std::string, std::int64_t> cores_of_domain = {
    {"SKX-6148", 10}, {"ZEN-7451", 6}, {"TX2-CN9980", 32}, {"PWR9", 11}};

std::map<std::string, std::vector<Point>> curves_within_a_domain(const std::vector<ReferenceRow> &rows) {
  std::map<std::string, std::vector<Point>> curves;
  for (const ReferenceRow &row : rows) {
    const auto performance = printed_cycles(row, "predicted_MIterations_per_s");
    const std::int64_t cores = printed_cycles(row, "cores").value().numerator();
    if (performance && cores <= cores_of_domain.at(row.at("machine")))
      curves[row.at("figure") + " " + row.at("kernel") + " " + row.at("machine")].push_back(
          {cores, performance->to_double()});
  }
  return curves;
}

/// So many cores saturate, from one core's time and the domain's (in units of the domain's).
int saturating_cores(double cycles_of_one, double cycles_of_all) {
  MemoryHierarchy hierarchy = hierarchy_of_terms(Composition::overlapped);
  hierarchy.line_bytes = 64;
  hierarchy.clock_mhz = 1000;
  hierarchy.domain = MemoryDomain{64, 64'000, 0, {}}; // a cycle a line
  hierarchy.levels[2].read_cycles = Cycles::nearest(cycles_of_one / cycles_of_all);
  IterationDemand demand;
  demand.traffic = {{}, {}, {1, 0, {}}};
  return predict_level(demand, hierarchy, 2).saturating_cores.value_or(0);
}

TEST(PublishedScaling, StaysBelowTheSimpleBoundAndReachesIt) {
  const auto rows = reference_rows(OSACA_MEMORY_REFERENCE "/sc19-scaling.csv");
  if (!rows)
    GTEST_SKIP() << rows.error().text();
  const auto curves = curves_within_a_domain(*rows);
  EXPECT_EQ(curves.size(), 12U);
  for (const auto &[name, points] : curves) {
    ASSERT_EQ(points.front().cores, 1) << name;
    const double alone = points.front().performance;
    const double full = std::ranges::max_element(points, [](const Point &a, const Point &b) {
                          return a.performance < b.performance;
                        })->performance;
    const int saturating = saturating_cores(1 / alone, 1 / full);
    for (const Point &point : points) {
      const double bound = std::min(static_cast<double>(point.cores) * alone, full);
      EXPECT_LE(point.performance, bound * 1.001) << name << " " << point.cores;
      EXPECT_GE(point.performance, bound * 0.6) << name << " " << point.cores; // POWER9 with two cores is the furthest
      if (point.performance >= full * 0.999) {
        EXPECT_GE(point.cores, saturating) << name << ": no curve is full before the bound";
      }
    }
  }
}

} // namespace
} // namespace osaca::accuracy
