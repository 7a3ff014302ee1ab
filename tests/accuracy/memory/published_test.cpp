// Published predictions from their own terms (Hammer 2015 and 2017, INSPECT, SC19, ECM-Model). Where the terms are
// whole numbers, exactly; otherwise as far as the printed figures were rounded.
#include "published_rows.h"

#include <gtest/gtest.h>

#include <set>

namespace osaca::accuracy {
namespace {

constexpr const char *prediction_table = OSACA_MEMORY_REFERENCE "/ecm-published-predictions.csv";

Composition composition_of_row(const ReferenceRow &row) {
  return row.at("note") == "largest term wins" ? Composition::overlapped : Composition::serial;
}

Cycles predicted(const ReferenceRow &row, Composition composition) {
  return predict_level(demand_of_terms(row), hierarchy_of_terms(composition), level_index(row.at("level")))
      .cycles_per_iteration;
}

bool has_terms(const ReferenceRow &row) { return !row.at("T_OL_cy").empty() || !row.at("T_nOL_cy").empty(); }

std::string words_of(const ReferenceRow &row) {
  std::string words;
  for (const char *column : {"kernel", "machine", "config", "N", "level", "source", "where"})
    words += row.at(column) + " ";
  return words;
}

TEST(PublishedPredictions, FollowFromTheirOwnTerms) {
  const auto rows = reference_rows(prediction_table);
  if (!rows)
    GTEST_SKIP() << rows.error().text();
  int reproduced = 0, without_prediction = 0, without_terms = 0;
  for (const ReferenceRow &row : *rows) {
    if (!has_terms(row)) {
      ++without_terms; // rooflines, and SC19's figures: the tests below
      continue;
    }
    const std::optional<Cycles> published = printed_cycles(row, "predicted_cy");
    if (!published) {
      ++without_prediction; // terms that Hammer 2015 cites from others, who printed no sum there
      continue;
    }
    ++reproduced;
    EXPECT_NEAR(predicted(row, composition_of_row(row)).to_double(), published->to_double(), rounding_of(row))
        << words_of(row);
  }
  EXPECT_EQ(rows->size(), 3384U);
  EXPECT_EQ(without_prediction, 6);
  EXPECT_EQ(without_terms, 33);
  EXPECT_EQ(reproduced, 3384 - 6 - 33);
}

// Roofline rows come without the bandwidth that they were computed from, except where the core alone decides. Hammer
// 2017's Table 1 contradicts itself: of its L2 row neither the bytes (384 B at 68.4 GB/s and 3.0 GHz are 16.84 cycles)
// nor the lines (7: 19.6) give its 16.6.
TEST(PublishedPredictions, RooflinesOfCoreBoundKernelsAreTheCores) {
  const auto rows = reference_rows(prediction_table);
  if (!rows)
    GTEST_SKIP() << rows.error().text();
  const std::set<std::string> core_bound = {"kahan-dot SNB-2680", "kahan-dot HSW-2695v3", "uxx SNB-2680"};
  std::map<std::string, Cycles> core;
  for (const ReferenceRow &row : *rows)
    if (row.at("kind") == "ECM tool" && row.at("level") == "MEM")
      core[row.at("kernel") + " " + row.at("machine")] = demand_of_terms(row).core_cycles;
  int seen = 0;
  for (const ReferenceRow &row : *rows) {
    if (row.at("kind") != "Roofline tool")
      continue;
    const std::string kernel = row.at("kernel") + " " + row.at("machine");
    const Cycles roofline = printed_cycles(row, "predicted_cy").value();
    if (core_bound.contains(kernel)) {
      EXPECT_EQ(roofline, core.at(kernel)) << kernel;
      ++seen;
    } else {
      EXPECT_GT(roofline, core.at(kernel)) << kernel;
    }
  }
  EXPECT_EQ(seen, 3);
}

TEST(PublishedPredictions, HammersTableContradictsItselfInTheSecondLevel) {
  MemoryHierarchy ivy_bridge;
  ivy_bridge.clock_mhz = 3000;
  ivy_bridge.domain = MemoryDomain{10, 68'400, 0, {}};
  const Cycles lines_of_384_bytes = domain_cycles(ivy_bridge, {6, 0, {}}).value();
  EXPECT_NEAR(lines_of_384_bytes.to_double(), 16.84, 0.005);
  EXPECT_GT(lines_of_384_bytes.to_double(), 16.6 + 0.05);
  EXPECT_NEAR(domain_cycles(ivy_bridge, {7, 0, {}})->to_double(), 19.65, 0.005);
}

struct Sc19Row {
  const char *machine;
  int level;
  Cycles cycles;
};

// SC19 prints no terms. Two lines in and one out (its kernel is not named; an update with a second array fits) with the
// legs that its authors publish for the machines. Left out are Skylake-SP's and ThunderX2's memory, POWER9 (no legs
// known) and ThunderX2's L3: its 9 cycles are L2's, which the published composition (all serial) does not give.
TEST(PublishedPredictions, Sc19FollowsFromItsMachinesLegs) {
  MemoryHierarchy skylake = hierarchy_of_terms(Composition::serial);
  skylake.levels[0].write_cycles = 1;
  skylake.levels[1].read_cycles = 4;
  skylake.levels[1].write_cycles = 4;
  skylake.levels[1].full_duplex = true;
  MemoryHierarchy zen = hierarchy_of_terms(Composition::serial); // L2 to L3 and memory in turn, the rest beside them
  zen.l1_composition = zen.levels[0].composition = Composition::overlapped;
  for (int level : {0, 1}) {
    zen.levels[static_cast<std::size_t>(level)].read_cycles = 2;
    zen.levels[static_cast<std::size_t>(level)].write_cycles = 2;
  }
  zen.levels[0].full_duplex = true;
  MemoryHierarchy thunder = hierarchy_of_terms(Composition::serial);
  thunder.levels[0].write_cycles = 1;
  const Sc19Row rows[] = {{"SKX-6148", -1, Cycles(3, 2)},
                          {"SKX-6148", 0, Cycles(9, 2)},
                          {"SKX-6148", 1, Cycles(25, 2)},
                          {"ZEN-7451", -1, 6},
                          {"ZEN-7451", 0, 6},
                          {"ZEN-7451", 1, 6},
                          {"TX2-CN9980", -1, 6},
                          {"TX2-CN9980", 0, 9}};
  for (const Sc19Row &row : rows) {
    const std::string machine = row.machine;
    IterationDemand demand;
    demand.core_cycles = demand.l1_cycles =
        machine == "SKX-6148" ? Cycles(3, 2) : Cycles(6); // three accesses of 64 or 16 bytes
    demand.traffic.assign(3, {2, 1, {}});
    const MemoryHierarchy &hierarchy = machine == "SKX-6148" ? skylake : (machine == "ZEN-7451" ? zen : thunder);
    EXPECT_EQ(predict_level(demand, hierarchy, row.level).cycles_per_iteration, row.cycles)
        << machine << " " << row.level;
  }
}

// Hammer 2017, Listing 4: { 52.0 || 54.0 | 40.0 | 24.0 | 48.5 }, "saturating at 4 cores".
TEST(PublishedPredictions, ALongRangeStencilIsSaturatedByFourCores) {
  IterationDemand demand;
  demand.core_cycles = 54;
  demand.l1_cycles = 54;
  demand.traffic = {{40, 0, {}}, {24, 0, {}}, {Cycles(97, 2), 0, {}}};
  MemoryHierarchy hierarchy = hierarchy_of_terms(Composition::serial);
  hierarchy.clock_mhz = 3000; // 64 bytes take a cycle: the leg of all cores together is the term itself
  hierarchy.domain = MemoryDomain{10, 192'000, 0, {}};
  const Cycles expected[] = {54, 94, 118, Cycles(333, 2)};
  for (int level = -1; level < 3; ++level)
    EXPECT_EQ(predict_level(demand, hierarchy, level).cycles_per_iteration, expected[level + 1]);
  EXPECT_EQ(predict_level(demand, hierarchy, 2).saturating_cores, 4);
}

struct Published {
  const char *what;
  Cycles overlapping, not_overlapping, l1_l2, l2_l3, l3_memory, cycles;
};

// Hammer 2015, Table 5, data in memory; here, so that something is tested where the tables are not.
TEST(PublishedPredictions, HammersStencilsAndTriad) {
  const Published rows[] = {{"2d-5pt SNB", Cycles(19, 2), 8, 10, 6, Cycles(127, 10), Cycles(367, 10)},
                            {"2d-5pt HSW", Cycles(47, 5), 8, 5, 6, Cycles(167, 10), Cycles(357, 10)},
                            {"uxx SNB", 84, Cycles(65, 2), 20, 20, Cycles(263, 10), Cycles(988, 10)},
                            {"long-range SNB", 57, 53, 24, 24, 17, 118}};
  for (const Published &row : rows) {
    IterationDemand demand;
    demand.core_cycles = std::max(row.overlapping, row.not_overlapping);
    demand.l1_cycles = row.not_overlapping;
    demand.traffic = {{row.l1_l2, 0, {}}, {row.l2_l3, 0, {}}, {row.l3_memory, 0, {}}};
    EXPECT_EQ(predict_level(demand, hierarchy_of_terms(Composition::serial), 2).cycles_per_iteration, row.cycles)
        << row.what;
  }
}

} // namespace
} // namespace osaca::accuracy
