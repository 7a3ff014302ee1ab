// Nine kernels measured on an Emerald Rapids over sizes of their data, predicted from their assembly. The model's legs
// come from three of them: sum, store and copy.
#include "truth_kernels.h"

#include <gtest/gtest.h>

#include <cmath>

namespace osaca::accuracy {
namespace {

TEST(MeasuredLoops, AreWithinAFifthInTheSecondLevel) {
  const auto rows = truth_rows(OSACA_MEMORY_TRUTH, "emeraldrapids");
  if (!rows)
    GTEST_SKIP() << rows.error().text();
  int seen = 0;
  for (const TruthRow &row : *rows) {
    if (row.level != "L2")
      continue;
    ++seen;
    EXPECT_LE(std::abs(row.error()), 0.2)
        << row.kernel << ": " << row.predicted_cycles << " for " << row.measured_cycles;
  }
  EXPECT_EQ(seen, 9);
}

// A chain and accesses in no order miss in the TLB from 16 MiB on, which is not modelled.
TEST(MeasuredLoops, AreWithinAFifthInTheThirdLevelWhereTheTlbReaches) {
  const auto rows = truth_rows(OSACA_MEMORY_TRUTH, "emeraldrapids");
  if (!rows)
    GTEST_SKIP() << rows.error().text();
  for (const TruthRow &row : *rows)
    if (row.level == "L3" && row.kernel != "chase" && row.kernel != "gather") {
      EXPECT_LE(std::abs(row.error()), 0.2)
          << row.kernel << ": " << row.predicted_cycles << " for " << row.measured_cycles;
    }
}

} // namespace
} // namespace osaca::accuracy
