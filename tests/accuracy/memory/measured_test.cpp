// ECM-Model's measurements: legs from load and copy, every other kernel predicted in L2, L3 and memory. The first level
// counts as measured.
#include "measured_kernels.h"

#include <gtest/gtest.h>

namespace osaca::accuracy {
namespace {

struct Limit {
  const char *machine;
  double mean;
  double largest;
};

// The goal is 7 % and 25 %. Rome does not reach it, because of its memory: a copy takes a fifth longer there than an
// update with a second array, which moves the same lines.
constexpr Limit limits[] = {{"SKX-6148", 0.07, 0.25},
                            {"CLX-6248", 0.07, 0.25},
                            {"ICX-8360Y", 0.07, 0.25},
                            {"ROME-7452", 0.085, 0.28},
                            {"MILAN-7543", 0.07, 0.25}};

std::vector<PredictedRow> rows_of(const std::vector<MeasuredSet> &sets, const std::string &machine) {
  std::vector<PredictedRow> rows;
  for (const MeasuredSet &set : sets)
    if (set.machine == machine)
      for (PredictedRow &row : predicted_rows(set))
        rows.push_back(std::move(row));
  return rows;
}

TEST(MeasuredKernels, ArePredictedFromLoadAndCopy) {
  const auto table = reference_rows(OSACA_MEMORY_REFERENCE "/ecm-measured.csv");
  if (!table)
    GTEST_SKIP() << table.error().text();
  const std::vector<MeasuredSet> sets = measured_sets(*table);
  for (const Limit &limit : limits) {
    const std::vector<PredictedRow> rows = rows_of(sets, limit.machine);
    EXPECT_GE(rows.size(), 20U) << limit.machine;
    const ErrorSummary summary = summary_of(rows);
    EXPECT_LE(summary.mean, limit.mean) << limit.machine;
    EXPECT_LE(summary.largest, limit.largest) << limit.machine;
  }
}

/// A few of the rows, Skylake-SP with 512 bits, so that something is tested where the table is not.
TEST(MeasuredKernels, OnSkylake) {
  const auto kernel = [](const char *name, Cycles read, Cycles written, Cycles l1, Cycles l2, Cycles l3,
                         Cycles memory) {
    return MeasuredKernel{name, read, written, 0, {{"L1", l1}, {"L2", l2}, {"L3", l3}, {"MEM", memory}}};
  };
  MeasuredSet set;
  set.machine = "SKX-6148";
  set.kernels = {kernel("load", 1, 0, Cycles(573, 1000), Cycles(131, 100), Cycles(636, 100), Cycles(1023, 100)),
                 kernel("copy", 2, 1, Cycles(1147, 1000), Cycles(4414, 1000), Cycles(1277, 100), Cycles(1961, 100)),
                 kernel("triad", 4, 1, Cycles(231, 100), Cycles(7048, 1000), Cycles(2544, 100), Cycles(3702, 100)),
                 kernel("store", 1, 1, Cycles(1047, 1000), Cycles(3253, 1000), Cycles(7205, 1000), Cycles(1216, 100))};
  const std::vector<PredictedRow> rows = predicted_rows(set);
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_LE(summary_of(rows).mean, 0.07);
  EXPECT_LE(summary_of(rows).largest, 0.25);
}

} // namespace
} // namespace osaca::accuracy
